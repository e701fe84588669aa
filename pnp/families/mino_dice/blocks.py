"""Blocks of text in a column: headings, paragraphs, lists, tables, rows of pictures. mm."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pnp.definition.model import Theme
from pnp.draw.ink import Ink
from pnp.draw.text import fit_size, text_width, wrap
from pnp.errors import Problem
from pnp.geometry.plane import Affine, Point, Rect
from pnp.piece import Layer
from pnp.units import format_mm

LARGEST, SMALLEST, STEP = 3.6, 2.2, 0.1
"""Sizes of text that are tried, mm (10.2 to 6.2 pt)."""
LEADING = 1.22
FARTHEST = 1.6
"""From one picture of a row to the next at most, in widths."""
LOOSEST = 1.0
"""What is added after a block at most where there is room, in sizes of text."""


class Flow:
    """Sets blocks one below the other into `room`; `y` is where the next one begins.

    Sizes follow the size of text. What is too wide becomes a TEXT001 problem of the pen. `spare`
    is how much of the room's height would be left, so that pictures may take of it, and `loose`
    what is added after every block (`ends` counts them); mm.
    """

    def __init__(
        self,
        ink: Ink,
        theme: Theme,
        room: Rect,
        text: float,
        where: Any,
        spare: float = 0.0,
        loose: float = 0.0,
    ) -> None:
        self.ink, self.theme, self.room, self.text, self.where = ink, theme, room, text, where
        self.y, self.spare, self.loose, self.ends = room.y, spare, loose, 0
        self.columns: tuple[float, ...] = ()

    @property
    def family(self) -> str:
        return self.theme.fonts.label

    def space(self, lines: float) -> None:
        """Leave room, in lines; none at the top."""
        if self.y > self.room.y:
            self.y += lines * self.text

    def end(self, lines: float) -> None:
        """The end of a block: room below it, in lines, and what is to spare."""
        self.y += lines * self.text + self.loose
        self.ends += 1

    def heading(self, words: str) -> None:
        """A title with a thin rule below it; what follows knows no columns of pictures."""
        self.columns = ()
        self.space(0.7)
        wanted = 1.3 * self.text
        size, fitted = fit_size(
            words, self.theme.fonts.title, 700, self.room.width, wanted, SMALLEST
        )
        self._complain(fitted, words)
        self.ink.text(
            words,
            Point(self.room.x, self.y + 0.8 * size),
            size,
            family=self.theme.fonts.title,
            weight=700,
            fill=self.theme.palette.ink,
            where=self.where,
        )
        self.y += 1.08 * wanted
        self.ink.line(
            Point(self.room.x, self.y),
            Point(self.room.right, self.y),
            stroke=self.theme.palette.accent,
            stroke_width=0.25,
        )
        self.y += 0.45 * self.text

    def paragraph(self, words: str, left: float = 0.0, weight: int = 400) -> None:
        """Wrapped words, `left` mm from the column's edge."""
        for line in self._wrapped(words, self.room.width - left, weight):
            self._line(line, self.room.x + left, weight)
            self.y += LEADING * self.text
        self.end(0.25)

    def items(self, items: Sequence[str]) -> None:
        """A list with dots."""
        for item in items:
            middle = Point(self.room.x + 0.35 * self.text, self.y + 0.55 * self.text)
            self.ink.circle(middle, 0.17 * self.text, fill=self.theme.palette.accent)
            self.paragraph(item, left=0.95 * self.text)

    def table(self, rows: Sequence[Sequence[str]], head: bool) -> None:
        """Columns as wide as their widest cell; the last takes what is left and wraps.

        Below pictures in columns, short cells stand in the middle of the last of those columns.
        """
        gap, count = 0.9 * self.text, max(len(row) for row in rows)
        if self._draw_below(rows, head, count):
            return
        widths = [
            max(
                self.width(row[i], self._weight(i, head and not n))
                for n, row in enumerate(rows)
                if i < len(row)
            )
            for i in range(count - 1)
        ]
        if count > 2:  # narrow columns spread over the whole rule
            ends = [self.width(row[-1], 500) for row in rows if len(row) == count]
            spare = self.room.width - sum(widths) - max(ends, default=0.0)
            gap = max(gap, min(spare / (count - 1), 0.2 * self.room.width))
        lefts = [sum(widths[:i]) + gap * i for i in range(count)]
        last = self.room.width - lefts[-1]
        for n, row in enumerate(rows):
            top, low = self.y, self.y
            for i, cell in enumerate(row):
                weight = self._weight(i, head and n == 0)
                room = last if i == count - 1 else widths[i] + 1e-6
                self.y = top
                for line in self._wrapped(cell, room, weight):
                    self._line(line, self.room.x + lefts[i], weight)
                    self.y += LEADING * self.text
                low = max(low, self.y)
            self.y = low
            self._rule()
        self.end(0.1)

    def _draw_below(self, rows: Sequence[Sequence[str]], head: bool, count: int) -> bool:
        """Draw a table in the columns of the pictures above it, if its cells fit them."""
        if not 1 < count <= len(self.columns):
            return False
        middles = self.columns[len(self.columns) - count + 1 :]
        pitch = self.columns[1] - self.columns[0]
        for n, row in enumerate(rows):
            for i, cell in enumerate(row):
                room = 0.9 * pitch if i else middles[0] - pitch / 2 - self.room.x
                if self.width(cell, self._weight(i, head and n == 0)) > room:
                    return False
        for n, row in enumerate(rows):
            for i, cell in enumerate(row):
                weight = self._weight(i, head and n == 0)
                left = middles[i - 1] - self.width(cell, weight) / 2 if i else self.room.x
                self._line(cell, left, weight)
            self.y += LEADING * self.text
            self._rule()
        self.end(0.1)
        return True

    def _rule(self) -> None:
        """The thin line below a row."""
        self.y += 0.12 * self.text
        self.ink.line(
            Point(self.room.x, self.y),
            Point(self.room.right, self.y),
            stroke=self.theme.palette.grid,
            stroke_width=0.12,
        )
        self.y += 0.2 * self.text

    def pictures(
        self, label: str, pictures: Sequence[Layer], drawn: float, side: float, left: float
    ) -> None:
        """A label and pictures in one row, the first of them `left` mm in, the last at the right.

        They were `drawn` so many mm wide and become `side` mm wide.
        """
        free = self.room.width - left - side
        pitch = min(free / max(len(pictures) - 1, 1), FARTHEST * side)
        self.columns = tuple(
            self.room.x + left + i * pitch + side / 2 for i in range(len(pictures))
        )
        self.ink.text(
            label,
            Point(self.room.x, self.y + side / 2 + 0.3 * self.text),
            self.text,
            family=self.family,
            weight=500,
            fill=self.theme.palette.ink,
            where=self.where,
        )
        for i, picture in enumerate(pictures):
            at = Affine.translation(self.columns[i] - side / 2, self.y) @ Affine.scaling(
                side / drawn
            )
            self.ink.stamp(picture, at)
        self.y += 1.16 * side

    def _weight(self, column: int, head: bool) -> int:
        return 700 if head else 500 if column == 0 else 400

    def width(self, words: str, weight: int) -> float:
        """The width of words on one line, mm."""
        return text_width(words, self.family, weight, self.text)

    def _wrapped(self, words: str, width: float, weight: int) -> list[str]:
        try:
            lines = wrap(words, self.family, weight, self.text, width)
        except KeyError:
            return [words]
        for line in lines:
            self._complain(self.width(line, weight) <= width + 1e-6, line)
        return lines

    def _line(self, words: str, x: float, weight: int) -> None:
        self.ink.text(
            words,
            Point(x, self.y + 0.82 * self.text),
            self.text,
            family=self.family,
            weight=weight,
            fill=self.theme.palette.ink,
            where=self.where,
        )

    def _complain(self, fitted: bool, words: str) -> None:
        if not fitted:
            problem = Problem(
                "TEXT001", "error", f"'{words}' is too wide", self.where, "shorten it"
            )
            if problem not in self.ink.problems:
                self.ink.problems.append(problem)


