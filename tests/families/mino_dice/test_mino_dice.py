"""The kit of Mino Dice: everything on its contents list is printed, in the right number and size.

Sizes and numbers are read back from the finished PDFs.
"""

from __future__ import annotations

import io
import json
import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from pypdf import PdfReader
from pypdf.generic import DictionaryObject
from pypdfium2 import PdfDocument

from pnp.checks import run as run_checks
from pnp.game.loader import bundled_games, load
from pnp.game.plan import Options, Plan, SheetDocument
from pnp.kinds.contest import DieTruth
from pnp.kinds.die import Dice
from pnp.layout.paper import PAPERS
from pnp.outputs.documents import export_document

GAME = "mino-dice"
PAGES = {
    "stickers": 1,
    "nets": 4,
    "screens": 3,
    "scorepad": 1,
    "tray": 2,
    "drawbox": 2,
    "rules": 2,
}
"""One file for each paper and each thing that one may not want: only of the dice both ways."""
FACES = {
    "die-minotaur": (2, "minotaur minotaur minotaur minotaur flag flag"),
    "die-griffin": (2, "griffin griffin griffin griffin flag flag"),
    "die-mermaid": (2, "mermaid mermaid mermaid mermaid flag flag"),
    "die-ivory": (8, "flag flag flag 1 1 7"),
    "die-bronze": (8, "1 2 2 2 3 3"),
    "die-azure": (7, "3 3 4 4 5 5"),
    "die-crimson": (7, "5 5 6 6 6 7"),
}
NAMES = ("Minotaur", "Griffin", "Mermaid", "Ivory", "Bronze", "Azure", "Crimson")
HANDS = {3: 8, 4: 8, 5: 7, 6: 6}
MM = 72 / 25.4


@cache
def plan(paper: str) -> Plan:
    game, problems = load(bundled_games()[GAME])
    assert problems == []
    return Plan(game, Options(PAPERS[paper]))


@cache
def data(paper: str, stem: str) -> bytes:
    whole = plan(paper)
    document = next(d for d in whole.documents if d.name == f"{stem}_{paper}")
    return export_document(whole, document).data


@cache
def texts(paper: str, stem: str) -> tuple[str, ...]:
    """The text of every page."""
    return tuple(page.get_textpage().get_text_range() for page in PdfDocument(data(paper, stem)))


def words(paper: str, stem: str, page: int) -> Counter[str]:
    return Counter(texts(paper, stem)[page].split())


def figures(paper: str, stem: str) -> Counter[str]:
    """The single figures in a file of dice; margins and versions are left out."""
    pages = "\n".join(texts(paper, stem))
    return Counter(re.findall(r"(?<![\d./A])([0-9])(?=[ibac\s])", pages))


@pytest.mark.slow
def test_no_problem_on_either_paper() -> None:
    for paper in ("A4", "Letter"):
        report = run_checks(plan(paper))
        assert report.problems == ()
        assert {p.code for p in report.proofs if p.result == "proved"} >= {
            "BOX001", "BOX002", "BOX003", "DECK001", "DICE004", "DIC111", "SHEET001",
        }  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize("stem", PAGES)
def test_pages(paper: str, stem: str) -> None:
    document = PdfDocument(data(paper, stem))
    assert len(document) == PAGES[stem]
    for page in document:
        assert [side / MM for side in page.get_size()] == pytest.approx(
            PAPERS[paper].size, abs=0.01
        )


def test_the_dice_are_those_of_the_set() -> None:
    pieces = {p.id: p for p in plan("A4").pieces_of("dice")}
    assert set(pieces) == set(FACES)
    for id, (copies, faces) in FACES.items():
        truth = pieces[id].truth
        assert isinstance(truth, DieTruth)
        assert (pieces[id].copies, list(truth.faces)) == (copies, faces.split())
    assert sum(p.copies for p in pieces.values()) == 36


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_216_stickers_stand_on_one_page(paper: str) -> None:
    (sheet,) = plan(paper).front_sheets("stickers_{paper}")
    assert {p.piece.component for p in sheet.placements} == {"stickers"}
    assert len(sheet.placements) * 6 == 216
    found = words(paper, "stickers", 0)
    assert {name: found[name] for name in NAMES} == {
        name: copies for name, (copies, _) in zip(NAMES, FACES.values(), strict=True)
    }
    assert figures(paper, "stickers") == {
        "1": 2 * 8 + 8,
        "2": 3 * 8,
        "3": 2 * 8 + 2 * 7,
        "4": 2 * 7,
        "5": 2 * 7 + 2 * 7,
        "6": 3 * 7,
        "7": 8 + 7,
    }


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_36_nets_stand_on_four_pages(paper: str) -> None:
    sheets = plan(paper).front_sheets("nets_{paper}")
    assert [len(s.placements) for s in sheets] == [9, 9, 9, 9]
    counts = Counter(p.piece.id for s in sheets for p in s.placements)
    assert counts == {id: copies for id, (copies, _) in FACES.items()}
    assert figures(paper, "nets") == figures(paper, "stickers")


