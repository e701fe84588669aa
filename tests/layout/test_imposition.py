"""Sheets as the user wishes: orientation, grid, alignment, gaps, papers, margins."""

from __future__ import annotations

from typing import Any

import pytest
from sheets_help import piece

from pnp.geometry.plane import bounds
from pnp.layout.duplex import Flip, back_sheets, page_mirror
from pnp.layout.imposition import Group, Imposed, Setting, impose
from pnp.layout.marks import content_area
from pnp.layout.paper import PAPERS, find_paper, parse_margins
from pnp.piece import Piece

A4 = PAPERS["A4"]


def deck(count: int, width: float = 50, height: float = 60) -> list[Piece]:
    return [piece(chr(97 + i), width, height, tone=9 * i) for i in range(count)]


def laid(pieces: list[Piece], setting: Setting, flip: Flip = "long", gap: float = 0) -> Imposed:
    return impose(Group(pieces, True, flip, gap, marks=True), setting)


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
    corner = (10.5, 10.5) if align == "top-left" else (30, 118.5)
    assert (first.x, first.y) == pytest.approx(corner)


@pytest.mark.parametrize("flip", ["long", "short"])
def test_a_short_last_sheet_is_centred_and_so_are_its_backs(flip: Flip) -> None:
    """Two cards after nine: side by side in the middle of the paper, backs behind fronts."""
    fronts = laid(deck(14), Setting(A4), flip).sheets
    backs = back_sheets(fronts, flip)
    assert [len(sheet.placements) for sheet in fronts] == [12, 2]
    block = bounds([c for p in fronts[1].placements for c in p.trim.corners])
    assert block.centre == pytest.approx((105, content_area(A4, True).centre.y))
    mirror = page_mirror(A4, flip)
    for front, back in zip(fronts[1].placements, backs[1].placements, strict=True):
        assert back.trim == pytest.approx(mirror.apply_rect(front.trim))


def test_gaps_stand_between_pieces() -> None:
    (front,) = laid(deck(3), Setting(A4, gap=2.5)).sheets
    trims = [p.trim for p in front.placements]
    assert trims[1].x - trims[0].right == pytest.approx(2.5)


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("A6", (105, 148)),
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


@pytest.mark.parametrize("text", ["210x297", " 210 × 297 "])
def test_a_paper_without_a_unit_is_told_one(text: str) -> None:
    with pytest.raises(ValueError, match="has no unit; write '210x297mm'"):
        find_paper(text)


def test_margins_are_one_or_four() -> None:
    assert parse_margins("3mm") == (3, 3, 3, 3)
    assert parse_margins("0") == (0, 0, 0, 0)
    assert parse_margins("5mm,6mm, 12mm,0") == (5, 6, 12, 0)
    for text in ("", "5", "5mm,6mm", "-1mm", "1mm,2mm,3mm,x"):
        with pytest.raises(ValueError, match=r"margin|length|unit"):
            parse_margins(text)
