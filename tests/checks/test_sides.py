"""Backs that play needs, and builds that leave them out."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import Result

from pnp.checks.registry import CHECKS, run_check
from pnp.game.loader import find_game, load
from pnp.game.plan import Options, Plan

Run = Callable[..., Result]


def lost(folder: Path, **options: Any) -> list[str]:
    plan = Plan(load(folder)[0], Options(**options))
    return [problem.message for problem in run_check(CHECKS["BACK004"], plan)[0]]


def test_the_colours_behind_dedales_cards_are_missed() -> None:
    folder = find_game("dedale")
    (says,) = lost(folder, sides="fronts")
    assert says == "'labyrinth' has 4 different backs, which play needs; none is printed"
    for sides in ("separate", "interleaved", "fold", "backs"):
        assert lost(folder, sides=sides) == []


@pytest.mark.parametrize("name", ["labydo", "dedalos", "mino-dice", "the-labyrinth"])
def test_one_back_for_all_is_not_missed(name: str) -> None:
    assert lost(find_game(name), sides="fronts") == []


def test_only_what_is_printed_counts() -> None:
    folder = find_game("dedale")
    assert lost(folder, sides="fronts", pieces=("labor-*",)) == []
    assert lost(folder, sides="fronts", pieces=("card-01",)) == []
    assert len(lost(folder, sides="fronts", pieces=("card-*",))) == 1
    assert lost(folder, sides="fronts", only=("box",)) == []


def test_the_backs_of_any_game(tiny_folder: Path, run_cli: Run) -> None:
    file = tiny_folder / "tiles.yaml"
    assert "BACK004" not in run_cli("build", tiny_folder, "--sides", "fronts").err
    written = file.read_text().replace("back: labrys", "backs: {labrys: [one], labyrinth: [two]}")
    file.write_text(written)
    done = run_cli("build", tiny_folder, "--sides", "fronts")
    assert done.code == 0
    assert f"{file}:1:1: BACK004 note: 'tiles' has 2 different backs" in done.err
    assert run_cli("build", tiny_folder, "--sides", "fronts", "--strict").code == 0


@pytest.mark.slow
def test_backs_that_are_left_out_by_only(run_cli: Run) -> None:
    folder = find_game("dedale")
    assert len(lost(folder, only=("tiles",))) == 1
    assert lost(folder, only=("tiles", "backs")) == lost(folder, only=("backs",)) == []
    assert lost(folder, only=("tiles",), sides="fold") == []
    assert (
        "(--only leaves backs_A4 out)"
        in run_cli("check", folder).err
        + run_cli("build", folder, "--only", "tiles", "--no-preflight").err
    )
