"""Ornament in millimetres: the Greek key frame, waves, palmettes and laurel.

Every function returns a `Drawing` whose paths and stroke widths are in millimetres, y down.
Coverage stays light: white paper is the ground, lines are 0.25 mm or more.
"""

from __future__ import annotations

import math

from msgspec import Struct

from pnp.draw.shapes import Drawing, Matrix, Shape, mapped, number

MIN_LINE = 0.25

# One unit of the key on its grid: u along the band (period 4), v from the outer edge inwards
# (depth 3). It visits every point of the 4 x 4 grid, so black and white keep one even rhythm.
_UNIT = ((0, 0), (0, 3), (3, 3), (3, 1), (2, 1), (2, 2), (1, 2), (1, 0))
# The same hook at a corner, leaving downwards instead of straight on.
_CORNER = ((0, 0), (0, 3), (2, 3), (2, 2), (1, 2), (1, 0), (3, 0))
_PERIOD, _DEPTH = 4, 3
_CORNER_SPAN = 7  # grid steps a side gives to its two corners: 4 after the first, 3 before the next


def mm(value: float) -> str:
    """A length in millimetres as path text, to a micron."""
    return number(value, 3)


def polyline(points: list[tuple[float, float]], close: bool = False) -> str:
    """Path data of a straight-sided line through `points` (mm)."""
    return "M" + "L".join(f"{mm(x)},{mm(y)}" for x, y in points) + ("Z" if close else "")


def turned(angle: float, scale: float, x: float, y: float) -> Matrix:
    """The matrix that scales, turns clockwise by `angle` degrees and moves the origin to (x, y)."""
    cos = math.cos(math.radians(angle)) * scale
    sin = math.sin(math.radians(angle)) * scale
    return (cos, sin, -sin, cos, x, y)


class KeyFit(Struct, frozen=True):
    """How a key fits a frame: whole units on each side, and the lengths in mm."""

    across: int
    down: int
    step: float  # grid step of the corners and of the depth
    unit_across: float
    unit_down: float
    band: float  # from the outer edge of the outer rule to the inner edge of the inner rule
    line: float  # stroke of the key
    rule: float  # stroke of the flanking rules


def fit_key(width: float, height: float, unit: float, inset: float = 0.0) -> KeyFit:
    """Fit a key of about `unit` mm per unit into a frame of `width` x `height` mm."""
    step = unit / _PERIOD
    rule = max(MIN_LINE, 0.2 * step)
    margin = 2 * (inset + rule / 2 + step)  # to the outer line of the key, both sides

    def side(length: float) -> tuple[int, float]:
        run = length - margin - _CORNER_SPAN * step
        count = max(1, round(run / unit))
        if run <= 0:
            raise ValueError(f"a side of {length:g} mm is too short for a key of {unit:g} mm")
        return count, run / count

    across, unit_across = side(width)
    down, unit_down = side(height)
    return KeyFit(
        across=across,
        down=down,
        step=step,
        unit_across=unit_across,
        unit_down=unit_down,
        band=(_DEPTH + 2) * step + rule,
        line=max(MIN_LINE, 0.4 * step),
        rule=rule,
    )


def _key_side(length: float, count: int, unit: float, step: float) -> list[tuple[float, float]]:
    """One side's points (u, v) in mm, from after the first corner to the end of the next one."""
    cell = unit / _PERIOD
    points = [
        ((_DEPTH + 1) * step + i * unit + u * cell, v * step)
        for i in range(count)
        for u, v in _UNIT
    ]
    corner = length - _DEPTH * step
    return points + [(corner + u * step, v * step) for u, v in _CORNER]


def key_frame(width: float, height: float, unit: float, inset: float = 0.0) -> Drawing:
    """A Greek key round a `width` x `height` mm rectangle, between two thin rules.

    `unit` is the wanted length of one unit in mm; the real one is fitted on each side so that a
    whole number of units stands between true corners. `inset` (mm) is kept free outside. The frame
    is one closed line, the same after a half turn, and after a quarter turn when it is square.
    """
    fit = fit_key(width, height, unit, inset)
    edge = inset + fit.rule / 2 + fit.step
    inner_w, inner_h = width - 2 * edge, height - 2 * edge
    right, foot = edge + inner_w, edge + inner_h
    top = _key_side(inner_w, fit.across, fit.unit_across, fit.step)
    side = _key_side(inner_h, fit.down, fit.unit_down, fit.step)
    points = [(edge + u, edge + v) for u, v in top]
    points += [(right - v, edge + u) for u, v in side]
    points += [(right - u, foot - v) for u, v in top]
    points += [(edge + v, foot - u) for u, v in side]
    outer = inset + fit.rule / 2
    inner = inset + fit.band - fit.rule / 2
    rules = "".join(
        polyline([(o, o), (width - o, o), (width - o, height - o), (o, height - o)], close=True)
        for o in (outer, inner)
    )
    return (
        Shape(rules, fill="none", stroke="ink", width=round(fit.rule, 3), sharp=True),
        Shape(
            polyline(points, close=True),
            fill="none",
            stroke="ink",
            width=round(fit.line, 3),
            sharp=True,
        ),
    )


_WAVE = (
    "M0,1C0.42,1 0.3,0.08 0.62,0.08C0.84,0.08 0.98,0.26 0.94,0.48"
    "C0.9,0.68 0.66,0.72 0.6,0.54C0.57,0.43 0.66,0.34 0.75,0.4"
)


