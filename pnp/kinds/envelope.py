"""A small envelope to fold for a few flat pieces, with title and contents on its outside."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from pnp.definition.model import Component
from pnp.definition.schema import Bounds
from pnp.definition.values import PositiveLength, Text
from pnp.draw.netface import folded, net_face
from pnp.geometry.plane import bounds
from pnp.kinds.base import Context, Expansion, Kind, SleeveName, contents, held_pieces, own_piece
from pnp.kinds.boxart import draw_contents, draw_front, emblem_problems
from pnp.kinds.packing import deck_size
from pnp.nets.core import Panel
from pnp.nets.envelope import envelope


class Envelope(Component):
    """An envelope for the pieces of other components, lying on one heap.

    The flat pocket is wider than the largest piece by the heap's thickness (paper round a heap
    bulges) and `clearance`; a card `sleeve` makes the pieces larger.
    """

    holds: Annotated[tuple[Text, ...], Bounds(least=1)]
    clearance: PositiveLength = 1.5
    sleeve: SleeveName | None = None


def expand(component: Envelope, context: Context) -> Expansion:
    """One envelope, or a problem when it would hold nothing that exists."""
    result = Expansion()
    held, result.problems = held_pieces(component, component.holds, context)
    theme = context.game.file.theme
    result.problems += emblem_problems(theme)
    if result.problems or not held:
        return result
    width, height, thickness = deck_size(held, component.sleeve)
    spare = thickness + component.clearance
    net = envelope(width + spare, height + spare)
    inside = contents(component.holds, context)
    arts = {
        "front": partial(draw_front, context.game),
        "back": partial(draw_contents, context.game, inside, notch=_notch(net["back"])),
    }
    title = component.title or f"{context.game.file.title} envelope"
    piece = own_piece(
        component,
        net_face(net, arts, theme, component.loc),
        title=title,
        **folded(net),
        holds=tuple(held),
        sleeve=component.sleeve,
    )
    result.pieces.append(piece)
    return result


def _notch(panel: Panel) -> float:
    """How far the thumb notch reaches into a panel from its upper edge as read; mm."""
    points = [panel.frame.inverse().apply(p) for p in panel.polygon]
    box = bounds(points)
    inner = [p.y for p in points if box.x + 1 < p.x < box.right - 1 and p.y < box.centre.y]
    return max(inner, default=box.y) - box.y


KIND = Kind("envelope", Envelope, expand)
