"""A labor's picture, drawn from its condition: zones of just so many cells, a room, marks.

Every term becomes one icon or several: a framed room round the Minotaur for `tiles`, a patch of
cells for every zone, a mark's symbol, discs for colours. Grey cells are of any one colour. What
is forbidden is crossed out. Numbers below the icons come from the same terms.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from pnp.conditions import Bound, Condition, Term
from pnp.draw.ink import Ink
from pnp.draw.patterns import PATTERNS, mix
from pnp.draw.profile import num
from pnp.draw.symbols import symbol
from pnp.fonts import find_font
from pnp.geometry import Affine, Point, Rect
from pnp.model import Theme

LARGEST, SMALLEST, STEP = 6.5, 0.8, 0.1
"""Extents of a cell in a picture, mm, and how finely they are tried."""
CAPTION = 2.5
"""Size of the words below an icon, mm (7.1 pt)."""
GAP, ROWS, LINE = 2.6, 1.0, 3.8
"""Between icons, between rows, and the height of a caption, mm."""
MANY = 6
"""More zones than this are drawn as one with their number."""
ANY = "#D8D3C8"
FIELD, STROKE = 0.3, 0.1


class Swatch(Protocol):
    """A colour as it is written in a definition."""

    @property
    def colour(self) -> str | None: ...

    @property
    def pattern(self) -> str | None: ...


@dataclass(frozen=True)
class Look:
    """What the icons are drawn with: colours by name, the symbols of marks by name."""

    theme: Theme
    colours: Mapping[str, Swatch]
    marks: Mapping[str, str]
    minotaur: str


class Paint(Protocol):
    """Draws an icon with its top left corner at a point, its cells `unit` mm wide."""

    def __call__(self, ink: Ink, at: Point, unit: float) -> None: ...


@dataclass(frozen=True)
class Icon:
    """`cols` x `rows` cells of drawing with a caption below."""

    cols: float
    rows: float
    caption: str
    paint: Paint


# -- what a condition shows ------------------------------------------------------------------------


def icons(condition: Condition, look: Look) -> list[Icon]:
    """The icons of all terms, in order."""
    return [icon for term in condition.terms for icon in _ICONS[term.function](term, look)]


def short(bound: Bound, noun: str = "") -> str:
    """`10+`, `exactly 6`, `at most 6`, with a noun where it is given."""
    words = {">=": f"{bound.number}+", "==": f"exactly {bound.number}"}
    text = words.get(bound.op, f"at most {bound.number}")
    return f"{text} {noun}{'' if bound.number == 1 else 's'}" if noun else text


def _forbidden(bound: Bound) -> bool:
    return bound.number == 0 and bound.op != ">="


def _room(term: Term, look: Look) -> Iterator[Icon]:
    cells = patch(term.bound.number + 1)
    yield _icon(cells, short(term.bound), partial(_paint_room, look, cells))


def _zones(term: Term, look: Look) -> Iterator[Icon]:
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
        yield _icon(cells, caption, partial(_paint_zone, look, cells, term.name, crossed))


def _dcolours(term: Term, look: Look) -> Iterator[Icon]:
    assert term.size
    cells, names = patch(term.size.number), list(look.colours)
    number, crossed = term.bound.number, _forbidden(term.bound)
    if number == len(names) and term.bound.op != "<=":
        for name in names:
            yield _icon(cells, short(term.size), partial(_paint_zone, look, cells, name, False))
        return
    many = 1 if crossed or term.bound.op == "<=" else max(number, 1)
    for place in range(many):
        caption = short(term.size)
        if place == many - 1 and not crossed:
            caption += f", {short(term.bound, 'colour')}"
        yield _icon(cells, caption, partial(_paint_zone, look, cells, "", crossed))


def _colour(term: Term, look: Look) -> Iterator[Icon]:
    cells = patch(max(term.bound.number, 1))
    loose = [(1.3 * x, 1.3 * y) for x, y in cells]
    crossed = _forbidden(term.bound)
    caption = "" if crossed else short(term.bound)
    yield _icon(loose, caption, partial(_paint_loose, look, loose, term.name, crossed))


def _colours(term: Term, look: Look) -> Iterator[Icon]:
    number = max(term.bound.number, 1)
    paint = partial(_paint_discs, look, number, _forbidden(term.bound))
    yield Icon(1.5 * number, 2.0, short(term.bound, "colour"), paint)


def _mark(term: Term, look: Look) -> Iterator[Icon]:
    crossed = _forbidden(term.bound)
    plain = crossed or (term.bound.op == ">=" and term.bound.number == 1)
    paint = partial(_paint_mark, look, look.marks[term.name], crossed)
    yield Icon(2.6, 2.6, "" if plain else short(term.bound), paint)


def _maxzone(term: Term, look: Look) -> Iterator[Icon]:
    cells = patch(max(term.bound.number, 1))
    caption = f"largest: {short(term.bound)}"
    yield _icon(cells, caption, partial(_paint_zone, look, cells, "", _forbidden(term.bound)))


_ICONS = {
    "tiles": _room,
    "zones": _zones,
    "dcolours": _dcolours,
    "colour": _colour,
    "colours": _colours,
    "mark": _mark,
    "maxzone": _maxzone,
}

Cells = list[tuple[float, float]]


def patch(number: int) -> list[tuple[int, int]]:
    """So many cells in full rows, the last perhaps shorter: little waste, half as wide again."""

    def cost(cols: int) -> tuple[float, int]:
        rows = math.ceil(number / cols)
        return (cols * rows - number) + abs(math.log(cols / rows / 1.5)) * 3, cols

    cols = min(range(1, number + 1), key=cost, default=1)
    return [(i % cols, i // cols) for i in range(number)]


def _icon(cells: list[tuple[int, int]] | Cells, caption: str, paint: Paint) -> Icon:
    cols = max((x for x, _ in cells), default=0) + 1
    rows = max((y for _, y in cells), default=0) + 1
    return Icon(cols, rows, caption, paint)


# -- laying them out -------------------------------------------------------------------------------


def draw_picture(ink: Ink, found: list[Icon], area: Rect, theme: Theme) -> bool:
    """Draw icons in rows, as large as the area (mm) allows; False if they do not fit at all.

    A further row must make the cells larger by half, or it is not begun.
    """
    settings = [
        (unit / math.sqrt(many), unit, rows)
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
            if height <= area.height and width <= area.width:
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
    for icon in row:
        wide = _extent(icon, unit, theme)
        left = x + (wide - icon.cols * unit) / 2
        icon.paint(ink, Point(left, area.y + tall - icon.rows * unit), unit)
        if icon.caption:
            ink.text(
                icon.caption,
                Point(x + wide / 2, area.y + tall + 0.95 * CAPTION),
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


# -- painting --------------------------------------------------------------------------------------


def _cell(at: Point, x: float, y: float, unit: float) -> Rect:
    return Rect(at.x + x * unit, at.y + y * unit, unit, unit)


def _paint_field(look: Look, ink: Ink, box: Rect, name: str) -> None:
    """A cell of a colour, grey for any."""
    palette = look.theme.palette
    swatch = look.colours.get(name)
    colour = swatch.colour if swatch else None
    ink.rect(box, fill=mix(colour, palette.paper, FIELD) if colour else ANY)
    if swatch and colour and swatch.pattern:
        art = PATTERNS[swatch.pattern](box.width)
        at = Affine.translation(box.x, box.y)
        ink.draw(art, palette, at, tint=mix(colour, palette.ink, STROKE + 0.3))


def _outline(cells: Cells | list[tuple[int, int]], at: Point, unit: float) -> str:
    """The edges between the cells and what is outside, each straight line in one."""
    inside = set(cells)
    flat: list[tuple[float, float]] = []
    steep: list[tuple[float, float]] = []
    for x, y in cells:
        flat += [(y + down, x) for down in (0, 1) if (x, y + 2 * down - 1) not in inside]
        steep += [(x + right, y) for right in (0, 1) if (x + 2 * right - 1, y) not in inside]
    d = ""
    for edges, horizontal in ((flat, True), (steep, False)):
        for line, start, end in _joined(sorted(edges)):
            x, y = (start, line) if horizontal else (line, start)
            length = num((end - start) * unit)
            way = "h" if horizontal else "v"
            d += f"M{num(at.x + x * unit)} {num(at.y + y * unit)}{way}{length}"
    return d


def _joined(edges: list[tuple[float, float]]) -> list[tuple[float, float, float]]:
    """Edges one cell long (line, start) as lines from start to end."""
    found: list[tuple[float, float, float]] = []
    for line, start in edges:
        if found and found[-1][0] == line and found[-1][2] == start:
            found[-1] = (line, found[-1][1], start + 1)
        else:
            found.append((line, start, start + 1))
    return found


def _paint_zone(
    look: Look,
    cells: list[tuple[int, int]],
    name: str,
    crossed: bool,
    ink: Ink,
    at: Point,
    unit: float,
) -> None:
    palette = look.theme.palette
    for x, y in cells:
        _paint_field(look, ink, _cell(at, x, y, unit), name)
    _seams(ink, cells, at, unit, palette.paper)
    ink.path(
        _outline(cells, at, unit),
        fill="none",
        stroke=palette.ink,
        stroke_width=0.09 * unit,
        stroke_linecap="square",
    )
    if crossed:
        _cross(look, ink, at, _icon(cells, "", _nothing), unit)


def _seams(ink: Ink, cells: list[tuple[int, int]], at: Point, unit: float, colour: str) -> None:
    inside = set(cells)
    d = ""
    for x, y in cells:
        px, py = at.x + x * unit, at.y + y * unit
        if (x - 1, y) in inside:
            d += f"M{num(px)} {num(py)}v{num(unit)}"
        if (x, y - 1) in inside:
            d += f"M{num(px)} {num(py)}h{num(unit)}"
    if d:
        ink.path(d, fill="none", stroke=colour, stroke_width=max(0.1, 0.06 * unit))


def _paint_room(look: Look, cells: list[tuple[int, int]], ink: Ink, at: Point, unit: float) -> None:
    """White cells round the Minotaur's own, a wall about them all."""
    palette = look.theme.palette
    middle = _middle(cells)
    for x, y in cells:
        if (x, y) != middle:
            ink.rect(_cell(at, x, y, unit).inset(0.05 * unit), fill="#EFECE5")
    _seams(ink, cells, at, unit, palette.grid)
    beast = _cell(at, *middle, unit)
    ink.draw(
        symbol(look.minotaur),
        palette,
        Affine.translation(beast.x + 0.06 * unit, beast.y + 0.06 * unit)
        @ Affine.scaling(0.88 * unit / 100),
    )
    ink.path(
        _outline(cells, at, unit),
        fill="none",
        stroke=palette.ink,
        stroke_width=0.2 * unit,
        stroke_linecap="square",
    )