def test_a_net_measures_what_it_should_on_paper() -> None:
    """The first net in grey, which is turned: its outermost dark pixels are 86 x 60 mm apart."""
    placement = plan("A4").front_sheets("nets_{paper}")[0].placements[0]
    assert placement.piece.net
    assert tuple(placement.piece.net.size) == pytest.approx((86, 60))
    page = PdfDocument(data("A4", "nets"))[0]
    dots = 10  # a millimetre
    picture = page.render(scale=dots / MM, grayscale=True).to_pil()
    trim = placement.trim
    corners = (trim.x, trim.y, trim.right, trim.bottom)
    part = picture.crop(tuple(round(c * dots) for c in corners)).point(lambda v: 255 * (v < 160))
    left, top, right, bottom = part.getbbox()
    assert ((right - left) / dots, (bottom - top) / dots) == pytest.approx((60.2, 86.2), abs=0.3)


@pytest.mark.parametrize("stem", ["stickers", "nets"])
def test_each_distinct_layer_is_stored_once(stem: str) -> None:
    """216 faces are fewer than a hundred different forms."""
    reader = PdfReader(io.BytesIO(data("A4", stem)))
    forms: dict[int, bytes] = {}

    def gather(resources: DictionaryObject) -> None:
        for reference in resources.get("/XObject", DictionaryObject()).values():
            if reference.idnum not in forms:
                form = reference.get_object()
                forms[reference.idnum] = form.get_data()
                gather(form.get("/Resources", DictionaryObject()).get_object())

    for page in reader.pages:
        gather(page["/Resources"].get_object())
    assert 40 < len(forms) < 100
    drawn = Counter(forms.values())
    assert [n for content, n in drawn.items() if n > 1 and b" Do" not in content] == []


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_six_screens_two_a_page_and_the_score_pad(paper: str) -> None:
    for stem, counts in (("screens", [2, 2, 2]), ("scorepad", [1])):
        assert [len(s.placements) for s in plan(paper).front_sheets(stem + "_{paper}")] == counts
    letters = set()
    for page in range(3):
        found = words(paper, "screens", page)
        letters |= {letter for letter in "ODALHS" if found[letter] >= 2}
        for name in NAMES:
            assert found[name] == 2, name
        assert found["+50"] == found["+30"] == 2
    assert letters == set("ODALHS")
    pad = words(paper, "scorepad", 0)
    assert [pad[w] for w in ("Bid", "Took", "Bonus", "Total")] == [8, 6, 6, 6]
    assert all(pad[str(hand)] for hand in range(1, 9))


def test_players_differ_by_colour_letter_and_silhouette() -> None:
    screens = plan("A4").game.component("screens")
    figures = list(screens.screens.values())  # type: ignore[union-attr]
    for values in ([f.colour for f in figures], [f.letter for f in figures],
                   [f.symbol for f in figures]):  # fmt: skip
        assert len(set(values)) == 6


def test_screens_and_leaflet_tell_the_hands_of_the_definition() -> None:
    dice = plan("A4").game.component("dice")
    assert isinstance(dice, Dice) and dice.deal == HANDS
    folder = Path(plan("A4").game.path)
    for name in ("screens.yaml", "rules.md"):
        text = (folder / name).read_text(encoding="utf-8")
        numbers = [re.findall(r"\d+", line) for line in text.splitlines() if "Hands" in line]
        assert numbers == [[str(n) for n in HANDS.values()]], name
    breaks = json.dumps(dict(plan("A4").game.component("scorepad").breaks))  # type: ignore[union-attr]
    assert breaks == '{"6": "6 players end", "7": "5 players end"}'


def test_the_leaflet_shows_every_die_and_the_chart() -> None:
    text = " ".join("\n".join(texts("A4", "rules")).split())
    for name in NAMES:
        assert name in text
    assert "86" in text and "44" in text  # crimson after ivory, ivory after ivory
    assert text.count("our ruling") >= 6
    for ruling in ("Only flags", "All three characters", "Two equal characters"):
        assert ruling in text


def test_the_leaflet_names_every_file_once() -> None:
    """With its paper; no file is a row's alone in part."""
    text = (Path(plan("A4").game.path) / "rules.md").read_text(encoding="utf-8")
    table = text.split("| File | Paper | Print |")[1].split("\n\n")[0]
    assert sorted(re.findall(r"(?m)^\| (\S+)_\{paper\}\.pdf \| \w", table)) == sorted(PAGES)


def test_everything_in_the_kit_table_is_printed() -> None:
    text = (Path(plan("A4").game.path) / "rules.md").read_text(encoding="utf-8")
    table = text.split("## In the kit")[1].split("##")[0]
    assert "| Screens | 6 |" in table and "**36**" in table
    printed = {p.component for d in plan("A4").documents if isinstance(d, SheetDocument)
               for s in d.sheets for p in [q.piece for q in s.placements]}  # fmt: skip
    assert printed == {"dice", "stickers", "screens", "scorepad", "drawbox", "tray"}


def test_two_builds_are_the_same_bytes() -> None:
    game, _ = load(bundled_games()[GAME])
    other = Plan(game, Options(PAPERS["A4"]))
    for stem in ("nets", "screens"):
        document = next(d for d in other.documents if d.name == f"{stem}_A4")
        assert data("A4", stem) == export_document(other, document).data
