"""Crop marks on a bleed stand on white, wherever its colour may be theirs; no other mark does."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from sheets_help import blank

from pnp.checks.sheet import _line_box
from pnp.layout.bleed import clip_bleeds
from pnp.layout.grid import Area, arrange
from pnp.layout.marks import HALO, MARK_WIDTH, Marks, content_area, dress
from pnp.layout.paper import PAPERS
from pnp.layout.sheet import Line, Sheet

A4 = PAPERS["A4"]


def dressed(bleed: float, gap: float, style: Marks = Marks()) -> Sheet:  # noqa: B008
    pieces = [blank(f"p{i}", 50, 70) for i in range(6)]
    pieces = [replace(p, front=replace(p.front, bleed=bleed)) for p in pieces]
    room = content_area(A4, marks=True, room=style.room(bleed))
    pages, _ = arrange(pieces, Area(room, gap))
    return dress(clip_bleeds(Sheet(A4, "front", pages[0]), "all"), "name", [], True, style)


def of(sheet: Sheet, role: str) -> list[Line]:
    return [line for line in sheet.lines if line.role == role]


def on_bleed(sheet: Sheet, mark: Line) -> bool:
    x, y = (mark.start.x + mark.end.x) / 2, (mark.start.y + mark.end.y) / 2
    return any(
        p.shown.x < x < p.shown.right and p.shown.y < y < p.shown.bottom for p in sheet.placements
    )


def test_marks_on_a_bleed_have_a_halo_below_them() -> None:
    sheet = dressed(3, 6)
    marks, halos = of(sheet, "mark"), of(sheet, "halo")
    wanted = [mark for mark in marks if on_bleed(sheet, mark)]
    assert 0 < len(wanted) < len(marks)
    assert [(h.start, h.end) for h in halos] == [(m.start, m.end) for m in wanted]
    assert {(h.width, h.colour) for h in halos} == {(MARK_WIDTH + 2 * HALO, "#FFFFFF")}
    assert sheet.lines[: len(halos)] == tuple(halos)


@pytest.mark.parametrize(
    ("bleed", "gap", "style"),
    [
        (0, 6, Marks()),
        (3, 0, Marks()),
        (3, 9, Marks()),
        (3, 6, Marks("none")),
        (3, 6, Marks("outer")),
        (3, 6, Marks("full")),
    ],
)
def test_other_marks_have_none(bleed: float, gap: float, style: Marks) -> None:
    assert of(dressed(bleed, gap, style), "halo") == []


@pytest.mark.parametrize("gap", [0.3, 0.6, 1.0, 2.0, 6.0])
@pytest.mark.parametrize("offset", [0.1, 0.2, 0.5])
def test_no_halo_lies_on_a_piece(gap: float, offset: float) -> None:
    sheet = dressed(3, gap, Marks(offset=offset, length=0.5))
    trims = [p.trim for p in sheet.placements]
    halos = of(sheet, "halo")
    assert halos or offset < 0.3 or gap < 2
    assert not any(_line_box(halo).overlaps(trim) for halo in halos for trim in trims)
