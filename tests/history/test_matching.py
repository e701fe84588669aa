"""Changes by print keys: what asks for paper, and what does not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from changes_help import THIRD, add_third, held, plan_of, records_of, since, summary
from msgspec.structs import replace

from pnp.game.loader import bundled_games
from pnp.history import printed_before
from pnp.history.printed import Place, told
from pnp.layout.paper import PAPERS

Edit = Callable[..., None]


# -- nothing to print ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("tiles.yaml", "kind: maze_tile", "# Walls.\nkind: maze_tile  # tiles"),
        ("tiles.yaml", "cells: 3x3\ncell: 18mm", "cell: 18mm\ncells: 3x3"),
        ("tiles.yaml", "cell: 18mm", "cell: 1.8cm"),
        ("game.yaml", "title: Tiny\n", 'title: Tiny\nversion: "9"\n'),
        ("game.yaml", "title: Tiny\n", "title: Tiny\nplayers: 2-9\ncredits: [Somebody]\n"),
        ("game.yaml", "cards_{paper}:", "tiles_{paper}:"),
    ],
)
def test_what_draws_the_same_picture_asks_for_no_paper(
    tiny_folder: Path, edit: Edit, file: str, old: str, new: str
) -> None:
    before = held(tiny_folder)
    edit(tiny_folder / file, old, new)
    changes = since(before, tiny_folder)
    assert changes.is_empty and summary(changes) == {}
    assert changes.compared == 2


def test_reordered_tiles_ask_for_no_paper(tiny_folder: Path) -> None:
    before = held(tiny_folder)
    path = tiny_folder / "tiles.yaml"
    head, one, two = path.read_text().partition("  one:")[0], *_tiles(path.read_text())
    path.write_text(head + two + one)
    assert [p.id for p in plan_of(tiny_folder).pieces] == ["two", "one"]
    assert since(before, tiny_folder).is_empty


def _tiles(text: str) -> tuple[str, str]:
    start, middle = text.index("  one:"), text.index("  two:")
    return text[start:middle], text[middle:]


@pytest.mark.parametrize(
    "options",
    [
        {"sides": "interleaved", "flip": "short"},
        {"sides": "fold"},
        {"single": True},
        {"paper": PAPERS["Letter"], "gap": 3.0},
    ],
)
def test_other_sheets_ask_for_no_paper(tiny_folder: Path, options: dict[str, Any]) -> None:
    assert since(held(tiny_folder, **options), tiny_folder).is_empty


@pytest.mark.slow
@pytest.mark.parametrize("game", bundled_games())
def test_every_piece_is_known_again_with_its_back(game: str) -> None:
    """Also of pages of backs that are in the file once for many sheets."""
    folder = bundled_games()[game]
    known = held(folder)
    assert since(known, folder).is_empty
    for document in plan_of(folder).game.file.documents.values():
        for piece in plan_of(folder).pieces_in(document) if document.backs else ():
            assert bool(known.pieces[piece.id].back) == (piece.back is not None), piece.id


# -- changes ---------------------------------------------------------------------------------------


def test_a_wall(tiny_folder: Path, edit: Edit) -> None:
    before = held(tiny_folder)
    edit(tiny_folder / "tiles.yaml", "    | . | .   . |", "    | .   .   . |")
    changes = since(before, tiny_folder)
    assert summary(changes) == {"changed": ["two"]}
    (change,) = changes.changed
    assert (change.sides, change.more, change.fewer) == (("front",), 1, 1)
    assert [str(place) for place in change.waste] == ["cards_A4, sheet 1, slot 2"]


def test_a_back(tiny_folder: Path, edit: Edit) -> None:
    before = held(tiny_folder)
    edit(tiny_folder / "tiles.yaml", "back: labrys", "back: labyrinth")
    changes = since(before, tiny_folder)
    assert summary(changes) == {"changed": ["one", "two"]}
    assert {change.sides for change in changes.changed} == {("back",)}


def test_a_back_that_is_in_the_file_once(game_folder: Path, edit: Edit) -> None:
    before = held(game_folder)
    edit(game_folder / "entrance.yaml", "back: labrys", "back: labyrinth")
    changes = since(before, game_folder)
    assert summary(changes) == {"changed": ["ent-1", "ent-2", "ent-3", "ent-4"]}


def test_a_size(tiny_folder: Path, edit: Edit) -> None:
    before = held(tiny_folder)
    edit(tiny_folder / "tiles.yaml", "cell: 18mm", "cell: 19mm")
    changes = since(before, tiny_folder)
    assert {change.sides for change in changes.changed} == {("size", "front", "back")}


@pytest.mark.slow
def test_an_outline_alone() -> None:
    """Of a label; that of a net is drawn in its face."""
    folder = bundled_games()["mino-dice"]
    known, plan = held(folder), plan_of(folder)
    label = next(p.id for p in plan.pieces if p.outline and p.net is None and p.id in known.pieces)
    net = next(p.id for p in plan.pieces if p.net is not None and p.id in known.pieces)
    shapes = ((True, False, "0" * 16),)
    others = {id: replace(known.pieces[id], shapes=shapes) for id in (label, net)}
    changes = since(replace(known, pieces={**known.pieces, **others}), folder)
    assert [(c.id, c.sides) for c in changes.changed] == [(label, ("outline",))]


def test_corners_are_cut_and_not_printed(tiny_folder: Path, edit: Edit) -> None:
    before = held(tiny_folder)
    edit(tiny_folder / "tiles.yaml", "cell: 18mm\n", "cell: 18mm\ncorners: 3mm\n")
    changes = since(before, tiny_folder)
    assert changes.is_empty and [c.id for c in changes.recut] == ["one", "two"]
    assert [[why.path for why in c.whys] for c in changes.recut] == [["corners"], ["corners"]]
    assert since(held(tiny_folder), tiny_folder).recut == ()


def test_a_font(tiny_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from pnp.record import keys

    before = held(tiny_folder)

    def forget() -> None:
        keys.KEYS.clear()
        keys.layer_fonts.cache_clear()

    forget()
    with monkeypatch.context() as patch:
        patch.setattr(keys, "file_digest", lambda path: "0" * 16)
        changes = since(before, tiny_folder)
    forget()
    assert [c.sides for c in changes.changed] == [("front", "back")] * 2
    (why,) = changes.groups
    assert "no value explains it" in str(why) and "a font" in str(why)


def test_added_and_removed(tiny_folder: Path) -> None:
    before = held(tiny_folder)
    add_third(tiny_folder)
    after = held(tiny_folder)
    more = since(before, tiny_folder)
    assert summary(more) == {"added": ["three"]}
    assert (more.added[0].more, more.added[0].fewer) == (1, 0)
    path = tiny_folder / "tiles.yaml"
    path.write_text(path.read_text().replace(THIRD, ""))
    less = since(after, tiny_folder)
    assert summary(less) == {"removed": ["three"]}
    assert (less.removed[0].more, less.removed[0].fewer) == (0, 1)
    assert [str(place) for place in less.removed[0].waste] == ["cards_A4, sheet 1, slot 3"]


@pytest.mark.parametrize(
    ("old", "new", "more", "fewer"), [(2, 3, 1, 0), (3, 2, 0, 1), (2, 0, 0, 2)]
)
def test_copies(tiny_folder: Path, edit: Edit, old: int, new: int, more: int, fewer: int) -> None:
    def write(count: int) -> None:
        text = (tiny_folder / "tiles.yaml").read_text()
        copies = f"  one:\n   copies: {count}\n   maze: |\n"
        start = text.index("  one:")
        end = text.index("    +", start)
        (tiny_folder / "tiles.yaml").write_text(text[:start] + copies + text[end:])

    write(old)
    before = held(tiny_folder)
    write(new)
    changes = since(before, tiny_folder)
    assert summary(changes) == {"recounted" if new else "removed": ["one"]}
    (change,) = changes.all
    assert (change.more, change.fewer) == (more, fewer)
    slots = [place.slot for place in change.waste]
    assert slots == list(range(old + 1))[1:][old - fewer :]


def test_a_new_name_for_the_same_picture(tiny_folder: Path, edit: Edit) -> None:
    before = held(tiny_folder)
    edit(tiny_folder / "tiles.yaml", "  two: |", "  zwei: |")
    changes = since(before, tiny_folder)
    assert summary(changes) == {"renamed": ["zwei"]}
    assert changes.renamed[0].old_id == "two"
    assert changes.is_empty and changes.compared == 2


def test_names_that_are_exchanged(tiny_folder: Path) -> None:
    before = held(tiny_folder)
    path = tiny_folder / "tiles.yaml"
    text = path.read_text().replace("  one:", "  x:").replace("  two:", "  one:")
    path.write_text(text.replace("  x:", "  two:"))
    changes = since(before, tiny_folder)
    assert summary(changes) == {"renamed": ["two", "one"]}


def test_a_name_taken_over_leaves_the_other_picture_over(tiny_folder: Path) -> None:
    """`two` now shows what `one` showed: the old picture of `two` goes, `one` is gone."""
    before = held(tiny_folder)
    path = tiny_folder / "tiles.yaml"
    text = path.read_text()
    _, two = _tiles(text)
    path.write_text(text.replace(two, "").replace("  one:", "  two:"))
    changes = since(before, tiny_folder)
    assert summary(changes) == {"removed": ["two"], "renamed": ["two"]}
    assert [str(place) for place in changes.removed[0].waste] == ["cards_A4, sheet 1, slot 2"]


def test_a_new_document(game_folder: Path) -> None:
    before = printed_before(records_of(game_folder)[:2], "it", whole=True)
    found = summary(since(before, game_folder))
    assert set(found) == {"added"} and {"box", "die", "pawn-1"} <= set(found["added"])


def test_places_of_a_sheet_are_told_together() -> None:
    def at(document: str, sheet: int, *slots: int, side: str = "front") -> list[Place]:
        return [Place(document, sheet, slot, side, 0) for slot in slots]

    places = [*at("t_A4", 1, 1, 2, 3, 5), *at("t_A4", 2, 1), *at("b_A4", 2, 4, 6, side="back")]
    words = "t_A4, sheet 1, slots 1–3, 5; sheet 2, slot 1; b_A4, sheet 2 (back), slots 4, 6"
    assert told(places) == words
