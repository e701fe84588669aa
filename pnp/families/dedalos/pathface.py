"""Draws path tiles: what tiles have in common is one layer, made once."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache, cached_property

from pnp.definition.model import Theme
from pnp.draw.fonts import Font, find_font
from pnp.draw.ink import Ink
from pnp.draw.profile import line_path
from pnp.draw.symbols import symbol
from pnp.families.dedalos.pathart import (
    Measures,
    PathColours,
    chains,
    corridor,
    masonry,
    meander,
    wall_band,
)
from pnp.families.dedalos.paths import PathTile
from pnp.geometry.plane import Affine, Point, Rect, Size
from pnp.geometry.topology import SIDES
from pnp.piece import Face, Layer, Stamp

CUT_SLACK = 0.8
"""How far the meander's hooks stay inside the trim, mm."""
FINE, LINE, PLATE_LINE = 0.2, 0.3, 0.2
"""Widths of incised lines and of the edge of plates, mm."""
STAR, STAR_EDGE, STAR_PAD = 4.4, 3.0, 0.3
"""A star's side, how far its plate keeps from the trim and what is free round the stars, mm."""
STAR_WALL = 1.0
"""From a plate to the walls, mm."""
LEAST_STAR = 1.5
"""The smallest star that is told from a blot, mm."""
NUMBER, NUMBER_PAD = 2.6, 0.6
"""The size of a tile's number and what is free round it, mm."""


def star_size(plan: Measures) -> float:
    """The side of a star, mm: two fit beside each other between the trim and the walls."""
    room = plan.half - plan.arm - plan.wall - _star_edge(plan) - STAR_WALL - PLATE_LINE / 2
    return min(STAR, (room - 2 * STAR_PAD) / 2)


def _star_edge(plan: Measures) -> float:
    return max(STAR_EDGE, 0.06 * 2 * plan.half)


