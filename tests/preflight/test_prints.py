"""The printed picture against the graph: mutilated mazes, hedges drawn wrongly, narrow ways."""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import replace

from pnp.checks import run as run_checks
from pnp.draw.ink import Ink
from pnp.errors import Problem
from pnp.families.the_labyrinth import printed as checks
from pnp.families.the_labyrinth.hedgeart import draw_maze
from pnp.families.the_labyrinth.hedges import HedgeMaze, Landscape
from pnp.families.the_labyrinth.landscape import Landscapes
from pnp.families.the_labyrinth.printed import Print, print_of, stencil
from pnp.game.loader import bundled_games, load
from pnp.game.plan import Plan
from pnp.geometry.plane import Affine
from pnp.piece import Layer, Piece, Stamp
from pnp.preflight import run as run_preflight

DPI = 150


@cache
def plan() -> Plan:
    return Plan(load(bundled_games()["the-labyrinth"])[0])


def component() -> Landscapes:
    found = plan().game.component("labyrinths")
    assert isinstance(found, Landscapes)
    return found


def tile(id: str) -> Piece:
    return next(piece for piece in plan().pieces if piece.id == id)


def maze_of(id: str) -> HedgeMaze:
    truth = tile(id).truth
    assert isinstance(truth, Landscape) and truth.maze
    return truth.maze


def mutilated(maze: HedgeMaze, seed: int) -> HedgeMaze:
    """Some hedges put up or taken away, gates among them."""
    lot = random.Random(seed)
    gaps = list(maze.gaps)
    places = [*maze.plot.free, *maze.plot.doors]
    for _ in range(lot.choice((2, 6, 12))):
        i = places[lot.randrange(len(places))]
        gaps[i] = not gaps[i]
    return HedgeMaze(maze.plot, tuple(gaps))


def printed(maze: HedgeMaze) -> Print:
    """The maze between the kit's roads, without the meadow round it."""
    ink, piece = Ink(), tile(maze.plot.style)
    draw_maze(ink, maze, component().colours)
    assert isinstance(piece.truth, Landscape)
    at = Affine.translation(piece.size.width / 2, piece.size.height / 2)
    stack = (piece.front.stack[0], Stamp(ink.layer(), at))
    truth = replace(piece.truth, maze=maze)
    return print_of(replace(piece.front, stack=stack), truth, DPI)


@pytest.mark.slow
@pytest.mark.parametrize("id", ["square", "round"])
def test_picture_and_graph_agree_on_mutilated_mazes(id: str) -> None:
    verdicts = []
    for seed in range(20):
        maze = mutilated(maze_of(id), seed)
        assert printed(maze).joined == maze.joined, f"{id}, seed {seed}"
        verdicts.append(maze.joined)
    assert 4 < sum(verdicts) < 16, "the control needs both joined and parted mazes"


@pytest.mark.parametrize("id", ["square", "round"])
@pytest.mark.parametrize("dpi", [300, 600])
def test_ports_and_clear_width_at_both_resolutions(id: str, dpi: int) -> None:
    piece = tile(id)
    assert isinstance(piece.truth, Landscape)
    made = print_of(piece.front, piece.truth, dpi)
    assert made.joined and made.ports.keys() == set("NESW")
    for run in made.ports.values():
        assert sum(run) / 2 * made.mm == pytest.approx(22.5, abs=0.05)
        assert (run[1] - run[0]) * made.mm == pytest.approx(4.5, abs=0.06)
    assert made.clear >= checks.MIN_CLEAR


def test_a_stencil_is_black_and_white_and_moves_nothing() -> None:
    face, truth = tile("square").front, tile("square").truth
    assert isinstance(truth, Landscape)
    cut = stencil(face, truth.ground)
    svg = "".join(stamp.layer.svg for stamp in cut.stack)
    assert {"#FFFFFF", "#000000"} == set(checks._COLOUR.findall(svg))
    assert [stamp.at for stamp in cut.stack] == [stamp.at for stamp in face.stack]


# -- the checks ------------------------------------------------------------------------------------


def codes(folder: Path) -> list[Problem]:
    game, loading = load(folder)
    made = Plan(game)
    return list(run_preflight(made, run_checks(made, loading)).problems)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The kit without its leaflet."""
    folder = Path(shutil.copytree(bundled_games()["the-labyrinth"], tmp_path / "copy"))
    game = folder / "game.yaml"
    game.write_text(re.sub(r"  rules_\{paper\}:\n.*\n", "", game.read_text()))
    theme = folder / "theme.yaml"  # without what only leaflets are drawn in
    theme.write_text(re.sub(r"  (grid|number): .*\n", "", theme.read_text()))
    return folder


def test_the_kit_passes(folder: Path) -> None:
    assert codes(folder) == []


def test_a_road_of_another_width_is_measured(folder: Path, edit: Callable[..., None]) -> None:
    edit(folder / "labyrinths.yaml", "road: 4.5mm", "road: 4.8mm")
    found = [p for p in codes(folder) if p.code == "CAR201"]
    assert len(found) == 8
    assert "4.8" in found[0].message and "22.5" in found[0].message
    assert found[0].loc and found[0].loc.file.endswith("labyrinths.yaml")


def test_a_narrow_way_is_measured(folder: Path, edit: Callable[..., None]) -> None:
    edit(folder / "labyrinths.yaml", "hedge: 0.9mm", "hedge: 1.2mm")
    assert {(p.code, p.message.split(":")[0]) for p in codes(folder)} >= {("CAR203", "round")}


def drawn_over(svg: str) -> list[Problem]:
    """The problems when something is drawn on top of every tile."""
    made = Plan(plan().game)
    pieces = [
        replace(p, front=replace(p.front, stack=(*p.front.stack, Stamp(Layer(svg), Affine()))))
        for p in made.pieces
    ]
    made.__dict__["pieces"] = tuple(pieces)
    return list(run_preflight(made, run_checks(made)).problems)


def test_a_hedge_drawn_in_the_wrong_place_is_seen() -> None:
    found = drawn_over('<rect x="18" y="3" width="9" height="0.5" fill="#2F5A33" />')
    assert {p.code for p in found} == {"CAR202"}
    assert "north | east, south, west" in found[0].message


def test_a_road_drawn_off_its_place_is_seen() -> None:
    found = drawn_over('<rect x="24" y="-1" width="2" height="4" fill="#DDE8C6" />')
    assert {p.code for p in found} == {"CAR201"}


def test_a_hedge_missing_in_the_picture_is_seen(folder: Path) -> None:
    """The definition parts a road, the drawing does not show it."""
    game, loading = load(folder)
    made = Plan(game)
    piece = next(p for p in made.pieces if p.id == "square")
    assert isinstance(piece.truth, Landscape) and piece.truth.maze
    gaps = list(piece.truth.maze.gaps)
    gaps[piece.truth.maze.plot.doors[0]] = False
    truth = replace(piece.truth, maze=HedgeMaze(piece.truth.maze.plot, tuple(gaps)))
    made.__dict__["pieces"] = (replace(piece, truth=truth),)
    report = run_preflight(made, run_checks(made, loading))
    assert {"CAR102", "CAR202"} <= {p.code for p in report.problems}
    proofs = {p.code: p.result for p in report.proofs}
    assert proofs["CAR102"] == proofs["CAR202"] == "refuted"
