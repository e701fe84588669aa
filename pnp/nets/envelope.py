"""A small envelope for a few tiles. mm."""

from __future__ import annotations

import math

from pnp.geometry.plane import Affine, Rect
from pnp.nets.core import Glue, Net, Pose, Solid
from pnp.nets.shapes import Flap, flap_panel, notched_top, rect_panel, side_of
from pnp.nets.space import Vec3


def envelope(width: float = 48.0, height: float = 48.0) -> Net:
    """Net of an envelope with the given INNER sizes in mm (48 x 48 holds two 45 mm tiles).

    Front in the middle, side flaps left and right, back below, closing flap above; all folded
    backwards. Fold the side flaps in, put glue on their print, fold the back up onto them. The
    closing flap has no glue: it tucks in behind the back, whose free edge has a thumb notch.

    The flat is width + 2·side flap by 2·height + closing flap (68 x 117.6).
    """
    if min(width, height) <= 0:
        raise ValueError("an envelope needs positive sizes")
    front = Rect(0, 0, width, height)
    back = Rect(0, height, width, height)
    reach = min(10.0, 0.3 * width)
    side = Flap(
        reach, min(0.5, 0.02 * height), min(reach * math.tan(math.radians(15)), 0.2 * height)
    )
    closing = Flap(0.45 * height, min(0.75, 0.02 * width), 0.08 * width, 0.15 * width)
    notch = notched_top(back, min(7.0, 0.2 * width, 0.25 * height))
    turn = Affine.rotation(180, back.centre)  # the back's free edge is its flat bottom
    panels = (
        rect_panel("front", front),
        rect_panel(
            "back",
            back,
            up="bottom",
            parent="front",
            joined="top",
            angle=180,
            polygon=tuple(turn.apply(p) for p in notch),
        ),
        flap_panel("left", side_of(front, "left"), side, parent="front", angle=180),
        flap_panel("right", side_of(front, "right"), side, parent="front", angle=180),
        flap_panel(
            "closing",
            side_of(front, "top"),
            closing,
            parent="front",
            role="tuck",
            up="bottom",
            angle=180,
        ),
    )
    glues = (Glue("left", "back"), Glue("right", "back"))
    solid = Solid(Vec3(width, 0, height))
    return Net(panels, glues, pose=Pose("front"), solid=solid).at_origin()
