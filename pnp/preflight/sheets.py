"""Sheets read back: which forms of a file lie where on its pages, and what each of them draws."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from pnp.geometry.plane import IDENTITY, Affine, Point, bounds
from pnp.pdf.png import PageImages
from pnp.preflight.content import Form, Use, read_uses
from pnp.preflight.drawing import drawn_in, objects_on
from pnp.preflight.drawn import Content, Drawn, Region
from pnp.preflight.objects import Objects, Ref
from pnp.system.filed import Draft, Filed, copy_into

_TOGETHER = 50
"""So many forms are looked at on one page: their pictures are in memory together."""


def read_sheets(
    data: Filed, objects: Objects, pages: Iterable[tuple[dict[str, Any], Affine]]
) -> list[Content]:
    """What sheets show; with each page comes the map from its space to mm from the top-left corner.

    Raises ValueError for pages that do anything else than put forms into boxes, OSError.
    """
    uses = [uses_on(objects, page, base, sheet=True) for page, base in pages]
    loose: dict[int, bool] = {}
    for use in (use for page in uses for use in page):
        loose[use.form.number] = loose.get(use.form.number, False) or use.region is None
    drawn = _drawn(data, objects, loose)
    whole = Drawn(fonts=set().union(*(one.fonts for one in drawn.values())))
    return [_content(page, drawn, whole) for page in uses]


def uses_on(objects: Objects, page: dict[str, Any], base: Affine, *, sheet: bool) -> list[Use]:
    """The forms that a page uses. Raises ValueError, for a `sheet` that does anything else too."""
    named = objects.entry(objects.entry(page, "Resources"), "XObject", {})
    forms = {name: _form(objects, thing) for name, thing in named.items()}
    return read_uses(objects.stream(page.get("Contents")), forms, base, sheet=sheet)


def _form(objects: Objects, thing: Any) -> Form | None:
    """A form by its reference in the resources of a page, None for an image."""
    if not isinstance(thing, Ref) or objects.entry(thing, "Subtype") != "Form":
        return None
    if Affine(*objects.entry(thing, "Matrix", IDENTITY)) != IDENTITY:
        raise ValueError("a form has a matrix of its own")
    left, low, right, high = objects.entry(thing, "BBox", ())
    box = bounds([Point(left, low), Point(right, high)])
    return Form(thing.number, box, objects.is_printed(objects.get(thing).get("OC")))


def _drawn(data: Filed, objects: Objects, loose: dict[int, bool]) -> dict[int, Drawn]:
    """What forms draw by their numbers, each looked at once; those that are used `loose` with the
    boxes round it."""
    numbers = list(loose)
    groups = [numbers[n : n + _TOGETHER] for n in range(0, len(numbers), _TOGETHER)]
    draft = Draft()
    copy_into(data, draft)
    draft.write(objects.with_pages(draft.tell(), groups))
    copy = draft.filed()
    pages, found = PageImages(copy), dict[int, Drawn]()
    for n, group in enumerate(groups):
        for number, form in zip(group, objects_on(pages[n]), strict=True):
            found[number] = drawn_in(form, boxes=loose[number])
    pages.close()
    if isinstance(copy, Path):
        copy.unlink()
    return found


def _content(uses: Sequence[Use], drawn: dict[int, Drawn], whole: Drawn) -> Content:
    regions, loose, put = dict[int, Region](), Drawn(), []
    for use in uses:
        part = drawn[use.form.number]
        if not use.form.printed:
            continue
        if use.region is None:
            loose.add(part, use.at)
            put.append(((use.form.number, use.at), part))
        else:
            region = regions.setdefault(id(use.region), use.region)
            region.forms.append((use.form.number, use.inner))
            region.parts.append(part)
    return Content(tuple(regions.values()), loose, whole, tuple(put))
