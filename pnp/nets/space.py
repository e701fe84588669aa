"""Vectors and rigid motions in space; mm. Pure.

The flat sheet lies in space as (x, y, 0): x right, y down, third axis AWAY from the reader of
the printed side (right x down = away, so the axes are right-handed).
"""

from __future__ import annotations

import math
from typing import NamedTuple

from msgspec import Struct


class Vec3(NamedTuple):
    """A position or direction in space; mm."""

    x: float
    y: float
    z: float

    def plus(self, other: Vec3) -> Vec3:
        return Vec3(self.x + other.x, self.y + other.y, self.z + other.z)

    def minus(self, other: Vec3) -> Vec3:
        return Vec3(self.x - other.x, self.y - other.y, self.z - other.z)

    def times(self, factor: float) -> Vec3:
        return Vec3(self.x * factor, self.y * factor, self.z * factor)

    def dot(self, other: Vec3) -> float:
        return self.x * other.x + self.y * other.y + self.z * other.z

    def cross(self, other: Vec3) -> Vec3:
        return Vec3(
            self.y * other.z - self.z * other.y,
            self.z * other.x - self.x * other.z,
            self.x * other.y - self.y * other.x,
        )

    @property
    def length(self) -> float:
        return math.sqrt(self.dot(self))

    def unit(self) -> Vec3:
        """Raises ZeroDivisionError for the zero vector."""
        return self.times(1 / self.length)


X, Y, Z = Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1)
ORIGIN = Vec3(0, 0, 0)


def cos_sin(degrees: float) -> tuple[float, float]:
    """Cosine and sine; exact at quarter turns."""
    turns, rest = divmod(degrees % 360, 90)
    if rest == 0:
        return ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))[int(turns)]
    return math.cos(math.radians(degrees)), math.sin(math.radians(degrees))


class Motion(Struct, frozen=True):
    """A rotation (its three rows) followed by a shift."""

    rows: tuple[Vec3, Vec3, Vec3] = (X, Y, Z)
    shift: Vec3 = ORIGIN

    @staticmethod
    def about(point: Vec3, axis: Vec3, degrees: float) -> Motion:
        """Right-handed turn about the line through `point` along `axis` (Rodrigues' formula)."""
        k = axis.unit()
        cos, sin = cos_sin(degrees)

        def turned(v: Vec3) -> Vec3:
            along = k.times(k.dot(v) * (1 - cos))
            return v.times(cos).plus(k.cross(v).times(sin)).plus(along)

        a, b, c = turned(X), turned(Y), turned(Z)
        rows = (Vec3(a.x, b.x, c.x), Vec3(a.y, b.y, c.y), Vec3(a.z, b.z, c.z))
        return Motion(rows, point.minus(Motion(rows).apply(point)))

    def turn(self, v: Vec3) -> Vec3:
        """The rotation alone, for directions."""
        (a, b, c), (d, e, f), (g, h, i) = self.rows
        x, y, z = v
        return Vec3(a * x + b * y + c * z, d * x + e * y + f * z, g * x + h * y + i * z)

    def apply(self, v: Vec3) -> Vec3:
        return self.turn(v).plus(self.shift)

    def __matmul__(self, other: Motion) -> Motion:
        """`self @ other` moves by `other` first."""
        a, b, c = (
            self.turn(other._column(0)),
            self.turn(other._column(1)),
            self.turn(other._column(2)),
        )
        rows = (Vec3(a.x, b.x, c.x), Vec3(a.y, b.y, c.y), Vec3(a.z, b.z, c.z))
        return Motion(rows, self.apply(other.shift))

    def inverse(self) -> Motion:
        rows = (self._column(0), self._column(1), self._column(2))
        return Motion(rows, Motion(rows).apply(self.shift).times(-1))

    def _column(self, index: int) -> Vec3:
        r, s, t = self.rows
        return Vec3(r[index], s[index], t[index])
