"""Leaflets as PDF: a parsed Markdown file set in columns with ReportLab's platypus.

The text is set as large as the number of sheets allows, then of pages; columns end at the foot,
those of the last page at the same height. Faces come in through the same forms as on sheets.
"""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from collections.abc import Iterator, Mapping
from copy import copy
from typing import Any

from msgspec import Struct
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    BaseDocTemplate,
    CondPageBreak,
    Flowable,
    PageTemplate,
    Spacer,
)
from reportlab.platypus.doctemplate import LayoutError

from pnp.draw.fonts import find_font
from pnp.draw.text import wrap
from pnp.errors import Loc, PnpError, Problem
from pnp.game.plan import LeafletDocument, Plan
from pnp.leaflet.blocks import (
    GUTTER,
    Block,
    Heading,
    Leaflet,
    Listing,
    Paragraph,
    Picture,
    PictureRow,
    TextTable,
    column,
    columns,
    text_area,
)
from pnp.leaflet.columns import Column
from pnp.leaflet.flowables import HeadingRule, LeafletStyles, bullets, grid, prose
from pnp.leaflet.picturerows import picture_lines
from pnp.leaflet.pictures import Art, find_art
from pnp.leaflet.titleblock import TitleBlock
from pnp.pdf.attachment import attach
from pnp.pdf.metadata import Info, describe
from pnp.pdf.pages import FIRST_FONT, Forms, finish, register
from pnp.record import make_record
from pnp.system.filed import Filed
from pnp.units import PT_PER_MM, mm_to_pt

SIZES = (10.0, 9.75, 9.5, 9.25, 9.0)
"""Sizes of the text, points: the largest that needs no more sheets than the smallest."""
LARGER = (11.0, 10.75, 10.5, 10.25)
"""Sizes that fill the last page where the first of `SIZES` leaves room, points."""
FOOTER_SIZE = 7.0
FOOTER_LEADING = 2.85
"""Size of the footer, points, and the step of its lines, mm."""
_STEP = 4.0
"""How closely the columns of the last page are balanced, mm."""


class _Source(Struct, frozen=True):
    """All that a leaflet's pages are made from; `stories` by the size of the text, points, so that
    trials of one size read and break it once."""

    leaflet: Leaflet
    plan: Plan
    document: LeafletDocument
    art: Mapping[Picture, Art]
    stories: dict[float, tuple[LeafletStyles, list[Flowable]]] = {}

    def story(self, size: float) -> tuple[LeafletStyles, list[Flowable]]:
        """The styles of a size, and copies of its flowables: ReportLab notes in them what became
        of them."""
        if size not in self.stories:
            look = LeafletStyles(self.plan.theme, size, self.plan.tone)
            self.stories[size] = look, list(_story(self, look))
        look, flowables = self.stories[size]
        return look, [*map(copy, flowables)]


class _Pages(Struct, frozen=True):
    """A setting: its pages, and the sum of what the last page's columns hold, mm."""

    count: int
    last: float


def leaflet_pdf(leaflet: Leaflet, plan: Plan, document: LeafletDocument) -> tuple[Filed, int]:
    """The PDF of a document's leaflet, and its number of pages.

    Raises PnpError when a picture shows nothing or something is too large for a column.
    """
    art, problems = find_art(leaflet, plan)
    if problems:
        raise PnpError(problems)
    source = _Source(leaflet, plan, document, art)
    try:
        size, pages = _largest(source)
        made = _set(source, size, pages.count, _last_height(source, size, pages))
    except LayoutError as error:
        says = "a heading, a caption or a row of a table is longer than a column"
        raise PnpError(_too_high(says, leaflet)) from error
    return finish(made.canv), made.page


def _too_high(says: str, leaflet: Leaflet) -> Problem:
    return Problem("LEAF004", "error", says, Loc(leaflet.file), "shorten it, or larger paper")


def _largest(source: _Source) -> tuple[float, _Pages]:
    """The largest text that needs no more sheets of paper than the smallest. Raises LayoutError
    if something is higher than a column even then."""
    first, *_, least = SIZES
    pages = _attempt(source, first)
    if pages is not None and _sheets(pages) == 1:
        return _filling(source, pages)
    smallest = _try(source, least)
    for size in SIZES:
        if size != first:
            pages = _attempt(source, size)
        if pages is not None and _sheets(pages) <= _sheets(smallest):
            return _filling(source, pages) if size == first else (size, pages)
    return least, smallest


def _filling(source: _Source, pages: _Pages) -> tuple[float, _Pages]:
    """The largest text that needs no more pages than the first of `SIZES`."""
    paper = source.plan.options.paper
    full = column(paper).height * columns(paper)
    length = pages.count - 1 + pages.last / full
    for size in LARGER:
        if length * size / SIZES[0] <= pages.count + 0.1:  # else it is hopeless
            larger = _attempt(source, size)
            if larger is not None and larger.count <= pages.count:
                return size, larger
    return SIZES[0], pages


