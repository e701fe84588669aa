"""Points, rectangles, polygons and affine maps in mm; y grows downwards. Pure."""

from __future__ import annotations

import math
from typing import NamedTuple

from pnp.units import format_size


class Point(NamedTuple):
    """A position in mm."""

    x: float
    y: float


ORIGIN = Point(0.0, 0.0)


class Size(NamedTuple):
    """Width and height in mm."""

    width: float
    height: float

    def __str__(self) -> str:
        return format_size(*self)


class Rect(NamedTuple):
    """An axis-parallel rectangle: left-top corner, width, height; mm."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    @property
    def size(self) -> Size:
        return Size(self.width, self.height)

    @property
    def centre(self) -> Point:
        return Point(self.x + self.width / 2, self.y + self.height / 2)

    def inset(self, by: float) -> Rect:
        """Shrink by `by` mm on every side (negative grows)."""
        x, y, width, height = self
        return Rect(x + by, y + by, width - 2 * by, height - 2 * by)

    def covers(self, other: Rect, slack: float = 1e-6) -> bool:
        """True if `other` lies inside this rectangle, up to `slack` mm."""
        x, y, width, height = self
        x2, y2, width2, height2 = other
        return (
            x2 >= x - slack
            and y2 >= y - slack
            and x2 + width2 <= x + width + slack
            and y2 + height2 <= y + height + slack
        )

    def overlaps(self, other: Rect, slack: float = 1e-6) -> bool:
        """True if the interiors share more than a sliver of `slack` mm."""
        x, y, width, height = self
        x2, y2, width2, height2 = other
        return (
            min(x + width, x2 + width2) - max(x, x2) > slack
            and min(y + height, y2 + height2) - max(y, y2) > slack
        )

    def intersect(self, other: Rect) -> Rect:
        """The common rectangle; width or height may come out negative when there is none."""
        x, y = max(self.x, other.x), max(self.y, other.y)
        return Rect(x, y, min(self.right, other.right) - x, min(self.bottom, other.bottom) - y)

    @property
    def corners(self) -> tuple[Point, Point, Point, Point]:
        """Clockwise from the top left."""
        x, y, width, height = self
        right, bottom = x + width, y + height
        return Point(x, y), Point(right, y), Point(right, bottom), Point(x, bottom)


def bounds(points: list[Point] | tuple[Point, ...]) -> Rect:
    """The smallest rectangle around the points. Raises ValueError when there are none."""
    xs = [p[0] for p in points]
    ys = [p[1] for p in points]
    x, y = min(xs), min(ys)
    return Rect(x, y, max(xs) - x, max(ys) - y)


class Affine(NamedTuple):
    """x' = a·x + c·y + e, y' = b·x + d·y + f — the order of SVG `matrix()` and PDF `cm`.

    A tuple: thousands are made, hashed and compared, and nothing does that faster.
    """

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    @staticmethod
    def translation(x: float, y: float) -> Affine:
        return Affine(1.0, 0.0, 0.0, 1.0, x, y)

    @staticmethod
    def scaling(sx: float, sy: float | None = None) -> Affine:
        return Affine(sx, 0.0, 0.0, sx if sy is None else sy, 0.0, 0.0)

    @staticmethod
    def rotation(degrees: float, about: Point = ORIGIN) -> Affine:
        """Clockwise as seen on paper (y down); quarter turns are exact."""
        turns, rest = divmod(degrees % 360, 90)
        if rest == 0:
            cos, sin = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))[int(turns) % 4]
        else:
            cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        x, y = about
        return Affine(cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y)

    @staticmethod
    def mirror_x(axis: float = 0.0) -> Affine:
        """x -> 2·axis - x: left and right change places."""
        return Affine(-1.0, 0.0, 0.0, 1.0, 2 * axis, 0.0)

    @staticmethod
    def mirror_y(axis: float = 0.0) -> Affine:
        """y -> 2·axis - y: top and bottom change places."""
        return Affine(1.0, 0.0, 0.0, -1.0, 0.0, 2 * axis)

    def __matmul__(self, other: Affine) -> Affine:
        """`self @ other` applies `other` first."""
        a, b, c, d, e, f = self
        a2, b2, c2, d2, e2, f2 = other
        return Affine(
            a * a2 + c * b2,
            b * a2 + d * b2,
            a * c2 + c * d2,
            b * c2 + d * d2,
            a * e2 + c * f2 + e,
            b * e2 + d * f2 + f,
        )

    def apply(self, point: Point | tuple[float, float]) -> Point:
        a, b, c, d, e, f = self
        x, y = point
        return Point(a * x + c * y + e, b * x + d * y + f)

    def apply_rect(self, rect: Rect) -> Rect:
        """The bounding rectangle of the mapped rectangle."""
        a, b, c, d, e, f = self
        if b == 0.0 == c:  # most maps: two corners say it all
            x, y, width, height = rect
            left, right = a * x + e, a * (x + width) + e
            top, bottom = d * y + f, d * (y + height) + f
            if left > right:
                left, right = right, left
            if top > bottom:
                top, bottom = bottom, top
            return Rect(left, top, right - left, bottom - top)
        return bounds([self.apply(corner) for corner in rect.corners])

    @property
    def determinant(self) -> float:
        return self.a * self.d - self.b * self.c

    def inverse(self) -> Affine:
        """Raises ZeroDivisionError for a flat map."""
        det = self.determinant
        a, b, c, d = self.d / det, -self.b / det, -self.c / det, self.a / det
        return Affine(a, b, c, d, -(a * self.e + c * self.f), -(b * self.e + d * self.f))


IDENTITY = Affine()

Polygon = tuple[Point, ...]


def polygon_area(polygon: Polygon) -> float:
    """Signed area in mm² (shoelace); positive when the corners run clockwise on paper."""
    pairs = zip(polygon, (*polygon[1:], polygon[0]), strict=True)
    return sum(p.x * q.y - q.x * p.y for p, q in pairs) / 2
