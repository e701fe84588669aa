"""Bricks for nets: rectangles with a reading direction, tapered and rounded flaps, arcs. mm."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal, NamedTuple

from pnp.geometry.plane import Affine, Point, Polygon, Rect, Size, bounds
from pnp.nets.core import Panel, Role
from pnp.nets.planar import Segment

Side = Literal["top", "right", "bottom", "left"]
CHORD = 0.01  # mm: how far an arc may lie from the polyline that stands for it


def frame_of(rect: Rect, up: Side) -> tuple[Affine, Size]:
    """Art frame of a flat rectangle whose art has its head at the flat side `up`."""
    size = Size(rect.height, rect.width) if up in ("left", "right") else rect.size
    origin, degrees = {
        "top": (Point(rect.x, rect.y), 0),
        "right": (Point(rect.right, rect.y), 90),
        "bottom": (Point(rect.right, rect.bottom), 180),
        "left": (Point(rect.x, rect.bottom), 270),
    }[up]
    return Affine.translation(*origin) @ Affine.rotation(degrees), size


def side_of(rect: Rect, side: Side) -> Segment:
    """One side of a rectangle, its ends in clockwise order."""
    corners = rect.corners
    start = ("top", "right", "bottom", "left").index(side)
    return corners[start], corners[(start + 1) % 4]


def rect_panel(
    name: str,
    rect: Rect,
    *,
    up: Side = "top",
    role: Role = "panel",
    parent: str | None = None,
    joined: Side | None = None,
    angle: float = 90.0,
    polygon: Polygon | None = None,
) -> Panel:
    """A rectangular panel, folded along its side `joined`; `polygon` replaces the plain
    rectangle when something is cut out of its border."""
    frame, size = frame_of(rect, up)
    hinge = side_of(rect, joined) if joined else None
    return Panel(name, polygon or rect.corners, role, size, frame, parent, hinge, angle)


class Flap(NamedTuple):
    """Shape of a flap: how far it reaches; how much its fold is set back at either end (so that
    it does not jam beside its neighbours); how much it narrows at either end, or at the second
    end of its edge if that differs; corner radius. mm."""

    reach: float
    set_back: float = 0.0
    taper: float = 0.0
    radius: float = 0.0
    second_taper: float | None = None


def flap_panel(
    name: str,
    edge: Segment,
    shape: Flap,
    *,
    parent: str,
    role: Role = "glue",
    up: Side = "top",
    angle: float = 90.0,
) -> Panel:
    """A flap outside `edge` (a side of the parent in clockwise order), narrowing outwards."""
    p, q = edge
    length = math.dist(p, q)
    ux, uy = (q.x - p.x) / length, (q.y - p.y) / length

    def at(along: float, out: float) -> Point:
        return Point(p.x + along * ux + out * uy, p.y + along * uy - out * ux)

    low, high = shape.set_back, length - shape.set_back
    second = shape.taper if shape.second_taper is None else shape.second_taper
    if shape.taper + second >= high - low or shape.reach <= 0:
        raise ValueError(f"flap '{name}' is too short or tapers to nothing")
    hinge = (at(low, 0), at(high, 0))
    outer = at(low + shape.taper, shape.reach), at(high - second, shape.reach)
    polygon: Polygon = (hinge[0], *outer, hinge[1])
    if shape.radius > 0:
        polygon = rounded(polygon, {1: shape.radius, 2: shape.radius})
    frame, size = frame_of(bounds(polygon), up)
    return Panel(name, polygon, role, size, frame, parent, hinge, angle)


def opposite(side: Side) -> Side:
    """The side across."""
    order: tuple[Side, ...] = ("top", "right", "bottom", "left")
    return order[(order.index(side) + 2) % 4]


def arc(centre: Point, radius: float, start: float, sweep: float) -> tuple[Point, ...]:
    """Points on a circle from `start` over `sweep` degrees (clockwise on paper when positive).

    The sagitta of a chord over the angle t is r(1 - cos(t/2)); t is chosen so that it stays
    within CHORD.
    """
    step = 2 * math.acos(max(0.0, 1 - CHORD / radius))
    count = max(2, math.ceil(abs(math.radians(sweep)) / step))
    angles = (math.radians(start + sweep * i / count) for i in range(count + 1))
    return tuple(
        Point(centre.x + radius * math.cos(a), centre.y + radius * math.sin(a)) for a in angles
    )


def rounded(polygon: Sequence[Point], radii: dict[int, float]) -> Polygon:
    """Round the corners with the given indices; a radius is cut to what the sides allow.

    The arc touches both sides at r·cot(half the corner's angle) from the corner.
    """
    out: list[Point] = []
    count = len(polygon)
    for i, corner in enumerate(polygon):
        if i not in radii:
            out.append(corner)
            continue
        before, after = polygon[i - 1], polygon[(i + 1) % count]
        a, b = math.dist(corner, before), math.dist(corner, after)
        u = ((before.x - corner.x) / a, (before.y - corner.y) / a)
        v = ((after.x - corner.x) / b, (after.y - corner.y) / b)
        half = math.acos(u[0] * v[0] + u[1] * v[1]) / 2
        room = [
            length * (0.499 if j % count in radii else 0.999)
            for length, j in ((a, i - 1), (b, i + 1))
        ]
        back = min(radii[i] / math.tan(half), *room)
        radius = back * math.tan(half)
        middle = (u[0] + v[0], u[1] + v[1])
        reach = radius / math.sin(half) / math.hypot(*middle)
        centre = Point(corner.x + reach * middle[0], corner.y + reach * middle[1])
        first = (corner.x + back * u[0], corner.y + back * u[1])
        last = (corner.x + back * v[0], corner.y + back * v[1])
        start = math.degrees(math.atan2(first[1] - centre.y, first[0] - centre.x))
        end = math.degrees(math.atan2(last[1] - centre.y, last[0] - centre.x))
        out.extend(arc(centre, radius, start, (end - start + 180) % 360 - 180))
    return tuple(out)


def notched(rect: Rect, side: Side, radius: float) -> Polygon:
    """A rectangle with a half-circle for the thumb cut into the middle of one of its sides."""
    centre, (width, height) = rect.centre, rect.size
    if side in ("left", "right"):
        width, height = height, width
    upright = Rect(centre.x - width / 2, centre.y - height / 2, width, height)
    turn = Affine.rotation(90 * ("top", "right", "bottom", "left").index(side), centre)
    return tuple(turn.apply(p) for p in notched_top(upright, radius))


def notched_top(rect: Rect, radius: float) -> Polygon:
    """A rectangle with a half-circle for the thumb cut into the middle of its top side."""
    middle = Point(rect.centre.x, rect.y)
    top_left, *others = rect.corners
    return (top_left, *arc(middle, radius, 180, -180), *others)
