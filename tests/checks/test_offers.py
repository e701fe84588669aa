"""SHEET014 and the hints of SHEET001 and SHEET004: what is offered does what is said of it."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pypdf
import pytest
from conftest import Result, found_problems

from pnp.checks import run as run_checks
from pnp.game.loader import bundled_games, load
from pnp.game.plan import Options, Plan
from pnp.layout.offers import find_savings
from pnp.layout.paper import PAPERS

Run = Callable[..., Result]
POKER, MINI, TAROT, WIDE = "2.5in x 3.5in", "44 x 67mm", "70 x 120mm", "100 x 60mm"
STEM = "cards_{paper}"


@pytest.fixture
def deck(tmp_path: Path) -> Callable[..., Path]:
    """Writes a game of blank cards with backs, of one size or several."""

    def write(*sizes: str, copies: int = 54, gap: str = "0mm") -> Path:
        folder = tmp_path / "deck"
        folder.mkdir(exist_ok=True)
        names = [f"cards{number}" for number in range(len(sizes))]
        (folder / "game.yaml").write_text(
            f"title: Deck\ndocuments:\n  {STEM}:\n    print: [{', '.join(names)}]\n"
            f"    backs: backs_{{paper}}\n    gap: {gap}\n"
        )
        for name, size in zip(names, sizes, strict=True):
            text = f"kind: blanks\nsize: {size}\ncopies: {copies}\nback: labrys\n"
            (folder / f"{name}.yaml").write_text(text)
        return folder

    return write


def sheets(folder: Path, options: Options) -> int:
    return len(Plan(load(folder)[0], options).front_sheets(STEM))


def test_nine_poker_cards_share_a_sheet_of_a4(deck: Callable[..., Path]) -> None:
    """With marks as short as they may be; they are as long as there is room, on both sides."""
    plan = Plan(load(deck(POKER))[0])
    assert run_checks(plan).problems == ()
    fronts, backs = (d.sheets for d in plan.documents)  # type: ignore[union-attr]
    assert [len(sheet.placements) for sheet in fronts] == [9] * 6
    for sheet in (*fronts, *backs):
        marks = [line.box for line in sheet.lines if line.role == "mark"]
        lengths = {round(max(box.width, box.height), 3) for box in marks}
        assert max(lengths) == pytest.approx((210 - 3 * 63.5) / 2 - 5 - 2 - 1, abs=0.002)


def test_marks_keep_their_length_where_that_costs_no_sheet(deck: Callable[..., Path]) -> None:
    plan = Plan(load(deck(POKER, copies=6))[0])
    (sheet,) = plan.documents[0].sheets  # type: ignore[union-attr]
    boxes = [line.box for line in sheet.lines if line.role == "mark"]
    assert {round(max(box.width, box.height), 3) for box in boxes} == {2.5}


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"paper": "A4"}, None),
        (
            {"paper": "Letter"},
            "9 sheets, but 7 with --orientation auto (8 a sheet), 6 with --marks",
        ),
        ({"paper": "A4", "gap": 2.0}, "9 sheets, but 6 with --margin 3mm (9 a sheet)"),
        ({"paper": "A4", "grid": (2, 3)}, None),
        ({"paper": "A4", "single": True}, None),
    ],
)
def test_poker_cards(
    deck: Callable[..., Path], options: dict[str, object], says: str | None
) -> None:
    chosen = Options(**options | {"paper": PAPERS[str(options["paper"])]})  # type: ignore[arg-type]
    problems = found_problems(deck(POKER), chosen)
    assert [(p.code, p.severity) for p in problems] == [("SHEET014", "note")] * (says is not None)
    if says is not None:
        assert says in problems[0].message
        assert "not every printer" in problems[0].hint and "paper" not in problems[0].hint


CASES = [
    (sizes, paper, gap)
    for sizes, paper, gap in product(
        [(POKER,), (MINI,), (TAROT,), (WIDE,), (POKER, MINI)],
        ["A4", "Letter", "A5", "A6"],
        ["0mm", "3mm"],
    )
]


@pytest.mark.slow
@pytest.mark.parametrize(("sizes", "paper", "gap"), CASES)
def test_what_is_offered_is_so(
    deck: Callable[..., Path], sizes: tuple[str, ...], paper: str, gap: str
) -> None:
    """Laid out with the options of the offer there are as many sheets as it says, and no errors."""
    copies = 54 if len(sizes) == 1 else 18
    folder = deck(*sizes, copies=copies, gap=gap)
    plan = Plan(load(folder)[0], Options(PAPERS[paper]))
    imposed = plan.laid_out[STEM]
    now = sum(len(one.sheets) for one in imposed)
    if any(one.misfits for one in imposed):
        return
    least = now
    for saving in find_savings([one.group for one in imposed], plan.options, now):
        assert saving.sheets < least
        least = saving.sheets
        setting = saving.offer.setting
        assert isinstance(setting, Options)
        assert sheets(folder, setting) == saving.sheets, saving.offer.words
        found = run_checks(Plan(load(folder)[0], setting)).problems
        assert [p for p in found if p.severity == "error"] == []


def test_the_words_are_options_of_the_command_line(deck: Callable[..., Path], run_cli: Run) -> None:
    """Every one that is named, as it is written, makes so many pages."""
    folder = deck(POKER)
    note = run_cli("check", folder, "--paper", "Letter").out
    offers = re.findall(r"(\d+) with (--.*?) \(\d a sheet\)", note)
    assert len(offers) == 2
    for number, words in offers:
        more = shlex.split(words)
        args = ("--paper", "Letter", "--only", "cards", "--no-cache", "--no-preflight")
        assert run_cli("build", folder, *args, *more).code == 0
        assert len(pypdf.PdfReader("output/deck/cards_Letter.pdf").pages) == int(number)


def test_a_long_deck_is_counted_not_laid_out(
    deck: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = deck(POKER, copies=1000, gap="2mm")
    plan = Plan(load(folder)[0])
    (imposed,) = plan.laid_out[STEM]

    def refuse(*args: object) -> None:
        raise AssertionError("laid out")

    monkeypatch.setattr("pnp.layout.offers.impose", refuse)
    (saving, *_) = find_savings([imposed.group], plan.options, len(imposed.sheets))
    assert (saving.offer.words, saving.sheets) == ("--margin 3mm", 112)


def test_a_grid_that_does_not_fit_is_made_room_for(deck: Callable[..., Path]) -> None:
    options = Options(PAPERS["Letter"], grid=(3, 3))
    (problem,) = found_problems(deck(POKER), options)
    assert problem.code == "SHEET004"
    assert problem.hint.startswith("it fits with --marks cross --margin 3mm (not every printer")
    assert problem.hint.endswith("; else 3x2 fits")


def test_a_piece_that_does_not_fit_is_made_room_for_before_paper_is_named(
    deck: Callable[..., Path],
) -> None:
    (problem,) = found_problems(deck("193 x 200mm"))
    assert problem.code == "SHEET001"
    assert problem.hint == "it fits with --marks cross; else it fits A3"


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(bundled_games()))
@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_the_kits_take_the_fewest_sheets_as_they_are(name: str, paper: str) -> None:
    plan = Plan(load(bundled_games()[name])[0], Options(PAPERS[paper]))
    assert not [p for p in run_checks(plan).problems if p.code == "SHEET014"]
