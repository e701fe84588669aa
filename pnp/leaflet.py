"""Leaflets: a Markdown file of the game folder -> blocks that know their place, or problems.

Headings, paragraphs with bold and italic, lists (nested once), tables and rows of pictures are
understood; anything else is a problem, never dropped in silence. A picture stands in Markdown's own
image syntax and shows what the game draws: `face:PIECE`, `symbol:NAME` or `board:3x2`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import TYPE_CHECKING, Literal

from msgspec import Struct
from msgspec.structs import replace

from pnp.art.files import find_spelt
from pnp.errors import Loc, PnpError, Problem, sort_problems
from pnp.geometry import Rect, Size
from pnp.source import read_text

if TYPE_CHECKING:
    from pnp.fonts import Font
    from pnp.layout.paper import Paper
    from pnp.model import Fonts
    from pnp.plan import Plan

SIDE, TOP, FOOT, GUTTER = 14.0, 13.0, 15.0, 7.0
"""Margins of a page and the room between its two columns, mm."""
NARROW = 65.0
"""Where two columns would be narrower than this there is one, mm: tables and pictures need room."""
FOOTER = 10.0
"""The room of a footer below the columns, mm; a margin that is larger than usual adds to it."""

Role = Literal["title", "label", "text"]
"""A family of the theme: headings, tables and captions, everything else."""


class Run(Struct, frozen=True):
    """Words in one style, on one line of the file; a line break of its own is the text "\\n"."""

    text: str
    loc: Loc
    bold: bool = False
    italic: bool = False


Text = tuple[Run, ...]


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


class Table(Struct, frozen=True):
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


Block = Heading | Paragraph | Listing | Table | PictureRow


class Leaflet(Struct, frozen=True):
    """A parsed file."""

    file: str
    blocks: tuple[Block, ...]

    @property
    def title(self) -> Text:
        """The first block if it is a short heading of level 1, else nothing."""
        first = self.blocks[0] if self.blocks else None
        title = isinstance(first, Heading) and first.level == 1 and _length(first.text) <= 100
        return first.text if isinstance(first, Heading) and title else ()

    @property
    def lead(self) -> Text:
        """The paragraph after the title if it is short and all italic, else nothing."""
        block = self.blocks[1] if self.title and len(self.blocks) > 1 else None
        if not isinstance(block, Paragraph) or _length(block.text) > 500:
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


def _length(text: Text) -> int:
    return sum(len(run.text) for run in text)


# -- reading ---------------------------------------------------------------------------------------


def read_leaflet(
    game_folder: Path,
    name: str,
    words: Mapping[str, str],
    at: Loc | None = None,
    left_out: Collection[str] = (),
) -> tuple[Leaflet | None, list[Problem]]:
    """Read a Markdown file of a game folder; `{word}` in its text becomes what `words` says.

    `at` is the place that names the file. Table rows that begin with a cell of `left_out` are none.
    There is no leaflet when the file cannot be read; with problems it holds what was understood.
    """
    from pnp.markdown import parse

    path = find_spelt(game_folder, name)
    fault = _stray(game_folder, name)
    if fault:
        return None, [
            Problem(
                "LEAF003",
                "error",
                f"the leaflet '{name}' {fault}",
                at or Loc(str(path)),
                "name a .md file inside the game folder",
            )
        ]
    try:
        text = read_text(path)
    except PnpError as error:
        return None, [
            replace(
                p,
                code="LEAF003",
                message=f"the leaflet '{name}': {p.message}",
                loc=p.loc if p.loc and p.loc.line else at or p.loc,
            )
            for p in error.problems
        ]
    blocks, problems = parse(text, str(path), words, left_out)
    return Leaflet(str(path), blocks), sort_problems(problems)


def _stray(folder: Path, name: str) -> str:
    """Why a name does not lead to a file inside the folder; empty when it does."""
    windows = PureWindowsPath(name)
    if PurePosixPath(name).is_absolute() or windows.drive or windows.root:
        return "is an absolute path"
    if ".." in windows.parts:
        return "leaves the game folder"
    if windows.suffix.lower() not in (".md", ".markdown"):
        return "is no Markdown file"
    try:
        target, home = (folder / name).resolve(), folder.resolve()
        if not target.is_relative_to(home):
            return "leaves the game folder through a link"
        if target.exists() and not target.is_file():
            return "is not a file"
    except (OSError, RuntimeError, ValueError):
        return "cannot be read"
    return ""


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


# -- problems --------------------------------------------------------------------------------------


def leaflet_problems(leaflet: Leaflet, plan: Plan) -> list[Problem]:
    """Pictures that name nothing or do not fit, and characters the theme's fonts cannot print."""
    from pnp.illustrations import find_art, remarks

    arts, faults = find_art(leaflet, plan)
    problems = [*faults, *remarks(leaflet, arts)]
    theme = plan.game.file.theme.fonts
    missing: dict[Font, dict[Loc, str]] = {}
    for role, run in (*_styled(leaflet), *_game_runs(leaflet, plan)):
        try:
            font = font_of(theme, role, run.bold, run.italic)
        except KeyError:
            from pnp.fonts import near_family

            family = getattr(theme, role)
            problems.append(
                Problem(
                    "FONT002",
                    "error",
                    f"no font family '{family}'",
                    theme.at.of(role),
                    near_family(family),
                )
            )
            continue
        text = re.sub("[\t\n]", " ", run.text)
        for char in font.missing(text):
            place = replace(run.loc, col=run.loc.col + text.index(char))
            missing.setdefault(font, {})[place] = char
    for font, places in missing.items():
        lack, hint = font.lack("".join(places.values()))
        problems += [Problem("FONT001", "error", lack, place, hint) for place in places]
    return sort_problems(dict.fromkeys(problems))


def font_of(theme: Fonts, role: Role, bold: bool, italic: bool) -> Font:
    """The font that prints such a run. Raises KeyError for an unknown family."""
    from pnp.fonts import find_font

    return find_font(getattr(theme, role), 700 if bold or role == "title" else 400, italic)


def _styled(leaflet: Leaflet) -> Iterator[tuple[Role, Run]]:
    for block in leaflet.blocks:
        if isinstance(block, Table):
            yield from (("label", replace(run, bold=True)) for cell in block.head for run in cell)
            yield from (("label", run) for row in block.rows for cell in row for run in cell)
        elif isinstance(block, PictureRow):
            yield from (
                ("label", Run(p.caption, replace(p.loc, col=p.loc.col + 2), italic=True))
                for p in block.pictures
            )
        elif isinstance(block, Heading):
            yield from (("title", run) for run in block.text)
        else:
            yield from (("text", run) for run in runs_of(block))


def runs_of(block: Paragraph | Listing) -> Iterator[Run]:
    """All runs of a paragraph or list."""
    if isinstance(block, Paragraph):
        yield from block.text
    else:
        for item in block.items:
            for part in item:
                yield from runs_of(part)


def _game_runs(leaflet: Leaflet, plan: Plan) -> Iterator[tuple[Role, Run]]:
    """What the game's definition adds: to every page, and a title to a leaflet without one."""
    file = plan.game.file
    if not leaflet.title:
        yield "title", Run(file.title, file.at.of("title"))
    for key in ("title", "version", "licence"):
        if words := getattr(file, key):
            yield "label", Run(words, file.at.of(key))