def _middle(cells: list[tuple[int, int]]) -> tuple[int, int]:
    """The cell nearest to the middle of the full rows."""
    cols, rows = max(x for x, _ in cells) + 1, max(y for _, y in cells) + 1
    return min(cells, key=lambda c: (abs(c[0] - (cols - 1) / 2) + abs(c[1] - (rows - 1) / 2), c))


def _paint_loose(
    look: Look, cells: Cells, name: str, crossed: bool, ink: Ink, at: Point, unit: float
) -> None:
    for x, y in cells:
        box = _cell(at, x, y, unit)
        _paint_field(look, ink, box, name)
        ink.rect(box, fill="none", stroke=look.theme.palette.ink, stroke_width=0.06 * unit)
    if crossed:
        _cross(look, ink, at, _icon(cells, "", _nothing), unit)


def _paint_discs(look: Look, number: int, crossed: bool, ink: Ink, at: Point, unit: float) -> None:
    """Overlapping discs, each of all the colours: a colour, whichever."""
    colours = [s.colour for s in look.colours.values() if s.colour]
    palette = look.theme.palette
    for i in range(number):
        middle, radius = Point(at.x + (0.75 + 1.5 * i) * unit, at.y + unit), 0.68 * unit
        for k, colour in enumerate(colours):
            ink.path(
                _sector(middle, radius, k, len(colours)), fill=mix(colour, palette.paper, FIELD)
            )
        ink.circle(middle, radius, fill="none", stroke=palette.ink, stroke_width=0.08 * unit)
    if crossed:
        _cross(look, ink, at, Icon(1.5 * number, 2.0, "", _nothing), unit)


