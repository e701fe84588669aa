"""The head of a leaflet: its title beside the game's emblem, above a band of waves."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from pnp.draw.ink import Ink
from pnp.draw.ornament import wave_band
from pnp.draw.symbols import SYMBOLS
from pnp.errors import Loc
from pnp.geometry.plane import Affine, Size
from pnp.leaflet.blocks import Leaflet, Text, Words
from pnp.leaflet.flowables import SMALL_TITLE, TITLE, LeafletStyles, Prose, prose
from pnp.pdf.svgpath import numbers
from pnp.piece import Stamp
from pnp.units import PT_PER_MM, mm_to_pt

EMBLEM, BAND = 19.0, 3.0
"""Heights, mm."""
TITLES = (TITLE, 26.0, 22.0, 18.0, 15.0, SMALL_TITLE)
"""Sizes of titles, points."""


class TitleBlock:
    """The head of page 1: emblem, title (the game's `name` without one), italic line, and a band of
    waves; `height` in mm, with the white below `ink` mm."""

    def __init__(self, leaflet: Leaflet, name: str, look: LeafletStyles, size: Size) -> None:
        """`size` is the text area of a page; what would take half of it gets a smaller title, or
        no emblem."""
        theme = look.theme
        self.theme, self.tone, self.width = theme, look.tone, size.width
        title = leaflet.title or (Words(name, Loc(leaflet.file)),)
        for self.emblem, most in product((SYMBOLS.get(theme.emblem, ()), ()), TITLES):
            self.left = EMBLEM + 6 if self.emblem else 0.0
            self.parts = list(self._set(title, leaflet.lead, look, most))
            y = self.parts[-1][1]
            if y <= size.height / 2:
                break
        self.text = max(y, EMBLEM if self.emblem else 0.0)
        self.drop = (self.text - y) / 2
        self.ink = self.text + 3.0 + BAND
        self.height = self.ink + 6.0

    def _set(
        self, title: Text, lead: Text, look: LeafletStyles, most: float
    ) -> Iterator[tuple[Prose, float]]:
        """Title and lead, each with its foot below the top, mm."""
        y, room = 0.0, mm_to_pt(self.width - self.left)
        for text, style in ((title, look.title(title, room, most)), (lead, look.lead)):
            if text:
                part = prose(text, style, look)
                tall = _even(part, room)
                y += style.set.spaceBefore / PT_PER_MM + tall / PT_PER_MM
                yield part, y

    def drawOn(self, canvas: Any, x: float, y: float) -> None:
        ink = Ink()
        palette = self.theme.palette
        if self.emblem:
            at = Affine(EMBLEM / 100, 0, 0, EMBLEM / 100, 0, (self.text - EMBLEM) / 2)
            ink.draw(self.emblem, palette, at)
        ink.draw(wave_band(0, self.ink - BAND, self.width, BAND), palette, tint=palette.accent)
        top = y + mm_to_pt(self.height)
        canvas._code.append(f"q {numbers(PT_PER_MM, 0, 0, -PT_PER_MM, x, top)} cm")
        canvas.forms.stamp(Stamp(self.tone.layer(ink.layer())))
        canvas._code.append("Q")
        for part, foot in self.parts:
            part.drawOn(canvas, x + mm_to_pt(self.left), top - mm_to_pt(foot + self.drop))


def _even(part: Any, width: float) -> float:
    """Wrap at the least width that takes no more lines, so that none is a word; the height, pt."""
    _, tall = part.wrap(width, 1e4)
    share, least = 1.0, max(0.5, part.minWidth() / width + 0.02)
    while share > least and part.wrap((share - 0.02) * width, 1e4)[1] <= tall + 0.01:
        share -= 0.02
    part.wrap(share * width, 1e4)
    return float(tall)
