"""Packing for fewer sheets, then cuts: what rows and grids promise holds, and it is no worse."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sheets_help import blank, deck_piece, piece

from pnp.geometry.plane import Rect, Size, bounds
from pnp.layout.bleed import clip_bleeds
from pnp.layout.duplex import back_sheets, fold_mirror, folded, page_mirror
from pnp.layout.grid import Area, arrange
from pnp.layout.guillotine import count_cuts
from pnp.layout.imposition import Group, Setting, impose
from pnp.layout.marks import content_area
from pnp.layout.packs import pack, rank
from pnp.layout.paper import PAPERS
from pnp.layout.sheet import Placement, Sheet
from pnp.piece import Face, Piece

A4 = content_area(PAPERS["A4"], marks=True)
PAPER = PAPERS["A4"].area
lengths = st.integers(8, 120).map(float)
gaps = st.sampled_from([0.0, 0.1, 2.0, 7.0])
sizes = st.lists(st.tuples(lengths, lengths, st.integers(1, 6)), min_size=1, max_size=6)
Page = tuple[Placement, ...]


def cut_apart(trims: list[Rect]) -> bool:
    """A cutter of its own: cuts wherever nothing lies on the line, until single pieces are left."""
    if len(trims) < 2:
        return True
    for low, high in ((0, 2), (1, 3)):
        spans = [(t[low], t[low] + t[high]) for t in trims]
        for place, _ in spans:
            before = [t for t, (_, end) in zip(trims, spans, strict=True) if end <= place + 1e-6]
            after = [t for t, (at, _) in zip(trims, spans, strict=True) if at >= place - 1e-6]
            if before and after and len(before) + len(after) == len(trims):
                return cut_apart(before) and cut_apart(after)
    return False


def check(pages: list[Page], pieces: list[Piece], area: Rect, gap: float) -> None:
    wanted = sorted(p.id for p in pieces for _ in range(p.copies))
    assert sorted(p.piece.id for page in pages for p in page) == wanted
    for page in pages:
        assert page
        for i, one in enumerate(page):
            assert area.covers(one.trim, 1e-4) and one.at.determinant == 1
            assert sorted(one.trim.size) == pytest.approx(sorted(one.piece.size))
            for other in (p.trim for p in page[:i]):
                a = one.trim
                apart = (
                    a.x - other.right,
                    other.x - a.right,
                    a.y - other.bottom,
                    other.y - a.bottom,
                )
                assert max(apart) >= gap - 1e-6


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(sizes, gaps)
def test_packing(of: list[tuple[float, float, int]], gap: float) -> None:
    pieces = [blank(f"p{i}", w, h, n) for i, (w, h, n) in enumerate(of)]
    room = Area(A4, gap)
    plain, _ = arrange(pieces, room)
    pages, misfits = pack(pieces, room, PAPER)
    assert not misfits
    check(pages, pieces, A4, gap)
    assert all(cut_apart([p.trim for p in page]) for page in plain)
    for page in pages:
        trims = [p.trim for p in page]
        assert cut_apart(trims) == (count_cuts(trims, (), PAPER) is not None)
    assert len(pages) <= len(plain) and rank(pages, PAPER) <= rank(plain, PAPER)
    if len(pages) == len(plain):
        assert all(cut_apart([p.trim for p in page]) for page in pages)
    assert pages == pack(pieces, room, PAPER)[0]


def shape(pages: list[Page]) -> tuple[int, int]:
    counts = [count_cuts([p.trim for p in page], (), PAPER) or 0 for page in pages]
    return len(pages), sum(counts)


def test_equal_pieces_are_turned_when_more_fit() -> None:
    """44 x 68: 4 x 3 upright are 12, and so are 2 x 6 turned, but two blocks hold 15."""
    pieces = [blank("mini", 44, 68, 100)]
    assert shape(arrange(pieces, Area(A4, 2))[0])[0] == 9
    pages, _ = pack(pieces, Area(A4, 2), PAPER)
    assert len(pages) == 7
    assert {p.at.b for p in pages[0]} == {0, 1}
    first, last = ([p.trim for p in page[:10]] for page in (pages[0], pages[-1]))
    assert len(last) == len(pages[-1]) == 10
    assert [t.x - last[0].x for t in last] == pytest.approx([t.x - first[0].x for t in first])
    block = bounds([corner for trim in last for corner in trim.corners])
    assert block.centre == pytest.approx(A4.centre)


KIT = [blank("tile", 57, 57, 24), blank("card", 63, 88, 30), blank("token", 20, 20, 40)]
KIT += [blank("long", 180, 40, 4)]


def test_a_kit_of_mixed_sizes() -> None:
    """The figures are measured; more sheets or cuts would be a loss to be explained."""
    assert shape(arrange(KIT, Area(A4))[0]) == (7, 125)
    assert shape(pack(KIT, Area(A4), PAPER)[0]) == (6, 121)


def test_pieces_that_do_not_fit_are_named_and_the_rest_is_placed() -> None:
    pages, misfits = pack([blank("big", 300, 300), blank("a", 30, 40, 2)], Area(A4), PAPER)
    assert [m.piece.id for m in misfits] == ["big"]
    assert [p.piece.id for page in pages for p in page] == ["a", "a"]
    assert pack([], Area(A4), PAPER) == ([], [])


@pytest.mark.parametrize("sides", ["separate", "interleaved", "fold"])
def test_backs_land_behind_packed_fronts(sides: Any) -> None:
    pieces = [
        piece("a", 44, 68, copies=9),
        piece("b", 70, 30, copies=7),
        piece("c", 25, 25, copies=9),
    ]
    setting = Setting(PAPERS["A4"], "auto", sides=sides, pack=True)
    imposed = impose(Group(pieces, True, "long", 1.0, marks=True), setting)
    assert not imposed.misfits
    if sides == "fold":
        axis = imposed.sheets[0].axis or "vertical"
        mirror = fold_mirror(imposed.sheets[0].paper, axis)
        pairs = [
            (p, q)
            for sheet in folded(imposed.sheets, axis)
            for p, q in zip(
                [p for p in sheet.placements if p.side == "front"],
                [p for p in sheet.placements if p.side == "back"],
                strict=True,
            )
        ]
    else:
        mirror = page_mirror(imposed.sheets[0].paper, "long")
        pairs = [
            (p, q)
            for back in back_sheets(imposed.sheets, "long")
            for n in back.behind
            for p, q in zip(imposed.sheets[n - 1].placements, back.placements, strict=True)
        ]
    assert len(pairs) == 25
    for front, back in pairs:
        assert back.piece is front.piece and back.at.determinant == 1
        assert mirror.apply_rect(front.trim) == pytest.approx(back.trim)


@pytest.mark.slow
@settings(max_examples=30, deadline=None)
@given(sizes, st.sampled_from([0.0, 2.0, 6.0]))
def test_bleeds_of_packed_pieces_stay_off_other_pieces(
    of: list[tuple[float, float, int]], gap: float
) -> None:
    loc = blank("x", 1, 1).loc
    pieces = [
        deck_piece(f"p{i}", Face(Size(w, h), (), bleed=3.0), None, loc, n)
        for i, (w, h, n) in enumerate(of)
    ]
    area = A4.inset(3)
    for page in pack(pieces, Area(area, gap), PAPER)[0]:
        shown = clip_bleeds(Sheet(PAPERS["A4"], "front", page), "all").placements
        for one in shown:
            assert one.shown.covers(one.trim, 1e-4)
            assert not any(one.shown.overlaps(p.trim) for p in shown if p is not one)


def test_room_for_equal_pieces_upright_only() -> None:
    """No page of pieces that lie turned can be made of half a sheet that is too narrow for them."""
    pages, misfits = pack([piece("a", 63, 88, copies=3)], Area(Rect(0, 0, 65, 180), 0.0), PAPER)
    assert (len(pages), misfits) == (2, [])
