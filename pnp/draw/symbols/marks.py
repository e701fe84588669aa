"""Marks of the maze: gates, column, footprint, labyrinth seal, spirals."""

from __future__ import annotations

import math

from pnp.draw.shapes import Drawing, Shape
from pnp.draw.symbols.pen import (
    both,
    box,
    closed,
    cut,
    disc,
    ink,
    line,
    number,
    paper,
    placed,
    stroke,
)

_SEED_ENDS = (
    # circuit, left end, right end: where wall k leaves the seed (units of one corridor, y down)
    (0, (0, -2), (1, -2)),
    (1, (-1, -2), (2, -2)),
    (2, (-2, -2), (2, -1)),
    (3, (-2, -1), (2, 0)),
    (4, (-2, 0), (2, 1)),
    (5, (-2, 1), (2, 2)),
    (6, (-2, 2), (1, 2)),
    (7, (-1, 2), (0, 2)),
)


def labyrinth_path(unit: float, cx: float, cy: float) -> str:
    """The walls of the classical seven-circuit labyrinth, as one path.

    `unit` is the corridor pitch; (cx, cy) is the centre of the bounding box, which measures
    15 x 13.5 units. Built from the Cretan seed: a cross, four angles and four dots, whose ends are
    joined by eight nested arcs. The mouth is at the foot, left of the long wall.
    """

    def at(x: float, y: float) -> str:
        return f"{number(cx + (x - 0.5) * unit)},{number(cy + (y + 2.75) * unit)}"

    def arc(radius: float, x: float, y: float) -> str:
        size = number(radius * unit)
        return f"A{size},{size} 0 0 1 {at(x, y)}"

    parts = [f"M{at(0, -2)}L{at(0, 2)}", f"M{at(-2, 0)}L{at(2, 0)}"]
    for sx in (-1, 1):
        for sy in (-1, 1):
            parts.append(f"M{at(sx, 2 * sy)}L{at(sx, sy)}L{at(2 * sx, sy)}")
    for k, (lx, ly), (rx, ry) in _SEED_ENDS:
        path = f"M{at(lx, ly)}"
        if k == 7:
            path += arc(1, -2, 3)
        if k >= 3:
            path += arc(k - 2, -k, -2)
        path += arc(k + 0.5, k + 1, -2)
        if k >= 6:
            path += arc(k - 1, 2, k - 3) + arc(k - 5, rx, ry)
        elif k >= 2:
            path += arc(k - 1, rx, ry)
        parts.append(path)
    return "".join(parts)


def labyrinth() -> Drawing:
    """The seven-circuit Cretan labyrinth."""
    return (Shape(labyrinth_path(6.2, 50, 50), fill="none", stroke="ink", width=2.9),)


def _spiral(cx: float, cy: float, pitch: float, halves: int, start: float = 0.0) -> str:
    """Half circles growing by half a `pitch` each: a round spiral from the centre outwards."""
    x, side = cx + start, 1
    d = f"M{number(x)},{number(cy)}"
    for i in range(1, halves + 1):
        radius = pitch * i / 2
        x += 2 * radius * side
        side = -side
        d += f"A{number(radius)},{number(radius)} 0 0 1 {number(x)},{number(cy)}"
    return d


def spiral() -> Drawing:
    """A passage: a round spiral line."""
    return (Shape(_spiral(41.7, 54, 16.4, 5), fill="none", stroke="ink", width=8.6),)


def teleport() -> Drawing:
    """Three arrows chasing each other round a spiral."""
    arrow = closed("51,8! 51,0! 71,13! 51,26! 51,18! 39,20 28,28 20,42! 21,26 33,11 51,8!")
    turns = [placed((ink(arrow),), turn=t, dy=3)[0].d for t in (0, 120, 240)]
    return (ink(*turns), stroke(6.4, _spiral(45, 55.5, 11, 3)))


def _sun(cx: float, cy: float, radius: float, rays: int, reach: float) -> str:
    """The upper half of a sun with `rays` pointed rays."""
    d = (
        f"M{number(cx - radius)},{number(cy)}"
        f"C{number(cx - radius)},{number(cy - radius * 1.33)}"
        f" {number(cx + radius)},{number(cy - radius * 1.33)} {number(cx + radius)},{number(cy)}Z"
    )
    for i in range(rays):
        angle = math.pi * (i + 0.5) / rays
        half = math.pi / rays * 0.36
        near, far = radius + 3.5, reach
        pts = [
            (cx - near * math.cos(angle - half), cy - near * math.sin(angle - half)),
            (cx - far * math.cos(angle), cy - far * math.sin(angle)),
            (cx - near * math.cos(angle + half), cy - near * math.sin(angle + half)),
        ]
        d += "M" + "L".join(f"{number(x)},{number(y)}" for x, y in pts) + "Z"
    return d


