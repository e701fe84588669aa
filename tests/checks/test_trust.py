"""What a report may claim: nothing about what was not read, and nothing the family would miss."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pnp.checks import Report, run
from pnp.checks.leaflets import leaflet_findings
from pnp.load import bundled_games, load
from pnp.plan import Options, Plan


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
        ({"sides": "fold"}, ["cartas_print_back_A4.pdf"]),
        ({"sides": "interleaved"}, ["cartas_print_back_A4.pdf"]),
        ({}, []),
        ({"only": ("regras",), "sides": "fold"}, []),
    ],
)
def test_leaflets_name_files_that_are_written(options: dict[str, Any], told: list[str]) -> None:
    plan = Plan(load(bundled_games()["labydo"])[0], Options(**options))
    found = [p for p in leaflet_findings(plan) if p.code == "LEAF006"]
    assert [p.severity for p in found] == ["note"] * len(told)
    assert all(name in p.message for name, p in zip(told, found, strict=True))


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
