"""A figure that stands: a three-sided tent with a picture on either side. mm."""

from __future__ import annotations

import math

from pnp.geometry.plane import Rect
from pnp.nets.core import Glue, Meet, Net, Pose
from pnp.nets.shapes import Flap, flap_panel, rect_panel, side_of


def standee(width: float = 15.0, height: float = 30.0, foot: float = 14.0) -> Net:
    """Net of a tent standee: both pictures `width` x `height` (measured along the slope).

    One strip, from the top: back picture (head down, so that it reads upright once folded), fold,
    front picture, fold, base (`foot` deep), fold, glue flap. The flap is glued behind the lower
    end of the back. Cross-section: an isosceles triangle with sides height, height, foot, so the
    fold at the top is 180 - 2·asin(foot / 2·height) degrees and the two at the base are
    180 - acos(foot / 2·height). It stands on the whole base, sqrt(height² - foot²/4) tall.
    """
    if min(width, height, foot) <= 0 or foot >= 2 * height:
        raise ValueError("a standee needs positive sizes and a foot less than twice its height")
    half = foot / (2 * height)
    apex = 180 - 2 * math.degrees(math.asin(half))
    heel = 180 - math.degrees(math.acos(half))
    back = Rect(0, 0, width, height)
    front = Rect(0, height, width, height)
    base = Rect(0, 2 * height, width, foot)
    reach = min(8.0, 0.4 * height)
    flap = Flap(reach, min(0.3, 0.02 * width), min(reach * 0.25, 0.15 * width))
    panels = (
        rect_panel("front", front),
        rect_panel("back", back, up="bottom", parent="front", joined="bottom", angle=apex),
        # Read from below, the front edge is the head.
        rect_panel("base", base, role="base", parent="front", joined="top", angle=heel),
        flap_panel("flap", side_of(base, "bottom"), flap, parent="base", up="bottom", angle=heel),
    )
    return Net(
        panels,
        (Glue("flap", "back"),),
        pose=Pose("base", "face_down"),
        meets=(Meet("base", "back"),),
        rests=("base",),
    ).at_origin()
