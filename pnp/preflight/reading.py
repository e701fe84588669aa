"""A PDF file read back: page boxes and intents by its dictionaries, what it draws by PDFium."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from pnp.errors import Loc
from pnp.export.attachment import check_start, unreadable
from pnp.export.filed import Draft, Filed, mapped
from pnp.export.png import Pages
from pnp.geometry import Affine, Rect, Size
from pnp.preflight.drawing import is_form, look_at, objects_on
from pnp.preflight.drawn import Content, Drawn
from pnp.preflight.objects import Objects
from pnp.preflight.sheets import read_sheets, uses_on
from pnp.units import pt_to_mm

_BOXES = {"mediabox": "MediaBox", "cropbox": "CropBox", "bleedbox": "BleedBox"} | {
    "trimbox": "TrimBox"
}
_LETTER = [0.0, 0.0, 612.0, 792.0]
"""The size of a page that says none."""


Ours = Literal["sheets", "leaflet"] | None


class ReadPage(Struct, frozen=True):
    """A page: its size, boxes in mm from the top-left corner, turn in degrees, and content."""

    size: Size
    boxes: dict[str, Rect]
    turn: int
    content: Content


class ReadFile:
    """A PDF's pages; `ours`: of sheets, which do nothing but put forms into boxes, or of a leaflet,
    whose pictures are such forms.

    Raises PnpError (PDF001), naming the file, for what is none; OSError.
    """

    def __init__(self, name: str, data: Filed, loc: Loc | None = None, ours: Ours = None) -> None:
        try:
            check_start(mapped(data))
            pages = Pages(data)
            self.version = "{}.{}".format(*divmod(pages.document.get_version() or 0, 10))
            data, self._objects = _plain(pages.document, data)
            self.intents = tuple(self._objects.intents())
            found = list(self._objects.pages())
            bases = [self._base(page) for page in found]
            if len(found) != len(pages.document):
                raise ValueError("its pages are not in a tree")
            if ours == "sheets":
                contents = read_sheets(data, self._objects, zip(found, bases, strict=True))
            else:
                contents = [
                    self._any(pages[n], base, found[n] if ours else None)
                    for n, base in enumerate(bases)
                ]
            pages.close()
            self.pages = tuple(map(self._page, found, bases, contents))
        except OSError:
            raise
        except Exception as error:  # a broken file may fail anywhere in the library
            raise unreadable(name, error, loc) from None

    @property
    def fonts(self) -> dict[str, bool]:
        """The fonts that words are set in, and whether the file carries them."""
        used: dict[str, bool] = {}
        for page in self.pages:
            used |= page.content.whole.fonts
        return dict(sorted(used.items()))

    def _base(self, page: dict[str, Any]) -> Affine:
        """The map from the space of a page to mm from its top-left corner."""
        unit = pt_to_mm(float(self._objects.entry(page, "UserUnit", 1)))
        left, _, _, top = self._box(page, "MediaBox")
        return Affine(unit, 0.0, 0.0, -unit, -left * unit, top * unit)

    def _page(self, page: dict[str, Any], base: Affine, content: Content) -> ReadPage:
        boxes = {}
        for name, known in _BOXES.items():
            left, low, right, high = self._box(page, known)
            boxes[name] = base.apply_rect(Rect(left, low, right - left, high - low))
        turn = int(self._objects.entry(page, "Rotate", 0)) % 360
        return ReadPage(boxes["mediabox"].size, boxes, turn, content)

    def _box(self, page: dict[str, Any], name: str) -> list[float]:
        """A box of a page in its points; the next larger one unless it is there."""
        found = [float(self._objects.get(n)) for n in self._objects.entry(page, name, [])]
        if len(found) == 4:
            return [*map(min, found[:2], found[2:]), *map(max, found[:2], found[2:])]
        larger = {"MediaBox": "", "CropBox": "MediaBox"}.get(name, "CropBox")
        return self._box(page, larger) if larger else _LETTER

    def _any(self, page: Any, base: Affine, leaflet: dict[str, Any] | None) -> Content:
        """What any page draws. Loose, on the page of a `leaflet`, is what lies in no region."""
        whole, loose = Drawn(), Drawn()
        uses = uses_on(self._objects, leaflet, base, sheet=False) if leaflet else []
        left = iter(uses)
        for one in objects_on(page):
            look_at(whole, one, base)
            if leaflet and not (is_form(one) and next(left).region):
                look_at(loose, one, base)
        return Content((), loose, whole)


def _plain(document: Any, data: Filed) -> tuple[Filed, Objects]:
    """A file with its objects; of one that packs or encrypts them a plain copy. Raises OSError."""
    import pypdfium2.raw as raw

    try:
        return data, Objects(mapped(data))
    except (ValueError, TypeError):
        draft = Draft()
        document.save(draft, flags=raw.FPDF_REMOVE_SECURITY)
        copy = draft.filed()
        return copy, Objects(mapped(copy))
