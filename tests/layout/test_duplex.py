"""Backs fall behind their fronts: as pixels of both pages, and as arithmetic."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageOps
from sheets_help import blank, deck_piece, face, picture, piece

from pnp.geometry.plane import Affine, Point, Rect, Size
from pnp.layout.duplex import back_of, back_sheets, page_mirror
from pnp.layout.grid import Area, arrange
from pnp.layout.marks import content_area
from pnp.layout.paper import PAPERS, Paper
from pnp.layout.sheet import Placement, Sheet
from pnp.piece import Piece

Flip = Literal["long", "short"]
FLIPS: tuple[Flip, Flip] = ("long", "short")
A4, LANDSCAPE = PAPERS["A4"], Paper("A4 across", Size(297, 210))
SQUARE = Paper("square", Size(200, 200))


def fronts_of(pieces: list[Piece], paper: Paper = A4, gap: float = 0) -> list[Sheet]:
    pages, misfits = arrange(pieces, Area(content_area(paper, marks=True), gap))
    assert not misfits
    return [Sheet(paper, "front", page, n, len(pages)) for n, page in enumerate(pages, 1)]


def deck(count: int, width: float = 50, height: float = 70) -> list[Piece]:
    return [piece(chr(97 + i), width, height, tone=8 * i) for i in range(count)]


def rows_of(sheet: Sheet) -> list[str]:
    """The ids as they are read on the page: from the left, row by row."""
    placed = sorted(sheet.placements, key=lambda p: (round(p.trim.y, 3), p.trim.x))
    rows: dict[float, str] = {}
    for p in placed:
        rows[round(p.trim.y, 3)] = rows.get(round(p.trim.y, 3), "") + p.piece.id
    return list(rows.values())


# -- B1, B2 ----------------------------------------------------------------------------------------


def test_the_long_edge_reverses_columns() -> None:
    (front,) = fronts_of(deck(9))
    assert rows_of(front) == ["abc", "def", "ghi"]
    (back,) = back_sheets([front], "long")
    assert rows_of(back) == ["cba", "fed", "ihg"]
    assert all(p.at.a == 1 and p.at.d == 1 for p in back.placements)


def test_the_short_edge_reverses_rows_and_turns_the_backs_round() -> None:
    (front,) = fronts_of(deck(9))
    (back,) = back_sheets([front], "short")
    assert rows_of(back) == ["ghi", "def", "abc"]
    assert all(p.at.a == -1 and p.at.d == -1 for p in back.placements)


@pytest.mark.parametrize(
    ("paper", "flip", "across"),
    [
        (A4, "long", True),
        (A4, "short", False),
        (LANDSCAPE, "long", False),
        (LANDSCAPE, "short", True),
        (SQUARE, "long", True),
        (SQUARE, "short", False),
    ],
)
def test_the_mirror_goes_with_the_edge(paper: Paper, flip: Flip, across: bool) -> None:
    x, y = page_mirror(paper, flip).apply((10, 20))
    assert (x, y) == ((paper.size.width - 10, 20) if across else (10, paper.size.height - 20))


# -- properties ------------------------------------------------------------------------------------

papers = st.one_of(
    st.sampled_from([A4, PAPERS["Letter"], LANDSCAPE, SQUARE]),
    st.builds(lambda w, h: Paper("own", Size(w, h)), st.floats(100, 600), st.floats(100, 600)),
)
placements = st.builds(
    lambda width, height, turn, x, y: Placement(
        blank("a", width, height), "front", Affine.translation(x, y) @ Affine.rotation(turn)
    ),
    st.floats(5, 200),
    st.floats(5, 200),
    st.one_of(st.sampled_from([0, 90, 180, 270]), st.floats(0, 360)),
    st.floats(-50, 400),
    st.floats(-50, 400),
)


@settings(max_examples=300)
@given(papers, placements, st.sampled_from(FLIPS))
def test_backs_are_turned_never_mirrored(paper: Paper, front: Placement, flip: Flip) -> None:
    mirror = page_mirror(paper, flip)
    back = back_of(front, mirror)
    assert back.at.determinant == pytest.approx(1)
    assert back.side == "back"
    width, height = paper.size
    if mirror.a < 0:
        assert back.trim.x + front.trim.right == pytest.approx(width, abs=1e-6)
        assert back.trim.y == pytest.approx(front.trim.y, abs=1e-6)
    else:
        assert back.trim.y + front.trim.bottom == pytest.approx(height, abs=1e-6)
        assert back.trim.x == pytest.approx(front.trim.x, abs=1e-6)


@given(papers, placements, st.sampled_from(FLIPS))
def test_the_back_of_the_back_is_the_front(paper: Paper, front: Placement, flip: Flip) -> None:
    mirror = page_mirror(paper, flip)
    again = back_of(back_of(front, mirror), mirror).at
    for one, other in zip(vars_of(again), vars_of(front.at), strict=True):
        assert one == pytest.approx(other, abs=1e-6)


def vars_of(at: Affine) -> tuple[float, ...]:
    return at.a, at.b, at.c, at.d, at.e, at.f


@given(papers, placements, st.sampled_from(FLIPS), st.floats(0, 1), st.floats(0, 1))
def test_a_pin_through_the_front_comes_out_at_the_mirrored_spot(
    paper: Paper, front: Placement, flip: Flip, u: float, v: float
) -> None:
    """A point of the front face and the same point seen from behind share one place on paper."""
    width, height = front.piece.size
    mirror = page_mirror(paper, flip)
    on_front = front.at.apply(Point(u * width, v * height))
    on_back = back_of(front, mirror).at.apply(Point((1 - u) * width, v * height))
    assert mirror.apply(on_front) == pytest.approx(on_back, abs=1e-6)


# -- distinct pages --------------------------------------------------------------------------------


def test_equal_back_pages_are_one_page_printed_often() -> None:
    behind = face(Size(50, 70), "L")
    plain = [deck_piece(p.id, p.front, behind, p.loc) for p in deck(20)]
    fronts = fronts_of(plain)
    backs = back_sheets(fronts, "long")
    assert [(b.times, b.behind, len(b.placements)) for b in backs] == [(2, (1, 2), 9), (1, (3,), 2)]
    assert [(b.number, b.total) for b in backs] == [(1, 2), (2, 2)]


def test_different_backs_have_pages_of_their_own() -> None:
    assert [b.behind for b in back_sheets(fronts_of(deck(18)), "long")] == [(1,), (2,)]


def test_pieces_without_a_back_leave_their_slot_empty() -> None:
    pieces = [piece("a"), piece("b", back=False), piece("c")]
    fronts = fronts_of(pieces)
    (back,) = back_sheets(fronts, "long")
    assert [p.piece.id for p in back.placements] == ["a", "c"]
    assert back_sheets(fronts_of([piece("b", back=False)]), "long") == []


# -- pixels ----------------------------------------------------------------------------------------

DPI = 50.8
"""Two pixels a millimetre."""


def seen_through(back: Image.Image, paper: Paper, flip: Flip) -> Image.Image:
    """The back page as it lies against the front page when the sheet is held to the light."""
    upright = paper.size.width <= paper.size.height
    return ImageOps.mirror(back) if (flip == "long") == upright else ImageOps.flip(back)


def ink_boxes(image: Image.Image, trims: list[Rect]) -> list[tuple[int, int, int, int] | None]:
    found = []
    for trim in trims:
        box = tuple(round(v * 2) for v in (trim.x, trim.y, trim.right, trim.bottom))
        found.append(ImageOps.invert(image.crop(box)).point(lambda v: 255 * (v > 60)).getbbox())
    return found


@pytest.mark.parametrize("flip", FLIPS)
@pytest.mark.parametrize("paper", [A4, LANDSCAPE], ids=["upright", "across"])
@pytest.mark.parametrize("count", [1, 5, 9])
def test_an_f_on_both_sides(count: int, paper: Paper, flip: Flip) -> None:
    """Held to the light, each back shows through its front as the back's own mirror image."""
    pieces = [piece(chr(97 + i), 50, 60) for i in range(count)]
    (front,) = fronts_of(pieces, paper)
    (back,) = back_sheets([front], flip)
    through = seen_through(picture(back, DPI), paper, flip)
    trims = [p.trim for p in front.placements]
    for p, trim in zip(front.placements, trims, strict=True):
        box = tuple(round(v * 2) for v in (trim.x, trim.y, trim.right, trim.bottom))
        there = through.crop(box)
        alone = Sheet(Paper("card", p.piece.size), "back", (Placement(p.piece, "back", Affine()),))
        own = picture(alone, DPI)
        wanted = ImageOps.mirror(own)
        difference = ImageChops.difference(there, wanted.resize(there.size))
        assert sum(difference.point(lambda v: v > 100).tobytes()) < 0.02 * len(there.tobytes())
        assert sum(v < 100 for v in there.tobytes()) > 0.1 * len(there.tobytes())
    clean = through.copy()
    for trim in trims:
        box = tuple(round(v * 2) for v in (trim.x, trim.y, trim.right, trim.bottom))
        clean.paste(255, (box[0] - 1, box[1] - 1, box[2] + 1, box[3] + 1))
    assert clean.getextrema() == (255, 255)


