"""PNG pictures through PDFium: they show what will print, because they are made from the PDF."""

from __future__ import annotations

import io
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from PIL import Image, ImageChops

from pnp.game.selection import runs_of
from pnp.geometry.plane import Size
from pnp.limits import MOST_PIXELS, MOST_PIXELS_TOGETHER
from pnp.piece import Face
from pnp.system.filed import Filed
from pnp.system.processes import share_out
from pnp.units import MM_PER_INCH, POINTS_PER_INCH, mm_to_px

PALETTE = 256
"""The most colours of a PNG with a palette."""
_COLOUR = re.compile(r"#([0-9A-Fa-f]{6})\b")


class PageImages:
    """The pages of a PDF as PDFium has them, which holds whatever it has read of a file: a large
    one is opened anew for every page. Close it in the end."""

    def __init__(self, pdf: Filed) -> None:
        self._pdf = pdf
        self.document, self._number, self._page = self._opened(), -1, None

    def __getitem__(self, number: int) -> Any:
        if number != self._number:
            if isinstance(self._pdf, Path) and self._number >= 0:
                self.close()
                self.document = self._opened()
            self._number, self._page = number, self.document[number]
        return self._page

    def close(self) -> None:
        self._number, self._page = -1, None
        self.document.close()

    def _opened(self) -> Any:
        import pypdfium2

        return pypdfium2.PdfDocument(self._pdf)


def page_image(pdf: Filed, dpi: float, page: int = 0, *, grey: bool = False) -> Image.Image:
    """Render one page at a resolution: exactly round(size · dpi) pixels, one byte each if `grey`.

    Raises ValueError as `refuse_large` does.
    """
    (picture,) = _images(pdf, dpi, [(page, grey)])
    return picture


def _images(pdf: Filed, dpi: float, pages: Iterable[tuple[int, bool]]) -> Iterator[Image.Image]:
    """Some pages of a PDF, one after the other, in grey or not."""
    import pypdfium2
    import pypdfium2.raw as raw

    document = PageImages(pdf)
    try:
        for number, grey in pages:
            sheet = document[number]
            points = sheet.get_size()
            size = Size(*(p / POINTS_PER_INCH * MM_PER_INCH for p in points))
            refuse_large({f"a page of {size}": size}, dpi)
            width, height = _pixels(size, dpi)
            form = raw.FPDFBitmap_Gray if grey else raw.FPDFBitmap_BGR
            bitmap = pypdfium2.PdfBitmap.new_native(width, height, form)
            raw.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xFFFFFFFF)
            flags = raw.FPDF_ANNOT | raw.FPDF_PRINTING
            raw.FPDF_RenderPageBitmap(bitmap, sheet, 0, 0, width, height, 0, flags)
            picture: Image.Image = bitmap.to_pil()
            yield picture.copy()
    finally:
        document.close()


def refuse_large(sizes: Mapping[str, Size], dpi: float) -> None:
    """Raises ValueError, before anything is drawn, naming all pictures of so many mm that are too
    large at a resolution, or saying that they are too many together."""
    if not dpi > 0:
        raise ValueError(f"no picture has {dpi:g} dpi")
    large = {n: s for n, s in sizes.items() if math.prod(_pixels(s, dpi)) > MOST_PIXELS}
    if large:
        verb = "is too large a picture" if len(large) == 1 else "are too large pictures"
        area = max(size.width * size.height for size in large.values())
        most = int(MM_PER_INCH * math.sqrt(MOST_PIXELS / area))
        names = ", ".join(runs_of([*large]))
        raise ValueError(f"{names} at {dpi:g} dpi {verb}; at most {most} dpi")
    area = sum(size.width * size.height for size in sizes.values())
    most = int(MM_PER_INCH * math.sqrt(MOST_PIXELS_TOGETHER / area))
    if dpi > most + 1:
        raise ValueError(f"{len(sizes)} pictures at {dpi:g} dpi are too many; at most {most} dpi")


def _pixels(size: Size, dpi: float) -> tuple[int, int]:
    width, height = (max(1, mm_to_px(mm, dpi)) for mm in size)
    return width, height


def is_grey(faces: Iterable[Face]) -> bool:
    """True if nothing in the faces has a colour: every #RRGGBB has three equal parts, and every
    bitmap is grey."""
    layers = {stamp.layer for face in faces for stamp in face.stack}
    if any(bitmap.channels > 1 for layer in layers for bitmap in layer.bitmaps):
        return False
    colours = {c for layer in layers for c in _COLOUR.findall(layer.svg)}
    return all(c[:2] == c[2:4] == c[4:] for c in colours)


def png_bytes(image: Image.Image, dpi: float) -> bytes:
    """The picture as a PNG file that knows its resolution: grey or with a palette where that loses
    nothing."""
    out = io.BytesIO()
    reduced(image).save(out, "PNG", dpi=(dpi, dpi), optimize=False)
    return out.getvalue()


def reduced(image: Image.Image) -> Image.Image:
    """The same picture in grey, or with a palette of its colours if there are 256 at most."""
    if image.mode != "RGB":
        return image
    red, green, blue = image.split()
    if all(ImageChops.difference(red, other).getbbox() is None for other in (green, blue)):
        return red
    counted = image.getcolors(PALETTE)
    if counted is None:
        return image
    table = Image.new("P", (1, 1))
    table.putpalette([part for _, colour in sorted(counted) for part in colour])  # type: ignore
    found = image.quantize(palette=table, dither=Image.Dither.NONE)
    same = ImageChops.difference(found.convert("RGB"), image).getbbox() is None
    return found if same else image


def png_files(pdf: Filed, dpi: float, greys: Sequence[bool], jobs: int = 1) -> list[bytes]:
    """Every page of a PDF as a PNG file, made in so many processes; some of them grey.

    The bytes do not depend on the number of processes. Raises ValueError as `page_image` does.
    """
    work = partial(_render, pdf, dpi)
    return share_out(work, list(enumerate(greys)), jobs)


def _render(pdf: Filed, dpi: float, pages: Sequence[tuple[int, bool]]) -> list[bytes]:
    return [png_bytes(picture, dpi) for picture in _images(pdf, dpi, pages)]
