"""Can every tile continue every open end? The edge rule `at least one`, proved by edge tokens.

Under this rule any contact is legal as long as one opening of the new tile meets an opening of a
tile that lies there. A side is cut into tokens of `step` places. If each tile has, for every token
with an opening that occurs anywhere, a token that connects with it, then in some turn it can be
laid at any open end, whichever tile that end belongs to.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Protocol

from msgspec import Struct

from pnp.checks.contacts import tokens_connect
from pnp.geometry.topology import SIDES, Token


class Bordered(Protocol):
    """A tile whose sides are read clockwise as tokens: mazes and path tiles."""

    def tokens(self, side: str, unit: int) -> tuple[Token, ...]: ...


class Stuck(Struct, frozen=True):
    """Tile `second` cannot be laid at the open side of tile `first`, however it is turned."""

    first: int
    second: int
    side: str


class OpenEnds(Struct, frozen=True):
    """`cases` is the number of pairs of an open end and a tile that are covered."""

    result: Literal["proved", "refuted"]
    cases: int
    example: Stuck | None = None


def tokens_of(tile: Bordered, step: int) -> dict[Token, str]:
    """The distinct tokens of a tile, each with the first side it stands on."""
    found: dict[Token, str] = {}
    for side in SIDES:
        for token in tile.tokens(side, step):
            found.setdefault(token, side)
    return found


def prove_continues(tiles: Sequence[Bordered], step: int) -> OpenEnds:
    """Raises ValueError when a side has no whole number of units."""
    ends: dict[Token, tuple[int, str]] = {}
    count = 0
    for i, tile in enumerate(tiles):
        count += sum(any(token) for side in SIDES for token in tile.tokens(side, step))
        for token, side in tokens_of(tile, step).items():
            if any(token):
                ends.setdefault(token, (i, side))
    cases = count * len(tiles)
    known: dict[tuple[Token, ...], tuple[int, str] | None] = {}
    for j, tile in enumerate(tiles):
        mine = tuple(tokens_of(tile, step))
        if mine not in known:
            known[mine] = next(
                (
                    place
                    for end, place in ends.items()
                    if not any(tokens_connect(end, token) for token in mine)
                ),
                None,
            )
        place = known[mine]
        if place is not None:
            return OpenEnds("refuted", cases, Stuck(place[0], j, place[1]))
    return OpenEnds("proved", cases)
