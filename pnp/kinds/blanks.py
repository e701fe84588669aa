"""Blank cards: to be written on, or to stand in a box's `holds` for cards made elsewhere."""

from __future__ import annotations

from typing import Annotated

from pnp.definition.schema import Bounds
from pnp.definition.values import SizeMm, Whole
from pnp.draw.back import back_face
from pnp.geometry.plane import Size
from pnp.kinds.base import Context, Cornered, Expansion, Kind, Stocked, own_piece
from pnp.limits import MOST_COPIES
from pnp.piece import Face


class BlankCards(Stocked, Cornered):
    """`copies` cards of a `size` with nothing on their fronts."""

    size: SizeMm
    copies: Annotated[Whole, Bounds(least=1, most=MOST_COPIES)] = 1


def expand(component: BlankCards, context: Context) -> Expansion:
    """One piece, as often as wanted."""
    size = Size(*component.size)
    back = None
    if component.back not in (None, "none"):
        back = back_face(size, context.game, component.back or "", component.at)
    piece = own_piece(
        component,
        Face(size, ()),
        back=back,
        copies=component.copies,
        corners=component.corners,
    )
    return Expansion([piece])


KIND = Kind("blanks", BlankCards, expand)
