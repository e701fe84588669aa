"""Leaflets made for tests, and what is read back from their PDFs."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pypdf
import pytest
from PIL import Image, ImageChops
from pypdf.generic import ContentStream

from pnp.game.loader import find_game, load
from pnp.game.plan import LeafletDocument, Options, Plan
from pnp.geometry.plane import Affine, Rect
from pnp.layout.instructions import telling
from pnp.layout.paper import PAPERS
from pnp.leaflet.blocks import FOOT, Leaflet
from pnp.leaflet.document import leaflet_pdf
from pnp.leaflet.reading import read_leaflet
from pnp.pdf.png import page_image
from pnp.units import MM_PER_INCH, pt_to_mm

DPI = 200
both_papers = pytest.mark.parametrize("paper", ["A4", "Letter"])
"""For tests that look at `labydo_on(paper)`."""


def fresh_plan(paper: str = "A4") -> Plan:
    """Labydo on a paper, to be changed."""
    return Plan(load(find_game("labydo"))[0], Options(paper=PAPERS[paper]))


plan_for = cache(fresh_plan)


@dataclass(frozen=True)
class Made:
    paper: str
    data: bytes
    pages: int
    leaflet: Leaflet
    reader: pypdf.PdfReader


@cache
def labydo_on(paper: str) -> Made:
    """Labydo's own leaflet."""
    return finish(find_game("labydo"), plan_for(paper))


def make(folder: Path, text: str, plan: Plan | None = None) -> Made:
    """A leaflet of some text that may show Labydo's pieces; A4 unless a plan is given."""
    (folder / "rules.md").write_text(text, encoding="utf-8")
    return finish(folder, plan or plan_for())


def finish(folder: Path, plan: Plan) -> Made:
    words = telling("separate", ["long"]) | {"paper": (paper := plan.options.paper.name)}
    leaflet, problems = read_leaflet(folder, "rules.md", words)
    assert leaflet and problems == []
    source = next(iter(plan.game.file.documents.values()))
    document = LeafletDocument(
        f"rules_{paper}", source, str(folder), (*words.items(),), frozenset()
    )
    data, pages = leaflet_pdf(leaflet, plan, document)
    return Made(paper, data, pages, leaflet, pypdf.PdfReader(io.BytesIO(data)))


def operations(
    page: pypdf.PageObject, reader: pypdf.PdfReader
) -> Iterator[tuple[str, list[Any], Affine]]:
    """The operators of a page, each with its matrix to mm from the top left corner."""
    height = pt_to_mm(float(page.mediabox.height))
    start = Affine(pt_to_mm(1), 0, 0, -pt_to_mm(1), 0, height)
    stack = [start]
    for operands, operator in ContentStream(page["/Contents"], reader).operations:
        name = operator.decode()
        if name == "q":
            stack.append(stack[-1])
        elif name == "Q":
            stack.pop()
        elif name == "cm":
            stack[-1] = stack[-1] @ Affine(*map(float, operands))
        yield name, operands, stack[-1]
    assert len(stack) == 1, "every q has its Q"


def framed(made: Made) -> list[Rect]:
    """The hairlines round pictured tiles, mm on their page."""
    found = []
    for page in made.reader.pages:
        steps = list(operations(page, made.reader))
        for (name, numbers, at), (following, *_) in pairwise(steps):
            if name == "re" and following == "S":
                found.append(at.apply_rect(Rect(*map(float, numbers))))
    return found


def text_of(made: Made) -> str:
    return " ".join(" ".join(page.extract_text() for page in made.reader.pages).split())


def objects(made: Made) -> list[Any]:
    numbers = made.reader.xref[0]
    found = [pypdf.generic.IndirectObject(n, 0, made.reader).get_object() for n in numbers]
    return [obj for obj in found if isinstance(obj, dict)]


def ink_box(image: Image.Image, area: Rect | None = None) -> Rect:
    """The box of all that is not white within an area, mm."""
    scale = DPI / MM_PER_INCH
    grey = image.convert("L")
    corner = (round(area.x * scale), round(area.y * scale)) if area else (0, 0)
    if area:
        grey = grey.crop((*corner, round(area.right * scale), round(area.bottom * scale)))
    box = ImageChops.invert(grey).point(lambda v: 255 if v > 30 else 0).getbbox()
    assert box is not None, "nothing is printed here"
    left, top, right, bottom = ((v + corner[i % 2]) / scale for i, v in enumerate(box))
    return Rect(left, top, right - left, bottom - top)


def foot(made: Made, page: int, left: float, right: float) -> float:
    size = PAPERS[made.paper].size
    area = Rect(left, 2, right - left, size.height - FOOT - 2)
    return ink_box(page_image(made.data, DPI, page), area).bottom
