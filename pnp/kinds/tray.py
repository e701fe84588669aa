"""An open tray for pieces that lie in rows, and the lid that goes over it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from pnp.definition.model import Component, Game
from pnp.definition.values import BoxSize, NaturalLength, Text
from pnp.draw.netface import Art, face_size, folded, net_face
from pnp.errors import Problem
from pnp.geometry.plane import Size
from pnp.kinds.base import Context, Expansion, Kind, SleeveName, contents, held_pieces, own_piece
from pnp.kinds.boxart import draw_contents, draw_front, draw_side, emblem_problems
from pnp.kinds.packing import Inside, deck_size, solids
from pnp.nets.core import Net
from pnp.nets.halves import SECOND, halve
from pnp.nets.space import Vec3
from pnp.nets.tray import lid, tray
from pnp.piece import Piece


class Tray(Component):
    """A tray for a block of `size` (width x depth x height) plus `clearance` each way.

    Without a size it is the heap of the cards that it `holds`, lying flat, in their card `sleeve`
    if they have one; then a lid that is not asked for otherwise is three quarters as high.

    `lid` is the height of its lid, 0 for none; `fit` what the lid is wider than the tray. `split`
    makes each of two halves for a sheet that is too small for one.
    """

    size: BoxSize | None = None
    clearance: NaturalLength = 3.0
    lid: NaturalLength = 25.0
    fit: NaturalLength = 1.6
    holds: tuple[Text, ...] = ()
    sleeve: SleeveName | None = None
    split: bool = False


def expand(component: Tray, context: Context) -> Expansion:
    """The tray and, unless its height is 0, the lid."""
    result = Expansion()
    held, result.problems = held_pieces(component, component.holds, context)
    game = context.game
    result.problems += emblem_problems(game.file.theme)
    size = None if result.problems else _size(component, held, result.problems)
    if result.problems or size is None:
        result.unread = (2 if component.lid else 1) * (2 if component.split else 1)
        return result
    for suffix, make in _makers(component, size).items():
        try:
            net = make()
            parts = halve(net) if component.split else (net,)
        except ValueError as error:
            at = component.at.of("split" if component.split else "size")
            result.problems.append(Problem("DEF003", "error", f"{component.id}: {error}", at))
            result.unread += 2 if component.split else 1
            continue
        result.pieces += _pieces(component, context, suffix, parts, tuple(held))
    return result


def _pieces(
    component: Tray,
    context: Context,
    suffix: str,
    parts: tuple[Net, ...],
    held: tuple[Piece, ...],
) -> Iterator[Piece]:
    """Tray or lid, or its halves: the first half of the tray holds the pieces."""
    game = context.game
    title = component.title or "Tray"
    arts = _arts(game, contents(component.holds, context))[suffix]
    for i, part in enumerate(parts):
        number = f"-{i + 1}" if component.split else ""
        words = [title, *(["lid"] if suffix else []), *([f"half {i + 1}"] if number else [])]
        yield own_piece(
            component,
            net_face(part, arts, game.file.theme, component.loc),
            id=component.id + suffix + number,
            title=", ".join(words),
            **folded(part),
            joins=tuple(other for other in parts if other is not part),
            holds=() if suffix or i else held,
            sleeve=component.sleeve,
            parts=() if component.split else _halves(part),
        )


def _halves(net: Net) -> tuple[Size, ...]:
    """What the faces of two halves would measure; nothing if it is too small for a seam."""
    try:
        return tuple(face_size(half) for half in halve(net))
    except ValueError:
        return ()


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
    if component.size is None and "lid" not in component.at.node.fields:
        over = min(over, 0.75 * height)
    if over:
        makers["-lid"] = partial(lid, width, depth, over, clearance=component.fit)
    return makers


def _arts(game: Game, inside: Inside) -> dict[str, dict[str, Art]]:
    """Art by panels; second halves have names of their own."""
    side = partial(draw_side, game)
    listed, front = partial(draw_contents, game, inside), partial(draw_front, game)
    names = ("front", "back", "left", "right")
    walls: dict[str, Art] = {name + half: side for name in names for half in ("", SECOND)}
    return {
        "": {**walls, "base": listed, f"base{SECOND}": side},
        "-lid": {**walls, "top": front, f"top{SECOND}": listed},
    }


KIND = Kind("tray", Tray, expand)
