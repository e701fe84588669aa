"""Tiles laid on a table: what all ways of laying have in common."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple, Protocol, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from pnp.errors import PnpError, Problem
from pnp.geometry.plane import Affine, Point, Size
from pnp.geometry.topology import Maze, join
from pnp.piece import Face, Piece, Placed

ENTRANCE, EXIT = "entrance", "exit"
START, GOAL = "E", "S"
"""The marks of start and goal; they count on entrance and exit tiles only."""
DEALS = 50


def maze_of(piece: Piece) -> Maze:
    """The maze that a tile is to its neighbours. Raises ValueError for a piece that is none."""
    maze = piece.tile.grid if piece.tile else None
    if maze is None:
        raise ValueError(f"{piece.id} has no maze")
    return maze


class Laid(Struct, frozen=True, dict=True):
    """A tile on the table: column and row in tiles from the top left, `turn` quarters clockwise."""

    piece: Piece
    col: int
    row: int
    turn: int = 0

    @cached_property
    def maze(self) -> Maze:
        """The tile's maze as it lies. Raises ValueError for a piece without a maze."""
        return maze_of(self.piece).turned(self.turn)

    def cells_for(self, part: str, mark: str) -> tuple[int, ...]:
        """The marked cells of a tile that plays a part; the only cell needs no mark."""
        if self.piece.part != part:
            return ()
        maze = self.maze
        return (0,) if maze.cols * maze.rows == 1 else maze.marked(mark)

    @property
    def at(self) -> Affine:
        """Face mm to board mm: turned about the tile's middle, then moved to its place."""
        width, height = self.piece.size
        turn = Affine.rotation(90.0 * self.turn, Point(width / 2, height / 2))
        return Affine.translation(self.col * width, self.row * height) @ turn


class Shown(Protocol):
    """What can be drawn of a table of `size` mm: faces from the lowest to the highest."""

    @property
    def size(self) -> Size: ...

    @property
    def faces(self) -> tuple[tuple[Face, Affine], ...]: ...

    @property
    def placed(self) -> tuple[Placed, ...]: ...


class Laying(Shown, Protocol):
    """A picture that can say in one line what lies there; `rim` mm of table go round it."""

    @property
    def rim(self) -> float: ...

    def summary(self) -> str: ...


class Touch(NamedTuple):
    """Two tiles with a common side; `passages` openings of the one face openings of the other."""

    one: Laid
    other: Laid
    passages: int


