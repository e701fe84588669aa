"""Random boards: what lies where, what connects, and what is refused."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import replace

from pnp.boards import Board, Laid, lay, random_board
from pnp.errors import PnpError
from pnp.game.loader import bundled_games, load
from pnp.game.plan import Options, Plan
from pnp.geometry.plane import Rect

OPEN = ("+   +   +", "  .   .  ", "+   +   +", "  .   .  ", "+   +   +")
SHUT = ("+---+---+", "| .   . |", "+   +   +", "| .   . |", "+---+---+")
WEST = ("+---+---+", "  .   . |", "+   +   +", "  .   . |", "+---+---+")


@cache
def labydo(*pieces: str) -> Plan:
    return Plan(load(bundled_games()["labydo"])[0], Options(pieces=pieces))


@cache
def full(seed: int = 0) -> Board:
    return random_board(labydo(), seed=seed)


def own_game(
    folder: Path,
    tiles: dict[str, tuple[str, ...]],
    *,
    part: str = "rooms",
    connect: bool = False,
    copies: int = 1,
) -> Plan:
    """A game of 2 x 2 tiles, written to a folder."""
    rule = "placement: {contact: connect, step: 2}\n" if connect else ""
    (folder / "game.yaml").write_text(
        f"title: Rooms\n{rule}documents:\n  sheets:\n    print: [tiles]\n", encoding="utf-8"
    )
    lines = ["kind: maze_tile", f"role: {part}", "cells: 2x2", "cell: 20mm", "tiles:"]
    for id, maze in tiles.items():
        lines += [f"  {id}:", f"    copies: {copies}", "    maze: |", *(f"      {m}" for m in maze)]
    (folder / "tiles.yaml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return Plan(load(folder)[0])


def refusal(plan: Plan, cols: int | None = None, rows: int | None = None) -> tuple[str, str, str]:
    with pytest.raises(PnpError) as caught:
        random_board(plan, cols, rows)
    (problem,) = caught.value.problems
    return problem.code, problem.message, problem.hint


# -- the documented full board -------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(5))
def test_the_full_board_lays_the_whole_set_with_entrances_first_and_exits_last(seed: int) -> None:
    board = full(seed)
    assert len({tile.piece.id for tile in board.laid}) == len(board.laid) == 48
    assert (board.maze.cols, board.maze.rows) == (36, 24)
    assert tuple(board.size) == pytest.approx((694.944, 463.296))
    columns = {col: {t.piece.part for t in board.laid if t.col == col} for col in range(12)}
    assert columns == {0: {"entrance"}, 11: {"exit"}, **{c: {"labyrinth"} for c in range(1, 11)}}


@pytest.mark.parametrize("seed", range(5))
def test_every_start_lies_at_the_outer_side(seed: int) -> None:
    board = full(seed)
    assert [board.maze.marks[start] for start in board.starts] == ["E"] * 4
    assert {board.maze.place(start)[0] for start in board.starts} == {0}
    assert (
        len(
            {tile for tile in board.laid for start in board.starts if start in board.cells_of(tile)}
        )
        == 4
    )


def test_every_start_reaches_every_cell_of_many_boards() -> None:
    for seed in range(20):
        board = full(seed)
        assert [len(cells) for cells in board.reachable] == [864] * 4
        assert len(board.parts) == 1
    assert full().summary() == (
        "48 tiles, 36 x 24 cells, 864 of 864 cells reachable from each of 4 starts"
    )


def test_every_contact_has_an_opening_that_faces_an_opening() -> None:
    contacts = full().contacts
    assert len(contacts) == 11 * 4 + 12 * 3
    assert {c.passages for c in contacts if c.one.row == c.other.row} == {2}
    assert {c.passages for c in contacts if c.one.row != c.other.row} == {1}


def test_tiles_fill_the_table_without_overlap() -> None:
    board = full()
    boxes = [at.apply_rect(Rect(0, 0, *face.size)) for face, at in board.faces]
    assert all(at.determinant == 1 for _, at in board.faces)
    assert not any(a.overlaps(b) for i, a in enumerate(boxes) for b in boxes[:i])
    assert sum(box.width * box.height for box in boxes) == pytest.approx(
        board.size.width * board.size.height
    )
    assert all(Rect(0, 0, *board.size).covers(box) for box in boxes)
    assert [(p.face, p.at) for p in board.placed] == list(board.faces)


def test_tiles_lie_trimmed() -> None:
    tile = full().laid[0]
    wide = replace(tile.piece, front=replace(tile.piece.front, bleed=3.0))
    board = lay([Laid(wide, 0, 0)], 1, 1)
    assert tuple(board.faces[0][0].box) == (0, 0, *tile.piece.size)


# -- the lot -------------------------------------------------------------------------------------


def test_a_seed_gives_one_board_and_another_seed_another() -> None:
    again = random_board(Plan(load(bundled_games()["labydo"])[0]), seed=3)
    assert [(t.piece.id, t.col, t.row, t.turn) for t in again.laid] == [
        (t.piece.id, t.col, t.row, t.turn) for t in full(3).laid
    ]
    assert len({full(seed).maze for seed in range(-3, 10)}) == 13


def test_the_lot_is_the_same_in_every_python(tmp_path: Path) -> None:
    board = random_board(own_game(tmp_path, dict.fromkeys("abcdef", OPEN)), seed=7)
    assert "".join(f"{tile.piece.id}{tile.turn}" for tile in board.laid) == "c3a2d3b1e0f1"


def test_turns_are_drawn_by_lot() -> None:
    turns = [tile.turn for tile in full().laid if tile.piece.part == "labyrinth"]
    assert set(turns) == {0, 2}
    assert 8 <= turns.count(2) <= 32


# -- sizes ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cols", "rows", "parts"),
    [
        (3, 2, (2, 2, 2)),
        (2, 2, (2, 2, 0)),
        (2, 1, (1, 1, 0)),
        (6, 8, (4, 4, 40)),
        (1, 1, (0, 0, 1)),
        (1, 3, (0, 0, 3)),
        (9, 5, (4, 4, 37)),
        (12, 4, (4, 4, 40)),
    ],
)
def test_a_size_in_tiles(cols: int, rows: int, parts: tuple[int, int, int]) -> None:
    board = random_board(labydo(), cols, rows, seed=1)
    assert (board.maze.cols, board.maze.rows) == (3 * cols, 6 * rows)
    found = [tile.piece.part for tile in board.laid]
    assert tuple(map(found.count, ("entrance", "exit", "labyrinth"))) == parts
    assert {t.col for t in board.laid if t.piece.part == "entrance"} <= {0}
    assert {t.col for t in board.laid if t.piece.part == "exit"} <= {cols - 1}
    assert board.reachable_from_all == board.cells == frozenset(range(18 * cols * rows))


@pytest.mark.parametrize(
    ("cols", "rows", "found"),
    [
        (None, 5, (9, 5)),
        (9, None, (9, 5)),
        (1, None, (1, 40)),
        (None, 1, (42, 1)),
    ],
)
def test_one_side_is_chosen_for_the_most_tiles(
    cols: int | None, rows: int | None, found: tuple[int, int]
) -> None:
    board = random_board(labydo(), cols, rows)
    assert (board.maze.cols // 3, board.maze.rows // 6) == found


@pytest.mark.parametrize(
    ("tiles", "found"),
    [
        (("ent-*", "exit-*", "lab-0*", "lab-1*"), "25 tiles, 15 x 30 cells"),
        (("lab-*",), "40 tiles, 30 x 24 cells"),
        (("ent-1", "exit-1", "lab-01"), "3 tiles, 9 x 6 cells"),
    ],
)
def test_without_a_size_no_strip_is_laid(tiles: tuple[str, ...], found: str) -> None:
    """27 tiles would make 3 x 9 of them, five times as long as wide: two stay in the box."""
    assert random_board(labydo(*tiles)).summary().startswith(found)


@pytest.mark.parametrize(
    ("cols", "rows", "asked"),
    [
        (13, 4, "13 columns of 4 rows"),
        (12, 5, "12 columns of 5 rows"),
        (1, 41, "1 column of 41 rows"),
        (10**9, 10**9, "1000000000 columns of 1000000000 rows"),
        (49, None, "49 columns"),
        (None, 49, "49 rows"),
    ],
)
def test_too_large_a_size_is_refused(cols: int | None, rows: int | None, asked: str) -> None:
    assert refusal(labydo(), cols, rows) == (
        "BOARD001",
        f"there are not enough tiles for {asked}: 4 entrances, 4 exits, 40 others",
        "the largest is 12x4",
    )


@pytest.mark.parametrize(("cols", "rows"), [(0, 1), (1, 0), (-1, None), (None, 0)])
def test_a_size_of_nothing_is_refused(cols: int | None, rows: int | None) -> None:
    assert refusal(labydo(), cols, rows) == (
        "BOARD001",
        "a board has at least one column and one row of tiles",
        "the largest is 12x4",
    )


def test_a_game_without_tiles_is_refused() -> None:
    assert refusal(labydo("box")) == (
        "BOARD001",
        "labydo has no tiles to lay",
        "a board is made of maze tiles",
    )


# -- own games -----------------------------------------------------------------------------------


def test_plain_tiles_make_the_squarest_board_of_all_of_them(tmp_path: Path) -> None:
    board = random_board(own_game(tmp_path, {"a": OPEN, "b": OPEN}, copies=6))
    assert board.summary() == "12 tiles, 8 x 6 cells, all connected"
    assert not board.starts
    assert len({tile.turn for tile in board.laid}) > 2, "square tiles turn by quarters"


def test_a_game_of_entrances_alone_is_a_plain_game(tmp_path: Path) -> None:
    board = random_board(own_game(tmp_path, {"a": OPEN}, part="entrance", copies=4))
    assert board.summary() == "4 tiles, 4 x 4 cells, all connected"


def test_tiles_that_do_not_connect_lie_apart(tmp_path: Path) -> None:
    board = random_board(own_game(tmp_path, {"a": SHUT}, copies=4))
    assert board.summary() == "4 tiles, 4 x 4 cells, in 4 separate parts"
    assert {contact.passages for contact in board.contacts} == {0}
    assert len(board.reachable_from_all) == 4


def test_where_tiles_must_connect_only_fitting_ones_are_laid(tmp_path: Path) -> None:
    plan = own_game(tmp_path, {"a": WEST, "b": WEST}, connect=True)
    for seed in range(8):
        assert random_board(plan, 2, 1, seed).summary() == "2 tiles, 4 x 2 cells, all connected"


def test_where_nothing_fits_the_lot_says_so(tmp_path: Path) -> None:
    code, message, hint = refusal(own_game(tmp_path, {"a": SHUT}, connect=True, copies=4))
    assert (code, message) == ("BOARD002", "in 50 deals, tiles for 2x2 never connected")
    assert hint.startswith("try another --seed or a smaller --size")


def test_tiles_of_different_sizes_are_refused(tmp_path: Path) -> None:
    own_game(tmp_path, {"a": OPEN})
    text = (tmp_path / "tiles.yaml").read_text(encoding="utf-8").replace("20mm", "25mm")
    (tmp_path / "wide.yaml").write_text(text.replace("  a:", "  z:"), encoding="utf-8")
    code, message, hint = refusal(Plan(load(tmp_path)[0]))
    assert (code, message) == ("BOARD001", "tiles of different sizes make no board")
    assert "1 of 2 x 2 cells, 40 x 40 mm" in hint


# -- the verdict is about the whole layout -------------------------------------------------------


def test_taking_a_tile_away_from_a_chain_breaks_it() -> None:
    whole = random_board(labydo(), 5, 1, seed=2)
    assert len(whole.parts) == 1
    for gap in (1, 2, 3):
        left = lay([tile for tile in whole.laid if tile.col != gap], 5, 1)
        assert len(left.parts) == 2
        assert len(left.reachable_from_all) == 18 * gap


def test_taking_any_tile_away_is_noticed() -> None:
    whole = full()
    for gone in whole.laid:
        left = lay([tile for tile in whole.laid if tile is not gone], 12, 4)
        assert len(left.cells) == 846
        assert {len(cells) for cells in left.reachable} == {846}
        assert all(not cells & whole.cells_of(gone) for cells in left.reachable)
        assert len(left.starts) == 4 - (gone.piece.part == "entrance")


def test_tiles_may_not_overlap_stick_out_or_lie_athwart() -> None:
    one, other = full().laid[:2]
    with pytest.raises(ValueError, match="two mazes cover"):
        lay([Laid(one.piece, 0, 0), Laid(other.piece, 0, 0)], 2, 1)
    with pytest.raises(ValueError, match="sticks out"):
        lay([Laid(one.piece, 2, 0)], 2, 1)
    with pytest.raises(ValueError, match="does not lie on the grid"):
        lay([Laid(one.piece, 0, 0), Laid(other.piece, 1, 0, turn=1)], 2, 1)
    with pytest.raises(ValueError, match="needs a tile"):
        lay([], 1, 1)
