"""Bitmaps as PDF image objects: the compressed pixels of the PNG or JPEG as they are."""

from __future__ import annotations

import struct
from typing import Any

from reportlab.pdfbase import pdfdoc

from pnp.piece import Bitmap

_HEAD = 8
"""Bytes of a PNG's signature; chunks follow: length, name, data, checksum."""


class _Image(pdfdoc.PDFStream):  # type: ignore[misc]
    """An image whose pixels are read when it is written: there is one in memory at a time."""

    def __init__(self, bitmap: Bitmap) -> None:
        super().__init__(filters=())
        self.bitmap = bitmap

    def format(self, document: Any) -> Any:
        data = self.bitmap.data
        self.content = data if self.bitmap.form == "jpeg" else png_pixels(data)
        try:
            return super().format(document)
        finally:
            self.content = b""


def image_object(bitmap: Bitmap) -> Any:
    """The image of a bitmap, to be stored once and placed by a matrix from the unit square."""
    width, height = bitmap.size
    image = _Image(bitmap)
    entries = image.dictionary
    entries["Type"] = pdfdoc.PDFName("XObject")
    entries["Subtype"] = pdfdoc.PDFName("Image")
    entries["Width"], entries["Height"] = width, height
    entries["BitsPerComponent"] = 8
    entries["ColorSpace"] = pdfdoc.PDFName("DeviceGray" if bitmap.channels == 1 else "DeviceRGB")
    if bitmap.form == "jpeg":
        entries["Filter"] = pdfdoc.PDFName("DCTDecode")
        return image
    entries["Filter"] = pdfdoc.PDFName("FlateDecode")
    entries["DecodeParms"] = pdfdoc.PDFDictionary(
        {
            "Predictor": 15,
            "Colors": bitmap.channels,
            "BitsPerComponent": 8,
            "Columns": width,
        }
    )
    return image


def png_pixels(data: bytes) -> bytes:
    """The compressed rows of a PNG, which PDF reads as they are (its predictors are PNG's)."""
    found, at = [], _HEAD
    while at < len(data):
        length, name = struct.unpack_from(">I4s", data, at)
        if name == b"IDAT":
            found.append(data[at + 8 : at + 8 + length])
        at += 12 + length
    return b"".join(found)
