"""The shortest way through a board, as a line over its tiles. mm."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pnp.boards.table import Board
from pnp.definition.model import Palette
from pnp.draw.ink import Ink
from pnp.draw.profile import line_path
from pnp.geometry.plane import Point
from pnp.geometry.topology import Maze
from pnp.piece import Face, Stamp


def shortest(maze: Maze, starts: Iterable[int], goals: Iterable[int]) -> tuple[int, ...]:
    """The cells of a shortest way from a start to a goal, both included; none if there is none.

    Among equals the first start, then the first goal; goals are not walked through.
    """
    best: tuple[int, ...] = ()
    for start in starts:
        for goal in goals:
            others = [cell for cell in goals if cell not in (goal, start)]
            steps = maze.distances(goal, closed=others)
            if start not in steps or (best and steps[start] + 1 >= len(best)):
                continue
            way = [start]
            while way[-1] != goal:
                here = way[-1]
                way.append(next(c for c in maze.links[here] if steps.get(c) == steps[here] - 1))
            best = tuple(way)
    return best


def route_face(board: Board, way: Sequence[int], palette: Palette) -> Face:
    """A dashed line through the middles of cells, with a dot at its start and a ring at its end."""
    cell = board.size.width / board.maze.cols
    points = []
    for x, y in map(board.maze.place, way):
        points.append(Point((x + 0.5) * cell, (y + 0.5) * cell))
    ink, width = Ink(), 0.075 * cell
    for colour, stroke in ((palette.paper, 2.2 * width), (palette.accent, width)):
        ink.path(
            line_path(points),
            fill="none",
            stroke=colour,
            stroke_width=stroke,
            stroke_linecap="round",
            stroke_linejoin="round",
            stroke_dasharray=(2.6 * width, 2.2 * width),
        )
    ink.circle(
        points[0], 1.6 * width, fill=palette.accent, stroke=palette.paper, stroke_width=0.5 * width
    )
    ink.circle(
        points[-1], 1.9 * width, fill=palette.paper, stroke=palette.accent, stroke_width=width
    )
    return Face(board.size, (Stamp(ink.layer()),))
