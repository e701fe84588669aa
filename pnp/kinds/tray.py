"""An open tray for pieces that lie in rows, and the lid that goes over it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from pnp.draw.boxart import draw_contents, draw_front, draw_side, emblem_problems
from pnp.draw.netface import PAD, Art, net_face, net_outline
from pnp.errors import Problem
from pnp.kinds.base import Context, Expansion, Kind, SleeveName, contents, held_pieces
from pnp.model import BoxSize, Component, Game, NaturalLength, Text
from pnp.nets.core import Net
from pnp.nets.space import Vec3
from pnp.nets.tray import lid, tray
from pnp.packing import deck_size, solids
from pnp.piece import Piece


class Tray(Component):
    """A tray for a block of `size` (width x depth x height) plus `clearance` each way.

    Without a size it is the heap of the cards that it `holds`, lying flat, in their card `sleeve`
    if they have one; then a lid that is not asked for otherwise is three quarters as high.

    `lid` is the height of its lid, 0 for none; `fit` what the lid is wider than the tray.
    """

    size: BoxSize | None = None
    clearance: NaturalLength = 3.0
    lid: NaturalLength = 25.0
    fit: NaturalLength = 1.6
    holds: tuple[Text, ...] = ()
    sleeve: SleeveName | None = None


def expand(component: Component, context: Context) -> Expansion:
    """The tray and, unless its height is 0, the lid."""
    assert isinstance(component, Tray)
    result = Expansion()
    held, result.problems = held_pieces(component, component.holds, context)
    game = context.game
    result.problems += emblem_problems(game.file.theme)
    size = None if result.problems else _size(component, held, result.problems)
    if result.problems or size is None:
        result.unread = 2 if component.lid else 1
        return result
    makers = _makers(component, size)
    title = component.title or "Tray"
    arts = _arts(game, contents(component.holds, context))
    for suffix, make in makers.items():
        try:
            net = make()
        except ValueError as error:
            result.problems.append(Problem("DEF003", "error", str(error), component.at.of("size")))
            result.unread += 1
            continue
        result.pieces.append(
            Piece(
                component.id + suffix,
                component.id,
                component.part,
                f"{title}, lid" if suffix else title,
                net_face(net, arts[suffix], game.file.theme, component.loc),
                None,
                component.loc,
                outline=net_outline(net),
                net=net,
                net_pad=PAD,
                holds=() if suffix else tuple(held),
                sleeve=component.sleeve,
            )
        )
    return result


def _size(component: Tray, held: list[Piece], problems: list[Problem]) -> Vec3 | None:
    """The block as written, or the heap of what is held."""
    if component.size is not None:
        return Vec3(*component.size)
    if held and not solids(held):
        return Vec3(*deck_size(held, component.sleeve))
    message = f"{component.id} needs a size: it holds no heap of cards"
    problems.append(
        Problem("DEF003", "error", message, component.loc, "size: width x depth x height")
    )
    return None


def _makers(component: Tray, size: Vec3) -> dict[str, Callable[[], Net]]:
    """What to fold, by what its id ends in."""
    width, depth, height = (side + component.clearance for side in size)
    makers: dict[str, Callable[[], Net]] = {"": partial(tray, width, depth, height)}
    over = component.lid
    if component.size is None and "lid" not in component.model_fields_set:
        over = min(over, 0.75 * height)
    if over:
        makers["-lid"] = partial(lid, width, depth, over, clearance=component.fit)
    return makers


def _arts(game: Game, lines: list[str]) -> dict[str, dict[str, Art]]:
    side = partial(draw_side, game)
    walls: dict[str, Art] = dict.fromkeys(("front", "back", "left", "right"), side)
    base: Art = partial(draw_contents, game, lines)
    top: Art = partial(draw_front, game)
    return {"": {**walls, "base": base}, "-lid": {**walls, "top": top}}


KIND = Kind("tray", Tray, expand)
