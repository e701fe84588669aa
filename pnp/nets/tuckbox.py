"""The tuck box: one sheet, one glued edge, a lid that tucks behind the front. mm."""

from __future__ import annotations

import math
from typing import Literal

from msgspec.structs import replace

from pnp.geometry.plane import Rect
from pnp.nets.core import Glue, Net, Panel, Pose, Solid
from pnp.nets.lock import locked_dust, locked_tongue, slit_of
from pnp.nets.shapes import Flap, Side, flap_panel, notched_top, opposite, rect_panel, side_of
from pnp.nets.space import Vec3

Bottom = Literal["glued", "tuck"]


def tuck_box(
    width: float,
    height: float,
    depth: float,
    *,
    glue: float = 13.0,
    tuck: float | None = None,
    notch: bool = True,
    bottom: Bottom = "glued",
    lock: bool = False,
) -> Net:
    """Net of a tuck box with the given INNER sizes in mm (clearances are the caller's).

    Across the sheet: glue flap | left | front | right | back. The flap goes behind the free
    edge of the back, so the seam is at the back and a thin box still has a wide seam. The lid
    hangs on the back and its tuck flap goes behind the front, where a thumb notch bares it; dust
    flaps on both sides.

    The bottom is made like the lid. "glued": fold the two bottom flaps in, put glue on their
    print and on the print of the bottom's tongue, push the tongue in behind the front and press
    (a ruler reaches in from the top). "tuck": the same without glue, for a box that opens at
    both ends; too weak for a heavy deck.

    `lock` cuts slits beside the lid's tongue for shoulders of the dust flaps (`pnp.nets.lock`).
    `glue` is at most 0.8 of the width, `tuck` 15 by default and at most 0.4 of the height.
    The flat is glue + 2·width + 2·depth wide and height + 2·depth + 2·tuck high.
    """
    if min(width, height, depth) <= 0:
        raise ValueError("a tuck box needs positive sizes")
    seam = min(glue, 0.8 * width)
    reach = min(15.0 if tuck is None else tuck, 0.4 * height)
    x = [seam, seam + depth, seam + depth + width, seam + 2 * depth + width]
    y = reach + depth
    left = Rect(x[0], y, depth, height)
    front = Rect(x[1], y, width, height)
    right = Rect(x[2], y, depth, height)
    back = Rect(x[3], y, width, height)
    radius = min(9.0, 0.25 * width, 0.6 * reach)
    shape = notched_top(front, radius) if notch else front.corners
    seam_flap = Flap(seam, 0.0, min(seam * math.tan(math.radians(15)), 0.2 * height))
    panels = [
        rect_panel("front", front, polygon=shape),
        rect_panel("left", left, parent="front", joined="right"),
        rect_panel("right", right, parent="front", joined="left"),
        rect_panel("back", back, parent="right", joined="left"),
        flap_panel("seam", side_of(left, "left"), seam_flap, parent="left"),
        *_end(back, left, right, reach, at_top=True),
    ]
    panels = _locked(panels, left, right, reach) if lock else panels
    glues = [Glue("seam", "back")]
    foot = _end(back, left, right, reach, at_top=False)
    if bottom == "glued":
        foot = [p if p.role == "panel" else replace(p, role="glue") for p in foot]
        glues += [Glue("bottom tongue", "front")]
        glues += [Glue("bottom flap left", "bottom"), Glue("bottom flap right", "bottom")]
    solid = Solid(Vec3(width, depth, height))
    net = Net((*panels, *foot), tuple(glues), pose=Pose("front"), solid=solid, rests=("bottom",))
    return net.at_origin()


def _locked(panels: list[Panel], left: Rect, right: Rect, reach: float) -> list[Panel]:
    """The panels with slits beside the lid's tongue and shoulders on the dust flaps."""
    named = {panel.name: panel for panel in panels}
    width = right.x - left.right
    slit = slit_of(width, reach, named["dust left"].size.height)
    for wall, rect, first in (("left", left, False), ("right", right, True)):
        name, edge = f"dust {wall}", side_of(rect, "top")
        named[name] = locked_dust(named[name], edge, slit, front_first=first, up="bottom")
    named["lid tongue"] = locked_tongue(named["lid tongue"], width, slit)
    return list(named.values())


def _end(back: Rect, left: Rect, right: Rect, reach: float, *, at_top: bool) -> list[Panel]:
    """Lid or bottom on the back with its tongue, and the dust flaps on the two sides.

    Tongue: 0.75 mm narrower at either end, shoulders rounded over most of its reach so that it
    finds its way in. Dust flaps: 1.2 times the depth long (8 to 25 mm) but never meeting in the
    middle, 0.5 mm back from the folds beside them, tapered by
    20 degrees at the front, where the tongue comes in, and by 4 degrees at the back.
    """
    width, depth = back.width, left.width
    far: Side = "top" if at_top else "bottom"  # the flat side away from the body
    name = "lid" if at_top else "bottom"
    plate = Rect(back.x, back.y - depth if at_top else back.bottom, width, depth)
    tongue = Flap(reach, min(0.75, 0.05 * width), 0.0, min(0.7 * reach, 0.3 * width))
    length = min(0.5 * width - 0.5, max(8.0, 1.2 * depth), 25.0)
    taper = [min(length * math.tan(math.radians(angle)), 0.3 * depth) for angle in (20, 4)]
    # The head of lid and bottom is flat "bottom": somebody in front reads the lid from above with
    # the back edge (its fold) as head, and the bottom from below with the front edge as head.
    panels = [
        rect_panel(name, plate, up="bottom", parent="back", joined=opposite(far)),
        flap_panel(
            f"{name} tongue", side_of(plate, far), tongue, parent=name, role="tuck", up="bottom"
        ),
    ]
    prefix = "dust" if at_top else "bottom flap"
    for wall, rect in (("left", left), ("right", right)):
        ends = taper if (wall == "right") == at_top else taper[::-1]  # the wide one at the front
        dust = Flap(length, min(0.5, 0.05 * depth), ends[0], min(3.0, 0.2 * depth), ends[1])
        edge = side_of(rect, far)
        panels.append(
            flap_panel(f"{prefix} {wall}", edge, dust, parent=wall, role="dust", up=opposite(far))
        )
    return panels
