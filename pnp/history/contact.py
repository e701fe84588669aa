"""Sections of cards on pages: what changed side by side, or what is to be thrown away.

As PDF on A4 pages, or as PNG on one page as high as it needs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct, field
from PIL import Image

from pnp.definition.model import Theme
from pnp.draw.ink import Ink
from pnp.draw.text import fit_size, wrap
from pnp.geometry.plane import Point, Rect, Size
from pnp.history.comparison import Pair, Section
from pnp.layout.paper import PAPERS
from pnp.limits import MOST_PIXELS
from pnp.pdf.metadata import Info
from pnp.pdf.pages import Page, write_pages
from pnp.pdf.png import page_image, png_bytes
from pnp.piece import Stamp
from pnp.system.filed import Filed
from pnp.units import MM_PER_INCH

MARGIN, GAP, ARROW = 12.0, 5.0, 7.0
"""Margins, the room between cards, and that between before and after, mm."""
LARGEST, TALLEST = 41.0, 62.0
"""How wide and high a picture is shown at most, mm: two square pairs fit side by side on A4."""
FEW, LARGER, TALLER, MAGNIFIED = 2, 86.0, 110.0, 2.0
"""So few cards are shown larger, and so is one below `SMALL` times its size otherwise."""
SMALL = 0.3
LINE, WORDS = 4.2, 3.0
STEP = 0.62
"""From letter to letter of a value whose blanks count, in sizes of type."""
_TEXTS = re.compile(r"(.+: )'(.*)' -> '(.*)'( \(and [^()]*\))?")
FRAME, RIM = 0.5, 0.9
"""Widths of a frame round a difference, blue, and of the white one below it, mm."""
DARK, PALE, FRAMES = "#111111", "#FFFFFF", "#0072B2"


class _Sheet(Struct):
    """A page in the making: ink, and pixels in boxes."""

    ink: Ink = field(default_factory=Ink)
    pictures: list[tuple[Image.Image, Rect]] = field(default_factory=list)


class _Laid(Struct, frozen=True):
    """A card with its scale, width and height, mm, the words below the pictures included."""

    card: Pair
    scale: float
    width: float
    height: float
    lines: tuple[str, ...]


class _Setter:
    """Sets sections from top to bottom, on pages of `size` mm; without a height on one page.

    `few`: there are so few cards that they are shown larger.
    """

    def __init__(self, theme: Theme, width: float, height: float | None) -> None:
        self.few = False
        self.theme, self.width, self.height = theme, width, height
        self.sheets = [_Sheet()]
        self.y = MARGIN

    @property
    def sheet(self) -> _Sheet:
        return self.sheets[-1]

    def need(self, height: float) -> None:
        """Begin a new page unless there is room."""
        if self.height is not None and self.y + height > self.height - MARGIN and self.y > MARGIN:
            self.sheets.append(_Sheet())
            self.y = MARGIN

    def words(self, text: str, at: Point, size: float, weight: int = 400) -> None:
        family = self.theme.fonts.label
        self.sheet.ink.text(text, at, size, family=family, weight=weight, fill=DARK)

    def paragraph(self, text: str, size: float, weight: int = 400) -> None:
        room = self.width - 2 * MARGIN
        for line in _wrapped(text, self.theme, size, weight, room):
            self.need(size * 1.35)
            self.words(line, Point(MARGIN, self.y + size), size, weight)
            self.y += size * 1.35

    def reason(self, text: str) -> None:
        """A line that says why; lines of two texts stand below each other, letter by letter, so
        that blanks keep their places."""
        found = _TEXTS.fullmatch(text)
        if found is None:
            self.paragraph(text, WORDS)
            return
        self.paragraph(found[1].rstrip() + (found[4] or ""), WORDS)
        room = self.width - 2 * MARGIN - 6.0
        step = min(STEP * WORDS, room / max(len(found[2]), len(found[3]), 1))
        for new, value in ((False, found[2]), (True, found[3])):
            self.need(LINE)
            self.y += LINE
            if new:
                _draw_pointer(self.sheet.ink, Point(MARGIN, self.y - 0.3 * WORDS), 4.0)
            for place, letter in enumerate(value):
                if letter != " ":
                    at = Point(MARGIN + 6.0 + (place + 0.5) * step, self.y)
                    self.letter(letter, at, min(WORDS, step / STEP))
        self.y += 1.2

    def letter(self, letter: str, at: Point, size: float) -> None:
        family = self.theme.fonts.label
        self.sheet.ink.text(letter, at, size, family=family, anchor="middle", fill=DARK)

    def heading(self, text: str) -> None:
        fonts = self.theme.fonts
        size, _ = fit_size(text, fonts.title, 700, self.width - 2 * MARGIN, 7.0, 3.0)
        at = Point(MARGIN, self.y + 6.5)
        self.sheet.ink.text(text, at, size, family=fonts.title, weight=700, fill=DARK)
        self.y += 10.0

    def section(self, section: Section) -> None:
        rows = list(self._rows([_laid(card, self.theme, self.few) for card in section.cards]))
        first = max((one.height for one in rows[0]), default=0.0) if rows else 0.0
        self.need(8.0 + 3 * LINE * len(section.lines) + first)
        self.y += 2.0
        x, end = MARGIN, self.width - MARGIN
        self.sheet.ink.line(Point(x, self.y), Point(end, self.y), stroke=DARK, stroke_width=0.3)
        self.y += 2.0
        self.paragraph(section.title, 3.8, 700)
        for line in section.lines:
            self.reason(line)
        self.y += 2.0
        for row in rows:
            height = max(one.height for one in row)
            self.need(height)
            x = MARGIN
            for one in row:
                self.card(one, x, self.y)
                x += one.width + GAP
            self.y += height + GAP

    def _rows(self, cards: Sequence[_Laid]) -> Iterator[list[_Laid]]:
        row: list[_Laid] = []
        for one in cards:
            used = sum(other.width + GAP for other in row)
            if row and used + one.width > self.width - 2 * MARGIN:
                yield row
                row = []
            row.append(one)
        if row:
            yield row

    def card(self, laid: _Laid, x: float, y: float) -> None:
        card = laid.card
        places = _boxes(laid, x, y)
        for box, image, frames in places:
            if image is not None:
                self.sheet.pictures.append((image, box))
            elif card.lost:
                size, _ = fit_size(card.lost, self.theme.fonts.label, 400, box.width - 2, 3.0, 1.5)
                self.words(card.lost, Point(box.x + 1, box.y + box.height / 2), size)
            self.sheet.ink.rect(box, fill="none", stroke="#8A8A8A", stroke_width=0.15)
            for frame in frames:
                _draw_frame(self.sheet.ink, _scaled(frame, laid.scale, box))
        if len(places) == 2:
            _draw_arrow(self.sheet.ink, places[0][0], places[1][0])
        foot = max(box.bottom for box, _, _ in places)
        for number, line in enumerate(laid.lines):
            at = Point(x, foot + WORDS + 0.8 + number * LINE)
            self.words(line, at, WORDS, 500 if number == 0 else 400)

    def pages(self) -> list[Page]:
        height = self.height or self.y + MARGIN
        return [
            Page(Size(self.width, height), (), (Stamp(s.ink.layer()),), pictures=s.pictures)
            for s in self.sheets
        ]


def _wrapped(text: str, theme: Theme, size: float, weight: int, room: float) -> list[str]:
    return wrap(text, theme.fonts.label, weight, size, room)


def _laid(card: Pair, theme: Theme, few: bool) -> _Laid:
    """A card at a scale at which both its pictures fit, larger if it is one of few."""
    sizes = [card.size, card.new_size] if card.pair else [_only(card)]
    wide, high = max(1.0, *(s.width for s in sizes)), max(1.0, *(s.height for s in sizes))
    scale = min(1.0, LARGEST / wide, TALLEST / high)
    if few or scale < SMALL:
        scale = min(MAGNIFIED if few and card.pair else 1.0, LARGER / wide, TALLER / high)
    width = sum(s.width * scale for s in sizes) + ARROW * (len(sizes) - 1)
    room = max(width, 38.0)
    lines = [
        *_wrapped(card.caption, theme, WORDS, 500, room),
        *_wrapped(card.note, theme, WORDS, 400, room),
    ]
    return _Laid(card, scale, room, high * scale + 1.5 + LINE * len(lines), tuple(lines))


def _only(card: Pair) -> Size:
    return card.new_size if card.after is not None else card.size


def _boxes(
    laid: _Laid, x: float, y: float
) -> list[tuple[Rect, Image.Image | None, tuple[Rect, ...]]]:
    """The boxes of a card's pictures, with pictures and frames."""
    card, scale = laid.card, laid.scale

    def box(size: Size, left: float) -> Rect:
        return Rect(left, y, size.width * scale, size.height * scale)

    if not card.pair:
        return [(box(_only(card), x), card.after or card.before, ())]
    first = box(card.size, x)
    second = box(card.new_size, first.right + ARROW)
    return [(first, card.before, card.frames), (second, card.after, card.frames)]


