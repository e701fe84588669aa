"""Less ink, or grey: every colour of a drawing mapped by one function, whatever drew it.

`low` lightens areas and leaves words and fine lines alone; `gray` keeps how light a colour looks
and drops its hue. `full` gives every drawing back as it is.
"""

from __future__ import annotations

import hashlib
import io
import math
from collections.abc import Mapping
from functools import lru_cache, partial
from itertools import pairwise
from typing import Literal
from xml.etree import ElementTree

from msgspec.structs import replace

from pnp.definition.model import Palette, Theme
from pnp.definition.schema import fields_of
from pnp.draw.patterns import mix
from pnp.draw.profile import ELEMENTS
from pnp.piece import Bitmap, Face, InMemory, Layer, Piece, Stamp, hash_of

Inks = Literal["full", "low", "gray"]
Use = Literal["area", "line"]
"""Filled shapes and wide strokes; words and fine lines."""

FINE = 0.3
"""Strokes narrower than this, mm, are fine lines."""
PICTURE = 0.6
"""How much of a picture's ink is left with little ink."""
_CURVE = ((1.0, 1.0), (2.8, 1.75), (3.0, 3.0), (21.0, 3.6))
"""Contrast of an area with white paper, in full and with little ink; straight lines between.

What has a contrast of 3 keeps at least that: the least for graphics and large type (WCAG 2.1,
criteria 1.4.11 and 1.4.3).
"""
_WHITE = "#FFFFFF"
_STEPS = 20
_PAINTED = frozenset(ELEMENTS) - {"g", "image"}


