"""Why pieces changed: the value, its place, and nothing that did not matter."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from art_help import GAME, deck_folder, file_of, quarters
from changes_help import held, plan_of, reasons, records_of, since
from msgspec.structs import replace

from pnp.errors import Loc
from pnp.game.loader import bundled_games
from pnp.history import printed_before
from pnp.history import reasons as module
from pnp.history.values import Value, text_at

Edit = Callable[..., None]


def test_a_wall_names_its_line(tiny_folder: Path, edit: Edit) -> None:
    before = held(tiny_folder)
    edit(tiny_folder / "tiles.yaml", "    | . | .   . |", "    | .   .   . |")
    (why,) = since(before, tiny_folder).changed[0].whys
    assert (why.file, why.path) == ("tiles.yaml", "tiles.two")
    assert why.loc == Loc(str(tiny_folder / "tiles.yaml"), 17, 5)
    assert str(why).endswith("tiles.yaml:17:5: tiles.two: '| . | .   . |' -> '| .   .   . |'")


def test_a_colour_of_the_theme_is_one_reason_for_many(game_folder: Path, edit: Edit) -> None:
    before = held(game_folder)
    edit(game_folder / "theme.yaml", 'ink: "#111111"', 'ink: "#222222"')
    found = reasons(since(before, game_folder), game_folder)
    ((words, ids),) = found.items()
    assert words == "theme.yaml:3:8: palette.ink: #111111 -> #222222"
    assert len(ids) == 48 + 4 + 1 + 1


def test_values_that_draw_nothing_are_no_reasons(game_folder: Path, edit: Edit) -> None:
    """Title, version and thickness change as well, but of all that a tile shows only its grid."""
    before = held(game_folder)
    path = game_folder / "labyrinth.yaml"
    edit(path, "title: Labyrinth tiles", "title: Tiles of the labyrinth")
    edit(path, "thickness: 0.30mm", "thickness: 0.40mm")
    edit(path, "grid: 4px@300dpi", "grid: 5px@300dpi")
    edit(game_folder / "game.yaml", 'version: "2.0"', 'version: "2.1"')
    found = since(before, game_folder)
    whys = {change.id: [why.path for why in change.whys] for change in found.changed}
    assert whys["lab-01"] == ["grid"]
    assert whys["box"] == ["title", "labyrinth"]  # of thicker tiles
    assert set(whys) == {f"lab-{n:02}" for n in range(1, 41)} | {"box"}


def test_a_back_is_explained_by_the_record_of_the_backs(tiny_folder: Path, edit: Edit) -> None:
    """That of the fronts does not know it, and gives it as no reason."""
    records = records_of(tiny_folder)
    edit(tiny_folder / "tiles.yaml", "back: labrys", "back: labyrinth")
    edit(tiny_folder / "tiles.yaml", "    | . | .   . |", "    | .   .   . |")
    wall = "tiles.yaml:17:5: tiles.two: '| . | .   . |' -> '| .   .   . |'"
    back = "tiles.yaml:4:7: back: labrys -> labyrinth"
    for some in (records, records[::-1]):
        found = since(printed_before(some, "it", whole=True), tiny_folder)
        assert reasons(found, tiny_folder) == {back: ["one", "two"], wall: ["two"]}
    fronts = since(printed_before(records[:1], "it", whole=False), tiny_folder)
    assert reasons(fronts, tiny_folder) == {wall: ["two"]}
    backs = since(printed_before(records[1:], "it", whole=False), tiny_folder)
    assert reasons(backs, tiny_folder) == {back: ["one", "two"]}


def test_records_of_fronts_that_know_the_backs(tiny_folder: Path, edit: Edit) -> None:
    """As versions up to 0.6 wrote them: nothing else is said of them."""
    fronts, backs = records_of(tiny_folder)
    told = {"tiles": backs.components["tiles"]}
    known = replace(fronts, components=told)
    assert since(printed_before([known, backs], "it", whole=True), tiny_folder).is_empty
    edit(tiny_folder / "tiles.yaml", "back: labrys", "back: labyrinth")
    edit(tiny_folder / "tiles.yaml", "    | . | .   . |", "    | .   .   . |")
    wall = "tiles.yaml:17:5: tiles.two: '| . | .   . |' -> '| .   .   . |'"
    back = "tiles.yaml:4:7: back: labrys -> labyrinth"
    both = since(printed_before([known, backs], "it", whole=True), tiny_folder)
    assert reasons(both, tiny_folder) == {back: ["one", "two"], wall: ["two"]}
    alone = since(printed_before([known], "it", whole=False), tiny_folder)
    assert reasons(alone, tiny_folder) == {wall: ["two"]}


def test_a_record_without_files(tiny_folder: Path, edit: Edit) -> None:
    """A stranger's: the game has no file of a theme, which is no file either."""
    fronts, backs = records_of(tiny_folder)
    told = {"tiles": replace(fronts.components["tiles"], file="")}
    before = printed_before(
        [replace(r, components=told) for r in (fronts, backs)], "it", whole=True
    )
    edit(tiny_folder / "tiles.yaml", "    | . | .   . |", "    | .   .   . |")
    found = reasons(since(before, tiny_folder), tiny_folder)
    assert found["tiles.yaml:17:5: tiles.two: '| . | .   . |' -> '| .   .   . |'"] == ["two"]