class Board(Struct, frozen=True, dict=True):
    """Tiles laid on a table of `size` mm; `maze` is all of them as one.

    `starts` and `goals` are cells of the maze, `over` what is drawn above the tiles.
    """

    size: Size
    laid: tuple[Laid, ...]
    maze: Maze
    starts: tuple[int, ...]
    goals: tuple[int, ...] = ()
    over: tuple[Face, ...] = ()
    note: str = ""

    @property
    def rim(self) -> float:
        return 0.0

    @property
    def faces(self) -> tuple[tuple[Face, Affine], ...]:
        """Each tile's front, without bleed, and its matrix, face mm to board mm."""
        tiles = tuple((replace(tile.piece.front, bleed=0.0), tile.at) for tile in self.laid)
        return tiles + tuple((face, Affine()) for face in self.over)

    @property
    def placed(self) -> tuple[Placed, ...]:
        """The same, ready for a page."""
        return tuple(Placed(face, at) for face, at in self.faces)

    def cells_of(self, tile: Laid) -> frozenset[int]:
        """The cells of `maze` that a tile covers."""
        cols, rows = tile.maze.cols, tile.maze.rows
        return frozenset(
            self.maze.cell(tile.col * cols + x, tile.row * rows + y)
            for y in range(rows)
            for x in range(cols)
        )

    @cached_property
    def cells(self) -> frozenset[int]:
        """The cells that lie on a tile."""
        return frozenset().union(*map(self.cells_of, self.laid))

    @cached_property
    def parts(self) -> tuple[frozenset[int], ...]:
        """The connected parts of the cells that lie on a tile."""
        return tuple(part for part in self.maze.parts if part <= self.cells)

    @cached_property
    def reachable(self) -> tuple[frozenset[int], ...]:
        """For each start, the cells that can be reached from it, itself included."""
        return tuple(frozenset(self.maze.distances(start)) for start in self.starts)

    @cached_property
    def reachable_from_all(self) -> frozenset[int]:
        """The cells that every start reaches; without starts, the largest connected part."""
        if self.starts:
            return frozenset.intersection(*self.reachable)
        return max(self.parts, key=len)

    @cached_property
    def contacts(self) -> tuple[Touch, ...]:
        """Every two tiles that touch along a side."""
        by_place = {(tile.col, tile.row): tile for tile in self.laid}
        return tuple(
            Touch(tile, other, self._passages(tile, side))
            for tile in self.laid
            for side, place in (("E", (tile.col + 1, tile.row)), ("S", (tile.col, tile.row + 1)))
            if (other := by_place.get(place)) is not None
        )

    def _passages(self, tile: Laid, side: str) -> int:
        left, top = tile.col * tile.maze.cols, tile.row * tile.maze.rows
        places = map(tile.maze.place, tile.maze.side_cells(side))
        return sum(not self.maze.walled(self.maze.cell(left + x, top + y), side) for x, y in places)

    def summary(self) -> str:
        """One line: tiles, cells, and how many of them can be reached."""
        return f"{self._reach()}{f'; {self.note}' if self.note else ''}"

    def _reach(self) -> str:
        text = f"{counted(len(self.laid), 'tile')}, {self.maze.cols} x {self.maze.rows} cells"
        if not self.starts:
            parts = len(self.parts)
            return f"{text}, {'all connected' if parts == 1 else f'in {parts} separate parts'}"
        counts = sorted(map(len, self.reachable))
        least, most = counts[0], counts[-1]
        reach = str(most) if least == most else f"{least} to {most}"
        many = len(self.starts)
        whence = "the start" if many == 1 else f"each of {many} starts"
        return f"{text}, {reach} of {len(self.cells)} cells reachable from {whence}"


def lay(laid: Sequence[Laid], cols: int, rows: int) -> Board:
    """A board of `cols` x `rows` places for tiles of one size; places may stay empty.

    Raises ValueError when tiles overlap, stick out, differ in size, or lie athwart the grid.
    """
    if not laid:
        raise ValueError("a board needs a tile")
    first = laid[0]
    width, height = first.maze.cols, first.maze.rows
    for tile in laid:
        if (tile.maze.cols, tile.maze.rows, tile.piece.size) != (width, height, first.piece.size):
            raise ValueError(f"{tile.piece.id} does not lie on the grid of {first.piece.id}")
    maze = join(
        cols * width,
        rows * height,
        [(tile.maze, tile.col * width, tile.row * height) for tile in laid],
    )
    starts, goals = (
        tuple(
            maze.cell(tile.col * width + x, tile.row * height + y)
            for tile in laid
            for x, y in map(tile.maze.place, tile.cells_for(part, mark))
        )
        for part, mark in ((ENTRANCE, START), (EXIT, GOAL))
    )
    size = Size(cols * first.piece.size.width, rows * first.piece.size.height)
    return Board(size, tuple(laid), maze, starts, goals)


Item = TypeVar("Item")


def shuffled(pile: Sequence[Item], lot: random.Random) -> list[Item]:
    """Fisher and Yates, spelled out: `random.shuffle` makes no promise between versions."""
    found = list(pile)
    for i in range(len(found) - 1, 0, -1):
        j = lot.randrange(i + 1)
        found[i], found[j] = found[j], found[i]
    return found


def refusal(message: str, hint: str) -> PnpError:
    """The problem of a board that cannot be laid."""
    return PnpError(Problem("BOARD001", "error", message, None, hint))


def counted(many: int, noun: str) -> str:
    return f"{many} {noun}" if many == 1 else f"{many} {noun}s"
