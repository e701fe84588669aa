"""An open tray and the lid that goes over it; one sheet each. mm."""

from __future__ import annotations

import math

from pnp.geometry.plane import Rect
from pnp.nets.core import Glue, Net, Panel, Pose, Solid
from pnp.nets.shapes import Flap, Side, flap_panel, opposite, rect_panel, side_of
from pnp.nets.space import Vec3


def tray(width: float, depth: float, height: float) -> Net:
    """Net of an open tray with the given INNER sizes in mm; the print is outside.

    A base with four walls; a tab on either end of the front and back walls is glued behind the
    side walls. The flat is width + 2·height by depth + 2·height.
    """
    return _open_box(width, depth, height, "base", ("front", "right", "back", "left"))


def lid(width: float, depth: float, height: float, *, clearance: float = 1.6) -> Net:
    """Net of a lid, `height` high inside, for the tray with that width and depth.

    `clearance` is added to width and depth. Paper of thickness t makes the tray t larger, takes
    t from the lid and 2t more where the lid's tabs lie: 4t is the least (1.2 for 0.3 mm).
    """
    if min(width, depth) <= 0:
        raise ValueError("a lid needs the positive sizes of its tray")
    # Seen from above the back edge is the head, so the walls change places with the tray's.
    walls = ("back", "right", "front", "left")
    return _open_box(width + clearance, depth + clearance, height, "top", walls)


def _open_box(
    width: float, depth: float, height: float, plate: str, walls: tuple[str, str, str, str]
) -> Net:
    """Five sides of a cuboid; `walls` hang on the flat top, right, bottom and left of the plate."""
    if min(width, depth, height) <= 0:
        raise ValueError("a tray needs positive sizes")
    upside = plate == "top"
    middle = Rect(height, height, width, depth)
    places = {
        "top": Rect(height, 0, width, height),
        "right": Rect(height + width, height, height, depth),
        "bottom": Rect(height, height + depth, width, height),
        "left": Rect(0, height, height, depth),
    }
    panels: list[Panel] = [rect_panel(plate, middle, role="panel" if upside else "base")]
    glues = []
    reach = min(20.0, 0.45 * depth, 0.9 * height, max(8.0, 0.6 * height))
    # 0.5 mm back from rim and base, narrowing by 10 degrees
    taper = min(reach * math.tan(math.radians(10)), 0.2 * height)
    tab = Flap(reach, min(0.5, 0.05 * height), taper, min(2.0, 0.1 * height))
    sides: tuple[Side, ...] = ("top", "right", "bottom", "left")
    names = dict(zip(sides, walls, strict=True))
    for side, name in names.items():
        head = opposite(side) if upside else side
        joined = opposite(side)
        panels.append(rect_panel(name, places[side], up=head, parent=plate, joined=joined))
        if side in ("right", "left"):
            continue
        ends: tuple[Side, Side] = ("left", "right")
        for end in ends:
            flap = f"{name} tab {names[end]}"
            edge = side_of(places[side], end)
            panels.append(flap_panel(flap, edge, tab, parent=name, up=head))
            glues.append(Glue(flap, names[end]))
    solid = Solid(Vec3(width, depth, height), frozenset({"bottom" if upside else "top"}))
    pose = Pose(plate, "face_up" if upside else "face_down")
    rests = walls if upside else (plate,)
    return Net(tuple(panels), tuple(glues), pose=pose, solid=solid, rests=rests).at_origin()
