"""The words for options that are not neutral, and the footers they stand in."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pypdf
import pytest
from msgspec.structs import replace

from pnp.game.loader import bundled_games, load
from pnp.game.options import Options, footer_words
from pnp.game.plan import Plan, SheetDocument
from pnp.layout.calibration import Drift, Printer
from pnp.layout.footer import ems
from pnp.layout.paper import PAPERS, Margins, find_paper
from pnp.layout.sheet import Label
from pnp.outputs.documents import export_document

WIDE = replace(PAPERS["A4"], margins=Margins(12.0, 12.0, 12.0, 12.0))
MIXED = replace(PAPERS["A4"], margins=Margins(5.0, 5.0, 12.5, 5.0))
MOVES = Drift(0.5, 0.5, front_scale_x=1.001)
MANY: dict[str, Any] = {
    "sides": "fold",
    "ink": "gray",
    "bleed": 2.5,
    "bleed_edge": "outer",
    "gap": 6.0,
    "printer": Printer("a-printer-with-quite-a-long-name-indeed", MOVES),
    "pieces": ("lab-0*", "lab-1*"),
}


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, ()),
        ({"orientation": "landscape", "grid": (2, 2), "flip": "short", "cut_contour": True}, ()),
        ({"ink": "low", "intent": "srgb"}, ("ink low",)),
        ({"bleed": 3.0, "gap": 2.0}, ("bleed 3 mm", "gap 2 mm")),
        ({"bleed": 0.0}, ("bleed 0 mm",)),
        ({"paper": WIDE}, ("margin 12 mm",)),
        ({"paper": MIXED}, ("margin 5 5 12.5 5 mm",)),
        ({"printer": Printer("office", MOVES), "sides": "fold"}, ("printer office", "sides fold")),
        ({"printer": Printer("neutral")}, ()),
        ({"pieces": ("7-9", "exit-*")}, ("pieces 7-9,exit-*",)),
        ({"pieces": ("łódź-*",)}, ("a selection of pieces",)),
        ({"pieces": tuple(map(str, range(1, 30)))}, ("a selection of pieces",)),
        ({"single": True, "bleed_edge": "outer"}, ("single pieces", "bleed outer")),
    ],
)
def test_words(options: dict[str, Any], words: tuple[str, ...]) -> None:
    assert footer_words(Options(**options)) == words


def feet(document: SheetDocument) -> list[list[Label]]:
    """The lines of each sheet's footer, from the top."""
    return [[x for x in sheet.labels if x.role == "id"][::-1] for sheet in document.sheets]


def documents(name: str = "labydo", **options: Any) -> list[SheetDocument]:
    plan = Plan(load(bundled_games()[name])[0], Options(**options))
    return [d for d in plan.documents if isinstance(d, SheetDocument)]


@pytest.mark.slow
def test_they_are_printed_on_every_sheet() -> None:
    plan = Plan(load(bundled_games()["labydo"])[0], Options(ink="gray", gap=2.0))
    for document in documents(ink="gray", gap=2.0):
        reader = pypdf.PdfReader(io.BytesIO(export_document(plan, document).data))
        for page in reader.pages:
            assert "ink gray" in page.extract_text() and "gap 2 mm" in page.extract_text()


@pytest.mark.slow
@pytest.mark.parametrize("paper", ["A5", "A4", "Letter", "4x6in", "100x420mm"])
@pytest.mark.parametrize("name", ["the-labyrinth", "dedalos"])
def test_many_options_stay_in_their_strip(paper: str, name: str) -> None:
    options = {**MANY, "pieces": ()}
    for document in documents(name, paper=find_paper(paper), **options):
        for sheet, labels in zip(document.sheets, feet(document), strict=True):
            lowest = max(p.shown.bottom for p in sheet.placements)
            for label in labels:
                assert lowest < label.at.y - 0.75 * label.size < sheet.paper.printable.bottom
                assert ems(label.text) * label.size <= sheet.paper.printable.width + 1e-6
            words = " · ".join(label.text for label in labels)
            assert f"sheet {sheet.number}/{sheet.total}" in words and "print at 100 %" in words


def test_many_options_stand_on_a_line_of_their_own_below_the_name() -> None:
    (sheet, *_), *_ = [d.sheets for d in documents(**MANY, axis="vertical")]
    first, *_, last = [x.text for x in sheet.labels if x.role == "id"][::-1]
    assert first.startswith("Labydo 2.0 · cartas_print_A4 · sheet 1/10 · ")
    assert last == " · ".join(footer_words(Options(**MANY)))


def test_the_name_gives_way_to_options_and_the_last_options_to_the_name() -> None:
    small = documents("dedalos", **{**MANY, "pieces": ()}, paper=find_paper("4x6in"))
    words = " · ".join(label.text for label in feet(small[0])[0])
    assert "…" in words and "sheet 1/" in words and "ink gray" in words


def test_a_free_line_is_used() -> None:
    labels = feet(documents(**MANY, axis="horizontal")[0])[0]
    assert len(labels) == 2
    assert " · ".join(footer_words(Options(**MANY))) in " · ".join(x.text for x in labels)


def test_neutral_options_say_nothing(tmp_path: Path) -> None:
    for document in documents():
        assert all(labels[-1].text.endswith("print at 100 %") for labels in feet(document))
