"""Standing figures: a strip that folds into a tent with a silhouette on both sides."""

from __future__ import annotations

from functools import partial

from pnp.definition.model import Component, Theme
from pnp.definition.schema import Written
from pnp.definition.values import Colour, Copies, Id, PositiveLength, SizeMm, Table, Text, Title
from pnp.draw.ink import Ink
from pnp.draw.netface import folded, net_face
from pnp.draw.shapes import inked
from pnp.draw.symbols import SYMBOLS, near_symbol, symbol
from pnp.draw.text import fit_size
from pnp.errors import Problem
from pnp.geometry.plane import Affine, Point, Rect, Size
from pnp.kinds.base import Context, Expansion, Kind, entry_piece, printed_entries
from pnp.nets.standee import standee
from pnp.units import format_mm, pt_to_mm

SAFE = 1.0
"""From a silhouette to the cut lines and the fold, mm; a tenth of the side of small figures."""
LEAST = pt_to_mm(5.0)
"""The smallest letter that can be printed, mm."""
STEP = 0.4
"""From a silhouette to its plinth, mm."""


class Figure(Written):
    """A figure has a symbol's name, a colour, and a letter that tells it apart without colour."""

    symbol: Text
    colour: Colour = "#111111"
    letter: Text | None = None
    title: Title | None = None
    copies: Copies = 1


class Standees(Component):
    """Figures of one size; `size` is a picture's width and height, `foot` the depth of the base."""

    size: SizeMm = (15.0, 30.0)
    foot: PositiveLength = 14.0
    figures: Table[Id, Figure]


def expand(component: Standees, context: Context) -> Expansion:
    """One piece per figure."""
    result = Expansion()
    try:
        net = standee(*component.size, component.foot)
    except ValueError as error:
        result.problems.append(Problem("DEF003", "error", str(error), component.loc))
        result.unread = sum(figure.copies for figure in component.figures.values())
        return result
    theme = context.game.file.theme
    for id, figure in printed_entries(component, "figures", result):
        if figure.symbol not in SYMBOLS:
            result.problems.append(
                Problem(
                    "DEF007",
                    "error",
                    f"there is no symbol '{figure.symbol}'",
                    figure.at.of("symbol"),
                    near_symbol(figure.symbol),
                )
            )
            result.unread += figure.copies
            continue
        arts = {
            "front": partial(_draw_side, figure, theme, False),
            "back": partial(_draw_side, figure, theme, True),
            "base": partial(_draw_base, figure, theme),
        }
        result.pieces.append(
            entry_piece(
                component,
                "figures",
                id,
                net_face(net, arts, theme),
                **folded(net),
            )
        )
    return result


def _draw_side(figure: Figure, theme: Theme, mirrored: bool, ink: Ink, size: Size) -> None:
    """The silhouette, as large as fits, on a plinth with the letter; the back mirrors it."""
    plinth, safe = 0.2 * size.height, min(SAFE, 0.1 * min(size))
    drawing = symbol(figure.symbol)
    box, floor = inked(drawing), size.height - plinth - STEP
    scale = min((size.width - 2 * safe) / box.width, (floor - safe) / box.height)
    at = Affine.translation(size.width / 2, floor) @ Affine.scaling(scale)
    at @= Affine.translation(-box.centre.x, -box.bottom)
    if mirrored:
        at = Affine.mirror_x(size.width / 2) @ at
    ink.draw(drawing, theme.palette, at)
    band = Rect(0.6, size.height - plinth, size.width - 1.2, plinth - 0.6)
    ink.rect(band, fill=figure.colour)
    if figure.letter:
        middle = band.centre
        ink.circle(middle, 0.42 * plinth, fill=theme.palette.paper)
        family, most, at_letter = theme.fonts.title, 0.56 * plinth, figure.at.of("letter")
        letters, fitted = fit_size(figure.letter, family, 900, 0.72 * plinth, most, LEAST)
        if not fitted:
            wide = format_mm(0.84 * plinth)
            says = f"'{figure.letter[:40]}' does not fit the circle of {wide} mm"
            hint = "one letter, a larger figure, or none"
            ink.problems.append(Problem("TEXT001", "error", says, at_letter, hint))
        ink.text(
            figure.letter,
            Point(middle.x, middle.y + 0.19 / 0.56 * letters),
            letters,
            family=theme.fonts.title,
            weight=900,
            anchor="middle",
            fill=theme.palette.ink,
            where=at_letter,
        )


def _draw_base(figure: Figure, theme: Theme, ink: Ink, size: Size) -> None:
    ink.rect(Rect(0, 0, *size).inset(0.6), fill="none", stroke=figure.colour, stroke_width=0.5)


KIND = Kind("standee", Standees, expand)
