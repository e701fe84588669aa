"""What a report may claim: nothing about what was not read, and nothing the family would miss."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pnp.checks import Report, run
from pnp.checks.leaflets import leaflet_findings
from pnp.game.loader import bundled_games, load
from pnp.game.plan import LeafletDocument, Options, Plan
from pnp.layout.imposition import Sides
from pnp.leaflet.blocks import TextTable
from pnp.leaflet.reading import leaflet_of


def report_of(folder: Path) -> Report:
    game, problems = load(folder)
    return run(Plan(game), problems)


def codes(report: Report) -> list[str]:
    return [problem.code for problem in report.problems]


def replaced(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_a_whole_game_is_proved(game_folder: Path) -> None:
    report = report_of(game_folder)
    assert report.proofs and all(p.result == "proved" for p in report.proofs)


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [("exit.yaml", "cells:", "cels:"), ("labyrinth.yaml", ".   T   .", ".   Q   .")],
)
def test_nothing_is_proved_of_a_game_that_is_half_read(
    game_folder: Path, file: str, old: str, new: str
) -> None:
    replaced(game_folder / file, old, new)
    report = report_of(game_folder)
    assert report.count("error")
    assert report.proofs and not [p for p in report.proofs if p.result == "proved"]


def test_a_broken_component_brings_no_complaints_about_its_pictures(game_folder: Path) -> None:
    replaced(game_folder / "labyrinth.yaml", "cells:", "cels:")
    assert set(codes(report_of(game_folder))) == {"DEF002", "DEF003"}


@pytest.mark.slow
def test_proofs_about_nothing_are_not_listed() -> None:
    for folder in bundled_games().values():
        assert all(p.cases for p in report_of(folder).proofs)


def test_promised_pieces_are_printed(game_folder: Path) -> None:
    replaced(game_folder / "game.yaml", "print: [pawns, dice]", "print: [pawns]")
    report = report_of(game_folder)
    found = [p for p in report.problems if p.code == "DECK009"]
    assert [p.message for p in found] == ["the rules promise dice, but no document prints 'dice'"]
    assert found[0].loc and found[0].loc.file.endswith("game.yaml") and found[0].loc.line > 1


def test_leaflets_name_documents_that_exist(game_folder: Path) -> None:
    rules = game_folder / "rules.md"
    replaced(rules, "extras_{paper}.pdf", "extra_{paper}.pdf")
    (found,) = [p for p in report_of(game_folder).problems if p.code == "LEAF005"]
    lines = rules.read_text(encoding="utf-8").splitlines()
    assert found.loc and "extra_{paper}.pdf" in lines[found.loc.line - 1]
    assert "did you mean 'extras_A4.pdf'" in found.hint


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"sides": "fold"}, 1),
        ({"sides": "interleaved"}, 1),
        ({"sides": "fronts"}, 1),
        ({}, 0),
        ({"only": ("regras",), "sides": "fold"}, 0),
    ],
)
def test_leaflets_name_files_that_are_written(
    game_folder: Path, options: dict[str, Any], told: int
) -> None:
    """A row of the table of files goes with its file; elsewhere the name is noted."""
    rules = game_folder / "rules.md"
    row = "| cartas_print_back_{paper}.pdf |"
    assert row in rules.read_text(encoding="utf-8")
    replaced(rules, "You need a printer", "cartas_print_back_{paper}.pdf: You need a printer")
    plan = Plan(load(game_folder)[0], Options(**options))
    found = [p for p in leaflet_findings(plan) if p.code == "LEAF006"]
    assert [p.severity for p in found] == ["note"] * told
    assert all("'cartas_print_back_A4.pdf'" in p.message for p in found)
    assert all(p.loc and p.loc.col == 1 for p in found)
    (leaflet,) = [leaflet_of(d)[0] for d in plan.documents if isinstance(d, LeafletDocument)]
    assert leaflet
    tables = [block for block in leaflet.blocks if isinstance(block, TextTable)]
    firsts = ["".join(run.text for run in row[0]) for table in tables for row in table.rows]
    assert "cartas_print_A4.pdf" in firsts
    assert ("cartas_print_back_A4.pdf" in firsts) == (options.get("sides") is None)


@pytest.mark.slow
@pytest.mark.parametrize("sides", ["separate", "interleaved", "fold", "fronts"])
@pytest.mark.parametrize("name", bundled_games())
def test_bundled_leaflets_name_only_files_that_are_written(name: str, sides: Sides) -> None:
    plan = Plan(load(bundled_games()[name])[0], Options(sides=sides))
    assert [p.code for p in leaflet_findings(plan)] == []


def test_documents_without_a_sheet_are_told_once() -> None:
    """What keeps them from being written is the size of their pieces, not `--sides`."""
    plan = Plan(load(bundled_games()["labydo"])[0], Options(grid=(9, 9)))
    assert [p.code for p in run(plan).problems] == ["SHEET004"]


def test_maze_tiles_without_an_edge_rule_are_noted(tiny_folder: Path) -> None:
    game = tiny_folder / "game.yaml"
    text = game.read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("placement")]
    game.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert codes(report_of(tiny_folder)) == ["PATH004"]


def test_misspelt_symbols_on_dice_are_refused(game_folder: Path) -> None:
    faces = "faces: [1, 2, 3, 4, 5, 6]"
    replaced(game_folder / "dice.yaml", faces, "faces: [owll, blank, labrys, HIT, 9, x]")
    report = report_of(game_folder)
    assert codes(report) == ["DEF007"]
    assert "did you mean 'owl'" in report.problems[0].hint
