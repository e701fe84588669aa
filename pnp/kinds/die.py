"""Dice to fold: a cube net with pips, figures or symbols on its six faces."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from pydantic import Field

from pnp.draw.ink import Ink
from pnp.draw.netface import PAD, Art, net_face, net_outline
from pnp.draw.symbols import SYMBOLS, symbol
from pnp.draw.text import fit_size
from pnp.errors import Problem
from pnp.fonts import find_font
from pnp.geometry import Affine, Point, Size
from pnp.kinds.base import Context, Expansion, Kind
from pnp.model import Component, Copies, Id, PositiveLength, Table, Text, Theme, Written
from pnp.nets.die import die
from pnp.piece import Piece

_LOW, _MID, _HIGH = 0.27, 0.5, 0.73
PIPS: dict[str, tuple[tuple[float, float], ...]] = {
    "1": ((_MID, _MID),),
    "2": ((_LOW, _LOW), (_HIGH, _HIGH)),
    "3": ((_LOW, _LOW), (_MID, _MID), (_HIGH, _HIGH)),
    "4": ((_LOW, _LOW), (_HIGH, _LOW), (_LOW, _HIGH), (_HIGH, _HIGH)),
    "5": ((_LOW, _LOW), (_HIGH, _LOW), (_MID, _MID), (_LOW, _HIGH), (_HIGH, _HIGH)),
    "6": ((_LOW, _LOW), (_HIGH, _LOW), (_LOW, _MID), (_HIGH, _MID), (_LOW, _HIGH), (_HIGH, _HIGH)),
}
"""Pips as fractions of the face."""


class Die(Written):
    """One die. Six faces: the n-th stands on the n-th side, opposite sides adding to seven."""

    faces: Annotated[tuple[Text, ...], Field(min_length=6, max_length=6)] = (
        "1",
        "2",
        "3",
        "4",
        "5",
        "6",
    )
    pips: bool = True
    title: Text | None = None
    copies: Copies = 1


class Dice(Component):
    """Dice of one size: `edge` is the finished cube's."""

    edge: PositiveLength = 18.0
    dice: Table[Id, Die]


def expand(component: Component, context: Context) -> Expansion:
    """One piece per die."""
    assert isinstance(component, Dice)
    result = Expansion()
    net = die(component.edge)
    theme = context.game.file.theme
    for id, written in component.dice.items():
        if written.copies == 0:
            result.problems.append(
                Problem(
                    "DECK005", "note", f"{id} has 0 copies and is left out", written.at.of("copies")
                )
            )
            continue
        drawn: dict[str, Art] = {}
        for value in written.faces:
            drawn.setdefault(value, partial(_draw_face, value, written, theme))
        arts = {str(side): drawn[value] for side, value in enumerate(written.faces, 1)}
        result.pieces.append(
            Piece(
                id,
                component.id,
                component.part,
                written.title or id,
                net_face(net, arts, theme),
                None,
                component.at.node.fields["dice"].keys[id],
                written.copies,
                outline=net_outline(net),
                net=net,
                net_pad=PAD,
            )
        )
    return result


def _draw_face(value: str, written: Die, theme: Theme, ink: Ink, size: Size) -> None:
    edge = size.width
    if written.pips and value in PIPS:
        for x, y in PIPS[value]:
            ink.circle(Point(x * edge, y * edge), 0.085 * edge, fill=theme.palette.ink)
        return
    if value in SYMBOLS:
        side = 0.74 * edge
        at = Affine.translation((edge - side) / 2, (edge - side) / 2) @ Affine.scaling(side / 100)
        ink.draw(symbol(value), theme.palette, at)
        return
    _draw_words(value, written, theme, ink, edge)


def _draw_words(value: str, written: Die, theme: Theme, ink: Ink, edge: float) -> None:
    """A figure or short word; 6 and 9 are underlined so that they are told apart."""
    letters, fitted = fit_size(value, theme.fonts.title, 700, 0.8 * edge, 0.62 * edge, 2.2)
    font = find_font(theme.fonts.title, 700)
    rise = font.cap_height * letters / 2
    middle = edge / 2
    ink.text(
        value,
        Point(middle, middle + rise),
        letters,
        family=theme.fonts.title,
        weight=700,
        anchor="middle",
        fill=theme.palette.ink,
        where=written.at.of("faces"),
    )
    if value in ("6", "9"):
        y = middle + rise + 0.09 * edge
        ink.line(
            Point(0.36 * edge, y),
            Point(0.64 * edge, y),
            stroke=theme.palette.ink,
            stroke_width=0.04 * edge,
        )
    if not fitted:
        ink.problems.append(
            Problem(
                "TEXT001",
                "error",
                f"'{value}' does not fit a die face",
                written.at.of("faces"),
                "shorten it",
            )
        )


KIND = Kind("die", Dice, expand)