@pytest.mark.parametrize("flip", FLIPS)
@pytest.mark.parametrize("count", [3, 9])
def test_each_back_lies_behind_its_own_front(count: int, flip: Flip) -> None:
    """Every card has its own grey: what lies behind it, seen through the paper, has the same."""
    (front,) = fronts_of([piece(chr(97 + i), tone=20 * i) for i in range(count)])
    (back,) = back_sheets([front], flip)
    image, through = picture(front, DPI), seen_through(picture(back, DPI), A4, flip)
    for i, p in enumerate(front.placements):
        box = tuple(round(v * 2) for v in (p.trim.x, p.trim.y, p.trim.right, p.trim.bottom))
        darkest = [
            min(page.crop(box).resize((50, 70), Image.Resampling.BOX).tobytes())
            for page in (image, through)
        ]
        assert darkest == pytest.approx([20 * i, 20 * i], abs=3)


def test_a_turned_sheet_of_one_card_reads_upright() -> None:
    """The back page itself, as the printer gets it, is never mirrored: the L stays an L."""
    (front,) = fronts_of([piece("a", 50, 60)])
    for flip, upside_down in (("long", False), ("short", True)):
        (back,) = back_sheets([front], flip)  # type: ignore[arg-type]
        trim = back.placements[0].trim
        box = tuple(round(v * 2) for v in (trim.x, trim.y, trim.right, trim.bottom))
        card = picture(back, DPI).crop(box)
        card = card.rotate(180) if upside_down else card
        wide, high = card.size
        assert card.getpixel((round(0.2 * wide), round(0.5 * high))) < 100
        assert card.getpixel((round(0.8 * wide), round(0.5 * high))) > 200
        assert card.getpixel((round(0.8 * wide), round(0.83 * high))) < 100


