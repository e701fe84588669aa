"""Ways through single tiles and between any two."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from labydo_help import changed, drawn, found, labydo, tile, toggled

from pnp.checks.contacts import Contact
from pnp.checks.path import _describe
from pnp.errors import Problem
from pnp.game.plan import Plan
from pnp.geometry.notation import parse_maze

CUT_OFF = drawn("""
+---+   +---+
| .   .   . |
+   +   +   +
  .   .   .
+---+   +---+
| . | .   . |
+   +   +   +
| . | .   . |
+---+   +   +
  .   .   .
+   +   +   +
| .   .   . |
+---+   +---+
""")


def test_cells_cut_off_are_named_and_drawn() -> None:
    (problem,), (proof,) = found(changed({"lab-07": CUT_OFF}), "PATH001")
    assert problem.message == ("lab-07: spaces 7, 10 cannot be reached from the opening at space 2")
    marks = [line for line in problem.picture.split("\n") if "x" in line]
    assert marks == ["| x | .   . |", "| x | .   . |"]
    assert (proof.result, proof.cases) == ("refuted", 48 * 6 * 18)


def test_a_tile_without_openings() -> None:
    maze = tile("lab-07")
    for port in maze.ports:
        maze = toggled(maze, port.cell, port.side)
    (problem,), _ = found(changed({"lab-07": maze}), "PATH001")
    assert "no opening" in problem.message


def test_a_walled_in_cell() -> None:
    maze = tile("lab-07")
    for side in "NESW":
        if not maze.walled(7, side):
            maze = toggled(maze, 7, side)
    (problem,), (proof,) = found(changed({"lab-07": maze}), "PATH002")
    assert problem.message == "lab-07: space 8 walled in on all sides"
    assert problem.picture.count("x") == 1
    assert proof.result == "refuted"


def test_the_placement_proof_covers_every_placement() -> None:
    problems, (proof,) = found(changed({}), "PATH003")
    assert (problems, proof.cases, proof.result) == ([], 73_728, "proved")


def test_a_refused_placement_is_shown() -> None:
    maze = toggled(toggled(tile("lab-07"), 0, "N"), 1, "N")
    (problem,), (proof,) = found(changed({"lab-07": maze}), "PATH003")
    assert proof.result == "refuted"
    assert "lab-07" in problem.message
    lines = problem.picture.split("\n")
    rows, cols = len(lines) // 2, max(map(len, lines)) // 4
    shown, slips = parse_maze(problem.picture, cols, rows, "TBSE#")
    assert shown is not None, slips
    assert shown.marks.count("#") == rows * cols - 36
    drawn_parts = [part for part in shown.parts if shown.marks[min(part)] != "#"]
    assert len(drawn_parts) == 2


def test_without_a_placement_rule_nothing_is_claimed() -> None:
    game = labydo()
    file = game.file.with_values(placement=None)
    plan = Plan(type(game)(game.id, game.path, file, game.components))
    assert found(plan, "PATH003") == ([], [])


@pytest.mark.parametrize("step", [2, 4, 6])
def test_steps_that_do_not_divide(
    tiny_folder: Path, step: int, problems_of: Callable[[Path], list[Problem]]
) -> None:
    game = tiny_folder / "game.yaml"
    whole = game.read_text(encoding="utf-8")
    rule = f"placement:\n  contact: connect\n  step: {step}\n"
    game.write_text(whole[: whole.index("placement")] + rule, encoding="utf-8")
    (problem,) = problems_of(tiny_folder)
    assert (problem.code, problem.loc and problem.loc.line) == ("PATH003", 8)


def test_overridden_numbers_are_the_names_of_spaces(
    tiny_folder: Path, edit: Callable[..., None], problems_of: Callable[[Path], list[Problem]]
) -> None:
    (tiny_folder / "tiles.yaml").write_text("""\
kind: maze_tile
cells: 2x2
cell: 25mm
back: labrys
tiles:
  one:
    maze: |
      +---+   +
      | . | .
      +---+   +
        .   .
      +   +   +
    numbers: {1: XII}
""")
    problems = problems_of(tiny_folder)
    assert [p.code for p in problems] == ["PATH001", "PATH002"]
    assert "space XII" in problems[1].message


@pytest.mark.parametrize(("offset", "step", "words"), [(-1, 1, "1 cell:"), (1, 3, "3 cells:")])
def test_a_shift_is_counted_in_cells(offset: int, step: int, words: str) -> None:
    piece = next(p for p in Plan(labydo()).pieces if p.id == "lab-07")
    tiles = [piece] * 2
    assert f", shifted by {words}" in _describe(tiles, Contact(0, 1, "N", 0, offset), step)
