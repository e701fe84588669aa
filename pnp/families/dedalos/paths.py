"""The truth about a path tile: which of its four sides are open, and what it carries.

All open sides meet in the tile's middle, so a path tile is a maze of one cell; sides are named
N E S W as drawn. Renderers draw this object, checks and boards read it.
"""

from __future__ import annotations

from functools import cached_property

from msgspec import Struct

from pnp.geometry.topology import SIDES, Maze, Tile, Token

OPPOSITE = {"N": "S", "E": "W", "S": "N", "W": "E"}


class PathTile(Struct, Tile, frozen=True, dict=True):
    """`sides` holds the open sides in the order N E S W; none means it is no part of the maze.

    `stars` is its rank when it is laid on another tile, `passage` an underground way.
    """

    sides: str
    stars: int = 0
    passage: bool = False
    symbol: str = ""
    called = "path tiles"
    proved = ("connect", "at least one", "either wall", "equal")

    @property
    def joins(self) -> bool:
        """Is it a part of the maze at all?"""
        return bool(self.sides)

    @property
    def openings(self) -> int:
        return len(self.sides)

    def turned(self, quarters: int = 1) -> PathTile:
        """The tile turned clockwise by quarter turns."""
        return PathTile(turn_sides(self.sides, quarters), self.stars, self.passage, self.symbol)

    def tokens(self, side: str, unit: int = 1) -> tuple[Token, ...]:
        """The openings of a side: one token of one place, whatever the unit."""
        return ((side in self.sides,),)

    def edge(self, side: str) -> tuple[str, ...]:
        """What a side shows where it must equal another."""
        return ("way",) if side in self.sides else ("wall",)

    @cached_property
    def grid(self) -> Maze:
        """The same as a maze of one cell; a passage is marked P."""
        across = tuple((side not in self.sides,) for side in "NS")
        down = (tuple(side not in self.sides for side in "WE"),)
        return Maze(1, 1, across, down, ("P" if self.passage else "",), ("",))


def turn_sides(sides: str, quarters: int) -> str:
    """The open sides of a tile turned clockwise, in the order N E S W."""
    turned = {SIDES[(SIDES.index(side) + quarters) % 4] for side in sides}
    return "".join(side for side in SIDES if side in turned)


def shape_of(sides: str) -> str:
    """One name for all turns of a shape: the turn that comes first, N before E."""
    turns = [turn_sides(sides, quarters) for quarters in range(4)]
    return min(turns, key=lambda t: [SIDES.index(side) for side in t])


SHAPES = tuple(shape_of(sides) for sides in ("N", "NS", "NE", "NES", "NESW"))
"""All shapes with an opening, up to a turn: dead end, straight, corner, three ways, crossing."""
