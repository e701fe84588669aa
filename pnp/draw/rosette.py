"""Point-symmetric centrepieces for backs, in millimetres: labrys rosette and labyrinth."""

from __future__ import annotations

import math

from pnp.draw.ornament import MIN_LINE, mm, turned
from pnp.draw.shapes import Drawing, Shape, mapped


def circle(cx: float, cy: float, radius: float) -> str:
    """Path data of a circle (mm)."""
    r = mm(radius)
    return (
        f"M{mm(cx + radius)},{mm(cy)}A{r},{r} 0 0 1 {mm(cx - radius)},{mm(cy)}"
        f"A{r},{r} 0 0 1 {mm(cx + radius)},{mm(cy)}Z"
    )


def _pairs(*points: tuple[float, float]) -> str:
    return " ".join(f"{x:.4f},{y:.4f}" for x, y in points)


def _axe(half: float, tall: float, middle: float, foot: float) -> str:
    """A labrys pointing up, for a rosette of radius 1 about the origin.

    `half` is half its breadth, `tall` half the height of an edge, `middle` the radius of its eye,
    `foot` the radius where the shaft ends.
    """
    shaft, waist = 0.022, 0.3 * tall
    upper, lower = -middle - tall, -middle + tall
    blade = ""
    for side in (1, -1):
        root, edge, tip = side * shaft, side * half * 1.06, side * half * 0.9
        blade += "M" + "C".join(
            (
                _pairs((root, -middle - waist)),
                _pairs(
                    (edge * 0.4, -middle - waist), (tip * 0.8, upper + 0.5 * tall), (tip, upper)
                ),
                _pairs((edge, upper + 0.6 * tall), (edge, lower - 0.6 * tall), (tip, lower)),
                _pairs(
                    (tip * 0.8, lower - 0.5 * tall),
                    (edge * 0.4, -middle + waist),
                    (root, -middle + waist),
                ),
            )
        )
        blade += "Z"
    rod = f"M{-shaft},-0.93L{shaft},-0.93L{shaft},{-foot}L{-shaft},{-foot}Z"
    return blade + rod


def rosette(cx: float, cy: float, radius: float, axes: int) -> Drawing:
    """`axes` double axes radiating from a disc inside rings, `radius` mm over all.

    `axes` is even, so that the rosette is the same after a half turn; when it divides by four it
    is the same after a quarter turn too.
    """
    if axes < 2 or axes % 2:
        raise ValueError(f"a rosette needs an even number of axes, not {axes}")
    line = max(MIN_LINE, 0.018 * radius)
    scale = radius - line / 2
    middle, tall = 0.7, 0.15 if axes < 12 else 0.13
    half = min(0.24, 0.88 * (middle - tall) * math.tan(math.pi / axes))
    axe = _axe(half, tall, middle, 0.24)
    turns = [360 * i / axes for i in range(axes)]
    axe_path = "".join(mapped(axe, turned(turn, scale, cx, cy), 3) for turn in turns)
    dots = ""
    for turn in turns:
        angle = math.radians(turn + 180 / axes)
        for reach, size in ((0.86, 0.03), (0.36, 0.022)):
            x, y = cx + reach * scale * math.sin(angle), cy - reach * scale * math.cos(angle)
            dots += circle(x, y, max(0.2, size * scale))
    rings = "".join(circle(cx, cy, r * scale) for r in (1.0, 0.95, 0.24, 0.15))
    return (
        Shape(axe_path + dots + circle(cx, cy, 0.085 * scale)),
        Shape(rings, fill="none", stroke="ink", width=round(line, 3)),
    )


_RINGS = 6


def _ring_walls(cx: float, cy: float, radius: float, gap: float, first: float) -> str:
    """A ring in four arcs, with openings `gap` mm wide at `first` + 90 k degrees from the top."""
    half = math.degrees(math.asin(min(0.9, gap / 2 / radius)))
    d = ""
    for k in range(4):
        start = math.radians(first + 90 * k + half)
        end = math.radians(first + 90 * (k + 1) - half)
        r = mm(radius)
        d += (
            f"M{mm(cx + radius * math.sin(start))},{mm(cy - radius * math.cos(start))}"
            f"A{r},{r} 0 0 1 {mm(cx + radius * math.sin(end))},{mm(cy - radius * math.cos(end))}"
        )
    return d


def tile_labyrinth(cx: float, cy: float, radius: float) -> Drawing:
    """A round labyrinth of four equal paths to one centre, `radius` mm over all.

    Rings open in turn on the axes and on the diagonals, and a bar beside each opening lets the
    walker turn one way only. The same after every quarter turn.
    """
    pitch = radius / (_RINGS + 0.9)
    line = max(MIN_LINE, 0.34 * pitch)
    d = ""
    for ring in range(_RINGS):
        r = radius - line / 2 - ring * pitch
        gap = pitch
        first = 0 if ring % 2 == 0 else 45
        d += _ring_walls(cx, cy, r, gap, first)
        if ring == _RINGS - 1:
            continue
        side = math.degrees(math.asin(min(0.9, pitch / 2 / r)))
        for k in range(4):
            bar = math.radians(first + 90 * k + side)
            sin, cos = math.sin(bar), math.cos(bar)
            low = r - pitch
            d += f"M{mm(cx + r * sin)},{mm(cy - r * cos)}L{mm(cx + low * sin)},{mm(cy - low * cos)}"
    return (
        Shape(d, fill="none", stroke="ink", width=round(line, 3)),
        Shape(circle(cx, cy, 0.42 * pitch)),
    )