def _attempt(source: _Source, size: float) -> _Pages | None:
    """The pages of a setting, None if something is too large for a column."""
    try:
        return _try(source, size)
    except (LayoutError, PnpError):
        return None


def _sheets(pages: _Pages) -> int:
    return math.ceil(pages.count / 2)


def _last_height(source: _Source, size: float, pages: _Pages) -> float:
    """The least height of the last page's columns, mm, at which there are no more pages."""
    paper = source.plan.options.paper
    full = column(paper).height
    height = pages.last / 2 if columns(paper) == 2 else full
    while height < full:
        try:
            if _try(source, size, pages.count, height).count == pages.count:
                return height
        except LayoutError:
            pass  # something is higher than these columns
        height += _STEP
    return full


def _try(source: _Source, size: float, total: int = 0, last: float | None = None) -> _Pages:
    """How many pages a setting has: everything finds its place, and next to nothing is drawn."""
    look, story = source.story(size)
    document = _Template(source, look, total, last)
    document.trial = True
    document.build(story, canvasmaker=_canvas)
    return _Pages(document.page, document.used)


def _set(source: _Source, size: float, total: int, last: float | None) -> _Template:
    """Set the whole leaflet; `last` is the height of the last page's columns, mm."""
    look, story = source.story(size)
    document = _Template(source, look, total, last)
    document.build(story, canvasmaker=_canvas)
    return document


# -- pages -----------------------------------------------------------------------------------------


def _canvas(file: Any, **options: Any) -> Canvas:
    """A canvas that references no font but ours."""
    first = register(find_font(*FIRST_FONT))
    options |= {"initialFontName": first.fontName, "invariant": 1, "pageCompression": 1}
    canvas = Canvas(file, pdfVersion=(1, 7), **options)
    canvas.forms = Forms(canvas)
    return canvas


class _Template(BaseDocTemplate):  # type: ignore[misc]
    """Two columns a page, or one; the first page's begin below the title, the last page's may be
    short. Nothing is drawn on trial; `finish` makes a file of the canvas."""

    trial = False
    _doSave = False

    def __init__(
        self, source: _Source, look: LeafletStyles, total: int, last: float | None
    ) -> None:
        self.source, self.look, self.total, self.last = source, look, total, last
        self.paper = source.plan.options.paper
        self.used = 0.0
        self.drawn, self.feet = hashlib.sha256(), (0, 0)
        size = tuple(map(mm_to_pt, self.paper.size))
        super().__init__(None, pagesize=size, trimBox=(0, 0, *size), lang="en", allowSplitting=1)
        self.area = text_area(self.paper)
        name = source.plan.game.file.title
        self.title_block = TitleBlock(source.leaflet, name, look, self.area.size)
        self.footer = _Footer(source, look.theme.fonts.label, self.area.width)
        self.foot = self.paper.size.height - self.area.bottom + self.footer.extra
        if self.title_block.ink > self.area.height - self.footer.extra:
            raise PnpError(_too_high("the title is higher than a page", source.leaflet))
        self.addPageTemplates(
            [
                self._page("first", self.title_block.height, last if total == 1 else None),
                self._page("other", 0.0, None),
                self._page("last", 0.0, last),
            ]
        )

    def _page(self, id: str, below: float, height: float | None) -> PageTemplate:
        full = column(self.paper)
        room = full.height - self.footer.extra - below
        tall = min(height or room, room)
        frames = [
            Column(
                mm_to_pt(self.area.x + i * (full.width + GUTTER)),
                mm_to_pt(self.foot + room - tall),
                mm_to_pt(full.width),
                mm_to_pt(tall),
                0,
                0,
                0,
                0,
                id=f"{id}{i}",
            )
            for i in range(columns(self.paper))
        ]
        return PageTemplate(id, frames, onPage=self._decorate, autoNextPageTemplate=None)

    def beforeDocument(self) -> None:
        plan, document = self.source.plan, self.source.document
        file = plan.game.file
        attach(self.canv, lambda: make_record(plan, document, self.drawn.hexdigest()[:16]))
        describe(
            self.canv,
            Info(
                f"{file.title} {file.version} · {document.name}",
                "; ".join(file.credits),
                file.subtitle or "",
                file.licence or "",
                file.version,
                intent=self.source.plan.options.intent,
            ),
        )

    def afterPage(self) -> None:
        if not self.trial:
            self._draw_columns()
        start, end = self.feet
        code = "\n".join(self.canv._code[:start] + self.canv._code[end:])
        self.drawn.update(self.canv.forms.named(code).encode())
        self.used = sum(frame._y2 - frame._y for frame in self.pageTemplate.frames) / PT_PER_MM
        following = "last" if self.page + 1 == self.total else "other"
        self.handle_nextPageTemplate(following)

    def _draw_columns(self) -> None:
        """Down to the foot of the page; on the last page as far as its last column goes."""
        frames = self.pageTemplate.frames
        for frame in frames:
            frame.draw(self.canv, frames[-1].end if self.page == self.total else frame._y1)

    def _decorate(self, canvas: Canvas, document: Any) -> None:
        if self.page == 1 and not self.trial:
            left, base = self.area.x, self.paper.size.height - self.area.y - self.title_block.height
            self.title_block.drawOn(canvas, mm_to_pt(left), mm_to_pt(base))
        start = len(canvas._code)
        self._footer(canvas)
        self.feet = start, len(canvas._code)

    def _footer(self, canvas: Canvas) -> None:
        """Game and version, document, page; the licence between, or below on lines of its own."""
        words, palette = self.footer, self.look.theme.palette
        left, right = mm_to_pt(self.area.x), mm_to_pt(self.area.right)
        rule = mm_to_pt(self.foot - 3.2)
        canvas.saveState()
        canvas.setStrokeColor(palette.grid)
        canvas.setLineWidth(0.4)
        canvas.line(left, rule, right, rule)
        canvas.setFillColor(palette.number)
        canvas.setFont(words.font, FOOTER_SIZE)
        base = mm_to_pt(self.foot - 6.2)
        canvas.drawString(left, base, words.left)
        canvas.drawRightString(right, base, f"page {self.page}/{self.total or self.page}")
        for i, line in enumerate(words.lines):
            below = (i + words.below) * FOOTER_LEADING
            canvas.drawCentredString((left + right) / 2, base - mm_to_pt(below), line)
        canvas.restoreState()


