"""The parts of a leaflet as ReportLab flowables: prose, headings, lists, tables."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

from msgspec import Struct
from msgspec.structs import replace
from reportlab.lib.enums import TA_CENTER, TA_LEFT, TA_RIGHT
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Flowable
from reportlab.platypus import Paragraph as Unwrapped
from reportlab.platypus import Table as Grid

from pnp.definition.model import Theme
from pnp.errors import PnpError, Problem
from pnp.game.inks import Tone
from pnp.leaflet.blocks import Heading, Listing, Paragraph, Role, Text, TextTable, Words, font_of
from pnp.pdf.pages import register

TITLE, SMALL_TITLE = 30.0, 12.0
"""Sizes of a leaflet's title: usual and least, points."""
_SAME = 1e-6
"""Widths that differ by no more are the same, points."""
_ALIGNS = {"left": TA_LEFT, "center": TA_CENTER, "right": TA_RIGHT}


class RunStyle(Struct, frozen=True):
    """A ReportLab style, the role of its family, and what holds for all its runs."""

    role: Role
    set: ParagraphStyle
    bold: bool = False
    italic: bool = False


class LeafletStyles(Struct, frozen=True, dict=True):
    """The styles of a leaflet whose text has `size` points; `theme` is toned, pictures are not."""

    theme: Theme
    size: float
    tone: Tone

    def font_name(self, role: Role, bold: bool = False, italic: bool = False) -> str:
        """ReportLab's name of a font, made known to it."""
        return str(register(font_of(self.theme.fonts, role, bold, italic)).fontName)

    @cached_property
    def _known(self) -> dict[tuple[object, ...], RunStyle]:
        """The styles of list items and cells so far."""
        return {}

    def fragment(self, style: RunStyle, markup: str) -> Any:
        """The first part of a paragraph, as ReportLab's parser gives it."""
        key = (style, markup)
        if key not in self._parsed:
            self._parsed[key] = Unwrapped(markup, style.set).frags[0]
        return self._parsed[key]

    @cached_property
    def _parsed(self) -> dict[tuple[RunStyle, str], Any]:
        return {}

    def _style(
        self,
        role: Role,
        size: float,
        *,
        leading: float = 1.22,
        bold: bool = False,
        italic: bool = False,
        **more: Any,
    ) -> RunStyle:
        plain, number = self.font_name(role, bold, italic), self.font_name("text", bold=True)
        options = {
            "textColor": self.theme.palette.ink,
            "allowWidows": 0,
            "allowOrphans": 0,
            "bulletFontName": number,
            "bulletFontSize": size,
            "bulletColor": self.theme.palette.accent,
            "spaceAfter": 0.42 * size,
        } | more
        style = ParagraphStyle(
            "leaflet", fontName=plain, fontSize=size, leading=size * leading, **options
        )
        return RunStyle(role, style, bold, italic)

    def title(self, text: Text, room: float, most: float) -> RunStyle:
        """The style of a leaflet's title: `most` points, or less where a word is wider than the
        room, points."""
        font = font_of(self.theme.fonts, "title", bold=False, italic=False)
        words = ("".join(run.text for run in word) for word in _words(text))
        widest = max((font.width(word, most) for word in words), default=0.0)
        size = most if widest <= room else max(most * room / widest - 0.01, SMALL_TITLE)
        return self._style("title", size, leading=1.1, spaceAfter=0)

    @cached_property
    def lead(self) -> RunStyle:
        return self._style(
            "text",
            11.5,
            leading=1.25,
            italic=True,
            spaceBefore=5.0,
            spaceAfter=0,
            textColor=self.theme.palette.number,
        )

    @cached_property
    def heading(self) -> RunStyle:
        return self._style(
            "title",
            1.3 * self.size,
            leading=1.2,
            spaceBefore=1.15 * self.size,
            spaceAfter=0.5 * self.size,
        )

    @cached_property
    def subheading(self) -> RunStyle:
        return self._style(
            "title",
            1.05 * self.size,
            leading=1.2,
            spaceBefore=0.75 * self.size,
            spaceAfter=0.25 * self.size,
            textColor=self.theme.palette.accent,
        )

    @cached_property
    def text(self) -> RunStyle:
        return self._style("text", self.size)

    @cached_property
    def caption(self) -> RunStyle:
        return self._style(
            "label",
            max(self.size - 1.0, 8.5),
            leading=1.1,
            italic=True,
            alignment=TA_CENTER,
            textColor=self.theme.palette.number,
            spaceAfter=0,
        )

    def item(self, depth: int, last: bool) -> RunStyle:
        """A list item's paragraph; `depth` counts from 0."""
        hang, key = 1.35 * self.size, ("item", depth, last)
        if key not in self._known:
            self._known[key] = self._style(
                "text",
                self.size,
                leftIndent=(depth + 1) * hang,
                spaceAfter=(0.42 if last else 0.16) * self.size,
                bulletIndent=depth * hang,
            )
        return self._known[key]

    def cell(self, align: str, head: bool) -> RunStyle:
        key = ("cell", align, head)
        if key not in self._known:
            self._known[key] = self._style(
                "label",
                max(self.size - 0.4, 9.0),
                leading=1.13,
                bold=head,
                alignment=_ALIGNS[align],
                spaceAfter=0,
            )
        return self._known[key]


