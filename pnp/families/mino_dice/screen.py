"""Players' screens: three panels that stand, a summary inside, a picture folded over the top."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Annotated, Literal

from msgspec import Struct
from msgspec.structs import replace

from pnp.definition.model import Component, Game, Theme
from pnp.definition.schema import Bounds, Written, rule
from pnp.definition.values import Cell, Id, PositiveLength, Table, Text, Title
from pnp.draw.headline import Headline, fit_headline
from pnp.draw.ink import Ink
from pnp.draw.netface import Art, folded, net_face
from pnp.draw.ornament import wave_pair
from pnp.draw.symbols import SYMBOLS, near_symbol, symbol
from pnp.errors import Loc, Problem, near
from pnp.families.mino_dice.blocks import LARGEST, Flow, fit_blocks, set_blocks
from pnp.families.mino_dice.screennet import screen
from pnp.geometry.plane import Affine, Point, Rect, Size
from pnp.kinds.base import Context, Expansion, Kind, entry_piece, printed_entries
from pnp.kinds.contest import DieLook, DieTruth
from pnp.kinds.dieface import OPEN, draw_ground, draw_value
from pnp.kinds.standee import Figure
from pnp.nets.core import Net
from pnp.piece import Layer

MARGIN = 3.2
"""Text keeps so far from folds and cuts, mm."""
BESIDE = 3.2
"""Side of a small die face in the summary, in sizes of text."""
SMALLEST = 2.2
"""Smallest text outside, mm."""
NOMINAL = 8.0
"""The size at which small faces are drawn before they are scaled, mm."""


class Block(Written):
    """A block of a panel has exactly one of these keys.

    `heading`, `text`, `items` (a list), `rows` (a table; its first row is the head where `head`
    is true), `dice` (the faces of a `die` component), `beats` (which character beats which).
    """

    heading: Title | None = None
    text: Text | None = None
    items: tuple[Text, ...] | None = None
    rows: tuple[tuple[Cell, ...], ...] | None = None
    head: bool = False
    dice: Text | None = None
    beats: Text | None = None

    @rule
    def _one_of_them(self) -> None:
        given = [self.heading, self.text, self.items, self.rows, self.dice, self.beats]
        if sum(part is not None for part in given) != 1:
            raise ValueError("a block is one of heading, text, items, rows, dice, beats")


class _Row(Struct, frozen=True):
    """A die in a summary: its label, and its faces drawn `NOMINAL` mm wide."""

    label: str
    die: DieTruth
    faces: tuple[Layer, ...]


PanelName = Literal["left", "middle", "right"]


class Screens(Component):
    """Screens of one size with the same inside; `screens` tells the players' apart.

    `middle` and `side` are the widths of the panels, `strip` the height of the picture.
    """

    middle: PositiveLength = 96.0
    side: PositiveLength = 48.0
    height: PositiveLength = 92.0
    strip: PositiveLength = 36.0
    angle: Annotated[float, Bounds(least=20, most=120)] = 60.0
    inside: Table[PanelName, tuple[Block, ...]] = {}
    screens: Table[Id, Figure]


def expand(component: Screens, context: Context) -> Expansion:
    """One piece per player."""
    result = Expansion()
    net = _net(component, result.problems)
    dice = _dice(component, context, result.problems)
    theme = context.game.file.theme
    text = _text_size(component, net, dice, theme) if net else 0.0
    inside: dict[str, Art] = {
        panel: partial(_draw_inside, blocks, dice, theme, text)
        for panel, blocks in component.inside.items()
    }
    for id, figure in printed_entries(component, "screens", result):
        if figure.symbol not in SYMBOLS:
            message = f"there is no symbol '{figure.symbol}'"
            where = figure.at.of("symbol")
            result.problems.append(
                Problem("DEF007", "error", message, where, near_symbol(figure.symbol))
            )
        if net is None or figure.symbol not in SYMBOLS:
            result.unread += figure.copies
            continue
        side: Art = partial(_draw_wing, figure, theme)
        outside: dict[str, Art] = {
            "outer left": side,
            "outer middle": partial(_draw_outside, context.game, figure),
            "outer right": side,
        }
        result.pieces.append(
            entry_piece(
                component,
                "screens",
                id,
                net_face(net, {**inside, **outside}, theme),
                **folded(net),
            )
        )
    return result


def _net(component: Screens, problems: list[Problem]) -> Net | None:
    try:
        return screen(
            component.middle,
            component.height,
            component.side,
            strip=component.strip,
            angle=component.angle,
        )
    except ValueError as error:
        problems.append(Problem("DEF003", "error", str(error), component.loc))
        return None


def _dice(component: Screens, context: Context, problems: list[Problem]) -> dict[str, list[_Row]]:
    """The dice that blocks show, by the id of their component."""
    found: dict[str, list[_Row]] = {}
    theme = context.game.file.theme
    for blocks in component.inside.values():
        for block in blocks:
            key = "dice" if block.dice else "beats"
            id = block.dice or block.beats
            if id is None:
                continue
            try:
                pieces = context.pieces_of(id)
            except KeyError:
                pieces = ()
            found[id] = [
                _row(p.copies, p.truth, theme) for p in pieces if isinstance(p.truth, DieTruth)
            ]
            if not found[id] and id not in context.half_read:
                known = [c.id for c in context.game.components if c.kind == "die"]
                message = f"there are no dice called '{id}'"
                problems.append(
                    Problem("DEF009", "error", message, block.at.of(key), near(id, known))
                )
    return found


# -- inside ----------------------------------------------------------------------------------------


def _text_size(component: Screens, net: Net, dice: dict[str, list[_Row]], theme: Theme) -> float:
    """One size of text for all panels: that of the fullest, mm."""
    sizes = [
        fit_blocks(theme, _room(net[panel].size), blocks[0].loc, _drawer(blocks, dice))
        for panel, blocks in component.inside.items()
        if blocks
    ]
    return min(sizes, default=LARGEST)


def _draw_inside(
    blocks: tuple[Block, ...],
    dice: dict[str, list[_Row]],
    theme: Theme,
    text: float,
    ink: Ink,
    size: Size,
) -> None:
    if blocks:
        set_blocks(ink, theme, _room(size), blocks[0].loc, _drawer(blocks, dice), text)


def _room(size: Size) -> Rect:
    return Rect(0, 0, *size).inset(MARGIN)


def _drawer(blocks: tuple[Block, ...], dice: dict[str, list[_Row]]) -> Callable[[Flow], None]:
    def draw(flow: Flow) -> None:
        for block in blocks:
            _draw_block(block, dice, flow)

    return draw


def _draw_block(block: Block, dice: dict[str, list[_Row]], flow: Flow) -> None:
    if block.heading:
        flow.heading(block.heading)
    if block.text:
        flow.paragraph(block.text)
    if block.items:
        flow.items(block.items)
    if block.rows:
        flow.table(block.rows, block.head)
    if block.dice:
        _draw_dice(dice[block.dice], flow)
    if block.beats and dice[block.beats]:
        _draw_beats([row.die for row in dice[block.beats]], flow)


def _draw_dice(dice: list[_Row], flow: Flow) -> None:
    """Name, number and all faces of every die."""
    left = max((flow.width(row.label, 500) for row in dice), default=0.0) + 1.2 * flow.text
    faces = max((len(row.faces) for row in dice), default=6)
    side = min(BESIDE * flow.text, (flow.room.width - left) / (1.12 * faces))
    for row in dice:
        flow.pictures(row.label, row.faces, NOMINAL, side, left)
    flow.end(0.3)


def _row(copies: int, die: DieTruth, theme: Theme) -> _Row:
    """Faces as on the dice, in thin frames; the dice themselves report what is wrong.

    Letters would be too small to read here; the die's name stands beside its faces.
    """
    size, drawn = Size(NOMINAL, NOMINAL), {}
    for value in dict.fromkeys(die.faces):
        small = Ink()
        badge = None if value in die.contest.characters else die.look.letter
        look = replace(die.look, letter=badge if badge in SYMBOLS else None)
        draw_ground(look, theme, small, size)
        draw_value(value, die.look, theme, None, small, size)
        small.rect(Rect(0, 0, *size), fill="none", stroke=theme.palette.ink, stroke_width=0.15)
        drawn[value] = small.layer()
    return _Row(f"{copies} × {die.name}", die, tuple(drawn[value] for value in die.faces))


def _draw_beats(dice: list[DieTruth], flow: Flow) -> None:
    """Pairs of characters with an arrow from the winner to the loser."""
    pairs = dice[0].contest.beats
    look = DieLook(pictures=tuple(own for die in dice for own in die.look.pictures))
    side = 2.6 * flow.text + min(0.15 * flow.spare / max(len(pairs), 1), 1.6 * flow.text)
    gap = 0.5 * side
    for winner, loser in pairs:
        at = Point(flow.room.centre.x - side - gap, flow.y)
        for name, x in ((winner, at.x), (loser, at.x + side + 2 * gap)):
            _draw_character(name, look, flow, Point(x, at.y), side)
        y, start, tip = at.y + side / 2, at.x + side + 0.4 * gap, at.x + side + 1.6 * gap
        accent, head = flow.theme.palette.accent, 0.45 * flow.text
        flow.ink.line(Point(start, y), Point(tip - head, y), stroke=accent, stroke_width=0.4)
        flow.ink.polygon(
            (Point(tip, y), Point(tip - head, y - 0.6 * head), Point(tip - head, y + 0.6 * head)),
            fill=accent,
        )
        flow.y += 1.12 * side
    flow.end(0.3)


def _draw_character(name: str, look: DieLook, flow: Flow, at: Point, side: float) -> None:
    """A silhouette, or what else stands on a die without a border."""
    if name in SYMBOLS:
        place = Affine.translation(*at) @ Affine.scaling(side / 100)
        flow.ink.draw(symbol(name), flow.theme.palette, place)
        return
    small, edge = Ink(), side / OPEN
    draw_value(name, look, flow.theme, None, small, Size(edge, edge))
    rim = (edge - side) / 2
    flow.ink.stamp(small.layer(), Affine.translation(at.x - rim, at.y - rim))


# -- outside ---------------------------------------------------------------------------------------


def _draw_outside(game: Game, figure: Figure, ink: Ink, size: Size) -> None:
    """Waves in the player's colour, the silhouette on both sides of the names."""
    theme, band = game.file.theme, _draw_waves(figure, game.file.theme, ink, size)
    side = size.height - 2 * band - 6.0
    for x in (0.06 * size.width, 0.94 * size.width - side):
        at = Affine.translation(x, (size.height - side) / 2) @ Affine.scaling(side / 100)
        ink.draw(symbol(figure.symbol), theme.palette, at)
    room = size.width - 2 * (0.06 * size.width + side) - 4.0
    middle, above = Point(size.width / 2, size.height / 2), size.height / 2 - 2.0 - band - 1.0
    fonts, where = theme.fonts.title, game.file.at.of("title")
    title = fit_headline(game.file.title.upper(), fonts, 700, room, 5.0, SMALLEST, above)
    title.draw(ink, Point(middle.x, middle.y - 2.0), theme.palette.ink, where)
    _complain(ink, title, where)
    if figure.title:
        name, where = Point(middle.x, middle.y + 6.5), figure.at.of("title")
        title = fit_headline(figure.title, fonts, 700, room, 6.0, SMALLEST, 0.0)
        title.draw(ink, name, figure.colour, where)
        _complain(ink, title, where)


