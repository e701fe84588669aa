"""A labor's picture, drawn from its condition: zones of just so many cells, a room, marks.

Every term becomes one icon or several: a framed room round the Minotaur for `tiles`, a patch of
cells for every zone, a mark's symbol, discs for colours. Grey cells are of any one colour. What
is forbidden is crossed out. Numbers below the icons come from the same terms.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial
from typing import Protocol

from msgspec import Struct

from pnp.definition.model import Theme
from pnp.draw.fonts import find_font
from pnp.draw.ink import Ink
from pnp.families.dedale.conditions import Bound, Condition, Term
from pnp.families.dedale.laboricons import (
    DISC,
    EDGE,
    MARK,
    WALL,
    Cells,
    IconInks,
    extent,
    paint_discs,
    paint_loose,
    paint_mark,
    paint_room,
    paint_zone,
)
from pnp.geometry.plane import Point, Rect

LARGEST, SMALLEST, STEP = 8.0, 0.8, 0.1
"""Extents of a cell in a picture, mm, and how finely they are tried."""
CAPTION = 2.5
"""Size of the words below an icon, mm (7.1 pt)."""
GAP, ROWS, LINE = 2.6, 1.0, 3.8
"""Between icons, between rows, and the height of a caption, mm."""
BASE, ASCENT, CLEAR = 0.95, 0.7, 0.18
"""Where a caption's baseline is below its icon, and how far letters reach up, in sizes; what they
keep from the icon's lines, mm."""
AIR, LOOSE = 2.4, 3.0
"""Icons in several rows keep so far from the sides of their area, if cells are larger than that."""
FURTHER = 0.3
"""A further row must make the cells larger by this power of the number of rows."""
MANY = 6
"""More zones than this are drawn as one with their number."""


class Paint(Protocol):
    """Draws an icon with its top left corner at a point, its cells `unit` mm wide."""

    def __call__(self, ink: Ink, at: Point, unit: float) -> None: ...


class Icon(Struct, frozen=True):
    """`cols` x `rows` cells of drawing with a caption below; lines reach `rim` cells beyond."""

    cols: float
    rows: float
    caption: str
    paint: Paint
    rim: float = EDGE / 2


# -- what a condition shows ------------------------------------------------------------------------


def icons(condition: Condition, look: IconInks) -> list[Icon]:
    """The icons of all terms, in order."""
    return [icon for term in condition.terms for icon in _ICONS[term.function](term, look)]


def short(bound: Bound, noun: str = "") -> str:
    """`10+`, `exactly 6`, `at most 6`, with a noun where it is given."""
    words = {">=": f"{bound.number}+", "==": f"exactly {bound.number}"}
    text = words.get(bound.op, f"at most {bound.number}")
    return f"{text} {noun}{'' if bound.number == 1 else 's'}" if noun else text


def _forbidden(bound: Bound) -> bool:
    return bound.number == 0 and bound.op != ">="


def _room(term: Term, look: IconInks) -> Iterator[Icon]:
    cells = patch(term.bound.number + 1)
    paint = partial(paint_room, look, cells)
    yield Icon(*extent(cells), short(term.bound), paint, WALL / 2)


def _zones(term: Term, look: IconInks) -> Iterator[Icon]:
    assert term.size
    cells = patch(term.size.number)
    crossed = _forbidden(term.bound)
    caption = short(term.size)
    number = max(term.bound.number, 1)
    if term.bound.op != ">=" and not crossed:
        caption = f"{short(term.bound)} of {caption}"
    if number > MANY or term.bound.op == "<=":
        caption = caption if number <= MANY or term.bound.op != ">=" else f"{number} of {caption}"
        number = 1
    for _ in range(number):
        yield _icon(cells, caption, partial(paint_zone, look, cells, term.name, crossed))


def _dcolours(term: Term, look: IconInks) -> Iterator[Icon]:
    assert term.size
    cells, names = patch(term.size.number), list(look.colours)
    number, crossed = term.bound.number, _forbidden(term.bound)
    if number == len(names) and term.bound.op != "<=":
        for name in names:
            yield _icon(cells, short(term.size), partial(paint_zone, look, cells, name, False))
        return
    many = 1 if crossed or term.bound.op == "<=" else max(number, 1)
    for place in range(many):
        caption = short(term.size)
        if place == many - 1 and not crossed:
            caption += f", {short(term.bound, 'colour')}"
        yield _icon(cells, caption, partial(paint_zone, look, cells, "", crossed))


def _colour(term: Term, look: IconInks) -> Iterator[Icon]:
    cells = patch(max(term.bound.number, 1))
    loose = [(1.3 * x, 1.3 * y) for x, y in cells]
    crossed = _forbidden(term.bound)
    caption = "" if crossed else short(term.bound)
    yield _icon(loose, caption, partial(paint_loose, look, loose, term.name, crossed))


