"""A page of a score pad: names across, one row for each hand or round, room to write."""

from __future__ import annotations

import math
from typing import Annotated

from pnp.definition.model import Component, Game
from pnp.definition.schema import Bounds
from pnp.definition.values import Copies, SizeMm, Table, Text, Whole
from pnp.draw.headline import Headline, fit_headline
from pnp.draw.ink import Ink
from pnp.draw.ornament import wave_band, wave_length
from pnp.draw.symbols import SYMBOLS, symbol
from pnp.draw.text import fit_size, text_width, wrap
from pnp.errors import Loc, Problem
from pnp.geometry.plane import Affine, Point, Rect, Size
from pnp.kinds.base import Context, Expansion, Kind, own_piece
from pnp.piece import Face, Stamp

HEAD = 16.0
"""Title line, mm."""
NAME = 13.0
"""Row for names, mm."""
COLUMNS = 6.0
"""Row of the columns' headings, mm."""
NOTE = 4.4
"""Line of a note below, mm."""
SMALLEST = 2.2
TITLE, LEAST_TITLE = 8.0, 3.0
"""Letters of the game's title, mm: as large as there is room."""
WAVE, GAP = 4.5, 6.0
"""Height of the wave in the title line, and what is free before and behind it, mm."""
DATE = 8.0
"""Room for the word "Date", mm."""
LABEL, OWNER, REMARK = 5.5, 3.1, 3.0
"""Sizes of a row's label, of what stands in the room for a name, and of a remark, mm."""
LINE, EDGE = 1.12, 1.1
"""From one line of a remark to the next, in sizes; what remarks keep from lines, mm."""
SHADE = "#EFEAE2"
LEAST_ROW = 6.0
"""A row that can be written in, mm."""


class ScorePad(Component):
    """A page of `size` for so many `players`.

    Every player has the same `columns`; `rows` are labels of the rows, as `rows: [1, 2, 3]`; `last`
    of the last one, a broad one for the result. `breaks` puts a remark below a row, by its label,
    as `breaks: {3: Harvest}`; `notes` stand below all. Cells of less than 6 x 6 mm are refused: a
    page is at least 20 mm and 6 mm for each column of each player wide, and 42 mm, 6 mm for each
    row and 8 mm for the last one high, and headings may want more.
    """

    size: SizeMm = (256.0, 186.0)
    players: Annotated[Whole, Bounds(least=1, most=12)] = 6
    player: Text = "Name"
    columns: Annotated[tuple[Text, ...], Bounds(least=1, most=8)] = ("Points",)
    rows: Annotated[tuple[Text, ...], Bounds(least=1, most=40)]
    row: Text = "Round"
    last: Text | None = "Total"
    breaks: Table[Text, Text] = {}
    notes: tuple[Text, ...] = ()
    copies: Copies = 1


def expand(component: ScorePad, context: Context) -> Expansion:
    """One page."""
    result = Expansion()
    for label in component.breaks:
        if label not in component.rows:
            at = component.at.node.fields["breaks"].keys[label]
            result.problems.append(
                Problem(
                    "DEF003",
                    "error",
                    f"there is no row '{label}'",
                    at,
                    f"rows: {', '.join(component.rows)}",
                )
            )
    table = _Table(component, context.game)
    fits = min(table.row, table.cell) >= LEAST_ROW
    if not fits:
        message = f"{table.size} has no room for cells of {LEAST_ROW:g} x {LEAST_ROW:g} mm"
        hint = f"at least {table.least}, or fewer rows and columns"
        result.problems.append(Problem("TEXT001", "error", message, component.loc, hint))
    face = table.face() if fits else Face(table.size, ())
    title = component.title or f"{context.game.file.title}, score pad"
    result.pieces.append(
        own_piece(
            component,
            face,
            title=title,
            copies=component.copies,
            thickness=0.1,
        )
    )
    return result