class Artist:
    """The tiles of one component; drawn about the middle, placed by one translation."""

    def __init__(self, colours: PathColours, theme: Theme, plan: Measures) -> None:
        self.colours = colours
        self.theme = theme
        self.plan = plan
        self._made: dict[tuple[object, ...], Layer] = {}
        self._plates: dict[int, Stamp] = {}
        self._digits: dict[tuple[int, str], Stamp] = {}

    def face(self, tile: PathTile, ground: str, colour: str | None) -> Face:
        """Ground, walls, plaza, marks and stars from below to above."""
        plan = self.plan
        middle = Affine.translation(plan.half, plan.half)
        layers = [
            self._layer(("rock", ground), self._rock if tile.sides else self._bare, ground, colour)
        ]
        if tile.sides:
            layers.append(self._layer(("paths", tile.sides), self._paths, tile.sides))
        if tile.sides and ground in ("round", "square"):
            layers.append(
                self._layer(
                    ("plaza", ground, colour, tile.sides), self._plaza, tile.sides, ground, colour
                )
            )
        if tile.symbol:
            layers.append(
                self._layer(("symbol", tile.symbol, ground), self._symbol, tile.symbol, ground)
            )
        stack = [Stamp(layer, middle) for layer in layers]
        if tile.passage:
            stack += [Stamp(self._spiral, middle @ at) for at in self._passages(tile)]
        stars = self._layer(("stars", tile.stars), self._stars, tile.stars) if tile.stars else None
        if stars:
            stack.append(Stamp(stars, middle))
        side = 2 * plan.half
        return Face(Size(side, side), tuple(stack), plan.bleed)

    def numbered(self, face: Face, number: int) -> Face:
        """A tile's face with its number in the bottom-right corner, set from ten shared digits;
        a digit at a place is one stamp, which all tiles share."""
        word = str(number)
        edge = self.plan.half - _star_edge(self.plan)
        if len(word) not in self._plates:
            plate = self._layer(("plate", len(word)), self._plate, len(word))
            self._plates[len(word)] = Stamp(plate, _shift(self.plan.half + edge))
        stamps = [self._plates[len(word)]]
        for place, digit in enumerate(reversed(word)):
            if (place, digit) not in self._digits:
                layer = self._layer(("digit", digit), self._digit, digit)
                right = edge - NUMBER_PAD - place * self._pitch
                at = _shift(self.plan.half + right, self.plan.half + edge)
                self._digits[place, digit] = Stamp(layer, at)
            stamps.append(self._digits[place, digit])
        return Face(face.size, (*face.stack, *stamps), face.bleed, face.problems)

    def _layer(self, key: tuple[object, ...], draw: Callable[..., None], *what: object) -> Layer:
        if key not in self._made:
            ink = Ink()
            draw(ink, *what)
            self._made[key] = ink.layer()
        return self._made[key]

    @property
    def _whole(self) -> Rect:
        reach = self.plan.reach
        return Rect(-reach, -reach, 2 * reach, 2 * reach)

    # -- the labyrinth -----------------------------------------------------------------------------

    def _rock(self, ink: Ink, ground: str, colour: str | None) -> None:
        """The stone between the corridors: pale, with joints."""
        ink.rect(self._whole, fill=self.colours.rock)
        ink.path(
            masonry(self.plan.reach, self.plan.half / 5),
            fill="none",
            stroke=self.colours.joint,
            stroke_width=0.15,
        )

    def _paths(self, ink: Ink, sides: str) -> None:
        """Sand on the corridors, dark stone beside them, a meander incised in the stone."""
        plan, colours = self.plan, self.colours
        ink.polygon(corridor(sides, plan), fill=colours.sand)
        lines = chains(sides, plan)
        for chain in lines:
            ink.polygon(wall_band(chain, plan.wall), fill=colours.stone)
        d = "".join(line_path(meander(chain, plan.wall, plan.bleed + CUT_SLACK)) for chain in lines)
        ink.path(d, fill="none", stroke=colours.sand, stroke_width=max(FINE, 0.065 * plan.wall))

    def _plaza(self, ink: Ink, sides: str, ground: str, colour: str | None) -> None:
        """A walled place in the middle; the corridors break through its wall."""
        plan, colours = self.plan, self.colours
        inner = 0.72 * (plan.half - plan.wall / 2)
        outer = inner + 0.8 * plan.wall
        floor = colour or colours.sand
        if ground == "round":
            ink.circle(Point(0, 0), outer, fill=colours.stone)
            ink.circle(
                Point(0, 0),
                (inner + outer) / 2,
                fill="none",
                stroke=colours.sand,
                stroke_width=LINE,
            )
            ink.circle(Point(0, 0), inner, fill=floor)
        else:
            ink.rect(_square(outer), fill=colours.stone)
            ink.rect(
                _square((inner + outer) / 2), fill="none", stroke=colours.sand, stroke_width=LINE
            )
            ink.rect(_square(inner), fill=floor)
        for side in sides:
            quarter = Affine.rotation(90.0 * SIDES.index(side))
            low = math.sqrt(inner**2 - plan.arm**2) if ground == "round" else inner
            gate = Rect(-plan.arm, -outer - 0.05, 2 * plan.arm, outer - low + 0.1)
            ink.polygon([quarter.apply(p) for p in gate.corners], fill=colours.sand)

    def _passages(self, tile: PathTile) -> list[Affine]:
        """In the middle, or in each arm where a symbol takes the middle."""
        plan = self.plan
        if not tile.symbol:
            return [_box(Point(0, 0), 0.72 * 2 * plan.arm)]
        out = plan.half - 0.34 * plan.arm - 2.2
        return [
            _box(Affine.rotation(90.0 * SIDES.index(side)).apply(Point(0, -out)), 0.68 * plan.arm)
            for side in tile.sides
        ]

    @cached_property
    def _spiral(self) -> Layer:
        ink = Ink()
        ink.draw(symbol("spiral"), self.theme.palette, tint=self.theme.palette.accent)
        return ink.layer()

    def _stars(self, ink: Ink, count: int) -> None:
        """In the top-left corner of stone, on paper, gold with a black outline; three as 2 + 1."""
        size, left = star_size(self.plan), _star_edge(self.plan) - self.plan.half
        across, down = min(count, 2), 0.9 * size if count > 2 else 0.0
        plate = Rect(left, left, across * size + 2 * STAR_PAD, size + down + 2 * STAR_PAD)
        ink.rect(
            plate,
            radius=0.6,
            fill=self.theme.palette.paper,
            stroke=self.colours.stone,
            stroke_width=PLATE_LINE,
        )
        (star,) = symbol("star")
        x, y = left + STAR_PAD + size / 2, left + STAR_PAD + size / 2 + 0.03 * size
        for at in (
            Point(x, y),
            Point(x + size, y),
            Point(x + size / 2, y + down),
        )[:count]:
            ink.path(
                star.d,
                _box(at, 0.97 * size),
                fill=self.colours.star,
                stroke="#000000",
                stroke_width=7,
                stroke_linejoin="round",
            )

    @cached_property
    def _label(self) -> Font:
        return find_font(self.theme.fonts.label, 500)

    @cached_property
    def _pitch(self) -> float:
        """From a digit to the next, mm: all are as wide as the widest."""
        return max(self._label.width(digit, NUMBER) for digit in "0123456789")

    def _plate(self, ink: Ink, digits: int) -> None:
        """What a number stands on; its bottom-right corner is the origin."""
        high = self._label.figure_height * NUMBER + 2 * NUMBER_PAD
        wide = digits * self._pitch + 2 * NUMBER_PAD
        ink.rect(
            Rect(-wide, -high, wide, high),
            radius=0.6,
            fill=self.theme.palette.paper,
            stroke=self.colours.stone,
            stroke_width=PLATE_LINE,
        )

    def _digit(self, ink: Ink, digit: str) -> None:
        """One digit, ending at the origin; its plate's bottom is at zero."""
        ink.text(
            digit,
            Point(-self._pitch / 2, -NUMBER_PAD),
            NUMBER,
            family=self.theme.fonts.label,
            weight=500,
            anchor="middle",
            fill=self.colours.stone,
        )

    # -- tiles beside the labyrinth, and symbols ----------------------------------------------

    def _bare(self, ink: Ink, ground: str, colour: str | None) -> None:
        """A tile that is no part of the maze: paper, framed; ring, hatching or rubble on it."""
        plan, colours, paper = self.plan, self.colours, self.theme.palette.paper
        ink.rect(self._whole, fill=paper)
        frame = 0.88 * plan.half
        if ground == "rubble":
            _draw_rubble(ink, plan, colours.rock, colours.joint)
        elif ground == "hatch":
            d = "".join(line_path(pair) for pair in _diagonals(frame, plan.half / 11))
            ink.path(d, fill="none", stroke=colour or colours.joint, stroke_width=0.45)
            ink.circle(Point(0, 0), 0.66 * plan.half, fill=paper)
        elif ground == "ring":
            ink.circle(
                Point(0, 0),
                0.73 * plan.half,
                fill="none",
                stroke=colour or self.theme.palette.accent,
                stroke_width=0.14 * plan.half,
            )
            ink.circle(
                Point(0, 0), 0.62 * plan.half, fill="none", stroke=colours.stone, stroke_width=LINE
            )
            ink.circle(
                Point(0, 0), 0.83 * plan.half, fill="none", stroke=colours.stone, stroke_width=LINE
            )
        ink.rect(_square(frame), fill="none", stroke=colours.stone, stroke_width=0.5)

    def _symbol(self, ink: Ink, name: str, ground: str) -> None:
        share = {"ring": 0.88, "hatch": 0.88, "rubble": 1.25, "path": 0.5}.get(ground, 0.74)
        ink.draw(symbol(name), self.theme.palette, _box(Point(0, 0), share * self.plan.half))


