"""Leaflets: a Markdown file of the game folder -> blocks that know their place, or problems.

Headings, paragraphs with bold and italic, lists (nested once), tables and rows of pictures are
understood; anything else is a problem, never dropped in silence. A picture stands in Markdown's own
image syntax and shows what the game draws: `face:PIECE`, `symbol:NAME` or `board:3x2`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from pnp.definition.model import Fonts
from pnp.draw.fonts import Font, find_font
from pnp.errors import Loc
from pnp.geometry.plane import Rect, Size
from pnp.layout.paper import Paper

SIDE, TOP, FOOT, GUTTER = 14.0, 13.0, 15.0, 7.0
"""Margins of a page and the room between its two columns, mm."""
NARROW = 65.0
"""Where two columns would be narrower than this there is one, mm: tables and pictures need room."""
FOOTER = 10.0
"""The room of a footer below the columns, mm; a margin that is larger than usual adds to it."""

Role = Literal["title", "label", "text"]
"""A family of the theme: headings, tables and captions, everything else."""


class Words(Struct, frozen=True):
    """Words in one style, on one line of the file; a line break of its own is the text "\\n"."""

    text: str
    loc: Loc
    bold: bool = False
    italic: bool = False


Text = tuple[Words, ...]


class Heading(Struct, frozen=True):
    level: int
    text: Text
    loc: Loc


class Paragraph(Struct, frozen=True):
    text: Text
    loc: Loc


class Listing(Struct, frozen=True):
    """A list; `start` is the first number, None for bullets. Items are blocks themselves."""

    items: tuple[tuple[Paragraph | Listing, ...], ...]
    start: int | None
    loc: Loc


Align = Literal["left", "center", "right"]


class TextTable(Struct, frozen=True):
    """A table; every row has as many cells as the head."""

    head: tuple[Text, ...]
    rows: tuple[tuple[Text, ...], ...]
    aligns: tuple[Align, ...]
    loc: Loc


class Picture(Struct, frozen=True):
    """A picture `height_mm` high; `params` are the written ones but the height."""

    kind: str
    name: str
    height_mm: float
    params: tuple[tuple[str, str], ...]
    caption: str
    loc: Loc

    def param(self, key: str, default: str) -> str:
        return dict(self.params).get(key, default)


class PictureRow(Struct, frozen=True):
    """Pictures side by side."""

    pictures: tuple[Picture, ...]
    loc: Loc


Block = Heading | Paragraph | Listing | TextTable | PictureRow


class Leaflet(Struct, frozen=True):
    """A parsed file."""

    file: str
    blocks: tuple[Block, ...]

    @property
    def title(self) -> Text:
        """The first block if it is a short heading of level 1, else nothing."""
        first = self.blocks[0] if self.blocks else None
        title = isinstance(first, Heading) and first.level == 1 and length_of(first.text) <= 100
        return first.text if isinstance(first, Heading) and title else ()

    @property
    def lead(self) -> Text:
        """The paragraph after the title if it is short and all italic, else nothing."""
        block = self.blocks[1] if self.title and len(self.blocks) > 1 else None
        if not isinstance(block, Paragraph) or length_of(block.text) > 500:
            return ()
        italic = all(run.italic or not run.text.strip() for run in block.text)
        return block.text if italic else ()

    @property
    def body(self) -> tuple[Block, ...]:
        """The blocks after title and lead."""
        return self.blocks[bool(self.title) + bool(self.lead) :]

    @property
    def rows(self) -> tuple[PictureRow, ...]:
        return tuple(block for block in self.blocks if isinstance(block, PictureRow))

    @property
    def pictures(self) -> tuple[Picture, ...]:
        return tuple(picture for row in self.rows for picture in row.pictures)


def length_of(text: Text) -> int:
    return sum(len(run.text) for run in text)


def text_area(paper: Paper) -> Rect:
    """Where the columns stand on a page, mm from its top-left corner: the margins stay blank."""
    top, right, bottom, left = paper.margins
    x, y = max(SIDE, left), max(TOP, top)
    width = paper.size.width - x - max(SIDE, right)
    return Rect(x, y, width, paper.size.height - y - max(FOOT, bottom + FOOTER))


def columns(paper: Paper) -> int:
    """How many columns a page has: two, or one on narrow paper such as A5."""
    return 2 if (text_area(paper).width - GUTTER) / 2 >= NARROW else 1


def column(paper: Paper) -> Size:
    """Width and height of a full column, mm."""
    area, count = text_area(paper), columns(paper)
    width = (area.width - GUTTER * (count - 1)) / count
    return Size(max(width, 1.0), max(area.height, 1.0))


def font_of(theme: Fonts, role: Role, bold: bool, italic: bool) -> Font:
    """The font that prints such a run. Raises KeyError for an unknown family."""
    return find_font(getattr(theme, role), 700 if bold or role == "title" else 400, italic)


def runs_of(block: Paragraph | Listing) -> Iterator[Words]:
    """All runs of a paragraph or list."""
    if isinstance(block, Paragraph):
        yield from block.text
    else:
        for item in block.items:
            for part in item:
                yield from runs_of(part)
