"""A slip case: a tube, open at both ends, that slides over a box. One sheet, one seam. mm."""

from __future__ import annotations

import math
from typing import Literal

from pnp.geometry.plane import Rect
from pnp.nets.core import Glue, Net, Panel, Pose, Solid
from pnp.nets.shapes import Flap, flap_panel, notched, rect_panel, side_of
from pnp.nets.space import Vec3

Along = Literal["height", "width"]
"""The way the box slides: up and down, or from side to side."""


def sleeve(
    width: float, depth: float, height: float, *, along: Along = "height", glue: float = 13.0
) -> Net:
    """Net of a tube with the given INNER sizes in mm (the fit is the caller's).

    Along the height: glue flap | left | front | right | back, side by side; open at top and
    bottom. Along the width: back, top, front, bottom, glue flap, one below the other; open to
    the left and right. The flap goes behind the free edge of the back. Half-circles in one end
    of two opposite walls, for thumb and finger, bare the box.
    """
    if min(width, depth, height) <= 0:
        raise ValueError("a slip case needs positive sizes")
    make = _upright if along == "height" else _lying
    return make(width, depth, height, glue).at_origin()


def _seam(reach: float, run: float) -> Flap:
    return Flap(reach, 0.0, min(reach * math.tan(math.radians(15)), 0.2 * run))


def _upright(width: float, depth: float, height: float, glue: float) -> Net:
    """Round a box that slides up and down."""
    left, front = Rect(0, 0, depth, height), Rect(depth, 0, width, height)
    right, back = Rect(depth + width, 0, depth, height), Rect(2 * depth + width, 0, width, height)
    radius = min(9.0, 0.25 * width, 0.2 * height)
    panels: list[Panel] = [
        rect_panel("front", front, polygon=notched(front, "top", radius)),
        rect_panel("left", left, parent="front", joined="right"),
        rect_panel("right", right, parent="front", joined="left"),
        rect_panel(
            "back", back, parent="right", joined="left", polygon=notched(back, "top", radius)
        ),
    ]
    reach = min(glue, 0.2 * width)
    panels.append(flap_panel("seam", side_of(left, "left"), _seam(reach, height), parent="left"))
    return Net(
        tuple(panels),
        (Glue("seam", "back"),),
        pose=Pose("front"),
        solid=Solid(Vec3(width, depth, height), frozenset({"top", "bottom"})),
        rests=("front", "back", "left", "right"),
    )


def _lying(width: float, depth: float, height: float, glue: float) -> Net:
    """Round a box that slides from side to side."""
    back, top = Rect(0, 0, width, height), Rect(0, height, width, depth)
    front = Rect(0, height + depth, width, height)
    bottom = Rect(0, 2 * height + depth, width, depth)
    radius = min(9.0, 0.25 * depth, 0.2 * width)
    panels: list[Panel] = [
        rect_panel("front", front),
        rect_panel(
            "top", top, parent="front", joined="bottom", polygon=notched(top, "right", radius)
        ),
        rect_panel("back", back, up="bottom", parent="top", joined="bottom"),
        rect_panel(
            "bottom", bottom, parent="front", joined="top", polygon=notched(bottom, "right", radius)
        ),
    ]
    reach = min(glue, 0.8 * height)
    edge = side_of(bottom, "bottom")
    panels.append(flap_panel("seam", edge, _seam(reach, width), parent="bottom", up="bottom"))
    return Net(
        tuple(panels),
        (Glue("seam", "back"),),
        pose=Pose("front"),
        solid=Solid(Vec3(width, depth, height), frozenset({"left", "right"})),
        rests=("bottom",),
    )
