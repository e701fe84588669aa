"""A gallery of faces: one HTML file that needs nothing else, or a contact sheet as PNG.

In the HTML every distinct layer stands once, as a group in one hidden SVG that all faces use, and
the fonts are subsets of ours inside the file. The contact sheet is a PDF page rendered by PDFium.
"""

from __future__ import annotations

import base64
import html
import io
from collections.abc import Iterable, Iterator, Sequence
from xml.etree import ElementTree

from msgspec import Struct

from pnp.definition.model import Theme
from pnp.draw.fonts import Font, find_font
from pnp.draw.ink import Ink, inlined, matrix
from pnp.draw.profile import num
from pnp.draw.text import fit_size, text_width
from pnp.game.plan import Plan
from pnp.geometry.plane import Affine, Point, Rect, Size
from pnp.limits import MOST_PIXELS
from pnp.pdf.everyface import FirstFaces, Shown, sections_of
from pnp.pdf.metadata import Info
from pnp.pdf.pages import Page, write_pages
from pnp.pdf.png import page_image, png_bytes
from pnp.piece import Face, Layer, Placed, Stamp
from pnp.units import MM_PER_INCH

WIDTH = 240.0
MARGIN, GAP = 8.0, 4.0
"""A contact sheet's width, margins and the room between faces, mm."""
HEAD, CAPTION = 9.0, 5.0
"""Heights of a section's title and of the captions below a row, mm."""
LETTERS = 2.4
"""Size of captions, mm."""
LARGEST, USUAL = 84.0, 33.0
"""How large a lone face and one of many are shown at most, mm."""
MANY = 6


def scale_of(section: FirstFaces) -> float:
    """One scale for all faces of a section: what is alike in size looks alike, never enlarged."""
    sides = [max(shown.face.size) for shown in section.shown]
    room = USUAL if len(sides) >= MANY else LARGEST / max(1.0, len(sides) ** 0.7)
    return min(1.0, room / max(sides))


# -- HTML ------------------------------------------------------------------------------------------

_STYLE = """
body { margin: 2em auto; max-width: 74em; padding: 0 1.5em; background: #efebe4; color: #1d1b19;
       font: 16px/1.4 "Alegreya Sans", sans-serif; }
h1, h2 { font-family: Cinzel, serif; margin: 1.2em 0 .3em; }
h2 { font-size: 1.2em; border-bottom: 1px solid #b4532a; }
p { margin: .2em 0 1em; }
.faces { display: flex; flex-wrap: wrap; gap: 1.2em; align-items: flex-end; }
figure { margin: 0; }
figure svg { display: block; background: #fff; box-shadow: 0 1px 4px #0005; max-width: 100%;
             height: auto; }
figcaption { font-size: .8em; padding-top: .3em; }
figcaption b { float: right; padding-left: .8em; font-weight: 500; }
"""
PX_PER_MM = 4.2


def gallery_html(plan: Plan) -> str:
    """The gallery as one HTML page."""
    sections = sections_of(plan)
    file = plan.game.file
    faces = [shown.face for section in sections for shown in section.shown]
    layers = {s.layer.key: s.layer for face in faces for s in face.stack}
    title = html.escape(f"{file.title} {file.version}")
    words = f"{file.title}{file.version}{_BASICS}" + "".join(
        f"{section.title}{shown.caption}{shown.title}{shown.count}"
        for section in sections
        for shown in section.shown
    )
    fonts = _used_fonts(layers.values())
    for font in (find_font("Alegreya Sans"), find_font("Alegreya Sans", 500)):
        fonts.setdefault(font, set()).update(words + (file.subtitle or ""))
    fonts.setdefault(find_font("Cinzel", 700), set()).update(words)
    parts = [
        "<!DOCTYPE html>",
        f'<html lang="en"><head><meta charset="utf-8"><title>{title}</title>',
        f"<style>{''.join(map(_font_face, fonts.items()))}{_STYLE}</style></head><body>",
        '<svg width="0" height="0" style="position:absolute" aria-hidden="true"><defs>',
        *(f'<g id="l{key}">{inlined(layer)}</g>' for key, layer in layers.items()),
        "</defs></svg>",
        f"<h1>{title}</h1>",
        f"<p>{html.escape(file.subtitle)}</p>" if file.subtitle else "",
        *(part for section in sections for part in _section_html(section)),
        "</body></html>",
    ]
    return "\n".join(filter(None, parts)) + "\n"


