"""PDF files through ReportLab: this package is its only user.

ReportLab keeps the document (pages, font subsets, metadata); faces arrive as translated layers,
each distinct one stored once as a Form XObject and placed by a matrix. Page content is written in
mm from the top-left corner, y downwards. The same input gives the same bytes.
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from typing import Any

from msgspec import Struct
from PIL.Image import Image
from reportlab import rl_config
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfdoc, pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from pnp.draw.fonts import Font, find_font
from pnp.geometry.plane import Affine, Rect, Size
from pnp.layout.contours import Cut
from pnp.pdf.attachment import attach
from pnp.pdf.bitmaps import image_object
from pnp.pdf.cutlayer import CutLayer
from pnp.pdf.metadata import Info, describe
from pnp.pdf.svgpath import numbers
from pnp.pdf.svgpdf import translate
from pnp.piece import Bitmap, Face, Layer, Placed, Stamp
from pnp.record import Record
from pnp.record.keys import digest, drawn_svg
from pnp.system.filed import Draft, Filed
from pnp.units import mm_to_pt

rl_config.useA85 = 0


class _Collector(pdfdoc.PDFFile):  # type: ignore[misc]
    """Where ReportLab puts the objects of a document as it writes them: into a draft."""

    def __init__(self, *about: Any) -> None:
        super().__init__(*about)
        self.draft = Draft()
        self.draft.write(b"".join(self.strings))
        self.write = self.draft.write

    def format(self, document: Any) -> Draft:
        return self.draft


FIRST_FONT = ("Alegreya Sans", 500)
_FAR = 20_000.0
"""Half the side of a layer's box in mm: layers are not clipped, faces are."""


class Page(Struct, frozen=True):
    """One page: pictures and faces below, loose layers (marks, rulers, footers) above, cuts on a
    layer apart.

    `pictures` are pixels in boxes of the page, mm; `trim` is the piece on a page of its own, bleed
    round it; None is the whole page. `bookmarks` name what begins here.
    """

    size: Size
    faces: Sequence[Placed] = ()
    stamps: Sequence[Stamp] = ()
    trim: Rect | None = None
    cuts: Sequence[Cut] = ()
    bookmarks: Sequence[str] = ()
    pictures: Sequence[tuple[Image, Rect]] = ()


class _Measured(TTFont):  # type: ignore[misc]
    """A font that adds up the advances of a text once, whatever sizes it is set in."""

    def __init__(self, name: str, path: str) -> None:
        super().__init__(name, path)
        self.sums: dict[str, int] = {}

    def stringWidth(self, text: str, size: float, encoding: str = "utf8") -> float:
        found = self.sums.get(text)
        if found is None:
            get, other = self.face.charWidths.get, self.face.defaultWidth
            found = self.sums[text] = sum([get(ord(char), other) for char in text])
        return 0.001 * size * found


@cache
def register(font: Font) -> TTFont:
    """Make a font known to ReportLab under its own name.

    ReportLab is not asked for a name it does not know: it would search its folders for it.
    """
    pdfmetrics.registerFont(_Measured(font.name, str(font.path)))
    return pdfmetrics.getFont(font.name)


