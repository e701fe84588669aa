"""Edge rules of path tiles, against laying every two of them side by side; rules nobody proves."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest
from conftest import TINY_TILES, Result

from pnp.checks import Report
from pnp.checks import run as run_checks
from pnp.definition.model import PlacementRule
from pnp.definition.schema import fields_of
from pnp.families.dedalos.paths import OPPOSITE, SHAPES, PathTile
from pnp.game.loader import bundled_games, load
from pnp.game.plan import Plan
from pnp.geometry.topology import Tile
from pnp.kinds import all_kinds

GAME = """\
title: Paths
documents:
  tiles_{{paper}}:
    print: [tiles]
placement: {{contact: {contact}}}
"""


def report_of(folder: Path) -> Report:
    game, loading = load(folder)
    return run_checks(Plan(game), loading)


@pytest.fixture
def path_game(tmp_path: Path) -> Callable[..., Report]:
    """The report on a game of path tiles with these open sides, and a tile without any."""

    def make(contact: str, *sides: str) -> Report:
        folder = tmp_path / "paths"
        folder.mkdir()
        (folder / "game.yaml").write_text(GAME.format(contact=contact))
        rows = "".join(f"  tile-{side}: {{sides: {side}}}\n" for side in sides)
        tiles = f"kind: path_tile\nback: labrys\ntiles:\n{rows}  lone: {{symbol: minotaur}}\n"
        (folder / "tiles.yaml").write_text(tiles)
        return report_of(folder)

    return make


def naive(sides: tuple[str, ...]) -> bool:
    """Does an opening face an opening wherever one tile is laid at a side of another?"""
    tiles = [PathTile(one) for one in sides]
    return all(
        side in one.sides and OPPOSITE[side] in other.turned(turn).sides
        for one, other, side, turn in product(tiles, tiles, "NESW", range(4))
    )


@pytest.mark.parametrize(
    "sides", [("NESW",), ("NESW", "NE", "NS"), ("NES",), *((shape,) for shape in SHAPES[:3])]
)
def test_connect_is_proved_or_refuted(
    path_game: Callable[..., Report], sides: tuple[str, ...]
) -> None:
    report = path_game("connect", *sides)
    (proof,) = [proof for proof in report.proofs if proof.code == "PATH003"]
    found = [p for p in report.problems if p.code == "PATH003"]
    assert proof.result == ("proved" if naive(sides) else "refuted")
    assert proof.cases == len(sides) ** 2 * 4 * 4
    assert len(found) == (not naive(sides))
    for problem in found:
        assert problem.picture and problem.loc and problem.loc.line > 3
        assert "'contact: at least one'" in problem.hint


def test_equal_and_either_wall_are_proved(path_game: Callable[..., Report]) -> None:
    report = path_game("equal", "NESW", "NE", "NS")
    proofs = [(p.statement, p.cases, p.result) for p in report.proofs if p.code == "PATH011"]
    assert proofs == [("every side of a tile fits some side", 12**2, "proved")]


def test_tiles_with_four_ways_fit_always(path_game: Callable[..., Report]) -> None:
    report = path_game("equal", "NESW")
    assert len([p for p in report.proofs if p.code == "PATH011"]) == 2


def test_either_wall_is_proved(path_game: Callable[..., Report]) -> None:
    report = path_game("either wall", "NESW", "NE")
    (proof,) = [p for p in report.proofs if p.code == "PATH013"]
    assert (proof.cases, proof.result) == (4 * 4 * 4, "proved")
    assert [p.code for p in report.problems] == ["BACK005"]  # the document prints no backs


def test_a_rule_that_is_not_proved_is_named(tiny_folder: Path, edit: Callable[..., None]) -> None:
    edit(tiny_folder / "game.yaml", "either wall", "equal")
    (problem,) = report_of(tiny_folder).problems
    assert (problem.code, problem.severity) == ("PATH014", "warning")
    assert problem.message == "'equal' is not proved for maze tiles (tiles)"
    assert problem.hint == "proved for maze tiles: 'connect', 'at least one', 'either wall'"
    assert problem.loc and problem.loc.line == 6


def test_what_is_not_read_is_not_complained_of(tiny_folder: Path) -> None:
    (tiny_folder / "tiles.yaml").write_text(TINY_TILES.replace("cell: 18mm", "cell: 18 parsecs"))
    assert "PATH014" not in [p.code for p in report_of(tiny_folder).problems]


@pytest.mark.parametrize("name", ["dedalos", "the-labyrinth", "dedale", "labydo"])
def test_tiles_are_called_by_their_kinds(name: str) -> None:
    game, _ = load(bundled_games()[name])
    kinds = {c.id: c.kind for c in game.components}
    tiles = [p for p in Plan(game).pieces if p.tile]
    assert tiles
    for piece in tiles:
        word = kinds[piece.component].replace("_", " ")
        assert piece.tile and piece.tile.called.removesuffix("s").removesuffix(" tile") in word


def test_the_tiles_of_every_rule_are_told(run_cli: Callable[..., Result]) -> None:
    assert all_kinds()
    tiles = {rule: tile.called for tile in Tile.__subclasses__() for rule in tile.proved}
    assert {*tiles} == {*fields_of(PlacementRule)["contact"].reader.words.split(" | ")}
    lines = run_cli("explain", "placement").out.splitlines()
    told = {re.split("  +", line.strip())[0]: line for line in lines if line.startswith("  ")}
    for rule, called in tiles.items():
        assert called in told[rule]