_BASICS = " ,.…×0123456789"


def _section_html(section: FirstFaces) -> Iterator[str]:
    scale = scale_of(section) * PX_PER_MM
    yield f'<h2>{html.escape(section.title)}</h2>\n<div class="faces">'
    for shown in section.shown:
        name, count = html.escape(shown.caption), f"×{shown.count}"
        title = f"<br>{html.escape(shown.title)}" if shown.title else ""
        size = Size(shown.face.size.width * scale, shown.face.size.height * scale)
        yield (
            f'<figure style="width:{size.width:.1f}px">{face_use(shown.face, size, name)}'
            f"<figcaption><b>{count}</b>{name}{title}</figcaption></figure>"
        )
    yield "</div>"


def face_use(face: Face, size: Size, name: str) -> str:
    """A face as an SVG element of `size` px that uses layers defined elsewhere in the page."""
    uses = "".join(_use(stamp) for stamp in face.stack)
    return (
        f'<svg role="img" aria-label="{name}" width="{size.width:.1f}" height="{size.height:.1f}" '
        f'viewBox="0 0 {num(face.size.width)} {num(face.size.height)}">{uses}</svg>'
    )


def _use(stamp: Stamp) -> str:
    at = "" if stamp.at == Affine() else f' transform="{matrix(stamp.at)}"'
    return f'<use href="#l{stamp.layer.key}"{at}/>'


def _used_fonts(layers: Iterable[Layer]) -> dict[Font, set[str]]:
    """The characters that the texts of layers need from each font."""
    found: dict[Font, set[str]] = {}
    for layer in layers:
        for text in ElementTree.fromstring(f"<g>{layer.svg}</g>").iter("text"):
            italic = text.get("font-style") == "italic"
            weight = int(text.get("font-weight", "400"))
            font = find_font(text.attrib["font-family"], weight, italic)
            found.setdefault(font, set()).update(text.text or "")
    return found


def _font_face(entry: tuple[Font, set[str]]) -> str:
    """A rule that holds the glyphs of some characters of a font."""
    from fontTools import subset

    font, characters = entry
    options = subset.Options(notdef_outline=True, layout_features=[], recalc_timestamp=False)
    table = subset.load_font(str(font.path), options)
    maker = subset.Subsetter(options)
    maker.populate(text="".join(sorted(characters)))
    maker.subset(table)
    out = io.BytesIO()
    table.save(out)
    data = base64.b64encode(out.getvalue()).decode("ascii")
    style = "italic" if font.italic else "normal"
    return (
        f'@font-face {{ font-family: "{font.family}"; font-weight: {font.weight}; '
        f"font-style: {style}; src: url(data:font/ttf;base64,{data}); }}\n"
    )


# -- contact sheet ---------------------------------------------------------------------------------


def gallery_png(plan: Plan, width: int) -> bytes:
    """The contact sheet, `width` pixels wide.

    Raises ValueError when the picture would be too large.
    """
    page = gallery_page(plan)
    dpi = width / (WIDTH / MM_PER_INCH)
    if width * width * page.size.height / WIDTH > MOST_PIXELS:
        raise ValueError(f"a gallery {width} pixels wide would be too large a picture")
    return png_bytes(page_image(write_pages((page,), Info(plan.game.file.title)), dpi), dpi)