def _sector(middle: Point, radius: float, k: int, many: int) -> str:
    def edge(i: int) -> str:
        angle = 2 * math.pi * (i / many) - math.pi / 4
        x, y = middle.x + radius * math.sin(angle), middle.y - radius * math.cos(angle)
        return f"{num(x)} {num(y)}"

    large = 1 if many == 1 else 0
    r = num(radius)
    return f"M{num(middle.x)} {num(middle.y)}L{edge(k)}A{r} {r} 0 {large} 1 {edge(k + 1)}Z"


def _paint_mark(look: Look, name: str, crossed: bool, ink: Ink, at: Point, unit: float) -> None:
    palette, side = look.theme.palette, 2.6 * unit
    middle = Point(at.x + side / 2, at.y + side / 2)
    ink.circle(
        middle, 0.48 * side, fill=palette.paper, stroke=palette.ink, stroke_width=0.03 * side
    )
    corner = Affine.translation(middle.x - 0.32 * side, middle.y - 0.32 * side)
    ink.draw(symbol(name), palette, corner @ Affine.scaling(0.64 * side / 100))
    if crossed:
        _cross(look, ink, at, Icon(2.6, 2.6, "", _nothing), unit)


def _cross(look: Look, ink: Ink, at: Point, icon: Icon, unit: float) -> None:
    """A bar from corner to corner: this must not be."""
    right, foot = at.x + icon.cols * unit, at.y + icon.rows * unit
    palette = look.theme.palette
    for colour, width in ((palette.paper, 0.5), (palette.accent, 0.26)):
        ink.line(
            Point(right, at.y),
            Point(at.x, foot),
            stroke=colour,
            stroke_width=width * unit,
            stroke_linecap="round",
        )


def _nothing(ink: Ink, at: Point, unit: float) -> None:
    """No drawing: an icon for its extent alone."""
