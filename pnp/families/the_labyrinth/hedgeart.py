"""Landscape seen from above: meadow, roads with dark edges, clipped hedges, trees, houses. mm.

Roads and meadow run on straight for at least `OVERHANG` mm beyond the trim, so that a bleed has
something to show. Little ink: tints for the areas, dots and short strokes for what grows on them.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Sequence
from typing import Protocol

from pnp.draw.ink import Ink
from pnp.draw.profile import num
from pnp.families.the_labyrinth.hedges import HedgeMaze
from pnp.geometry.plane import Point, Rect
from pnp.geometry.topology import STEPS

OVERHANG = 5.0
LEAF = 0.58
"""Distance of the tufts of a hedge, mm."""
BLADE = 0.16
PETAL = "#FFFFFF"


class HedgeColours(Protocol):
    """What a landscape is painted with, #RRGGBB."""

    @property
    def field(self) -> str: ...
    @property
    def grass(self) -> str: ...
    @property
    def ground(self) -> str: ...
    @property
    def edge(self) -> str: ...
    @property
    def hedge(self) -> str: ...
    @property
    def leaf(self) -> str: ...
    @property
    def light(self) -> str: ...
    @property
    def flower(self) -> str: ...


# -- roads -----------------------------------------------------------------------------------------


def draw_field(ink: Ink, side: float, colours: HedgeColours, over: float = OVERHANG) -> None:
    """The meadow's tint, `over` mm beyond the trim too."""
    ink.rect(Rect(0, 0, side, side).inset(-over), fill=colours.field)


def draw_roads(
    ink: Ink, side: float, road: float, edge: float, ways: Iterable[str], colours: HedgeColours
) -> None:
    """Ways as path data, `road` mm wide between dark edges of `edge` mm."""
    d = "".join(ways)
    ink.path(d, fill="none", stroke=colours.edge, stroke_width=road + 2 * edge)
    ink.path(d, fill="none", stroke=colours.ground, stroke_width=road)


def straight_way(side: float, towards: str, reach: float, over: float = OVERHANG) -> str:
    """From `over` mm beyond the trim to `reach` mm before the middle of the tile."""
    dx, dy = STEPS[towards]
    middle, far = side / 2, side / 2 + over
    start = Point(middle + dx * far, middle + dy * far)
    end = Point(middle + dx * reach, middle + dy * reach)
    return f"M{num(start.x)} {num(start.y)}L{num(end.x)} {num(end.y)}"


def bent_way(side: float, one: str, other: str, over: float = OVERHANG) -> str:
    """A quarter circle between two neighbouring sides, running on straight beyond the trim."""
    first, last = (Point(*(side / 2 * (1 + v) for v in STEPS[s])) for s in (one, other))
    out, back = (
        Point(p.x + over * STEPS[s][0], p.y + over * STEPS[s][1])
        for p, s in ((first, one), (last, other))
    )
    (ax, ay), (bx, by) = STEPS[one], STEPS[other]
    sweep = 0 if ax * by - ay * bx > 0 else 1
    radius = num(side / 2)
    return (
        f"M{num(out.x)} {num(out.y)}L{num(first.x)} {num(first.y)}"
        f"A{radius} {radius} 0 0 {sweep} {num(last.x)} {num(last.y)}L{num(back.x)} {num(back.y)}"
    )


# -- hedges ----------------------------------------------------------------------------------------


def draw_maze(ink: Ink, maze: HedgeMaze, colours: HedgeColours) -> None:
    """The maze about the origin: its ground, its hedges, a clipped ball on both sides of a gate."""
    plot = maze.plot
    if plot.style == "round":
        ink.circle(Point(0, 0), plot.reach, fill=colours.ground)
    else:
        box = Rect(-plot.reach, -plot.reach, 2 * plot.reach, 2 * plot.reach)
        ink.rect(box, fill=colours.ground)
    width = plot.width
    stems = "".join(_stem(hedge.start, hedge.end, hedge.radius) for hedge in maze.standing)
    tufts = _tufts(maze)
    balls = [p for door in plot.doors for p in (plot.hedges[door].start, plot.hedges[door].end)]
    for share, tint in ((0.78, colours.hedge), (0.4, colours.leaf)):
        _stroke(ink, stems, share * width, tint)
        swell = 0.92 if tint == colours.hedge else 0.58
        for size, part in ((swell, tufts[::2]), (swell - 0.12, tufts[1::2])):
            _stroke(ink, _dots(part), size * width, tint)
        _stroke(ink, _dots(balls), (1.6 if tint == colours.hedge else 1.15) * width, tint)
    glints = [Point(x - 0.14 * width, y - 0.14 * width) for x, y in (*tufts[::2], *balls)]
    _stroke(ink, _dots(glints), 0.22 * width, colours.light)


