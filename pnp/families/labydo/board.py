"""A random board: maze tiles laid edge to edge, as on a table after a long game.

Entrance tiles stand in the first column with their start at the outer side, exit tiles in the
last, everything else between; which is which says a piece's `part`, never the game. One column
alone is laid without entrances and exits, and so is a game that has none.
The same seed gives the same board in every version of Python.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from pnp.boards.table import (
    DEALS,
    ENTRANCE,
    EXIT,
    START,
    Board,
    Laid,
    counted,
    lay,
    refusal,
    shuffled,
)
from pnp.errors import PnpError, Problem
from pnp.game.plan import Plan
from pnp.geometry.topology import Maze, turns_alike
from pnp.piece import Piece

STRIP = 3.0


def maze_board(
    plan: Plan, cols: int | None = None, rows: int | None = None, seed: int = 0
) -> Board:
    """A board of `cols` x `rows` tiles, drawn by lot; what is not given is chosen (see `_size`).

    Copies and a selection of pieces count. Where the game says that tiles must connect, every
    contact has an opening that faces an opening. Raises PnpError (BOARD001) when the game has no
    tiles of one size or too few for the board, (BOARD002) when no deal of many fits together.
    """
    piles = _piles(plan)
    cols, rows = _size(piles, cols, rows)
    rule = plan.game.file.placement
    connect = rule is not None and rule.contact == "connect"
    dealer = _Dealer(random.Random(f"{seed}"), piles, must_connect=connect)
    board = lay(dealer.deal(cols, rows), cols, rows)
    assert len(board.cells) == board.maze.cols * board.maze.rows
    assert not dealer.must_connect or all(contact.passages for contact in board.contacts)
    return board


class _Piles(NamedTuple):
    """The tiles by their part, every copy for itself. All are `others` where none other is."""

    entrances: list[Piece]
    exits: list[Piece]
    others: list[Piece]


def _piles(plan: Plan) -> _Piles:
    tiles = [
        p
        for p in plan.pieces
        if p.maze is not None and p.id in plan.selected
        for _ in range(p.copies)
    ]
    if not tiles:
        raise refusal(f"{plan.game.id} has no tiles to lay", "a board is made of maze tiles")
    sizes = Counter((p.maze.cols, p.maze.rows, p.size) for p in tiles if p.maze)
    if len(sizes) > 1:
        kinds = ", ".join(
            f"{many} of {x} x {y} cells, {size}" for (x, y, size), many in sizes.items()
        )
        raise refusal("tiles of different sizes make no board", kinds)
    piles = _Piles(
        [p for p in tiles if p.part == ENTRANCE],
        [p for p in tiles if p.part == EXIT],
        [p for p in tiles if p.part not in (ENTRANCE, EXIT)],
    )
    return piles if piles.others else _Piles([], [], tiles)


# -- the size --------------------------------------------------------------------------------------


def _ends(piles: _Piles, cols: int, rows: int) -> tuple[int, int]:
    """How many entrances and exits a board takes."""
    return (0, 0) if cols == 1 else (min(rows, len(piles.entrances)), min(rows, len(piles.exits)))


def _enough(piles: _Piles, cols: int, rows: int) -> bool:
    return cols * rows - sum(_ends(piles, cols, rows)) <= len(piles.others)


def _size(piles: _Piles, cols: int | None, rows: int | None) -> tuple[int, int]:
    """The size to lay. With one side given, the other takes the most tiles.

    With none, all tiles make the squarest board; if that were a strip longer than `STRIP` times
    its width, some tiles stay in the box.
    """
    if any(number is not None and number < 1 for number in (cols, rows)):
        raise refusal("a board has at least one column and one row of tiles", _largest(piles))
    found = _sizes(piles, cols, rows)
    if not found:
        asked = (
            f"{counted(cols, 'column')} of {counted(rows, 'row')}"
            if cols and rows
            else counted(cols or rows or 0, "column" if cols else "row")
        )
        raise refusal(f"there are not enough tiles for {asked}: {_stock(piles)}", _largest(piles))
    strip = STRIP if cols is None and rows is None else math.inf
    return _best(piles, found, strip)


def _sizes(
    piles: _Piles, cols: int | None = None, rows: int | None = None
) -> list[tuple[int, int]]:
    """All sizes there are enough tiles for; at least one when no side is given."""
    tiles = sum(map(len, piles))
    return [
        (col, row)
        for col in ([cols] if cols else range(1, tiles + 1))
        if col <= tiles
        for row in ([rows] if rows else range(1, tiles // col + 1))
        if _enough(piles, col, row)
    ]


def _best(piles: _Piles, sizes: list[tuple[int, int]], strip: float) -> tuple[int, int]:
    """The most tiles, then the squarest, then the widest; strips count for less."""
    tile = piles.others[0].size

    def rank(size: tuple[int, int]) -> tuple[float, float, int]:
        short, long = sorted((size[0] * tile.width, size[1] * tile.height))
        ratio = round(long / short, 6)
        return size[0] * size[1] * min(1.0, strip / ratio), -ratio, size[0]

    return max(sizes, key=rank)


def _largest(piles: _Piles) -> str:
    cols, rows = _best(piles, _sizes(piles), math.inf)
    return f"the largest is {cols}x{rows}"


def _stock(piles: _Piles) -> str:
    """What there is to lay, in words."""
    entrances, exits, others = map(len, piles)
    if not entrances + exits:
        return counted(others, "tile")
    return f"{counted(entrances, 'entrance')}, {counted(exits, 'exit')}, {counted(others, 'other')}"


def _pile_at(col: int, row: int, cols: int, rows: int, ends: tuple[int, int]) -> int:
    """Which pile a place takes from; `ends` entrances and exits stand together in mid-column."""
    for pile, (many, column) in enumerate(zip(ends, (0, cols - 1), strict=True)):
        top = (rows - many) // 2
        if col == column and top <= row < top + many:
            return pile
    return 2


# -- the lot ---------------------------------------------------------------------------------------


class _Dealer:
    """Lays tile after tile, row by row; a tile that does not connect goes back into its pile."""

    def __init__(self, lot: random.Random, piles: _Piles, *, must_connect: bool) -> None:
        self.lot = lot
        self.piles = piles
        self.must_connect = must_connect
        self.laid: dict[tuple[int, int], Laid] = {}

    def deal(self, cols: int, rows: int) -> tuple[Laid, ...]:
        """A full board. Raises PnpError (BOARD002) when `DEALS` deals have failed."""
        ends = _ends(self.piles, cols, rows)
        for _ in range(DEALS):
            self.laid = {}
            piles = [shuffled(pile, self.lot) for pile in self.piles]
            if all(
                self._lay(piles[_pile_at(col, row, cols, rows, ends)], col, row)
                for row in range(rows)
                for col in range(cols)
            ):
                return tuple(self.laid.values())
        raise PnpError(
            Problem(
                "BOARD002",
                "error",
                f"in {DEALS} deals, tiles for {cols}x{rows} never connected",
                None,
                "try another --seed or a smaller --size; the tiles may have too few openings",
            )
        )

    def _lay(self, pile: list[Piece], col: int, row: int) -> bool:
        """Take the first tile of the pile that fits; False for none."""
        for index, piece in enumerate(pile):
            for turn in self._turns(piece):
                tile = Laid(piece, col, row, turn)
                if not self.must_connect or self._connects(tile):
                    del pile[index]
                    self.laid[col, row] = tile
                    return True
        return False

    def _turns(self, piece: Piece) -> Iterator[int]:
        """The turns to try, the one drawn by lot first; an entrance keeps its start outside."""
        assert piece.maze is not None
        turns = list(turns_alike(piece.maze))
        if piece.part == ENTRANCE and piece.maze.marked(START):
            outer = {turn: _outermost(piece.maze.turned(turn)) for turn in turns}
            turns = [turn for turn in turns if outer[turn] == min(outer.values())]
        first = self.lot.randrange(len(turns))
        yield from turns[first:] + turns[:first]

    def _connects(self, tile: Laid) -> bool:
        """An opening faces an opening on the left and above, where there are tiles."""
        for side, back, place in (
            ("W", "E", (tile.col - 1, tile.row)),
            ("N", "S", (tile.col, tile.row - 1)),
        ):
            other = self.laid.get(place)
            if other is not None:
                facing = zip(tile.maze.border(side), reversed(other.maze.border(back)), strict=True)
                if not any(a and b for a, b in facing):
                    return False
        return True


def _outermost(maze: Maze) -> int:
    """The column of the leftmost start."""
    return min(maze.place(cell)[0] for cell in maze.marked(START))
