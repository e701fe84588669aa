"""The drawing primitive symbols and ornaments are made of: one SVG path with ink roles."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

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
