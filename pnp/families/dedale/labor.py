"""Labor cards: what a locked room must be. Picture and text are both made from the condition."""

from __future__ import annotations

import re
from typing import Annotated

from msgspec import Struct

from pnp.definition.model import Game, Theme
from pnp.definition.schema import Bounds, Value, Written
from pnp.definition.values import Copies, Id, SizeMm, Table, Text, Title, Whole
from pnp.draw.fonts import find_font
from pnp.draw.ink import Ink
from pnp.draw.ornament import wave_band
from pnp.draw.text import fit_size, wrap
from pnp.errors import Problem
from pnp.families.dedale.cell_card import Scheme, find_cards, scheme_of
from pnp.families.dedale.conditions import Condition, parse_condition, sentence
from pnp.families.dedale.laborart import draw_picture, icons
from pnp.families.dedale.laboricons import IconInks
from pnp.geometry.plane import Point, Rect, Size
from pnp.kinds.backs import Backed, add_backs
from pnp.kinds.base import Context, Expansion, Kind, Stocked, entry_piece, printed_entries
from pnp.piece import Face, Stamp

MARGIN = 4.2
"""Between trim and print, mm."""
TEXT, LEAST = 3.1, 2.2
"""Sizes of the text, mm (8.8 and 6.2 pt): the largest that leaves the picture its room."""
PICTURE = 0.30
"""The least part of a card's height that the picture gets."""
NUMBER = 7.0
"""Size of the number, mm."""
TITLE, COMMON, SMALLEST_TITLE = 3.9, 2.8, 2.3
"""Sizes of titles, mm: the largest, the least that all agree on for the sake of one, the least."""
CARD, CARD_STEP = 4.6, 1.3
"""A little card of the hand, and from one to the next, mm."""
BESIDE, AIR = 2.0, 1.4
"""Room on both sides of a title, and what a picture keeps from the wave and the text, mm."""


def _json_name(value: str) -> str:
    if re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}\.json", value) is None:
        raise ValueError(f"'{value[:80]}' is not the name of a .json file")
    return value


JsonName = Annotated[str, Value("file name", _json_name)]


class WrittenLabor(Written):
    """A labor has its number as printed, a title, a condition, and so many cards held in hand."""

    number: Text
    title: Title
    condition: Text
    hand: Annotated[Whole, Bounds(least=1, most=9)] = 2
    copies: Copies = 1


class Labors(Stocked, Backed):
    """Labors for the cell cards `like`; `certificates` is a file of solved deals beside this one.

    `intro` begins the text of every card; the conditions end it.
    """

    like: Id
    size: SizeMm = (63.0, 63.0)
    intro: Text = "Lock the Minotaur into a room that"
    certificates: JsonName | None = None
    labors: Table[Id, WrittenLabor]


class Labor(Struct, frozen=True):
    """The truth of a labor card. `colours` are the names of all colours, in order."""

    number: str
    title: str
    condition: Condition
    hand: int
    colours: tuple[str, ...]

    @property
    def demands(self) -> str:
        """The condition in English, as the end of "a room that …"."""
        parts = [sentence(term, self.colours) for term in self.condition.terms]
        if len(parts) < 2:
            return parts[0]
        comma = "," if len(parts) > 2 else ""
        return f"{', '.join(parts[:-1])}{comma} and {parts[-1]}"


def expand(component: Labors, context: Context) -> Expansion:
    """One piece per labor; a labor whose condition cannot be read is a problem and no piece."""
    result = Expansion()
    scheme = None
    cards, problems = find_cards(context.game, component.like, component.at.of("like"))
    if cards:
        scheme, _ = scheme_of(cards, context.game)
    result.problems += problems
    if scheme is None:
        result.unread = len(component.labors)
        return result
    artist = _Artist(component, scheme, context.game)
    for id, written in printed_entries(component, "labors", result):
        labor, problems = _read(written, scheme)
        result.problems += problems
        if labor is None:
            result.unread += written.copies
            continue
        result.pieces.append(
            entry_piece(
                component,
                "labors",
                id,
                artist.face(labor, written),
                title=f"{labor.number} {labor.title}",
                truth=labor,
            )
        )
    add_backs(component, Size(*component.size), context, result)
    return result


def _read(written: WrittenLabor, scheme: Scheme) -> tuple[Labor | None, list[Problem]]:
    legend = scheme.legend
    colours = tuple(name for _, name in legend.colours)
    marks = [name for _, name in legend.marks]
    condition, slips = parse_condition(written.condition, colours, marks)
    node = written.at.node.fields["condition"]
    problems = [
        Problem("DEF020", "error", slip.message, node.on_line(slip.column), slip.hint)
        for slip in slips
    ]
    if condition is None:
        return None, problems
    return Labor(written.number, written.title, condition, written.hand, colours), problems