@cache
def _shift(x: float, y: float | None = None) -> Affine:
    """A translation; equal ones are one object, by `x` both ways if there is no `y`."""
    return Affine.translation(x, x if y is None else y)


def _square(half: float) -> Rect:
    return Rect(-half, -half, 2 * half, 2 * half)


def _box(middle: Point, side: float) -> Affine:
    """Puts a symbol's box of 100 x 100 units about a point."""
    corner = Affine.translation(middle.x - side / 2, middle.y - side / 2)
    return corner @ Affine.scaling(side / 100)


def _diagonals(half: float, pitch: float) -> list[tuple[Point, Point]]:
    """Rising lines `pitch` mm apart in a square about the middle."""
    found = []
    count = int(2 * half / pitch)
    for k in range(-count, count + 1):
        c = k * pitch
        low, high = max(-half, c - half), min(half, c + half)
        if high - low > 0.2:
            found.append((Point(low, c - low), Point(high, c - high)))
    return found


_STONES = (
    ((-20, -19), (-9, -20), (-8, -13), (-19, -11)), ((-6, -20), (5, -19), (4, -14), (-5, -13)),
    ((8, -20), (20, -19), (19, -11), (9, -13)), ((-20, -8), (-14, -9), (-13, 1), (-19, 2)),
    ((14, -9), (20, -8), (20, 3), (15, 2)), ((-20, 5), (-15, 4), (-13, 12), (-20, 13)),
    ((15, 6), (20, 6), (20, 14), (14, 13)), ((-20, 16), (-10, 15), (-9, 20), (-19, 20)),
    ((-6, 16), (6, 17), (7, 20), (-6, 20)), ((10, 16), (19, 17), (20, 20), (9, 20)),
)  # fmt: skip
"""Broken blocks round the edge of a tile that reaches from -22.5 to 22.5."""


def _draw_rubble(ink: Ink, plan: Measures, rock: str, joint: str) -> None:
    scale = plan.half / 22.5
    for stone in _STONES:
        ink.polygon(
            [Point(0.94 * x * scale, 0.94 * y * scale) for x, y in stone],
            fill=rock,
            stroke=joint,
            stroke_width=0.3,
            stroke_linejoin="round",
        )
