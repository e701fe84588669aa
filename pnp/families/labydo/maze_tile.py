"""Maze tiles: an ASCII maze becomes a card of numbered cells, walls and marked spaces."""

from __future__ import annotations

from typing import Annotated

from pnp.definition.model import Theme
from pnp.definition.schema import Bounds, OneByOne, Written
from pnp.definition.values import (
    Copies,
    GridSize,
    Id,
    PositiveLength,
    Table,
    Text,
    Title,
    Whole,
    letter_of,
)
from pnp.draw.cellface import wall_layer
from pnp.draw.fonts import find_font
from pnp.draw.ink import Ink
from pnp.draw.profile import num
from pnp.draw.symbols import SYMBOLS, near_symbol, symbol
from pnp.errors import Problem
from pnp.geometry.notation import parse_maze
from pnp.geometry.plane import Affine, Point, Size
from pnp.geometry.topology import Maze
from pnp.kinds.backs import Backed, add_backs
from pnp.kinds.base import Context, Expansion, Kind, Stocked, entry_piece, printed_entries
from pnp.piece import Face, Layer, Stamp
from pnp.units import parse_length

Letter = Annotated[str, letter_of("A-Z")]


class MazeTile(Written):
    """A tile is drawn in `maze`; `numbers` are printed instead of a space's own (1 = top left)."""

    short = "maze"

    maze: str
    copies: Copies = 1
    numbers: Table[Annotated[Whole, Bounds(least=1)], Text] = {}
    title: Title | None = None


class MazeTiles(Stocked, Backed):
    """A set of maze tiles of one size. `marks` gives each cell letter its symbol."""

    cells: GridSize
    cell: PositiveLength
    wall: PositiveLength = parse_length("30px@300dpi")
    grid: PositiveLength = parse_length("4px@300dpi")
    marks: Table[Letter, Text] = {}
    tiles: Annotated[Table[Id, MazeTile], OneByOne()]

    @property
    def size(self) -> Size:
        """Trim size in mm."""
        return Size(self.cells[0] * self.cell, self.cells[1] * self.cell)


def expand(component: MazeTiles, context: Context) -> Expansion:
    """One piece per tile; a tile whose maze cannot be read is a problem and no piece."""
    result = Expansion()
    theme = context.game.file.theme
    for letter, name in component.marks.items():
        if name not in SYMBOLS:
            at = component.at.of("marks", letter)
            message = f"there is no symbol '{name}'"
            result.problems.append(Problem("DEF007", "error", message, at, near_symbol(name)))
    for stroke in ("wall", "grid"):
        if getattr(component, stroke) >= component.cell:
            message = f"the {stroke} is as wide as a cell: nothing is left of it"
            at = component.at.of(stroke) if stroke in component.at.node.fields else component.loc
            result.problems.append(Problem("DEF003", "error", message, at, "make it thinner"))
    artist = None if result.problems else _Artist(component, theme)
    for id, tile in printed_entries(component, "tiles", result):
        maze = _read_maze(component, tile, result.problems)
        if maze is None or artist is None:
            result.unread += tile.copies
            continue
        result.pieces.append(
            entry_piece(
                component,
                "tiles",
                id,
                artist.face(maze),
                truth=maze,
                tallies=tuple((letter, len(maze.marked(letter))) for letter in component.marks),
            )
        )
    add_backs(component, component.size, context, result)
    return result


def _read_maze(component: MazeTiles, tile: MazeTile, problems: list[Problem]) -> Maze | None:
    text = tile.at.node.fields["maze"]
    maze, slips = parse_maze(tile.maze, *component.cells, "".join(component.marks))
    for slip in slips:
        problems.append(
            Problem("DEF008", "error", slip.message, text.at(slip.row, slip.column), slip.hint)
        )
    if maze is None:
        return None
    numbers = list(maze.numbers)
    for space, words in tile.numbers.items():
        if space > len(numbers):
            problems.append(
                Problem(
                    "DEF003",
                    "error",
                    f"there is no space {space}",
                    tile.at.of("numbers", str(space)),
                    f"1 to {len(numbers)}",
                )
            )
        else:
            numbers[space - 1] = words
    return Maze(maze.cols, maze.rows, maze.across, maze.down, maze.marks, tuple(numbers))


