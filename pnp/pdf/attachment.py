"""The record inside a PDF: an attached file (ISO 32000-1, 7.11.4), written in the same pass."""

from __future__ import annotations

import mmap
import re
from collections.abc import Callable
from typing import Any

from reportlab.pdfbase import pdfdoc
from reportlab.pdfgen.canvas import Canvas

from pnp.errors import Loc, PnpError, Problem
from pnp.record import NAME, Record, read_json
from pnp.system.filed import Filed, mapped

_START = re.compile(rb"(?:\xef\xbb\xbf)?\s*%PDF-")
_END = re.compile(rb"startxref\s{1,9}(\d{1,12})\s")
_TABLE = re.compile(rb"\s{0,9}(?:xref\s|\d{1,9}\s{1,9}\d{1,5}\s{1,9}obj)")


class _Late(pdfdoc.PDFStream):  # type: ignore[misc]
    """A stream whose content is made when the file is put together, after the last page."""

    def __init__(self, make: Callable[[], Record]) -> None:
        super().__init__(filters=[pdfdoc.PDFZCompress])
        self.make = make

    def format(self, document: Any) -> Any:
        self.content = self.make().json_bytes()
        self.dictionary["Params"] = pdfdoc.PDFDictionary({"Size": len(self.content)})
        return super().format(document)


def attach(canvas: Canvas, make: Callable[[], Record]) -> None:
    """Attach the record of a document; `make` is called when all pages are drawn.

    ReportLab writes only those entries of the catalogue that it knows; `AF` (ISO 32000-2, 14.13),
    by which the file belongs to the whole document, is added to them.
    """
    document = canvas._doc
    stream = _Late(make)
    stream.dictionary["Type"] = pdfdoc.PDFName("EmbeddedFile")
    stream.dictionary["Subtype"] = pdfdoc.PDFName("application#2Fjson")
    held = document.Reference(stream, "pnpRecord")
    said = {
        "Type": pdfdoc.PDFName("Filespec"),
        "F": pdfdoc.PDFString(NAME),
        "UF": pdfdoc.PDFString(NAME),
        "AFRelationship": pdfdoc.PDFName("Data"),
        "EF": pdfdoc.PDFDictionary({"F": held, "UF": held}),
    }
    file = document.Reference(pdfdoc.PDFDictionary(said), "pnpRecordFile")
    names = pdfdoc.PDFArray([pdfdoc.PDFString(NAME), file])
    tree = pdfdoc.PDFDictionary({"Names": names})
    document.Catalog.Names = pdfdoc.PDFDictionary({"EmbeddedFiles": tree})
    document.Catalog.AF = pdfdoc.PDFArray([file])
    document.Catalog.__NoDefault__ = [*document.Catalog.__NoDefault__, "AF"]


Bytes = bytes | mmap.mmap


def check_start(data: Bytes) -> None:
    """Raises ValueError for what does not begin as a PDF (ISO 32000-1, 7.5.2): readers look for
    the end of a file, and find it in an archive that holds PDFs as well."""
    if _START.match(data) is None:
        raise ValueError("it does not begin as one")


def check_end(data: Bytes) -> None:
    """Raises ValueError for a PDF with another file behind it, whose end readers would take for its
    own: the table of its objects is not where the last `startxref` says (ISO 32000-1, 7.5.5)."""
    last, found = len(data), None
    while found is None and last > 0:
        last = data.rfind(b"startxref", 0, last)
        found = _END.match(data, max(last, 0))
    first = data.find(b"%PDF-")
    places = [int(found[1]), int(found[1]) + first] if found else []
    if not any(_TABLE.match(data, place) for place in places):
        raise ValueError("it does not end as it begins: is there another file behind it?")


def _attached(data: Filed) -> bytes | None:
    """The attached file of the record's name, None without one. Raises PdfiumError, OSError."""
    from pnp.pdf.png import PageImages

    pages = PageImages(data)
    try:
        files = map(pages.document.get_attachment, range(pages.document.count_attachments()))
        return next((bytes(f.get_data()) for f in files if f.get_name() == NAME), None)
    finally:
        pages.close()


def has_record(data: Filed) -> bool:
    """True if a PDF that can be read has an attached file of the record's name."""
    return _attached(data) is not None


def unreadable(name: str, error: Exception, loc: Loc | None = None) -> PnpError:
    """PDF001 for a file in which a library found an error."""
    says = " ".join(str(error).split()) or type(error).__name__
    message = f"{name} cannot be read as a PDF: {says[:200]}"
    return PnpError(Problem("PDF001", "error", message, loc))


def read_record(data: Filed, name: str) -> Record:
    """The record of a PDF; `name` is how messages call the file.

    Raises PnpError: PDF001 for what is no PDF, REC001 for a PDF without a record that can be read;
    OSError.
    """
    try:
        check_start(whole := mapped(data))
        check_end(whole)
        found = _attached(data) or b""
    except OSError:
        raise
    except Exception as error:  # a broken file may fail anywhere in the library
        raise unreadable(name, error) from None
    return read_json(found, name)
