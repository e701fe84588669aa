"""Records of one document, and several in turn: what is held after all of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from changes_help import THIRD, add_third, held, records_of, since, summary
from conftest import TINY_TILES
from msgspec.structs import replace

from pnp.errors import PnpError
from pnp.history import PrintedBefore, joined, printed_before
from pnp.layout.paper import PAPERS

Edit = Callable[..., None]


def test_one_document_speaks_of_its_pieces(game_folder: Path, edit: Edit) -> None:
    fronts = [r for r in records_of(game_folder) if r.document == "extras_A4"]
    before = printed_before(fronts, "it", whole=False)
    edit(game_folder / "theme.yaml", 'accent: "#B4532A"', 'accent: "#B4532B"')
    changes = since(before, game_folder)
    assert changes.is_empty and changes.compared == 5


@pytest.mark.parametrize("side", ["fronts", "backs"])
def test_one_side_alone_is_compared_and_said(game_folder: Path, edit: Edit, side: str) -> None:
    some = [r for r in records_of(game_folder)[:2] if r.side == side]
    before = printed_before(some, "it", whole=False)
    changes = since(before, game_folder)
    assert changes.is_empty
    assert changes.compared == (48 if side == "fronts" else 6)
    (note,) = changes.notes
    assert f"holds {side} only" in note
    edit(game_folder / "labyrinth.yaml", "back: labrys", "back: labyrinth")
    found = summary(since(before, game_folder))
    assert found == ({} if side == "fronts" else {"changed": [f"lab-0{n}" for n in range(1, 7)]})


def test_two_papers_of_one_state_are_one(tiny_folder: Path, edit: Edit) -> None:
    both = records_of(tiny_folder) + records_of(tiny_folder, paper=PAPERS["Letter"])
    assert since(printed_before(both, "it", whole=True), tiny_folder).is_empty
    edit(tiny_folder / "tiles.yaml", "    | . | .   . |", "    | .   .   . |")
    mixed = both[:2] + records_of(tiny_folder, paper=PAPERS["Letter"])
    with pytest.raises(PnpError, match="OLD002 it holds cards_A4 and cards_Letter in different"):
        printed_before(mixed, "it", whole=True)


def test_later_records_win_and_amounts_are_added(tiny_folder: Path, edit: Edit) -> None:
    first = held(tiny_folder)
    again = held(tiny_folder, pieces=("one*1",))
    assert again.pieces["one"].copies == 1 and not again.whole
    both = joined(first, again)
    assert both.whole and (both.pieces["one"].copies, both.pieces["two"].copies) == (2, 1)
    edit(tiny_folder / "tiles.yaml", "    | . | .   . |", "    | .   .   . |")
    newer = joined(first, held(tiny_folder, pieces=("two*1",)))
    assert newer.pieces["two"].copies == 1
    assert since(newer, tiny_folder).is_empty


def test_a_later_record_of_one_side_leaves_the_other_known(tiny_folder: Path, edit: Edit) -> None:
    """Of fronts: of the same picture, for it goes with the same backs."""
    first = held(tiny_folder)

    def some(side: str, **options: Any) -> PrintedBefore:
        few = [r for r in records_of(tiny_folder, **options) if r.side == side]
        return printed_before(few, "it", whole=False)

    for side in ("fronts", "backs"):
        again = joined(first, some(side))
        assert again.pieces["one"].back == first.pieces["one"].back
        assert since(again, tiny_folder).is_sure
    more = joined(first, some("fronts", pieces=("two*2",)))
    assert more.pieces["two"].copies == 3 and since(more, tiny_folder).is_sure
    edit(tiny_folder / "tiles.yaml", "back: labrys", "backs: {labyrinth: [one], labrys: [two]}")
    changes = since(joined(first, some("backs")), tiny_folder)
    assert changes.is_sure and changes.is_empty
    edit(tiny_folder / "tiles.yaml", "    | . | .   . |", "    | .   .   . |")
    later = since(joined(first, some("fronts")), tiny_folder)
    assert later.partly == 1 and summary(later) == {"changed": ["one"]}


@pytest.mark.parametrize("was", ["no back", "no document of backs"])
def test_a_first_back_is_a_change(tiny_folder: Path, edit: Edit, was: str) -> None:
    """A record of fronts knows that there was none."""
    before = "back: none" if was == "no back" else "back: labrys"
    edit(tiny_folder / "tiles.yaml", "back: labrys", before)
    if was != "no back":
        edit(tiny_folder / "game.yaml", "    backs: cards_back_{paper}\n", "")
    old = held(tiny_folder)
    again = since(old, tiny_folder)
    assert again.is_empty and again.is_sure
    edit(tiny_folder / "tiles.yaml", before, "back: labrys")
    if was != "no back":
        edit(tiny_folder / "game.yaml", "print: [tiles]", "print: [tiles]\n    backs: b_{paper}")
    changes = since(old, tiny_folder)
    assert {change.id: change.sides for change in changes.changed} == {
        "one": ("back",),
        "two": ("back",),
    }
    assert changes.is_sure and not changes.notes


def test_backs_that_are_never_printed_do_not_change(tiny_folder: Path, edit: Edit) -> None:
    alone = records_of(tiny_folder, sides="fronts")
    for complete in (False, True):
        before = printed_before(alone, "it", whole=True, complete=complete)
        changes = since(before, tiny_folder, sides="fronts")
        assert changes.is_empty and changes.is_sure
    both = joined(held(tiny_folder), printed_before(alone, "it", whole=True))
    edit(tiny_folder / "tiles.yaml", "back: labrys", "back: labyrinth")
    assert since(before, tiny_folder, sides="fronts").is_empty
    assert summary(since(both, tiny_folder, sides="fronts")) == {"changed": ["one", "two"]}


def test_copies_of_a_picture_serve_under_another_name(tiny_folder: Path) -> None:
    """Three of one that is gone: one is missing of the other, two go."""
    add_third(tiny_folder)
    tiles, maze = tiny_folder / "tiles.yaml", THIRD.partition("\n")[2].replace("\n    ", "\n      ")
    before = held(tiny_folder)
    old = before.pieces["three"]
    more = replace(old, id="four", copies=3, places=old.places * 3)
    before = replace(before, pieces={**before.pieces, "four": more})
    tiles.write_text(f"{TINY_TILES}  three:\n    copies: 2\n    maze: |\n  {maze}")
    changes = since(before, tiny_folder)
    assert summary(changes) == {"removed": ["four"]}
    assert [(c.fewer, len(c.waste)) for c in changes.removed] == [(2, 2)]
    tiles.write_text(f"{TINY_TILES}  three:\n    copies: 5\n    maze: |\n  {maze}")
    assert summary(since(before, tiny_folder)) == {"recounted": ["three"]}
    (three_of_five,) = since(before, tiny_folder).recounted
    assert (three_of_five.more, three_of_five.old_copies) == (1, 4)
