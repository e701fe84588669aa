"""A cube to fold and glue. mm."""

from __future__ import annotations

from pnp.geometry.plane import Rect
from pnp.nets.core import Glue, Net, Panel, Pose, Solid
from pnp.nets.shapes import Flap, Side, flap_panel, rect_panel, side_of
from pnp.nets.space import Vec3

OPPOSITE = {"1": "6", "2": "5", "3": "4", "4": "3", "5": "2", "6": "1"}


def die(edge: float) -> Net:
    """Net of a cube with the given edge in mm, faces "1" to "6", opposite faces adding to 7.

    The names are positions: put any six values there. They turn as on western dice (1, 2, 3
    anticlockwise round their common corner). A row 5-1-2-6 with 3 above and 4 below the 1; all
    seven flaps hang on the walls, never on 3 or 4, so that the ring is glued first and the last
    two faces are pressed down on a ledge of flaps. Flaps end at 45 degrees: four meet in a face
    without overlapping. Every flap is behind its face, none hides one.

    Flat size: 4 edges + flap by 3 edges, flap = 0.3 edge within 4 to 7 mm (20 mm: 86 x 60).
    """
    if edge <= 0:
        raise ValueError("a die needs a positive edge")
    reach = min(7.0, max(4.0, 0.3 * edge))
    reach = min(reach, 0.4 * edge)
    shape = Flap(reach, 0.0, reach * 1.05)

    def square(column: int, row: int) -> Rect:
        return Rect(column * edge, row * edge, edge, edge)

    panels: list[Panel] = [
        rect_panel("1", square(1, 1)),
        rect_panel("2", square(2, 1), parent="1", joined="left"),
        rect_panel("5", square(0, 1), parent="1", joined="right"),
        rect_panel("6", square(3, 1), parent="2", joined="left"),
        rect_panel("3", square(1, 0), parent="1", joined="bottom"),
        rect_panel("4", square(1, 2), parent="1", joined="top"),
        flap_panel("6 to 5", side_of(square(3, 1), "right"), shape, parent="6"),
    ]
    glues = [Glue("6 to 5", "5")]
    ends: tuple[tuple[Side, str], ...] = (("top", "3"), ("bottom", "4"))
    for wall, column in (("5", 0), ("2", 2), ("6", 3)):
        for side, onto in ends:
            name = f"{wall} to {onto}"
            panels.append(flap_panel(name, side_of(square(column, 1), side), shape, parent=wall))
            glues.append(Glue(name, onto))
    solid = Solid(Vec3(edge, edge, edge))
    return Net(tuple(panels), tuple(glues), pose=Pose("1"), solid=solid, rests=("4",)).at_origin()
