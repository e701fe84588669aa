"""Styles of marks, hair lines on cuts, and what a machine is told to cut."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from sheets_help import blank, piece

from pnp.game.loader import bundled_games, load
from pnp.game.plan import Plan, SheetDocument
from pnp.geometry.plane import Affine, Rect, bounds
from pnp.layout.contours import Cut, cuts_of
from pnp.layout.cuts import HAIR
from pnp.layout.duplex import back_sheets, folded
from pnp.layout.grid import Area, arrange
from pnp.layout.imposition import Group, Setting, impose
from pnp.layout.marks import Marks, content_area, crop_marks, dress
from pnp.layout.paper import PAPERS
from pnp.layout.sheet import Line, Placement, Sheet

A4 = PAPERS["A4"]


def sheet_of(count: int, gap: float = 0, size: tuple[float, float] = (50, 70)) -> Sheet:
    pieces = [blank(f"p{i}", *size) for i in range(count)]
    pages, misfits = arrange(pieces, Area(content_area(A4, marks=True), gap))
    assert not misfits
    return Sheet(A4, "front", pages[0], 1, len(pages))


def hair_box(line: Line) -> Rect:
    box = bounds((line.start, line.end))
    if box.width > box.height:
        return Rect(box.x, box.y - HAIR / 2, box.width, HAIR)
    return Rect(box.x - HAIR / 2, box.y, HAIR, box.height)


def ink_on(trim: Rect, lines: tuple[Line, ...]) -> float:
    """How deep the deepest line reaches into a piece, mm."""
    return max(
        (
            min(both.width, both.height)
            for line in lines
            if min((both := hair_box(line).intersect(trim)).size) > 1e-9
        ),
        default=0.0,
    )


def test_no_marks() -> None:
    """B32: off is off."""
    sheet = sheet_of(9, gap=3)
    assert crop_marks(sheet.placements, Marks("none")) == ()
    assert {x.role for x in dress(sheet, "name", [], True, Marks("none")).lines} == {"ruler"}


@pytest.mark.parametrize("style", ["corner", "outer", "cross", "full"])
@pytest.mark.parametrize("count", [1, 4, 7])
def test_no_marks_at_empty_slots(style: str, count: int) -> None:
    """B4, B5: marks are those of the pieces that are there."""
    full = sheet_of(9)
    sheet = replace(full, placements=full.placements[:count])
    taken = [p.trim for p in sheet.placements]
    lines = crop_marks(sheet.placements, Marks(style))  # type: ignore[arg-type]
    assert lines
    for line in lines:
        box = bounds((line.start, line.end))
        assert any(trim.inset(-3.6).covers(box) for trim in taken) or style == "full"
        assert bounds([c for t in taken for c in t.corners]).inset(-3.6).covers(box)
    for empty in (p.trim for p in full.placements[count:]):
        assert not any(hair_box(line).overlaps(empty.inset(3.6)) for line in lines)


def test_corner_marks_in_gaps_and_outer_ones_only_outside() -> None:
    sheet = sheet_of(6, gap=12)
    corner, outer = (crop_marks(sheet.placements, Marks(style)) for style in ("corner", "outer"))
    block = bounds([c for p in sheet.placements for c in p.trim.corners])
    assert set(outer) < set(corner)
    assert len(corner) == 6 * 8
    for line in outer:
        assert not block.inset(-0.5).overlaps(hair_box(line), 0)
    inner = {line for line in corner if block.inset(-0.5).overlaps(hair_box(line), 0)}
    assert set(corner) - inner == set(outer)


def test_lengths_offsets_and_colours() -> None:
    style = Marks("corner", length=4, offset=2, colour="#FF00FF")
    (placed,) = sheet_of(1).placements
    lines = crop_marks((placed,), style)
    assert {round(math.dist(x.start, x.end), 6) for x in lines} == {4}
    assert {x.colour for x in lines} == {"#FF00FF"}
    above = [x for x in lines if x.end.y < placed.trim.y]
    assert {round(placed.trim.y - x.end.y, 6) for x in above} == {2}
    assert style.room(0) == 6
    assert content_area(A4, True, style.room(0)).x == pytest.approx(5 + 2 + 6)


@pytest.mark.parametrize("sides", ["front", "back", "both"])
def test_marks_on_one_side_only(sides: str) -> None:
    style = Marks("corner", sides=sides)  # type: ignore[arg-type]
    pieces = [piece(f"p{i}", 40, 60) for i in range(4)]
    setting = Setting(crop=style, sides="fold")
    fronts = impose(Group(pieces, True, "long", 0, marks=True), setting).sheets
    (back,) = back_sheets(fronts, "long")
    assert bool(crop_marks(fronts[0].placements, style)) == (sides != "back")
    assert bool(crop_marks(back.placements, style)) == (sides != "front")
    (fold,) = folded(fronts, fronts[0].axis or "vertical")
    lines = crop_marks(fold.placements, style)
    for side in ("front", "back"):
        block = [c for p in fold.placements if p.side == side for c in p.trim.corners]
        near = [x for x in lines if bounds(block).inset(-3.6).overlaps(hair_box(x))]
        assert bool(near) == (sides in ("both", side))


@pytest.mark.parametrize("style", ["cross", "full"])
@pytest.mark.parametrize("gap", [0.0, 0.04, 0.1, 2.0, 9.0])
@pytest.mark.parametrize("count", [1, 5, 9])
def test_hair_lines_leave_nothing_on_a_piece(style: str, gap: float, count: int) -> None:
    """Outside the trims; on a shared edge each piece keeps half of a hair line."""
    sheet = sheet_of(count, gap) if gap < 5 else sheet_of(min(count, 6), gap)
    lines = crop_marks(sheet.placements, Marks(style))  # type: ignore[arg-type]
    assert {x.role for x in lines} == {"cut"}
    for p in sheet.placements:
        allowed = max(0.0, HAIR - gap) / 2 if count > 1 else 0.0
        assert ink_on(p.trim, lines) == pytest.approx(allowed, abs=1e-9) or (
            ink_on(p.trim, lines) <= allowed
        )


@settings(max_examples=100, deadline=None)
@given(
    st.lists(st.tuples(st.floats(8, 90), st.floats(8, 90)), min_size=1, max_size=10),
    st.sampled_from([0.0, 0.05, 3.0]),
    st.sampled_from(["cross", "full"]),
)
def test_hair_lines_enter_pieces_only_where_two_abut(
    sizes: list[tuple[float, float]], gap: float, style: str
) -> None:
    pieces = [blank(f"p{i}", round(w, 2), round(h, 2)) for i, (w, h) in enumerate(sizes)]
    pages, _ = arrange(pieces, Area(content_area(A4, marks=True), gap))
    for page in pages:
        trims = [p.trim for p in page]
        for line in crop_marks(page, Marks(style)):  # type: ignore[arg-type]
            box = hair_box(line)
            assert A4.printable.covers(box)
            hit = [t for t in trims if box.overlaps(t)]
            level = box.width > box.height
            for trim in hit:
                both = box.intersect(trim)
                assert (both.height if level else both.width) <= HAIR / 2 + 1e-6
            for low, high in _parts(box, hit, level):
                spot = (low + high) / 2
                above = [t for t in hit if _spans(t, spot, level) and _after(t, box, level)]
                below = [t for t in hit if _spans(t, spot, level) and not _after(t, box, level)]
                assert bool(above) == bool(below)


def _parts(box: Rect, hit: list[Rect], level: bool) -> list[tuple[float, float]]:
    ends = [box.x, box.right] if level else [box.y, box.bottom]
    inner = [v for t in hit for v in ((t.x, t.right) if level else (t.y, t.bottom))]
    stops = sorted({*ends, *(v for v in inner if ends[0] < v < ends[1])})
    return [(a, b) for a, b in pairwise(stops) if b - a > 1e-4]


def _spans(trim: Rect, spot: float, level: bool) -> bool:
    return trim.x < spot < trim.right if level else trim.y < spot < trim.bottom


def _after(trim: Rect, box: Rect, level: bool) -> bool:
    return trim.centre.y > box.centre.y if level else trim.centre.x > box.centre.x


def test_a_full_sheet_of_crosses_and_lines() -> None:
    """3 x 3 edge to edge: 16 grid points with four arms each, or 24 edges and 16 ends."""
    placed = sheet_of(9).placements
    cross, full = (crop_marks(placed, Marks(style)) for style in ("cross", "full"))
    assert len(cross) == 2 * 24 + 16
    assert len(full) == 24 + 16
    assert {round(math.dist(x.start, x.end), 4) for x in cross} == {2.5}
    assert sum(math.dist(x.start, x.end) for x in full) == pytest.approx(12 * 120 + 16 * 2.5)


# -- cuts for machines -----------------------------------------------------------------------------


def test_abutting_pieces_are_cut_along_straight_lines_once() -> None:
    cuts = cuts_of(sheet_of(9))
    assert len(cuts) == 8 and not any(cut.closed for cut in cuts)
    lengths = sorted(round(math.dist(*cut.points), 6) for cut in cuts)
    assert lengths == [150] * 4 + [210] * 4


def test_a_partial_sheet_is_cut_where_there_are_pieces() -> None:
    cuts = cuts_of(sheet_of(4))
    lengths = sorted(round(math.dist(*cut.points), 6) for cut in cuts)
    assert lengths == [50, 70, 70, 140, 140, 150, 150]


def test_pieces_apart_are_closed_contours() -> None:
    sheet = sheet_of(4, gap=2)
    cuts = cuts_of(sheet)
    assert all(cut.closed for cut in cuts)
    assert {cut.points for cut in cuts} == {p.trim.corners for p in sheet.placements}


def test_backs_are_not_cut() -> None:
    at = Affine.translation(20, 20)
    both = tuple(Placement(piece("a"), side, at) for side in ("front", "back"))
    assert len(cuts_of(Sheet(A4, "fold", both))) == 1
    assert cuts_of(Sheet(A4, "back", both[1:])) == ()


def test_nets_are_cut_along_their_outline_and_slits() -> None:
    game, _ = load(bundled_games()["labydo"])
    for document in Plan(game).documents:
        for sheet in document.sheets if isinstance(document, SheetDocument) else ():
            nets = [p for p in sheet.placements if p.piece.net is not None]
            cuts = [cut for cut in cuts_of(sheet) if len(cut.points) > 4]
            for p in nets:
                (found,) = [c for c in cuts if p.trim.covers(bounds(c.points)) and c.closed][:1]
                assert p.piece.outline
                wanted = {(round(q.x, 6), round(q.y, 6)) for q in map(p.at.apply, p.piece.outline)}
                assert {(round(q.x, 6), round(q.y, 6)) for q in found.points} == wanted
            assert not nets or len(cuts) >= len(nets)


def test_cuts_are_plain_data() -> None:
    assert cuts_of(sheet_of(2)) == cuts_of(sheet_of(2))
    assert isinstance(cuts_of(sheet_of(1))[0], Cut)
