"""The truth about a cell card: coloured cells, each with its own half of four walls, and marks.

A card lies turned by quarters on a table where cards may cover each other, so its cells are asked
for one by one: `cells(turn)` gives each with its place, colour, walls and mark. Letters are those
of the definition; the `Legend` says what they are called.
"""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from msgspec import Struct

from pnp.geometry.topology import SIDES, Maze, Tile


class Cell(NamedTuple):
    """One cell of a card as it lies: row and column on the card, and what it shows.

    `colour` and `mark` are letters, "" for none; `walls` are the sides with a half-wall, in the
    order N E S W. `letter` is the cell's letter, whether it is a colour or not.
    """

    row: int
    col: int
    letter: str
    colour: str
    mark: str
    walls: str


class Legend(Struct, frozen=True):
    """Letters and names, in the order of the definition; `plain` letters have no colour."""

    colours: tuple[tuple[str, str], ...]
    plain: tuple[str, ...]
    marks: tuple[tuple[str, str], ...]

    def colour(self, letter: str) -> str:
        """The name of a colour's letter. Raises KeyError for another letter."""
        return dict(self.colours)[letter]


class CellCard(Struct, Tile, frozen=True, dict=True):
    """`maze` has the walls, and per cell the colour's letter followed by the mark's, if any.

    `back` is the letter of the colour on the back, "" for a back that shows none.
    """

    maze: Maze
    legend: Legend
    back: str = ""
    called = "cell cards"
    proved = ("either wall",)
    spaces = True

    @property
    def grid(self) -> Maze:
        return self.maze

    def cells(self, turn: int = 0) -> tuple[Cell, ...]:
        """The cells, row by row, after `turn` quarters clockwise."""
        return self._turned[turn % 4]

    @cached_property
    def _turned(self) -> tuple[tuple[Cell, ...], ...]:
        return tuple(self._lying(turn) for turn in range(4))

    def _lying(self, turn: int) -> tuple[Cell, ...]:
        maze = self.maze.turned(turn)
        found = []
        for i, letters in enumerate(maze.marks):
            col, row = maze.place(i)
            letter = letters[:1]
            colour = "" if letter in self.legend.plain else letter
            walls = "".join(side for side in SIDES if maze.walled(i, side))
            found.append(Cell(row, col, letter, colour, letters[1:], walls))
        return tuple(found)

    @property
    def middle(self) -> Cell | None:
        """The cell in the middle, None for a card with an even side."""
        cols, rows = self.maze.cols, self.maze.rows
        if cols % 2 == 0 or rows % 2 == 0:
            return None
        return self.cells()[(rows // 2) * cols + cols // 2]

    @property
    def border_walls(self) -> int:
        """Half-walls along the card's edge."""
        maze = self.maze
        return sum(maze.walled(c, side) for side in SIDES for c in maze.side_cells(side))

    @property
    def inner_walls(self) -> int:
        """Walls between two cells of the card."""
        maze = self.maze
        lines = [wall for row in maze.across[1:-1] for wall in row]
        lines += [wall for row in maze.down for wall in row[1:-1]]
        return sum(lines)