class _Footer:
    """The words at the foot of every page; `extra` mm are needed beyond two lines."""

    def __init__(self, source: _Source, family: str, width: float) -> None:
        file, font = source.plan.game.file, find_font(family)
        self.font = register(font).fontName
        self.left = f"{file.title} · version {file.version} · {source.document.name}"
        if source.plan.options.ink != "full":
            self.left += f" · ink {source.plan.options.ink}"
        free = mm_to_pt(width)
        self.lines = wrap(file.licence or "", family, 400, FOOTER_SIZE, free)
        side = max(font.width(words, FOOTER_SIZE) for words in (self.left, "page 99/99")) + 8
        self.below = len(self.lines) > 1 or font.width(self.lines[0], FOOTER_SIZE) > free - 2 * side
        self.extra = (len(self.lines) - 1) * FOOTER_LEADING


# -- the story -------------------------------------------------------------------------------------


def _story(source: _Source, look: LeafletStyles) -> Iterator[Flowable]:
    """Flowables of the leaflet's body; what belongs together asks for room beforehand."""
    full = column(source.plan.options.paper)
    width, most = mm_to_pt(full.width), mm_to_pt(full.height) * 0.45
    faces = Counter(face.key for p in source.leaflet.pictures for face, _ in source.art[p].faces)
    body = source.leaflet.body
    made = [list(_flowables(block, source, look, width, faces)) for block in body]
    for i, flowables in enumerate(made):
        j = i
        while j + 1 < len(made) and _leads_on(body[j], body[j + 1]):
            j += 1
        led = i > 0 and _leads_on(body[i - 1], body[i])  # whose need was asked for already
        if not led and (j > i or isinstance(body[i], TextTable)):
            need = sum(_head(made[k], width) for k in range(i, j + 1))
            yield CondPageBreak(min(need, most))
        for flowable in flowables:
            flowable.wrap(width, 1e6)
        yield from flowables
    if not made:
        yield Spacer(0, 1)  # a page is only made when something stands on it


def _leads_on(block: Block, following: Block) -> bool:
    """Must the block stand together with the beginning of the next one?"""
    if isinstance(block, Paragraph):
        words = "".join(run.text for run in block.text).rstrip()
        return (words.endswith((":", "…")) or isinstance(following, Listing)) and len(words) < 220
    return isinstance(block, Heading)


def _head(flowables: list[Flowable], width: float) -> float:
    """The least height, points, in which a block can begin: two lines, or all of a small thing."""
    if not flowables:
        return 0.0
    first = flowables[0]
    _, height = first.wrap(width, 1e6)
    leading = getattr(getattr(first, "style", None), "leading", 0.0)
    if leading and height > 3.5 * leading:
        height = 2 * leading
    return float(height + first.getSpaceBefore() + first.getSpaceAfter())


def _flowables(
    block: Block, source: _Source, look: LeafletStyles, width: float, faces: Counter[str]
) -> Iterator[Flowable]:
    if isinstance(block, Heading):
        yield HeadingRule(block, look)
    elif isinstance(block, Paragraph):
        yield prose(block.text, look.text, look)
    elif isinstance(block, Listing):
        yield from bullets(block, look)
    elif isinstance(block, TextTable):
        yield grid(block, look, width)
    elif isinstance(block, PictureRow):
        pairs = [(picture, source.art[picture]) for picture in block.pictures]
        yield from picture_lines(pairs, look, width, faces)
