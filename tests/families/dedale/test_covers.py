"""Boards of solved labors: the certificate's cards, the room outlined."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from dedale_help import certificates, kit, plan

from pnp.boards import random_board
from pnp.errors import PnpError
from pnp.families.dedale.board import CoverBoard, board_of, outline_of, steps_of
from pnp.families.dedale.table import MINOTAUR
from pnp.geometry.plane import Rect
from pnp.pdf.board import board_pdf, board_png, board_svg


def board(seed: int = 1, cols: int | None = None, rows: int | None = None) -> CoverBoard:
    found = random_board(plan(), cols, rows, seed)
    assert isinstance(found, CoverBoard)
    return found


def test_a_seed_gives_one_board_and_seeds_differ() -> None:
    assert board(3) == board(3)
    assert len({board(seed).note for seed in range(8)}) > 3


def test_every_certificate_can_be_drawn() -> None:
    for one in certificates():
        drawn = board_of(plan(), kit(), one, len(one.moves))
        assert [card.piece.id for card in drawn.laid] == ["minotaur", *(m.card for m in one.moves)]
        boxes = [at.apply_rect(Rect(0, 0, *face.size)) for face, at in drawn.faces]
        assert all(Rect(0, 0, *drawn.size).covers(box) for box in boxes)
        assert all(at.determinant == pytest.approx(1) for _, at in drawn.faces)
        assert MINOTAUR in drawn.room


def test_cards_lie_where_the_certificate_says() -> None:
    one = certificates()[0]
    drawn = board_of(plan(), kit(), one, len(one.moves))
    corners = {face.key: at.apply_rect(Rect(0, 0, *face.size)) for face, at in drawn.faces}
    for card, move in zip(drawn.laid[1:], one.moves, strict=True):
        box = corners[card.piece.front.key]
        assert (box.x, box.y) == pytest.approx(
            ((move.col - drawn.left) * 21, (move.row - drawn.top) * 21)
        )


def test_later_cards_cover_earlier_ones() -> None:
    drawn = board()
    order = [face.key for face, _ in drawn.faces]
    places = [order.index(card.piece.front.key) for card in drawn.laid]
    assert places == sorted(places)


def test_the_outline_is_closed_and_round_the_room() -> None:
    drawn = board()
    d = outline_of(drawn.room, drawn.left, drawn.top, drawn.side)
    numbers = re.findall(r"M([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)", d)
    ends = [tuple(map(float, line)) for line in numbers]
    edges = sum(
        (row + down, col + right) not in drawn.room
        for row, col in drawn.room
        for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0))
    )
    assert [abs(x1 - x0) + abs(y1 - y0) for x0, y0, x1, y1 in ends] == [21.0] * edges


def test_inside_the_walls_the_line_still_closes() -> None:
    for one in certificates():
        drawn = board_of(plan(), kit(), one, len(one.moves))
        d = outline_of(drawn.room, drawn.left, drawn.top, drawn.side, 2.0)
        ends = Counter(re.findall(r"[ML]([\d.]+ [\d.]+)", d))
        assert all(number % 2 == 0 for number in ends.values())


def test_a_size_is_kept_or_refused() -> None:
    assert (board(2, 14, 12).cols, board(2, 14, 12).rows) == (14, 12)
    with pytest.raises(PnpError) as caught:
        board(1, 2, 2)
    assert caught.value.problems[0].code == "BOARD001"


def test_small_pictures_are_of_one_size_and_frame_the_newest() -> None:
    steps = steps_of(plan(), kit(), certificates()[7])
    assert len(steps) == len(certificates()[7].moves)
    assert len({(s.left, s.top, s.cols, s.rows) for s in steps}) == 1
    assert [s.newest for s in steps] == [True] * (len(steps) - 1) + [False]
    assert steps[-1].room and not steps[0].room


def test_files_are_the_same_twice() -> None:
    one = board(4)
    assert board_svg(one) == board_svg(board(4))
    assert board_pdf(one, "x") == board_pdf(board(4), "x")
    assert board_png(one, 20).startswith(b"\x89PNG")