class _Artist:
    """Draws the tiles of one component; layers that tiles have in common are made once."""

    def __init__(self, component: MazeTiles, theme: Theme) -> None:
        self.component = component
        self.theme = theme
        self.cell = component.cell
        self._numbers: dict[tuple[str, ...], tuple[Layer, tuple[Problem, ...]]] = {}
        self._grid = self._draw_grid()
        self._marks = {
            letter: self._draw_mark(letter, name) for letter, name in component.marks.items()
        }

    def face(self, maze: Maze) -> Face:
        """Marks lie below the walls, so that a wall is never covered."""
        if maze.numbers not in self._numbers:
            self._numbers[maze.numbers] = self._draw_numbers(maze)
        numbers, problems = self._numbers[maze.numbers]
        stack = [Stamp(self._grid), Stamp(numbers)]
        for cell, letter in enumerate(maze.marks):
            if letter:
                x, y = maze.place(cell)
                at = Affine.translation(x * self.cell, y * self.cell)
                stack.append(Stamp(self._marks[letter], at))
        bleed = self.component.bleed
        walls = wall_layer(maze, self.cell, self.component.wall, self.theme.palette, bleed)
        stack.append(Stamp(walls))
        return Face(self.component.size, tuple(stack), bleed, problems)

    def _draw_grid(self) -> Layer:
        ink, (cols, rows), bleed = Ink(), self.component.cells, self.component.bleed
        start, right, bottom = num(-bleed), *(num(v + bleed) for v in self.component.size)
        d = "".join(f"M{start} {num(y * self.cell)}H{right}" for y in range(rows + 1))
        d += "".join(f"M{num(x * self.cell)} {start}V{bottom}" for x in range(cols + 1))
        ink.path(d, fill="none", stroke=self.theme.palette.grid, stroke_width=self.component.grid)
        return ink.layer()

    def _draw_numbers(self, maze: Maze) -> tuple[Layer, tuple[Problem, ...]]:
        """Each number stands in the top-left corner of its cell, clear of walls and trim.

        6 and 9 are underlined: tiles are turned on the table, and teleports go by number.
        """
        ink, theme = Ink(), self.theme
        size = 0.16 * self.cell
        font = find_font(theme.fonts.label, 500)
        for cell, words in enumerate(maze.numbers):
            x, y = maze.place(cell)
            at = Point(
                x * self.cell + 0.16 * self.cell,
                (y + 0.155) * self.cell + font.figure_height * size,
            )
            ink.text(
                words,
                at,
                size,
                family=theme.fonts.label,
                weight=500,
                fill=theme.palette.number,
                where=self.component.loc,
            )
            if font.width(words, size) > 0.52 * self.cell:
                message, at_all = f"'{words[:40]}' does not fit a cell", self.component.loc
                ink.problems.append(Problem("TEXT001", "error", message, at_all, "shorten it"))
            if words in ("6", "9"):
                below = at.y + 0.14 * size
                ink.line(
                    Point(at.x, below),
                    Point(at.x + font.width(words, size), below),
                    stroke=theme.palette.number,
                    stroke_width=0.09 * size,
                )
        return ink.layer(), tuple(ink.problems)

    def _draw_mark(self, letter: str, name: str) -> Layer:
        """A symbol in the cell, its letter in the corner beside the number's."""
        ink, theme = Ink(), self.theme
        side = 0.56 * self.cell
        corner = Point((self.cell - side) / 2, 0.58 * self.cell - side / 2)
        at = Affine.translation(*corner) @ Affine.scaling(side / 100)
        ink.draw(symbol(name), theme.palette, at)
        letters = 0.21 * self.cell
        cap = find_font(theme.fonts.label, 900).cap_height * letters
        ink.text(
            letter,
            Point(0.86 * self.cell, 0.155 * self.cell + cap),
            letters,
            family=theme.fonts.label,
            weight=900,
            anchor="end",
            fill=theme.palette.ink,
        )
        return ink.layer()


KIND = Kind("maze_tile", MazeTiles, expand)
