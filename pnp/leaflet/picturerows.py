"""Rows of pictures as ReportLab flowables: faces, symbols and boards as large as they fit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec import Struct
from reportlab.platypus import Flowable

from pnp.draw.ink import Ink
from pnp.geometry.plane import Affine, Rect
from pnp.leaflet.blocks import Picture, Words, font_of
from pnp.leaflet.flowables import LeafletStyles, prose
from pnp.leaflet.pictures import LEAST_GAP, Art
from pnp.pdf.svgpath import numbers
from pnp.pdf.svgpdf import colour
from pnp.piece import Placed, Stamp
from pnp.units import PT_PER_MM, mm_to_pt

HAIRLINE = 0.15
"""Width of the line round a pictured tile, mm."""
CAPTION_GAP = 1.2
MOST_GAP = 9.0
"""Room between two pictures of a row at most, mm."""


class _Slot(Struct, frozen=True):
    """A picture in a row, and the width that its caption would like to have, mm."""

    picture: Picture
    art: Art
    wanted: float


def picture_lines(
    pairs: Sequence[tuple[Picture, Art]], look: LeafletStyles, width: float, faces: Counter[str]
) -> Iterator[Flowable]:
    """A row of pictures, on as many lines as it needs; `faces` counts how often a face is shown."""
    room = width / PT_PER_MM
    slots = []
    for picture, art in pairs:
        font = font_of(look.theme.fonts, "label", bold=False, italic=True)
        words = font.width(picture.caption, look.caption.set.fontSize) / PT_PER_MM + 0.5
        share = (room - LEAST_GAP * (len(pairs) - 1)) / len(pairs)
        slots.append(_Slot(picture, art, max(art.width, min(words, share))))
    for line in _lines(slots, room):
        yield _PictureLine(line, look, faces)


def _lines(slots: Sequence[_Slot], room: float) -> Iterator[list[_Slot]]:
    line: list[_Slot] = []
    for slot in slots:
        full = sum(s.wanted + LEAST_GAP for s in (*line, slot)) - LEAST_GAP
        if line and full > room + 1e-6:
            yield line
            line = []
        line.append(slot)
    yield line


class _PictureLine(Flowable):  # type: ignore[misc]
    """Pictures side by side on one foot line, each with its caption below."""

    def __init__(self, slots: Sequence[_Slot], look: LeafletStyles, faces: Counter[str]) -> None:
        super().__init__()
        self.slots, self.look, self.faces = slots, look, faces
        self.spaceBefore, self.spaceAfter = 0.95 * look.size, 0.95 * look.size
        self.captions = [
            prose((Words(s.picture.caption, s.picture.loc),), look.caption, look) for s in slots
        ]

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        free = width / PT_PER_MM - sum(slot.wanted for slot in self.slots)
        count = len(self.slots)
        self.gap = min(free / (count - 1), MOST_GAP) if count > 1 else 0.0
        self.left = (free - self.gap * (count - 1)) / 2
        words = [
            caption.wrap(mm_to_pt(max(slot.wanted, slot.art.width) + 0.2), 1e6)[1]
            for slot, caption in zip(self.slots, self.captions, strict=True)
        ]
        self.below = max(words) + mm_to_pt(CAPTION_GAP)
        self.tall = mm_to_pt(max(slot.art.height for slot in self.slots)) + self.below
        return width, self.tall

    def split(self, width: float, height: float) -> list[Flowable]:
        return []

    def draw(self) -> None:
        """Pictures in mm with y down from their common foot line; captions in points."""
        canvas, x = self.canv, self.left
        for slot, caption in zip(self.slots, self.captions, strict=True):
            corner = x + (slot.wanted - slot.art.width) / 2
            canvas._code.append(
                f"q {numbers(PT_PER_MM, 0, 0, -PT_PER_MM, mm_to_pt(corner), self.below)} cm"
            )
            self._draw_art(slot)
            canvas._code.append("Q")
            caption.drawOn(
                canvas, mm_to_pt(x - 0.1), self.below - mm_to_pt(CAPTION_GAP) - caption.height
            )
            x += slot.wanted + self.gap

    def _draw_art(self, slot: _Slot) -> None:
        forms, art = self.canv.forms, slot.art
        lift = Affine(art.scale, 0, 0, art.scale, 0, -art.height)
        if art.drawing:
            ink = Ink()
            ink.draw(art.drawing, self.look.theme.palette)
            forms.stamp(Stamp(self.look.tone.layer(ink.layer()), lift))
        for face, at in art.faces:
            trim = (lift @ at).apply_rect(Rect(0, 0, *face.size))
            self.canv._code.append(f"q {numbers(*trim)} re W n")
            forms.place(Placed(face, lift @ at), whole=self.faces[face.key] > 1)
            self.canv._code.append("Q")
            if art.framed:
                grey = colour(self.look.theme.palette.grid, "G", "RG")
                self.canv._code.append(f"q {grey} {HAIRLINE} w {numbers(*trim)} re S Q")