class Prose(Unwrapped):  # type: ignore[misc]
    """A paragraph that is broken into lines once for each width.

    Columns beside each other differ in the last place. ReportLab forgets the lines (`blPara`)
    when they cannot be split.
    """

    _wrapped = 0.0, (0.0, 0.0)

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        if abs(self._wrapped[0] - width) > _SAME or not hasattr(self, "blPara"):
            self._wrapped = width, super().wrap(width, height)
        return self._wrapped[1]


def prose(text: Text, style: RunStyle, look: LeafletStyles, bullet: str | None = None) -> Prose:
    """A paragraph of runs, each in the font file that prints it."""
    return Prose(None, style.set, bulletText=bullet, frags=[*_fragments(text, style, look)])


def _fragments(text: Text, style: RunStyle, look: LeafletStyles) -> Iterator[Any]:
    """What ReportLab makes of the runs of a paragraph; its parser is asked once for each style."""
    for run in text:
        if run.text == "\n":
            yield look.fragment(style, "<br/>").clone()
        else:
            face = look.font_name(style.role, run.bold or style.bold, run.italic or style.italic)
            yield look.fragment(style, f'<font face="{face}">x</font>').clone(text=run.text)


class HeadingRule(Prose):
    """A heading, kept whole, entered into the outline; sections have a rule below."""

    def __init__(self, heading: Heading, look: LeafletStyles) -> None:
        self.section = heading.level < 3
        self.words = "".join(run.text for run in heading.text)
        self.rule = look.theme.palette.accent
        style = look.heading if self.section else look.subheading
        super().__init__(None, style.set, frags=[*_fragments(heading.text, style, look)])
        self.drop = 0.28 * look.size if self.section else 0.0

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        _, tall = super().wrap(width, height)
        self.tall = tall
        return width, tall + self.drop

    def split(self, width: float, height: float) -> list[Flowable]:
        return []

    def draw(self) -> None:
        canvas = self.canv
        level = 0 if self.section else min(1, getattr(canvas, "outlined", 0))
        canvas.outlined = getattr(canvas, "outlined", 0) + 1
        key = f"h{canvas.outlined}"
        canvas.bookmarkHorizontal(key, 0, self.tall + self.drop)
        canvas.addOutlineEntry(self.words, key, level)
        canvas.saveState()
        canvas.translate(0, self.drop)
        super().draw()
        canvas.restoreState()
        if self.section:
            canvas.saveState()
            canvas.setStrokeColor(self.rule)
            canvas.setLineWidth(0.7)
            canvas.line(0, 0.3, self.width, 0.3)
            canvas.restoreState()


def bullets(
    listing: Listing, look: LeafletStyles, depth: int = 0, last: bool = True
) -> Iterator[Flowable]:
    """A list as hanging paragraphs; numbers and bullets stand in the margin of their depth."""
    for i, item in enumerate(listing.items):
        mark: str | None = "•" if listing.start is None else f"{listing.start + i}."
        for j, part in enumerate(item or (Paragraph((), listing.loc),)):
            end = last and i == len(listing.items) - 1 and j >= len(item) - 1
            if isinstance(part, Listing):
                yield from bullets(part, look, depth + 1, end)
            else:
                yield prose(part.text, look.item(depth, end), look, mark)
                mark = None


