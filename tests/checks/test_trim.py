"""SHEET011, SHEET012, TEXT002: round corners that are none, bleeds unseen, texts near the cut."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pnp.checks.registry import CHECKS, run_check
from pnp.checks.trim import overrun
from pnp.errors import Problem
from pnp.game.loader import bundled_games, load
from pnp.game.plan import Options, Plan
from pnp.geometry.plane import Rect, Size

Problems = Callable[[Path], list[Problem]]
Edit = Callable[..., None]


@pytest.mark.parametrize(("radius", "found"), [("27mm", []), ("27.1mm", ["SHEET011"])])
def test_corners_of_half_a_tile_are_the_most(
    tiny_folder: Path, problems_of: Problems, edit: Edit, radius: str, found: list[str]
) -> None:
    edit(
        tiny_folder / "tiles.yaml", "back: labrys\n", f"back: labrys\ncorners: {radius}\nsafe: 0\n"
    )
    problems = problems_of(tiny_folder)
    assert [p.code for p in problems] == found
    for problem in problems:
        assert problem.loc and (problem.loc.line, problem.loc.col) == (5, 10)
        assert problem.message == (
            "corners of 27.1 mm are more than half of 54 mm, the shorter side"
        )
        assert problem.hint == "27 mm at most"


def test_negative_corners_are_refused(tiny_folder: Path, problems_of: Problems, edit: Edit) -> None:
    edit(tiny_folder / "tiles.yaml", "back: labrys\n", "back: labrys\ncorners: -1mm\n")
    (problem,) = problems_of(tiny_folder)
    assert problem.code.startswith("DEF") and problem.loc and problem.loc.line == 5


def test_texts_too_near_to_the_cut(game_folder: Path, problems_of: Problems, edit: Edit) -> None:
    """Labydo's numbers stand 2.2 mm from the cut: safe at 2 mm, not at 3."""
    assert [p for p in problems_of(game_folder) if p.code == "TEXT002"] == []
    path = game_folder / "entrance.yaml"
    path.write_text(path.read_text() + "safe: 3mm\n")
    found = [p for p in problems_of(game_folder) if p.code == "TEXT002"]
    assert found and {p.severity for p in found} == {"warning"}
    assert found[0].loc and found[0].loc.file.endswith("entrance.yaml")
    assert "mm too near to the cut, safe are 3 mm" in found[0].message
    path.write_text(path.read_text().replace("safe: 3mm", "safe: 0"))
    assert [p for p in problems_of(game_folder) if p.code == "TEXT002"] == []


@pytest.mark.parametrize("name", sorted(bundled_games()))
def test_the_games_keep_their_texts_safe(name: str) -> None:
    problems, proofs = run_check(CHECKS["TEXT002"], Plan(load(bundled_games()[name])[0]))
    assert problems == [] and (not proofs or proofs[0].result == "proved")


@pytest.mark.parametrize(
    ("options", "count"),
    [
        ({}, 0),
        ({"bleed": 3.0}, 3),
        ({"bleed": 3.0, "gap": 0.9}, 3),
        ({"bleed": 3.0, "gap": 1.0}, 0),
        ({"bleed": 3.0, "bleed_edge": "outer"}, 0),
        ({"bleed": 3.0, "pieces": ("lab-01",)}, 0),
    ],
)
def test_bleeds_without_room(options: dict[str, Any], count: int) -> None:
    """Labydo has three components of tiles; edge to edge each is named once."""
    plan = Plan(load(bundled_games()["labydo"])[0], Options(**options))
    problems, _ = run_check(CHECKS["SHEET012"], plan)
    assert len(problems) == count and {p.severity for p in problems} <= {"note"}
    for problem in problems:
        assert problem.hint == "--gap 6mm shows all of it" and problem.loc


SIZE = Size(50, 70)


@pytest.mark.parametrize(
    ("box", "radius", "over"),
    [
        (Rect(2, 2, 46, 66), 0, 0),
        (Rect(10, 30, 5, 5), 0, -8),
        (Rect(1.5, 30, 5, 5), 0, 0.5),
        (Rect(40, 60, 9, 5), 0, 1),
        (Rect(2, 2, 5, 5), 5, 3 * 2**0.5 - 3),
        (Rect(2, 20, 5, 5), 5, 0),
        (Rect(2, 2, 5, 5), 1, 0),
    ],
)
def test_how_far_a_box_leaves_the_safe_area(box: Rect, radius: float, over: float) -> None:
    assert overrun(box, SIZE, 2.0, radius) == pytest.approx(over)
