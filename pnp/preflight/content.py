"""What a sheet puts where, read from its content stream: forms in boxes, and forms beside them.

Our sheets do nothing else, so that places with the same forms in the same places look alike. A
region is what one clip, or one form with a box of its own, shows on the page: the place of a piece.
Its matrix is the product of all `cm` before it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from msgspec import Struct

from pnp.geometry.plane import IDENTITY, Affine, Rect
from pnp.preflight.drawn import Region

ENDLESS = 10_000.0
"""A clip of so many mm shows everything: it makes no region."""
OTHER = "a sheet does something else than put forms into boxes"
_NUMBER = rb"[-+]?(?:\d+(?:\.\d*)?|\.\d+)\s+"
_SIX, _SHOW = rb"(?:%b){6}cm" % _NUMBER, rb"/[^\s()<>\[\]{}/%]+\s+Do"
_STEP = re.compile(
    rb"\s*(?:q\s+(?P<stamp>%b\s+%b)\s+Q|(?P<save>q)|(?P<restore>Q)|(?P<concat>%b)"
    rb"|(?P<clip>(?:%b){4}re)\s+W\s+n|(?P<show>%b))(?=\s|\Z)" % (_SIX, _SHOW, _SIX, _NUMBER, _SHOW)
)
_ELSE = re.compile(rb"\s*(?:\((?:[^()\\]|\\.|\((?:[^()\\]|\\.)*\))*\)|[^\s()]+)", re.DOTALL)


class Form(Struct, frozen=True):
    """A form of the file by its number there, its box in its own mm, and whether it prints."""

    number: int
    box: Rect
    printed: bool = True


class Use(Struct, frozen=True):
    """A form put on a page: the map from its mm to those of the page, the region it is in, and the
    map to the region's."""

    form: Form
    at: Affine
    region: Region | None
    inner: Affine


class State(NamedTuple):
    """Where things are put: the map from the space in force to the page's mm, the region in force,
    and the map to the region's."""

    at: Affine
    region: Region | None = None
    inner: Affine = IDENTITY

    def moved(self, by: Affine) -> State:
        inner = by if self.inner is IDENTITY else self.inner @ by
        return State(self.at @ by, self.region, inner)

    def within(self, box: Rect) -> State:
        """The same in the region of a box, which may lie in another; nothing new if it cuts
        nothing off."""
        if box.width > ENDLESS or box.height > ENDLESS:
            return self
        visible = self.at.apply_rect(box)
        visible = visible.intersect(self.region.visible) if self.region else visible
        return State(self.at, Region(self.at, box, visible))


def read_uses(
    code: bytes, forms: Mapping[str, Form | None], base: Affine, *, sheet: bool
) -> list[Use]:
    """The forms that a page puts in its places, in their order; `base` maps its space to mm from
    the top-left corner. Raises ValueError for a `sheet` that does anything else."""
    state, place = State(base), 0
    saved, uses = list[State](), list[Use]()
    code = code.rstrip()
    while place < len(code):
        step = _STEP.match(code, place) or _ELSE.match(code, place)
        if step is None or (sheet and step.re is _ELSE):
            raise ValueError(OTHER)
        place, kind = step.end(), step.lastgroup
        if kind == "save":
            saved.append(state)
        elif kind == "restore":
            state = saved.pop() if saved else state
        elif kind is not None:
            numbers, name = _operands(step[kind])
            if kind == "clip":
                state = state.within(Rect(*numbers))
                continue
            at = state.moved(Affine(*numbers)) if numbers else state
            if kind == "concat":
                state = at
            elif (form := forms.get(name)) is not None:
                uses.append(Use(form, *at.within(form.box)))
            elif sheet:
                raise ValueError(OTHER)
    return uses


@lru_cache(maxsize=4096)
def _operands(step: bytes) -> tuple[tuple[float, ...], str]:
    """The numbers of a step, and the name of a form; most pages do the same as the one before."""
    numbers, _, name = step.partition(b"/")
    words = [word for word in numbers.split() if word not in (b"cm", b"re")]
    return tuple(map(float, words)), name.split()[0].decode("latin-1") if name else ""
