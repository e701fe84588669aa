"""The art of path tiles: sand corridors between incised stone walls, plazas, stars, marks. mm.

A tile is drawn about its middle: x to the east, y to the south. The border of the corridors falls
into chains, each running from one open side to the next; a wall is the band outside a chain.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from msgspec import Struct

from pnp.draw.profile import line_path
from pnp.geometry.plane import Point
from pnp.geometry.topology import SIDES

Chain = tuple[Point, ...]

_OUT = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}


class PathColours(Struct, frozen=True):
    """The colours of path tiles."""

    sand: str
    stone: str
    rock: str
    joint: str
    star: str


class Measures(Struct, frozen=True):
    """Measures of a path tile, mm: half its side, half the corridor, the walls, the bleed."""

    half: float
    arm: float
    wall: float
    bleed: float = 0.0

    @property
    def reach(self) -> float:
        """From the middle to where the picture ends."""
        return self.half + self.bleed


def corridor(sides: str, plan: Measures) -> Chain:
    """The outline of the corridors, clockwise; it ends on the border of every open side."""
    points: list[Point] = []
    for side in SIDES:
        points.append(_at(side, -plan.arm, plan.arm))
        if side in sides:
            points += [_at(side, -plan.arm, plan.reach), _at(side, plan.arm, plan.reach)]
    return tuple(points)


def chains(sides: str, plan: Measures) -> tuple[Chain, ...]:
    """The walls' inner lines, clockwise from an open side to the next; none without openings."""
    found = []
    for start in sides:
        points = [_at(start, plan.arm, plan.reach), _at(start, plan.arm, plan.arm)]
        side = _next(start)
        while side not in sides:
            points.append(_at(side, plan.arm, plan.arm))
            side = _next(side)
        points.append(_at(side, -plan.arm, plan.reach))
        found.append(_without_straight(points))
    return tuple(found)


def _at(side: str, along: float, out: float) -> Point:
    """A point by its place along a side (clockwise) and its distance from the middle."""
    dx, dy = _OUT[side]
    return Point(dx * out - dy * along, dy * out + dx * along)


def _next(side: str) -> str:
    return SIDES[(SIDES.index(side) + 1) % 4]


def _without_straight(points: Sequence[Point]) -> Chain:
    kept = [points[0]]
    for p, q in pairwise(points[1:]):
        if _cross(kept[-1], p, q) != 0:
            kept.append(p)
    return (*kept, points[-1])


def _cross(o: Point, p: Point, q: Point) -> float:
    return round((p.x - o.x) * (q.y - p.y) - (p.y - o.y) * (q.x - p.x), 9)


def shifted(chain: Chain, out: float) -> Chain:
    """The chain moved by `out` mm into the stone, its corners mitred."""
    normals = [_normal(p, q) for p, q in pairwise(chain)]
    points = []
    for i, p in enumerate(chain):
        near = dict.fromkeys((normals[max(i - 1, 0)], normals[min(i, len(normals) - 1)]))
        dx, dy = (sum(n[k] for n in near) for k in (0, 1))
        points.append(Point(p.x + out * dx, p.y + out * dy))
    return tuple(points)


def _normal(p: Point, q: Point) -> tuple[float, float]:
    """The unit vector from a side of a chain into the stone: the left of the way."""
    length = math.dist(p, q)
    return (q.y - p.y) / length, -(q.x - p.x) / length


def wall_band(chain: Chain, thickness: float) -> Chain:
    """The band of stone along a chain, as a polygon."""
    return (*chain, *reversed(shifted(chain, thickness)))


_KEY = ((0, 0), (0, 3), (3, 3), (3, 1), (2, 1), (2, 2), (1, 2), (1, 0))
"""One hook of the meander: places along the wall, depth into the stone."""


def meander(chain: Chain, thickness: float, margin: float) -> Chain:
    """The line incised in the band: on each straight stretch a whole number of hooks.

    The grid's step is a sixth of the thickness, and half a wall stays solid. Hooks keep one step
    from the turns and `margin` mm from the two ends of the chain, where a cut may go astray.
    """
    step = thickness / 6
    base = shifted(chain, 1.5 * step)
    points = [base[0]]
    for i in range(len(chain) - 1):
        p, q = base[i], base[i + 1]
        length = math.dist(p, q)
        low = margin if i == 0 else _clear(chain, i, step)
        high = length - (margin if i == len(chain) - 2 else _clear(chain, i + 1, step))
        points += _hooks(p, q, low, high, step, _normal(p, q))
        points.append(q)
    return tuple(points)


def _clear(chain: Chain, corner: int, step: float) -> float:
    """How far from a corner the hooks begin: past the depth where the stone turns inwards."""
    into_stone = _cross(*chain[corner - 1 : corner + 2]) < 0
    return 4.0 * step if into_stone else step


def _hooks(
    p: Point, q: Point, low: float, high: float, step: float, normal: tuple[float, float]
) -> list[Point]:
    length = math.dist(p, q)
    ux, uy = (q.x - p.x) / length, (q.y - p.y) / length
    count = round((high - low + step) / (4 * step))
    if count < 1:
        return []
    cell = (high - low) / (4 * count - 1)
    points = []
    for hook in range(count):
        for along, depth in _KEY:
            u = low + (4 * hook + along) * cell
            v = depth * step
            points.append(Point(p.x + u * ux + v * normal[0], p.y + u * uy + v * normal[1]))
    return points


def masonry(reach: float, course: float) -> str:
    """Path data of the joints of a wall of square stones about the middle, alike after a turn.

    Courses run round the middle as square rings; the joints of one stand between those of the next.
    """
    d = ""
    rings = int(reach / course) + 1
    for ring in range(1, rings + 1):
        r = ring * course
        d += line_path([Point(-r, -r), Point(r, -r), Point(r, r), Point(-r, r)], close=True)
        for k in range(-ring, ring + 1):
            u = (k + (0.5 if ring % 2 else 0.0)) * course
            if abs(u) > r - course + 0.01:
                continue
            for side in SIDES:
                d += line_path([_at(side, u, r - course), _at(side, u, r)])
    return d
