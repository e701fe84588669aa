"""Round corners: the contour for machines follows them, everything else stays a rectangle's."""

from __future__ import annotations

import math

import pytest
from msgspec.structs import replace
from sheets_help import blank

from pnp.layout.contours import QUARTER, Cut, cuts_of, radius_of
from pnp.layout.grid import Area, arrange
from pnp.layout.guillotine import cuts_of_sheet
from pnp.layout.marks import content_area, crop_marks
from pnp.layout.paper import PAPERS
from pnp.layout.sheet import Sheet

A4 = PAPERS["A4"]


def sheet_of(count: int, gap: float, corners: float) -> Sheet:
    pieces = [replace(blank(f"p{i}", 50, 70), corners=corners) for i in range(count)]
    pages, _ = arrange(pieces, Area(content_area(A4, marks=True), gap))
    return Sheet(A4, "front", pages[0])


def test_a_piece_alone_is_one_round_contour() -> None:
    sheet = sheet_of(2, 4.0, 3.0)
    for placement, cut in zip(sheet.placements, cuts_of(sheet), strict=True):
        trim = placement.trim
        assert cut.closed and len(cut.points) == 8
        assert cut.length == pytest.approx(2 * (50 + 70) - 8 * 3 + 2 * math.pi * 3)
        arcs = [(p, q) for p, q, bend in cut.steps if bend]
        assert len(arcs) == 4 and all(b in (0.0, QUARTER) for _, _, b in cut.steps)
        for p, q in arcs:
            assert radius_of(p, q, QUARTER) == pytest.approx(3)
        for point in cut.points:  # on the trim, 3 mm from a corner
            assert min(math.dist(point, corner) for corner in trim.corners) == pytest.approx(3)


def test_pieces_that_touch_have_straight_cuts_and_arcs() -> None:
    round_, plain = cuts_of(sheet_of(6, 0.0, 3.0)), cuts_of(sheet_of(6, 0.0, 0.0))
    arcs = [cut for cut in round_ if cut.bends]
    assert len(arcs) == 24
    assert [cut for cut in round_ if not cut.bends] == list(plain)


def test_marks_and_straight_cuts_stay() -> None:
    for gap in (0.0, 3.0):
        one, other = sheet_of(6, gap, 3.0), sheet_of(6, gap, 0.0)
        assert crop_marks(one.placements) == crop_marks(other.placements)
        assert cuts_of_sheet(one) == cuts_of_sheet(other)


def test_length_of_straight_cuts() -> None:
    square = sheet_of(1, 0.0, 0.0).placements[0].trim.corners
    assert Cut(square, True).length == pytest.approx(240)
    assert Cut(square, False).length == pytest.approx(170)
