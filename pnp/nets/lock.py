"""The slit lock of a tuck box: it holds the lid shut until the tongue is bent. mm.

The tongue hangs on the lid by the middle of its fold only: a slit, open to the side, parts it
from the lid at either end. Each dust flap has a shoulder along the front that reaches right to
the front wall, where the tongue goes down; behind the shoulder it steps back. Closed, the
shoulders stand in the slits, and the tongue's free corners catch below them.
"""

from __future__ import annotations

import math

from msgspec.structs import replace

from pnp.geometry.plane import Point, Polygon, bounds
from pnp.nets.core import Panel
from pnp.nets.planar import Segment
from pnp.nets.shapes import Side, frame_of, rounded

GAP = 0.5
"""How wide a slit is: a dust flap of 0.3 mm card stands in it."""
STEP = 1.2
"""How far a dust flap steps back behind its shoulder, so that the tongue goes by."""
PLAY = 0.75
"""By how much a shoulder is shorter than its slit, measured from the side wall."""


def slit_of(width: float, reach: float, dust: float) -> float:
    """How far from the side walls the slits end: 8 mm, less on a narrow lid or short dust flaps.

    `reach` and `dust` are the lengths of tongue and dust flaps. Raises ValueError when there is
    no room for a lock that holds.
    """
    slit = min(8.0, 0.18 * width, dust - 2.0)
    if slit < 4.0 or reach < 6.0:
        raise ValueError("the lid is too small for a lock")
    return slit


def locked_tongue(tongue: Panel, width: float, slit: float) -> Panel:
    """A tongue that hangs by the middle of its fold, `slit` mm from the side walls."""
    assert tongue.hinge is not None
    p, q = tongue.hinge
    u = _towards(p, q)
    out = (u[1], -u[0])
    inset = slit - (width - math.dist(p, q)) / 2
    first, last = _moved(p, u, inset), _moved(q, u, -inset)
    shape = (
        first,
        _moved(first, out, GAP),
        _moved(p, out, GAP),
        *tongue.polygon[1:-1],
        _moved(q, out, GAP),
        _moved(last, out, GAP),
        last,
    )
    return replace(tongue, polygon=shape, hinge=(first, last))


def locked_dust(dust: Panel, edge: Segment, slit: float, *, front_first: bool, up: Side) -> Panel:
    """A dust flap on `edge`, the clockwise end of a side wall, with a shoulder at its front end.

    `front_first`: the edge starts at the front wall.
    """
    front, back = edge if front_first else edge[::-1]
    inward, u = _towards(front, back), _towards(*edge)
    out = (u[1], -u[0])
    box = bounds(dust.polygon)
    reach = box.height if abs(out[1]) > 0.5 else box.width
    depth = math.dist(front, back)
    shoulder, step, gap = slit - PLAY, min(STEP, 0.3 * depth), min(0.5, 0.05 * depth)
    taper = min((reach - shoulder) * math.tan(math.radians(20)), 0.3 * depth)

    def at(away: float, high: float) -> Point:
        return _moved(_moved(front, inward, away), out, high)

    shape: Polygon = (
        front,
        at(0.0, shoulder),
        at(step, shoulder + 0.5),
        at(step + taper, reach),
        at(depth - 2 * gap, reach),
        at(depth - gap, 0.0),
    )
    radius = min(3.0, 0.15 * depth)
    if front_first:
        shape = rounded(shape, {3: radius, 4: radius})
        hinge = shape[0], shape[-1]
    else:
        shape = rounded(shape[::-1], {1: radius, 2: radius})
        hinge = shape[0], shape[-1]
    frame, size = frame_of(bounds(shape), up)
    return replace(dust, polygon=shape, hinge=hinge, frame=frame, size=size)


def _towards(p: Point, q: Point) -> tuple[float, float]:
    length = math.dist(p, q)
    return (q.x - p.x) / length, (q.y - p.y) / length


def _moved(p: Point, way: tuple[float, float], by: float) -> Point:
    return Point(p.x + by * way[0], p.y + by * way[1])
