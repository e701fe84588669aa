"""The tuck box: as deep as the deck it holds is thick, with art on its outside."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from pydantic import Field

from pnp.draw.boxart import draw_contents, draw_front, draw_side, draw_title
from pnp.draw.netface import PAD, Art, net_face, net_outline
from pnp.errors import Problem
from pnp.geometry import bounds
from pnp.kinds.base import Context, Expansion, Kind, contents, held_pieces
from pnp.model import Component, Game, PositiveLength, Text
from pnp.nets.core import Net, Panel
from pnp.nets.tuckbox import tuck_box
from pnp.piece import Piece


class TuckBox(Component):
    """A box for the pieces of other components.

    Inner size: the largest held piece plus `clearance`; depth: the sum of copies times their
    thickness plus `slack`. `glue` is the width of the seam's flap.
    """

    holds: Annotated[tuple[Text, ...], Field(min_length=1)]
    clearance: PositiveLength = 1.0
    slack: PositiveLength = 1.6
    glue: PositiveLength = 13.0


def deck_size(pieces: tuple[Piece, ...]) -> tuple[float, float, float]:
    """Width, height and thickness of pieces lying on one heap; mm."""
    return (
        max(p.size.width for p in pieces),
        max(p.size.height for p in pieces),
        sum(p.copies * p.thickness for p in pieces),
    )


def expand(component: Component, context: Context) -> Expansion:
    """One box, or a problem when it would hold nothing that exists."""
    assert isinstance(component, TuckBox)
    result = Expansion()
    held, result.problems = held_pieces(component, component.holds, context)
    whole = not result.problems and not set(component.holds) & context.game.broken
    if not held and whole:
        message, at = f"{component.id} has nothing to hold: no piece", component.at.of("holds")
        result.problems.append(Problem("DEF009", "error", message, at))
    if result.problems or not held:
        result.unread = 1
        return result
    theme = context.game.file.theme
    width, height, thickness = deck_size(tuple(held))
    net = tuck_box(
        width + component.clearance,
        height + component.clearance,
        thickness + component.slack,
        glue=component.glue,
    )
    face = net_face(net, _arts(context.game, net, contents(component.holds, context)), theme)
    title = component.title or f"{context.game.file.title} box"
    result.pieces.append(
        Piece(
            component.id,
            component.id,
            component.part,
            title,
            face,
            None,
            component.loc,
            outline=net_outline(net),
            net=net,
            net_pad=PAD,
            holds=tuple(held),
        )
    )
    return result


def _notch_depth(front: Panel) -> float:
    """How far the thumb notch reaches into the front panel; mm."""
    box = bounds(front.polygon)
    inner = [p.y for p in front.polygon if box.x + 1 < p.x < box.right - 1 and p.y < box.bottom - 1]
    return max(inner, default=box.y) - box.y


def _arts(game: Game, net: Net, lines: list[str]) -> dict[str, Art]:
    spine = partial(draw_side, game)
    return {
        "front": partial(draw_front, game, notch=_notch_depth(net["front"]), facts=True),
        "back": partial(draw_contents, game, lines),
        "left": spine,
        "right": spine,
        "lid": partial(draw_title, game),
    }


KIND = Kind("tuckbox", TuckBox, expand)
