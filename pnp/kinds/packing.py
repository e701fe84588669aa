"""What goes into a box, and how it lies there: one heap, a lattice of solids, or loose. mm."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import permutations

from msgspec import Struct

from pnp.geometry.plane import Size
from pnp.nets.space import Vec3
from pnp.nets.stand import outer_size
from pnp.nets.stocks import DEFAULT_STOCK, Sleeve
from pnp.piece import Piece


class Inside(Struct, frozen=True):
    """What a box says it holds: a line for each component, and what their `back:` says."""

    lines: tuple[str, ...]
    backs: tuple[str, ...] = ()


class Loose(Struct, frozen=True):
    """The truth of a box from which pieces are drawn blindly: they tumble in it.

    `opening` is what a hand, and every piece, goes through; `share` the most of the inside that
    may be filled, so that shaking mixes.
    """

    opening: Size
    share: float


class Wrapped(Struct, frozen=True):
    """The truth of a slip case: the outer size of what it goes over, mm."""

    size: Vec3


def outer_of(pieces: Sequence[Piece], paper: float = DEFAULT_STOCK.thickness) -> Vec3:
    """Extent of a finished box of one or several folded pieces, one over the other.

    Raises ValueError when there is nothing to fold.
    """
    if not pieces or any(p.net is None or p.net.solid is None for p in pieces):
        raise ValueError("it is no box")
    bodies = dict.fromkeys(frozenset((p.net, *p.joins)) for p in pieces if p.net is not None)
    sizes = [outer_size(tuple(body), paper) for body in bodies]
    x, y, z = (max(size[axis] for size in sizes) for axis in range(3))
    return Vec3(x, y, z + paper * (len(sizes) - 1))


def card_size(piece: Piece, sleeve: Sleeve | None = None) -> Vec3:
    """Width, height and thickness of a flat piece, in its sleeve if it has one.

    Folded things are not put into card sleeves.
    """
    if sleeve is None or piece.net is not None:
        return Vec3(*piece.size, piece.thickness)
    width, height = piece.size.width + sleeve.growth.width, piece.size.height + sleeve.growth.height
    return Vec3(width, height, piece.thickness + 2 * sleeve.film)


def deck_size(pieces: Sequence[Piece], sleeve: Sleeve | None = None) -> tuple[float, float, float]:
    """Width, height and thickness of pieces lying on one heap; mm."""
    sizes = [card_size(piece, sleeve) for piece in pieces]
    return (
        max(size.x for size in sizes),
        max(size.y for size in sizes),
        # no order of the pieces makes a box another one
        math.fsum(p.copies * size.z for p, size in zip(pieces, sizes, strict=True)),
    )


def solid_size(piece: Piece, paper: float = 0.3) -> Vec3 | None:
    """Extent of a piece that folds into a closed body; None for a flat piece or an open box."""
    if piece.net is None or piece.net.solid is None or piece.net.solid.open or piece.joins:
        return None
    return outer_size(piece.net, paper)


def piece_size(piece: Piece, sleeve: Sleeve | None = None) -> Vec3:
    """Extent of a piece as it lies in a box: folded if it is a body, else flat."""
    return solid_size(piece) or card_size(piece, sleeve)


def volume(pieces: Iterable[Piece], sleeve: Sleeve | None = None) -> float:
    """What all copies take, mm³."""
    sizes = [(piece_size(piece, sleeve), piece.copies) for piece in pieces]
    return math.fsum(size.x * size.y * size.z * copies for size, copies in sizes)


def lattice(size: Vec3, room: Vec3, slack: float = 1e-6) -> int:
    """How many equal bodies a cuboid holds in rows and layers, all lying alike, the best way."""
    counts = []
    for turned in permutations(size):
        across = [int((r + slack) // s) for r, s in zip(room, turned, strict=True)]
        counts.append(across[0] * across[1] * across[2])
    return max(counts)


def solids(pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces that fold into bodies."""
    return [piece for piece in pieces if solid_size(piece) is not None]
