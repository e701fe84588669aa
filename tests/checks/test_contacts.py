"""The proof by tokens against laying every two tiles beside each other on squared paper."""

from __future__ import annotations

import random
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.checks import contacts as contacts_module
from pnp.checks.contacts import Contact, count_placements, picture, prove_contacts, tokens_connect
from pnp.game.loader import bundled_games, load
from pnp.game.plan import Plan
from pnp.geometry.notation import parse_maze
from pnp.geometry.topology import Maze

Spot = tuple[int, int]


@cache
def labydo() -> tuple[Maze, ...]:
    plan = Plan(load(bundled_games()["labydo"])[0])
    return tuple(piece.maze for piece in plan.pieces if piece.maze)


# -- the oracle: nothing of the module under test --------------------------------------------------


@cache
def doors(maze: Maze, quarters: int) -> tuple[int, int, frozenset[Spot]]:
    """Width, height and the middles of the border openings, in half cells, after turning."""
    found = set()
    for x in range(maze.cols):
        if not maze.across[0][x]:
            found.add((2 * x + 1, 0))
        if not maze.across[maze.rows][x]:
            found.add((2 * x + 1, 2 * maze.rows))
    for y in range(maze.rows):
        if not maze.down[y][0]:
            found.add((0, 2 * y + 1))
        if not maze.down[y][maze.cols]:
            found.add((2 * maze.cols, 2 * y + 1))
    wide, high = maze.cols, maze.rows
    for _ in range(quarters):
        found = {(2 * high - y, x) for x, y in found}
        wide, high = high, wide
    return wide, high, frozenset(found)


@cache
def places(wide: int, high: int, other_wide: int, other_high: int, step: int) -> tuple[Spot, ...]:
    """Every place of a second rectangle that shares part of a side with the first, no area."""
    found = []
    for x in range(-other_wide, wide + 1, step):
        for y in range(-other_high, high + 1, step):
            across = min(wide, x + other_wide) - max(0, x)
            down = min(high, y + other_high) - max(0, y)
            if (across == 0 and down > 0) or (down == 0 and across > 0):
                found.append((x, y))
    return tuple(found)


def connects(first: Maze, second: Maze, quarters: int, place: Spot) -> bool:
    mine = doors(first, 0)[2]
    x, y = place
    return any((dx + 2 * x, dy + 2 * y) in mine for dx, dy in doors(second, quarters)[2])


def naive(mazes: tuple[Maze, ...], step: int) -> tuple[int, int]:
    """How many placements there are, and how many of them do not connect."""
    cases = failures = 0
    for first in mazes:
        wide, high, _ = doors(first, 0)
        for second in mazes:
            for quarters in range(4):
                other = doors(second, quarters)
                for place in places(wide, high, other[0], other[1], step):
                    cases += 1
                    failures += not connects(first, second, quarters, place)
    return cases, failures


def place_of(mazes: tuple[Maze, ...], contact: Contact, step: int) -> Spot:
    """Where the second tile lies: offsets count clockwise along the first tile's side."""
    first = mazes[contact.first]
    wide, high, _ = doors(mazes[contact.second], contact.turn)
    shift = contact.offset * step
    return {
        "N": (shift, -high),
        "E": (first.cols, shift),
        "S": (first.cols - shift - wide, first.rows),
        "W": (-wide, first.rows - shift - high),
    }[contact.side]


# -- Labydo ----------------------------------------------------------------------------------------


def test_the_48_tiles_are_proved_by_both() -> None:
    assert naive(labydo(), 3) == (73_728, 0)
    verdict = prove_contacts(labydo(), 3)
    assert (verdict.result, verdict.cases, verdict.example) == ("proved", 73_728, None)


def test_a_closed_middle_is_refuted_by_both() -> None:
    """One opening moved from the middle of its unit to the next cell."""
    maze = labydo()[0]
    across = ((False, True, True), *maze.across[1:])
    bad = (*labydo()[:5], Maze(maze.cols, maze.rows, across, maze.down, maze.marks, maze.numbers))
    verdict = prove_contacts(bad, 3)
    cases, failures = naive(bad, 3)
    assert (verdict.result, verdict.cases) == ("refuted", cases)
    assert failures > 0
    check_example(bad, verdict.example, 3)


# -- random sets -----------------------------------------------------------------------------------


def random_tile(dice: random.Random, cols: int, rows: int, shut: float) -> Maze:
    def grid(wide: int, high: int) -> tuple[tuple[bool, ...], ...]:
        return tuple(tuple(dice.random() < shut for _ in range(wide)) for _ in range(high))

    return Maze(
        cols,
        rows,
        grid(cols, rows + 1),
        grid(cols + 1, rows),
        (dice.choice("ABC"),) * (cols * rows),
        ("1",) * (cols * rows),
    )