def test_two_reasons_for_one_piece(tiny_folder: Path, edit: Edit) -> None:
    before = held(tiny_folder)
    edit(tiny_folder / "tiles.yaml", "    | . | .   . |", "    | .   .   . |")
    edit(tiny_folder / "tiles.yaml", "back: labrys", "back: labyrinth")
    changes = since(before, tiny_folder)
    assert {c.id: [w.path for w in c.whys] for c in changes.changed} == {
        "one": ["back"],
        "two": ["tiles.two", "back"],
    }


def test_a_box_grows_with_the_number_of_its_cards(game_folder: Path) -> None:
    path = game_folder / "labyrinth.yaml"
    text = path.read_text()
    start = text.index("  lab-40:")
    before = held(game_folder)
    path.write_text(text[:start])
    changes = since(before, game_folder)
    assert [c.id for c in changes.removed] == ["lab-40"]
    (why,) = changes.removed[0].whys
    assert str(why) == f"{path}:2:1: tiles.lab-40 is gone"
    (box,) = changes.changed
    assert [w.path for w in box.whys] == ["labyrinth"]
    assert (box.whys[0].old or "").startswith("40 pieces")
    assert (box.whys[0].new or "").startswith("39 pieces")


def test_a_box_that_prints_how_many_of_another_card_it_holds(tmp_path: Path, edit: Edit) -> None:
    """The copies explain the box as well, but are no value of its own: it must not stay unsaid."""
    folder = Path(shutil.copytree(bundled_games()["dedalos"], tmp_path / "game"))
    before = held(folder)
    edit(folder / "collapse.yaml", "copies: 3", "copies: 4")
    changes = since(before, folder)
    (body,) = changes.changed
    assert body.id == "bag-body"
    (why,) = body.whys
    assert "it is made for collapse: 3 pieces: " in str(why) and "-> 4 pieces: " in str(why)
    assert all(change.whys for change in changes.all)


@pytest.mark.slow
def test_a_value_of_another_component(tmp_path: Path, edit: Edit) -> None:
    """As many dice as before, with another face: the odds printed on screens are others."""
    folder = Path(shutil.copytree(bundled_games()["mino-dice"], tmp_path / "game"))
    before = held(folder)
    edit(
        folder / "dice.yaml",
        "griffin, griffin, griffin, griffin",
        "griffin, griffin, griffin, flag",
    )
    ((why, ids),) = reasons(since(before, folder), folder).items()
    assert why == "dice.yaml:22:40: dice.die-griffin.faces.3: griffin -> flag"
    assert ids[:2] == ["stickers-die-griffin", "die-griffin"] and "screen-owl" in ids


def test_a_new_key_and_one_that_is_gone(tiny_folder: Path, edit: Edit) -> None:
    path = tiny_folder / "tiles.yaml"
    before = held(tiny_folder)
    edit(path, "cell: 18mm\n", "cell: 18mm\nwall: 3mm\n")
    with_wall = held(tiny_folder)
    found = reasons(since(before, tiny_folder), tiny_folder)
    assert found == {"tiles.yaml:4:7: wall: (nothing) -> 3mm": ["one", "two"]}
    edit(path, "wall: 3mm\n", "")
    found = reasons(since(with_wall, tiny_folder), tiny_folder)
    assert found == {"tiles.yaml:1:1: wall: 3mm -> (nothing)": ["one", "two"]}


def test_a_colour_that_was_not_written_before(tiny_folder: Path) -> None:
    before = held(tiny_folder)
    with (tiny_folder / "game.yaml").open("a") as file:
        file.write('theme: {palette: {ink: "#333333"}}\n')
    found = since(before, tiny_folder)
    assert {why.path for why in found.groups} == {"theme.palette.ink"}


def test_copies_are_a_reason(tiny_folder: Path, edit: Edit) -> None:
    before = held(tiny_folder)
    edit(tiny_folder / "tiles.yaml", "  two: |\n", "  two:\n   copies: 2\n   maze: |\n")
    (change,) = since(before, tiny_folder).all
    assert (change.sort, change.id) == ("recounted", "two")
    assert "tiles.two.copies" in [why.path for why in change.whys]


CARDS = """\
back: none
cards:
  a: {art: a.png, copies: 2}
  b: b.png
"""


def boxed_deck(folder: Path, cards: str = CARDS) -> Path:
    """Two sorts of cards, and a box as deep as they are thick."""
    folder = deck_folder(folder, cards, a_png=file_of(quarters()), b_png=file_of(quarters()))
    game = GAME.replace("    backs: cards_back_{paper}\n", "").replace("[deck]", "[deck, box]")
    (folder / "game.yaml").write_text(f"{game}boxes: {{box: {{holds: [deck]}}}}\n")
    return folder


