"""A patch of landscape: legal, the same for a seed, honest about what is not in the kit."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from pnp.boards import random_board
from pnp.errors import PnpError
from pnp.families.the_labyrinth.board import OPPOSITE, Patch, edge_of
from pnp.families.the_labyrinth.hedges import Landscape
from pnp.game.loader import bundled_games, load
from pnp.game.plan import Options, Plan
from pnp.geometry.topology import SIDES, STEPS
from pnp.pdf.board import board_svg


@cache
def plan(*pieces: str) -> Plan:
    return Plan(load(bundled_games()["the-labyrinth"])[0], Options(pieces=pieces))


def patch(cols: int | None = None, rows: int | None = None, seed: int = 0) -> Patch:
    board = random_board(plan(), cols, rows, seed)
    assert isinstance(board, Patch)
    return board


def has_road(board: Patch, place: tuple[int, int], side: str) -> bool:
    """Asked of the piece's picture-truth and its turn, not of the module under test."""
    tile = next(t for t in board.laid if (t.col, t.row) == place)
    truth = tile.piece.truth
    assert isinstance(truth, Landscape)
    turned = {SIDES[(SIDES.index(s) + tile.turn) % 4] for s in truth.roads}
    return side in turned


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_every_contact_shows_the_same_on_both_sides(seed: int) -> None:
    board = patch(seed=seed)
    assert len(board.laid) == 15 and len(board.contacts) == 22
    for tile in board.laid:
        for side in "ES":
            place = (tile.col + STEPS[side][0], tile.row + STEPS[side][1])
            if place[0] < 5 and place[1] < 3:
                mine = has_road(board, (tile.col, tile.row), side)
                assert mine == has_road(board, place, OPPOSITE[side])
                assert mine == ("road" in edge_of(tile, side))


def test_both_mazes_lie_there_once_and_apart() -> None:
    for seed in range(6):
        mazes = [t for t in patch(seed=seed).laid if t.piece.id in ("square", "round")]
        assert sorted(t.piece.id for t in mazes) == ["round", "square"]
        one, other = mazes
        assert abs(one.col - other.col) + abs(one.row - other.row) > 1


def test_a_seed_gives_one_patch() -> None:
    assert board_svg(patch(3, 3, 4)) == board_svg(patch(3, 3, 4))
    assert board_svg(patch(3, 3, 4)) != board_svg(patch(3, 3, 5))


def test_the_summary_says_what_is_not_in_the_kit() -> None:
    assert patch(3, 2).summary() == (
        "2 labyrinth tiles among 4 plain ones, which are not in the kit; every side fits"
    )
    assert tuple(patch(3, 2).size) == (135.0, 90.0)


def test_plain_tiles_are_no_pieces_of_the_game() -> None:
    before = [piece.id for piece in plan().pieces]
    patch()
    assert [piece.id for piece in plan().pieces] == before == ["square", "round", "envelope"]


@pytest.mark.parametrize(
    ("cols", "rows", "words"), [(1, 1, "do not fit 1x1"), (0, 3, "1 to"), (99, 3, "1 to")]
)
def test_impossible_sizes_are_refused(cols: int, rows: int, words: str) -> None:
    with pytest.raises(PnpError) as caught:
        patch(cols, rows)
    assert caught.value.problems[0].code == "BOARD001"
    assert words in caught.value.problems[0].message


def test_a_selection_lays_what_is_selected() -> None:
    board = random_board(plan("round"), 2, 2, 1)
    assert board.summary().startswith("1 labyrinth tile among 3")


def test_boards_of_mazes_are_laid_as_before() -> None:
    labydo = Plan(load(bundled_games()["labydo"])[0])
    assert "cells reachable from" in random_board(labydo, 4, 3, 1).summary()


def test_mazes_that_touch_and_do_not_fit_are_refused(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text("title: T\ndocuments:\n  all: {print: [lands]}\n")
    (tmp_path / "lands.yaml").write_text(
        "kind: landscape\ntiles:\n  a: {maze: square, roads: N, copies: 2}\n  b: {maze: square}\n"
    )
    crowded = Plan(load(tmp_path)[0])
    seen = set()
    for seed in range(12):
        try:
            random_board(crowded, 3, 1, seed)
        except PnpError as error:
            seen.add(error.problems[0].message)
    assert seen == {"maze tiles touch on 3x1 places and their roads do not meet"}
