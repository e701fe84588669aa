"""A PDF file read back: page boxes and intents by its dictionaries, what it draws by PDFium."""

from __future__ import annotations

from functools import cache
from typing import Any, Literal

from msgspec import Struct

from pnp.errors import Loc
from pnp.export.attachment import check_start, unreadable
from pnp.export.filed import Draft, Filed, mapped
from pnp.export.png import Pages
from pnp.geometry import IDENTITY, Affine, Point, Rect, Size, bounds
from pnp.preflight.content import OTHER, Form, Use, read_uses, within
from pnp.preflight.drawing import drawn_in, is_form, look_at, objects_on
from pnp.preflight.drawn import Content, Drawn, Region
from pnp.preflight.objects import Objects, Ref
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
            self._pages = Pages(data)
            self._objects = _objects(self._pages.document, data)
            self.version = "{}.{}".format(*divmod(self._pages.document.get_version() or 0, 10))
            self.intents = tuple(self._objects.intents())
            self._drawn: dict[tuple[int, bool], Drawn] = {}
            pages = list(self._objects.pages())
            if len(pages) != len(self._pages.document):
                raise ValueError("its pages are not in a tree")
            self.pages = tuple(self._page(n, one, ours) for n, one in enumerate(pages))
            self._pages.close()
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

    def _page(self, number: int, page: dict[str, Any], ours: Ours) -> ReadPage:
        unit = pt_to_mm(float(self._objects.entry(page, "UserUnit", 1)))
        left, top = self._box(page, "MediaBox")[::3]
        base = Affine(unit, 0.0, 0.0, -unit, -left * unit, top * unit)
        boxes = {name: base.apply_rect(_rect(self._box(page, _BOXES[name]))) for name in _BOXES}
        turn = int(self._objects.entry(page, "Rotate", 0)) % 360
        uses = self._uses(page, base, sheet=ours == "sheets") if ours else []
        if ours == "sheets":
            content = self._sheet(number, uses)
        else:
            content = self._any(number, base, uses if ours else None)
        return ReadPage(boxes["mediabox"].size, boxes, turn, content)

    def _box(self, page: dict[str, Any], name: str) -> list[float]:
        """A box of a page in its points; the next larger one unless it is there."""
        found = [float(self._objects.get(n)) for n in self._objects.entry(page, name, [])]
        if len(found) == 4:
            return [*map(min, found[:2], found[2:]), *map(max, found[:2], found[2:])]
        larger = {"MediaBox": "", "CropBox": "MediaBox"}.get(name, "CropBox")
        return self._box(page, larger) if larger else _LETTER

    def _any(self, number: int, base: Affine, uses: list[Use] | None) -> Content:
        """What any page draws; loose is what lies in none of its regions, if its uses of forms are
        known."""
        whole, loose, left = Drawn(), Drawn(), iter(uses or ())
        for one in objects_on(self._pages[number]):
            look_at(whole, one, base)
            if uses is not None and not (is_form(one) and next(left).region is not None):
                look_at(loose, one, base)
        return Content((), loose, whole)

    def _uses(self, page: dict[str, Any], base: Affine, *, sheet: bool) -> list[Use]:
        objects = self._objects
        forms = objects.entry(objects.entry(page, "Resources"), "XObject", {})
        code = objects.stream(page.get("Contents"))
        return read_uses(code, cache(lambda name: self._form(forms.get(name))), base, sheet=sheet)

    def _sheet(self, number: int, uses: list[Use]) -> Content:
        """What a sheet puts into regions and beside them."""
        self._look(number, uses)
        regions, loose, whole, put = dict[int, Region](), Drawn(), Drawn(), []
        for use in uses:
            if not use.form.printed:
                continue
            drawn = self._drawn[use.form.number, use.region is None]
            whole.fonts |= drawn.fonts
            if use.region is None:
                loose.add(drawn, use.at)
                put.append(((use.form.number, use.at), drawn))
            else:
                region = regions.setdefault(id(use.region), use.region)
                region.drawn.add(drawn, use.at)
                region.forms.append((use.form.number, within(region, use.at)))
        return Content(tuple(regions.values()), loose, whole, tuple(put))

    def _form(self, thing: Any) -> Form | None:
        """A form by its reference in the resources of a page, None for an image."""
        objects = self._objects
        form = objects.get(thing)
        if not isinstance(thing, Ref) or objects.entry(form, "Subtype") != "Form":
            return None
        if Affine(*objects.entry(form, "Matrix", IDENTITY)) != IDENTITY:
            raise ValueError("a form has a matrix of its own")
        box = _rect([float(n) for n in objects.entry(form, "BBox", ())])
        return Form(thing.number, box, objects.is_printed(form.get("OC")))

    def _look(self, number: int, uses: list[Use]) -> None:
        """Look at the forms of a page that are new."""
        keys = [(use.form.number, use.region is None) for use in uses]
        if self._drawn.keys() >= set(keys):
            return
        found = list(objects_on(self._pages[number]))
        if len(found) != len(uses) or not all(map(is_form, found)):
            raise ValueError(OTHER)
        for key, form in zip(keys, found, strict=True):
            if key not in self._drawn:
                self._drawn[key] = drawn_in(form, boxes=key[1])


def _objects(document: Any, data: Filed) -> Objects:
    """The objects of a file; of one that is packed or encrypted by a plain copy."""
    import pypdfium2.raw as raw

    try:
        return Objects(mapped(data))
    except (ValueError, TypeError):
        copy = Draft()
        document.save(copy, flags=raw.FPDF_REMOVE_SECURITY)
        return Objects(mapped(copy.filed()))


def _rect(sides: list[float]) -> Rect:
    return bounds([Point(*sides[:2]), Point(*sides[2:])])
