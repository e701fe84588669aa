"""The rule family `the-labyrinth` and the edge rule `equal`: each code refused and passed."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from pnp.checks import run as run_checks
from pnp.errors import Problem
from pnp.families.the_labyrinth.rules import mazes_of, picture_of
from pnp.game.loader import bundled_games, load
from pnp.game.plan import Plan

ProblemsOf = Callable[[Path], list[Problem]]
Edit = Callable[..., None]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The kit without its leaflet."""
    folder = Path(shutil.copytree(bundled_games()["the-labyrinth"], tmp_path / "copy"))
    game = folder / "game.yaml"
    game.write_text(re.sub(r"  rules_\{paper\}:\n.*\n", "", game.read_text()))
    theme = folder / "theme.yaml"  # without what only leaflets are drawn in
    theme.write_text(re.sub(r"  (grid|number): .*\n", "", theme.read_text()))
    return folder


def one(problems: list[Problem], code: str) -> Problem:
    """The only problem, which has a code and the place of the square tile."""
    assert [p.code for p in problems] == [code], "\n".join(map(str, problems))
    assert problems[0].loc is not None and problems[0].loc.file.endswith("labyrinths.yaml")
    return problems[0]


def test_the_kit_has_no_problem(folder: Path, problems_of: ProblemsOf) -> None:
    assert problems_of(folder) == []


def test_the_family_goes_by_rules_not_by_the_name(
    folder: Path, problems_of: ProblemsOf, edit: Edit
) -> None:
    edit(folder / "labyrinths.yaml", "road: 4.5mm", "road: 5mm")
    assert {p.code for p in problems_of(folder)} == {"CAR101"}
    edit(folder / "game.yaml", "rules: the-labyrinth ", "# ")
    assert problems_of(folder) == []


def test_car101_a_tile_of_another_size(folder: Path, problems_of: ProblemsOf, edit: Edit) -> None:
    edit(folder / "labyrinths.yaml", "tile: 45mm", "tile: 45.6mm")
    found = problems_of(folder)
    assert [p.code for p in found] == ["CAR101"] * 2
    assert "22.8 mm" in found[0].message


def test_car101_within_the_tolerance(folder: Path, problems_of: ProblemsOf, edit: Edit) -> None:
    edit(folder / "labyrinths.yaml", "tile: 45mm", "tile: 45.1mm")
    assert problems_of(folder) == []


def test_car101_a_missing_road(folder: Path, problems_of: ProblemsOf, edit: Edit) -> None:
    edit(folder / "labyrinths.yaml", "seed: 2436", "roads: NEW, seed: 2436")
    found = {p.code: p.message for p in problems_of(folder)}
    assert found["CAR101"] == "square has no road to the south"


def test_car103_gates_too_near(folder: Path, problems_of: ProblemsOf, edit: Edit) -> None:
    edit(folder / "labyrinths.yaml", "seed: 2436, extra: 3", "seed: 2436, extra: 60")
    codes = {p.code: p for p in problems_of(folder)}
    assert codes["CAR103"].severity == "warning" and "steps apart" in codes["CAR103"].message
    assert codes["CAR105"].severity == "warning"
    assert codes["CAR103"].picture.count("\n") == 18


def test_car104_gates_unevenly_far(folder: Path, problems_of: ProblemsOf, edit: Edit) -> None:
    edit(folder / "labyrinths.yaml", "seed: 2436, extra: 3", "seed: 3, extra: 0")
    found = [p for p in problems_of(folder) if p.code == "CAR104"]
    assert found and found[0].severity == "warning"


def test_car102_is_proved_with_its_cases(folder: Path) -> None:
    game, loading = load(folder)
    proofs = {p.code: p for p in run_checks(Plan(game), loading).proofs}
    assert (proofs["CAR102"].result, proofs["CAR102"].cases) == ("proved", 12)


def test_the_text_picture_is_the_maze(folder: Path) -> None:
    (_, square), (_, ring) = mazes_of(Plan(load(folder)[0]))
    lines = picture_of(square, (0,)).splitlines()
    assert len(lines) == 19 and lines[1].startswith("| x ")
    inner = sum(line.count("---") for line in lines) + sum(
        char == "|" for line in lines for char in line
    )
    assert inner == len(square.standing)
    assert lines[0][17:20] == "   " and lines[9][0] == " ", "the gates are open"
    assert picture_of(ring) == ""


def test_path011_different_sides_that_all_have_partners(
    folder: Path, problems_of: ProblemsOf, edit: Edit
) -> None:
    edit(folder / "game.yaml", "rules: the-labyrinth ", "# ")
    tiles = folder / "labyrinths.yaml"
    two = "\ntiles:\n  a: {roads: N}\n  b: {roads: none}\n"
    tiles.write_text(re.sub(r"(?s)\ntiles:.*", two, tiles.read_text()))
    assert problems_of(folder) == []  # a road fits a road, the tile's own copy included
    game, loading = load(folder)
    proofs = [p.statement for p in run_checks(Plan(game), loading).proofs if p.code == "PATH011"]
    assert proofs == ["every side of a tile fits some side"]


def test_path011_refuses_a_side_that_is_not_the_same_backwards(
    folder: Path, monkeypatch: pytest.MonkeyPatch, problems_of: ProblemsOf
) -> None:
    from pnp.families.the_labyrinth.hedges import Landscape

    plain = Landscape.edge
    monkeypatch.setattr(
        Landscape,
        "edge",
        lambda self, side: ("field", "road", "wall") if side == "N" else plain(self, side),
    )
    found = [p for p in problems_of(folder) if p.code == "PATH011"]
    assert len(found) == 2 and "upper side (field, road, wall)" in found[0].message


# -- definitions that cannot be drawn --------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("cells: 9", "cells: 8", "odd number"),
        ("box: 33mm", "box: 41mm", "reaches 20.5 mm"),
        ("cells: 9", "cells: 17", "less than 1.5"),
        ("[4, 8, 16, 16, 32]", "[4, 8, 16, 16, 30]", "four sectors"),
        ("road: 4.5mm", "road: 15mm", "wider than a third"),
    ],
)
def test_impossible_mazes_name_their_tile(
    folder: Path, problems_of: ProblemsOf, edit: Edit, old: str, new: str, words: str
) -> None:
    edit(folder / "labyrinths.yaml", old, new)
    found = [p for p in problems_of(folder) if p.code == "DEF003"]
    assert found and words in found[0].message
    assert found[0].loc and found[0].loc.line in (11, 12)


def test_a_tile_left_out_is_noted_and_counted(
    folder: Path, problems_of: ProblemsOf, edit: Edit
) -> None:
    edit(folder / "labyrinths.yaml", "seed: 2436", "copies: 0, seed: 2436")
    assert sorted(p.code for p in problems_of(folder)) == ["DECK001", "DECK005"]
