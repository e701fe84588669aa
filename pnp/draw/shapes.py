"""What symbols and ornaments are made of: SVG paths with ink roles, moved and measured."""

from __future__ import annotations

import re
from functools import cache
from typing import Literal

from msgspec import Struct

from pnp.geometry.plane import Rect

Matrix = tuple[float, float, float, float, float, float]
"""a, b, c, d, e, f: x' = a x + c y + e, y' = b x + d y + f."""
_TOKEN = re.compile(r"[A-Za-z]|-?\d+(?:\.\d+)?")
_PAIRS = {"M": 1, "L": 1, "Q": 2, "C": 3, "Z": 0}
Role = Literal["ink", "paper", "accent", "none"]


class Shape(Struct, frozen=True):
    """One path. `d` is SVG path data using only M L H V C Q A Z and their lower-case forms.

    Roles become colours when drawn: "ink" the dark colour, "paper" the ground (incised lines),
    "accent" the theme's accent. `width` is the stroke width, in the units of `d`.
    Fill rule is even-odd when `evenodd`, else non-zero. Strokes have round caps and joins
    unless `sharp` (butt caps, miter joins).
    """

    d: str
    fill: Role = "ink"
    stroke: Role = "none"
    width: float = 0.0
    evenodd: bool = False
    sharp: bool = False


Drawing = tuple[Shape, ...]


@cache
def inked(drawing: Drawing) -> Rect:
    """The bounds of all that is drawn but paper on paper, in the units of its paths.

    Strokes count with half their width on every side: exact for round caps and joins. Raises
    ValueError for a drawing that draws nothing.
    """
    from fontTools.pens.boundsPen import BoundsPen
    from fontTools.svgLib.path import parse_path

    boxes = []
    for shape in drawing:
        if {shape.fill, shape.stroke} <= {"paper", "none"}:
            continue
        pen = BoundsPen(None)
        parse_path(shape.d, pen)
        half = shape.width / 2 if shape.stroke != "none" else 0.0
        left, top, right, bottom = pen.bounds
        boxes.append((left - half, top - half, right + half, bottom + half))
    if not boxes:
        raise ValueError("the drawing draws nothing")
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    left, top = min(lefts), min(tops)
    return Rect(left, top, max(rights) - left, max(bottoms) - top)


def number(value: float, decimals: int = 1) -> str:
    """`value` with at most so many decimals, without trailing zeros or a negative nought."""
    text = f"{value:.{decimals}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def mapped(d: str, matrix: Matrix, decimals: int = 1) -> str:
    """`d` (absolute M L Q C Z only) under x' = a x + c y + e, y' = b x + d y + f."""
    a, b, c, d_, e, f = matrix
    tokens = _TOKEN.findall(d)
    out: list[str] = []
    i = 0
    while i < len(tokens):
        command = tokens[i]
        i += 1
        if command not in _PAIRS:
            raise ValueError(f"cannot transform path command {command!r}")
        pairs = []
        for _ in range(_PAIRS[command]):
            x, y = float(tokens[i]), float(tokens[i + 1])
            at_x, at_y = a * x + c * y + e, b * x + d_ * y + f
            pairs.append(f"{number(at_x, decimals)},{number(at_y, decimals)}")
            i += 2
        out.append(command + " ".join(pairs))
    return "".join(out)