def _draw_wing(figure: Figure, theme: Theme, ink: Ink, size: Size) -> None:
    """Waves and the player's letter in a disc."""
    band = _draw_waves(figure, theme, ink, size)
    middle = Point(size.width / 2, size.height / 2)
    radius = 0.5 * size.height - band - 3.5
    ink.circle(middle, radius, fill=figure.colour)
    if figure.letter:
        letters = 1.25 * radius
        ink.text(
            figure.letter,
            Point(middle.x, middle.y + 0.35 * letters),
            letters,
            family=theme.fonts.title,
            weight=900,
            anchor="middle",
            fill=theme.palette.paper,
            where=figure.at.of("letter"),
        )


def _draw_waves(figure: Figure, theme: Theme, ink: Ink, size: Size) -> float:
    """Bands of waves at top and bottom; gives back their height, mm."""
    band = 0.12 * size.height
    waves = wave_pair(2.0, 1.5, size.width - 4.0, size.height - 3.0, band)
    ink.draw(waves, theme.palette, tint=figure.colour)
    return band + 1.5


def _complain(ink: Ink, title: Headline, where: Loc) -> None:
    if not title.fitted:
        message = f"'{title.lines[0]}' does not fit the screen"
        ink.problems.append(Problem("TEXT001", "error", message, where, "shorten it"))


KIND = Kind("screen", Screens, expand)
