"""Mixed sheets: where a straight cut ends, a mark stands, as far as there is room for one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from sheets_help import blank

from pnp.geometry.plane import Rect, bounds
from pnp.layout.cuts import SAME
from pnp.layout.grid import Area, arrange
from pnp.layout.marks import Marks, MarkStyle, content_area, crop_marks
from pnp.layout.packs import pack
from pnp.layout.paper import PAPERS
from pnp.layout.sheet import Line, Placement
from pnp.piece import Face, Piece

A4 = PAPERS["A4"]


class End(NamedTuple):
    """Where a cut along one axis (0: upright, at x = `line`) leaves its last piece, and how much
    is free from there to the next piece or to the edge of the paper."""

    axis: int
    line: float
    at: float
    way: int
    free: float
    outside: bool


def ends_of(placed: Sequence[Placement]) -> Iterator[End]:
    """Both ends of every straight cut, as far as it runs without meeting a piece."""
    for axis in (0, 1):
        along = 1 - axis
        spans = [
            (t[axis], t[axis] + t[axis + 2], t[along], t[along] + t[along + 2])
            for t in (p.trim for p in placed)
        ]
        plain = [span for span, p in zip(spans, placed, strict=True) if p.piece.outline is None]
        for line in {edge for span in plain for edge in span[:2]}:
            across = [s for s in spans if s[0] < line - SAME and s[1] > line + SAME]
            beside = [s for s in spans if min(abs(s[0] - line), abs(s[1] - line)) <= SAME]
            length = A4.size[along]
            starts = [0.0, *sorted(s[3] for s in across)]
            stops = [*sorted(s[2] for s in across), length]
            for start, stop in zip(starts, stops, strict=True):
                inside = [s for s in beside if s[2] >= start - SAME and s[3] <= stop + SAME]
                if not any(s in plain for s in inside):
                    continue
                low, high = min(s[2] for s in inside), max(s[3] for s in inside)
                yield End(axis, line, low, -1, low - start, start == 0.0)
                yield End(axis, line, high, 1, stop - high, stop == length)


def is_marked(end: End, marks: Sequence[Line]) -> bool:
    """Whether a line in the cut's own runs on behind its end, and before the next piece."""
    for mark in marks:
        one, other = mark.start, mark.end
        if abs(one[end.axis] - other[end.axis]) > SAME or abs(one[end.axis] - end.line) > 0.06:
            continue
        away = sorted(end.way * (p[1 - end.axis] - end.at) for p in (one, other))
        if away[0] >= -SAME and 0.4 < away[1] < end.free + SAME:
            return True
    return False


def laid(
    sizes: Sequence[tuple[float, float, int, bool]], gap: float, packed: bool, bleed: float = 0
) -> list[tuple[Placement, ...]]:
    pieces = []
    for i, (width, height, copies, shaped) in enumerate(sizes):
        one: Piece = blank(f"p{i}", width, height, copies)
        outline = Rect(0, 0, width, height).corners if shaped else None
        pieces.append(replace(one, outline=outline, front=Face(one.size, (), bleed)))
    room = Area(content_area(A4, True, Marks().room(bleed)), gap)
    return (pack(pieces, room, A4.area) if packed else arrange(pieces, room))[0]


SIDES = st.sampled_from([20.0, 31.5, 45.0, 63.0, 88.0, 100.0])
SIZES = st.lists(st.tuples(SIDES, SIDES, st.integers(1, 4), st.booleans()), min_size=1, max_size=4)
STYLES: tuple[MarkStyle, ...] = ("corner", "cross", "full", "outer")


@pytest.mark.slow
@pytest.mark.parametrize("style", STYLES)
@settings(max_examples=60, deadline=None)
@given(SIZES, st.sampled_from([0.0, 2.0, 3.0, 5.0]), st.booleans())
def test_cuts_that_reach_the_paper_are_marked_at_both_ends_and_others_where_there_is_room(
    style: MarkStyle,
    sizes: list[tuple[float, float, int, bool]],
    gap: float,
    packed: bool,
) -> None:
    for page in laid(sizes, gap, packed):
        marks = crop_marks(page, Marks(style=style))
        for end in ends_of(page):
            if end.outside or (end.free >= 2.0 - SAME and style != "outer"):
                assert is_marked(end, marks), end
        for mark in marks:
            box = bounds((mark.start, mark.end)).inset(-mark.width / 2)
            deep = 1e-6 if mark.role == "mark" else mark.width / 2 + 1e-6
            assert not any(p.trim.overlaps(box, deep) for p in page), mark


def test_a_pad_over_narrower_pieces_and_beside_shaped_ones() -> None:
    """The cut below the pad is marked on both sides, with hair lines behind the last figure."""
    sizes = [(120.0, 100.0, 1, False), (16.0, 100.0, 2, True), (30.0, 40.0, 3, False)]
    (page,) = laid(sizes, 0.0, False)
    (pad,) = (p.trim for p in page if p.piece.id == "p0")
    below = [e for e in ends_of(page) if e.axis == 1 and abs(e.line - pad.bottom) < SAME]
    assert [(e.way, e.outside) for e in below] == [(-1, True), (1, True)]
    assert below[1].at == pytest.approx(pad.right + 32)
    for style in STYLES:
        marks = crop_marks(page, Marks(style=style))
        assert all(is_marked(end, marks) for end in below), style


@pytest.mark.parametrize(
    ("gap", "bleed", "offset", "length"),
    [
        (1.5, 0.0, None, None),
        (2.0, 0.0, None, 1.0),
        (3.0, 0.0, None, 2.0),
        (6.0, 0.0, None, 2.5),
        (2.0, 1.0, None, None),
        (3.2, 1.0, None, 1.2),
        (3.0, 0.0, 1.5, None),
        (4.0, 0.0, 1.5, 1.0),
        (5.0, 0.0, 1.5, 2.5),
    ],
)
def test_a_mark_in_a_gap_is_as_long_as_offset_and_bleeds_leave_room(
    gap: float, bleed: float, offset: float | None, length: float | None
) -> None:
    """A narrow card centred below a wide one: its sides end at the wide one."""
    (page,) = laid([(150.0, 40.0, 1, False), (60.0, 30.0, 1, False)], gap, None, bleed)
    wide, narrow = (p.trim for p in page)
    found = [
        line
        for line in crop_marks(page, Marks(offset=offset))
        if line.start.x == line.end.x and wide.bottom < line.start.y < narrow.y
    ]
    own = [line for line in found if abs(line.start.x - narrow.x) < SAME]
    assert [line.end.y - line.start.y for line in own] == (
        [pytest.approx(length)] if length else []
    )
    keep = max(bleed, 0.5 if offset is None else offset) if length != 2.5 else 0.5
    for line in own:
        assert wide.bottom + keep <= line.start.y + 1e-6 and line.end.y <= narrow.y - keep + 1e-6
