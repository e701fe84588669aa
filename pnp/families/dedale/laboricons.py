"""The icons of labor pictures: how a zone, a room, a mark or a colour is painted.

Everything is drawn from the top left corner of the icon, in cells `unit` mm wide.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Protocol

from msgspec import Struct

from pnp.definition.model import Theme
from pnp.draw.ink import Ink
from pnp.draw.patterns import PATTERNS, mix
from pnp.draw.profile import num
from pnp.draw.symbols import symbol
from pnp.geometry.plane import Affine, Point, Rect

ANY, FLOOR = "#D8D3C8", "#EFECE5"
"""A zone of any colour, and the Tiles of a room."""
FIELD, STROKE = 0.3, 0.4
"""How much paper is in a cell's colour, how much ink in its pattern's."""
WALL, EDGE = 0.2, 0.09
"""Widths of the wall round a room and of the line round a zone, in cells."""
MARK, DISC = 2.6, 2.1
"""Extents of a mark and of a disc with its share of room, in cells."""

Cell = tuple[float, float]
Cells = Sequence[Cell]
"""Columns and rows of the cells of an icon."""


class Swatch(Protocol):
    """A colour as it is written in a definition."""

    @property
    def colour(self) -> str | None: ...

    @property
    def pattern(self) -> str | None: ...


class IconInks(Struct, frozen=True):
    """What the icons are drawn with: colours by name, the symbols of marks by name."""

    theme: Theme
    colours: Mapping[str, Swatch]
    marks: Mapping[str, str]
    minotaur: str


def extent(cells: Cells) -> tuple[float, float]:
    """Columns and rows that cells take."""
    return max((x for x, _ in cells), default=0) + 1, max((y for _, y in cells), default=0) + 1


def _cell(at: Point, x: float, y: float, unit: float) -> Rect:
    return Rect(at.x + x * unit, at.y + y * unit, unit, unit)


def _paint_field(look: IconInks, ink: Ink, box: Rect, name: str) -> None:
    """A cell of a colour, grey for any."""
    palette = look.theme.palette
    swatch = look.colours.get(name)
    colour = swatch.colour if swatch else None
    ink.rect(box, fill=mix(colour, palette.paper, FIELD) if colour else ANY)
    if swatch and colour and swatch.pattern:
        art = PATTERNS[swatch.pattern](box.width)
        at = Affine.translation(box.x, box.y)
        ink.draw(art, palette, at, tint=mix(colour, palette.ink, STROKE))


def _outline(cells: Cells, at: Point, unit: float) -> str:
    """The edges between the cells and what is outside, each straight line in one."""
    inside = set(cells)
    flat: list[tuple[float, float]] = []
    steep: list[tuple[float, float]] = []
    for x, y in cells:
        flat += [(y + down, x) for down in (0, 1) if (x, y + 2 * down - 1) not in inside]
        steep += [(x + right, y) for right in (0, 1) if (x + 2 * right - 1, y) not in inside]
    d = ""
    for edges, horizontal in ((flat, True), (steep, False)):
        for line, start, end in _joined(sorted(edges)):
            x, y = (start, line) if horizontal else (line, start)
            length = num((end - start) * unit)
            way = "h" if horizontal else "v"
            d += f"M{num(at.x + x * unit)} {num(at.y + y * unit)}{way}{length}"
    return d


def _joined(edges: list[tuple[float, float]]) -> list[tuple[float, float, float]]:
    """Edges one cell long (line, start) as lines from start to end."""
    found: list[tuple[float, float, float]] = []
    for line, start in edges:
        if found and found[-1][0] == line and found[-1][2] == start:
            found[-1] = (line, found[-1][1], start + 1)
        else:
            found.append((line, start, start + 1))
    return found


def paint_zone(
    look: IconInks,
    cells: Cells,
    name: str,
    crossed: bool,
    ink: Ink,
    at: Point,
    unit: float,
) -> None:
    palette = look.theme.palette
    for x, y in cells:
        _paint_field(look, ink, _cell(at, x, y, unit), name)
    _seams(ink, cells, at, unit, palette.paper)
    ink.path(
        _outline(cells, at, unit),
        fill="none",
        stroke=palette.ink,
        stroke_width=EDGE * unit,
        stroke_linecap="square",
    )
    if crossed:
        _cross(look, ink, at, extent(cells), unit)


def _seams(ink: Ink, cells: Cells, at: Point, unit: float, colour: str) -> None:
    inside = set(cells)
    d = ""
    for x, y in cells:
        px, py = at.x + x * unit, at.y + y * unit
        if (x - 1, y) in inside:
            d += f"M{num(px)} {num(py)}v{num(unit)}"
        if (x, y - 1) in inside:
            d += f"M{num(px)} {num(py)}h{num(unit)}"
    if d:
        ink.path(d, fill="none", stroke=colour, stroke_width=max(0.1, 0.06 * unit))


def paint_room(look: IconInks, cells: Cells, ink: Ink, at: Point, unit: float) -> None:
    """White cells round the Minotaur's own, a wall about them all."""
    palette = look.theme.palette
    middle = _middle(cells)
    for x, y in cells:
        if (x, y) != middle:
            ink.rect(_cell(at, x, y, unit).inset(0.05 * unit), fill=FLOOR)
    _seams(ink, cells, at, unit, palette.grid)
    beast = _within_walls(cells, middle, at, unit).inset(0.06 * unit)
    side = min(beast.size)
    corner = Affine.translation(beast.centre.x - side / 2, beast.centre.y - side / 2)
    ink.draw(symbol(look.minotaur), palette, corner @ Affine.scaling(side / 100))
    ink.path(
        _outline(cells, at, unit),
        fill="none",
        stroke=palette.ink,
        stroke_width=WALL * unit,
        stroke_linecap="square",
    )


