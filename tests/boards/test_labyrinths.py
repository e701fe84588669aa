"""Random labyrinths: legal by an account of its own, with exits in their places."""

from __future__ import annotations

import io
from collections import deque
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
from PIL import Image

from pnp.boards import Board, random_board
from pnp.boards.route import shortest
from pnp.boards.table import Laid
from pnp.errors import PnpError
from pnp.families.dedalos.paths import PathTile
from pnp.game.loader import bundled_games, load
from pnp.game.plan import Plan
from pnp.pdf.board import board_png, board_svg

STEPS = {"N": (0, -1, "S"), "E": (1, 0, "W"), "S": (0, 1, "N"), "W": (-1, 0, "E")}
Place = tuple[int, int]


@cache
def dedalos() -> Plan:
    return Plan(load(bundled_games()["dedalos"])[0])


@cache
def board(seed: int, route: bool = False) -> Board:
    return random_board(dedalos(), seed=seed, route=route)


def sides_of(found: Board) -> dict[Place, str]:
    result = {}
    for tile in found.laid:
        truth = tile.piece.truth
        assert isinstance(truth, PathTile)
        result[tile.col, tile.row] = truth.turned(tile.turn).sides
    return result


def near(sides: dict[Place, str], place: Place) -> list[Place]:
    """Neighbours whose opening meets an opening."""
    found = []
    for side, (dx, dy, back) in STEPS.items():
        there = place[0] + dx, place[1] + dy
        if side in sides[place] and back in sides.get(there, ""):
            found.append(there)
    return found


@pytest.mark.parametrize("seed", range(12))
def test_tiles_were_laid_one_after_the_other_as_the_rules_say(seed: int) -> None:
    """In the order in which they lie in `laid`, each labyrinth tile meets an earlier one."""
    found = board(seed)
    sides = sides_of(found)
    parts = {(t.col, t.row): t.piece.part for t in found.laid}
    seen: set[Place] = {place for place, part in parts.items() if part == "entrance"}
    for tile in found.laid:
        place = tile.col, tile.row
        if tile.piece.part == "labyrinth":
            assert any(other in seen for other in near(sides, place)), place
            seen.add(place)
    assert len(parts) == len(found.laid), "no two tiles on one place"


@pytest.mark.parametrize("seed", range(12))
def test_exits_lie_six_places_straight_ahead_and_are_reached(seed: int) -> None:
    found = board(seed)
    (start,) = [(t.col, t.row) for t in found.laid if t.piece.part == "entrance"]
    exits = {(t.col - start[0], t.row - start[1]) for t in found.laid if t.piece.part == "exit"}
    assert exits == {(0, -6), (6, 0), (0, 6), (-6, 0)}
    assert tuple(found.size) == pytest.approx((585, 585))
    sides, seen, queue = sides_of(found), {start}, deque([start])
    while queue:
        for there in near(sides, queue.popleft()):
            if there not in seen:
                seen.add(there)
                queue.append(there)
    assert seen == set(sides), "everything is reached from the entrance"
    assert "4 of 4 exits reached" in found.summary()
    counts: dict[str, int] = {}
    for tile in found.laid:
        counts[tile.piece.id] = counts.get(tile.piece.id, 0) + 1
    copies = {piece.id: piece.copies for piece in dedalos().pieces}
    assert all(count <= copies[id] for id, count in counts.items())


def test_a_seed_is_a_labyrinth() -> None:
    again = random_board(Plan(load(bundled_games()["dedalos"])[0]), seed=3)
    assert again.laid == board(3).laid or [
        (t.piece.id, t.col, t.row, t.turn) for t in again.laid
    ] == [(t.piece.id, t.col, t.row, t.turn) for t in board(3).laid]
    assert len({sides_of(board(seed)).__repr__() for seed in range(8)}) == 8