DrawFlow = Callable[[Flow], None]


def fit_blocks(theme: Theme, room: Rect, where: Any, draw: DrawFlow) -> float:
    """The largest size of text, mm, at which all blocks fit into `room`; else the smallest."""
    size = LARGEST
    while size > SMALLEST:
        trial = Flow(Ink(), theme, room, size, where)
        draw(trial)
        tight = any(problem.code == "TEXT001" for problem in trial.ink.problems)
        if not tight and trial.y <= room.bottom + 1e-6:
            break
        size = max(SMALLEST, round(size - STEP, 3))
    return size


def set_blocks(ink: Ink, theme: Theme, room: Rect, where: Any, draw: DrawFlow, size: float) -> None:
    """Set blocks at a size; a TEXT001 problem of the pen when they are too long for `room`.

    What height they leave goes to their pictures and between them.
    """
    plain = Flow(Ink(), theme, room, size, where)
    draw(plain)
    spare = max(room.bottom - plain.y, 0.0)
    ample = Flow(Ink(), theme, room, size, where, spare)
    draw(ample)
    loose = max(room.bottom - ample.y, 0.0) / max(ample.ends, 1)
    flow = Flow(ink, theme, room, size, where, spare, min(loose, LOOSEST * size))
    draw(flow)
    if flow.y > room.bottom + 1e-6:
        ink.problems.append(
            Problem(
                "TEXT001",
                "error",
                f"the text is {format_mm(flow.y - room.bottom)} mm too long for its panel",
                where,
                "shorten it or enlarge the panel",
            )
        )
