"""A folder of YAML becomes a game, or every problem found in it at its place."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import FIXTURES, TINY_GAME, TINY_TILES

from pnp.errors import PnpError, Problem
from pnp.game.loader import bundled_games, find_game, load
from pnp.game.plan import Plan

Check = Callable[[Path], list[Problem]]
Find = Callable[[Path], list[Problem]]


@pytest.mark.parametrize(
    "fixture", sorted((FIXTURES / "components").glob("*.yaml")), ids=lambda path: path.stem
)
def test_components(fixture: Path, tmp_path: Path, check_expected: Check) -> None:
    shutil.copy(fixture, tmp_path / "tiles.yaml")
    (tmp_path / "game.yaml").write_text(
        "title: Fixture\nid: fixture\ndocuments: {a: {print: [tiles]}}\n"
        "placement: {contact: either wall}\n"
    )
    assert check_expected(tmp_path)


@pytest.mark.parametrize(
    "fixture", sorted((FIXTURES / "games").glob("*.yaml")), ids=lambda path: path.stem
)
def test_games(fixture: Path, tmp_path: Path, check_expected: Check) -> None:
    shutil.copy(fixture, tmp_path / "game.yaml")
    (tmp_path / "tiles.yaml").write_text(TINY_TILES)
    assert check_expected(tmp_path)


def test_labydo_is_read_without_a_word(problems_of: Find) -> None:
    game, problems = load(bundled_games()["labydo"])
    assert (problems, game.id, game.broken) == ([], "labydo", frozenset())
    plan = Plan(game)
    counts = {c.id: sum(p.copies for p in plan.pieces_of(c.id)) for c in game.components}
    assert counts == {"dice": 3, "entrance": 4, "exit": 4, "labyrinth": 40, "pawns": 4, "box": 1}
    assert problems_of(bundled_games()["labydo"]) == []


def test_files_are_read_in_name_order(tiny_folder: Path) -> None:
    for name in ("b", "a", "Z"):
        text = TINY_TILES.replace("one", f"{name}-1").replace("two", f"{name}-2")
        (tiny_folder / f"{name}.yaml").write_text(text)
    (tiny_folder / "notes.txt").write_text("not a component")
    assert [c.id for c in load(tiny_folder)[0].components] == ["Z", "a", "b", "tiles"]


def test_scalars_mean_what_the_schema_says(tiny_folder: Path) -> None:
    (tiny_folder / "game.yaml").write_text(
        "title: no\nversion: 1.10\nplayers: 0x10\ndocuments:\n  no:\n    print: [on]\n"
    )
    (tiny_folder / "tiles.yaml").rename(tiny_folder / "on.yaml")
    game, problems = load(tiny_folder)
    assert problems == []
    assert (game.file.title, game.file.version, game.file.players) == ("no", "1.10", "0x10")
    assert list(game.file.documents) == ["no"]
    assert game.file.documents["no"].print == ("on",)


def test_all_problems_of_all_files_at_once(
    tiny_folder: Path, edit: Callable[..., None], problems_of: Find
) -> None:
    edit(tiny_folder / "game.yaml", "title: Tiny", "titel: Tiny")
    edit(tiny_folder / "tiles.yaml", "cells: 3x3", "cells: 3")
    (tiny_folder / "a.yaml").write_text("- 1\n")
    (tiny_folder / "b.yaml").write_text("kind: [\n")
    problems = problems_of(tiny_folder)
    names = [Path(p.loc.file).name for p in problems if p.loc]
    assert names == ["a.yaml", "b.yaml", "game.yaml", "game.yaml", "tiles.yaml"]
    assert [p.code for p in problems] == ["SRC005", "SRC004", "DEF002", "DEF003", "DEF003"]


def test_an_unknown_key_names_the_near_one(tiny_folder: Path, edit: Callable[..., None]) -> None:
    edit(tiny_folder / "tiles.yaml", "back: labrys", "bakc: labrys")
    _, (problem,) = load(tiny_folder)
    assert (problem.message, problem.hint) == ("unknown key 'bakc'", "did you mean 'back'?")
    assert str(problem.loc) == f"{tiny_folder}/tiles.yaml:4:1"


def test_a_broken_component_is_not_reported_as_missing(
    tiny_folder: Path, edit: Callable[..., None], problems_of: Find
) -> None:
    edit(tiny_folder / "tiles.yaml", "cells: 3x3", "cells: 3")
    edit(
        tiny_folder / "game.yaml",
        "documents:",
        "manifest: {rules: {tiles: 2, tiles.T: 1}}\nboxes: {b: {holds: [tiles]}}\ndocuments:",
    )
    assert [p.code for p in problems_of(tiny_folder)] == ["DEF003"]


def test_an_unreadable_tile_counts_but_its_marks_do_not(
    tiny_folder: Path, edit: Callable[..., None], problems_of: Find
) -> None:
    edit(tiny_folder / "tiles.yaml", "    | .   T   . |", "    | .   Q   . |")
    edit(
        tiny_folder / "game.yaml",
        "documents:",
        "manifest: {rules: {tiles: 2, tiles.T: 1}}\ndocuments:",
    )
    assert [p.code for p in problems_of(tiny_folder)] == ["DEF008"]


def test_ids_that_differ_only_in_case_clash(tiny_folder: Path, problems_of: Find) -> None:
    (tiny_folder / "Tiles.yaml").write_text(
        TINY_TILES.replace("one:", "ONE:").replace("two:", "three:").replace("18mm", "19mm")
    )
    codes = [p.code for p in problems_of(tiny_folder)]
    assert codes.count("DEF006") == 1
    assert codes.count("DECK003") == 1


def test_theme_file(tiny_folder: Path) -> None:
    (tiny_folder / "theme.yaml").write_text('palette: {ink: "#123456"}\nemblem: owl\n')
    game, problems = load(tiny_folder)
    assert (problems, game.file.theme.palette.ink, game.file.theme.emblem) == ([], "#123456", "owl")
    assert [c.id for c in game.components] == ["tiles"]
    (tiny_folder / "game.yaml").write_text(TINY_GAME + "theme: {emblem: owl}\n")
    _, (problem,) = load(tiny_folder)
    assert (problem.code, problem.loc and problem.loc.line) == ("DEF001", 7)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "SRC005"),
        ("- a\n", "SRC005"),
        ("emblem: nobody\n", "DEF007"),
        ("fonts: {title: Arial}\n", "FONT002"),
    ],
)
def test_theme_file_problems_stand_in_it(tiny_folder: Path, text: str, code: str) -> None:
    (tiny_folder / "theme.yaml").write_text(text)
    _, (problem,) = load(tiny_folder)
    assert problem.code == code
    assert problem.loc and problem.loc.file.endswith("theme.yaml")


@pytest.mark.parametrize("role", ["title", "label", "text"])
def test_an_unknown_family_is_one_problem_at_its_place(
    tiny_folder: Path, role: str, problems_of: Find
) -> None:
    with (tiny_folder / "game.yaml").open("a") as file:
        file.write(f"theme:\n  fonts: {{{role}: Arial}}\nboxes: {{box: {{holds: [tiles]}}}}\n")
    (problem,) = [p for p in problems_of(tiny_folder) if p.code != "DECK010"]
    assert (problem.code, problem.loc and problem.loc.line) == ("FONT002", 8)


def test_boxes_that_hold_each_other_or_themselves(tiny_folder: Path, problems_of: Find) -> None:
    with (tiny_folder / "game.yaml").open("a") as file:
        file.write("boxes:\n  a: {holds: [b]}\n  b: {holds: [a]}\n  c: {holds: [c]}\n")
    problems = problems_of(tiny_folder)
    assert {p.code for p in problems} == {"DEF009"}
    assert "a -> b -> a" in problems[0].message


def test_without_a_game_file_there_is_no_game(tmp_path: Path) -> None:
    with pytest.raises(PnpError) as caught:
        load(tmp_path)
    assert [p.code for p in caught.value.problems] == ["SRC001"]


def test_finding_games(tiny_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert find_game("labydo") == bundled_games()["labydo"]
    assert find_game(str(tiny_folder)) == tiny_folder
    assert find_game(str(tiny_folder / "game.yaml")) == tiny_folder
    for name in ("labido", "LABYDO", str(tiny_folder / "nosuch.yaml"), str(tiny_folder.parent)):
        with pytest.raises(PnpError) as caught:
            find_game(name)
        (problem,) = caught.value.problems
        assert problem.code == "GAME001"
        assert (problem.hint == "did you mean 'labydo'?") == (name.lower().startswith("lab"))
    monkeypatch.chdir(tiny_folder)
    assert load(Path())[0].id == "tiny"


def test_a_file_names_the_game_it_lies_in(
    tiny_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From anywhere, pictures in folders too; as short as from here, for messages begin with it."""
    (tiny_folder / "art").mkdir()
    (tiny_folder / "art" / "fox.svg").touch()
    (tiny_folder.parent / "notes.yaml").touch()
    for name in ("tiles.yaml", "art/fox.svg"):
        monkeypatch.chdir("/")
        assert find_game(str(tiny_folder / name)).resolve() == tiny_folder
        monkeypatch.chdir(tiny_folder.parent)
        assert find_game(f"tiny/{name}") == Path("tiny")
        monkeypatch.chdir(tiny_folder)
        assert find_game(name) == Path()
        monkeypatch.chdir(tiny_folder / "art")
        assert find_game(f"../{name}") == tiny_folder
    with pytest.raises(PnpError, match="in no game: no game"):
        find_game(str(tiny_folder.parent / "notes.yaml"))


