"""Does every legal placement of two tiles connect? Proved by edge tokens, refuted by an example.

A side is cut into units of `step` cells; a contact of two tiles always consists of whole units
facing each other. If every two tokens that occur connect, every placement does, however many
there are. If some pair does not, the placements of distinct borders are tried one by one, because
a contact of several units needs only one that connects.

Where sides must be equal (a road on a road, a field on a field), the distinct sides decide: a side
fits another when it is that one read backwards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Literal, Protocol, runtime_checkable

from msgspec import Struct

from pnp.geometry.notation import format_maze
from pnp.geometry.topology import SIDES, Maze, Token, join

TURNS = 4
SEARCH_LIMIT = 4_000_000
_FACING = {"N": "S", "E": "W", "S": "N", "W": "E"}


class Contact(Struct, frozen=True):
    """Tile `second`, turned clockwise by quarters, laid on a side of `first`.

    `offset` is in units along the side, read clockwise on the first tile.
    """

    first: int
    second: int
    side: str
    turn: int
    offset: int


class Verdict(Struct, frozen=True):
    """`cases` is the number of placements covered: ordered pairs x turns x sides x offsets."""

    result: Literal["proved", "refuted", "unknown"]
    cases: int
    example: Contact | None = None


def tokens_connect(one: Token, other: Token) -> bool:
    """True if an opening of one faces an opening of the other; both are read clockwise."""
    return any(a and b for a, b in zip(one, reversed(other), strict=True))


def prove_contacts(mazes: Sequence[Maze], step: int) -> Verdict:
    """Raises ValueError when a side has no whole number of units."""
    cases = count_placements(mazes, step)
    tokens = {t for maze in mazes for side in SIDES for t in maze.tokens(side, step)}
    if all(tokens_connect(p, q) for p in tokens for q in tokens):
        return Verdict("proved", cases)
    return _search(mazes, step, cases)


def count_placements(mazes: Sequence[Maze], step: int) -> int:
    """All placements of an ordered pair: for each turn, side and offset with a common unit."""
    sizes = Counter((maze.cols // step, maze.rows // step) for maze in mazes)
    total = 0
    for (cols, rows), many in sizes.items():
        for (other_cols, other_rows), others in sizes.items():
            offsets = 0
            for turn in range(TURNS):
                across, down = (
                    (other_cols, other_rows) if turn % 2 == 0 else (other_rows, other_cols)
                )
                offsets += 2 * (cols + across - 1) + 2 * (rows + down - 1)
            total += many * others * offsets
    return total


def contacts(first: Maze, second: Maze, step: int) -> Iterator[tuple[str, int, int, bool]]:
    """Every way to lay `second` against `first`: side, turn, offset, and whether they connect."""
    for turn in range(TURNS):
        turned = second.turned(turn)
        for side in SIDES:
            mine = first.tokens(side, step)
            facing = turned.tokens(_FACING[side], step)[::-1]
            for offset in range(1 - len(facing), len(mine)):
                low, high = max(0, offset), min(len(mine), offset + len(facing))
                hit = any(tokens_connect(mine[i], facing[i - offset]) for i in range(low, high))
                yield side, turn, offset, hit


def _search(mazes: Sequence[Maze], step: int, cases: int) -> Verdict:
    """Try the placements of distinct borders until one fails."""
    borders: dict[tuple[object, ...], int] = {}
    for i, maze in enumerate(mazes):
        borders.setdefault(tuple(maze.border(side) for side in SIDES), i)
    tried = 0
    for i in borders.values():
        for j in borders.values():
            for side, turn, offset, hit in contacts(mazes[i], mazes[j], step):
                if not hit:
                    return Verdict("refuted", cases, Contact(i, j, side, turn, offset))
                tried += 1
            if tried > SEARCH_LIMIT:
                return Verdict("unknown", cases)
    return Verdict("proved", cases)


def picture(mazes: Sequence[Maze], contact: Contact, step: int) -> str:
    """Both tiles of a contact as text; cells outside them are blank."""
    first = mazes[contact.first]
    second = mazes[contact.second].turned(contact.turn)
    shift = contact.offset * step
    # Sides S and W are read clockwise, that is against the directions of x and y.
    if contact.side in "NS":
        x = shift if contact.side == "N" else first.cols - second.cols - shift
        y = -second.rows if contact.side == "N" else first.rows
    else:
        y = shift if contact.side == "E" else first.rows - second.rows - shift
        x = first.cols if contact.side == "E" else -second.cols
    left, top = min(0, x), min(0, y)
    cols = max(first.cols, x + second.cols) - left
    rows = max(first.rows, y + second.rows) - top
    placed = [(first, -left, -top), (second, x - left, y - top)]
    whole = join(cols, rows, placed)
    inside = {
        (py + r) * cols + px + c
        for maze, px, py in placed
        for r in range(maze.rows)
        for c in range(maze.cols)
    }
    outside = {cell: "#" for cell in range(cols * rows) if cell not in inside}
    return format_maze(whole, outside)


# -- sides that must be equal ----------------------------------------------------------------------


@runtime_checkable
class Sided(Protocol):
    """A square tile that says what lies along each side, clockwise."""

    def edge(self, side: str, /) -> tuple[str, ...]: ...


class Equality(Struct, frozen=True):
    """`lonely` sides (tile, side) fit none; `always` is True if any two sides fit.

    `cases` counts the placements covered: ordered pairs of tiles x sides x turns.
    """

    cases: int
    lonely: tuple[tuple[int, str], ...]
    always: bool


def sides_fit(one: Sequence[str], other: Sequence[str]) -> bool:
    """True if two sides, both read clockwise, show the same where they meet."""
    return tuple(one) == tuple(reversed(other))


def prove_equal(tiles: Sequence[Sided]) -> Equality:
    """Which sides fit others, by the distinct ones."""
    sides = {(i, side): tile.edge(side) for i, tile in enumerate(tiles) for side in SIDES}
    kinds = dict.fromkeys(sides.values())
    lonely = tuple(at for at, one in sides.items() if tuple(reversed(one)) not in kinds)
    always = all(sides_fit(one, other) for one in kinds for other in kinds)
    return Equality(len(sides) ** 2, lonely, always)


def prove_either_wall(mazes: Sequence[Maze], step: int) -> Verdict:
    """That joining two mazes walls off exactly the edges where either has a wall.

    By the distinct units of sides: each is laid against each, and against itself.
    """
    units: dict[Token, None] = {}
    for maze in mazes:
        for side in SIDES:
            units.update(dict.fromkeys(maze.tokens(side, step)))
    cases = count_placements(mazes, step)
    for one in units:
        for other in units:
            walls = [not (a and b) for a, b in zip(one, reversed(other), strict=True)]
            joined = join(step, 2, [(_strip(one, 2), 0, 0), (_strip(other, 0), 0, 1)])
            seen = [joined.walled(x, "S") for x in reversed(range(step))]
            back = [joined.walled(step + x, "N") for x in reversed(range(step))]
            if not walls == seen == back:
                return Verdict("refuted", cases)
    return Verdict("proved", cases)


def _strip(token: Token, side: int) -> Maze:
    """A row of cells whose only walls are those of a token on its south (2) or north (0) side."""
    cols = len(token)
    none = (False,) * cols
    walls = tuple(not way for way in token)
    across = (walls, none) if side == 0 else (none, walls[::-1])
    return Maze(cols, 1, across, ((False,) * (cols + 1),), ("",) * cols, ("",) * cols)