def wave_length(height: float) -> float:
    """What one undistorted wave of a band `height` mm high takes, mm."""
    return 1.25 * (height - max(MIN_LINE, 0.11 * height))


def wave_band(x: float, y: float, width: float, height: float) -> Drawing:
    """A running-dog wave filling a `width` x `height` mm band at (x, y), in whole waves."""
    line = max(MIN_LINE, 0.11 * height)
    tall = height - line
    count = max(1, round(width / wave_length(height)))
    period = width / count
    top = y + line / 2
    waves = "".join(
        mapped(_WAVE, (period, 0, 0, tall, x + i * period, top), 3) for i in range(count)
    )
    base = polyline([(x, y + height - line / 2), (x + width, y + height - line / 2)])
    return (Shape(waves + base, fill="none", stroke="ink", width=round(line, 3)),)


def wave_pair(x: float, y: float, width: float, height: float, band: float) -> Drawing:
    """Two waves along the top and the bottom of a box, mirror images, their base lines outside.

    Their pitch depends on `band` alone, so that strips of one sheet agree; whole waves stand in
    the middle of the width.
    """
    line = max(MIN_LINE, 0.11 * band)
    tall, foot = band - line, y + height - line / 2
    pitch = min(wave_length(band), width)
    count = max(1, int(width / pitch + 1e-6))
    left, right = x + (width - count * pitch) / 2, x + (width + count * pitch) / 2
    d = ""
    for i in range(count):
        at = left + i * pitch
        d += mapped(_WAVE, (pitch, 0, 0, -tall, at, y + line / 2 + tall), 3)
        d += mapped(_WAVE, (pitch, 0, 0, tall, at, foot - tall), 3)
    for base in (y + line / 2, foot):
        d += polyline([(left, base), (right, base)])
    return (Shape(d, fill="none", stroke="ink", width=round(line, 3)),)


_PETAL = (
    "M0,-0.2C0.05,-0.4 0.16,-0.62 0.155,-0.82C0.15,-0.95 0.07,-1 0,-1"
    "C-0.07,-1 -0.15,-0.95 -0.155,-0.82C-0.16,-0.62 -0.05,-0.4 0,-0.2Z"
)
_VOLUTE = (
    "M0.03,-0.02C0.16,0.02 0.36,-0.02 0.44,0.1"
    "C0.5,0.2 0.43,0.32 0.33,0.31C0.24,0.3 0.21,0.19 0.29,0.16"
)


def palmette(cx: float, cy: float, size: float, angle: float = 0.0) -> Drawing:
    """A palmette of seven petals over two volutes, `size` mm tall, centred at (cx, cy).

    It points up; `angle` turns it clockwise (degrees).
    """
    scale = size / 1.36
    offset = 0.32 * scale  # the root of the petals lies below the centre
    root_x = cx - offset * math.sin(math.radians(angle))
    root_y = cy + offset * math.cos(math.radians(angle))
    petals = ""
    for i in range(-3, 4):
        reach = 1.0 - 0.03 * i * i
        petals += mapped(_PETAL, turned(angle + 28 * i, scale * reach, root_x, root_y), 3)
    a, b, c, d, e, f = turned(angle, scale, root_x, root_y)
    volutes = mapped(_VOLUTE, (a, b, c, d, e, f), 3) + mapped(_VOLUTE, (-a, -b, c, d, e, f), 3)
    return (
        Shape(petals),
        Shape(volutes, fill="none", stroke="ink", width=round(max(MIN_LINE, 0.07 * scale), 3)),
    )


_LEAF = (
    "M0,0C0.1,-0.16 0.34,-0.24 0.58,-0.2C0.78,-0.16 0.92,-0.06 1,0.04"
    "C0.84,0.1 0.62,0.14 0.42,0.13C0.24,0.12 0.08,0.08 0,0Z"
)


def laurel(cx: float, cy: float, radius: float) -> Drawing:
    """A wreath of two laurel branches, tied at the foot and open at the top, `radius` mm."""
    spine = 0.8 * radius
    leaves = 8
    length = 0.36 * radius
    d = ""
    for i in range(leaves):
        along = math.radians(22 + 132 * i / (leaves - 1))  # from the foot, up the right branch
        x, y = spine * math.sin(along), spine * math.cos(along)
        heading = -math.degrees(along)
        size = length * (1 - 0.035 * i)
        for splay, flip in ((34, -1), (-34, 1)):
            a, b, c, e, _, _ = turned(heading + splay, size, 0, 0)
            d += mapped(_LEAF, (a, b, c * flip, e * flip, cx + x, cy + y), 3)
            d += mapped(_LEAF, (-a, b, -c * flip, e * flip, cx - x, cy + y), 3)
    start, end = math.radians(4), math.radians(158)
    stems = ""
    for side in (1, -1):
        x0, y0 = cx + side * spine * math.sin(start), cy + spine * math.cos(start)
        x1, y1 = cx + side * spine * math.sin(end), cy + spine * math.cos(end)
        sweep = 0 if side == 1 else 1
        stems += f"M{mm(x0)},{mm(y0)}A{mm(spine)},{mm(spine)} 0 0 {sweep} {mm(x1)},{mm(y1)}"
    return (
        Shape(d),
        Shape(stems, fill="none", stroke="ink", width=round(max(MIN_LINE, 0.035 * radius), 3)),
    )
