"""Straight cuts counted, against a cutter that tries every cut on the rectangles themselves."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.geometry.plane import Rect
from pnp.layout.guillotine import FEW, count_cuts

PAPER = Rect(0, 0, 100, 100)


def fewest(rects: frozenset[Rect], paper: Rect) -> int | None:
    """Every cut at every edge of every piece, over and over: slow, and sure of the fewest."""

    @cache
    def solve(pieces: frozenset[Rect], part: Rect) -> int | None:
        if not pieces or (len(pieces) == 1 and part in pieces):
            return 0
        best = None
        for x in {v for p in pieces for v in (p.x, p.right) if part.x < v < part.right}:
            if not any(p.x < x < p.right for p in pieces):
                left = frozenset(p for p in pieces if p.right <= x)
                one = solve(left, part._replace(width=x - part.x))
                other = solve(pieces - left, part._replace(x=x, width=part.right - x))
                if one is not None and other is not None:
                    best = min(best or 10**6, 1 + one + other)
        for y in {v for p in pieces for v in (p.y, p.bottom) if part.y < v < part.bottom}:
            if not any(p.y < y < p.bottom for p in pieces):
                top = frozenset(p for p in pieces if p.bottom <= y)
                one = solve(top, part._replace(height=y - part.y))
                other = solve(pieces - top, part._replace(y=y, height=part.bottom - y))
                if one is not None and other is not None:
                    best = min(best or 10**6, 1 + one + other)
        return best

    return solve(rects, paper)


def grid(cols: int, rows: int, gap: int = 0, size: int = 10, at: int = 5) -> list[Rect]:
    pitch = size + gap
    return [
        Rect(at + c * pitch, at + r * pitch, size, size) for c in range(cols) for r in range(rows)
    ]


@st.composite
def layouts(draw: st.DrawFn) -> list[Rect]:
    """A few rectangles on a coarse lattice: they abut, line up, and lock into each other."""
    found: list[Rect] = []
    for _ in range(draw(st.integers(1, 6))):
        x, y = draw(st.integers(0, 8)), draw(st.integers(0, 8))
        w, h = draw(st.integers(1, 6)), draw(st.integers(1, 6))
        rect = Rect(10 * x, 10 * y, 10 * min(w, 10 - x), 10 * min(h, 10 - y))
        if not any(rect.overlaps(other) for other in found):
            found.append(rect)
    return found


@pytest.mark.slow
@settings(max_examples=200, deadline=None)
@given(layouts())
def test_the_fewest_cuts_are_found(rects: list[Rect]) -> None:
    assert count_cuts(rects, (), PAPER) == fewest(frozenset(rects), PAPER)


@pytest.mark.parametrize(("cols", "rows", "gap"), [(1, 1, 0), (3, 2, 0), (3, 2, 4), (2, 4, 1)])
def test_grids(cols: int, rows: int, gap: int) -> None:
    """Four outer cuts; then one for every further piece, and one for every strip of waste."""
    count = cols * rows
    assert count_cuts(grid(cols, rows, gap), (), PAPER) == 4 + (count - 1) * (2 if gap else 1)


def test_a_partial_grid_wastes_one_part() -> None:
    assert count_cuts(grid(3, 3)[:-1], (), PAPER) == 4 + 7 + 1


def test_a_large_partial_grid_counts_as_small_ones_do() -> None:
    rects = grid(8, 9, at=2)[:-1]
    assert len(rects) > FEW
    assert count_cuts(rects, (), PAPER) == 4 + 70 + 1


PINWHEEL = [Rect(0, 0, 20, 10), Rect(20, 0, 10, 20), Rect(10, 20, 20, 10), Rect(0, 10, 10, 20)]


def test_a_pinwheel_cannot_be_cut() -> None:
    assert count_cuts(PINWHEEL, (), PAPER) is None
    assert count_cuts(PINWHEEL[:3], (), PAPER) is not None


def test_edges_of_the_paper_need_no_cut() -> None:
    assert count_cuts([Rect(0, 0, 50, 100)], (), PAPER) == 1
    assert count_cuts([Rect(0, 0, 50, 100)]) == 4


def test_places_of_a_thousandth_apart_are_one() -> None:
    assert count_cuts([Rect(5, 5, 10, 10), Rect(15.001, 5, 10, 10)], (), PAPER) == 5
    assert count_cuts([Rect(5, 5, 10, 10), Rect(15.01, 5, 10, 10)], (), PAPER) == 6


def test_outlined_pieces_are_only_parted() -> None:
    net = Rect(20, 10, 30, 40)
    assert count_cuts([], [net], PAPER) == 0
    assert count_cuts([Rect(60, 10, 30, 40)], [net], PAPER) == 4
    assert count_cuts(PINWHEEL[:1], PINWHEEL[1:], PAPER) is None
