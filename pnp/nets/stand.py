"""How firmly a folded net stands, and how much fits into it. mm and degrees."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from pnp.geometry.plane import Point, Polygon, Size, bounds, polygon_area
from pnp.nets.core import Net, Placed3D, fold
from pnp.nets.planar import centroid, depth_inside, hull, overlap_area
from pnp.nets.space import Vec3


class Stance(NamedTuple):
    """`footprint`: the convex hull of what touches the table; `shadow`: extent of the whole
    thing seen from above; `gravity`: centre of gravity of the paper; `margin`: how far inside
    the footprint it is (negative: it falls over); `tip`: degrees it can be tilted at least."""

    footprint: Polygon
    shadow: Size
    gravity: Vec3
    margin: float
    tip: float


def stance(net: Net, slack: float = 0.05) -> Stance:
    """Where the folded net touches z = 0 and where its weight is (even paper, cuts ignored).

    Tipping angle = atan(margin / height of the centre of gravity).
    """
    placed = list(fold(net).values())
    corners = [corner for where in placed for corner in where.corners]
    lowest = min(corner.z for corner in corners)
    touching = [Point(round(c.x, 9), round(c.y, 9)) for c in corners if c.z - lowest <= slack]
    foot = hull(touching)
    weight = 0.0
    gravity = Vec3(0, 0, 0)
    for where in placed:
        area = abs(polygon_area(where.panel.polygon))
        gravity = gravity.plus(where.at(centroid(where.panel.polygon)).times(area))
        weight += area
    gravity = gravity.times(1 / weight)
    margin = depth_inside(Point(gravity.x, gravity.y), foot) if len(foot) > 2 else -math.inf
    tip = math.degrees(math.atan2(margin, gravity.z - lowest))
    shadow = bounds([Point(c.x, c.y) for c in corners]).size
    return Stance(foot, shadow, gravity, margin, tip)


def inner_size(net: Net | Sequence[Net], paper: float = 0.0) -> Vec3:
    """The free cuboid inside the FOLDED box: x, y, z in mm, between the innermost panels.

    An open face (a tray's top) ends where the walls end. With `paper` thick paper the panel
    itself takes half its thickness (a fold is creased in its middle) and every layer of flaps
    behind it takes the whole. Raises ValueError when the panels enclose nothing.
    """
    nets = [net] if isinstance(net, Net) else list(net)
    placed = [where for one in nets for where in fold(one).values()]
    body = [where for where in placed if where.panel.role in ("panel", "base")]
    if any(max(abs(part) for part in wall.normal) < 1 - 1e-6 for wall in body):
        raise ValueError("the panels enclose no cuboid")
    flaps = [where for where in placed if where.panel.role not in ("panel", "base")]
    return Vec3(
        *(_end(body, flaps, i, 1, paper) - _end(body, flaps, i, -1, paper) for i in range(3))
    )


def _end(
    body: Sequence[Placed3D], flaps: Sequence[Placed3D], axis: int, sign: int, paper: float
) -> float:
    """Where the inside ends along an axis, on its far side (`sign` 1) or its near one (-1), mm.

    Raises ValueError when nothing ends it.
    """
    walls = [w for w in body if abs(w.normal[axis] - sign) < 1e-6]
    if not walls:  # open here: as far as every other wall reaches
        upright = [w for w in body if abs(w.normal[axis]) < 0.5]
        if not upright:
            raise ValueError("the panels enclose no cuboid")
        return sign * min(max(sign * c[axis] for c in w.corners) for w in upright)
    plane = sign * min(sign * w.corners[0][axis] for w in walls)
    behind = [f for f in flaps if all(abs(c[axis] - plane) < 0.05 for c in f.corners)]
    return plane - sign * paper * (0.5 + _layers(behind, axis))


def outer_size(net: Net | Sequence[Net], paper: float = 0.0) -> Vec3:
    """Extent of the folded thing: x, y, z in mm; `paper` thick paper adds half on either side."""
    nets = [net] if isinstance(net, Net) else list(net)
    corners = [corner for one in nets for where in fold(one).values() for corner in where.corners]
    spans = [max(c[i] for c in corners) - min(c[i] for c in corners) for i in range(3)]
    return Vec3(*(span + paper for span in spans))


def _layers(flaps: list[Placed3D], axis: int) -> int:
    """How many flaps may lie on top of each other: one more than any of them overlaps."""
    shadows = [
        tuple(Point(*(c[i] for i in range(3) if i != axis)) for c in flap.corners) for flap in flaps
    ]
    count = [1] * len(shadows)
    for i, j in combinations(range(len(shadows)), 2):
        if overlap_area(shadows[i], shadows[j]) > 0.01:
            count[i] += 1
            count[j] += 1
    return max(count, default=0)
