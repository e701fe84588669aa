"""Hedge mazes from a number: a spanning tree by depth-first search, and a few more passages.

A tree joins all cells by exactly one way, so the gates are joined by construction; every extra
passage makes a loop. Only `Random.randrange` on a text seed is used: the same seed gives the same
maze in every version of Python.
"""

from __future__ import annotations

import random

from pnp.families.the_labyrinth.hedges import HedgeMaze, Plot


def grow(plot: Plot, seed: int, extra: int = 0) -> HedgeMaze:
    """The maze of a seed, with at most `extra` passages more than a tree has."""
    lot = random.Random(f"hedge {plot.style} {seed}")
    gaps = [False] * len(plot.hedges)
    for door in plot.doors:
        gaps[door] = True
    for hedge in _tree(plot, lot):
        gaps[hedge] = True
    shut = [i for i in plot.free if not gaps[i]]
    for _ in range(min(extra, len(shut))):
        gaps[shut.pop(lot.randrange(len(shut)))] = True
    return HedgeMaze(plot, tuple(gaps))


def _tree(plot: Plot, lot: random.Random) -> list[int]:
    """The hedges to leave out so that there is exactly one way between any two cells.

    A walk that never enters a cell twice; where it is stuck it goes back (depth-first search).
    """
    doors: list[list[tuple[int, int]]] = [[] for _ in range(plot.cells)]
    for i in plot.free:
        cell, beyond = plot.hedges[i].cell, plot.hedges[i].beyond
        doors[cell].append((i, beyond))
        doors[beyond].append((i, cell))
    start = lot.randrange(plot.cells)
    seen, way, found = {start}, [start], []
    while way:
        choices = [(i, cell) for i, cell in doors[way[-1]] if cell not in seen]
        if not choices:
            way.pop()
            continue
        hedge, cell = choices[lot.randrange(len(choices))]
        seen.add(cell)
        way.append(cell)
        found.append(hedge)
    return found
