"""Counts against the manifest, ids, copies and mirror images."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from labydo_help import changed, found, tile

from pnp.errors import Problem

Find = Callable[[Path], list[Problem]]
Edit = Callable[..., None]


def codes(problems: list[Problem]) -> list[tuple[str, str]]:
    return [(p.code, p.severity) for p in problems]


def cut_tile(path: Path, id: str) -> None:
    text, count = re.subn(rf"  {id}: \|\n(    .*\n)+", "", path.read_text())
    assert count == 1
    path.write_text(text)


def test_a_missing_tile(game_folder: Path, problems_of: Find) -> None:
    cut_tile(game_folder / "labyrinth.yaml", "lab-03")
    (problem,) = problems_of(game_folder)
    assert problem.code == "DECK001"
    assert problem.message == "39 labyrinth, but the rules promise 40"
    assert problem.hint.startswith("1 too few in ")
    line = (game_folder / "game.yaml").read_text().split("\n").index("    labyrinth: 40") + 1
    assert (problem.loc and (Path(problem.loc.file).name, problem.loc.line)) == ("game.yaml", line)


def test_a_second_copy_is_one_too_many(game_folder: Path, problems_of: Find, edit: Edit) -> None:
    edit(game_folder / "dice.yaml", "copies: 3", "copies: 4")
    (problem,) = problems_of(game_folder)
    assert (problem.code, problem.hint[:10]) == ("DECK001", "1 too many")


def test_our_own_decision_is_a_warning(game_folder: Path, problems_of: Find) -> None:
    path = game_folder / "labyrinth.yaml"
    path.write_text(path.read_text().replace("| .   T   . |", "| .   .   . |", 1))
    assert codes(problems_of(game_folder)) == [("DECK002", "warning")]


def test_the_manifest_is_independent_of_the_definitions(
    game_folder: Path, problems_of: Find, edit: Edit
) -> None:
    for name, promised in {"labyrinth": 40, "pawns": 4, "dice": 3}.items():
        before = (game_folder / "game.yaml").read_text()
        edit(game_folder / "game.yaml", f"    {name}: {promised}", f"    {name}: {promised + 1}")
        assert codes(problems_of(game_folder)) == [("DECK001", "error")]
        (game_folder / "game.yaml").write_text(before)


@pytest.mark.parametrize("name", ["labirinth", "labyrinth.X", "labyrinth.", "T"])
def test_names_that_count_nothing(
    game_folder: Path, problems_of: Find, edit: Edit, name: str
) -> None:
    edit(game_folder / "game.yaml", "    labyrinth: 40", f"    labyrinth: 40\n    {name}: 1")
    (problem,) = problems_of(game_folder)
    assert problem.code == "DECK007"
    assert name in problem.message and problem.hint


def test_a_component_that_is_missing_is_told_once(game_folder: Path, problems_of: Find) -> None:
    """Not again for each of its marks, nor for what is made from it."""
    (game_folder / "labyrinth.yaml").unlink()
    found = [p for p in problems_of(game_folder) if p.code.startswith("DE")]
    assert [(p.code, len(p.places)) for p in found] == [
        ("DECK007", 3),
        ("DEF009", 1),
        ("DEF009", 1),
    ]
    assert found[0].message == "there is no component 'labyrinth' to count"


def test_a_copy_up_to_a_turn_and_the_picture_of_it() -> None:
    problems, (proof,) = found(changed({"lab-09": tile("lab-03").turned(2)}), "DECK004")
    (problem,) = problems
    assert problem.message == "lab-09 is lab-03 again, up to a turn"
    assert problem.picture.count("\n") == 12
    assert (proof.cases, proof.result) == (48 * 47 // 2, "refuted")


def test_other_numbers_do_not_make_another_tile(tiny_folder: Path, problems_of: Find) -> None:
    text = (tiny_folder / "tiles.yaml").read_text()
    one = text[text.index("  one: |") : text.index("  two: |")]
    lines = one.replace("  one: |", "  three:\n    maze: |").split("\n")
    lines = [f"  {line}" if "+" in line or "." in line else line for line in lines]
    (tiny_folder / "tiles.yaml").write_text(text + "\n".join(lines) + "    numbers: {1: A}\n")
    assert [p.code for p in problems_of(tiny_folder)] == ["DECK004"]


def test_a_mirrored_pair_is_a_note_that_names_it() -> None:
    (problem,), _ = found(changed({"lab-09": tile("lab-03").mirrored()}), "DECK006")
    assert (problem.severity, problem.message) == ("note", "lab-09 is the mirror image of lab-03")
    assert found(changed({"lab-09": tile("lab-03").mirrored()}), "DECK004")[0] == []


def test_a_tile_that_is_its_own_mirror_image_is_no_pair() -> None:
    maze = tile("lab-03")
    rows = tuple((row[0], row[1], row[0]) for row in maze.across)
    down = tuple((row[0], row[1], row[1], row[0]) for row in maze.down)
    same = type(maze)(3, 6, rows, down, ("",) * 18, ("1",) * 18)
    assert same.mirrored() == same
    assert found(changed({"lab-09": same}), "DECK006")[0] == []


def test_the_same_id_in_two_components(game_folder: Path, problems_of: Find, edit: Edit) -> None:
    edit(game_folder / "exit.yaml", "  exit-2:", "  Lab-01:")
    (problem,) = problems_of(game_folder)
    assert problem.code == "DECK003"
    assert "'lab-01'" in problem.message + problem.hint


def test_nothing_to_print(tiny_folder: Path, problems_of: Find) -> None:
    path = tiny_folder / "tiles.yaml"
    path.write_text(path.read_text().split("tiles:")[0] + "tiles: {}\n")
    problem = next(p for p in problems_of(tiny_folder) if p.code == "DECK008")
    assert problem.loc and problem.loc.line == 3
    assert "'tiles'" in problem.message


def test_a_piece_of_zero_copies_is_left_out_with_a_note(
    game_folder: Path, problems_of: Find, edit: Edit
) -> None:
    edit(game_folder / "dice.yaml", "copies: 3", "copies: 0")
    assert codes(problems_of(game_folder)) == [("DECK005", "note"), ("DECK001", "error")]


def test_a_component_that_no_document_prints_is_told(
    tiny_folder: Path, problems_of: Find, edit: Edit
) -> None:
    (tiny_folder / "extra.yaml").write_text("kind: blanks\nsize: 30 x 30mm\n")
    (problem,) = problems_of(tiny_folder)
    assert (problem.code, problem.severity) == ("DECK010", "warning")
    assert problem.loc and problem.loc.file.endswith("extra.yaml")
    edit(tiny_folder / "game.yaml", "print: [tiles]", "print: [tiles, extra]")
    edit(tiny_folder / "extra.yaml", "kind: blanks", "kind: blanks\nback: none")
    assert problems_of(tiny_folder) == []


def test_what_a_leaflet_shows_need_not_be_printed(
    tiny_folder: Path, problems_of: Find, edit: Edit
) -> None:
    (tiny_folder / "extra.yaml").write_text("kind: blanks\nsize: 30 x 30mm\n")
    (tiny_folder / "r.md").write_text("# R\n\n![x](face:extra?height=20mm)\n")
    edit(tiny_folder / "game.yaml", "documents:\n", "documents:\n  r: {leaflet: r.md}\n")
    assert problems_of(tiny_folder) == []


# -- what could not be read ------------------------------------------------------------------------

HARBOR = """\
title: Harbor
manifest: {rules: {cards: 5, box: 1, cover: 2}}
setup: {2: {cards: 5}, 3: {cards: 5}}
documents:
  all_{paper}: {print: [cards]}
  boxes_{paper}: {print: [box, cover]}
  wrap_{paper}: {print: [wrap]}