def random_set(seed: int) -> tuple[tuple[Maze, ...], int]:
    dice = random.Random(seed)
    step = dice.choice([1, 1, 2, 3])
    shut = dice.choice([0.0, 0.05, 0.15, 0.3, 0.6])
    sizes = [(step * dice.randint(1, 2), step * dice.randint(1, 2))]
    if dice.random() < 0.4:
        sizes.append((step * dice.randint(1, 3), step * dice.randint(1, 2)))
    tiles = [random_tile(dice, *dice.choice(sizes), shut) for _ in range(dice.randint(1, 4))]
    return tuple(tiles), step


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 10**9))
def test_tokens_and_all_placements_agree(seed: int) -> None:
    mazes, step = random_set(seed)
    cases, failures = naive(mazes, step)
    verdict = prove_contacts(mazes, step)
    assert verdict.cases == count_placements(mazes, step) == cases
    assert verdict.result == ("refuted" if failures else "proved")
    if failures:
        check_example(mazes, verdict.example, step)
    else:
        assert verdict.example is None


def test_random_sets_are_of_both_kinds() -> None:
    """Otherwise the agreement above would mean little."""
    results = [prove_contacts(*random_set(seed)).result for seed in range(60)]
    assert min(results.count("proved"), results.count("refuted")) > 10


def shut_middles(cols: int = 5) -> Maze:
    """Five cells square, the middle of each side shut: sums of 0 1 3 4 make every number to 8."""
    row = tuple(x == cols // 2 for x in range(cols))
    free = (False,) * cols
    across = (row, *((free,) * (cols - 1)), row)
    down = tuple((wall, *((False,) * (cols - 1)), wall) for wall in row)
    return Maze(cols, cols, across, down, ("",) * cols**2, ("1",) * cols**2)


def test_placements_may_connect_though_some_tokens_do_not() -> None:
    mazes = (shut_middles(),)
    tokens = set(mazes[0].tokens("N", 1))
    assert not all(tokens_connect(p, q) for p in tokens for q in tokens)
    assert naive(mazes, 1) == (144, 0)
    assert prove_contacts(mazes, 1) == contacts_module.Verdict("proved", 144)
    assert prove_contacts((shut_middles(3),), 1).result == "refuted"


def check_example(mazes: tuple[Maze, ...], contact: Contact | None, step: int) -> None:
    """The example is a placement, it fails, and the picture shows it."""
    assert contact is not None
    first, second = mazes[contact.first], mazes[contact.second]
    wide, high, _ = doors(second, contact.turn)
    x, y = place_of(mazes, contact, step)
    assert (x, y) in places(first.cols, first.rows, wide, high, step)
    assert not connects(first, second, contact.turn, (x, y))
    check_picture(first, second.turned(contact.turn), (x, y), picture(mazes, contact, step))


def check_picture(first: Maze, second: Maze, place: Spot, text: str) -> None:
    x, y = place
    left, top = min(0, x), min(0, y)
    cols = max(first.cols, x + second.cols) - left
    rows = max(first.rows, y + second.rows) - top
    shown, slips = parse_maze(text, cols, rows, "ABCTBSE#")
    assert shown is not None, slips
    owner = {}
    for name, maze, (px, py) in (
        ("first", first, (-left, -top)),
        ("second", second, (x - left, y - top)),
    ):
        for cell in range(maze.cols * maze.rows):
            cx, cy = maze.place(cell)
            at = shown.cell(px + cx, py + cy)
            owner[at] = name
            assert shown.marks[at] == maze.marks[cell]
    assert shown.marks.count("#") == cols * rows - len(owner)
    meeting = 0
    for cell in owner:
        for side, step in (("E", 1), ("S", cols)):
            other = cell + step
            if (side == "E" and cell % cols == cols - 1) or other not in owner:
                continue
            if owner[cell] != owner[other]:
                meeting += 1
                assert shown.walled(cell, side)
    assert meeting > 0


# -- limits ----------------------------------------------------------------------------------------


def test_giving_up_is_unknown_never_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contacts_module, "SEARCH_LIMIT", 100)
    assert prove_contacts((shut_middles(),), 1).result == "unknown"


def test_sides_must_be_whole_units() -> None:
    with pytest.raises(ValueError, match="whole number"):
        prove_contacts(labydo()[:1], 2)


def test_tokens_are_read_against_each_other() -> None:
    assert tokens_connect((True, False, False), (False, False, True))
    assert not tokens_connect((True, False, False), (True, False, False))
