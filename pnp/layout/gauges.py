"""The calibration sheet as data: where its gauges and measuring lines stand.

A gauge is a comb of lines on the back over a comb of another pitch on the front. Where two lines
continue each other, the number beside the back's line says how far the front's middle lies from the
back's. Places are mm from the left top of the back as it is read.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from pnp.geometry.plane import Point, Size
from pnp.layout.calibration import Spot
from pnp.layout.paper import Paper

CORNERS = ("A", "B", "C", "D")
"""Top left, top right, bottom left, bottom right, as seen on the back."""
PITCH_FRONT, PITCH_BACK = 2.0, 2.2
"""Between the lines of the combs, mm; their difference is what one line further means."""
TEETH = 5
"""Lines on each side of the middle of a back's comb: readings of -1 to 1 mm."""
HALF = 14.0
"""Half the length of a gauge with its surroundings, mm."""
DEPTH = 11.5
"""How far a gauge reaches to either side of where its combs meet, mm."""
EDGE = 10.0
"""From the paper's edge to the gauges, mm; more than printers leave blank."""
SMALLEST = Size(140.0, 140.0)
"""The smallest paper that holds four pairs of gauges and something to read."""


class Gauge(Struct, frozen=True):
    """A pair of combs; `axis` is the direction it measures."""

    corner: str
    axis: Literal["x", "y"]
    centre: Point


def reading_of(tooth: int) -> float:
    """The number beside a line of the back's comb, mm."""
    return round(tooth * (PITCH_BACK - PITCH_FRONT), 6)


def gauges(paper: Paper) -> tuple[Gauge, ...]:
    """The eight gauges, for each corner x and then y; spread symmetrically about the middle."""
    middle = paper.area.centre
    away = math.floor(middle.x - EDGE - HALF)
    outer = math.floor(middle.y - EDGE - DEPTH)
    inner = outer - DEPTH - HALF - 2
    found = []
    for corner, (right, down) in zip(CORNERS, ((-1, -1), (1, -1), (-1, 1), (1, 1)), strict=True):
        x = middle.x + right * away
        found.append(Gauge(corner, "x", Point(x, middle.y + down * outer)))
        found.append(Gauge(corner, "y", Point(x, middle.y + down * inner)))
    return tuple(found)


def column_of(paper: Paper) -> tuple[float, float]:
    """Left end and width of the column between the gauges, mm."""
    left = EDGE + 2 * HALF + 4
    return left, paper.size.width - 2 * left


def lines_of(paper: Paper) -> Size:
    """The lengths of the two lines on the front that are measured with a ruler, mm.

    On upright paper the line across runs between upper and lower gauges, else between left and
    right ones.
    """
    width, height = paper.size
    across = width - 40 if width <= height else column_of(paper)[1] - 10
    return Size(math.floor(across / 10) * 10.0, math.floor((height - 40) / 10) * 10.0)


def middles_of(paper: Paper) -> tuple[Point, Point]:
    """The middles of the lines across and down the front, clear of all gauges."""
    lowest = max(g.centre.y for g in gauges(paper) if g.axis == "y") - HALF
    middle, (width, height) = paper.area.centre, paper.size
    down = Point(column_of(paper)[0] + 2, middle.y)
    if width <= height:
        return Point(middle.x, lowest - 8), down
    return Point(middle.x + 4, height - 36), down


def spots_of(paper: Paper, readings: Sequence[tuple[float, float]]) -> tuple[Spot, ...]:
    """Readings (x, y) of the four corners as spots about the middle of the sheet."""
    values = [value for pair in readings for value in pair]
    middle = paper.area.centre
    return tuple(
        Spot(g.axis, Point(g.centre.x - middle.x, g.centre.y - middle.y), value)
        for g, value in zip(gauges(paper), values, strict=True)
    )
