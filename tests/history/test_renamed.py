"""Another name and another look at once: one piece that changed, not a new one and an old one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from art_help import deck_folder, file_of, quarters
from changes_help import held, reasons, since, summary
from conftest import Result
from PIL import ImageOps

from pnp.history import renamed

Run = Callable[..., Result]
Edit = Callable[..., None]
CARDS = """\
back: none
cards:
  crab: {art: crab.png, copies: 3, title: Crab}
  whale: {art: whale.png, copies: 3, title: Whale}
"""


def deck(folder: Path, text: str = CARDS, turn: int = 0) -> Path:
    one, other = file_of(quarters().rotate(turn)), file_of(quarters().rotate(180))
    third = file_of(ImageOps.mirror(quarters()))
    return deck_folder(folder, text, crab_png=one, whale_png=other, squid_png=third)


def test_a_tile_with_another_name_and_one_wall_less(tiny_folder: Path, edit: Edit) -> None:
    before = held(tiny_folder)
    edit(tiny_folder / "tiles.yaml", "    | . | .   . |", "    | .   .   . |")
    edit(tiny_folder / "tiles.yaml", "  two: |", "  hall: |")
    changes = since(before, tiny_folder)
    assert summary(changes) == {"changed": ["hall"]} and changes.compared == 2
    (hall,) = changes.changed
    assert (hall.old_id, hall.sides, hall.more, hall.fewer) == ("two", ("front",), 1, 1)
    assert reasons(changes, tiny_folder) == {
        "tiles.yaml:17:5: tiles.hall: '| . | .   . |' -> '| .   .   . |'": ["hall"]
    }


def test_a_card_with_the_same_art(tmp_path: Path) -> None:
    """Its file holds another picture; title and copies are others as well."""
    before = held(deck(tmp_path / "deck"))
    text = CARDS.replace("crab: {", "king-crab: {").replace("3, title: Crab", "2, title: King crab")
    changes = since(before, deck(tmp_path / "deck", text, turn=90))
    assert summary(changes) == {"changed": ["king-crab"]}
    (crab,) = changes.changed
    assert (crab.old_id, crab.more, crab.fewer) == ("crab", 2, 3)
    assert [str(why) for why in crab.whys] == [
        f"{tmp_path / 'deck' / 'crab.png'}: the picture was changed"
    ]


def test_a_value_is_named_where_it_stands_now(tmp_path: Path) -> None:
    backed = CARDS.replace("back: none", "back: whale.png")
    before = held(deck(tmp_path / "deck", backed))
    text = backed.replace("crab: {", "king-crab: {").replace("title: Crab", "back: squid.png")
    folder = deck(tmp_path / "deck", text)
    changes = since(before, folder)
    assert summary(changes) == {"changed": ["king-crab"]}
    assert changes.changed[0].sides == ("back",)
    says = "deck.yaml:5:47: cards.king-crab.back: (nothing) -> squid.png"
    assert reasons(changes, folder) == {says: ["king-crab"]}


def test_other_cards_are_other_cards(tmp_path: Path) -> None:
    """Copies and backs are no likeness."""
    backed = CARDS.replace("title", "back: whale.png, title")
    before = held(deck(tmp_path / "deck", backed))
    text = backed.replace("crab: {art: crab.png", "squid: {art: squid.png")
    folder = deck(tmp_path / "deck", text.replace("Crab", "Squid"))
    assert summary(since(before, folder)) == {"added": ["squid"], "removed": ["crab"]}


def test_so_many_pairs_are_not_looked_at(
    tiny_folder: Path, edit: Edit, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = held(tiny_folder)
    edit(tiny_folder / "tiles.yaml", "    | . | .   . |", "    | .   .   . |")
    edit(tiny_folder / "tiles.yaml", "  two: |", "  hall: |")
    monkeypatch.setattr(renamed, "MOST_PAIRS", 0)
    assert summary(since(before, tiny_folder)) == {"added": ["hall"], "removed": ["two"]}


def test_it_is_said(run_cli: Run, tiny_folder: Path, edit: Edit) -> None:
    assert run_cli("build", tiny_folder, "--no-preflight").code == 0
    edit(tiny_folder / "tiles.yaml", "    | . | .   . |", "    | .   .   . |")
    edit(tiny_folder / "tiles.yaml", "  two: |", "  hall: |")
    told = run_cli("diff", tiny_folder, "--since", "output", "-o", "d.html").out
    assert "    front changed, renamed from two: hall\n" in told
    assert "1 changed, of 2 pieces" in told
    assert "Changed: hall (was two)" in Path("d.html").read_text()
    assert run_cli("reprint", tiny_folder, "--since", "output", "-o", "again").code == 0
    assert "two: cards_A4, sheet 1, slot 2" in Path("again/throw-away.txt").read_text()
    both = ("--since", "output", "--since", "again")
    assert "; 0 copies to print, 1 copy to throw away" in run_cli("diff", tiny_folder, *both).out
