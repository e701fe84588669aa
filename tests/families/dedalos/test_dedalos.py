"""DED: every check of the family with a failing change, and a copy that passes."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from pnp.checks import all_checks, run
from pnp.errors import Problem
from pnp.game.loader import bundled_games, load
from pnp.game.plan import Plan

Edit = Callable[..., None]
Problems = Callable[[Path], list[Problem]]
COUNTS = {shape: f"  {shape}: " for shape in "DILTX"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy under another name (the family is chosen by `rules:`), without the slow leaflet."""
    copy = Path(shutil.copytree(bundled_games()["dedalos"], tmp_path / "escape"))
    file = copy / "game.yaml"
    leaflet = "  rules_{paper}:\n    leaflet: rules.md\n"
    text = file.read_text(encoding="utf-8")
    assert leaflet in text
    file.write_text(text.replace(leaflet, ""), encoding="utf-8")
    return copy


def test_the_shipped_tiles_break_no_rule(folder: Path) -> None:
    game, problems = load(folder)
    report = run(Plan(game), problems)
    assert [(p.code, p.severity) for p in report.problems] == [("SETUP002", "note")]
    assert "3 pieces, at most 2 are ever used; 1 spare" in report.problems[0].message
    proofs = {proof.code: (proof.result, proof.cases) for proof in report.proofs}
    assert proofs["PATH012"] == ("proved", (9 * 0 + 51) * 19)
    assert proofs["DED102"] == ("proved", 132)
    assert proofs["DED108"] == ("proved", 4)
    assert proofs["DED110"] == ("proved", 145)
    assert proofs["DIST001"] == ("proved", 132 + 84 + 132 + 132)


