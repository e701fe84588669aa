"""Sheets as the user wishes: an F deck over sides, flips, orientations, papers, margins, folds."""

from __future__ import annotations

from itertools import product
from typing import Any, Literal

import pytest
from PIL import Image, ImageOps
from sheets_help import picture, piece

from pnp.layout.duplex import Flip, back_sheets, folded, interleaved
from pnp.layout.imposition import FOLD_GAP, Imposed, Setting, impose
from pnp.layout.paper import PAPERS, Margins, Paper, find_paper, parse_margins
from pnp.layout.sheet import Sheet
from pnp.piece import Piece

DPI = 50.8
"""Two pixels a millimetre."""
A4 = PAPERS["A4"]
UNEVEN = Paper("A4", A4.size, Margins(4, 12, 9, 6))
Lie = Literal["portrait", "landscape"]


def deck(count: int, width: float = 50, height: float = 60) -> list[Piece]:
    return [piece(chr(97 + i), width, height, tone=9 * i) for i in range(count)]


def laid(pieces: list[Piece], setting: Setting, flip: Flip = "long", gap: float = 0) -> Imposed:
    return impose(pieces, setting, two_sided=True, flip=flip, gap=gap, marks=True)


def darkest(page: Image.Image, box: tuple[float, ...]) -> int:
    """The tone of the letter in a region given in mm."""
    pixels = tuple(round(2 * v) for v in box)
    part = page.crop(pixels).resize((60, 60), Image.Resampling.BOX)
    return min(part.tobytes())


def held_to_the_light(back: Image.Image, paper: Paper, flip: Flip) -> Image.Image:
    upright = paper.size.width <= paper.size.height
    return ImageOps.mirror(back) if (flip == "long") == upright else ImageOps.flip(back)


CASES = list(
    product(
        ("separate", "interleaved"),
        ("long", "short"),
        ("portrait", "landscape"),
        (A4, UNEVEN, PAPERS["Letter"], PAPERS["A5"]),
        (2, 7),
    )
)


@pytest.mark.parametrize(("sides", "flip", "lie", "paper", "count"), CASES)
def test_every_back_shows_through_its_own_front(
    sides: Any, flip: Flip, lie: Lie, paper: Paper, count: int
) -> None:
    """Each card has a tone of its own on both sides; page k of the backs is held behind page k."""
    pieces = deck(count)
    imposed = laid(pieces, Setting(paper, lie, sides=sides), flip)
    assert not imposed.misfits and imposed.sheets
    tones = {p.id: 9 * i for i, p in enumerate(pieces)}
    pages: list[tuple[Sheet, Sheet]] = []
    if sides == "interleaved":
        both = interleaved(imposed.sheets, flip)
        assert [s.side for s in both] == ["front", "back"] * len(imposed.sheets)
        pages = list(zip(both[::2], both[1::2], strict=True))
    else:
        backs = back_sheets(imposed.sheets, flip)
        pages = [(imposed.sheets[n - 1], back) for back in backs for n in back.behind]
    for front, back in pages:
        printable = front.paper.printable
        assert all(printable.covers(p.trim) for p in (*front.placements, *back.placements))
        through = held_to_the_light(picture(back, DPI), front.paper, flip)
        face = picture(front, DPI)
        for p in front.placements:
            box = (p.trim.x + 2, p.trim.y + 2, p.trim.right - 2, p.trim.bottom - 2)
            assert darkest(face, box) == pytest.approx(tones[p.piece.id], abs=4)
            assert darkest(through, box) == pytest.approx(tones[p.piece.id], abs=4)


