"""Blank cards: to be written on, or to stand in a box's `holds` for cards made elsewhere."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from pnp.draw.back import back_face
from pnp.geometry import Size
from pnp.kinds.base import Context, Cornered, Expansion, Kind, Stocked
from pnp.limits import MOST_COPIES
from pnp.model import Component
from pnp.piece import Face, Piece
from pnp.values import SizeMm, Whole


class BlankCards(Stocked, Cornered):
    """`copies` cards of a `size` with nothing on their fronts."""

    size: SizeMm
    copies: Annotated[Whole, Field(ge=1, le=MOST_COPIES)] = 1


def expand(component: Component, context: Context) -> Expansion:
    """One piece, as often as wanted."""
    assert isinstance(component, BlankCards)
    size = Size(*component.size)
    back = None
    if component.back not in (None, "none"):
        back = back_face(size, context.game, component.back or "", component.at)
    piece = Piece(
        component.id,
        component.id,
        component.part,
        component.title or component.id,
        Face(size, ()),
        back,
        component.loc,
        component.copies,
        component.caliper,
        corners=component.corners,
    )
    return Expansion([piece])


KIND = Kind("blanks", BlankCards, expand)
