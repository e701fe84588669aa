"""What a printer does wrong, and the matrix that undoes it.

A side of a sheet is seen as it lies before the reader, x to the right, y down, c the middle of the
paper. A printer with an error E prints at E(p) what was sent to p; sent is C(p) with C = E⁻¹, so
that it lands at E(C(p)) = p. A profile holds the numbers of C, which is what is done to the page:

    front   F(p) = c + diag(fx, fy) · (p - c)
    back    B(p) = c + (dx, dy) + R(angle) · diag(sx, sy) · (F(p) - c)

R turns clockwise. The back's numbers are relative to the front, in the view of the back as it is
read after the sheet was turned over: dx = 1 mm moves the back 1 mm to the right there. Neutral
numbers give the identity exactly.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from pnp.geometry.plane import IDENTITY, Affine, Point, Rect, Size
from pnp.layout.duplex import Flip
from pnp.layout.paper import Lying, Margins, Paper
from pnp.layout.sheet import Sheet, SheetSide


class Drift(Struct, frozen=True):
    """The numbers of a correction: dx, dy in mm, scales as factors, the angle in degrees."""

    dx: float = 0.0
    dy: float = 0.0
    scale_x: float = 1.0
    scale_y: float = 1.0
    angle: float = 0.0
    front_scale_x: float = 1.0
    front_scale_y: float = 1.0


NEUTRAL = Drift()


class Printer(Struct, frozen=True):
    """A printer's profile. None: as the game or the command says.

    `drift` was measured on sheets that lay in `orientation` and were turned over by `flip`.
    """

    name: str
    drift: Drift = NEUTRAL
    margins: Margins | None = None
    flip: Flip | None = None
    orientation: Lying = "portrait"


def correction(drift: Drift, side: SheetSide, paper: Paper) -> Affine:
    """The matrix for one side of a paper; a gutterfold is printed as a front."""
    centre = paper.area.centre
    front = _about(centre, Affine.scaling(drift.front_scale_x, drift.front_scale_y))
    if side != "back":
        return front
    linear = Affine.rotation(drift.angle) @ Affine.scaling(drift.scale_x, drift.scale_y)
    back = _about(centre, linear)
    if (drift.dx, drift.dy) != (0.0, 0.0):
        back = Affine.translation(drift.dx, drift.dy) @ back
    return back @ front if front != IDENTITY else back


def _about(centre: Point, linear: Affine) -> Affine:
    """A linear map about a point; the identity stays exactly that."""
    if linear == IDENTITY:
        return IDENTITY
    there, back = Affine.translation(*centre), Affine.translation(-centre.x, -centre.y)
    return there @ linear @ back


def corrected(sheet: Sheet, printer: Printer | None) -> Sheet:
    """The sheet as it is sent to a printer."""
    if printer is None:
        return sheet
    return replace(sheet, correction=correction(printer.drift, sheet.side, sheet.paper))


def room_before(correction: Affine, area: Rect) -> Rect:
    """The part of an area that the correction leaves inside it."""
    if correction == IDENTITY:
        return area
    room = area
    for _ in range(4):  # each time what the shrunken room still moves is a hundredth
        moved = correction.apply_rect(room)
        left, top = max(0.0, area.x - moved.x), max(0.0, area.y - moved.y)
        right, bottom = max(0.0, moved.right - area.right), max(0.0, moved.bottom - area.bottom)
        room = Rect(
            room.x + left, room.y + top, room.width - left - right, room.height - top - bottom
        )
    return room


class Spot(Struct, frozen=True):
    """A reading: at a place (mm from the middle of the sheet), how far the front's line lies to
    the right (axis x) or below (axis y) of where the back expects it."""

    axis: Literal["x", "y"]
    place: Point
    reading: float


def fit(spots: Sequence[Spot]) -> tuple[Drift, float]:
    """The correction of the back from readings, and how far they are from agreeing, mm.

    A reading r at p says that the back's p is printed at E(p) = p - r. E is fitted by least
    squares as a shift, two scales and an angle; the correction is its inverse. The readings must
    be spread symmetrically about the middle. The numbers are rounded to what readings can tell:
    0.01 mm, 0.01 %, 0.001 degrees.
    """
    shift, along, across = {}, {}, {}
    for axis in ("x", "y"):
        own = [s for s in spots if s.axis == axis]
        shift[axis] = -sum(s.reading for s in own) / len(own)
        along[axis] = _slope([(s.place[axis == "y"], -s.reading) for s in own])
        across[axis] = _slope([(s.place[axis == "x"], -s.reading) for s in own])
    weights = {
        axis: sum(s.place[axis == "x"] ** 2 for s in spots if s.axis == axis) for axis in "xy"
    }
    turn = (weights["y"] * across["y"] - weights["x"] * across["x"]) / sum(weights.values())
    turned = Affine.rotation(math.degrees(math.atan(turn)))
    scale = Affine.scaling(1 + along["x"], 1 + along["y"])
    error = Affine.translation(shift["x"], shift["y"]) @ turned @ scale
    worst = 0.0
    for s in spots:
        there = error.apply(s.place)
        index = int(s.axis == "y")
        worst = max(worst, abs(s.place[index] - s.reading - there[index]))
    back = error.inverse()
    angle = math.degrees(math.atan2(back.b - back.c, back.a + back.d))
    scales = math.hypot(back.a, back.b), math.hypot(back.c, back.d)
    x, y = (round(scale, 4) for scale in scales)
    return Drift(round(back.e, 2), round(back.f, 2), x, y, round(angle, 3)), worst


def _slope(pairs: Sequence[tuple[float, float]]) -> float:
    """The slope of a straight line through points by least squares."""
    mean = sum(x for x, _ in pairs) / len(pairs)
    spread = sum((x - mean) ** 2 for x, _ in pairs)
    return sum((x - mean) * y for x, y in pairs) / spread


def front_scales(measured: Size, printed: Size) -> tuple[float, float]:
    """The front's correction from the lengths of two lines, in x and y."""
    return round(printed.width / measured.width, 4), round(printed.height / measured.height, 4)