def test_a_route_is_a_shortest_way_over_meeting_openings() -> None:
    found = board(5)
    way = [found.maze.place(c) for c in shortest(found.maze, found.starts, found.goals)]
    sides = sides_of(found)
    assert all(b in near(sides, a) for a, b in pairwise(way))
    goals = {found.maze.place(c) for c in found.goals}
    start = found.maze.place(found.starts[0])
    assert way[0] == start and way[-1] in goals and not goals & set(way[1:-1])
    steps, queue = {start: 0}, deque([start])
    while queue:
        here = queue.popleft()
        for there in near(sides, here):
            if there not in steps:
                steps[there] = steps[here] + 1
                queue.append(there)
    assert len(way) - 1 == min(steps[goal] for goal in goals)


def test_a_route_is_drawn_over_the_tiles() -> None:
    plain, drawn = board(5), board(5, route=True)
    assert len(drawn.faces) == len(plain.faces) + 1
    assert "the shortest way to an exit" in drawn.summary()
    pictures = [Image.open(io.BytesIO(board_png(b, 20))).convert("RGB") for b in (plain, drawn)]
    reds = [
        sum(n for n, (r, g, b) in image.getcolors(1 << 24) or () if r > 150 > 2 * b)
        for image in pictures
    ]
    assert reds[1] > reds[0] + 200
    assert "stroke-dasharray" in board_svg(drawn)


def test_mazes_have_routes_too() -> None:
    plan = Plan(load(bundled_games()["labydo"])[0])
    found = random_board(plan, 4, 2, seed=1, route=True)
    assert len(found.over) == 1 and "the shortest way to an exit" in found.summary()


def test_a_small_table_has_no_exits(tmp_path: Path) -> None:
    found = random_board(dedalos(), 7, 5, seed=1)
    assert {t.piece.part for t in found.laid} == {"entrance", "labyrinth"}
    assert len(found.laid) >= 0.42 * 35 and not found.goals
    with pytest.raises(PnpError, match="no way from a start to an exit"):
        random_board(dedalos(), 7, 5, seed=1, route=True)


def _place(tile: Laid) -> Place:
    return tile.col, tile.row


def test_an_own_game_without_ends_grows_from_a_tile(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text("title: P\ndocuments:\n  s:\n    print: [t]\n")
    (tmp_path / "t.yaml").write_text(
        "kind: path_tile\nback: none\nshapes: {T: NES, X: NESW}\ncounts: {T: [12], X: [4]}\n"
    )
    plan = Plan(load(tmp_path)[0])
    whole, found = random_board(plan, 6, 6, seed=2), random_board(plan, seed=2)
    assert (whole.maze.cols, whole.maze.rows) == (6, 6)
    assert len(whole.laid) >= 0.42 * 36 and len(whole.parts) == 1
    places = [(tile.col, tile.row) for tile in found.laid]
    assert {min(c) for c in zip(*places, strict=True)} == {0}, "no blank columns and rows"
    assert tuple(max(c) + 1 for c in zip(*places, strict=True)) == (
        found.maze.cols,
        found.maze.rows,
    )
    left, top = (min(t[i] for t in map(_place, whole.laid)) for i in (0, 1))
    assert {(c + left, r + top) for c, r in places} == set(map(_place, whole.laid))
    assert len(found.parts) == 1


@pytest.mark.parametrize(("cols", "rows"), [(0, 3), (1000, 1000)])
def test_impossible_tables_are_refused(cols: int, rows: int) -> None:
    with pytest.raises(PnpError) as caught:
        random_board(dedalos(), cols, rows)
    assert caught.value.problems[0].code == "BOARD001"


def test_exits_that_cannot_be_reached_are_reported(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(
        "title: P\nplacement: {contact: at least one, distance: 4}\n"
        "documents:\n  s:\n    print: [entrance, exit, t]\n"
    )
    head = "kind: path_tile\nback: none\n"
    for id in ("entrance", "exit"):
        (tmp_path / f"{id}.yaml").write_text(f"{head}tiles: {{{id}: {{sides: NESW}}}}\n")
    (tmp_path / "t.yaml").write_text(f"{head}shapes: {{D: N}}\ncounts: {{D: [12]}}\n")
    with pytest.raises(PnpError) as caught:
        random_board(Plan(load(tmp_path)[0]))
    assert caught.value.problems[0].code == "BOARD002"
