"""What grids and walls become beyond the trim: everything runs straight on into the bleed. mm."""

from __future__ import annotations

import math
from collections.abc import Iterator

from pnp.draw.profile import num
from pnp.geometry.plane import Rect
from pnp.geometry.topology import Maze, WallRun


def wall_bars(maze: Maze, cell: float, width: float, bleed: float) -> str:
    """Path data of the walls in the bleed; empty without one.

    A wall along the trim fills the bleed beside it, one that meets the trim runs on as broad as it
    is, and openings stay open: a cut that goes astray shows the same edge.
    """
    if not bleed:
        return ""
    bars = [bar for run in maze.runs for bar in _bars(maze, run, cell, width / 2, bleed)]
    return "".join(
        f"M{num(bar.x)} {num(bar.y)}H{num(bar.right)}V{num(bar.bottom)}H{num(bar.x)}Z"
        for bar in bars
    )


def _bars(maze: Maze, run: WallRun, cell: float, half: float, bleed: float) -> Iterator[Rect]:
    """The bars of one wall: beyond each end that lies on the trim, and beside it all along."""
    level = run.y0 == run.y1
    first, last, beside = (run.x0, run.x1, run.y0) if level else (run.y0, run.y1, run.x0)
    along, across = (maze.cols, maze.rows) if level else (maze.rows, maze.cols)
    low, high = first * cell - half, last * cell + half
    far, side = along * cell, across * cell
    if first == 0:
        low = -bleed
        yield _bar(level, -bleed, 0.0, beside * cell - half, beside * cell + half)
    if last == along:
        high = far + bleed
        yield _bar(level, far, high, beside * cell - half, beside * cell + half)
    if beside == 0:
        yield _bar(level, low, high, -bleed, 0.0)
    if beside == across:
        yield _bar(level, low, high, side, side + bleed)


def _bar(level: bool, a: float, b: float, c: float, d: float) -> Rect:
    """From a to b along a wall, from c to d across it."""
    return Rect(a, c, b - a, d - c) if level else Rect(c, a, d - c, b - a)


def cells_beyond(cols: int, rows: int, side: float, bleed: float) -> Iterator[tuple[int, int]]:
    """The places (column, row) outside a grid that a bleed reaches, from the top left."""
    ring = math.ceil(bleed / side - 1e-9)
    for row in range(-ring, rows + ring):
        for col in range(-ring, cols + ring):
            if not (0 <= col < cols and 0 <= row < rows):
                yield col, row
