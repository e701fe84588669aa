"""A closed box to draw tiles or dice from, in place of a cloth bag; two sheets. mm."""

from __future__ import annotations

import math
from typing import Literal

from pnp.geometry.plane import Point, Rect, Size
from pnp.nets.core import Glue, Net, Panel, Path, Pose, Solid
from pnp.nets.shapes import Flap, Side, arc, flap_panel, rect_panel, side_of
from pnp.nets.space import Vec3

Opening = Literal["slot", "star"]
REACH = 12.0  # mm: glue flaps
RIM = 3.0  # mm: least paper between the opening and a flap


def draw_box(
    width: float = 90.0,
    depth: float = 90.0,
    height: float = 70.0,
    *,
    hand: Size = Size(70.0, 45.0),  # noqa: B008 - a constant
    opening: Opening = "slot",
) -> tuple[Net, Net]:
    """Two nets, (body, cover), of a glued cuboid with INNER sizes in mm and a hole for the hand.

    The body is a channel front | bottom | back with flaps on its eight open edges; the cover is
    a channel left | top | right without any. Fold all flaps of the body in, put glue on their
    print and press the cover on: left, top, right. Pieces go in and out by the opening only.
    Check the two sheets together: `fold_errors(draw_box())`.

    `opening`: a "slot" with round ends of extent `hand` to cut out, or a "star" of four slits in
    the same extent, whose points give way to a hand and hide what is inside.

    Flat sizes: body width + 2·12 by depth + 2·height + 2·12 (114 x 254), cover depth by
    width + 2·height (90 x 230, a quarter turn from how it is read).
    """
    if min(width, depth, height) <= 0:
        raise ValueError("a draw box needs positive sizes")
    reach = min(REACH, 0.3 * min(width, depth, height))
    room = Size(width - 2 * RIM, depth - 2 * (reach + RIM))
    if hand.width > room.width or hand.height > room.height:
        raise ValueError(f"a hand opening of {hand} does not fit, there is room for {room}")
    solid = Solid(Vec3(width, depth, height))
    return _body(width, depth, height, reach, solid), _cover(
        width, depth, height, solid, hand, opening
    )


def _body(width: float, depth: float, height: float, reach: float, solid: Solid) -> Net:
    """Seen from below, front wall at the flat top. Flaps end at 45 degrees so that the three
    that meet behind a side wall do not overlap."""
    shape = Flap(reach, 0.0, 1.05 * reach)
    front = Rect(0, 0, width, height)
    bottom = Rect(0, height, width, depth)
    back = Rect(0, height + depth, width, height)
    panels: list[Panel] = [
        rect_panel("bottom", bottom, role="base"),
        rect_panel("front", front, parent="bottom", joined="bottom"),
        rect_panel("back", back, up="bottom", parent="bottom", joined="top"),
    ]
    glues = []
    heads: dict[str, Side] = {"front": "top", "bottom": "top", "back": "bottom"}
    joints: list[tuple[str, Rect, Side, str]] = [
        *((name, rect, "left", "left") for name, rect in _named(front, bottom, back)),
        *((name, rect, "right", "right") for name, rect in _named(front, bottom, back)),
        ("front", front, "top", "top"),
        ("back", back, "bottom", "top"),
    ]
    for parent, rect, side, onto in joints:
        name = f"{parent} to {onto}"
        edge = side_of(rect, side)
        panels.append(flap_panel(name, edge, shape, parent=parent, up=heads[parent]))
        glues.append(Glue(name, onto))
    net = Net(
        tuple(panels),
        tuple(glues),
        pose=Pose("bottom", "face_down"),
        solid=solid,
        rests=("bottom",),
    )
    return net.at_origin()


def _named(front: Rect, bottom: Rect, back: Rect) -> tuple[tuple[str, Rect], ...]:
    return ("front", front), ("bottom", bottom), ("back", back)


def _cover(
    width: float, depth: float, height: float, solid: Solid, hand: Size, opening: Opening
) -> Net:
    """Seen from above with the back edge as head, then turned to stand along the sheet."""
    top = Rect(height, 0, width, depth)
    panels = (
        rect_panel("top", top),
        rect_panel("left", Rect(0, 0, height, depth), up="right", parent="top", joined="right"),
        rect_panel(
            "right",
            Rect(height + width, 0, height, depth),
            up="left",
            parent="top",
            joined="left",
        ),
    )
    cuts = (_slot(top.centre, hand),) if opening == "slot" else _star(top.centre, hand)
    net = Net(panels, (), cuts, pose=Pose("top", "face_up"), solid=solid, rests=("left", "right"))
    return net.at_origin().turned()


def _slot(centre: Point, hand: Size) -> Path:
    """A rectangle with a half-circle at either end, as a closed path."""
    radius = min(hand.width, hand.height) / 2
    dx, dy = hand.width / 2 - radius, hand.height / 2 - radius
    turn = 0.0 if dx >= dy else 90.0
    first = arc(Point(centre.x + dx, centre.y + dy), radius, turn - 90, 180)
    second = arc(Point(centre.x - dx, centre.y - dy), radius, turn + 90, 180)
    path = (*first, *second)
    return (*path, path[0])


def _star(centre: Point, hand: Size) -> tuple[Path, ...]:
    """Four slits through the centre, ending on an ellipse of extent `hand`."""
    slits = []
    for quarter in range(4):
        t = math.pi * quarter / 4
        dx, dy = hand.width / 2 * math.cos(t), hand.height / 2 * math.sin(t)
        ends = Point(centre.x - dx, centre.y - dy), Point(centre.x + dx, centre.y + dy)
        slits.append(ends)
    return tuple(slits)
