"""Plane polygons: overlap, containment, centroid, hull, simplicity. mm, y down. Pure."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from pnp.geometry.plane import Point, Polygon, bounds, polygon_area

Segment = tuple[Point, Point]


def edges(polygon: Sequence[Point]) -> Iterator[Segment]:
    """The sides of a polygon, the last one closing it."""
    return zip(polygon, (*polygon[1:], polygon[0]), strict=True)


def clockwise(polygon: Polygon) -> Polygon:
    """The same polygon running clockwise on paper (inside on the right hand)."""
    return polygon if polygon_area(polygon) >= 0 else tuple(reversed(polygon))


def distance(point: Point, segment: Segment) -> float:
    """From a point to a segment; mm."""
    (ax, ay), (bx, by) = segment
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    t = 0.0 if square == 0 else ((point.x - ax) * dx + (point.y - ay) * dy) / square
    t = 0.0 if t < 0 else 1.0 if t > 1 else t
    return math.hypot(point.x - ax - t * dx, point.y - ay - t * dy)


def border_distance(point: Point, polygon: Polygon) -> float:
    """From a point to the border of the polygon; mm, never negative."""
    x, y = point
    nearest = math.inf
    for (ax, ay), (bx, by) in edges(polygon):
        dx, dy = bx - ax, by - ay
        square = dx * dx + dy * dy
        t = 0.0 if square == 0 else ((x - ax) * dx + (y - ay) * dy) / square
        t = 0.0 if t < 0 else 1.0 if t > 1 else t
        u, v = x - ax - t * dx, y - ay - t * dy
        nearest = min(nearest, u * u + v * v)
    return math.sqrt(nearest)


def inside(point: Point, polygon: Polygon) -> bool:
    """Even-odd rule; undecided on the border itself."""
    hit = False
    for (ax, ay), (bx, by) in edges(polygon):
        if (ay > point.y) != (by > point.y) and point.x < ax + (point.y - ay) * (bx - ax) / (
            by - ay
        ):
            hit = not hit
    return hit


def depth_inside(point: Point, polygon: Polygon) -> float:
    """Distance to the border, positive inside, negative outside; mm."""
    away = border_distance(point, polygon)
    return away if inside(point, polygon) else -away


def centroid(polygon: Polygon) -> Point:
    """Centre of gravity of the area (shoelace moments, first corner as origin)."""
    ox, oy = polygon[0]
    area = mx = my = 0.0
    for (ax, ay), (bx, by) in edges([Point(p.x - ox, p.y - oy) for p in polygon]):
        cross = ax * by - bx * ay
        area += cross
        mx += (ax + bx) * cross
        my += (ay + by) * cross
    return Point(ox + mx / (3 * area), oy + my / (3 * area))


def overlap_area(first: Polygon, second: Polygon) -> float:
    """Area common to two simple polygons; mm².

    Both are cut into signed triangles from one shared apex (the fan behind the shoelace
    formula); the signed areas of all triangle intersections add up to the common area.
    """
    a, b = bounds(first), bounds(second)
    if not a.overlaps(b, 1e-9):
        return 0.0
    apex = Point(a.x, a.y)
    fans = [_fan(apex, clockwise(polygon)) for polygon in (first, second)]
    total = 0.0
    for sign, triangle, (x0, y0, x1, y1) in fans[0]:
        for other_sign, other, (u0, v0, u1, v1) in fans[1]:
            if x0 < u1 and u0 < x1 and y0 < v1 and v0 < y1:
                total += sign * other_sign * abs(polygon_area(_clip(triangle, other)))
    return max(0.0, total)


_Fan = list[tuple[float, Polygon, tuple[float, float, float, float]]]


def _fan(apex: Point, polygon: Polygon) -> _Fan:
    fan: _Fan = []
    for p, q in edges(polygon):
        triangle: Polygon = (apex, p, q)
        area = polygon_area(triangle)
        if abs(area) > 1e-12:
            if area < 0:
                triangle = (apex, q, p)
            xs, ys = [c.x for c in triangle], [c.y for c in triangle]
            box = (min(xs), min(ys), max(xs), max(ys))
            fan.append((math.copysign(1.0, area), triangle, box))
    return fan


def _clip(subject: Polygon, convex: Polygon) -> Polygon:
    """Sutherland-Hodgman: the part of `subject` inside a clockwise convex polygon."""
    kept = list(subject)
    for (ax, ay), (bx, by) in edges(convex):
        dx, dy = bx - ax, by - ay
        side = [dx * (p.y - ay) - dy * (p.x - ax) for p in kept]
        clipped: list[Point] = []
        for i, p in enumerate(kept):
            before, s, t = kept[i - 1], side[i - 1], side[i]
            if (s < 0) != (t < 0):
                r = s / (s - t)
                clipped.append(
                    Point(before.x + r * (p.x - before.x), before.y + r * (p.y - before.y))
                )
            if t >= 0:
                clipped.append(p)
        kept = clipped
        if len(kept) < 3:
            return (Point(0, 0),)
    return tuple(kept)


def hull(points: Sequence[Point]) -> Polygon:
    """Convex hull (Andrew's monotone chain)."""
    ordered = sorted(set(points))

    def half(chain: Sequence[Point]) -> list[Point]:
        out: list[Point] = []
        for p in chain:
            while len(out) > 1 and polygon_area((out[-2], out[-1], p)) <= 0:
                out.pop()
            out.append(p)
        return out[:-1]

    if len(ordered) < 3:
        return tuple(ordered)
    return (*half(ordered), *half(ordered[::-1]))


def touches_itself(polygon: Polygon, slack: float = 1e-6) -> Point | None:
    """A place where two sides that are no neighbours come within `slack` mm, or None."""
    sides = list(edges(polygon))
    count = len(sides)
    boxes = [(min(p.x, q.x), min(p.y, q.y), max(p.x, q.x), max(p.y, q.y)) for p, q in sides]
    for i in range(count):
        x0, y0, x1, y1 = boxes[i]
        x0, y0, x1, y1 = x0 - slack, y0 - slack, x1 + slack, y1 + slack
        others = enumerate(boxes[i + 2 : count - (i == 0)], i + 2)
        near = [
            j for j, (u0, v0, u1, v1) in others if u1 >= x0 and u0 <= x1 and v1 >= y0 and v0 <= y1
        ]
        for j in near:
            if _segments_meet(sides[i], sides[j], slack):
                return sides[j][0]
    return None


def _segments_meet(first: Segment, second: Segment, slack: float) -> bool:
    (a, b), (c, d) = first, second
    near = min(distance(a, second), distance(b, second), distance(c, first), distance(d, first))
    if near <= slack:
        return True
    return (polygon_area((a, b, c)) > 0) != (polygon_area((a, b, d)) > 0) and (
        polygon_area((c, d, a)) > 0
    ) != (polygon_area((c, d, b)) > 0)


def without_straight_corners(polygon: Polygon, slack: float = 1e-6) -> Polygon:
    """Drop corners that lie on the line between their neighbours, up to `slack` mm."""
    kept = list(polygon)
    i = 0
    while i < len(kept) and len(kept) > 3:
        before, after = kept[i - 1], kept[(i + 1) % len(kept)]
        if distance(kept[i], (before, after)) <= slack:
            kept.pop(i)
            i = max(0, i - 1)
        else:
            i += 1
    return tuple(kept)
