"""Figures of all fonts line: as high as each other, on the line, and in labels equally wide."""

from __future__ import annotations

import pytest
from fontTools.ttLib import TTFont

from pnp.draw.fonts import Font, all_fonts

DIGITS = "0123456789"


@pytest.mark.parametrize("font", all_fonts(), ids=lambda font: font.name)
def test_figures_stand_on_the_line_and_are_of_one_height(font: Font) -> None:
    table = TTFont(font.path)
    for subtable in table["cmap"].tables:
        glyphs = [table["glyf"][subtable.cmap[ord(digit)]] for digit in DIGITS]
        units = table["head"].unitsPerEm
        assert min(glyph.yMin for glyph in glyphs) >= -0.08 * units  # Cinzel's 5 has a tail
        tops = [glyph.yMax for glyph in glyphs]
        assert max(tops) - min(tops) <= 0.05 * units
        assert min(tops) >= 0.9 * table["OS/2"].sCapHeight


@pytest.mark.parametrize(
    "font", [f for f in all_fonts() if f.family == "Alegreya Sans"], ids=lambda font: font.name
)
def test_figures_of_labels_are_equally_wide(font: Font) -> None:
    widths = [font.width(digit, 1.0) for digit in DIGITS]
    assert max(widths) - min(widths) <= 0.008
