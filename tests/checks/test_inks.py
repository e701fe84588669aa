"""INK001: colours that become one grey are named, those told apart otherwise are not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pnp.checks import run
from pnp.game.loader import bundled_games, load
from pnp.game.options import Options
from pnp.game.plan import Plan

GAME = "title: T\ndocuments:\n  all_{paper}: {print: [heroes]}\n"


def warned(folder: Path, figures: str, **options: Any) -> list[str]:
    (folder / "game.yaml").write_text(GAME)
    (folder / "heroes.yaml").write_text(f"kind: standee\nfigures:\n{figures}")
    game, loading = load(folder)
    found = run(Plan(game, Options(**options)), loading).problems
    return [f"{p.loc.line if p.loc else 0}: {p.message}" for p in found if p.code == "INK001"]


def figure(id: str, colour: str, more: str = "") -> str:
    return f'  {id}: {{symbol: owl, colour: "{colour}"{more}}}\n'


ALIKE = figure("ann", "#0072B2") + figure("bob", "#B4532A")


def test_two_colours_of_one_grey_are_named(tmp_path: Path) -> None:
    (says,) = warned(tmp_path, ALIKE, ink="gray")
    assert says == "4: ann (#0072B2) and bob (#B4532A) become nearly the same grey"


@pytest.mark.parametrize("ink", ["full", "low"])
def test_only_grey_is_looked_at(tmp_path: Path, ink: str) -> None:
    assert warned(tmp_path, ALIKE, ink=ink) == []


@pytest.mark.parametrize(
    "figures",
    [
        figure("ann", "#0072B2") + figure("bob", "#B4532A", ", letter: B"),
        figure("ann", "#0072B2") + figure("bob", "#E69F00"),
        figure("ann", "#0072B2") + figure("bob", "#0072B2"),
    ],
    ids=["a letter", "a lighter colour", "the same colour"],
)
def test_what_is_told_apart(tmp_path: Path, figures: str) -> None:
    assert warned(tmp_path, figures, ink="gray") == []


@pytest.mark.parametrize("name", bundled_games())
def test_the_bundled_games_can_be_printed_in_grey(name: str) -> None:
    game, loading = load(bundled_games()[name])
    problems = run(Plan(game, Options(ink="gray")), loading).problems
    assert {p.severity for p in problems} <= {"note"}