class _Table:
    """Where the lines of a pad run, and how it is drawn."""

    def __init__(self, pad: ScorePad, game: Game) -> None:
        self.pad, self.game, self.theme = pad, game, game.file.theme
        self.size = Size(*pad.size)
        self.margin = 3.5
        self.stub = max(13.0, 0.06 * self.size.width)
        room = self.size.width - 2 * self.margin - self.stub
        self.group = room / pad.players
        self.cell = self.group / len(pad.columns)
        self.top = self.margin + HEAD
        foot = NOTE * len(pad.notes) + (1.5 if pad.notes else 0)
        body = self.size.height - self.top - NAME - COLUMNS - self.margin - foot
        rows = len(pad.rows) + (1.25 if pad.last else 0)
        self.row = body / rows
        lacks = (LEAST_ROW - self.cell) * pad.players * len(pad.columns)
        self.least = Size(
            max(self.size.width, math.ceil(self.size.width + lacks)),
            max(self.size.height, math.ceil(self.size.height + (LEAST_ROW - self.row) * rows)),
        )
        self.first = self.top + NAME + COLUMNS
        self.bottom = self.first + body

    def face(self) -> Face:
        ink = Ink()
        self._draw_head(ink)
        self._draw_shades(ink)
        self._draw_lines(ink)
        self._draw_labels(ink)
        self._draw_notes(ink)
        return Face(self.size, (Stamp(ink.layer()),), problems=tuple(ink.problems))

    def _left(self, player: int, column: int = 0) -> float:
        return self.margin + self.stub + player * self.group + column * self.cell

    def _draw_head(self, ink: Ink) -> None:
        """The emblem, the title, waves, a line for the date.

        What there is no room for beside the title goes first: waves, then the emblem; then the
        title breaks, and has the emblem beside it again where that has room.
        """
        palette, right = self.theme.palette, self.size.width - self.margin
        line = min(48.0, max(18.0, 0.1875 * self.size.width))
        date, side = right - line - DATE, HEAD - 4.0
        emblem = side + 4.0 if self.theme.emblem in SYMBOLS else 0.0
        x, title = self._fit_title(date - GAP - self.margin, emblem)
        where, hint = self.game.file.at.of("title"), "a shorter title, or a larger size of the pad"
        self._complain(ink, title.fitted, title.lines[0], where, hint)
        if x > self.margin:
            at = Affine.translation(self.margin, self.margin) @ Affine.scaling(side / 100)
            ink.draw(symbol(self.theme.emblem), palette, at)
        base = self.margin + side / 2 + 0.35 * title.letters
        low = base + (title.height - title.cap) / 2
        title.draw(ink, Point(x, low), palette.ink, where, anchor="start")
        wave = x + title.width + GAP
        if date - GAP - wave >= wave_length(WAVE):
            band = wave_band(wave, base - WAVE, date - GAP - wave, WAVE)
            ink.draw(band, palette, tint=palette.accent)
        self._words(ink, "Date", Point(date, base), 3.2, 500, self.pad.loc)
        ends = Point(right - line, base + 0.5), Point(right, base + 0.5)
        ink.line(*ends, stroke=palette.number, stroke_width=0.15)

    def _fit_title(self, room: float, emblem: float) -> tuple[float, Headline]:
        """Where the title begins, and how it fits: beside the emblem or without, better in one line
        than in two."""
        family, words = self.theme.fonts.title, self.game.file.title.upper()
        places = [(self.margin + beside, room - beside) for beside in (emblem, 0.0)]
        for high in (0.0, HEAD - 4.0):
            for x, width in places:
                title = fit_headline(words, family, 900, width, TITLE, LEAST_TITLE, high)
                if title.fitted:
                    return x, title
        return x, title

    def _draw_shades(self, ink: Ink) -> None:
        """The last column of every player, and the last row: where the eye looks for the score."""
        pad, end = self.pad, self.first + len(self.pad.rows) * self.row
        right = self.size.width - self.margin
        if len(pad.columns) > 1:
            for player in range(pad.players):
                x = self._left(player, len(pad.columns) - 1)
                ink.rect(Rect(x, self.top + NAME, self.cell, end - self.top - NAME), fill=SHADE)
        if pad.last:
            ink.rect(Rect(self.margin, end, right - self.margin, self.bottom - end), fill=SHADE)

    def _draw_lines(self, ink: Ink) -> None:
        palette, pad = self.theme.palette, self.pad
        left, right = self.margin, self.size.width - self.margin
        ys = [self.first + i * self.row for i in range(len(pad.rows) + 1)]
        for y in (self.top + NAME, *ys[1:-1]):
            ink.line(Point(left, y), Point(right, y), stroke=palette.grid, stroke_width=0.15)
        for player in range(pad.players):
            for column in range(1, len(pad.columns)):
                x = self._left(player, column)
                ink.line(
                    Point(x, self.top + NAME),
                    Point(x, ys[-1]),
                    stroke=palette.grid,
                    stroke_width=0.15,
                )
        for label in pad.breaks:
            if label in pad.rows:
                y = ys[pad.rows.index(label) + 1]
                ink.line(
                    Point(left + self.stub, y),
                    Point(right, y),
                    stroke=palette.accent,
                    stroke_width=0.5,
                    stroke_dasharray=(2.0, 1.2),
                )
        for y in (self.first, ys[-1]):
            ink.line(Point(left, y), Point(right, y), stroke=palette.ink, stroke_width=0.35)
        for player in range(pad.players):
            x = self._left(player)
            ink.line(
                Point(x, self.top), Point(x, self.bottom), stroke=palette.ink, stroke_width=0.35
            )
        ink.rect(
            Rect(left, self.top, right - left, self.bottom - self.top),
            fill="none",
            stroke=palette.ink,
            stroke_width=0.5,
        )

    def _draw_labels(self, ink: Ink) -> None:
        pad, middle, at = self.pad, self.margin + self.stub / 2, self.pad.at.of
        head = Point(middle, self.first - 1.8)
        self._fit(ink, pad.row, head, 3.0, self.stub - 2.0, 500, at("row"))
        for i, label in enumerate(pad.rows):
            y = self.first + (i + 0.5) * self.row
            low, size = y + 1.9, LABEL
            if label in pad.breaks:
                low, size = self._draw_break(ink, label, i)
            self._fit(ink, label, Point(middle, low), size, self.stub - 2.0, 700, at("rows", i))
        if pad.last:
            y = (self.first + len(pad.rows) * self.row + self.bottom) / 2
            place = Point(middle, y + 1.2)
            self._fit(ink, pad.last, place, 3.6, self.stub - 2.0, 700, at("last"))
        for player in range(pad.players):
            place = Point(self._left(player) + 1.2, self.top + 1.0 + 0.8 * OWNER)
            family, name = self.theme.fonts.label, f"{pad.player} {player + 1}"
            letters, fitted = fit_size(name, family, 500, self.group - 2.0, OWNER, SMALLEST)
            self._complain(ink, fitted, name, at("player"))
            self._words(ink, name, place, letters, 500, at("player"))
            for column, words in enumerate(pad.columns):
                place = Point(self._left(player, column) + self.cell / 2, self.first - 1.8)
                self._fit(ink, words, place, 3.0, self.cell - 1.0, 500, at("columns", column))

    def _draw_break(self, ink: Ink, label: str, row: int) -> tuple[float, float]:
        """The remark at the foot of a row's label, as large as there is room below the label.

        Returns the label's baseline and its size in what is left, mm.
        """
        words, family = self.pad.breaks[label], self.theme.fonts.label
        room, top, tall = self.stub - 1.6, self.first + row * self.row, 0.75 * LABEL
        size = REMARK
        lines = wrap(words, family, 700, size, room)
        while size > SMALLEST and (
            tall + 1.2 + len(lines) * LINE * size > self.row - 2 * EDGE
            or max(text_width(line, family, 700, size) for line in lines) > room
        ):
            size = max(size - 0.1, SMALLEST)
            lines = wrap(words, family, 700, size, room)
        low = top + self.row - EDGE - 0.2 * size
        for i, line in enumerate(lines):
            base = low - (len(lines) - 1 - i) * LINE * size
            place, where = Point(self.margin + self.stub / 2, base), self.pad.at.of("breaks", label)
            self._fit(ink, line, place, size, room, 700, where, self.theme.palette.accent)
        free = self.row - EDGE - len(lines) * LINE * size
        tall = min(tall, free - 0.8)
        return top + (free + tall) / 2, tall / 0.75

    def _draw_notes(self, ink: Ink) -> None:
        for i, words in enumerate(self.pad.notes):
            at = Point(self.margin, self.bottom + 1.5 + (i + 0.75) * NOTE)
            room = self.size.width - 2 * self.margin
            letters, fitted = fit_size(words, self.theme.fonts.label, 400, room, 3.2, SMALLEST)
            where = self.pad.at.of("notes", i)
            self._complain(ink, fitted, words, where)
            self._words(ink, words, at, letters, 400, where)

    def _fit(
        self,
        ink: Ink,
        words: str,
        at: Point,
        size: float,
        room: float,
        weight: int,
        where: Loc,
        colour: str | None = None,
    ) -> None:
        """Centred words, smaller where they must be."""
        letters, fitted = fit_size(words, self.theme.fonts.label, weight, room, size, SMALLEST)
        self._complain(ink, fitted, words, where)
        ink.text(
            words,
            at,
            letters,
            family=self.theme.fonts.label,
            weight=weight,
            anchor="middle",
            fill=colour or self.theme.palette.ink,
            where=where,
        )

    def _words(
        self,
        ink: Ink,
        words: str,
        at: Point,
        size: float,
        weight: int,
        where: Loc,
        colour: str | None = None,
    ) -> None:
        ink.text(
            words,
            at,
            size,
            family=self.theme.fonts.label,
            weight=weight,
            fill=colour or self.theme.palette.ink,
            where=where,
        )

    def _complain(self, ink: Ink, fitted: bool, words: str, where: Loc, hint: str = "") -> None:
        if not fitted:
            hint = hint or "shorten it, or a larger size of the pad"
            message = f"'{words}' does not fit the score pad '{self.pad.id}'"
            ink.problems.append(Problem("TEXT001", "error", message, where, hint))


KIND = Kind("scorepad", ScorePad, expand)
