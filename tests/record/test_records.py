"""Records: keys that follow the picture and nothing else, places, sources, options."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from art_help import deck_folder, file_of, quarters
from msgspec.structs import replace

from pnp.game.loader import bundled_games, load
from pnp.game.plan import Options, Plan
from pnp.geometry.plane import Affine, Point, Size
from pnp.kinds import card as cards_kind
from pnp.layout.marks import Marks
from pnp.layout.paper import PAPERS
from pnp.piece import Layer, Stamp
from pnp.record import Record, face_key, make_record, piece_key

Edit = Callable[..., None]


def plan_of(folder: Path, **options: Any) -> Plan:
    return Plan(load(folder)[0], Options(**options))


def records(plan: Plan) -> dict[str, Record]:
    return {document.name: make_record(plan, document) for document in plan.documents}


# -- keys ------------------------------------------------------------------------------------------


def test_a_change_of_one_tile_changes_one_key_of_one_document(
    tiny_folder: Path, edit: Edit
) -> None:
    before = records(plan_of(tiny_folder))
    edit(tiny_folder / "tiles.yaml", "    | .   T   . |", "    | .   .   . |")
    after = records(plan_of(tiny_folder))
    assert after["cards_back_A4"] == before["cards_back_A4"]
    one, two = (record["cards_A4"] for record in (before, after))
    assert [p.id for p in one.pieces if two.piece(p.id) != p] == ["one"]
    assert len(one.faces - two.faces) == len(two.faces - one.faces) == 1


def test_a_front_changes_nothing_of_backs_that_differ(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(bundled_games()["dedale"], tmp_path / "dedale"))
    before = records(plan_of(folder))
    path = folder / "labyrinth.yaml"
    path.write_text(path.read_text().replace("y   y   y", "r   y   y", 1))
    after = records(plan_of(folder))
    assert [n for n in after if after[n] != before[n]] == ["tiles_A4"]
    own = [piece.values for piece in after["backs_A4"].pieces if piece.values]
    assert {path.rpartition(".")[2] for values in own for path in values} == {"back"}


@pytest.mark.parametrize("new", ["back: labyrinth", "backs: {labyrinth: [one, two]}"])
def test_a_back_changes_nothing_of_the_fronts(tiny_folder: Path, edit: Edit, new: str) -> None:
    before = records(plan_of(tiny_folder))
    edit(tiny_folder / "tiles.yaml", "back: labrys", new)
    after = records(plan_of(tiny_folder))
    assert after["cards_A4"] == before["cards_A4"]
    assert not after["cards_back_A4"].faces & before["cards_back_A4"].faces


def test_the_picture_of_a_back_changes_nothing_of_the_fronts(tmp_path: Path) -> None:
    """Not even that of one card; a card called `back` has a front all the same."""
    front, back = file_of(quarters()), file_of(quarters().rotate(180))
    text = "back: back.png\ncards:\n  back: a.png\n  one: {art: a.png, back: own.png}\n"
    folder = deck_folder(tmp_path / "deck", text, a_png=front, back_png=back, own_png=back)
    before = records(plan_of(folder))
    fronts = before["cards_A4"].components["deck"]
    assert set(fronts.pictures) == {"a.png"} and "back" not in fronts.values
    assert before["cards_A4"].pieces[0].values == {"cards.back": "a.png"}
    for name in ("back.png", "own.png"):
        (folder / name).write_bytes(front)
    after = records(plan_of(folder))
    assert [name for name in after if after[name] != before[name]] == ["cards_back_A4"]
    (folder / "a.png").write_bytes(back)
    assert records(plan_of(folder))["cards_A4"] != before["cards_A4"]


@pytest.mark.parametrize("sides", ["fronts", "interleaved", "fold"])
def test_a_record_that_stands_alone_says_what_makes_the_backs(
    tiny_folder: Path, sides: str
) -> None:
    (record,) = records(plan_of(tiny_folder, sides=sides)).values()
    assert record.components["tiles"].values["back"] == "labrys"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("kind: maze_tile", "# Notes.\nkind: maze_tile   # tiles of a maze\n"),
        ("cells: 3x3\ncell: 18mm", "cell: 18mm\ncells: 3x3"),
        ("    | .   T   . |\n", "    | .   T   . |   \n"),
    ],
)
def test_comments_order_and_blanks_change_nothing(
    tiny_folder: Path, edit: Edit, old: str, new: str
) -> None:
    before = records(plan_of(tiny_folder))
    edit(tiny_folder / "tiles.yaml", old, new)
    assert records(plan_of(tiny_folder)) == before


def test_a_key_does_not_depend_on_how_a_face_is_cut_into_layers(tiny_folder: Path) -> None:
    face = plan_of(tiny_folder).pieces[0].front
    first, second, *rest = face.stack
    assert first.at == second.at == Affine()
    joined = Stamp(Layer(first.layer.svg + second.layer.svg))
    assert face_key(replace(face, stack=(joined, *rest))) == face_key(face)
    assert face_key(replace(face, stack=(second, first, *rest))) != face_key(face)
    assert face_key(replace(face, stack=face.stack[1:])) != face_key(face)
    assert face_key(replace(face, bleed=1.0)) != face_key(face)


def test_the_bytes_of_fonts_are_in_the_key(
    tiny_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pnp.record import keys

    face = plan_of(tiny_folder).pieces[0].front
    known, used = face_key(face), []
    keys.KEYS.clear()
    keys.layer_fonts.cache_clear()
    monkeypatch.setattr(keys, "file_digest", lambda path: used.append(path.name) or "0" * 16)
    assert face_key(face) != known
    assert set(used) == {"AlegreyaSans-Medium.ttf", "AlegreyaSans-Black.ttf"}
    keys.KEYS.clear()
    keys.layer_fonts.cache_clear()


def test_a_new_version_changes_no_key(tiny_folder: Path, edit: Edit) -> None:
    before = records(plan_of(tiny_folder))
    edit(tiny_folder / "game.yaml", "title: Tiny\n", 'title: Tiny\nversion: "9"\n')
    after = records(plan_of(tiny_folder))
    for name, record in after.items():
        assert record.version == "9" and record != before[name]
        assert (record.pieces, record.sheets) == (before[name].pieces, before[name].sheets)


# -- places ----------------------------------------------------------------------------------------


def test_places_are_those_of_the_plan() -> None:
    plan = Plan(load(bundled_games()["labydo"])[0], Options(sides="interleaved"))
    document: Any = plan.documents[0]
    record = make_record(plan, document)
    assert len(record.sheets) == len(document.sheets) == 16
    for sheet, said in zip(document.sheets, record.sheets, strict=True):
        assert (said.side, said.number) == (sheet.side, sheet.number)
        assert [p.slot for p in said.placed] == [1, 2, 3, 4, 5, 6]
        for placed, box in zip(sheet.printed, said.placed, strict=True):
            assert (placed.piece.id, placed.side) == (box.piece, box.side)
            assert box.box == pytest.approx(placed.trim, abs=1e-4)
    assert record.options == {"sides": "interleaved"}


def test_a_turned_piece_says_so(tiny_folder: Path) -> None:
    for flip, turn in (("long", 0.0), ("short", 180.0)):
        found = records(plan_of(tiny_folder, sides="interleaved", flip=flip))["cards_A4"]
        turns = {(p.side, abs(p.turn)) for sheet in found.sheets for p in sheet.placed}
        assert turns == {("front", 0.0), ("back", turn)}


# -- sources ---------------------------------------------------------------------------------------


def test_every_tile_knows_what_made_it(tiny_folder: Path) -> None:
    record = records(plan_of(tiny_folder))["cards_A4"]
    component = record.components["tiles"]
    assert component.file == "tiles.yaml"
    assert component.values["cell"] == "18mm" and component.values["marks.T"] == "teleport"
    assert not any("tiles.one" in path for path in component.values)
    for piece in record.pieces:
        assert piece.place == f"tiles.{piece.id}"
        assert set(piece.values) == {piece.place}
    assert record.values["game.yaml"]["title"] == "Tiny"


def test_a_tile_written_as_a_mapping(tiny_folder: Path, edit: Edit) -> None:
    edit(
        tiny_folder / "tiles.yaml",
        "  two: |\n",
        "  two:\n   copies: 2\n   maze: |\n",
    )
    piece = records(plan_of(tiny_folder))["cards_A4"].piece("two")
    assert piece is not None and piece.copies == 2
    assert piece.place == "tiles.two"
    assert set(piece.values) == {"tiles.two.copies", "tiles.two.maze"}


def test_a_box_says_what_it_was_told_and_only_drawn_values_count() -> None:
    found = records(Plan(load(bundled_games()["labydo"])[0]))
    box = found["caixa_print_A4"]
    assert box.components["box"].needs["labyrinth"] == "40 pieces: 57.91 x 115.82 x 0.3 mm"
    assert box.values["game.yaml"]["players"] == "2–4"
    assert "players" not in found["cartas_print_A4"].values["game.yaml"]
    assert "palette.number" in found["cartas_print_A4"].values["theme.yaml"]
    assert "palette.number" not in box.values["theme.yaml"]


def test_no_place_of_this_machine_is_in_a_record() -> None:
    for name, folder in bundled_games().items():
        for record in records(Plan(load(folder)[0])).values():
            assert str(folder.parent) not in record.json_bytes().decode(), name


# -- options ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({}, {}),
        ({"flip": "long", "gap": 0.0, "bleed": 0.0, "bleed_edge": "outer"}, {}),
        ({"crop": Marks(length=2.5, offset=1.0)}, {}),
        ({"paper": PAPERS["Letter"]}, {"paper": "Letter"}),
        ({"flip": "short", "gap": 2.0}, {"flip": "short", "gap": "2mm"}),
        ({"crop": Marks("cross", colour="#FF00FF")}, {"marks": "cross", "mark-colour": "#FF00FF"}),
        ({"orientation": "landscape", "grid": (2, 1)}, {"orientation": "landscape", "grid": "2x1"}),
        ({"pieces": ("one",), "cut_contour": True}, {"pieces": "one", "cut-contour": "yes"}),
        ({"single": True, "bleed": 3.0}, {"sheets": "single", "bleed": "3mm"}),
        ({"sides": "fold"}, {"sides": "fold", "fold-axis": "vertical"}),
        ({"ink": "low", "intent": "srgb"}, {"ink": "low", "output-intent": "srgb"}),
        ({"pack": True, "max_ppi": 300.0}, {"pack": "yes"}),
    ],
)
def test_options_that_are_not_neutral(
    tiny_folder: Path, options: dict[str, Any], said: dict[str, str]
) -> None:
    plan = plan_of(tiny_folder, **options)
    assert make_record(plan, plan.documents[0]).options == said


def test_round_corners_are_no_other_print(tiny_folder: Path, edit: Edit) -> None:
    before = make_record(plan := plan_of(tiny_folder), plan.documents[0])
    edit(tiny_folder / "tiles.yaml", "cell: 18mm\n", "cell: 18mm\ncorners: 3mm\n")
    after = make_record(plan := plan_of(tiny_folder), plan.documents[0])
    assert [p.key for p in before.pieces] == [p.key for p in after.pieces]
    assert [p.front for p in before.pieces] == [p.front for p in after.pieces]
    assert {p.corners for p in before.pieces} == {0.0} and {p.corners for p in after.pieces} == {
        3.0
    }


def test_a_picture_is_its_pixels_however_they_are_saved(tmp_path: Path) -> None:
    def keys(**files: bytes) -> dict[str, str]:
        cards = "back: back.png\ncards: {a: a.png, b: b.png, c: c.jpg}\n"
        plan = plan_of(deck_folder(tmp_path / "deck", cards, **files))
        return {p.id: p.front for p in make_record(plan, plan.documents[0]).pieces}

    art, grey = quarters(), quarters().convert("L")
    files = {"c_jpg": file_of(art, "JPEG", quality=95), "back_png": file_of(art)}
    before = keys(a_png=file_of(art), b_png=file_of(grey), **files)
    files["c_jpg"] = file_of(art, "JPEG", quality=50)
    after = keys(
        a_png=file_of(art.convert("RGBA"), compress_level=1),
        b_png=file_of(grey.convert("RGB")),
        **files,
    )
    assert {id for id in before if before[id] != after[id]} == {"c"}
    art.putpixel((7, 7), (1, 2, 3))
    assert keys(a_png=file_of(art), b_png=file_of(grey), **files)["a"] != after["a"]


def test_a_box_does_not_depend_on_the_order_of_its_cards(tmp_path: Path) -> None:
    """Ten thicknesses of 0.1 mm are 1 mm or 0.9999999999999999 mm."""
    names = [f"c{n}: {{art: a.png, copies: {n + 1}}}" for n in range(7)]

    def keys(order: list[str]) -> set[str]:
        cards = f"stock: 0.1mm\ncards: {{{', '.join(order)}}}\n"
        folder = deck_folder(tmp_path / "deck", cards, a_png=file_of(quarters()))
        game = (folder / "game.yaml").read_text().replace("print: [deck]", "print: [box]")
        game = game.replace("    backs: cards_back_{paper}\n", "")
        (folder / "game.yaml").write_text(game + "boxes: {box: {holds: [deck]}}\n")
        plan = plan_of(folder)
        return {piece.key for d in plan.documents for piece in make_record(plan, d).pieces}

    assert keys(names) == keys(names[::-1]) == keys(names[3:] + names[:3])


def test_a_length_counts_as_it_is_drawn() -> None:
    plan = plan_of(bundled_games()["labydo"])
    (box,) = plan.pieces_of("box")
    outline = tuple(Point(p.x + 1e-9, p.y - 1e-9) for p in box.outline or ())
    assert piece_key(replace(box, outline=outline), "", "") == piece_key(box, "", "")
    moved = replace(box, outline=(Point(outline[0].x + 0.01, outline[0].y), *outline[1:]))
    assert piece_key(moved, "", "") != piece_key(box, "", "")
    size = Size(box.size.width + 1e-9, box.size.height)
    assert face_key(replace(box.front, size=size)) == face_key(box.front)


def test_pictures_are_drawn_once_more_for_their_resolution(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With fewer pixels and with all, however many documents and records there are."""
    drawn: list[float | None] = []
    expand = cards_kind.KIND.expand

    def counted(component: Any, context: Any) -> Any:
        drawn.append(context.max_ppi)
        return expand(component, context)

    kind = replace(cards_kind.KIND, expand=counted)
    monkeypatch.setattr("pnp.game.expander.find_kind", lambda name: kind)
    art = file_of(quarters(756, 1056))
    folder = deck_folder(tmp_path, "back: a.png\ncards: {a: a.png}\n", a_png=art)
    plan = plan_of(folder, max_ppi=50.0)
    found = [*records(plan).values(), *records(plan).values()]
    assert [record.options for record in found] == [{"max-ppi": "50"}] * 4
    assert drawn == [50.0, None]