CHANGES = [
    ("DED101", "error", "minotaur.yaml", "title: Minotaur tiles", "role: beasts", "'beasts'"),
    (
        "DED101",
        "error",
        "collapse.yaml",
        "symbol: collapse",
        "sides: N, symbol: collapse",
        "collapse has open sides, wrong for the role 'collapse'",
    ),
    (
        "DED101",
        "error",
        "exit.yaml",
        "sides: NESW, ",
        "",
        "exit has no open side, wrong for the role 'exit'",
    ),
    ("DED102", "error", "labyrinth.yaml", "L: NE", "L: NS", "there is no corner tile"),
    (
        "DED103",
        "error",
        "labyrinth.yaml",
        "  T: [24, 10, 5, 2]",
        "  T: [24, 10, 0, 12]",
        "14 tiles with 3 stars, 9 with 2",
    ),
    (
        "DED103",
        "error",
        "labyrinth.yaml",
        "  D: [6, 2, 1, 0]",
        "  D: [6, 62, 1, 0]",
        "90 tiles with 1 stars, 84 with 0",
    ),
    (
        "DED104",
        "warning",
        "labyrinth.yaml",
        "  D: [6, 2, 1, 0]",
        "  D: [6, 2, 7, 0]",
        "2.3 openings on average with 2 stars",
    ),
    ("DED105", "error", "exit.yaml", "sides: NESW", "sides: NES", "exit is open to N E S only"),
    (
        "DED106",
        "error",
        "labyrinth.yaml",
        "passages: [X]",
        "passages: [X, T]",
        "T-0 carries a passage",
    ),
    (
        "DED106",
        "error",
        "labyrinth.yaml",
        "passages: [X]",
        "passages: []",
        "X-3 carries no passage",
    ),
    (
        "DED106",
        "error",
        "entrance.yaml",
        "passage: true",
        "passage: false",
        "entrance carries no passage",
    ),
    (
        "DED107",
        "error",
        "game.yaml",
        "  4: {exit: 3, collapse: 1}",
        "  4: {exit: 3, collapse: 2}",
        "3 exits take 1 collapses, not 2",
    ),
    (
        "DED108",
        "error",
        "game.yaml",
        "  3: {exit: 2, collapse: 1}",
        "  3: {exit: 1, collapse: 1}",
        "1 collapses close all 1 exits",
    ),
    (
        "DED109",
        "error",
        "game.yaml",
        "contact: at least one",
        "contact: connect",
        "laid by 'connect'",
    ),
    ("DED109", "error", "game.yaml", "distance: 6", "distance: 5", "exits lie 5 places away"),
    (
        "DED110",
        "error",
        "collapse.yaml",
        "back: labyrinth",
        "back: labrys",
        "collapse and D-0 differ in back",
    ),
    ("DED110", "error", "minotaur.yaml", "tile: 45mm", "tile: 44mm", "differ in back, size"),
    # the general checks that carry the rest of the list
    (
        "DECK001",
        "error",
        "labyrinth.yaml",
        "  D: [6, 2, 1, 0]",
        "  D: [5, 2, 1, 0]",
        "131 labyrinth, but the rules promise 132",
    ),
    ("DECK001", "error", "minotaur.yaml", "copies: 4", "copies: 5", "5 minotaur.red-minotaur"),
    ("DIST001", "error", "labyrinth.yaml", "  I: [20, 5, 2, 0]", "  I: [40, 5, 2, 0]", "open: 2.5"),
    (
        "DIST001",
        "error",
        "labyrinth.yaml",
        "  X: [10, 6, 4, 2]",
        "  X: [4, 8, 8, 2]",
        "open-plain: 2.2",
    ),
    ("DIST001", "error", "labyrinth.yaml", "  D: [6, 2, 1, 0]", "  D: [8, 2, 1, 0]", "dead-ends"),
    ("DIST001", "error", "labyrinth.yaml", "  X: [10, 6, 4, 2]", "  X: [8, 6, 4, 4]", "top-stars"),
    (
        "DIST002",
        "warning",
        "labyrinth.yaml",
        "  X: [10, 6, 4, 2]",
        "  X: [30, 6, 4, 2]",
        "crossings",
    ),
    ("SETUP001", "error", "collapse.yaml", "copies: 3", "copies: 1", "take 2 collapse"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("code", "severity", "file", "old", "new", "says"), CHANGES)
def test_a_change_is_found(
    folder: Path,
    edit: Edit,
    problems_of: Problems,
    code: str,
    severity: str,
    file: str,
    old: str,
    new: str,
    says: str,
) -> None:
    if code == "DIST001" and says == "open: 2.5":
        edit(folder / file, "  T: [24, 10, 5, 2]", "  T: [14, 10, 5, 2]")
        says = "open: 2.4"
    if code == "DIST001" and says.startswith("open-plain"):
        edit(folder / file, "  T: [24, 10, 5, 2]", "  T: [20, 10, 5, 2]")
    edit(folder / file, old, new)
    problems = [p for p in problems_of(folder) if p.code == code and says in p.message]
    assert problems, f"no {code}: {[str(p) for p in problems_of(folder)]}"
    assert problems[0].severity == severity
    assert problems[0].loc and Path(problems[0].loc.file).is_file() and problems[0].loc.line


def test_every_check_of_the_family_is_seen_to_fail() -> None:
    family = {code for code, check in all_checks().items() if check.rules == "dedalos"}
    assert family == {code for code, *_ in CHANGES if code.startswith("DED")}


def test_a_game_without_placement_is_told_what_to_write(
    folder: Path, edit: Edit, problems_of: Problems
) -> None:
    text = (folder / "game.yaml").read_text()
    start = text.index("placement:")
    (folder / "game.yaml").write_text(text[:start] + text[text.index("setup:") :])
    (problem,) = [p for p in problems_of(folder) if p.code == "DED109"]
    assert "contact: at least one" in problem.hint


def test_one_broken_file_says_nothing_false_about_the_others(
    folder: Path, edit: Edit, problems_of: Problems
) -> None:
    edit(folder / "labyrinth.yaml", "D: N,", "D: Q,")
    assert {p.code for p in problems_of(folder)} <= {"DEF003", "SETUP002", "LEAF001", "BOARD001"}


def test_a_maze_that_cannot_continue_is_drawn(tmp_path: Path, problems_of: Problems) -> None:
    (tmp_path / "game.yaml").write_text(
        "title: Halves\nplacement: {contact: at least one, step: 2}\n"
        "documents:\n  sheets:\n    print: [halves]\n",
        encoding="utf-8",
    )
    (tmp_path / "halves.yaml").write_text(
        """\
kind: maze_tile
cells: 2x2
cell: 20mm
tiles:
  left: |
    +   +---+
    | .   . |
    +   +   +
    | .   . |
    +---+---+
""",
        encoding="utf-8",
    )
    (problem,) = [p for p in problems_of(tmp_path) if p.severity == "error"]
    assert problem.code == "PATH012" and "left cannot be laid at the upper side of left" in str(
        problem
    )
    assert problem.picture.startswith("+   +---+")