def test_a_copy_with_another_name_has_the_same_checks(
    game_folder: Path, problems_of: Find, edit: Callable[..., None]
) -> None:
    other = game_folder.rename(game_folder.with_name("copy"))
    assert load(other)[0].id == "copy"
    assert problems_of(other) == []
    edit(other / "exit.yaml", "| . | S   . |", "| S | .   . |")
    assert {p.code for p in problems_of(other)} & {"LAB110"}


def test_a_link_out_of_the_folder_is_not_read(game_folder: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside.yaml"
    outside.write_text((game_folder / "dice.yaml").read_text(encoding="utf-8"), encoding="utf-8")
    (game_folder / "dice.yaml").unlink()
    (game_folder / "dice.yaml").symlink_to(outside)
    game, problems = load(game_folder)
    assert game.component("dice") is None and "dice" in game.broken
    assert [(p.code, p.loc and p.loc.file) for p in problems] == [
        ("SRC001", str(game_folder / "dice.yaml"))
    ]


def test_a_hexagon_is_no_kind(tiny_folder: Path) -> None:
    (tiny_folder / "tiles.yaml").write_text("kind: hex_tile\n")
    (problem,) = load(tiny_folder)[1]
    assert (problem.code, problem.hint.partition(":")[0]) == (
        "DEF005",
        "there are only square tiles",
    )
