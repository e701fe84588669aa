"""A PDF file read back: page boxes and intents by its dictionaries, what it draws by PDFium."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from pnp.errors import Loc
from pnp.geometry.plane import Affine, Rect, Size
from pnp.pdf.attachment import check_start, unreadable
from pnp.pdf.png import PageImages
from pnp.preflight.drawing import is_form, look_at, objects_on
from pnp.preflight.drawn import Content, Drawn
from pnp.preflight.objects import Objects
from pnp.preflight.sheets import read_sheets, uses_on
from pnp.system.filed import Draft, Filed, mapped
from pnp.units import pt_to_mm

_BOXES = {f"{name.lower()}box": f"{name}Box" for name in ("Media", "Crop", "Bleed", "Trim")}
_LETTER = [0.0, 0.0, 612.0, 792.0]
"""The size of a page that says none."""


class ReadPage(Struct, frozen=True):
    """A page: its size, boxes in mm from the top-left corner, turn in degrees, and content."""

    size: Size
    boxes: dict[str, Rect]
    turn: int
    content: Content


class ReadFile:
    """A PDF's pages; `sheets`: they do nothing but put forms into boxes.

    Raises PnpError (PDF001), naming the file, for what is none; OSError.
    """

    def __init__(
        self, name: str, data: Filed, loc: Loc | None = None, *, sheets: bool = False
    ) -> None:
        try:
            check_start(mapped(data))
            pages = PageImages(data)
            self.version = "{}.{}".format(*divmod(pages.document.get_version() or 0, 10))
            data, self._objects = _plain(pages.document, data)
            self.intents = tuple(self._objects.intents())
            found = self._objects.pages
            bases = [self._base(page) for page in found]
            if len(found) != len(pages.document):
                raise ValueError("its pages are not in a tree")
            if sheets:
                contents = read_sheets(data, self._objects, zip(found, bases, strict=True))
            else:
                known: dict[int, int] = {}
                for page in found:
                    self._objects.uses(page, page.get("Contents"), known)
                numbers = range(len(found))
                contents = [self._any(pages[n], found[n], bases[n]) for n in numbers]
            pages.close()
            self.pages = tuple(map(self._page, found, bases, contents))
        except OSError:
            raise
        except Exception as error:  # a broken file may fail anywhere in the library
            raise unreadable(name, error, loc) from None

    @property
    def fonts(self) -> dict[str, bool]:
        """The fonts that words are set in, and whether the file carries all of that name."""
        used = set().union(*(page.content.whole.fonts for page in self.pages))
        return dict(sorted(used, key=lambda font: (font[0], not font[1])))

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

    def _any(self, page: Any, about: dict[str, Any], base: Affine) -> Content:
        """What any page draws and prints; loose is what lies in no region, as far as its uses of
        forms can be read."""
        whole, loose, hidden = Drawn(), Drawn(), self._objects.hidden()
        try:
            uses = iter(uses_on(self._objects, about, base, sheet=False))
        except Exception:  # its content may be packed, or broken, in any way
            uses = iter(())
        for one in objects_on(page):
            use = next(uses, None) if is_form(one) else None
            if use is None or use.form.printed:
                look_at(whole, one, base, hidden=hidden)
                if use is None or use.region is None:
                    look_at(loose, one, base, hidden=hidden)
        return Content((), loose, whole)


def _plain(document: Any, data: Filed) -> tuple[Filed, Objects]:
    """A file with its objects; of one that packs, encrypts or misplaces them a plain copy.

    Raises OSError.
    """
    import pypdfium2.raw as raw

    try:
        return data, Objects(mapped(data))
    except Exception:  # it may be of any other form
        draft = Draft()
        document.save(draft, flags=raw.FPDF_REMOVE_SECURITY)
        copy = draft.filed()
        return copy, Objects(mapped(copy))
