"""`--pack` on the command line, and the straight cuts that `build` counts."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pypdf
import pytest

Run = Callable[..., Any]
CARDS = "kind: blanks\nsize: 44x70mm\ncopies: 100\nback: labrys\n"
GAME = """\
title: Deck
documents:
  cards_{paper}:
    print: [cards]
    backs: backs_{paper}
    gap: 2mm
"""


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    folder = tmp_path / "deck"
    folder.mkdir()
    (folder / "game.yaml").write_text(GAME)
    (folder / "cards.yaml").write_text(CARDS)
    return folder


def documents(run_cli: Run, *args: object) -> dict[str, dict[str, Any]]:
    done = run_cli("build", *args, "--format", "json")
    assert done.code == 0, done.out
    return {Path(d["path"]).stem: d for d in json.loads(done.out)["documents"]}


def test_fewer_sheets_and_backs_behind_them(run_cli: Run, deck: Path) -> None:
    """The finished files are read back: every back lies behind its front."""
    plain = documents(run_cli, deck)
    packed = documents(run_cli, deck, "--pack")
    assert [len(d["cards_A4"]["pages"]) for d in (plain, packed)] == [9, 7]
    assert plain["cards_A4"]["straight_cuts"] == 9 * 2 + 2 * 100 == 218
    assert plain["cards_A4"]["cuts_by_sheet"] == [26] * 8 + [10]
    assert plain["backs_A4"]["straight_cuts"] is None and plain["backs_A4"]["cuts_by_sheet"] == []
    for sides in ("interleaved", "fold"):
        done = run_cli("build", deck, "--pack", "--sides", sides, "-o", sides)
        assert done.code == 0 and "straight cuts" in done.out, done.err
    assert len(pypdf.PdfReader("interleaved/deck/cards_A4.pdf").pages) == 14


def test_the_count_in_words(run_cli: Run, deck: Path) -> None:
    done = run_cli("build", deck)
    assert "cards_A4.pdf: 9 pages, 218 straight cuts\n" in done.out
    assert "backs_A4.pdf: 2 pages\n" in done.out
    done = run_cli("build", deck, "--pack")
    assert "cards_A4.pdf: 7 pages, 221 straight cuts, rewritten: " in done.out


def test_what_cannot_be_cut_straight_is_said(
    run_cli: Run, deck: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pnp.layout.guillotine._fewest", lambda part: None)
    done = run_cli("build", deck, "--pieces", "cards", "--no-preflight")
    assert "sheets 1, 2, 3, 4, 5, 6, 7, 8, 9 cannot be cut by straight cuts alone\n" in done.out
    assert documents(run_cli, deck)["cards_A4"]["straight_cuts"] is None


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["--pack", "--grid", "2x2"], "leave out --grid"),
        (["--pack", "--sheets", "single"], "--pack needs sheets of paper"),
        (["--pack", "paper"], "--pack takes no value: leave out 'paper'"),
        (["--pack=cuts"], "does not take a value"),
    ],
)
def test_wishes_that_exclude_each_other(
    run_cli: Run, deck: Path, args: list[str], says: str
) -> None:
    done = run_cli("build", deck, *args)
    assert done.code == 2 and says in done.err


def test_labydo_says_how_many_cuts(run_cli: Run) -> None:
    """8 sheets of 2 x 3 tiles that abut: four outer cuts and five more each."""
    done = run_cli("build", "labydo", "--only", "cartas_print", "--no-preflight")
    assert "8 pages, 72 straight cuts\n" in done.out
