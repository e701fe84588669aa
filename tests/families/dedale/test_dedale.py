"""The kit of Dédale: everything on its contents list is printed, in the right number and size.

Numbers, sizes and words are read back from the finished PDFs.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache

import pytest
from dedale_help import FOLDER, certificates, kit
from pypdfium2 import PdfDocument

from pnp.checks import run
from pnp.families.dedale.labor import Labor
from pnp.game.loader import load
from pnp.game.plan import Options, Plan, SheetDocument
from pnp.layout.paper import PAPERS
from pnp.outputs.documents import export_document

PAGES = {
    "A4": {"tiles": 3, "backs": 3, "box": 1, "rules": 2},
    "Letter": {"tiles": 3, "backs": 3, "box": 1, "rules": 3},
}
MM = 72 / 25.4
EVERY = [(paper, stem) for paper in ("A4", "Letter") for stem in PAGES[paper]]


@cache
def plan(paper: str) -> Plan:
    game, problems = load(FOLDER)
    assert problems == []
    return Plan(game, Options(PAPERS[paper]))


@cache
def data(paper: str, stem: str) -> bytes:
    document = next(d for d in plan(paper).documents if d.name == f"{stem}_{paper}")
    return export_document(plan(paper), document).data


@cache
def texts(paper: str, stem: str) -> tuple[str, ...]:
    """The text of every page."""
    return tuple(page.get_textpage().get_text_range() for page in PdfDocument(data(paper, stem)))


def sheets(paper: str, stem: str) -> SheetDocument:
    found = next(d for d in plan(paper).documents if d.name == f"{stem}_{paper}")
    assert isinstance(found, SheetDocument)
    return found


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_no_problem(paper: str) -> None:
    report = run(plan(paper))
    assert report.problems == ()
    assert {p.code for p in report.proofs if p.result == "proved"} >= {
        "BOX001", "BOX002", "DECK001", "DECK004", "DDL110", "SHEET001", "BACK001",
    }  # fmt: skip


@pytest.mark.parametrize(("paper", "stem"), EVERY)
def test_pages(paper: str, stem: str) -> None:
    document = PdfDocument(data(paper, stem))
    assert len(document) == PAGES[paper][stem]
    for page in document:
        sides = [side / MM for side in page.get_size()]
        assert sides == pytest.approx(PAPERS[paper].size, abs=0.01)


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_35_cards_of_63_mm_twelve_a_sheet(paper: str) -> None:
    fronts = sheets(paper, "tiles").sheets
    assert [len(sheet.placements) for sheet in fronts] == [12, 12, 11]
    ids = [p.piece.id for sheet in fronts for p in sheet.placements]
    assert len(set(ids)) == 35
    assert Counter(p.piece.component for sheet in fronts for p in sheet.placements) == {
        "labyrinth": 24, "minotaur": 1, "labors": 10,
    }  # fmt: skip
    for sheet in fronts:
        for placement in sheet.placements:
            assert tuple(placement.trim.size) == pytest.approx((63, 63), abs=1e-6)


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_backs_are_of_the_card_before_them(paper: str) -> None:
    backs = sheets(paper, "backs").sheets
    assert [(s.times, s.behind) for s in backs] == [(1, (1,)), (1, (2,)), (1, (3,))]
    width = PAPERS[paper].size.width
    for front, back in zip(sheets(paper, "tiles").sheets, backs, strict=True):
        for one, other in zip(front.placements, back.placements, strict=True):
            assert one.piece is other.piece
            assert one.trim.x + other.trim.right == pytest.approx(width, abs=1e-3)


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_printed_backs_name_six_of_each_colour(paper: str) -> None:
    words = Counter(
        re.findall(r"\b(RED|GREEN|BLUE|YELLOW|DÉDALE)\b", "".join(texts(paper, "backs")))
    )
    assert words == {"RED": 12, "GREEN": 12, "BLUE": 12, "YELLOW": 12, "DÉDALE": 44}


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_printed_labors_are_the_ten(paper: str) -> None:
    text = " ".join(texts(paper, "tiles")[2].split())
    for labor in kit().labors.values():
        assert labor.title.casefold() in text.casefold()
        assert f"{labor.demands}." in text


def test_the_box_tells_what_is_inside() -> None:
    (text,) = texts("A4", "box")
    for line in ("24 labyrinth cards", "1 card of the Minotaur", "10 labor cards"):
        assert line in text


def test_the_leaflet_tells_of_every_labor_what_its_card_tells() -> None:
    """Titles, and with how few cards the certificates meet it."""
    rules = (FOLDER / "rules.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([IVX]+) \| ([^|]+) \| ([^|]+) \| (\d+) \|$", rules, re.MULTILINE)
    fewest = {
        number: min(len(c.moves) for c in certificates() if c.labor == number)
        for number in kit().labors
    }
    assert [(number, title.strip(), int(cards)) for number, title, _, cards in rows] == [
        (number, labor.title, fewest[number]) for number, labor in kit().labors.items()
    ]
    for number, _, said, _ in rows:
        wanted = [str(n) for t in kit().labors[number].condition.terms
                  for n in (t.size.number if t.size else t.bound.number,) if n > 3]  # fmt: skip
        assert all(re.search(rf"\b({n}|four)\b", said) for n in wanted), said


def test_the_leaflet_names_the_patterns() -> None:
    text = " ".join("".join(texts("A4", "rules")).split())
    for pair in ("red waves", "green leaves", "blue dots", "yellow stripes"):
        assert pair in text


def test_every_item_of_the_contents_list_is_printed() -> None:
    text = "".join(texts("A4", "rules"))
    for item in ("Minotaur card", "Labyrinth cards", "Labor cards, I to X"):
        assert item in text
    printed = {p.piece.id for s in sheets("A4", "tiles").sheets for p in s.placements}
    printed |= {p.piece.id for s in sheets("A4", "box").sheets for p in s.placements}
    assert printed == {p.id for p in plan("A4").pieces}


def test_two_builds_give_the_same_bytes() -> None:
    game, _ = load(FOLDER)
    again = Plan(game, Options(PAPERS["A4"]))
    document = next(d for d in again.documents if d.name == "tiles_A4")
    assert export_document(again, document).data == data("A4", "tiles")


def test_labors_are_held_with_one_card_and_then_with_two() -> None:
    hands = [p.truth.hand for p in plan("A4").pieces if isinstance(p.truth, Labor)]
    assert hands == [1] + [2] * 9
