"""The draw box: closed, with a hole for the hand; it takes the place of a cloth bag."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from pnp.definition.model import Component, Game
from pnp.definition.schema import Bounds
from pnp.definition.values import BoxSize, SizeMm, Text
from pnp.draw.ink import Ink
from pnp.draw.netface import Art, folded, net_face
from pnp.draw.ornament import wave_pair
from pnp.errors import Problem
from pnp.geometry.plane import Size
from pnp.kinds.base import Context, Expansion, Kind, SleeveName, contents, held_pieces, own_piece
from pnp.kinds.boxart import CLEAR, draw_contents, draw_front, draw_side, emblem_problems
from pnp.kinds.packing import Inside, Loose
from pnp.nets.drawbox import Opening, draw_box


class DrawBox(Component):
    """A box to draw from: `size` is the inside (width x depth x height).

    `opening` is a `slot` to cut out or a `star` of slits, `hand` its extent; `holds` names the
    components in it, of which at most the part `share` of the inside is filled; a card `sleeve`
    makes them larger.
    """

    size: BoxSize = (90.0, 90.0, 70.0)
    hand: SizeMm = (70.0, 45.0)
    opening: Opening = "slot"
    holds: tuple[Text, ...] = ()
    share: Annotated[float, Bounds(above=0, most=1)] = 0.5
    sleeve: SleeveName | None = None


def expand(component: DrawBox, context: Context) -> Expansion:
    """Two pieces that are glued together: the body and its cover."""
    result = Expansion()
    held, result.problems = held_pieces(component, component.holds, context)
    game = context.game
    result.problems += emblem_problems(game.file.theme)
    hand = Size(*component.hand)
    try:
        if min(hand) <= 0:
            raise ValueError("a hand needs an opening of positive size")
        nets = draw_box(*component.size, hand=hand, opening=component.opening)
    except ValueError as error:
        result.problems.append(Problem("DEF003", "error", str(error), component.at.of("hand")))
    if result.problems:
        result.unread = 2
        return result
    title = component.title or "Draw box"
    arts = _arts(game, contents(component.holds, context), hand)
    for net, other, suffix in ((nets[0], nets[1], "body"), (nets[1], nets[0], "cover")):
        body = suffix == "body"
        result.pieces.append(
            own_piece(
                component,
                net_face(net, arts, game.file.theme, component.loc),
                id=f"{component.id}-{suffix}",
                title=f"{title}, {suffix}",
                **folded(net),
                joins=(other,),
                holds=tuple(held) if body else (),
                truth=Loose(hand, component.share),
                sleeve=component.sleeve,
            )
        )
    return result


def _arts(game: Game, inside: Inside, hand: Size) -> dict[str, Art]:
    side = partial(draw_side, game)
    return {
        "front": partial(draw_front, game),
        "back": partial(draw_contents, game, inside),
        "left": side,
        "right": side,
        "top": partial(_draw_top, game, hand),
    }


def _draw_top(game: Game, hand: Size, ink: Ink, size: Size) -> None:
    """Waves along the front and back edges, clear of the opening."""
    palette = game.file.theme.palette
    room = (size.height - hand.height) / 2 - 2 * CLEAR
    band = min(6.0, room)
    if band < 2.0:
        return
    waves = wave_pair(CLEAR, CLEAR, size.width - 2 * CLEAR, size.height - 2 * CLEAR, band)
    ink.draw(waves, palette, tint=palette.accent)


KIND = Kind("drawbox", DrawBox, expand)