class _Artist:
    """Draws the labors of one component."""

    def __init__(self, component: Labors, scheme: Scheme, game: Game) -> None:
        self.component = component
        self.theme: Theme = game.file.theme
        self.size = Size(*component.size)
        lone = [entry.symbol for entry in scheme.colours.values() if entry.symbol]
        self.look = IconInks(
            self.theme,
            {entry.name: entry for entry in scheme.colours.values() if entry.colour},
            {entry.name: entry.symbol for entry in scheme.marks.values()},
            lone[0] if lone else self.theme.emblem,
        )
        sizes = [self._title_size(labor) for labor in component.labors.values() if labor.copies]
        self.letters = max(min(sizes, default=TITLE), COMMON)

    def face(self, labor: Labor, written: WrittenLabor) -> Face:
        """Number and title above, then the picture, then the text; the hand in the corner."""
        ink = Ink()
        top = self._draw_head(ink, labor, written)
        foot = self._draw_text(ink, labor, written, top)
        area = Rect(MARGIN, top + AIR, self.size.width - 2 * MARGIN, foot - top - 2 * AIR)
        problems = list(ink.problems)
        if not draw_picture(ink, icons(labor.condition, self.look), area, self.theme):
            problems.append(
                Problem(
                    "ART001",
                    "error",
                    "the picture does not fit the card",
                    written.at.of("condition"),
                    "ask for less at once",
                )
            )
        return Face(self.size, (Stamp(ink.layer()),), self.component.bleed, tuple(problems))

    def _draw_head(self, ink: Ink, labor: Labor, written: WrittenLabor) -> float:
        """Number, title, hand and a wave; returns where the picture may begin, mm."""
        fonts, palette, width = self.theme.fonts, self.theme.palette, self.size.width
        base = MARGIN + find_font(fonts.title, 900).cap_height * NUMBER
        ink.text(
            labor.number,
            Point(MARGIN, base),
            self._number_size(written),
            family=fonts.title,
            weight=900,
            fill=palette.accent,
            where=written.at.of("number"),
        )
        left, right = self._title_room(written)
        self._draw_hand(ink, labor.hand, base)
        letters, fitted = fit_size(
            labor.title, fonts.title, 700, right - left, self.letters, SMALLEST_TITLE
        )
        ink.text(
            labor.title,
            Point(left, base),
            letters,
            family=fonts.title,
            weight=700,
            fill=palette.ink,
            where=written.at.of("title"),
        )
        if not fitted:
            ink.problems.append(
                Problem(
                    "TEXT001",
                    "error",
                    f"'{labor.title}' does not fit the card",
                    written.at.of("title"),
                    "shorten it",
                )
            )
        ink.draw(
            wave_band(MARGIN, base + 1.6, width - 2 * MARGIN, 1.9), palette, tint=palette.accent
        )
        return base + 5.2

    def _number_size(self, written: WrittenLabor) -> float:
        family, room = self.theme.fonts.title, 0.26 * self.size.width
        return fit_size(written.number, family, 900, room, NUMBER, 4.0)[0]

    def _title_room(self, written: WrittenLabor) -> tuple[float, float]:
        """Where a title may begin and must end, mm: between its number and the hand."""
        font = find_font(self.theme.fonts.title, 900)
        wide = font.width(written.number, self._number_size(written))
        return MARGIN + wide + BESIDE, self._left_of_hand(written.hand) - BESIDE

    def _title_size(self, written: WrittenLabor) -> float:
        """The size that a title would like to have, mm."""
        left, right = self._title_room(written)
        family = self.theme.fonts.title
        return fit_size(written.title, family, 700, right - left, TITLE, SMALLEST_TITLE)[0]

    def _left_of_hand(self, hand: int) -> float:
        return self.size.width - MARGIN - CARD - CARD_STEP * (hand - 1)

    def _draw_hand(self, ink: Ink, hand: int, base: float) -> None:
        """As many little cards as a player holds, the number on the first."""
        palette, side, left = self.theme.palette, CARD, self._left_of_hand(hand)
        for i in reversed(range(hand)):
            box = Rect(left + i * CARD_STEP, base - side - 0.35 * i, side, side)
            ink.rect(box, radius=0.4, fill=palette.paper, stroke=palette.ink, stroke_width=0.25)
        letters = 3.4
        rise = find_font(self.theme.fonts.label, 700).figure_height * letters / 2
        ink.text(
            str(hand),
            Point(left + side / 2, base - side / 2 + rise),
            letters,
            family=self.theme.fonts.label,
            weight=700,
            anchor="middle",
            fill=palette.ink,
        )

    def _draw_text(self, ink: Ink, labor: Labor, written: WrittenLabor, top: float) -> float:
        """The condition in words along the foot; returns where it begins, mm."""
        family, width = self.theme.fonts.label, self.size.width - 2 * MARGIN
        words = f"{self.component.intro} {labor.demands}."
        bottom = self.size.height - MARGIN
        size = TEXT
        while True:
            lines = _balanced(words, family, size, width)
            start = bottom - len(lines) * 1.22 * size
            fits = start - top >= PICTURE * self.size.height
            if fits or size <= LEAST:
                break
            size = max(size - 0.1, LEAST)
        for i, line in enumerate(lines):
            base = start + i * 1.22 * size + size
            ink.text(
                line,
                Point(self.size.width / 2, base),
                size,
                family=family,
                weight=500,
                anchor="middle",
                fill=self.theme.palette.ink,
                where=written.at.of("condition"),
            )
        if not fits:
            ink.problems.append(
                Problem(
                    "TEXT001",
                    "error",
                    "the text does not fit the card",
                    written.at.of("condition"),
                    "ask for less at once",
                )
            )
        return start - 1.0


def _balanced(words: str, family: str, size: float, width: float) -> list[str]:
    """Lines of about equal length, no more than it takes."""
    lines = wrap(words, family, 500, size, width)
    narrow = width
    while len(shorter := wrap(words, family, 500, size, narrow)) == len(lines) and narrow > 1:
        lines, narrow = shorter, narrow - 1.0
    return lines


KIND = Kind("labor", Labors, expand)