@pytest.mark.parametrize("axis", ["vertical", "horizontal"])
@pytest.mark.parametrize("paper", [A4, UNEVEN])
@pytest.mark.parametrize("count", [1, 5])
def test_a_gutterfold_folds_each_back_behind_its_front(axis: Any, paper: Paper, count: int) -> None:
    """B9: after folding, tones meet, letters stand upright and their left edges stay left."""
    imposed = laid(deck(count), Setting(paper, sides="fold", axis=axis))
    pages = folded(imposed.sheets, axis)
    for sheet in pages:
        page = picture(sheet, DPI)
        over = ImageOps.mirror(page) if axis == "vertical" else ImageOps.flip(page)
        fronts = [p for p in sheet.placements if p.side == "front"]
        assert 2 * len(fronts) == len(sheet.placements)
        middle = sheet.paper.size.width / 2 if axis == "vertical" else sheet.paper.size.height / 2
        for p in fronts:
            edge = p.trim.right if axis == "vertical" else p.trim.bottom
            assert edge <= middle - FOLD_GAP + 1e-6
            box = (p.trim.x + 2, p.trim.y + 2, p.trim.right - 2, p.trim.bottom - 2)
            assert darkest(over, box) == pytest.approx(darkest(page, box), abs=4)
            back = ImageOps.mirror(
                over.crop(
                    tuple(round(2 * v) for v in (p.trim.x, p.trim.y, p.trim.right, p.trim.bottom))
                )
            )
            wide, high = back.size
            assert back.getpixel((round(0.2 * wide), round(0.5 * high))) < 150  # the L's stem: left
            assert back.getpixel((round(0.5 * wide), round(0.5 * high))) > 200
            assert back.getpixel((round(0.5 * wide), round(0.83 * high))) < 150  # its foot: below


def test_auto_takes_the_orientation_that_needs_fewer_sheets() -> None:
    wide = deck(12, 85, 50)
    upright = laid(wide, Setting(A4, "portrait"))
    across = laid(wide, Setting(A4, "landscape"))
    auto = laid(wide, Setting(A4, "auto"))
    assert len(auto.sheets) == min(len(upright.sheets), len(across.sheets))


def test_a_grid_is_kept_or_refused_with_the_overflow() -> None:
    """B28: 4x4 cards that do not fit name the overflow and the nearest grid; nothing spills."""
    kept = laid(deck(7), Setting(A4, grid=(2, 2)))
    assert [len(sheet.placements) for sheet in kept.sheets] == [4, 3]
    refused = laid(deck(7), Setting(A4, grid=(4, 4)))
    assert not refused.sheets and refused.refused is not None
    assert refused.refused.nearest == (3, 4)
    assert refused.refused.over == pytest.approx((4 * 50 - 189, 0))


@pytest.mark.parametrize("align", ["center", "top-left"])
def test_alignment_mirrors_on_the_back(align: Any) -> None:
    """B7: front at the corner, back at the mirrored corner."""
    (front,) = laid(deck(3), Setting(A4, align=align)).sheets
    (back,) = back_sheets([front], "long")
    for f, b in zip(front.placements, back.placements, strict=True):
        assert f.trim.x + b.trim.right == pytest.approx(210)
    first = front.placements[0].trim
    corner = (10.5, 10.5) if align == "top-left" else (30, 28.5)
    assert (first.x, first.y) == pytest.approx(corner)


def test_gaps_stand_between_pieces() -> None:
    (front,) = laid(deck(3), Setting(A4, gap=2.5)).sheets
    trims = [p.trim for p in front.placements]
    assert trims[1].x - trims[0].right == pytest.approx(2.5)


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("a5", (148, 210)),
        ("LETTER", (215.9, 279.4)),
        ("4x6in", (101.6, 152.4)),
        ("200x300mm", (200, 300)),
        ("20 x 30 cm", (200, 300)),
        ("8.5x11in", (215.9, 279.4)),
    ],
)
def test_papers_have_names_or_sizes(text: str, size: tuple[float, float]) -> None:
    assert find_paper(text).size == pytest.approx(size)


@pytest.mark.parametrize("text", ["B9", "200x", "200x300", "1x1mm", "9x9m", "-2x3cm", ""])
def test_other_papers_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"paper|length"):
        find_paper(text)


def test_margins_are_one_or_four() -> None:
    assert parse_margins("3mm") == (3, 3, 3, 3)
    assert parse_margins("0") == (0, 0, 0, 0)
    assert parse_margins("5mm,6mm, 12mm,0") == (5, 6, 12, 0)
    for text in ("", "5", "5mm,6mm", "-1mm", "1mm,2mm,3mm,x"):
        with pytest.raises(ValueError, match=r"margin|length|unit"):
            parse_margins(text)
