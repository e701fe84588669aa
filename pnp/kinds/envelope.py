"""A small envelope to fold for a few flat pieces, with title and contents on its outside."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from pydantic import Field

from pnp.draw.ink import Ink
from pnp.draw.netface import PAD, net_face, net_outline
from pnp.draw.ornament import fit_key, key_frame, wave_band
from pnp.draw.symbols import SYMBOLS, near_symbol, symbol
from pnp.draw.text import fit_size, wrap
from pnp.errors import Problem
from pnp.geometry import Affine, Point, Size, bounds
from pnp.kinds.base import Context, Expansion, Kind, SleeveName
from pnp.model import Component, Game, PositiveLength, Text
from pnp.nets.core import Panel
from pnp.nets.envelope import envelope
from pnp.packing import deck_size
from pnp.piece import Piece

TEXT_SIZE = 2.2
"""Smallest text, mm (6.2 pt)."""


class Envelope(Component):
    """An envelope for the pieces of other components, lying on one heap.

    The flat pocket is wider than the largest piece by the heap's thickness (paper round a heap
    bulges) and `clearance`; a card `sleeve` makes the pieces larger.
    """

    holds: Annotated[tuple[Text, ...], Field(min_length=1)]
    clearance: PositiveLength = 1.5
    sleeve: SleeveName | None = None


def expand(component: Component, context: Context) -> Expansion:
    """One envelope, or a problem when it would hold nothing that exists."""
    assert isinstance(component, Envelope)
    result = Expansion()
    held: list[Piece] = []
    for i, id in enumerate(component.holds):
        try:
            held += context.pieces_of(id)
        except KeyError:
            known = ", ".join(c.id for c in context.game.components if c.id != component.id)
            message, at = f"there is no component '{id}' to hold", component.at.of("holds", i)
            result.problems.append(Problem("DEF009", "error", message, at, f"known: {known}"))
    theme = context.game.file.theme
    if theme.emblem not in SYMBOLS:
        message, at = f"there is no symbol '{theme.emblem}'", theme.at.of("emblem")
        result.problems.append(Problem("DEF007", "error", message, at, near_symbol(theme.emblem)))
    if result.problems or not held:
        return result
    width, height, thickness = deck_size(held, component.sleeve)
    spare = thickness + component.clearance
    net = envelope(width + spare, height + spare)
    lines = [_counted(context, id) for id in component.holds]
    arts = {
        "front": partial(_draw_front, context.game),
        "back": partial(_draw_back, context.game, lines, _notch(net["back"])),
    }
    title = component.title or f"{context.game.file.title} envelope"
    piece = Piece(
        component.id,
        component.id,
        component.part,
        title,
        net_face(net, arts, theme, component.loc),
        None,
        component.loc,
        outline=net_outline(net),
        net=net,
        net_pad=PAD,
        holds=tuple(held),
        sleeve=component.sleeve,
    )
    result.pieces.append(piece)
    return result


def _counted(context: Context, id: str) -> str:
    """A held component with its number of pieces."""
    component = context.game.component(id)
    name = component.title if component and component.title else id
    return f"{sum(p.copies for p in context.pieces_of(id))} {name[:1].lower()}{name[1:]}"


def _notch(panel: Panel) -> float:
    """How far the thumb notch reaches into a panel from its upper edge as read; mm."""
    points = [panel.frame.inverse().apply(p) for p in panel.polygon]
    box = bounds(points)
    inner = [p.y for p in points if box.x + 1 < p.x < box.right - 1 and p.y < box.centre.y]
    return max(inner, default=box.y) - box.y


def _draw_front(game: Game, ink: Ink, size: Size) -> None:
    """A key frame, the emblem large, the title under it."""
    theme, file = game.file.theme, game.file
    small = min(size)
    unit, inset = 0.1 * small, 0.05 * small
    edge = inset + fit_key(size.width, size.height, unit, inset).band
    ink.draw(key_frame(size.width, size.height, unit, inset), theme.palette)
    room = size.width - 2 * edge
    words = file.title.upper()
    letters, fitted = fit_size(words, theme.fonts.title, 900, 0.88 * room, 0.16 * room, 2.5)
    baseline = size.height - edge - 0.12 * room
    side = min(0.74 * room, baseline - letters - edge - 0.12 * room)
    top = (edge + baseline - letters - side) / 2
    at = Affine.translation((size.width - side) / 2, top) @ Affine.scaling(side / 100)
    ink.draw(symbol(theme.emblem), theme.palette, at)
    ink.text(
        words,
        Point(size.width / 2, baseline),
        letters,
        family=theme.fonts.title,
        weight=900,
        anchor="middle",
        fill=theme.palette.accent,
        where=file.at.of("title"),
    )
    if not fitted:
        _complain(ink, game, f"'{words}' does not fit the envelope", "title", "shorten the title")


def _draw_back(game: Game, lines: list[str], notch: float, ink: Ink, size: Size) -> None:
    """Contents and credits below the thumb notch, kept clear of the edges."""
    theme, file = game.file.theme, game.file
    margin = 0.08 * size.width
    room = size.width - 2 * margin
    blocks = [*((line, 700) for line in lines), *((credit, 400) for credit in file.credits)]
    blocks += [(file.licence, 400)] if file.licence else []
    y = notch + 0.5 * margin
    band = 0.045 * size.width
    ink.draw(wave_band(margin, y, room, band), theme.palette, tint=theme.palette.accent)
    y += band + 1.5 * TEXT_SIZE
    for words, weight in blocks:
        for line in wrap(words, theme.fonts.label, weight, TEXT_SIZE, room):
            ink.text(
                line,
                Point(margin, y),
                TEXT_SIZE,
                family=theme.fonts.label,
                weight=weight,
                fill=theme.palette.ink,
                where=file.loc,
            )
            y += 1.2 * TEXT_SIZE
        y += 0.3 * TEXT_SIZE
    if y - TEXT_SIZE > size.height - 0.75 * margin:
        message = "the text does not fit the back of the envelope"
        _complain(ink, game, message, "credits", "shorten credits or licence")


def _complain(ink: Ink, game: Game, message: str, key: str, hint: str) -> None:
    ink.problems.append(Problem("TEXT001", "error", message, game.file.at.of(key), hint))


KIND = Kind("envelope", Envelope, expand)