# -- tables ----------------------------------------------------------------------------------------


def grid(table: TextTable, look: LeafletStyles, width: float) -> Grid:
    """A table over the whole column: a strong rule above and below, light ones between rows."""
    pad = 0.35 * look.size
    widths = _column_widths(table, look, width, 2 * pad)
    cells = [
        [
            prose(cell, look.cell(align, head), look)
            for cell, align in zip(row, table.aligns, strict=True)
        ]
        for head, row in ((i == 0, row) for i, row in enumerate((table.head, *table.rows)))
    ]
    palette = look.theme.palette
    style = [
        ("FONTNAME", (0, 0), (-1, -1), look.cell("left", False).set.fontName),
        ("LEFTPADDING", (0, 0), (-1, -1), pad),
        ("RIGHTPADDING", (0, 0), (-1, -1), pad),
        ("TOPPADDING", (0, 0), (-1, -1), 0.17 * look.size),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 0.25 * look.size),
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ("LINEBELOW", (0, 1), (-1, -2), 0.35, palette.grid),
        ("LINEABOVE", (0, 0), (-1, 0), 0.6, palette.ink),
        ("LINEBELOW", (0, 0), (-1, 0), 0.5, palette.ink),
        ("LINEBELOW", (0, -1), (-1, -1), 0.6, palette.ink),
    ]
    return Grid(
        cells,
        widths,
        style=style,
        repeatRows=1,
        hAlign="LEFT",
        spaceBefore=0.35 * look.size,
        spaceAfter=0.8 * look.size,
    )


def _column_widths(table: TextTable, look: LeafletStyles, width: float, pad: float) -> list[float]:
    """Room by what columns hold: the natural widths, stretched; else words stay whole; else those
    of the widest columns are broken. Raises PnpError if not even a letter has room."""
    rows = (table.head, *table.rows)
    natural, least = [], []
    for column in range(len(table.aligns)):
        texts = [(row[column], i == 0) for i, row in enumerate(rows)]
        natural.append(pad + max(_line_width(text, look, head) for text, head in texts))
        least.append(
            pad
            + max(
                (_line_width(word, look, head) for text, head in texts for word in _words(text)),
                default=0.0,
            )
        )
    if sum(natural) <= width:
        return [n * width / sum(natural) for n in natural]
    if sum(least) >= width:
        most = _widest(least, width)
        if most - pad < max(_letters(rows, look)):
            raise PnpError(
                Problem(
                    "LEAF004",
                    "error",
                    f"the table is too wide for a column: it has {len(least)} columns",
                    table.loc,
                    "fewer columns, or larger paper",
                )
            )
        return [min(n, most) for n in least]
    spare = (width - sum(least)) / (sum(natural) - sum(least))
    return [low + (high - low) * spare for low, high in zip(least, natural, strict=True)]


def _widest(widths: list[float], room: float) -> float:
    """What columns that are too wide together may have at most to fill the room."""
    for count, width in enumerate(sorted(widths)):
        share = room / (len(widths) - count)
        if width > share:
            return share
        room -= width
    return max(widths)


def _words(text: Text) -> Iterator[Text]:
    """The words of a text, between blanks where ReportLab breaks lines; they may change style."""
    word: list[Words] = []
    for run in text:
        for i, part in enumerate(re.split(r"[^\S\u00a0]+", run.text)):
            if i:
                yield tuple(word)
                word = []
            word.append(replace(run, text=part))
    yield tuple(word)


def _letters(rows: Sequence[Sequence[Text]], look: LeafletStyles) -> Iterator[float]:
    """The widths of the letters of a table, points."""
    size, fonts = look.cell("left", False).set.fontSize, look.theme.fonts
    for i, row in enumerate(rows):
        for run in (run for text in row for run in text):
            font = font_of(fonts, "label", run.bold or i == 0, run.italic)
            yield from (font.width(letter, size) for letter in set(run.text))


def _line_width(text: Text, look: LeafletStyles, head: bool) -> float:
    size, fonts = look.cell("left", head).set.fontSize, look.theme.fonts
    widths = (font_of(fonts, "label", r.bold or head, r.italic).width(r.text, size) for r in text)
    return 0.5 + sum(widths)
