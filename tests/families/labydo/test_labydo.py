"""Every rule of the family: the shipped tiles pass, and the smallest breach is found."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

import pytest
from labydo_help import COMB, HALL, SNAKE, changed, found, labydo, marked, pieces, tile, toggled

from pnp.checks import all_checks, run
from pnp.family import families
from pnp.game.plan import Plan
from pnp.geometry.topology import SIDES, Maze

CHECKS = all_checks()
LAB = sorted(code for code in CHECKS if code.startswith("LAB"))
MAZE_CHECKS = ["PATH001", "PATH002", "PATH003", "DECK004", *LAB]
TILES = [piece.id for piece in pieces() if piece.maze]


def test_the_shipped_tiles_break_no_rule() -> None:
    plan = changed({})
    problems, proofs = found(plan, *MAZE_CHECKS)
    assert problems == []
    assert all(proof.result == "proved" for proof in proofs)
    assert "labydo" in families()


def test_the_family_is_chosen_by_the_rules_key() -> None:
    game = labydo()
    other = game.file.with_values(rules=None)
    plan = Plan(type(game)("x", game.path, other, game.components))
    assert not [p for p in run(plan).proofs if p.code.startswith("LAB")]


# -- one breach for each code ----------------------------------------------------------------------

Change = Callable[[], dict[str, Maze]]


def two_doors(maze: Maze) -> Maze:
    for port in maze.ports[2:]:
        maze = toggled(maze, port.cell, port.side)
    return maze


def another_start() -> Maze:
    """The second entrance with one inner wall less: E nearer to an opening, still a dead end."""
    maze = tile("ent-2")
    (start,) = maze.marked("E")
    for cell in range(15):
        opened = toggled(maze, cell, "S")
        far = [maze.distances(start)[port.cell] for port in maze.ports]
        near = [opened.distances(start).get(port.cell) for port in maze.ports]
        if maze.walled(cell, "S") and opened.degree(start) == 1 and near != far:
            return opened
    raise AssertionError("no such wall")


MIRROR = tile("lab-01").mirrored()
BREACHES: list[tuple[str, str, str, Change]] = [
    ("LAB101", "lab-01", "carries no S", lambda: {"lab-01": marked(tile("lab-01"), S=6)}),
    ("LAB101", "ent-1", "has 0 spaces E", lambda: {"ent-1": marked(tile("ent-1"))}),
    ("LAB101", "ent-1", "carries no T", lambda: {"ent-1": marked(tile("ent-1"), E=6, T=8)}),
    (
        "LAB101",
        "exit-1",
        "has 2 spaces S",
        lambda: {
            "exit-1": Maze(
                3,
                6,
                tile("exit-1").across,
                tile("exit-1").down,
                ("S", "", "", "", "", "", "", "", "", "S", *[""] * 8),
                tile("exit-1").numbers,
            )
        },
    ),
    ("LAB102", "lab-01", "has 5 openings", lambda: {"lab-01": toggled(tile("lab-01"), 1, "N")}),
    ("LAB102", "lab-01", "has 7 openings", lambda: {"lab-01": toggled(tile("lab-01"), 0, "N")}),
    (
        "LAB103",
        "lab-01",
        "not all alike",
        lambda: {"lab-01": toggled(toggled(tile("lab-01"), 0, "N"), 1, "N")},
    ),
    ("LAB104", "lab-01", "has 10 loops", lambda: {"lab-01": HALL}),
    ("LAB105", "lab-01", "0 dead ends", lambda: {"lab-01": HALL}),
    ("LAB105", "lab-01", "7 dead ends", lambda: {"lab-01": toggled(COMB, 8, "N")}),
    ("LAB106", "lab-01", "2 junctions", lambda: {"lab-01": two_doors(SNAKE)}),
    ("LAB107", "lab-01", "at most", lambda: {"lab-01": SNAKE}),
    ("LAB107", "lab-01", "3.5 steps", lambda: {"lab-01": HALL}),
    ("LAB108", "lab-01", "space 2", lambda: {"lab-01": marked(tile("lab-01"), T=1)}),
    ("LAB109", "lab-01", "separates", lambda: {"lab-01": marked(SNAKE, B=7)}),
    ("LAB110", "exit-1", "no dead end", lambda: {"exit-1": toggled(tile("exit-1"), 7, "S")}),
    ("LAB110", "exit-3", "3 to 18 steps", lambda: {"exit-3": marked(tile("exit-3"), S=2)}),
    ("LAB111", "ent-1", "rear column", lambda: {"ent-1": marked(tile("ent-1"), E=8)}),
    ("LAB111", "ent-2", "starts", lambda: {"ent-2": another_start()}),
    ("LAB112", "exit-2", "in all", lambda: {"exit-2": marked(tile("exit-2"), S=16)}),
    ("LAB114", "lab-02", "only 0 inner walls", lambda: {"lab-02": MIRROR}),
    ("LAB114", "lab-02", "only 1 inner walls", lambda: {"lab-02": toggled(MIRROR, 4, "S")}),
]


@pytest.mark.parametrize(
    ("code", "id", "says", "change"),
    BREACHES,
    ids=[f"{code}-{says}" for code, _, says, _ in BREACHES],
)
def test_a_breach_is_found_at_its_tile(code: str, id: str, says: str, change: Change) -> None:
    problems, _ = found(changed(change()), code)
    (problem,) = [p for p in problems if p.message.startswith(id)]
    assert says in problem.message
    assert problem.severity == CHECKS[code].severity
    place = next(piece.loc for piece in pieces() if piece.id == id)
    assert problem.loc == place


def test_every_rule_has_a_breach_above() -> None:
    assert {code for code, *_ in BREACHES} == set(LAB)


def test_thresholds_are_errors_or_warnings_as_designed() -> None:
    warnings = {code for code in LAB if CHECKS[code].severity == "warning"}
    assert warnings == {"LAB103", "LAB105", "LAB106", "LAB107", "LAB112", "LAB114"}


@pytest.mark.parametrize(("steps", "fails"), [(5, True), (6, False)])
def test_six_inner_walls_must_differ(steps: int, fails: bool) -> None:
    other = tile("lab-01")
    done = 0
    for cell in range(18):
        for side in "ES":
            x, y = other.place(cell)
            if done < steps and (x < 2 if side == "E" else y < 5):
                other, done = toggled(other, cell, side), done + 1
    problems, _ = found(changed({"lab-02": other}), "LAB114")
    assert (
        any(
            p.message == f"lab-02 differs from lab-01 in only {steps} inner walls" for p in problems
        )
        == fails
    )


def test_an_unknown_role_is_told() -> None:
    game = labydo()
    parts = tuple(c.with_values(role="walls") if c.id == "exit" else c for c in game.components)
    problems, _ = found(Plan(type(game)("x", game.path, game.file, parts)), "LAB101")
    assert len(problems) == 4
    assert "role 'walls'" in problems[0].message


# -- every border wall -----------------------------------------------------------------------------

BORDER = [(cell, side) for side in SIDES for cell in tile("lab-01").side_cells(side)]


@pytest.mark.parametrize("id", ["lab-01", "lab-13", "lab-27", "lab-40", "ent-2", "exit-3"])
def test_every_border_wall_matters(id: str) -> None:
    """Each of the 18 places of a border, opened or shut, is an error at that tile."""
    assert len(BORDER) == 18
    for cell, side in BORDER:
        problems, _ = found(changed({id: toggled(tile(id), cell, side)}), "LAB102", "LAB103")
        hits = {p.code for p in problems if p.message.startswith(id)}
        assert hits == {"LAB102", "LAB103"}, (cell, side)


def test_a_moved_opening_is_refuted_by_the_placement_proof() -> None:
    """Two errors of count that cancel out still fail: the opening is not in the middle."""
    for cell, side in BORDER:
        maze = tile("lab-01")
        middle = next(port for port in maze.ports if port.side == side)
        if maze.walled(cell, side):
            moved = toggled(toggled(maze, cell, side), middle.cell, middle.side)
            problems, proofs = found(changed({"lab-01": moved}), "PATH003")
            assert [p.result for p in proofs] == ["refuted"]
            assert "lab-01" in problems[0].message
            assert "#" in problems[0].picture or "lab-01" in problems[0].message


# -- marks that separate ---------------------------------------------------------------------------


def separates(maze: Maze, blocked: int) -> bool:
    """Flood from the first door with the blocked cell filled in: is a door left dry?"""
    doors = {cell for cell, _ in maze.ports} - {blocked}
    start = min(doors)
    seen, queue = {start, blocked}, deque([start])
    while queue:
        cell = queue.popleft()
        x, y = cell % 3, cell // 3
        ways = [
            (cell - 3, y > 0 and not maze.across[y][x]),
            (cell + 3, y < 5 and not maze.across[y + 1][x]),
            (cell - 1, x > 0 and not maze.down[y][x]),
            (cell + 1, x < 2 and not maze.down[y][x + 1]),
        ]
        for other, free in ways:
            if free and other not in seen:
                seen.add(other)
                queue.append(other)
    return not doors <= seen


@pytest.mark.parametrize("id", TILES[::8])
def test_marks_may_stand_exactly_where_they_do_not_separate(id: str) -> None:
    maze = tile(id)
    doors = {cell for cell, _ in maze.ports}
    for letter in "BT":
        for cell in range(18):
            moved = changed({id: marked(maze, **{letter: cell})})
            problems, _ = found(moved, "LAB108", "LAB109")
            hits = {p.code for p in problems if p.message.startswith(f"{id}:")}
            wanted = {"LAB108"} if cell in doors else set()
            if letter == "B" and separates(maze, cell):
                wanted.add("LAB109")
            assert hits == wanted, (letter, cell + 1)


def test_about_half_of_all_places_for_a_block_separate() -> None:
    """The measured 49 % of the labyrinth tiles' inner spaces."""
    all_places = [
        separates(tile(id), cell)
        for id in TILES
        if id.startswith("lab")
        for cell in range(18)
        if cell not in {c for c, _ in tile(id).ports}
    ]
    assert len(all_places) == 480
    assert sum(all_places) == 236
