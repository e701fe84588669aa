"""What the elements of a resolved SVG look like, in the terms of our profile."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from pnp.art.properties import PROPERTIES

FAR = 1e7
"""Numbers from here on are left to resvg: PDF readers do not take them."""


class Beyond(Exception):
    """A feature that our SVG profile does not have: the drawing must become pixels."""


class Look(Struct, frozen=True):
    """The inherited properties of an element; lengths in user units."""

    fill: str = "#000000"
    stroke: str = "none"
    colour: str = "#000000"
    width: float = 1.0
    rule: str = "nonzero"
    cap: str = "butt"
    join: str = "miter"
    limit: float = 4.0
    dashes: tuple[float, ...] = ()
    offset: float = 0.0
    visible: bool = True

    def paint(self, name: str) -> str:
        """The colour of `fill` or `stroke`, or "none". Raises Beyond."""
        text: str = getattr(self, name)
        if text == "currentColor":
            text = self.colour
        if text == "none" or (len(text) == 9 and text.endswith("00")):
            return "none"
        if text.startswith("url("):
            raise Beyond("a gradient or pattern")
        if len(text) != 7:
            raise Beyond("a transparent colour" if text.startswith("#") else text)
        return text


_HARMLESS = {
    *("display", "transform", "clip-rule", "overflow", "mask-type", "isolation", "transform-box"),
    *("color-interpolation", "color-interpolation-filters", "shape-rendering", "image-rendering"),
    *("stop-color", "stop-opacity", "flood-color", "flood-opacity", "lighting-color"),
}
"""What is looked at elsewhere, or changes nothing of a shape."""
_OF_WORDS = (
    *("font", "text-", "letter-", "word-", "baseline", "dominant", "alignment", "writing"),
    *("direction", "unicode", "kerning", "glyph"),
)


def look_of(attributes: Mapping[str, str], look: Look) -> Look:
    """The look of an element from its attributes and the one it inherits. Raises Beyond."""
    for name, value in attributes.items():
        if name in _SETTERS:
            look = _SETTERS[name](look, value)
        elif name not in PROPERTIES or name in _HARMLESS or name.startswith(_OF_WORDS):
            continue
        elif value != PROPERTIES[name].initial:
            raise Beyond(name)
    return look


def length_of(text: str) -> float:
    """A length of a resolved drawing. Raises Beyond for one that depends on something else."""
    try:
        length = float(text)
    except ValueError:
        raise Beyond(f"the length {text[:20]}") from None
    if not abs(length) < FAR:
        raise Beyond("numbers far too large")
    return length


def _dashes(text: str) -> tuple[float, ...]:
    found = () if text == "none" else tuple(map(length_of, text.split()))
    return found if sum(found) > 0 else ()


def _join(text: str) -> str:
    if text == "miter-clip":
        raise Beyond(text)
    return text


_SETTERS = {
    "fill": lambda look, v: replace(look, fill=v),
    "stroke": lambda look, v: replace(look, stroke=v),
    "color": lambda look, v: look if v == "currentColor" else replace(look, colour=v),
    "stroke-width": lambda look, v: replace(look, width=length_of(v)),
    "fill-rule": lambda look, v: replace(look, rule=v),
    "stroke-linecap": lambda look, v: replace(look, cap=v),
    "stroke-linejoin": lambda look, v: replace(look, join=_join(v)),
    "stroke-miterlimit": lambda look, v: replace(look, limit=length_of(v)),
    "stroke-dasharray": lambda look, v: replace(look, dashes=_dashes(v)),
    "stroke-dashoffset": lambda look, v: replace(look, offset=length_of(v)),
    "visibility": lambda look, v: replace(look, visible=v == "visible"),
}
