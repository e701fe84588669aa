"""What the files say of themselves: XMP, how to print the sides, bookmarks."""

from __future__ import annotations

import io
from typing import Any
from xml.etree import ElementTree

import pypdf
import pytest

from pnp.game.loader import bundled_games, load
from pnp.game.plan import Options, Plan
from pnp.layout.duplex import Flip
from pnp.layout.imposition import Sides
from pnp.outputs.documents import export_document
from pnp.pdf.metadata import Info, xmp

NAMES = {
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "dc": "http://purl.org/dc/elements/1.1/",
    "xmpMM": "http://ns.adobe.com/xap/1.0/mm/",
}


def readers(**options: Any) -> dict[str, pypdf.PdfReader]:
    plan = Plan(load(bundled_games()["labydo"])[0], Options(**options))
    found = {}
    for document in plan.documents:
        found[document.name] = pypdf.PdfReader(io.BytesIO(export_document(plan, document).data))
    return found


def preference(reader: pypdf.PdfReader) -> str | None:
    root: Any = reader.trailer["/Root"]
    value: str | None = root["/ViewerPreferences"].get("/Duplex")
    return value


@pytest.mark.slow
@pytest.mark.parametrize("flip", ["long", "short"])
def test_interleaved_files_ask_for_both_sides(flip: Flip) -> None:
    found = readers(sides="interleaved", flip=flip)
    assert preference(found["cartas_print_A4"]) == f"/DuplexFlip{flip.capitalize()}Edge"
    assert preference(found["extras_A4"]) == "/Simplex"


@pytest.mark.slow
@pytest.mark.parametrize("sides", ["separate", "fold", "fronts", "backs"])
def test_other_files_ask_for_one_side(sides: Sides) -> None:
    found = readers(sides=sides)
    assert {preference(r) for name, r in found.items() if "regras" not in name} == {"/Simplex"}
    if "regras_A4" in found:
        assert preference(found["regras_A4"]) is None


def test_metadata_is_there_twice_and_has_no_dates() -> None:
    plan = Plan(load(bundled_games()["labydo"])[0])
    file = plan.game.file
    for name, reader in readers().items():
        root: Any = reader.trailer["/Root"]
        entry = root["/Metadata"]
        assert "/Filter" not in entry
        text = entry.get_data().decode()
        tree = ElementTree.fromstring(text)

        def said(path: str, tree: ElementTree.Element = tree) -> str | None:
            return tree.findtext(f".//{path}", None, NAMES)

        assert reader.metadata is not None
        assert said("dc:title/rdf:Alt/rdf:li") == reader.metadata.title
        assert name in str(reader.metadata.title) and file.title in str(reader.metadata.title)
        assert said("dc:creator/rdf:Seq/rdf:li") == (reader.metadata.author or None)
        assert said("dc:rights/rdf:Alt/rdf:li") == file.licence
        assert said("xmpMM:VersionID") == file.version
        assert "Date" not in text


def test_awkward_words_are_escaped_and_unknown_ones_left_out() -> None:
    text = xmp(Info("Bulls & <Queens>", "Æ & Co"))
    tree = ElementTree.fromstring(text)
    assert tree.findtext(".//dc:title/rdf:Alt/rdf:li", None, NAMES) == "Bulls & <Queens>"
    assert "dc:rights" not in text and "VersionID" not in text


def test_bookmarks_name_each_component_where_it_begins() -> None:
    found = readers()
    (outline,) = [found["cartas_print_A4"].outline]
    reader = found["cartas_print_A4"]
    pages = [reader.get_destination_page_number(one) for one in outline]
    titles = [one.title for one in outline]
    assert len(titles) == len(set(titles)) == 3
    assert pages[0] == 0 and pages == sorted(pages) and pages[-1] == 7
    assert [one.title for one in found["extras_A4"].outline]
