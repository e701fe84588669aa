"""A random labyrinth of path tiles, grown from the entrance until every exit is reached.

It is laid as players lay: each tile continues an open end, one of its openings meeting another;
exits lie in straight lines from the entrance, `placement: distance` places away, and nothing is
continued from them. Games without an entrance grow from their first tile.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator

from msgspec import Struct, field
from msgspec.structs import replace

from pnp.boards.table import (
    DEALS,
    ENTRANCE,
    EXIT,
    Board,
    Laid,
    counted,
    lay,
    refusal,
    shuffled,
)
from pnp.errors import PnpError, Problem
from pnp.families.dedalos.paths import OPPOSITE, PathTile, turn_sides
from pnp.game.plan import Plan
from pnp.geometry.topology import SIDES, STEPS
from pnp.piece import Piece

Place = tuple[int, int]
End = tuple[int, int, str]
"""An open side of a tile beside an empty place: column and row of the tile, and the side."""
FILL = 0.42
"""The part of the table that is covered when growing stops, exits reached."""
LONE = 1.7
"""Without exits, a table has about so many places for each tile."""
TRIES = 3
"""Open ends looked at for each tile: the one nearest to a missing exit is taken."""


def path_board(plan: Plan, cols: int | None, rows: int | None, seed: int) -> Board:
    """A legal labyrinth on a table of `cols` x `rows` places, by default as large as exits need,
    or without exits as what was laid.

    Raises PnpError (BOARD001) when there are no tiles or they differ in size, (BOARD002) when in
    many deals some exit stays out of reach.
    """
    tiles = _tiles(plan)
    entrance = next((tile for tile in tiles if tile.part == ENTRANCE), None)
    exits = [tile for tile in tiles if tile.part == EXIT]
    others = [tile for tile in tiles if tile.part not in (ENTRANCE, EXIT)]
    if not others:
        raise refusal(f"{plan.game.id} has no labyrinth tiles to lay", "tiles with open sides")
    rule = plan.game.file.placement
    away = rule.distance if rule and rule.distance and entrance and exits else 0
    cropped = not away and cols is None and rows is None
    cols, rows = _extent(cols, rows, away, len(tiles))
    lot = random.Random(f"{seed}")
    for _ in range(DEALS):
        grower = _Grower(cols, rows, lot)
        pile = shuffled(others, lot)
        grower.start(entrance or pile.pop(), exits if away else [], away)
        grower.grow(pile)
        if not grower.missing:
            return _finished(grower.cropped() if cropped else grower)
    raise PnpError(
        Problem(
            "BOARD002",
            "error",
            f"in {DEALS} deals no labyrinth reached every exit",
            None,
            "try another --seed; the tiles may have too few openings",
        )
    )


def _tiles(plan: Plan) -> list[Piece]:
    """The selected tiles that join, each as often as it is there. Raises PnpError (BOARD001)."""
    tiles = [
        piece
        for piece in plan.pieces
        if isinstance(piece.truth, PathTile) and piece.truth.joins and piece.id in plan.selected
        for _ in range(piece.copies)
    ]
    if len({tile.size for tile in tiles}) > 1:
        raise refusal("tiles of different sizes make no board", "give all of them one size")
    return tiles


def _extent(cols: int | None, rows: int | None, away: int, tiles: int) -> tuple[int, int]:
    """Columns and rows of the table: as asked for, square if one is, else as exits `away` or the
    number of tiles need. Raises PnpError (BOARD001)."""
    default = 2 * away + 1 if away else math.ceil(math.sqrt(LONE * tiles))
    wide, high = (
        next(n for n in (*given, default) if n is not None)
        for given in ((cols, rows), (rows, cols))
    )
    if min(wide, high) < 1 or max(wide, high) > 2 * tiles:
        raise refusal(
            f"a table of {wide}x{high} is no size for {counted(tiles, 'tile')}",
            f"1 to {2 * tiles} columns and rows",
        )
    return wide, high


def _finished(grower: _Grower) -> Board:
    board = lay(tuple(grower.laid.values()), grower.cols, grower.rows)
    reached = set(board.reachable_from_all)
    there = sum(goal in reached for goal in board.goals)
    note = f"{there} of {counted(len(board.goals), 'exit')} reached" if board.goals else ""
    return Board(board.size, board.laid, board.maze, board.starts, board.goals, note=note)


class _Grower(Struct):
    """A labyrinth in the making."""

    cols: int
    rows: int
    lot: random.Random
    laid: dict[Place, Laid] = field(default_factory=dict)
    missing: list[Place] = field(default_factory=list)

    def start(self, first: Piece, exits: list[Piece], away: int) -> None:
        """The first tile in the middle, exits straight ahead of its sides, those that fit."""
        x, y = self.cols // 2, self.rows // 2
        self.laid[x, y] = Laid(first, x, y)
        sides = "NSEW" if len(exits) == 2 else SIDES
        for side, piece in zip(sides, exits, strict=False):
            dx, dy = STEPS[side]
            place = x + away * dx, y + away * dy
            if self._inside(place):
                self.laid[place] = Laid(piece, *place)
                self.missing.append(place)

    def cropped(self) -> _Grower:
        """The same labyrinth on a table that has no empty columns and rows around it."""
        left, top = min(x for x, _ in self.laid), min(y for _, y in self.laid)
        moved = [replace(t, col=t.col - left, row=t.row - top) for t in self.laid.values()]
        cols, rows = max(t.col for t in moved) + 1, max(t.row for t in moved) + 1
        return _Grower(cols, rows, self.lot, {(t.col, t.row): t for t in moved})

    def grow(self, pile: list[Piece]) -> None:
        """Lay tile after tile until the table is full enough and no exit is missing."""
        while pile:
            ends = list(self._ends())
            full = len(self.laid) >= FILL * self.cols * self.rows
            if not ends or (full and not self.missing):
                return
            self._lay(pile, ends)
            self.missing = [place for place in self.missing if not self._reached(place)]

    def _lay(self, pile: list[Piece], ends: list[End]) -> None:
        """The top tile, but no dead end while hardly an end is open."""
        end = self._chosen(ends)
        index = len(pile) - 1
        while index > 0 and len(ends) < 4 and _sides(pile[index]) < 3:
            index -= 1
        piece = pile.pop(index)
        x, y, side = end
        place = x + STEPS[side][0], y + STEPS[side][1]
        turns = [turn for turn in range(4) if OPPOSITE[side] in _turned(piece, turn)]
        turn = max(turns, key=lambda t: (self._worth(place, _turned(piece, t)), self.lot.random()))
        self.laid[place] = Laid(piece, *place, turn)

    def _chosen(self, ends: list[End]) -> End:
        """An open end by lot; while exits are missing, rather one on the way to one of them."""
        tries = [ends[self.lot.randrange(len(ends))] for _ in range(TRIES)]
        if not self.missing:
            return tries[0]
        goal = self.missing[self.lot.randrange(len(self.missing))]
        return min(tries, key=lambda end: _apart(_ahead(end), goal))

    def _worth(self, place: Place, sides: str) -> int:
        """New open ends and meetings of openings, less those into walls or off the table."""
        worth = 0
        for side in sides:
            near = place[0] + STEPS[side][0], place[1] + STEPS[side][1]
            other = self.laid.get(near)
            if other is None:
                worth += 2 if self._inside(near) else -2
            else:
                worth += 1 if OPPOSITE[side] in _turned(other.piece, other.turn) else -2
        return worth + self.lot.randrange(4)

    def _ends(self) -> Iterator[End]:
        for (x, y), tile in self.laid.items():
            if tile.piece.part == EXIT:
                continue
            for side in _turned(tile.piece, tile.turn):
                place = x + STEPS[side][0], y + STEPS[side][1]
                if self._inside(place) and place not in self.laid:
                    yield x, y, side

    def _reached(self, exit: Place) -> bool:
        """Does an opening of a tile beside an exit meet one of its own?"""
        mine = self.laid[exit]
        for side in _turned(mine.piece, mine.turn):
            other = self.laid.get((exit[0] + STEPS[side][0], exit[1] + STEPS[side][1]))
            if other and OPPOSITE[side] in _turned(other.piece, other.turn):
                return True
        return False

    def _inside(self, place: Place) -> bool:
        return 0 <= place[0] < self.cols and 0 <= place[1] < self.rows


def _sides(piece: Piece) -> int:
    return len(_turned(piece, 0))


def _turned(piece: Piece, turn: int) -> str:
    """The open sides of a tile as it lies."""
    assert isinstance(piece.truth, PathTile)
    return turn_sides(piece.truth.sides, turn)


def _ahead(end: End) -> Place:
    return end[0] + STEPS[end[2]][0], end[1] + STEPS[end[2]][1]


def _apart(one: Place, other: Place) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])