def test_the_last_copies_of_a_card_are_told_with_what_stood_there(tmp_path: Path) -> None:
    folder = boxed_deck(tmp_path / "deck")
    before = held(folder)
    boxed_deck(folder, CARDS.replace("copies: 2", "copies: 0"))
    found = reasons(since(before, folder), folder)
    assert found.pop("deck.yaml:5:27: cards.a.copies: 2 -> 0") == ["a"]
    ((words, ids),) = found.items()
    assert ids == ["box"] and "it is made for deck: 3 pieces" in words
    boxed_deck(folder, CARDS.replace("b.png", "{art: b.png, copies: 0}"))
    found = reasons(since(before, folder), folder)
    assert found["deck.yaml:6:27: cards.b.copies: 1 -> 0"] == ["b"]


def test_a_value_in_its_long_form_is_the_same(tmp_path: Path) -> None:
    folder = boxed_deck(tmp_path / "deck")
    before = held(folder)
    long = CARDS.replace("b.png", "{art: b.png, copies: 4}")
    boxed_deck(folder, long)
    changes = since(before, folder)
    assert [why.path for why in changes.recounted[0].whys] == ["cards.b.copies"]
    assert str(changes.recounted[0].whys[0]).endswith("cards.b.copies: 1 -> 4")
    before = held(folder)
    boxed_deck(folder)
    (change,) = since(before, folder).recounted
    assert [(why.path, why.old, why.new) for why in change.whys] == [("cards.b.copies", "4", None)]


def test_the_programs_drawing(tiny_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Walls drawn otherwise by a newer program: said, whatever else differs."""
    import pnp.families.labydo.maze_tile as kind

    before = held(tiny_folder)
    real = kind.Ink.line

    def thicker(self: object, *args: object, **paint: object) -> None:
        real(self, *args, **{**paint, "stroke_width": 1.234})  # type: ignore[arg-type]

    monkeypatch.setattr(kind.Ink, "line", thicker)
    changes = since(before, tiny_folder)
    assert [c.id for c in changes.changed] == ["one", "two"]
    (why,) = changes.groups
    assert "no value explains it: the program draws it otherwise" in str(why)
    assert f"(printed by {before.programs[0]})" in str(why)


def test_options_that_change_pictures(game_folder: Path) -> None:
    changes = since(held(game_folder), game_folder, bleed=2.0)
    assert len(changes.changed) == 48
    (why,) = changes.groups
    assert str(why) == "--bleed: (nothing) -> 2mm"


def palette(folder: Path, edit: Edit) -> None:
    for number, name in enumerate(("ink", "accent", "grid")):
        edit(folder / "theme.yaml", f'{name}: "#', f'{name}: "#2{number}0000"  # ')


def test_each_colour_that_is_read_is_named(game_folder: Path, edit: Edit) -> None:
    before = held(game_folder)
    palette(game_folder, edit)
    whys = {why.path for change in since(before, game_folder).changed for why in change.whys}
    assert whys == {"palette.ink", "palette.accent", "palette.grid"}


def test_of_thousands_of_values_some_are_looked_at(tiny_folder: Path, edit: Edit) -> None:
    """Each of the values differs, but no game has any of them."""
    (record, *others) = records_of(tiny_folder)
    values = {f"x{n}": "1" for n in range(20_000)}
    component = replace(record.components["tiles"], values=values)
    pieces = [replace(p, values=values, front="0" * 16) for p in record.pieces]
    many = {"components": {"tiles": component}, "pieces": tuple(pieces)}
    many |= {"values": {"game.yaml": values, "theme.yaml": values}}
    old = printed_before([replace(record, **many), *others], "it", whole=True)
    assert 0 < len(since(old, tiny_folder).groups) < 4 * module.MOST_VALUES


def test_a_value_of_a_component_that_is_only_named(tmp_path: Path, edit: Edit) -> None:
    """Labors take the colours of the cards they are `like`."""
    folder = Path(shutil.copytree(bundled_games()["dedale"], tmp_path / "dedale"))
    before = held(folder)
    edit(folder / "labyrinth.yaml", 'green, colour: "#009E73"', 'green, colour: "#00AE43"')
    found = reasons(since(before, folder), folder)
    ((words, ids),) = found.items()
    assert words.endswith("colours.g.colour: #009E73 -> #00AE43")
    assert {"minotaur", "labor-5", "card-01"} <= set(ids)


def test_where_a_value_is(tiny_folder: Path) -> None:
    game = plan_of(tiny_folder).game
    text, loc = text_at(game, Value("tiles.yaml", "cell"))
    assert text == "18mm" and loc and loc.line == 3
    text, loc = text_at(game, Value("tiles.yaml", "wall.width"))
    assert text is None and loc and loc.line == 1