class PdfWriter:
    """A PDF in the making: `add_page` for each page, then `filed()`."""

    def __init__(self, info: Info, page: Size) -> None:
        first = register(find_font(*FIRST_FONT))
        self.canvas = Canvas(
            None,
            pagesize=tuple(map(mm_to_pt, page)),
            invariant=1,
            pageCompression=1,
            pdfVersion=(1, 7),
            initialFontName=first.fontName,
            initialFontSize=1,
            lang="en",
        )
        describe(self.canvas, info)
        self.forms = Forms(self.canvas)
        self.cuts = CutLayer(self.canvas)
        self.bookmarks = 0

    def add_page(self, page: Page, shared: Counter[str]) -> None:
        """`shared` counts how often each face occurs; those that repeat become forms."""
        canvas = self.canvas
        width, height = map(mm_to_pt, page.size)
        canvas.setPageSize((width, height))
        if page.trim is None:
            canvas.setTrimBox((0, 0, width, height))
        else:
            left, right = mm_to_pt(page.trim.x), mm_to_pt(page.trim.right)
            low, high = (height - mm_to_pt(y) for y in (page.trim.bottom, page.trim.y))
            canvas.setTrimBox((left, low, right, high))
            canvas.setBleedBox((0, 0, width, height))
        for title in page.bookmarks:
            self.bookmarks += 1
            canvas.bookmarkPage(f"b{self.bookmarks}")
            canvas.addOutlineEntry(title, f"b{self.bookmarks}")
        canvas._preamble = f"{numbers(mm_to_pt(1), 0, 0, -mm_to_pt(1), 0, height)} cm"
        for image, box in page.pictures:
            self._draw_picture(image, box)
        for placed in page.faces:
            self.forms.place(placed, whole=shared[placed.face.key] > 1)
        for stamp in page.stamps:
            self.forms.stamp(stamp)
        self.cuts.draw(page.cuts)
        canvas.showPage()

    def _draw_picture(self, image: Image, box: Rect) -> None:
        """Pixels in a box; an image is drawn from its foot upwards."""
        self.canvas.saveState()
        self.canvas.transform(1, 0, 0, -1, box.x, box.bottom)
        self.canvas.drawImage(ImageReader(image), 0, 0, *box.size)
        self.canvas.restoreState()

    def filed(self) -> Filed:
        self.canvas._preamble = ""
        return finish(self.canvas)


def finish(canvas: Canvas) -> Filed:
    """The document of a canvas, written object by object. Raises OSError."""
    usual, pdfdoc.PDFFile = pdfdoc.PDFFile, _Collector
    try:
        draft: Draft = canvas.getpdfdata()
    finally:
        pdfdoc.PDFFile = usual
    return draft.filed()


class Forms:
    """The XObjects of a document: distinct layers, bitmaps and repeated faces, each stored once."""

    def __init__(self, canvas: Canvas) -> None:
        self.canvas = canvas
        self.known: set[str] = set()
        self.pixels: dict[str, str] = {}
        """Names of forms that show pictures, with hashes of what these show: their names come from
        the pictures' files."""
        self._stamped: dict[str, tuple[str, str]] = {}
        self._plain = {words: _Resources() for words in (False, True)}

    def place(self, placed: Placed, *, whole: bool) -> None:
        """Draw a face on the current page, as one form if it is used `whole`."""
        face, canvas = placed.face, self.canvas
        if whole and placed.clip is None:
            self._do(self._face_form(face), placed.at)
            return
        box = face.box if placed.clip is None else placed.clip
        canvas._code.append(_enter(placed.at, box))
        if whole:
            self._do(self._face_form(face), Affine())
        else:
            for stamp in face.stack:
                self.stamp(stamp)
        canvas._code.append("Q")

    def stamp(self, stamp: Stamp) -> None:
        """Draw a layer on the current page."""
        if stamp.key not in self._stamped:
            form = self._layer_form(stamp.layer)
            self._stamped[stamp.key] = _do(form, stamp.at), form
        code, form = self._stamped[stamp.key]
        self.canvas._code.append(code)
        self.canvas._formsinuse.append(form)

    def _do(self, name: str, at: Affine) -> None:
        self.canvas._code.append(_do(name, at))
        self.canvas._formsinuse.append(name)

    def _layer_form(self, layer: Layer) -> str:
        name = f"L{layer.key}"
        if name not in self.known:
            box = Rect(-_FAR, -_FAR, 2 * _FAR, 2 * _FAR)
            bitmaps = {bitmap.key: bitmap for bitmap in layer.bitmaps}
            used: list[str] = []

            def place(key: str) -> str:
                used.append(self._image(bitmaps[key]))
                return str(pdfdoc.xObjectName(used[-1]))

            self._define(name, translate(layer.svg, self._encode, place), box, used)
            if any(bitmap.drawn for bitmap in layer.bitmaps):
                self.pixels[str(pdfdoc.xObjectName(name))] = digest(drawn_svg(layer))
        return name

    def _image(self, bitmap: Bitmap) -> str:
        name = f"I{bitmap.key}"
        if name not in self.known:
            self.canvas._doc.addForm(name, image_object(bitmap))
            self.known.add(name)
        return name

    def _face_form(self, face: Face) -> str:
        name = f"F{face.key}"
        if name not in self.known:
            used = [self._layer_form(stamp.layer) for stamp in face.stack]
            code = "\n".join(_do(n, s.at) for n, s in zip(used, face.stack, strict=True))
            self._define(name, code, face.box, used)
            if (same := self.named(code)) != code:
                self.pixels[str(pdfdoc.xObjectName(name))] = digest(same)
        return name

    def named(self, code: str) -> str:
        """Code with forms called by the pixels of their pictures."""
        for name, drawn in self.pixels.items():
            code = code.replace(f"/{name} Do", f"/{drawn} Do")
        return code

    def _define(self, name: str, code: str, box: Rect, uses: Iterable[str]) -> None:
        """The one place where forms are made: their Resources are always complete."""
        names = list(dict.fromkeys(uses))
        resources = _Resources() if names else self._plain[" Tf " in code]
        if " Tf " in code:
            resources.basicFonts()
        if names:
            resources.XObject = self.canvas._doc.xobjDict(names)
        self.canvas._doc.addForm(name, _Form(code or " ", box, resources))
        self.known.add(name)

    def _encode(self, font: Font, text: str) -> list[tuple[str, bytes]]:
        document, known = self.canvas._doc, register(font)
        chunks = known.splitString(text, document)
        return [(known.getSubsetInternalName(subset, document), codes) for subset, codes in chunks]


