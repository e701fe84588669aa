"""What goes into a box, and how it lies there: one heap, a lattice of solids, or loose. mm."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import permutations

from pnp.geometry import Size
from pnp.nets.space import Vec3
from pnp.nets.stand import outer_size
from pnp.piece import Piece


@dataclass(frozen=True)
class Loose:
    """The truth of a box from which pieces are drawn blindly: they tumble in it.

    `opening` is what a hand, and every piece, goes through; `share` the most of the inside that
    may be filled, so that shaking mixes.
    """

    opening: Size
    share: float


def solid_size(piece: Piece, paper: float = 0.3) -> Vec3 | None:
    """Extent of a piece that folds into a closed body; None for a flat piece or an open box."""
    if piece.net is None or piece.net.solid is None or piece.net.solid.open or piece.joins:
        return None
    return outer_size(piece.net, paper)


def piece_size(piece: Piece) -> Vec3:
    """Extent of a piece as it lies in a box: folded if it is a body, else flat."""
    return solid_size(piece) or Vec3(piece.size.width, piece.size.height, piece.thickness)


def volume(pieces: Iterable[Piece]) -> float:
    """What all copies take, mm³."""
    sizes = [(piece_size(piece), piece.copies) for piece in pieces]
    return sum(size.x * size.y * size.z * copies for size, copies in sizes)


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
