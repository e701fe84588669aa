"""A die's face: its ground and border, and its value as pips, a figure or a silhouette."""

from __future__ import annotations

import difflib
import math
from collections.abc import Callable
from typing import Any

from pnp.definition.model import Palette, Theme
from pnp.draw.fonts import Font, find_font
from pnp.draw.ink import Ink
from pnp.draw.profile import num
from pnp.draw.symbols import SYMBOLS, symbol
from pnp.draw.text import fit_size
from pnp.errors import Problem
from pnp.geometry.plane import Affine, Point, Rect, Size
from pnp.kinds.contest import DieLook

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

INSET, BAND = 0.075, 0.085
"""Where a border's band begins, and its breadth, as fractions of the face."""
LETTER = 0.21
"""Size of the letter in the corner; it is left out where that would be less than 2.1 mm."""
SMALLEST = 2.1
OPEN, BORDERED = 0.74, 0.6
"""Extent of a symbol or picture, on a face with a border less, as fractions of the face."""
BADGE = 0.3
"""Extent of a symbol in the letter's place, as a fraction of the face."""
WEIGHT = 900

Line = list[tuple[float, float]]


BLANK = "blank"
"""The value of a face with nothing on it."""


def misspelt_symbol(value: str) -> str | None:
    """The symbol that a word in lower case nearly names, so that it is no word to print."""
    if not value.islower() or len(value) < 3 or value == BLANK or value in SYMBOLS:
        return None
    found = difflib.get_close_matches(value, SYMBOLS, n=1, cutoff=0.7)
    return found[0] if found else None


def draw_ground(look: DieLook, theme: Theme, ink: Ink, size: Size) -> None:
    """What all faces of a die have in common: colour, border, letter or symbol, strength dots."""
    edge, colour = size.width, look.ink or theme.palette.ink
    if look.ground:
        ink.rect(Rect(0, 0, *size), fill=look.ground)
    BORDERS[look.border](ink, edge, colour)
    if LETTER * edge < SMALLEST:
        return
    if look.letter and look.letter in SYMBOLS:
        side = BADGE * edge
        at = Affine.translation(0.825 * edge - side, 0.825 * edge - side)
        ink.draw(
            symbol(look.letter), _on(look, theme), at @ Affine.scaling(side / 100), tint=colour
        )
    elif look.letter:
        ink.text(
            look.letter,
            Point(0.815 * edge, 0.815 * edge),
            LETTER * edge,
            family=theme.fonts.label,
            weight=WEIGHT,
            anchor="end",
            fill=colour,
        )
    for i in range(look.strength):
        ink.circle(Point(0.218 * edge, (0.225 + 0.095 * i) * edge), 0.034 * edge, fill=colour)


def _on(look: DieLook, theme: Theme) -> Palette:
    """The palette on a die's ground: what is left blank in a symbol shows it."""
    return theme.palette.with_values(paper=look.ground) if look.ground else theme.palette


def draw_value(value: str, look: DieLook, theme: Theme, where: Any, ink: Ink, size: Size) -> None:
    """Pips, a picture, a symbol, a figure or a short word; 6 and 9 are underlined."""
    edge, colour = size.width, look.ink or theme.palette.ink
    if value == BLANK:
        return
    if look.pips and value in PIPS:
        for x, y in PIPS[value]:
            ink.circle(Point(x * edge, y * edge), 0.085 * edge, fill=colour)
        return
    bordered = look.border != "none"
    side = (BORDERED if bordered else OPEN) * edge
    at = Affine.translation((edge - side) / 2, (edge - side) / 2)
    if picture := dict(look.pictures).get(value):
        for stamp in picture.stack:
            fitted = Affine.scaling(side / picture.size.width) @ stamp.at
            ink.stamp(stamp.layer, at @ fitted)
        return
    if value in SYMBOLS:
        ink.draw(symbol(value), _on(look, theme), at @ Affine.scaling(side / 100), tint=colour)
        return
    room, tall = (0.5, 0.6) if bordered else (0.8, 0.62)
    _draw_words(value, (room * edge, tall * edge), colour, theme, where, ink, edge)