def _colours(term: Term, look: IconInks) -> Iterator[Icon]:
    number = max(term.bound.number, 1)
    paint = partial(paint_discs, look, number, _forbidden(term.bound))
    yield Icon(DISC * number, DISC, short(term.bound, "colour"), paint)


def _mark(term: Term, look: IconInks) -> Iterator[Icon]:
    crossed = _forbidden(term.bound)
    plain = crossed or (term.bound.op == ">=" and term.bound.number == 1)
    paint = partial(paint_mark, look, look.marks[term.name], crossed)
    yield Icon(MARK, MARK, "" if plain else short(term.bound), paint)


def _maxzone(term: Term, look: IconInks) -> Iterator[Icon]:
    cells = patch(max(term.bound.number, 1))
    caption = f"largest: {short(term.bound)}"
    yield _icon(cells, caption, partial(paint_zone, look, cells, "", _forbidden(term.bound)))


_ICONS = {
    "tiles": _room,
    "zones": _zones,
    "dcolours": _dcolours,
    "colour": _colour,
    "colours": _colours,
    "mark": _mark,
    "maxzone": _maxzone,
}


def patch(number: int) -> list[tuple[int, int]]:
    """So many cells in full rows, the last perhaps shorter: little waste, half as wide again."""

    def cost(cols: int) -> tuple[float, int]:
        rows = math.ceil(number / cols)
        return (cols * rows - number) + abs(math.log(cols / rows / 1.5)) * 3, cols

    cols = min(range(1, number + 1), key=cost, default=1)
    return [(i % cols, i // cols) for i in range(number)]


def _icon(cells: Cells, caption: str, paint: Paint) -> Icon:
    return Icon(*extent(cells), caption, paint)


# -- laying them out -------------------------------------------------------------------------------


def draw_picture(ink: Ink, found: list[Icon], area: Rect, theme: Theme) -> bool:
    """Draw icons in rows, as large as the area (mm) allows; False if they do not fit at all.

    A second row must make the cells larger by a quarter, or it is not begun.
    """
    settings = [
        (unit / many**FURTHER, unit, rows)
        for many in range(1, len(found) + 1)
        for unit, rows in [_set(found, many, area, theme)]
        if unit > SMALLEST
    ]
    if not settings:
        return not found
    _, unit, rows = max(settings, key=lambda setting: setting[0])
    heights = [_height(row, unit) for row in rows]
    y = area.y + (area.height - sum(heights) - ROWS * (len(rows) - 1)) / 2
    for row, height in zip(rows, heights, strict=True):
        _draw_row(ink, row, Rect(area.x, y, area.width, height), unit, theme)
        y += height + ROWS
    return True


def _set(found: list[Icon], many: int, area: Rect, theme: Theme) -> tuple[float, list[list[Icon]]]:
    """The largest cell (mm, 0 for none) with which the icons fit in so many rows."""
    for rows in _splits(found, many):
        for step in range(round((LARGEST - SMALLEST) / STEP)):
            unit = LARGEST - step * STEP
            height = sum(_height(row, unit) for row in rows) + ROWS * (many - 1)
            width = max(_width(row, unit, theme) for row in rows)
            air = 2 * AIR if many > 1 and unit > LOOSE else 0.0
            if height <= area.height and width <= area.width - air:
                return unit, rows
    return 0.0, []


def _splits(found: list[Icon], many: int) -> list[list[list[Icon]]]:
    """The icons in so many rows of about equal numbers, in order."""
    most = math.ceil(len(found) / many)
    rows = [found[i : i + most] for i in range(0, len(found), most)]
    return [rows] if len(rows) == many else []


def _draw_row(ink: Ink, row: list[Icon], area: Rect, unit: float, theme: Theme) -> None:
    x = area.x + (area.width - _width(row, unit, theme)) / 2
    tall = max(icon.rows for icon in row) * unit
    rim = max((icon.rim for icon in row if icon.caption), default=0.0) * unit
    base = area.y + tall + max(BASE * CAPTION, rim + CLEAR + ASCENT * CAPTION)
    for icon in row:
        wide = _extent(icon, unit, theme)
        left = x + (wide - icon.cols * unit) / 2
        icon.paint(ink, Point(left, area.y + tall - icon.rows * unit), unit)
        if icon.caption:
            ink.text(
                icon.caption,
                Point(x + wide / 2, base),
                CAPTION,
                family=theme.fonts.label,
                weight=700,
                anchor="middle",
                fill=theme.palette.ink,
            )
        x += wide + GAP


def _extent(icon: Icon, unit: float, theme: Theme) -> float:
    words = find_font(theme.fonts.label, 700).width(icon.caption, CAPTION)
    return max(icon.cols * unit, words)


def _width(row: list[Icon], unit: float, theme: Theme) -> float:
    return sum(_extent(icon, unit, theme) for icon in row) + GAP * (len(row) - 1)


def _height(row: list[Icon], unit: float) -> float:
    captions = any(icon.caption for icon in row)
    return max(icon.rows for icon in row) * unit + (LINE if captions else 0.6)
