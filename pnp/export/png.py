"""PNG pictures through PDFium: they show what will print, because they are made from the PDF."""

from __future__ import annotations

import io
from typing import Any

from PIL import Image

from pnp.geometry import Size
from pnp.units import MM_PER_INCH, POINTS_PER_INCH, mm_to_px

MAX_PIXELS = 250_000_000


def page_image(pdf: bytes, dpi: float, page: int = 0) -> Image.Image:
    """Render one page at a resolution; exactly round(size · dpi) pixels, grey when it has no colour.

    Raises ValueError when the picture would exceed `MAX_PIXELS`.
    """
    import pypdfium2
    import pypdfium2.raw as raw

    document: Any = pypdfium2.PdfDocument(pdf)
    try:
        sheet = document[page]
        points = sheet.get_size()
        size = Size(*(p / POINTS_PER_INCH * MM_PER_INCH for p in points))
        width, height = (max(1, mm_to_px(mm, dpi)) for mm in size)
        if width * height > MAX_PIXELS:
            raise ValueError(f"{width} x {height} pixels are too many; use fewer dpi")
        bitmap = pypdfium2.PdfBitmap.new_native(width, height, raw.FPDFBitmap_BGRx)
        raw.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xFFFFFFFF)
        flags = raw.FPDF_ANNOT | raw.FPDF_PRINTING
        raw.FPDF_RenderPageBitmap(bitmap, sheet, 0, 0, width, height, 0, flags)
        return shrink_mode(bitmap.to_pil().convert("RGB"))
    finally:
        document.close()


def shrink_mode(image: Image.Image) -> Image.Image:
    """The picture as grey when no pixel has a colour: a smaller file that encodes faster."""
    red, green, blue = image.split()
    if red.tobytes() == green.tobytes() == blue.tobytes():
        return red
    return image


def png_bytes(image: Image.Image, dpi: float) -> bytes:
    """The picture as a PNG file that knows its resolution."""
    out = io.BytesIO()
    image.save(out, "PNG", dpi=(dpi, dpi), optimize=False)
    return out.getvalue()
