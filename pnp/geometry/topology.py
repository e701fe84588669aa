"""The truth about a maze: cells, walls, openings, ports, turns and reachability.

Renderers draw this object and checks prove things about it; neither has an idea of its own.
Cells are indexed row by row from the top left; sides are named N E S W as drawn.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain
from typing import ClassVar, NamedTuple

from msgspec import Struct

SIDES = "NESW"
STEPS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}

Grid = tuple[tuple[bool, ...], ...]
Token = tuple[bool, ...]
"""The openings of one unit of a border, read clockwise; True is open."""


class Port(NamedTuple):
    """An opening in the border of a maze: the cell inside and the side it leaves by."""

    cell: int
    side: str


class WallRun(NamedTuple):
    """A straight wall from one grid point to another, in cells from the top-left corner."""

    x0: int
    y0: int
    x1: int
    y1: int


class Tile:
    """What a piece is to the tiles that are laid against it; the truth of a tile is one.

    `called` is what such tiles are called, `proved` the rules of `placement:` that are proved for
    them, `spaces` says whether they have printed cells, so that no two should be equal.
    """

    __slots__ = ()
    called: ClassVar[str] = "tiles"
    proved: ClassVar[tuple[str, ...]] = ()
    spaces: ClassVar[bool] = False

    @property
    def joins(self) -> bool:
        """Is it laid against others at all?"""
        return True

    @property
    def grid(self) -> Maze | None:
        """Its walls in cells, if it has any."""
        return None


class Maze(Struct, Tile, frozen=True, dict=True):
    """Walls on a grid of `cols` x `rows` cells.

    `across[y][x]` is the wall on the grid line above cell (x, y), so it has rows + 1 rows;
    `down[y][x]` is the wall left of cell (x, y), so its rows have cols + 1 entries.
    `marks` holds a letter per cell ("" for a plain one), `numbers` what is printed in each cell.
    """

    cols: int
    rows: int
    across: Grid
    down: Grid
    marks: tuple[str, ...]
    numbers: tuple[str, ...]
    called = "maze tiles"
    proved = ("connect", "at least one", "either wall")
    spaces = True

    @property
    def grid(self) -> Maze:
        return self

    # -- cells ---------------------------------------------------------------------------------

    def cell(self, x: int, y: int) -> int:
        return y * self.cols + x

    def place(self, cell: int) -> tuple[int, int]:
        """Column and row of a cell."""
        y, x = divmod(cell, self.cols)
        return x, y

    def walled(self, cell: int, side: str) -> bool:
        x, y = self.place(cell)
        if side == "N":
            return self.across[y][x]
        if side == "S":
            return self.across[y + 1][x]
        return self.down[y][x] if side == "W" else self.down[y][x + 1]

    @cached_property
    def links(self) -> tuple[tuple[int, ...], ...]:
        """For each cell, the cells one step away with no wall between."""
        found, cols = [], self.cols
        for y, (above, below, beside) in enumerate(self._rows):
            for x in range(cols):
                cell, near = y * cols + x, []
                if y and not above[x]:
                    near.append(cell - cols)
                if x + 1 < cols and not beside[x + 1]:
                    near.append(cell + 1)
                if y + 1 < self.rows and not below[x]:
                    near.append(cell + cols)
                if x and not beside[x]:
                    near.append(cell - 1)
                found.append(tuple(near))
        return tuple(found)

    @property
    def _rows(self) -> Iterator[tuple[tuple[bool, ...], tuple[bool, ...], tuple[bool, ...]]]:
        """The walls above, below and beside the cells of each row."""
        return zip(self.across, self.across[1:], self.down, strict=False)

    @cached_property
    def ports(self) -> tuple[Port, ...]:
        """All border openings, clockwise from the top-left corner."""
        return tuple(
            Port(cell, side)
            for side in SIDES
            for cell in self.side_cells(side)
            if not self.walled(cell, side)
        )

    def side_cells(self, side: str) -> tuple[int, ...]:
        """The cells along one side, clockwise."""
        if side == "N":
            return tuple(self.cell(x, 0) for x in range(self.cols))
        if side == "E":
            return tuple(self.cell(self.cols - 1, y) for y in range(self.rows))
        if side == "S":
            return tuple(self.cell(x, self.rows - 1) for x in reversed(range(self.cols)))
        return tuple(self.cell(0, y) for y in reversed(range(self.rows)))

    def border(self, side: str) -> Token:
        """The openings of one side, clockwise."""
        if side in "NS":
            walls = self.across[0 if side == "N" else -1]
        else:
            walls = tuple(row[-1 if side == "E" else 0] for row in self.down)
        return tuple(not wall for wall in (walls if side in "NE" else reversed(walls)))

    def tokens(self, side: str, unit: int) -> tuple[Token, ...]:
        """The side cut into tokens of `unit` cells. Raises ValueError if it does not divide."""
        border = self.border(side)
        if len(border) % unit:
            raise ValueError(
                f"a side of {len(border)} cells has no whole number of {unit}-cell units"
            )
        return tuple(border[i : i + unit] for i in range(0, len(border), unit))

    def marked(self, letter: str) -> tuple[int, ...]:
        return tuple(cell for cell, mark in enumerate(self.marks) if mark == letter)

    # -- reachability ----------------------------------------------------------------------------

    def distances(self, start: int, closed: Iterable[int] = ()) -> dict[int, int]:
        """Steps from `start` to every reachable cell, never entering a cell of `closed`."""
        shut = set(closed)
        steps = {start: 0}
        queue = deque([start])
        while queue:
            cell = queue.popleft()
            for other in self.links[cell]:
                if other not in steps and other not in shut:
                    steps[other] = steps[cell] + 1
                    queue.append(other)
        return steps

    @cached_property
    def parts(self) -> tuple[frozenset[int], ...]:
        """The connected parts of the maze, in the order of their first cells."""
        seen: set[int] = set()
        found = []
        for cell in range(self.cols * self.rows):
            if cell not in seen:
                part = frozenset(self.distances(cell))
                seen |= part
                found.append(part)
        return tuple(found)

    def degree(self, cell: int) -> int:
        """Ways out of a cell, border openings included."""
        return self._degrees[cell]

    @cached_property
    def _degrees(self) -> tuple[int, ...]:
        return tuple(
            4 - above[x] - below[x] - beside[x] - beside[x + 1]
            for above, below, beside in self._rows
            for x in range(self.cols)
        )

    @cached_property
    def dead_ends(self) -> tuple[int, ...]:
        return tuple(cell for cell, ways in enumerate(self._degrees) if ways == 1)

    @cached_property
    def junctions(self) -> tuple[int, ...]:
        return tuple(cell for cell, ways in enumerate(self._degrees) if ways >= 3)

    @property
    def loops(self) -> int:
        """Independent cycles: passages - cells + parts (Euler)."""
        passages = sum(map(len, self.links)) // 2
        return passages - self.cols * self.rows + len(self.parts)

    # -- turning ---------------------------------------------------------------------------------

    def turned(self, quarters: int = 1) -> Maze:
        """The maze turned clockwise by quarter turns."""
        maze = self
        for _ in range(quarters % 4):
            maze = maze._quarter
        return maze

    @cached_property
    def _quarter(self) -> Maze:
        """Turned once: what stood in a column, read upwards, stands in a row."""

        def turn(words: tuple[str, ...]) -> tuple[str, ...]:
            rows = [words[i : i + self.cols] for i in range(0, len(words), self.cols)]
            return tuple(chain.from_iterable(zip(*rows[::-1], strict=True)))

        across = tuple(zip(*self.down[::-1], strict=True))
        down = tuple(zip(*self.across[::-1], strict=True))
        return Maze(self.rows, self.cols, across, down, turn(self.marks), turn(self.numbers))

    def mirrored(self) -> Maze:
        """Left and right exchanged."""
        return self._mirrored

    @cached_property
    def _mirrored(self) -> Maze:
        across = tuple(row[::-1] for row in self.across)
        down = tuple(row[::-1] for row in self.down)
        lasts = range(self.cols - 1, self.cols * self.rows, self.cols)
        source = [last - x for last in lasts for x in range(self.cols)]
        marks, numbers = (tuple(words[c] for c in source) for words in (self.marks, self.numbers))
        return Maze(self.cols, self.rows, across, down, marks, numbers)

    @cached_property
    def inner_walls(self) -> tuple[int, ...]:
        """The walls that are not border as bits: as drawn, then turned and mirrored likewise."""
        found = []
        for shape in (self, self.mirrored()):
            for quarters in turns_alike(self):
                maze = shape.turned(quarters)
                lines = [wall for row in maze.across[1:-1] for wall in row]
                lines += [wall for row in maze.down for wall in row[1:-1]]
                found.append(int("".join("01"[wall] for wall in lines) or "0", 2))
        return tuple(found)

    @cached_property
    def _least(self) -> tuple[Grid, Grid, tuple[str, ...]]:
        return min(self.turned(q).pattern for q in turns_alike(self))

    @property
    def pattern(self) -> tuple[Grid, Grid, tuple[str, ...]]:
        """What makes two mazes the same to the eye, the printed numbers apart."""
        return self.across, self.down, self.marks

    # -- walls as lines ----------------------------------------------------------------------------

    @cached_property
    def runs(self) -> tuple[WallRun, ...]:
        """The walls as maximal straight lines: horizontal ones first, from the top left."""
        found = [
            WallRun(start, y, end, y)
            for y, row in enumerate(self.across)
            for start, end in _stretches(row)
        ]
        for x in range(self.cols + 1):
            column = [self.down[y][x] for y in range(self.rows)]
            found += [WallRun(x, start, x, end) for start, end in _stretches(column)]
        return tuple(found)


def _stretches(walls: Sequence[bool]) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    for i, wall in enumerate(walls):
        if wall and found and found[-1][1] == i:
            found[-1] = (found[-1][0], i + 1)
        elif wall:
            found.append((i, i + 1))
    return found


def turns_alike(maze: Maze) -> tuple[int, ...]:
    """The quarter turns after which a maze covers the same cells: 0 2 for oblong, all if square."""
    return (0, 1, 2, 3) if maze.cols == maze.rows else (0, 2)


def canonical(maze: Maze) -> tuple[Grid, Grid, tuple[str, ...]]:
    """One pattern for all turns of a maze: equal exactly when two mazes are equal up to a turn."""
    return maze._least


def wall_difference(one: Maze, other: Maze) -> int:
    """How many inner walls differ in the best turn, the mirrored one included."""
    mine = one.inner_walls[0]
    return min((mine ^ walls).bit_count() for walls in other.inner_walls)


def join(cols: int, rows: int, placed: Iterable[tuple[Maze, int, int]]) -> Maze:
    """One maze of mazes placed at cell positions; a wall stands where either side has one.

    Cells that no maze covers are walled in. Raises ValueError when mazes overlap or stick out.
    """
    marks = [""] * (cols * rows)
    numbers = [""] * (cols * rows)
    covered = [False] * (cols * rows)
    across = [[False] * cols for _ in range(rows + 1)]
    down = [[False] * (cols + 1) for _ in range(rows)]
    for maze, left, top in placed:
        if left < 0 or top < 0 or left + maze.cols > cols or top + maze.rows > rows:
            raise ValueError(f"a maze at column {left}, row {top} sticks out of the board")
        for cell in range(maze.cols * maze.rows):
            x, y = maze.place(cell)
            at = (top + y) * cols + left + x
            if covered[at]:
                raise ValueError(f"two mazes cover column {left + x}, row {top + y}")
            covered[at], marks[at], numbers[at] = True, maze.marks[cell], maze.numbers[cell]
        for y, row in enumerate(maze.across):
            for x, wall in enumerate(row):
                across[top + y][left + x] |= wall
        for y, row in enumerate(maze.down):
            for x, wall in enumerate(row):
                down[top + y][left + x] |= wall
    for at in (at for at, hit in enumerate(covered) if not hit):
        y, x = divmod(at, cols)
        across[y][x] = across[y + 1][x] = down[y][x] = down[y][x + 1] = True
    return Maze(
        cols, rows, tuple(map(tuple, across)), tuple(map(tuple, down)), tuple(marks), tuple(numbers)
    )
