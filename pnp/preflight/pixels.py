"""Pages as grey pixels through PDFium, and faces alone at the places where they should stand.

A face is drawn alone on an empty page of the same size and at the planned place: both pictures then
fall on the same pixels, so that they may be compared one by one.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from types import TracebackType
from typing import Any

from PIL import Image, ImageChops

from pnp.geometry.plane import Affine, Rect, Size
from pnp.pdf.metadata import Info
from pnp.pdf.pages import Page, write_pages
from pnp.pdf.png import PageImages
from pnp.piece import Placed
from pnp.system.filed import Filed
from pnp.units import mm_to_px

TOLERANCE = 48
"""How far, of 255, a pixel may differ: place and rounding within 0.01 mm change it by less."""
WHITE = 250
TOUCH = 0.01
"""How far, in mm, faces may lie on each other that only touch."""
EDGE = 1
"""Pixels left out along the edge of a piece, where neighbours and marks may shine in."""


Box = tuple[int, int, int, int]
"""Left, top, right, bottom in whole pixels."""
Pixels = tuple[int, int]
"""Width and height of a whole page."""
PictureKey = tuple[str, Affine]


class Book:
    """A PDF opened for looking at. Use it in a `with`."""

    def __init__(self, pdf: Filed) -> None:
        self._pages = PageImages(pdf)

    def __enter__(self) -> Book:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._pages.close()

    def view(self, page: int, box: Box, whole: Pixels) -> Image.Image:
        """The pixels of a box of a page that is `whole` pixels large."""
        import pypdfium2
        import pypdfium2.raw as raw

        left, top, right, bottom = box
        width, height = right - left, bottom - top
        bitmap = pypdfium2.PdfBitmap.new_native(width, height, raw.FPDFBitmap_Gray)
        raw.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xFFFFFFFF)
        flags = raw.FPDF_ANNOT | raw.FPDF_PRINTING
        raw.FPDF_RenderPageBitmap(bitmap, self._pages[page], -left, -top, *whole, 0, flags)
        picture: Image.Image = bitmap.to_pil()
        return picture.copy()

    def words(self, page: int) -> str:
        """The text of a page in the order in which it is drawn."""
        return str(self._pages[page].get_textpage().get_text_range())


class Alone:
    """Faces alone at their places on sheets of one size; those that do not overlap share a page."""

    def __init__(self, size: Size) -> None:
        self.size = size
        self._pages: list[list[Placed]] = []
        self._numbers: dict[PictureKey, int] = {}
        self._taken: list[Rect] = []
        self._seen: tuple[int, Pixels, Image.Image] | None = None

    def expect(self, placed: Iterable[Placed]) -> None:
        """Say what will be looked at, before the first look."""
        for one in placed:
            key = one.face.key, one.at
            if key in self._numbers:
                continue
            box = one.at.apply_rect(one.face.box)
            if not self._pages or any(_overlap(box, other) for other in self._taken):
                self._pages.append([])
                self._taken = []
            self._pages[-1].append(one)
            self._taken.append(box)
            self._numbers[key] = len(self._pages) - 1

    @cached_property
    def _book(self) -> Book:
        return Book(write_pages([Page(self.size, page) for page in self._pages], Info("faces")))

    def view(self, placed: Placed, box: Box, whole: Pixels) -> Image.Image:
        """The pixels of a box when nothing but the face is there."""
        number = self._numbers[placed.face.key, placed.at]
        if self._seen is None or self._seen[:2] != (number, whole):
            picture = self._book.view(number, (0, 0, *whole), whole)
            self._seen = number, whole, picture
        return self._seen[2].crop(box)


def _overlap(one: Rect, other: Rect) -> bool:
    """True if two boxes have more in common than an edge."""
    return (
        one.x < other.right - TOUCH
        and other.x < one.right - TOUCH
        and one.y < other.bottom - TOUCH
        and other.y < one.bottom - TOUCH
    )


def pixels_of(size: Size, dpi: float) -> Pixels:
    """Width and height of a page in pixels."""
    return mm_to_px(size.width, dpi), mm_to_px(size.height, dpi)


def box_within(area: Rect, page: Size, whole: Pixels) -> Box:
    """The whole pixels that lie inside an area of a page, less its edge."""
    across, down = whole[0] / page.width, whole[1] / page.height
    left, top = int(area.x * across) + 1 + EDGE, int(area.y * down) + 1 + EDGE
    right, bottom = int(area.right * across) - EDGE, int(area.bottom * down) - EDGE
    return left, top, max(right, left + 1), max(bottom, top + 1)


def differ(one: Image.Image, other: Image.Image) -> bool:
    """True if any pixel differs by more than the tolerance."""
    extrema: Any = ImageChops.difference(one, other).getextrema()
    return bool(extrema[1] > TOLERANCE)


def ink_outside(picture: Image.Image, area: Rect, page: Size) -> str | None:
    """The edge along which something is printed outside an area, None if nothing is."""
    width, height = picture.size
    across, down = width / page.width, height / page.height
    left, top = int(area.x * across) - EDGE, int(area.y * down) - EDGE
    right, bottom = int(area.right * across) + 1 + EDGE, int(area.bottom * down) + 1 + EDGE
    strips = {
        "left": (0, 0, left, height),
        "top": (0, 0, width, top),
        "right": (right, 0, width, height),
        "bottom": (0, bottom, width, height),
    }
    for edge, (x, y, x2, y2) in strips.items():
        if x2 > x and y2 > y:
            extrema: Any = picture.crop((x, y, x2, y2)).getextrema()
            if extrema[0] < WHITE:
                return edge
    return None
