"""Envelopes: they close, hold their heap, and say what is inside."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

from pnp.errors import Problem
from pnp.game.loader import bundled_games, load
from pnp.game.plan import Plan
from pnp.nets.closing import fold_errors
from pnp.nets.envelope import envelope
from pnp.piece import Piece

ProblemsOf = Callable[[Path], list[Problem]]
Edit = Callable[..., None]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(bundled_games()["the-labyrinth"], tmp_path / "copy"))


def envelope_of(folder: Path) -> Piece:
    return next(p for p in Plan(load(folder)[0]).pieces if p.id == "envelope")


def test_it_is_wider_than_the_tiles_by_their_heap(folder: Path) -> None:
    piece = envelope_of(folder)
    assert piece.net is not None and not fold_errors(piece.net)
    assert piece.net["front"].size.width == pytest.approx(45 + 2 * 2.6 + 1.5)
    assert [held.id for held in piece.holds] == ["square", "round"]


def test_its_back_lists_contents_and_credits(folder: Path) -> None:
    piece = envelope_of(folder)
    words = [
        element.text or ""
        for stamp in piece.front.stack
        for element in ElementTree.fromstring(f"<g>{stamp.layer.svg}</g>").iter("text")
    ]
    assert "THE LABYRINTH" in words and "2 labyrinth tiles" in words
    assert "Klaus-Jürgen" in " ".join(words)


def test_text_keeps_clear_of_the_edges(folder: Path) -> None:
    piece = envelope_of(folder)
    assert piece.net is not None
    size = piece.net["back"].size
    back = next(s for s in piece.front.stack if "labyrinth tiles" in s.layer.svg)
    for text in ElementTree.fromstring(f"<g>{back.layer.svg}</g>").iter("text"):
        x, y = float(text.attrib["x"]), float(text.attrib["y"])
        assert x >= 3 and 7 <= y <= size.height - 3
        assert float(text.attrib["font-size"]) >= 2.117


def test_a_heap_too_thick_is_refused(
    folder: Path, problems_of: ProblemsOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pnp.kinds.envelope.envelope", lambda w, h: envelope(w - 2, h))
    assert "BOX002" in {p.code for p in problems_of(folder)}


def test_what_it_holds_must_exist(folder: Path, problems_of: ProblemsOf, edit: Edit) -> None:
    edit(folder / "game.yaml", "holds: [labyrinths]", "holds: [labyrints]")
    found = [p for p in problems_of(folder) if p.code == "DEF009"]
    assert found and found[0].loc and found[0].loc.file.endswith("game.yaml")


def test_credits_too_long_are_refused(folder: Path, problems_of: ProblemsOf, edit: Edit) -> None:
    edit(folder / "game.yaml", "First seen in", "First seen, " + "as far as we know, " * 20 + "in")
    assert "TEXT001" in {p.code for p in problems_of(folder)}
