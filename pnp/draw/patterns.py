"""Patterns that tell coloured areas apart without colour: wave, dot, hatch, leaf.

Each fills a square of `side` mm and nothing outside it, and continues in the next square of its
kind, so that an area of several squares looks like one piece.
"""

from __future__ import annotations

from collections.abc import Callable

from pnp.draw.ornament import mm, turned
from pnp.draw.rosette import circle
from pnp.draw.shapes import Drawing, Shape, mapped

Pattern = Callable[[float], Drawing]


def mix(colour: str, other: str, part: float) -> str:
    """A colour (#RRGGBB) with `part` (0 to 1) of another mixed in, channel by channel."""
    channels = (
        round(int(colour[i : i + 2], 16) * (1 - part) + int(other[i : i + 2], 16) * part)
        for i in (1, 3, 5)
    )
    return "#" + "".join(f"{value:02X}" for value in channels)


def wave(side: float) -> Drawing:
    """Three rows of two waves."""
    half, rise = side / 4, 0.13 * side
    d = ""
    for row in range(3):
        y = (row + 0.5) * side / 3
        d += f"M0,{mm(y)}"
        for i in range(4):
            x, bend = i * half, rise if i % 2 else -rise
            d += f"Q{mm(x + half / 2)},{mm(y + bend)} {mm(x + half)},{mm(y)}"
    return (Shape(d, fill="none", stroke="ink", width=round(0.055 * side, 3), sharp=True),)


def dot(side: float) -> Drawing:
    """Dots in the places of a chessboard's dark squares."""
    step = side / 4
    d = "".join(
        circle((x + 0.5) * step, (y + 0.5) * step, 0.068 * side)
        for y in range(4)
        for x in range(4)
        if (x + y) % 2 == 0
    )
    return (Shape(d),)


def hatch(side: float) -> Drawing:
    """Slanting bars, rising to the right."""
    d = ""
    for i in range(8):
        middle = (i + 0.5) * side / 4
        corners = [_on_edge(middle + bar, side) for bar in (-0.055 * side, 0.055 * side)]
        (low, left), (high, right) = corners[0], corners[1]
        d += "M" + "L".join(f"{mm(x)},{mm(y)}" for x, y in (low, high, right, left)) + "Z"
    return (Shape(d),)


def _on_edge(total: float, side: float) -> tuple[tuple[float, float], tuple[float, float]]:
    """Where the line x + y = `total` enters and leaves the square."""
    if total <= side:
        return (total, 0.0), (0.0, total)
    return (side, total - side), (total - side, side)


_LEAF = "M0,-1C0.62,-0.42 0.62,0.42 0,1C-0.62,0.42 -0.62,-0.42 0,-1Z"
_RIB = "M0,-0.6L0,1.2"


def leaf(side: float) -> Drawing:
    """Four leaves, leaning by turns to the left and to the right."""
    blades = ribs = ""
    for row in range(2):
        for col in range(2):
            lean = 40 if (row + col) % 2 == 0 else -40
            at = turned(lean, 0.205 * side, (col + 0.5) * side / 2, (row + 0.5) * side / 2)
            blades += mapped(_LEAF, at, 3)
            ribs += mapped(_RIB, at, 3)
    return (
        Shape(blades),
        Shape(ribs, fill="none", stroke="paper", width=round(0.016 * side, 3)),
    )


PATTERNS: dict[str, Pattern] = {"wave": wave, "dot": dot, "hatch": hatch, "leaf": leaf}
