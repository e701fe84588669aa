"""Bleeds: up to the middle of a gap, never on a piece, and the grid does not mind them."""

from __future__ import annotations

from typing import Literal

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from sheets_help import blank, deck_piece

from pnp.draw.ink import Ink
from pnp.errors import Loc
from pnp.geometry.plane import Rect, Size
from pnp.layout.bleed import clip_bleeds, widest_bleed
from pnp.layout.duplex import back_of, page_mirror
from pnp.layout.grid import Area, arrange
from pnp.layout.imposition import Group, Imposed, Setting, impose
from pnp.layout.marks import Marks, content_area, dress
from pnp.layout.paper import PAPERS
from pnp.layout.sheet import Sheet
from pnp.pdf.pages import Info, Page, write_pages
from pnp.pdf.png import page_image
from pnp.piece import Face, Piece, Placed, Stamp

A4 = PAPERS["A4"]
TONES = ("#C00000", "#00A000", "#0000C0", "#C0A000", "#A000A0", "#00A0A0", "#606060", "#F08000")


def with_bleed(piece: Piece, bleed: float) -> Piece:
    front = replace(piece.front, bleed=bleed)
    back = None if piece.back is None else replace(piece.back, bleed=bleed)
    return replace(piece, front=front, back=back)


def laid(count: int, bleed: float, gap: float, size: tuple[float, float] = (50, 70)) -> Imposed:
    pieces = [with_bleed(blank(f"p{i}", *size), bleed) for i in range(count)]
    return impose(Group(pieces, False, "long", gap, marks=True), Setting())


def tinted(id: str, size: Size, colour: str, bleed: float) -> Piece:
    ink = Ink()
    ink.rect(Rect(-20, -20, size.width + 40, size.height + 40), fill=colour)
    face = Face(size, (Stamp(ink.layer()),), bleed)
    return deck_piece(id, face, None, Loc("deck.yaml"))


@pytest.mark.parametrize(
    ("gap", "bleed", "between", "outside"),
    [(1, 3, 0.5, 3), (0, 3, 0, 3), (6, 3, 3, 3), (10, 2, 2, 2), (1, 0.2, 0.2, 0.2)],
)
def test_bleeds_end_in_the_middle_of_the_gap(
    gap: float, bleed: float, between: float, outside: float
) -> None:
    """B29: a bleed wider than half the gap is clipped there, and shows in full outside."""
    (sheet,) = laid(4, bleed, gap).sheets
    sheet = clip_bleeds(replace(sheet, placements=sheet.placements[:4]), "all")
    first, second = sheet.placements[:2]
    assert first.shown.right - first.trim.right == pytest.approx(between)
    assert second.trim.x - second.shown.x == pytest.approx(between)
    assert first.trim.x - first.shown.x == pytest.approx(outside)
    assert first.trim.y - first.shown.y == pytest.approx(outside)


@pytest.mark.parametrize("gap", [0.0, 1.0, 6.0])
def test_outer_bleeds_only(gap: float) -> None:
    (sheet,) = laid(9 if gap < 5 else 6, 3, gap).sheets
    columns = sorted({round(p.trim.x, 6) for p in sheet.placements})
    for p in clip_bleeds(sheet, "outer").placements:
        left = 3 if round(p.trim.x, 6) == columns[0] else 0
        right = 3 if round(p.trim.x, 6) == columns[-1] else 0
        assert p.trim.x - p.shown.x == pytest.approx(left)
        assert p.shown.right - p.trim.right == pytest.approx(right)


def test_the_gap_decides_the_grid_and_not_the_bleed() -> None:
    plain, wide = laid(4, 0, 2).sheets[0], laid(4, 3, 2).sheets[0]
    steps = [
        [
            round(b.trim.x - a.trim.x, 9)
            for a, b in zip(s.placements, s.placements[1:], strict=False)
        ]
        for s in (plain, wide)
    ]
    assert steps[0] == steps[1] and steps[0][0] == 52


def test_a_bleed_needs_room_on_the_paper() -> None:
    """A card that just fits does so no longer, and nothing is shrunk or left without a word."""
    room = content_area(A4, marks=True).size
    assert not laid(1, 0, 0, tuple(room)).misfits
    (misfit,) = laid(1, 3, 0, tuple(room)).misfits
    assert misfit.area.width == pytest.approx(room.width - 2 * (5.0 - 3.5))