def _stroke(ink: Ink, d: str, width: float, colour: str) -> None:
    ink.path(d, fill="none", stroke=colour, stroke_width=width, stroke_linecap="round")


def _stem(start: Point, end: Point, radius: float) -> str:
    if not radius:
        return f"M{num(start.x)} {num(start.y)}L{num(end.x)} {num(end.y)}"
    r = num(radius)
    return f"M{num(start.x)} {num(start.y)}A{r} {r} 0 0 1 {num(end.x)} {num(end.y)}"


def _dots(points: Iterable[Point]) -> str:
    """Round dots: strokes of no length with round ends."""
    return "".join(f"M{num(round(x, 2))} {num(round(y, 2))}h0" for x, y in points)


def _tufts(maze: HedgeMaze) -> list[Point]:
    """Points along the hedges, a little out of line, one at every joint."""
    lot = random.Random("tufts")
    found: dict[tuple[float, float], Point] = {}
    wobble = 0.05 * maze.plot.width
    for hedge in maze.standing:
        many = max(1, round(hedge.length / LEAF))
        for i in range(many + 1):
            x, y = hedge.at(i / many)
            shift = [wobble * (lot.random() * 2 - 1) for _ in range(2)]
            found.setdefault((round(x, 1), round(y, 1)), Point(x + shift[0], y + shift[1]))
    return list(found.values())


# -- what grows and stands in a meadow -------------------------------------------------------------


def draw_meadow(ink: Ink, free: Sequence[Point], seed: str, colours: HedgeColours) -> None:
    """Tufts of grass and small flowers at points where there is room."""
    lot = random.Random(f"meadow {seed}")
    blades, petals, hearts = "", [], []
    for x, y in free:
        if lot.randrange(4) == 0:
            turn = lot.random() * math.tau
            petals += [
                Point(
                    x + 0.42 * math.cos(turn + k * math.tau / 5),
                    y + 0.42 * math.sin(turn + k * math.tau / 5),
                )
                for k in range(5)
            ]
            hearts.append(Point(x, y))
        else:
            tall = 0.9 + 0.5 * lot.random()
            for lean in (-0.55, -0.1, 0.4):
                top = Point(x + lean * tall, y - tall * (1 - 0.3 * abs(lean)))
                bend = Point(x + 0.15 * lean * tall, y - 0.6 * tall)
                blades += (
                    f"M{num(x + 0.25 * lean)} {num(y)}"
                    f"Q{num(bend.x)} {num(bend.y)} {num(top.x)} {num(top.y)}"
                )
    if blades:
        _stroke(ink, blades, BLADE, colours.grass)
    if petals:
        _stroke(ink, _dots(petals), 0.4, PETAL)
        _stroke(ink, _dots(hearts), 0.42, colours.flower)


def draw_tree(ink: Ink, at: Point, radius: float, colours: HedgeColours) -> None:
    """A crown seen from above: a ring of round tufts, lighter towards the light."""
    rim = [
        Point(at.x + 0.62 * radius * math.cos(a), at.y + 0.62 * radius * math.sin(a))
        for a in (k * math.tau / 7 for k in range(7))
    ]
    _stroke(ink, _dots([*rim, at]), 0.78 * radius, colours.hedge)
    _stroke(ink, _dots([*rim, at]), 0.58 * radius, colours.leaf)
    light = [Point(p.x - 0.1 * radius, p.y - 0.1 * radius) for p in (*rim[2:6], at)]
    _stroke(ink, _dots(light), 0.16 * radius, colours.light)


def draw_house(ink: Ink, at: Point, side: float, colours: HedgeColours) -> None:
    """A roof seen from above: two slopes and the ridge between them."""
    box = Rect(at.x - side / 2, at.y - 0.36 * side, side, 0.72 * side)
    ink.rect(box, fill=colours.flower, stroke=colours.edge, stroke_width=0.25)
    ink.rect(Rect(box.x, at.y, side, box.height / 2), fill=colours.edge)
    ink.line(Point(box.x, at.y), Point(box.right, at.y), stroke=colours.ground, stroke_width=0.2)
