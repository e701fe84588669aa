"""A PDF file read back: page boxes, fonts, and what each page draws; pypdf does the reading."""

from __future__ import annotations

import logging
import weakref
from functools import cached_property
from typing import Any

import pypdf
from msgspec import Struct
from pypdf.generic import StreamObject

from pnp.errors import Loc, PnpError, Problem
from pnp.export.attachment import check_start
from pnp.export.filed import Filed, mapped, opened
from pnp.geometry import Affine, Rect, Size
from pnp.preflight.content import Forms, read_content
from pnp.preflight.drawn import Content
from pnp.preflight.entries import entry, follow
from pnp.units import pt_to_mm

logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # it repairs what it can; we judge the rest
_BOXES = ("mediabox", "cropbox", "bleedbox", "trimbox")


class ReadPage(Struct, frozen=True):
    """A page: its size, boxes in mm from the top-left corner, turn in degrees, and content."""

    size: Size
    boxes: dict[str, Rect]
    turn: int
    content: Content


class _Reader(pypdf.PdfReader):
    """A reader that keeps what images are, but none of their pixels, which nobody asks for."""

    def cache_indirect_object(self, generation: int, idnum: int, obj: Any) -> Any:
        if isinstance(obj, StreamObject) and obj.get("/Subtype") == "/Image":
            obj._data = b""
        return super().cache_indirect_object(generation, idnum, obj)


class ReadFile:
    """A PDF's pages. Raises PnpError (PDF001), naming the file, for what is none; OSError."""

    def __init__(self, name: str, data: Filed, loc: Loc | None = None) -> None:
        self.name, self._file = name, opened(data)
        weakref.finalize(self, self._file.close)
        try:
            check_start(mapped(data))
            self.pages = tuple(_read_page(page, self._forms) for page in self._reader.pages)
        except Exception as error:  # a broken file may fail anywhere in the library
            raise PnpError(_unreadable(name, error, loc)) from None

    @cached_property
    def _reader(self) -> pypdf.PdfReader:
        reader = _Reader(self._file)
        if reader.is_encrypted and not reader.decrypt(""):
            raise ValueError("it is encrypted")
        return reader

    @cached_property
    def _forms(self) -> Forms:
        return Forms(_hidden(self._reader.trailer["/Root"]))

    @property
    def version(self) -> str:
        return self._reader.pdf_header.removeprefix("%PDF-")

    @cached_property
    def intents(self) -> tuple[str, ...]:
        """The printing conditions or colour spaces that output intents with a profile name."""
        found = map(follow, entry(self._reader.trailer["/Root"], "/OutputIntents", []))
        return tuple(
            str(entry(intent, "/OutputConditionIdentifier", ""))
            for intent in found
            if entry(intent, "/DestOutputProfile") is not None
        )

    @cached_property
    def fonts(self) -> dict[str, bool]:
        """The fonts that words are set in, and whether the file carries them."""
        used: dict[str, Any] = {}
        for page in self.pages:
            used |= page.content.whole.fonts
        return {name.lstrip("/"): is_embedded(font) for name, font in sorted(used.items())}


def _unreadable(name: str, error: Exception, loc: Loc | None) -> Problem:
    says = " ".join(str(error).split()) or type(error).__name__
    return Problem("PDF001", "error", f"{name} cannot be read as a PDF: {says[:200]}", loc)


def _read_page(page: Any, forms: Forms) -> ReadPage:
    unit = pt_to_mm(float(entry(page, "/UserUnit", 1)))
    media = page.mediabox
    left, top = float(media.left), float(media.top)
    base = Affine(unit, 0.0, 0.0, -unit, -left * unit, top * unit)
    boxes = {}
    for name in _BOXES:
        box = getattr(page, name)
        corner = base.apply((float(box.left), float(box.top)))
        size = float(box.width) * unit, float(box.height) * unit
        boxes[name] = Rect(*corner, *size)
    content = _read_content(page, base, forms)
    size, turn = boxes["mediabox"].size, int(entry(page, "/Rotate", 0)) % 360
    return ReadPage(size, boxes, turn, content)


def _read_content(page: Any, base: Affine, forms: Forms) -> Content:
    contents = page.get_contents()
    code = contents.get_data() if contents is not None else b""
    return read_content(code, entry(page, "/Resources", {}), base, forms)


def _hidden(root: Any) -> frozenset[int]:
    """The numbers of optional-content groups that are not printed."""
    properties = entry(root, "/OCProperties")
    off = entry(entry(properties, "/D"), "/OFF", [])
    found = {ref.idnum for ref in off if hasattr(ref, "idnum")}
    for ref in entry(properties, "/OCGs", []):
        usage = entry(entry(follow(ref), "/Usage"), "/Print")
        if entry(usage, "/PrintState") == "/OFF":
            found.add(ref.idnum)
    return frozenset(found)


def is_embedded(font: Any) -> bool:
    """True if the file holds the font's program, or its glyphs as drawings (Type 3)."""
    kind = entry(font, "/Subtype")
    if kind == "/Type3":
        return True
    if kind == "/Type0":
        descendants = entry(font, "/DescendantFonts", [])
        font = follow(descendants[0]) if descendants else {}
    descriptor = entry(font, "/FontDescriptor", {})
    return any(key in descriptor for key in ("/FontFile", "/FontFile2", "/FontFile3"))