def luminance(colour: str) -> float:
    """Relative luminance of #RRGGBB, 0 to 1 (WCAG 2.1; the transfer curve of IEC 61966-2-1)."""
    channels = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    linear = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return sum(part * c for part, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(colour: str) -> float:
    """Contrast of a colour with white paper, 1 to 21 (WCAG 2.1)."""
    return 1.05 / (luminance(colour) + 0.05)


def lightness(colour: str) -> float:
    """How light a colour looks, CIE L*, 0 to 100 (CIE 15:2004)."""
    light = luminance(colour)
    return 116 * light ** (1 / 3) - 16 if light > (6 / 29) ** 3 else light * (29 / 3) ** 3


@lru_cache(maxsize=4096)
def grey_of(colour: str) -> str:
    """The grey of the same luminance, so that contrasts stay as they are."""
    light = luminance(colour)
    value = 12.92 * light if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055
    return f"#{round(255 * value):02X}" + 2 * f"{round(255 * value):02X}"


@lru_cache(maxsize=4096)
def spared(colour: str) -> str:
    """The colour mixed with as much white as an area can bear."""
    wanted, low, high = _bearable(contrast(colour)), 0.0, 1.0
    for _ in range(_STEPS):
        part = (low + high) / 2
        if contrast(mix(colour, _WHITE, part)) > wanted:
            low = part
        else:
            high = part
    return mix(colour, _WHITE, low)


def _bearable(full: float) -> float:
    for (x, y), (right, top) in pairwise(_CURVE):
        if full <= right:
            return y + (full - x) * (top - y) / (right - x)
    return _CURVE[-1][1]


class Tone:
    """Maps what is drawn to the inks that are asked for; `own` are a theme's areas in little ink.

    Mapped layers are remembered: equal ones stay equal.
    """

    def __init__(self, inks: Inks = "full", own: Mapping[str, str] | None = None) -> None:
        self.inks = inks
        self._own = {colour.upper(): other for colour, other in (own or {}).items()}
        self._layers: dict[str, Layer] = {}
        self._pictures: dict[str, Bitmap] = {}

    def colour(self, colour: str, use: Use) -> str:
        """The one mapping of a colour, #RRGGBB."""
        if self.inks == "gray":
            return grey_of(colour.upper())
        if self.inks == "low" and use == "area":
            return self._own.get(colour.upper()) or spared(colour.upper())
        return colour

    def theme(self, theme: Theme) -> Theme:
        """The theme as words and fine lines are drawn in it."""
        if self.inks == "full":
            return theme
        names = [*fields_of(Palette)]
        palette = {name: self.colour(getattr(theme.palette, name), "line") for name in names}
        return theme.with_values(palette=theme.palette.with_values(**palette))

    def piece(self, piece: Piece) -> Piece:
        if self.inks == "full":
            return piece
        back = self.face(piece.back) if piece.back else None
        return replace(piece, front=self.face(piece.front), back=back)

    def face(self, face: Face) -> Face:
        return face if self.inks == "full" else replace(face, stack=self.stamps(face.stack))

    def stamps(self, stamps: tuple[Stamp, ...]) -> tuple[Stamp, ...]:
        if self.inks == "full":
            return stamps
        return tuple(Stamp(self.layer(stamp.layer), stamp.at) for stamp in stamps)

    def layer(self, layer: Layer) -> Layer:
        if self.inks == "full":
            return layer
        if layer.key not in self._layers:
            root = ElementTree.fromstring(f"<g>{layer.svg}</g>")
            self._map(root, "#000000", 1.0)
            text = ElementTree.tostring(root, encoding="unicode") if len(root) else "<g></g>"
            svg = text.removeprefix("<g>").removesuffix("</g>")
            pictures = tuple(map(self.picture, layer.bitmaps))
            for old, new in zip(layer.bitmaps, pictures, strict=True):
                svg = svg.replace(f'href="{old.key}"', f'href="{new.key}"')
            self._layers[layer.key] = replace(layer, svg=svg, bitmaps=pictures)
        return self._layers[layer.key]

    def picture(self, bitmap: Bitmap) -> Bitmap:
        """Pixels in the inks that are asked for: grey (luma of ITU-R BT.601), or mixed with white.

        A picture may hold words, so that every pixel keeps more contrast than an area would.
        """
        if self.inks == "full":
            return bitmap
        if bitmap.key not in self._pictures:
            from pnp.art.store import store

            make = partial(_mapped, bitmap, self.inks)
            made_from = (bitmap.key.encode(), bitmap.drawn.encode(), self.inks.encode())
            self._pictures[bitmap.key] = store().kept(made_from, Bitmap, make, make)
        return self._pictures[bitmap.key]

    def _map(self, parent: ElementTree.Element, fill: str, scale: float) -> None:
        """Map the elements of a group, whose fill they inherit; `scale` from their mm to ours."""
        for element in parent:
            own, size = element.get("fill", fill), scale * _scale(element.get("transform", ""))
            if element.tag == "g":
                self._map(element, own, size)
            if element.tag not in _PAINTED:
                continue
            if own != "none" and element.tag != "line":
                element.set("fill", self.colour(own, "line" if element.tag == "text" else "area"))
            stroke = element.get("stroke", "none")
            if stroke != "none":
                width = float(element.get("stroke-width", "1")) * size
                element.set("stroke", self.colour(stroke, "area" if width >= FINE else "line"))


def _mapped(bitmap: Bitmap, inks: Inks) -> Bitmap:
    from PIL import Image

    with Image.open(io.BytesIO(bitmap.data)) as opened:
        picture = opened.convert("L") if inks == "gray" else opened
        if inks == "low":
            lighter = [round(255 - (255 - value) * PICTURE) for value in range(256)]
            picture = picture.point(lighter * bitmap.channels)
        stream = io.BytesIO()
        picture.save(stream, "png")
    data = stream.getvalue()
    drawn = hashlib.sha256(f"{inks} {bitmap.drawn or bitmap.key}".encode()).hexdigest()[:32]
    return Bitmap(
        hash_of(data), "png", picture.size, len(picture.getbands()), InMemory(data), drawn
    )


def _scale(transform: str) -> float:
    """How much a `matrix(...)` enlarges; a `translate(...)` does not."""
    if not transform.startswith("matrix("):
        return 1.0
    a, b, c, d = (float(v) for v in transform[7:-1].replace(",", " ").split()[:4])
    return math.sqrt(abs(a * d - b * c))
