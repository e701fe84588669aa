"""What a sheet puts where, read from its content stream: forms in boxes, and forms beside them.

Our sheets do nothing else, so that places with the same forms in the same places look alike. A
region is what one clip, or one form with a box of its own, shows on the page: the place of a piece.
Its matrix is the product of all `cm` before it.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from msgspec import Struct

from pnp.geometry import IDENTITY, Affine, Rect
from pnp.preflight.drawn import Region

ENDLESS = 10_000.0
"""A clip of so many mm shows everything: it makes no region."""
OTHER = "a sheet does something else than put forms into boxes"
_NUMBER = rb"[-+]?(?:\d+\.?\d*|\.\d+)\s+"
_STEP = re.compile(
    rb"\s*(?:(?P<save>q)|(?P<restore>Q)|(?P<concat>(?:%b){6})cm|(?P<clip>(?:%b){4})re\s+W\s+n"
    rb"|/(?P<show>[^\s()<>\[\]{}/%%]+)\s+Do)(?=\s|\Z)" % (_NUMBER, _NUMBER)
)
_ELSE = re.compile(rb"\s*(?:\((?:[^()\\]|\\.|\((?:[^()\\]|\\.)*\))*\)|[^\s()]+)", re.DOTALL)


class Form(Struct, frozen=True):
    """A form of the file by its number there, its box in its own mm, and whether it prints."""

    number: int
    box: Rect
    printed: bool = True


class Use(Struct, frozen=True):
    """A form put on a page, the map from its mm to those of the page, and the region it is in."""

    form: Form
    at: Affine
    region: Region | None


def read_uses(
    code: bytes, named: Callable[[str], Form | None], base: Affine, *, sheet: bool
) -> list[Use]:
    """The forms that a page puts in its places, in their order; `base` maps its space to mm from
    the top-left corner. Raises ValueError for a `sheet` that does anything else."""
    state: tuple[Affine, Region | None] = (base, None)
    saved, uses, place = [], list[Use](), 0
    code = code.rstrip()
    while place < len(code):
        step = _STEP.match(code, place) or _ELSE.match(code, place)
        if step is None or (sheet and step.re is _ELSE):
            raise ValueError(OTHER)
        place, kind, (at, region) = step.end(), step.lastgroup, state
        if kind == "save":
            saved.append(state)
        elif kind == "restore":
            state = saved.pop() if saved else state
        elif kind == "concat":
            state = at @ Affine(*map(float, step["concat"].split())), region
        elif kind == "clip":
            x, y, width, height = map(float, step["clip"].split())
            state = at, _enter(at, Rect(x, y, width, height), region)
        elif kind == "show":
            form = named(step["show"].decode("latin-1"))
            if form is not None:
                uses.append(Use(form, at, _enter(at, form.box, region)))
    return uses


def _enter(at: Affine, box: Rect, outer: Region | None) -> Region | None:
    """The region of a clip, in another or not; that one if it cuts nothing off."""
    if box.width > ENDLESS or box.height > ENDLESS:
        return outer
    visible = at.apply_rect(box)
    return Region(at, box, visible.intersect(outer.visible) if outer else visible)


def within(region: Region, at: Affine) -> Affine:
    """The map from a form's mm to those of the region it is put into."""
    return IDENTITY if at == region.at else region.at.inverse() @ at
