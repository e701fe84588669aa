"""Transforms as attributes and as CSS write them, in the form of one matrix."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from typing import Any

from tinycss2 import parse_component_value_list, serialize

from pnp.art.readers import (
    Source,
    Tokens,
    Undrawn,
    angle_of,
    length_of,
    number_text,
    refuse_sums,
    words_of,
)
from pnp.geometry.plane import IDENTITY, Affine

NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
_TRANSFORM = re.compile(r"\s*,?\s*(matrix|translate|scale|rotate|skewX|skewY)\s*\(([^()]*)\)\s*")


def _rotation(degrees: float, x: float = 0.0, y: float = 0.0) -> Affine:
    return Affine.translation(x, y) @ Affine.rotation(degrees) @ Affine.translation(-x, -y)


def _skew(x: float, y: float = 0.0) -> Affine:
    return Affine(b=math.tan(math.radians(y)), c=math.tan(math.radians(x)))


_TURNS: Mapping[str, Callable[..., Affine]] = {
    "matrix": lambda a, b, c, d, e, f: Affine(a, b, c, d, e, f),
    "translate": lambda x, y=0.0: Affine.translation(x, y),
    "translatex": lambda x: Affine.translation(x, 0.0),
    "translatey": lambda y: Affine.translation(0.0, y),
    "scale": lambda x, y=None: Affine.scaling(x, y),
    "scalex": lambda x: Affine.scaling(x, 1.0),
    "scaley": lambda y: Affine.scaling(1.0, y),
    "rotate": _rotation,
    "skew": _skew,
    "skewx": lambda x: _skew(x),
    "skewy": lambda y: _skew(0.0, y),
}


def parse_transform(text: str) -> Affine | None:
    """The transform of an attribute (SVG 1.1, 7.6) as one map; None for a broken one."""
    place, whole = 0, IDENTITY
    while place < len(text.rstrip()):
        match = _TRANSFORM.match(text, place)
        if match is None:
            return None
        values = [float(v) for v in re.findall(NUMBER, match[2])]
        try:
            whole = whole @ _TURNS[match[1].lower()](*values)
        except TypeError:
            return None
        place = match.end()
    return whole


def _css_transform(tokens: Tokens) -> Affine | None:
    whole = IDENTITY
    for part in words_of(tokens):
        if part.type != "function":
            return None
        name = part.lower_name
        if "3d" in name or name in ("perspective", "rotatex", "rotatey", "translatez", "scalez"):
            raise Undrawn(f"transform: {name}()", "apply the transform in the drawing program")
        values = [_turn_value(name, t) for t in words_of(part.arguments) if t != ","]
        if name not in _TURNS or (name == "rotate" and len(values) != 1) or None in values:
            return None
        try:
            whole = whole @ _TURNS[name](*values)
        except TypeError:
            return None
    return whole


def _turn_value(name: str, token: Any) -> float | None:
    if name.startswith(("rotate", "skew")):
        return angle_of(token)
    if name.startswith("translate"):
        text = length_of(token, False)
        if text is not None and text.endswith(("em", "%")):
            raise Undrawn(f"transform: {name}() by {text}", "use px")
        return None if text is None else float(text)
    refuse_sums(token)
    if token.type == "percentage" and name.startswith("scale"):
        return float(token.value / 100)
    return float(token.value) if token.type == "number" else None


def read_transform(tokens: Tokens, source: Source) -> str | None:
    if source == "attribute":
        found = parse_transform(serialize(tokens))
    elif [t.type for t in tokens] == ["ident"] and tokens[0].lower_value == "none":
        found = IDENTITY
    else:
        found = _css_transform(tokens)
    return None if found is None else f"matrix({' '.join(map(number_text, found))})"


_SIDES = {"left": "0%", "right": "100%", "top": "0%", "bottom": "100%", "center": "50%"}


def read_origin(tokens: Tokens, source: Source) -> str | None:
    parts = words_of(tokens)
    if not 1 <= len(parts) <= 3:
        return None
    words = [p.lower_value if p.type == "ident" else "" for p in parts]
    if words[0] in ("top", "bottom") or (len(words) > 1 and words[1] in ("left", "right")):
        parts[:2] = [*parts[:2], *parse_component_value_list("center")][1::-1]
    found = [
        _SIDES.get(p.lower_value) if p.type == "ident" else length_of(p, source == "attribute")
        for p in parts
    ]
    if None in found:
        return None
    return " ".join([str(found[0]), str(found[1]) if len(found) > 1 else "50%"])