"""
CARDS = """\
kind: card
size: 63 x 88mm
back: none
cards:
  gull: {art: gull.svg, copies: 4}
  boat: gull.svg
"""
SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88"><path d="M0 0h63v88h-63z"/></svg>'
)


def harbor(folder: Path, cards: str = CARDS, title: str = "Harbor") -> Path:
    """Cards, a box and an envelope for them, and a sleeve over the box."""
    folder.mkdir()
    (folder / "game.yaml").write_text(HARBOR.replace("title: Harbor", f"title: {title}"))
    (folder / "cards.yaml").write_text(cards)
    (folder / "gull.svg").write_text(SVG)
    (folder / "box.yaml").write_text("kind: tuckbox\nholds: [cards]\n")
    (folder / "wrap.yaml").write_text("kind: envelope\nholds: [cards]\n")
    (folder / "cover.yaml").write_text("kind: sleeve\nover: box\nsplit: true\n")
    return folder


def test_a_whole_harbor_has_no_problem(tmp_path: Path, problems_of: Find) -> None:
    assert [p for p in problems_of(harbor(tmp_path / "g")) if p.severity == "error"] == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("4", "x"),
        ("4", "-1"),
        ("4", "1001"),
        ("63 x", "0mm x"),
        ("gull: {art: gull", "gull: {art: x"),
    ],
)
def test_counts_that_hang_on_an_unread_card_are_left_out(
    old: str, new: str, tmp_path: Path, problems_of: Find
) -> None:
    assert old in CARDS
    (problem,) = problems_of(harbor(tmp_path / "g", CARDS.replace(old, new, 1)))
    assert problem.loc and problem.loc.file.endswith("cards.yaml")


def test_a_box_of_a_broken_component_is_not_nothing_to_print(
    tmp_path: Path, problems_of: Find
) -> None:
    (problem,) = problems_of(
        harbor(tmp_path / "g", CARDS.replace("back: none", "back: none\ncorners: x"))
    )
    assert problem.code == "DEF003"


def test_every_lack_of_a_glyph_has_its_place(tmp_path: Path, problems_of: Find) -> None:
    problems = problems_of(harbor(tmp_path / "g", title="Harbor-ж"))
    lacks = [p for p in problems if p.code == "FONT001"]
    assert {str(p.loc).rpartition("/")[2] for p in lacks} == {"game.yaml:1:8"}
    assert {p.message.partition(":")[0] for p in lacks} >= {"'HARBOR-Ж'", "'Harbor-ж'"}
