"""What a PDF says of itself when no plan is known: sizes, boxes, fonts, lines, type, images."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from itertools import groupby

from msgspec import Struct

from pnp.art import LEAST_PPI
from pnp.errors import Loc, PnpError, Problem
from pnp.geometry.plane import Affine, Rect, Size
from pnp.pdf.attachment import read_record
from pnp.preflight.ink import SMALLEST, THINNEST
from pnp.preflight.reading import ReadFile, ReadPage
from pnp.system.filed import Filed
from pnp.units import MM_PER_INCH, mm_to_pt

_EXACT = 0.01
_SLACK = 1e-3


class Pages(Struct, frozen=True):
    """Neighbouring pages of one kind: first and last number, size, and the boxes that are not the
    whole page, in mm from its top-left corner."""

    first: int
    last: int
    size: Size
    boxes: tuple[tuple[str, Rect], ...]


class Survey(Struct, frozen=True):
    """The facts of a file. Lines in mm, type in points; infinite where there is none. `leaflet`:
    those inside its pictures do not count, for they show pieces at a smaller size."""

    version: str
    pages: tuple[Pages, ...]
    fonts: tuple[tuple[str, bool], ...]
    thinnest: float
    smallest: float
    resolutions: tuple[float, ...]
    intents: tuple[str, ...] = ()
    leaflet: bool = False

    @property
    def count(self) -> int:
        return self.pages[-1].last if self.pages else 0


def is_leaflet(data: Filed) -> bool:
    """True if the record in a PDF says that it is a leaflet of ours."""
    try:
        return read_record(data, "the file").side == "leaflet"
    except PnpError:
        return False


def survey(file: ReadFile, *, leaflet: bool = False) -> Survey:
    """The facts of a file that was read; of a leaflet those that `pnp build` looks at."""
    whole = [page.content.whole for page in file.pages]
    sized = [page.content.loose for page in file.pages] if leaflet else whole
    return Survey(
        file.version,
        tuple(_runs(file.pages)),
        tuple(file.fonts.items()),
        min((drawn.thinnest for drawn in sized), default=math.inf),
        mm_to_pt(min((drawn.smallest for drawn in sized), default=math.inf)),
        tuple(round(_ppi(i.pixels, i.at), 1) for drawn in whole for i in drawn.images),
        file.intents,
        leaflet,
    )


def _runs(pages: Iterable[ReadPage]) -> Iterator[Pages]:
    numbered = enumerate(((page.size, _boxes(page)) for page in pages), 1)
    for (size, boxes), run in groupby(numbered, key=lambda pair: pair[1]):
        numbers = [number for number, _ in run]
        yield Pages(numbers[0], numbers[-1], Size(*(round(side, 2) for side in size)), boxes)


def _boxes(page: ReadPage) -> tuple[tuple[str, Rect], ...]:
    """The boxes that differ from the whole page, rounded to 0.01 mm."""
    whole = Rect(0, 0, *page.size)
    return tuple(
        (name, Rect(*(round(value, 2) for value in box)))
        for name, box in page.boxes.items()
        if max(abs(a - b) for a, b in zip(box, whole, strict=True)) > _EXACT
    )


def _ppi(pixels: tuple[int, int], at: Affine) -> float:
    """The lower of an image's two resolutions."""
    sides = math.hypot(at.a, at.b), math.hypot(at.c, at.d)
    found = (n / side * MM_PER_INCH for n, side in zip(pixels, sides, strict=True) if side)
    return min(found, default=math.inf)


def judge(facts: Survey, file: str) -> list[Problem]:
    """What a print shop would object to. Only fonts are errors: the rest may be meant so."""
    loc = Loc(file)
    problems = [
        Problem("PDF007", "error", f"the font {name} is not in the file", loc, "embed all fonts")
        for name, embedded in facts.fonts
        if not embedded
    ]
    if facts.thinnest < THINNEST - _SLACK:
        says = f"it has lines of {facts.thinnest:.3f} mm; {THINNEST} mm is the least"
        problems.append(Problem("PDF009", "warning", says, loc))
    if facts.smallest < SMALLEST - _SLACK:
        says = f"it has type of {facts.smallest:.1f} pt; {SMALLEST:g} pt is the least"
        problems.append(Problem("PDF010", "warning", says, loc))
    coarse = [ppi for ppi in facts.resolutions if ppi < LEAST_PPI]
    if coarse:
        says = f"{len(coarse)} of {len(facts.resolutions)} images have too few pixels"
        hint = f"{min(coarse):.0f} ppi is the least, {LEAST_PPI} are wanted"
        problems.append(Problem("PDF012", "warning", says, loc, hint))
    return problems
