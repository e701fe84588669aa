"""Coloured cells as layers: a field with its pattern, marks on it, half-walls round it."""

from __future__ import annotations

from pnp.definition.model import Palette, Theme
from pnp.draw.ink import Ink
from pnp.draw.ornament import key_frame
from pnp.draw.overhang import wall_bars
from pnp.draw.patterns import PATTERNS, mix
from pnp.draw.profile import num
from pnp.draw.symbols import symbol
from pnp.draw.text import fit_size
from pnp.errors import Loc, Problem
from pnp.geometry.plane import Affine, Point, Rect, Size
from pnp.geometry.topology import Maze
from pnp.piece import Face, Layer, Stamp

FIELD, STROKE = 0.42, 0.15
"""How much paper is in a field's colour, how much ink in its pattern's."""
SEAM = 0.02
"""Width of the light line between two cells, as a fraction of a cell."""
RIM, MARK, LONE = 0.385, 0.5, 0.8
"""Radius of a mark's disc, extents of a mark and of a symbol alone, as fractions of a cell."""


def field_layer(side: float, colour: str | None, pattern: str | None, palette: Palette) -> Layer:
    """A cell of `side` mm: light colour, its pattern in the full one. No colour leaves paper."""
    ink = Ink()
    if colour:
        ink.rect(Rect(0, 0, side, side), fill=mix(colour, palette.paper, FIELD))
        if pattern:
            ink.draw(PATTERNS[pattern](side), palette, tint=mix(colour, palette.ink, STROKE))
    return ink.layer()


def lone_layer(side: float, name: str, palette: Palette) -> Layer:
    """A cell that belongs to one symbol: paper within a thin frame."""
    ink = Ink()
    box = Rect(0, 0, side, side)
    ink.rect(box, fill=palette.paper)
    ink.rect(box.inset(0.05 * side), fill="none", stroke=palette.ink, stroke_width=0.015 * side)
    ink.draw(symbol(name), palette, centred(side, LONE))
    return ink.layer()


def mark_layer(side: float, name: str, palette: Palette) -> Layer:
    """A symbol on a disc of paper with a dark rim, so that it stands out on every field."""
    ink = Ink()
    middle = Point(side / 2, side / 2)
    ink.circle(
        middle, RIM * side, fill=palette.paper, stroke=palette.ink, stroke_width=0.025 * side
    )
    ink.draw(symbol(name), palette, centred(side, MARK))
    return ink.layer()


def centred(side: float, part: float) -> Affine:
    """Puts a symbol (100 x 100) into the middle of a cell, `part` of it wide."""
    extent = part * side
    corner = (side - extent) / 2
    return Affine.translation(corner, corner) @ Affine.scaling(extent / 100)


def seam_layer(size: Size, cols: int, rows: int, palette: Palette, bleed: float = 0.0) -> Layer:
    """Light lines between cells and round the card, half of them outside it."""
    ink, side = Ink(), size.width / cols
    start, right, bottom = num(-bleed), num(size.width + bleed), num(size.height + bleed)
    d = "".join(f"M{start} {num(y * side)}H{right}" for y in range(rows + 1))
    d += "".join(f"M{num(x * side)} {start}V{bottom}" for x in range(cols + 1))
    ink.path(d, fill="none", stroke=palette.paper, stroke_width=SEAM * side)
    return ink.layer()


def wall_layer(
    maze: Maze, side: float, width: float, palette: Palette, bleed: float = 0.0
) -> Layer:
    """One stroke centred on the grid lines: a face clips it, so each cell shows its half.

    Square ends reach half a wall beyond each grid point: corners join without a notch, and every
    opening keeps the same clear width.
    """
    ink = Ink()
    grid = [num(i * side) for i in range(max(maze.cols, maze.rows) + 1)]
    d = "".join(
        f"M{grid[run.x0]} {grid[run.y0]}"
        + (f"H{grid[run.x1]}" if run.y0 == run.y1 else f"V{grid[run.y1]}")
        for run in maze.runs
    )
    if d:
        ink.path(d, fill="none", stroke=palette.ink, stroke_width=width, stroke_linecap="square")
    ink.path(wall_bars(maze, side, width, bleed), fill=palette.ink)
    return ink.layer()


def cell_back(
    size: Size,
    theme: Theme,
    name: str,
    colour: str,
    pattern: str | None,
    where: Loc,
    bleed: float = 0.0,
) -> Face:
    """A card's back: one big cell with its colour's name above and below, in a Greek key."""
    key, words, small = Ink(), Ink(), min(size)
    key.draw(key_frame(size.width, size.height, 0.11 * small, 0.05 * small), theme.palette)
    side = 0.46 * small
    box = Rect((size.width - side) / 2, (size.height - side) / 2, side, side)
    field = field_layer(side, colour, pattern, theme.palette)
    words.rect(box, fill="none", stroke=theme.palette.ink, stroke_width=0.02 * small)
    middle = box.centre
    room = (size.height - side) / 2 - 0.19 * small  # between the cell and the key
    letters, fitted = fit_size(name.upper(), theme.fonts.title, 700, side, 0.7 * room, 2.2)
    for turn in (0, 180):
        words.text(
            name.upper(),
            Point(middle.x, box.bottom + room / 2 + 0.35 * letters),
            letters,
            family=theme.fonts.title,
            weight=700,
            anchor="middle",
            fill=theme.palette.ink,
            where=where,
            turn=Affine.rotation(turn, middle) if turn else None,
        )
    problems = list(words.problems)
    if not fitted:
        hint = "shorten the colour's name"
        problems.append(Problem("TEXT001", "error", f"'{name}' does not fit a back", where, hint))
    stack = (Stamp(key.layer()), Stamp(field, Affine.translation(box.x, box.y)))
    return Face(size, (*stack, Stamp(words.layer())), bleed, tuple(problems))