def gallery_page(plan: Plan) -> Page:
    """All faces on one page as high as they need; small sections stand side by side."""
    theme = plan.game.file.theme
    ink = Ink()
    pen = _Pen(theme, ink)
    title = f"{plan.game.file.title} {plan.game.file.version}"
    pen.words(title, Point(MARGIN, MARGIN + 6.5), 7.0, title=True)
    placed: list[Placed] = []
    x, y, tallest = MARGIN, MARGIN + HEAD, 0.0
    for section in sections_of(plan):
        block = _Block(section, WIDTH - 2 * MARGIN, theme)
        if x > MARGIN and x + block.width > WIDTH - MARGIN:
            x, y, tallest = MARGIN, y + tallest, 0.0
        placed += block.place(Point(x, y), pen)
        x += block.width + 2.5 * GAP
        tallest = max(tallest, block.height)
    return Page(Size(WIDTH, y + tallest + MARGIN), placed, (Stamp(ink.layer()),))


class _Block:
    """A section's title and rows, `width` x `height` mm, the captions included."""

    def __init__(self, section: FirstFaces, room: float, theme: Theme) -> None:
        self.title = section.title
        self.scale = scale_of(section)
        self.room, self.label = room, theme.fonts.label
        self.rows = list(self._rows(section.shown))
        title, _ = fit_size(section.title, theme.fonts.title, 700, room, 4.0, 2.0)
        self.letters = title
        words = find_font(theme.fonts.title, 700).width(section.title, title)
        self.width = max(words, *(self._wide(row) for row in self.rows))
        self.height = HEAD + sum(self._tall(row) + CAPTION for row in self.rows)

    def _wide(self, row: Sequence[Shown]) -> float:
        return sum(self._slot(one) + GAP for one in row) - GAP

    def _slot(self, one: Shown) -> float:
        """The room of a face: its own width or, up to the whole room, its caption's."""
        words = text_width(_caption(one), self.label, 500, LETTERS)
        return max(one.face.size.width * self.scale, min(words, self.room))

    def _rows(self, shown: Sequence[Shown]) -> Iterator[list[Shown]]:
        """Faces in rows that have room; one that is wider stands alone."""
        row: list[Shown] = []
        for one in shown:
            if row and self._wide([*row, one]) > self.room:
                yield row
                row = []
            row.append(one)
        if row:
            yield row

    def _tall(self, row: Sequence[Shown]) -> float:
        return max(one.face.size.height for one in row) * self.scale

    def place(self, at: Point, pen: _Pen) -> Iterator[Placed]:
        """The faces with the block's top left corner at a point; writes the words."""
        y = at.y + HEAD
        pen.words(self.title, Point(at.x, y - 2.5), self.letters, title=True)
        for row in self.rows:
            x, foot = at.x, y + self._tall(row)
            for one in row:
                wide, high = (side * self.scale for side in one.face.size)
                box = Rect(x, foot - high, wide, high)
                face = Face(one.face.size, one.face.stack)
                yield Placed(face, Affine.translation(box.x, box.y) @ Affine.scaling(self.scale))
                slot = self._slot(one)
                pen.caption(one, box, slot)
                x += slot + GAP
            y = foot + CAPTION


def _caption(shown: Shown) -> str:
    return f"{shown.caption} ×{shown.count}"


class _Pen(Struct, frozen=True):
    """Writes titles and captions; a hairline goes round what has no cut line of its own."""

    theme: Theme
    ink: Ink

    def words(self, words: str, at: Point, size: float, *, title: bool = False) -> None:
        fonts = self.theme.fonts
        family, weight = (fonts.title, 700) if title else (fonts.label, 500)
        fill = self.theme.palette.ink
        self.ink.text(words, at, size, family=family, weight=weight, fill=fill)

    def caption(self, shown: Shown, box: Rect, room: float) -> None:
        """Name and number below a face, in one size wherever they fit."""
        words = _caption(shown)
        size, _ = fit_size(words, self.theme.fonts.label, 500, room + 1e-6, LETTERS, 1.2)
        self.words(words, Point(box.x, box.bottom + 0.5 + size), size)
        if not shown.net:
            grid = self.theme.palette.grid
            self.ink.rect(box, fill="none", stroke=grid, stroke_width=0.15)