def entrance() -> Drawing:
    """A pedimented gate on steps; the arrow goes in."""
    gable = "M50,3L93,24L93,29L7,29L7,24Z"
    return (
        ink(gable, box(11, 31.5, 78, 6), box(13, 36, 15, 46), box(72, 36, 15, 46)),
        ink(box(9, 82, 24, 5.5), box(67, 82, 24, 5.5), box(4, 90, 29, 6.5), box(67, 90, 29, 6.5)),
        paper("M50,10L68,21L32,21Z"),
        ink("M50,45L66,63L56.5,63L56.5,97L43.5,97L43.5,63L34,63Z"),
        cut(2.4, line("20.5,42 20.5,77"), line("79.5,42 79.5,77")),
    )


def exit_gate() -> Drawing:
    """An arched gate with the sun rising in it; the arrow comes out towards the viewer."""
    arch = both("50,3 70,7 86,20 92,40! 92,83! 78,83! 78,42! 74,29 65,20 50,17!")
    return (
        ink(arch, box(4, 86, 27, 8), box(69, 86, 27, 8)),
        ink(_sun(50, 51, 10.5, 5, 24.5)),
        ink("M43,56L57,56L57,76L68,76L50,97L32,76L43,76Z"),
        cut(2.4, line("15,78 15,42 20,27 31,15"), line("85,78 85,42 80,27 69,15")),
    )


def sun_gate() -> Drawing:
    """The sun rising out of the sea between the posts of a gate."""
    return (
        ink(box(3, 5, 94, 11), box(9, 21, 82, 6.5), box(11, 15, 12, 75), box(77, 15, 12, 75)),
        ink(box(3, 89, 94, 7)),
        ink(_sun(50, 68, 15, 5, 28)),
        stroke(4, line("27,75 32,73 38,75.5 44,73 50,75.5 56,73 62,75.5 68,73 73,75")),
        stroke(4, line("27,83 32,81 38,83.5 44,81 50,83.5 56,81 62,83.5 68,81 73,83")),
    )


def collapse() -> Drawing:
    """A column breaking in two: the stump stands, the capital topples beside it."""
    stump = closed("12,88! 12,58! 17,62! 22,50! 28,60! 34,54! 38,66! 44,60! 44,88!")
    shaft = closed("34,28! 66,28! 66,84! 60,78! 55,90! 49,80! 43,86! 38,76! 34,82!")
    capital = closed("22,4! 78,4! 78,14! 22,14!") + closed("26,17! 74,17! 67,25! 33,25!")
    top = (
        ink(shaft, capital),
        cut(2.8, line("44.5,33 44.5,74"), line("55.5,33 55.5,78")),
    )
    return (
        ink(stump, box(4, 89.5, 48, 7)),
        cut(2.4, line("22.5,65 22.5,86"), line("33.5,68 33.5,86")),
        *placed(top, scale=0.74, turn=52, dx=5.5, dy=-12),
        ink(
            closed("58,96.5! 60,86! 70,83! 76,90! 75,96.5!"),
            closed("80,96.5! 82,91! 88,90! 91,96.5!"),
            closed("72,77! 77,73! 82,77! 78,82!"),
        ),
    )


def footprint() -> Drawing:
    """The print of a bare right foot."""
    sole = closed(
        "44,97 35,92 33,82 36,72 38,62 35,50 31,40 33,31 42,25 54,24 64,29 68,38 67,48 62,58"
        " 58,68 58,80 55,91"
    )
    drawing = (
        ink(sole),
        ink(disc(38, 12.5, 8, 9.6), disc(52.5, 11.5, 5.2, 6.6), disc(62.5, 15, 4.6, 5.8)),
        ink(disc(70.5, 21.5, 4.2, 5.2), disc(76, 30.5, 3.7, 4.5)),
    )
    return placed(drawing, turn=8, dx=-1)


MARKS = {
    "labyrinth": labyrinth,
    "spiral": spiral,
    "teleport": teleport,
    "entrance": entrance,
    "exit": exit_gate,
    "sun_gate": sun_gate,
    "collapse": collapse,
    "footprint": footprint,
}