class _Resources(pdfdoc.PDFResourceDictionary):  # type: ignore[misc]
    """Resources that many forms share; they are put into words once, when the file is written."""

    written: bytes | None = None

    def format(self, document: Any) -> bytes:
        if self.written is None:
            self.written = super().format(document)
        return self.written


class _Form(pdfdoc.PDFFormXObject):  # type: ignore[misc]
    """A form that writes itself as ReportLab's would, without going through a dozen objects."""

    def __init__(self, code: str, box: Rect, resources: _Resources) -> None:
        super().__init__(box.x, box.y, box.right, box.bottom)
        self.setStreamList(code)
        self.Resources = resources

    def format(self, document: Any) -> bytes:
        box, stream = _box_array(*self.BBoxList()), zlib.compress(self.stream)
        return (
            b"<<\n/BBox %b /Filter [ /FlateDecode ] /FormType 1 /Length %d /Matrix [ 1 0 0 1 0 0 ]"
            b" /Resources %b \n  /Subtype /Form /Type /XObject\n>>\nstream\n%bendstream\n"
        ) % (box, len(stream), self.Resources.format(document), stream)


@lru_cache(maxsize=256)
def _box_array(*sides: float) -> bytes:
    written: bytes = pdfdoc.PDFArray(sides).format(None)
    return written


@lru_cache(maxsize=4096)
def _do(name: str, at: Affine) -> str:
    use = f"/{pdfdoc.xObjectName(name)} Do"
    return use if at == Affine() else f"q {numbers(*matrix_of(at))} cm {use} Q"


@lru_cache(maxsize=4096)
def _enter(at: Affine, clip: Rect) -> str:
    return f"q {numbers(*matrix_of(at))} cm {numbers(*clip)} re W n"


def matrix_of(at: Affine) -> tuple[float, ...]:
    return at.a, at.b, at.c, at.d, at.e, at.f


def write_pages(
    pages: Sequence[Page], info: Info, record: Callable[[], Record] | None = None
) -> Filed:
    """A PDF of finished pages, with its record attached if it has one."""
    shared = Counter(placed.face.key for page in pages for placed in page.faces)
    writer = PdfWriter(info, pages[0].size)
    if record is not None:
        attach(writer.canvas, record)
    for page in pages:
        writer.add_page(page, shared)
    return writer.filed()


def face_pdf(face: Face, title: str) -> Filed:
    """One face as a page of exactly its size (bleed included)."""
    return faces_pdf([face], title)


def faces_pdf(faces: Iterable[Face], title: str) -> Filed:
    """Faces as pages of exactly their sizes (bleeds included), with trim boxes."""
    pages = [
        Page(
            face.box.size,
            faces=(Placed(face, Affine.translation(face.bleed, face.bleed)),),
            trim=Rect(face.bleed, face.bleed, *face.size) if face.bleed else None,
        )
        for face in faces
    ]
    return write_pages(pages, Info(title))
