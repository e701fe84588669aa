"""The drawing primitive symbols and ornaments are made of: one SVG path with ink roles."""

from __future__ import annotations

from functools import cache
from typing import Literal

from msgspec import Struct

from pnp.geometry import Rect

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
