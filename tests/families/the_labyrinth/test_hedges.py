"""Plots and hedge mazes: who touches whom, where gates are, what is reached."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from msgspec.structs import replace

from pnp.families.the_labyrinth.hedges import (
    OUTSIDE,
    HedgeMaze,
    Landscape,
    Plot,
    round_plot,
    square_plot,
)
from pnp.families.the_labyrinth.mazegen import grow
from pnp.geometry.topology import SIDES, STEPS

RINGS = (4, 8, 16, 16, 32)


@pytest.fixture(params=["square", "round"])
def plot(request: pytest.FixtureRequest) -> Plot:
    return square_plot(9, 33, 0.9) if request.param == "square" else round_plot(RINGS, 17, 0.9)


def all_open(plot: Plot) -> HedgeMaze:
    gaps = [i in plot.free or i in plot.doors for i in range(len(plot.hedges))]
    return HedgeMaze(plot, tuple(gaps))


def test_cells_and_possible_passages() -> None:
    square, ring = square_plot(9, 33, 0.9), round_plot(RINGS, 17, 0.9)
    assert (square.cells, len(square.free)) == (81, 2 * 9 * 8)
    assert ring.cells == 1 + sum(RINGS)
    # 4 into the hub; every second sector of a ring twice as fine; every one between equal rings.
    assert len(ring.free) == sum(RINGS) + 4 + 4 + 8 + 16 + 16


def test_gates_lie_in_the_middle_of_their_sides(plot: Plot) -> None:
    for side, door in zip(plot.roads, plot.doors, strict=True):
        x, y = plot.hedges[door].at(0.5)
        dx, dy = STEPS[side]
        assert (x, y) == pytest.approx((dx * plot.reach, dy * plot.reach), abs=1e-9)
    assert len(set(plot.gates)) == 4


def test_hedges_join_without_gaps(plot: Plot) -> None:
    """Every end of a hedge is an end of another one, or lies on an arc of the ring outside."""
    ends = [p for h in plot.hedges for p in (h.start, h.end)]
    for hedge in plot.hedges:
        for end in (hedge.start, hedge.end):
            assert sum(math.dist(end, other) < 1e-9 for other in ends) >= 2 or hedge.radius == 0


def test_an_arc_runs_clockwise_and_has_its_length(plot: Plot) -> None:
    for hedge in plot.hedges:
        assert math.dist(hedge.at(0), hedge.start) < 1e-9
        assert math.dist(hedge.at(1), hedge.end) < 1e-9
        steps = [hedge.at(i / 200) for i in range(201)]
        drawn = sum(math.dist(a, b) for a, b in pairwise(steps))
        assert drawn == pytest.approx(hedge.length, rel=1e-3)
        assert hedge.length <= 7


def test_outer_hedges_enclose_the_plot(plot: Plot) -> None:
    outer = sum(h.length for h in plot.hedges if h.beyond == OUTSIDE)
    whole = 4 * 33 if plot.style == "square" else math.tau * 17
    assert outer == pytest.approx(whole)


def test_distances_in_an_open_plot() -> None:
    steps = all_open(square_plot(9, 33, 0.9)).gate_steps
    assert steps == {"NE": 8, "NS": 8, "NW": 8, "ES": 8, "EW": 8, "SW": 8}
    assert all_open(round_plot(RINGS, 17, 0.9)).gate_steps["NS"] == 10


def test_a_shut_gate_parts_its_road(plot: Plot) -> None:
    maze = grow(plot, 5)
    gaps = list(maze.gaps)
    gaps[plot.doors[1]] = False
    shut = replace(maze, gaps=tuple(gaps))
    assert maze.joined and not shut.joined
    assert [pair for pair, steps in shut.gate_steps.items() if steps is None] == ["NE", "ES", "EW"]


def test_dead_ends_count_gates_as_ways_out(plot: Plot) -> None:
    maze = grow(plot, 1)
    for cell in maze.dead_ends:
        assert len(maze.links[cell]) + (cell in plot.gates) == 1
    tree = sum(len(near) == 1 for near in maze.links)
    assert len(maze.dead_ends) == tree - sum(len(maze.links[g]) == 1 for g in plot.gates)


def test_plots_for_some_roads_only() -> None:
    plot = square_plot(5, 20, 0.9, "NS")
    assert len(plot.doors) == 2
    assert grow(plot, 1).gate_steps.keys() == {"NS"}


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: square_plot(8, 33, 0.9), "odd number"),
        (lambda: square_plot(19, 33, 0.9), "less than 1.5"),
        (lambda: round_plot((4, 8, 18), 17, 0.9), "four sectors"),
        (lambda: round_plot((2, 4, 8), 17, 0.9), "three sectors"),
        (lambda: round_plot((4, 8, 16, 16, 64), 17, 0.9), "narrower"),
        (lambda: round_plot((), 17, 0.9), "four sectors"),
    ],
)
def test_impossible_plots_are_refused(make: object, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        make()  # type: ignore[operator]


def test_edges_of_a_tile_read_clockwise() -> None:
    tile = Landscape(45, 4.5, "NS", None, "#FFFFFF")
    assert [tile.edge(side)[1] for side in SIDES] == ["road", "field", "road", "field"]
    assert tile.joined
