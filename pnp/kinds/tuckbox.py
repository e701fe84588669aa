"""The tuck box: as deep as the deck it holds is thick, with art on its outside."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Annotated

from pnp.definition.model import Component, Game
from pnp.definition.schema import Bounds
from pnp.definition.values import PositiveLength, Text
from pnp.draw.netface import Art, face_size, folded, net_face
from pnp.errors import Problem
from pnp.geometry.plane import bounds
from pnp.kinds.base import Context, Expansion, Kind, SleeveName, contents, held_pieces, own_piece
from pnp.kinds.boxart import draw_contents, draw_front, draw_side, draw_title
from pnp.kinds.packing import Inside, deck_size
from pnp.nets.core import Net, Panel, Pose
from pnp.nets.split import split
from pnp.nets.tuckbox import tuck_box
from pnp.piece import Piece


class TuckBox(Component):
    """A box for the pieces of other components.

    Inner size: the largest held piece plus `clearance`; depth: the sum of copies times their
    thickness plus `slack`. `glue` is the width of the seam's flap. With a card `sleeve` width,
    height and every card grow as it says; `lock` cuts slits that hold the lid; `split` makes the
    box of two parts for a sheet that is too small for one.
    """

    holds: Annotated[tuple[Text, ...], Bounds(least=1)]
    clearance: PositiveLength = 1.0
    slack: PositiveLength = 1.6
    glue: PositiveLength = 13.0
    sleeve: SleeveName | None = None
    lock: bool = False
    split: bool = False


def expand(component: TuckBox, context: Context) -> Expansion:
    """One box, or a problem when it would hold nothing that exists."""
    result = Expansion()
    held, result.problems = held_pieces(component, component.holds, context)
    whole = not result.problems and not set(component.holds) & context.half_read
    if not held and whole:
        message, at = f"{component.id} has nothing to hold: no piece", component.at.of("holds")
        result.problems.append(Problem("DEF009", "error", message, at, "raise copies"))
    if result.problems or not held:
        result.unread = 1
        return result
    width, height, thickness = deck_size(held, component.sleeve)
    try:
        net = tuck_box(
            width + component.clearance,
            height + component.clearance,
            thickness + component.slack,
            glue=component.glue,
            lock=component.lock,
        )
    except ValueError as error:
        at = component.at.of("lock") if component.lock else component.loc
        result.problems.append(Problem("DEF003", "error", f"{component.id}: {error}", at))
        result.unread = 1
        return result
    result.pieces += _pieces(component, context, net, tuple(held))
    return result


def _pieces(
    component: TuckBox, context: Context, net: Net, held: tuple[Piece, ...]
) -> Iterator[Piece]:
    """The box, or its two parts: the first holds the deck."""
    theme, game = context.game.file.theme, context.game
    arts = _arts(game, net, contents(component.holds, context))
    title = component.title or f"{game.file.title} box"
    halves = split(net, "right", Pose("back", "turned"), reach=component.glue)
    parts = halves if component.split else (net,)
    for i, part in enumerate(parts):
        name = ("front", "back")[i] if component.split else ""
        yield own_piece(
            component,
            net_face(part, arts, theme, component.loc),
            id=f"{component.id}-{name}" if name else component.id,
            title=f"{title}, {name}" if name else title,
            **folded(part),
            joins=tuple(other for other in parts if other is not part),
            holds=() if i else held,
            sleeve=component.sleeve,
            parts=() if component.split else tuple(face_size(half) for half in halves),
        )


def _notch_depth(front: Panel) -> float:
    """How far the thumb notch reaches into the front panel; mm."""
    box = bounds(front.polygon)
    inner = [p.y for p in front.polygon if box.x + 1 < p.x < box.right - 1 and p.y < box.bottom - 1]
    return max(inner, default=box.y) - box.y


def _arts(game: Game, net: Net, inside: Inside) -> dict[str, Art]:
    spine = partial(draw_side, game)
    return {
        "front": partial(draw_front, game, notch=_notch_depth(net["front"]), facts=True),
        "back": partial(draw_contents, game, inside),
        "left": spine,
        "right": spine,
        "lid": partial(draw_title, game),
    }


KIND = Kind("tuckbox", TuckBox, expand)