def _within_walls(cells: Cells, cell: Cell, at: Point, unit: float) -> Rect:
    """What the wall round a room leaves of a cell."""
    (x, y), inside, half = cell, set(cells), WALL / 2
    left, right = (half if (x + way, y) not in inside else 0.0 for way in (-1, 1))
    top, foot = (half if (x, y + way) not in inside else 0.0 for way in (-1, 1))
    box = _cell(at, x + left, y + top, unit)
    return Rect(box.x, box.y, unit * (1 - left - right), unit * (1 - top - foot))


def _middle(cells: Cells) -> Cell:
    """The cell nearest to the middle of the full rows."""
    cols, rows = max(x for x, _ in cells) + 1, max(y for _, y in cells) + 1
    return min(cells, key=lambda c: (abs(c[0] - (cols - 1) / 2) + abs(c[1] - (rows - 1) / 2), c))


def paint_loose(
    look: IconInks, cells: Cells, name: str, crossed: bool, ink: Ink, at: Point, unit: float
) -> None:
    for x, y in cells:
        box = _cell(at, x, y, unit)
        _paint_field(look, ink, box, name)
        ink.rect(box, fill="none", stroke=look.theme.palette.ink, stroke_width=0.06 * unit)
    if crossed:
        _cross(look, ink, at, extent(cells), unit)


def paint_discs(
    look: IconInks, number: int, crossed: bool, ink: Ink, at: Point, unit: float
) -> None:
    """Discs side by side, each of all the colours: a colour, whichever."""
    colours = [s.colour for s in look.colours.values() if s.colour]
    palette = look.theme.palette
    for i in range(number):
        middle = Point(at.x + (0.5 + i) * DISC * unit, at.y + 0.5 * DISC * unit)
        radius = 0.46 * DISC * unit
        for k, colour in enumerate(colours):
            ink.path(
                _sector(middle, radius, k, len(colours)), fill=mix(colour, palette.paper, FIELD)
            )
        ink.circle(middle, radius, fill="none", stroke=palette.ink, stroke_width=0.08 * unit)
    if crossed:
        _cross(look, ink, at, (DISC * number, DISC), unit)


def _sector(middle: Point, radius: float, k: int, many: int) -> str:
    def edge(i: int) -> str:
        angle = 2 * math.pi * (i / many) - math.pi / 4
        x, y = middle.x + radius * math.sin(angle), middle.y - radius * math.cos(angle)
        return f"{num(x)} {num(y)}"

    large = 1 if many == 1 else 0
    r = num(radius)
    return f"M{num(middle.x)} {num(middle.y)}L{edge(k)}A{r} {r} 0 {large} 1 {edge(k + 1)}Z"


def paint_mark(look: IconInks, name: str, crossed: bool, ink: Ink, at: Point, unit: float) -> None:
    palette, side = look.theme.palette, MARK * unit
    middle = Point(at.x + side / 2, at.y + side / 2)
    ink.circle(
        middle, 0.48 * side, fill=palette.paper, stroke=palette.ink, stroke_width=0.03 * side
    )
    corner = Affine.translation(middle.x - 0.32 * side, middle.y - 0.32 * side)
    ink.draw(symbol(name), palette, corner @ Affine.scaling(0.64 * side / 100))
    if crossed:
        _cross(look, ink, at, (MARK, MARK), unit)


def _cross(look: IconInks, ink: Ink, at: Point, size: tuple[float, float], unit: float) -> None:
    """A bar from corner to corner: this must not be."""
    right, foot = at.x + size[0] * unit, at.y + size[1] * unit
    palette = look.theme.palette
    for colour, width in ((palette.paper, 0.5), (palette.accent, 0.26)):
        ink.line(
            Point(right, at.y),
            Point(at.x, foot),
            stroke=colour,
            stroke_width=width * unit,
            stroke_linecap="round",
        )