def test_placements_without_a_bleed_stay_as_they_are() -> None:
    (sheet,) = laid(9, 0, 0).sheets
    assert clip_bleeds(sheet, "all") is sheet
    assert widest_bleed([p.piece for p in sheet.placements]) == 0


@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.tuples(st.floats(8, 90), st.floats(8, 90)), min_size=2, max_size=12),
    st.sampled_from([0.0, 0.4, 1.0, 4.0, 9.0]),
    st.sampled_from([0.5, 3.0, 10.0]),
    st.sampled_from(["all", "outer"]),
)
@example([(8.53125, 8), (86.53125, 8), (8.53125, 8), (86.53125, 9)], 0.0, 0.5, "all")
def test_no_bleed_ever_covers_a_piece(
    sizes: list[tuple[float, float]], gap: float, bleed: float, edges: Literal["all", "outer"]
) -> None:
    pieces = [
        with_bleed(blank(f"p{i}", round(w, 2), round(h, 2)), bleed)
        for i, (w, h) in enumerate(sizes)
    ]
    pages, _ = arrange(pieces, Area(content_area(A4, True, Marks().room(bleed)), gap))
    for page in pages:
        front = Sheet(A4, "front", page)
        backs = tuple(back_of(p, page_mirror(A4, "long")) for p in page)
        for sheet in (front, Sheet(A4, "back", backs)):
            placed = clip_bleeds(sheet, edges).placements
            for one in placed:
                assert one.shown.covers(one.trim, 1e-6)
                assert A4.printable.covers(one.shown, 1e-6)
                for other in placed:
                    assert one is other or not one.shown.overlaps(other.trim)
        for p, back in zip(
            clip_bleeds(front, edges).placements,
            clip_bleeds(Sheet(A4, "back", backs), edges).placements,
            strict=True,
        ):
            assert p.shown.x + back.shown.right == pytest.approx(210)


@pytest.mark.parametrize("gap", [0.0, 1.0, 4.0])
@pytest.mark.parametrize("count", [4, 5])
def test_pixels_of_bleeds(gap: float, count: int) -> None:
    """Every piece shows its own colour to its last pixel, and bleeds meet in the middle."""
    size = Size(50, 70)
    pieces = [tinted(f"p{i}", size, TONES[i], 3) for i in range(count)]
    imposed = impose(Group(pieces, False, "long", gap, marks=True), Setting())
    sheet = clip_bleeds(imposed.sheets[0], "all")
    faces = [Placed(p.face, p.at, p.clip) for p in sheet.placements]
    dpi = 254  # ten pixels a millimetre
    image = page_image(write_pages([Page(A4.size, faces)], Info("test")), dpi)

    def colour(x: float, y: float) -> str:
        return "#{:02X}{:02X}{:02X}".format(*image.getpixel((int(x * 10), int(y * 10))))

    for piece, p in zip(pieces, sheet.placements, strict=True):
        tone = TONES[pieces.index(piece)]
        for box in (p.trim.inset(0.15), p.shown.inset(0.15)):
            for x, y in [*p.trim.inset(0.15).corners, box.centre, (box.x, p.trim.centre.y)]:
                assert colour(x, y) == tone
        assert colour(p.trim.centre.x, p.shown.y + 0.15) == tone
    first = sheet.placements[0]
    assert colour(first.shown.x - 0.2, first.trim.centre.y) == "#FFFFFF"
    assert colour(first.trim.x - 2.8, first.trim.centre.y) == TONES[0]


def test_marks_stand_beyond_the_bleed() -> None:
    for bleed, near, far in ((0, 1, 3.5), (2, 2, 4.5), (3, 3, 5), (6, 6, 7)):
        (sheet,) = laid(1, bleed, 0).sheets
        (trim,) = [p.trim for p in sheet.placements]
        marks = [m for m in dress(sheet, "name", [], True).lines if m.role == "mark"]
        assert len(marks) == 8
        ends = {round(trim.y - m.end.y, 6) for m in marks if m.end.y < trim.y}
        starts = {round(trim.y - m.start.y, 6) for m in marks if m.end.y < trim.y}
        assert (ends, starts) == ({near}, {far})