# -- through the whole program ---------------------------------------------------------------------


@pytest.mark.parametrize("flip", FLIPS)
@pytest.mark.parametrize("pieces", [(), ("two",)])
def test_built_pdfs_fall_behind_each_other(
    tiny_folder: Path,
    run_cli: Callable[..., tuple[int, str, str]],
    flip: Flip,
    pieces: tuple[str, ...],
) -> None:
    """The frames of the backs, in the rendered files, lie behind the borders of the fronts."""
    from pnp.pdf.png import page_image

    text = (tiny_folder / "game.yaml").read_text()
    line = "    backs: cards_back_{paper}\n"
    (tiny_folder / "game.yaml").write_text(text.replace(line, f"{line}    flip: {flip}\n"))
    extra = ["--pieces", ",".join(pieces)] if pieces else []
    code, _, err = run_cli("build", tiny_folder, "-o", tiny_folder / "out", *extra)
    assert (code, err) == (0, "")
    out = tiny_folder / "out" / "tiny" / ("selection" if pieces else "")
    front = page_image((out / "cards_A4.pdf").read_bytes(), DPI).convert("L")
    back = page_image((out / "cards_back_A4.pdf").read_bytes(), DPI).convert("L")
    through = seen_through(back, A4, flip)
    block = ink_of(front)
    assert block[0] > 20 and block[1] > 20
    behind = ink_of(through)
    assert all(abs(a - b) <= 8 for a, b in zip(block, behind, strict=True))


def ink_of(image: Image.Image) -> tuple[int, int, int, int]:
    """The box round what is inside the marks: rulers and footers lie in the outer 10 mm."""
    inner = image.copy()
    edge = 21
    frame = Image.new("L", inner.size, 255)
    frame.paste(inner.crop((edge, edge, inner.width - edge, inner.height - edge)), (edge, edge))
    box = ImageOps.invert(frame).point(lambda v: 255 * (v > 120)).getbbox()
    assert box is not None
    return box


def test_the_two_flips_give_different_files(
    tiny_folder: Path, run_cli: Callable[..., tuple[int, str, str]]
) -> None:
    data = []
    line = "    backs: cards_back_{paper}\n"
    for flip in FLIPS:
        text = (tiny_folder / "game.yaml").read_text().split("    flip")[0]
        (tiny_folder / "game.yaml").write_text(text.replace(line, f"{line}    flip: {flip}\n"))
        assert run_cli("build", tiny_folder, "-o", tiny_folder / flip)[0] == 0
        data.append((tiny_folder / flip / "tiny" / "cards_back_A4.pdf").read_bytes())
    assert data[0] != data[1]
    assert io.BytesIO(data[0]).read(5) == b"%PDF-"
