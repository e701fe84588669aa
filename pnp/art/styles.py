"""What SVG elements look like: presentation attributes and styles in the terms of our profile."""

from __future__ import annotations

import re
from collections.abc import Mapping
from xml.etree.ElementTree import Element

from msgspec import Struct
from msgspec.structs import replace
from PIL import ImageColor

from pnp.units import svg_length

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


_GEOMETRY = {
    *("x", "y", "width", "height", "rx", "ry", "cx", "cy", "r", "x1", "y1", "x2", "y2"),
    *("points", "d", "transform", "id", "class", "style", "href", "xml:space", "version"),
    *("viewBox", "preserveAspectRatio", "baseProfile", "lang", "role", "pathLength"),
    *("zoomAndPan", "contentScriptType", "contentStyleType"),
}
_HARMLESS = re.compile(
    r"-\w|aria-|data-|font|text-|letter-|word-|line-height|writing-mode|direction|white-space"
    r"|stop-|solid-|image-rendering|shape-rendering|color-|overflow|pointer-events|cursor"
    r"|enable-background|unicode-bidi|baseline|dominant-baseline|alignment|kerning|glyph"
    r"|block-progression|flood-|lighting-|inline-size|shape-(inside|padding|margin)|text$"
)
_ONE = {"opacity", "fill-opacity", "stroke-opacity"}
_NONE = {"clip-path", "mask", "filter", "marker", "marker-start", "marker-mid", "marker-end"}
_DEFAULT = {
    "mix-blend-mode": "normal",
    "isolation": "auto",
    "vector-effect": "none",
    "paint-order": "normal",
    "clip-rule": None,
    "clip": "auto",
    "display": None,
}
"""Properties whose default value, any value for None, changes nothing."""


def properties(element: Element) -> dict[str, str]:
    """Presentation attributes, and styles that go before them. Raises Beyond."""
    found = {k: v.strip() for k, v in element.attrib.items() if k not in _GEOMETRY}
    style = element.get("style", "")
    if "/*" in style or "!" in style:
        raise Beyond("a style with comments or !important")
    for part in style.split(";"):
        name, colon, value = part.partition(":")
        if colon:
            found[name.strip()] = value.strip()
    return found


def is_shown(found: Mapping[str, str]) -> bool:
    return found.get("display") != "none"


def look_of(found: Mapping[str, str], look: Look) -> Look:
    """The look of an element from its properties and the one it inherits. Raises Beyond."""
    if "color" in found:
        look = replace(look, colour=_colour(found["color"], look))
    for name, value in found.items():
        if value == "inherit" and name in _SETTERS:
            continue
        if name in _SETTERS:
            look = _SETTERS[name](look, value)
        elif not _changes_nothing(name, value):
            raise Beyond(name)
    return look


def _changes_nothing(name: str, value: str) -> bool:
    if name in _ONE:
        return value in ("1", "1.0", "100%")
    if name in _NONE:
        return value == "none"
    if name in _DEFAULT:
        return _DEFAULT[name] in (None, value)
    return name == "color" or _HARMLESS.match(name) is not None


def _colour(text: str, look: Look) -> str:
    if text in ("none", "transparent"):
        return "none"
    if text.lower() == "currentcolor":
        return look.colour
    if text.startswith("url("):
        raise Beyond("a gradient or pattern")
    try:
        channels = ImageColor.getrgb(text)
    except ValueError:
        raise Beyond(f"the colour {text[:30]}") from None
    if len(channels) == 4 and channels[3] != 255:
        raise Beyond("a transparent colour")
    return "#{:02X}{:02X}{:02X}".format(*channels[:3])


def _length(text: str) -> float:
    try:
        length = svg_length(text)
    except ValueError:
        raise Beyond(f"the length {text[:20]}") from None
    if not abs(length) < FAR:
        raise Beyond("numbers far too large")
    return length


def _dashes(text: str) -> tuple[float, ...]:
    if text == "none":
        return ()
    found = tuple(_length(part) for part in re.split(r"[\s,]+", text.strip()) if part)
    return found if sum(found) > 0 and min(found) >= 0 else ()


def _word(text: str, known: tuple[str, ...]) -> str:
    if text not in known:
        raise Beyond(f"'{text[:20]}'")
    return text


_SETTERS = {
    "fill": lambda look, v: replace(look, fill=_colour(v, look)),
    "stroke": lambda look, v: replace(look, stroke=_colour(v, look)),
    "stroke-width": lambda look, v: replace(look, width=_length(v)),
    "fill-rule": lambda look, v: replace(look, rule=_word(v, ("nonzero", "evenodd"))),
    "stroke-linecap": lambda look, v: replace(look, cap=_word(v, ("butt", "round", "square"))),
    "stroke-linejoin": lambda look, v: replace(look, join=_word(v, ("miter", "round", "bevel"))),
    "stroke-miterlimit": lambda look, v: replace(look, limit=_length(v)),
    "stroke-dasharray": lambda look, v: replace(look, dashes=_dashes(v)),
    "stroke-dashoffset": lambda look, v: replace(look, offset=_length(v)),
    "visibility": lambda look, v: replace(look, visible=v == "visible"),
}
