"""Leaflets read back at a build: pages, sizes, margins, fonts; good ones and tampered ones."""

from __future__ import annotations

import io

import pypdf
import pytest
from msgspec.structs import replace
from pypdf.generic import NameObject, RectangleObject
from tamper_help import codes, game

from pnp.game.loader import bundled_games
from pnp.game.plan import LeafletDocument, Options, Plan
from pnp.layout.paper import PAPERS, Margins
from pnp.outputs.documents import export_document
from pnp.preflight.build import prove_files

WIDE = replace(PAPERS["A4"], margins=Margins(18.0, 14.5, 20.0, 15.5))


def leaflet_of(name: str, **options: object) -> tuple[Plan, LeafletDocument, bytes]:
    plan = Plan(game(name), Options(**options))  # type: ignore[arg-type]
    (document,) = [d for d in plan.documents if isinstance(d, LeafletDocument)]
    return plan, document, export_document(plan, document).data


def rewritten(data: bytes, *pages: int) -> pypdf.PdfWriter:
    """The file with only these pages."""
    reader, writer = pypdf.PdfReader(io.BytesIO(data)), pypdf.PdfWriter()
    for page in pages:
        writer.add_page(reader.pages[page])
    return writer


def saved(writer: pypdf.PdfWriter) -> bytes:
    buffer = io.BytesIO()
    writer.write(buffer)
    return buffer.getvalue()


@pytest.mark.slow
@pytest.mark.parametrize("name", bundled_games())
def test_good_ones_on_papers_with_wide_margins(name: str) -> None:
    plan, document, data = leaflet_of(name, paper=WIDE)
    problems, proofs = prove_files(plan, [(document, data)])
    assert problems == []
    (proof,) = proofs
    assert (proof.code, proof.result) == ("PDF002", "proved")
    assert proof.cases == len(pypdf.PdfReader(io.BytesIO(data)).pages)


def test_a_page_that_is_missing_or_there_twice() -> None:
    plan, document, data = leaflet_of("labydo")
    count = len(pypdf.PdfReader(io.BytesIO(data)).pages)
    assert count > 1
    for pages in ([*range(count - 1)], [*range(count), 0], [*reversed(range(count))]):
        problems, _ = prove_files(plan, [(document, saved(rewritten(data, *pages)))])
        assert set(codes(problems)) == {"PDF002"}, pages
        assert "does not say that it is one of" in problems[0].message


def test_another_size() -> None:
    plan, document, data = leaflet_of("labydo")
    writer = rewritten(data, *range(len(pypdf.PdfReader(io.BytesIO(data)).pages)))
    writer.pages[0].mediabox = RectangleObject((0, 0, 595, 800))
    problems, _ = prove_files(plan, [(document, saved(writer))])
    assert "PDF002" in codes(problems) and "page 1" in problems[0].message


def test_what_reaches_into_the_margin_is_seen() -> None:
    """A leaflet for usual margins is refused where the printer leaves more of the paper blank."""
    _, document, data = leaflet_of("labydo")
    plan = Plan(game("labydo"), Options(paper=WIDE))
    problems, _ = prove_files(plan, [(document, data)])
    assert set(codes(problems)) == {"PDF008"}
    assert "something is in the left margin" in problems[0].message


def test_fonts_that_are_not_in_the_file() -> None:
    plan, document, data = leaflet_of("labydo")
    writer = rewritten(data, *range(len(pypdf.PdfReader(io.BytesIO(data)).pages)))
    for number in range(1, len(writer._objects) + 1):
        found = writer.get_object(number)
        if isinstance(found, pypdf.generic.DictionaryObject):
            found.pop(NameObject("/FontFile2"), None)
    problems, _ = prove_files(plan, [(document, saved(writer))])
    assert set(codes(problems)) == {"PDF007"}
