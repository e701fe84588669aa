"""Changes by print keys: what asks for paper, and what does not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from art_help import deck_folder, file_of, quarters
from changes_help import held, plan_of, records_of, since, summary
from conftest import TINY_TILES
from msgspec.structs import replace

from pnp.changes import Held, held_of, joined, reprint_plan, thrown_record
from pnp.changes.printed import Place, told
from pnp.errors import PnpError
from pnp.geometry import Size
from pnp.layout.paper import PAPERS
from pnp.load import bundled_games
from pnp.plan import Plan
from pnp.record import Record, known_face, known_piece, make_record
from pnp.record.model import PieceRecord

Edit = Callable[..., None]
THIRD = """\
  three: |
    +---+   +---+
    | .   .   . |
    +   +   +   +
      .   .   .
    +   +   +   +
    | .   .   . |
    +---+   +---+
"""


def add_third(folder: Path) -> None:
    with (folder / "tiles.yaml").open("a") as file:
        file.write(THIRD)


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


def earlier(record: Record, plan: Plan) -> Record:
    """A record with the keys that versions up to 0.5 wrote."""
    pieces = {piece.id: piece for piece in plan.pieces}

    def changed(known: PieceRecord) -> PieceRecord:
        piece = pieces[known.id]
        front = known_face(piece.front) if known.front else ""
        back = known_face(piece.back) if known.back and piece.back else ""
        key = known_piece(piece, front, back, piece.corners)
        return replace(known, front=front, back=back, key=key, corners=0.0)

    return replace(record, pieces=tuple(map(changed, record.pieces)))


def test_keys_of_earlier_versions_are_known(tmp_path: Path) -> None:
    cards = "back: back.png\ncorners: 2mm\ncards: {a: a.png}\n"
    art = file_of(quarters())
    deck = deck_folder(tmp_path / "deck", cards, a_png=art, back_png=art)
    for folder in (deck, bundled_games()["labydo"]):
        plan = plan_of(folder)
        old = held_of([earlier(r, plan) for r in records_of(folder)], "it", whole=True)
        found = since(old, folder)
        assert found.is_empty and not found.recut and found.compared
        assert old.pieces != held(folder).pieces
    text = (deck / "deck.yaml").read_text()
    (deck / "deck.yaml").write_text(text.replace("corners: 2mm", "corners: 3mm"))
    plan = plan_of(deck)
    then = held_of([earlier(r, plan) for r in records_of(deck)], "it", whole=True)
    (deck / "deck.yaml").write_text(text)
    assert [c.id for c in since(then, deck).recut] == ["a"]


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
    before = held_of(records_of(game_folder)[:2], "it", whole=True)
    found = summary(since(before, game_folder))
    assert set(found) == {"added"} and {"box", "die", "pawn-1"} <= set(found["added"])


# -- one document, several records -----------------------------------------------------------------


def test_one_document_speaks_of_its_pieces(game_folder: Path, edit: Edit) -> None:
    fronts = [r for r in records_of(game_folder) if r.document == "extras_A4"]
    before = held_of(fronts, "it", whole=False)
    edit(game_folder / "theme.yaml", 'accent: "#B4532A"', 'accent: "#B4532B"')
    changes = since(before, game_folder)
    assert changes.is_empty and changes.compared == 5


@pytest.mark.parametrize("side", ["fronts", "backs"])
def test_one_side_alone_is_compared_and_said(game_folder: Path, edit: Edit, side: str) -> None:
    some = [r for r in records_of(game_folder)[:2] if r.side == side]
    before = held_of(some, "it", whole=False)
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
    assert since(held_of(both, "it", whole=True), tiny_folder).is_empty
    edit(tiny_folder / "tiles.yaml", "    | . | .   . |", "    | .   .   . |")
    mixed = both[:2] + records_of(tiny_folder, paper=PAPERS["Letter"])
    with pytest.raises(PnpError, match="OLD002 it holds cards_A4 and cards_Letter in different"):
        held_of(mixed, "it", whole=True)


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

    def some(side: str, **options: Any) -> Held:
        few = [r for r in records_of(tiny_folder, **options) if r.side == side]
        return held_of(few, "it", whole=False)

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
        before = held_of(alone, "it", whole=True, complete=complete)
        changes = since(before, tiny_folder, sides="fronts")
        assert changes.is_empty and changes.is_sure
    both = joined(held(tiny_folder), held_of(alone, "it", whole=True))
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


def test_a_reprint_leaves_a_picture_whose_name_was_given_away(
    tiny_folder: Path, edit: Edit
) -> None:
    """One takes the picture of two, and two gets another: one is thrown away, none is lost."""
    first = held(tiny_folder)
    text = TINY_TILES.replace("  one: |", "  x: |").replace("  two: |", "  one: |")
    text = text.partition("  x: |")[0] + "  one: |" + text.partition("  one: |")[2]
    (tiny_folder / "tiles.yaml").write_text(text + THIRD.replace("three", "two"))
    changes = since(first, tiny_folder)
    assert [change.id for change in changes.all if change.more] == ["two"]
    plan = reprint_plan(plan_of(tiny_folder), changes)
    assert plan is not None
    again = [make_record(plan, document) for document in plan.documents]
    gone = thrown_record(plan, changes)
    assert [(piece.id, piece.copies) for piece in gone.pieces] == [("one", 1)]
    both = joined(first, held_of([*again, gone], "again", whole=True))
    assert both.pieces["two (earlier)"].front == first.pieces["two"].front
    assert summary(since(both, tiny_folder)) == {"renamed": ["one"]}


def test_what_was_thrown_away_is_gone(tiny_folder: Path) -> None:
    first = held(tiny_folder)
    old = first.pieces["two"]
    gone = PieceRecord(
        id="two",
        component="tiles",
        size=Size(1, 1),
        front=old.front or "",
        back=old.back or "",
        key="0" * 16,
    )
    less = joined(first, replace(first, pieces={}, thrown={"two": gone}, whole=False))
    assert less.pieces["two"].copies == 0
    assert summary(since(less, tiny_folder)) == {"added": ["two"]}
    other = replace(gone, front="1" * 16)
    same = joined(first, replace(first, pieces={}, thrown={"two": other}, whole=False))
    assert same.pieces["two"].copies == 1


def test_places_of_a_sheet_are_told_together() -> None:
    def at(document: str, sheet: int, *slots: int, side: str = "front") -> list[Place]:
        return [Place(document, sheet, slot, side, 0) for slot in slots]

    places = [*at("t_A4", 1, 1, 2, 3, 5), *at("t_A4", 2, 1), *at("b_A4", 2, 4, 6, side="back")]
    words = "t_A4, sheet 1, slots 1–3, 5; sheet 2, slot 1; b_A4, sheet 2 (back), slots 4, 6"
    assert told(places) == words
