"""Mazes grown from seeds: trees, the same everywhere."""

from __future__ import annotations

import hashlib

import pytest

from pnp.families.the_labyrinth.hedges import Plot, round_plot, square_plot
from pnp.families.the_labyrinth.mazegen import grow

PLOTS = {
    "square": square_plot(9, 33, 0.9),
    "round": round_plot((4, 8, 16, 16, 32), 17, 0.9),
    "small": square_plot(3, 12, 0.9),
    "odd rings": round_plot((5, 7, 12), 14, 0.9),
}


def passages(plot: Plot, gaps: tuple[bool, ...]) -> int:
    return sum(gaps[i] for i in plot.free)


@pytest.mark.parametrize("name", PLOTS)
def test_a_maze_is_a_spanning_tree_and_its_extra_passages(name: str) -> None:
    plot = PLOTS[name]
    for seed in range(40):
        for extra in (0, 3):
            maze = grow(plot, seed, extra)
            assert maze.joined and not maze.lost
            room = len(plot.free) - (plot.cells - 1)
            assert passages(plot, maze.gaps) == plot.cells - 1 + min(extra, room)
            assert not any(maze.gaps[i] for i, h in enumerate(plot.hedges) if h.fixed)


def test_extra_passages_only_open() -> None:
    plot = PLOTS["square"]
    tree, more = grow(plot, 7), grow(plot, 7, 3)
    assert all(new or not old for old, new in zip(tree.gaps, more.gaps, strict=True))


def test_seeds_give_different_mazes() -> None:
    assert len({grow(PLOTS["round"], seed).gaps for seed in range(50)}) == 50


@pytest.mark.parametrize(
    ("name", "seed", "extra", "digest"),
    [("square", 2436, 3, "359e6dd807ecbc1b"), ("round", 2575, 2, "f855ac40eb051050")],
)
def test_a_seed_gives_the_same_maze_for_ever(name: str, seed: int, extra: int, digest: str) -> None:
    """Recorded once: a printed tile must be printable again in years."""
    gaps = "".join("01"[gap] for gap in grow(PLOTS[name], seed, extra).gaps)
    assert hashlib.sha256(gaps.encode()).hexdigest()[:16] == digest