def _draw_words(
    value: str,
    room: tuple[float, float],
    colour: str,
    theme: Theme,
    where: Any,
    ink: Ink,
    edge: float,
) -> None:
    letters, fitted = fit_size(value, theme.fonts.title, WEIGHT, *room, 2.2)
    try:
        font: Font | None = find_font(theme.fonts.title, WEIGHT)
    except KeyError:
        font = None
    rise = (font.cap_height if font else 0.7) * letters / 2
    middle = edge / 2
    ink.text(
        value,
        Point(middle, middle + rise),
        letters,
        family=theme.fonts.title,
        weight=WEIGHT,
        anchor="middle",
        fill=colour,
        where=where,
    )
    if value in ("6", "9"):
        y = middle + rise + 0.075 * edge
        ink.line(
            Point(0.36 * edge, y), Point(0.64 * edge, y), stroke=colour, stroke_width=0.045 * edge
        )
    if not fitted:
        ink.problems.append(
            Problem("TEXT001", "error", f"'{value}' does not fit a die face", where, "shorten it")
        )


# -- borders ---------------------------------------------------------------------------------------


def _round(edge: float, side: Callable[[float], list[Line]]) -> str:
    """Path data of a pattern drawn along the top, between the band's corners, and on each side.

    `side` gives lines in mm: x from 0 along the side, y from 0 (outside) to the band's breadth.
    """
    inset = INSET * edge
    lines = side(edge - 2 * inset)
    d = ""
    for turn in range(4):
        at = Affine.rotation(90 * turn, Point(edge / 2, edge / 2)) @ Affine.translation(
            inset, inset
        )
        for line in lines:
            points = [at.apply(point) for point in line]
            d += "M" + "L".join(f"{num(p.x)} {num(p.y)}" for p in points)
    return d


def _nothing(ink: Ink, edge: float, colour: str) -> None:
    """No border."""


def _rule(ink: Ink, edge: float, colour: str) -> None:
    ink.rect(
        Rect(0, 0, edge, edge).inset((INSET + 0.5 * BAND) * edge),
        fill="none",
        stroke=colour,
        stroke_width=0.02 * edge,
    )


def _double(ink: Ink, edge: float, colour: str) -> None:
    for part in (0.15, 0.85):
        ink.rect(
            Rect(0, 0, edge, edge).inset((INSET + part * BAND) * edge),
            fill="none",
            stroke=colour,
            stroke_width=0.022 * edge,
        )


def _dots(ink: Ink, edge: float, colour: str) -> None:
    middle = (INSET + 0.5 * BAND) * edge
    count = 9
    pitch = (edge - 2 * middle) / count
    for turn in range(4):
        at = Affine.rotation(90 * turn, Point(edge / 2, edge / 2))
        for i in range(count):
            ink.circle(at.apply(Point(middle + i * pitch, middle)), 0.28 * BAND * edge, fill=colour)


def _hatch(ink: Ink, edge: float, colour: str) -> None:
    band, count = BAND * edge, 9

    def side(length: float) -> list[Line]:
        pitch = length / (count + 1)
        return [[(i * pitch, 0.0), (i * pitch + band, band)] for i in range(count + 1)]

    ink.path(_round(edge, side), fill="none", stroke=colour, stroke_width=0.026 * edge)


def _wave(ink: Ink, edge: float, colour: str) -> None:
    band, count, steps = BAND * edge, 6, 8

    def side(length: float) -> list[Line]:
        run = length - band
        line = [
            (
                band / 2 + run * i / (count * steps),
                band / 2 - 0.42 * band * math.sin(2 * math.pi * i / steps),
            )
            for i in range(count * steps + 1)
        ]
        return [line]

    ink.path(
        _round(edge, side),
        fill="none",
        stroke=colour,
        stroke_width=0.024 * edge,
        stroke_linejoin="round",
        stroke_linecap="round",
    )


def _teeth(ink: Ink, edge: float, colour: str) -> None:
    band, count = BAND * edge, 7

    def side(length: float) -> list[Line]:
        pitch = length / count
        return [
            [(i * pitch, 0.0), ((i + 1) * pitch, 0.0), ((i + 0.5) * pitch, band), (i * pitch, 0.0)]
            for i in range(count)
        ]

    ink.path(_round(edge, side), fill=colour)


BORDERS: dict[str, Callable[[Ink, float, str], None]] = {
    "none": _nothing,
    "rule": _rule,
    "double": _double,
    "dots": _dots,
    "hatch": _hatch,
    "wave": _wave,
    "teeth": _teeth,
}
"""Borders by the names used in definitions."""