def _scaled(frame: Rect, scale: float, box: Rect) -> Rect:
    at = Rect(*(value * scale for value in frame))
    return at._replace(x=at.x + box.x, y=at.y + box.y)


def _draw_frame(ink: Ink, frame: Rect) -> None:
    """Blue on white, so that it is seen on any ground, and without seeing colours. It lies outside
    the box, however small this is drawn."""
    frame = frame.inset(-RIM / 2)
    ink.rect(frame, fill="none", stroke=PALE, stroke_width=RIM)
    ink.rect(frame, fill="none", stroke=FRAMES, stroke_width=FRAME)


def _draw_arrow(ink: Ink, before: Rect, after: Rect) -> None:
    y = min(before.y + before.height / 2, after.y + after.height / 2)
    _draw_pointer(ink, Point(before.right + 1.5, y), after.x - before.right - 3.0)


def _draw_pointer(ink: Ink, start: Point, length: float) -> None:
    end, y = Point(start.x + length, start.y), start.y
    ink.line(start, Point(end.x - 1, y), stroke=DARK, stroke_width=0.5)
    ink.polygon([end, Point(end.x - 2, y - 1.2), Point(end.x - 2, y + 1.2)], fill=DARK)


def contact_pdf(
    title: str,
    lines: Sequence[str],
    sections: Sequence[Section],
    theme: Theme,
) -> Filed:
    """A title, lines of text, and sections, on A4 pages."""
    setter = _set(title, lines, sections, _Setter(theme, *PAPERS["A4"].size))
    return write_pages(setter.pages(), Info(title))


def contact_png(
    title: str, lines: Sequence[str], sections: Sequence[Section], theme: Theme, width: int
) -> bytes:
    """The same as one picture `width` pixels wide. Raises ValueError if it would be too large."""
    setter = _set(title, lines, sections, _Setter(theme, PAPERS["A4"].size.width, None))
    (page,) = setter.pages()
    dpi = width / (page.size.width / MM_PER_INCH)
    if width * width * page.size.height / page.size.width > MOST_PIXELS:
        raise ValueError("so many changes would be too large a picture; write .pdf or .html")
    return png_bytes(page_image(write_pages((page,), Info(title)), dpi), dpi)


def _set(title: str, lines: Sequence[str], sections: Sequence[Section], setter: _Setter) -> _Setter:
    setter.heading(title)
    for line in lines:
        setter.paragraph(line, WORDS)
    setter.few = sum(len(section.cards) for section in sections) <= FEW
    for section in sections:
        setter.section(section)
    return setter
