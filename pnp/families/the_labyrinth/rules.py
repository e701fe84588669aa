"""CAR: the rule family `the-labyrinth`, landscape tiles whose roads meet in a hedge maze.

What is written and grown is proved here; what comes out of the printer is measured in
`pnp.families.the_labyrinth.printed`.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.registry import Finding, check
from pnp.errors import Proof
from pnp.families.the_labyrinth.hedges import Hedge, HedgeMaze, Landscape
from pnp.game.plan import Plan
from pnp.geometry.notation import format_maze
from pnp.geometry.plane import Point
from pnp.geometry.topology import SIDES, Maze
from pnp.piece import Piece

FAMILY = "the-labyrinth"
PORT = 22.5
ROAD = 4.5
TOLERANCE = 0.1
"""Middle of a road from the corner, and its width between the dark edges; mm."""
MAX_RATIO = 2.0
DEAD_ENDS = 6
NAMES = {"N": "north", "E": "east", "S": "south", "W": "west"}

Found = Iterator[Finding | Proof]


def landscapes_of(plan: Plan) -> list[tuple[Piece, Landscape]]:
    """Pieces that are landscape tiles, with their truths."""
    return [(p, p.truth) for p in plan.pieces if isinstance(p.truth, Landscape)]


def mazes_of(plan: Plan) -> list[tuple[Piece, HedgeMaze]]:
    """Landscape tiles with a maze."""
    return [(piece, truth.maze) for piece, truth in landscapes_of(plan) if truth.maze]


def picture_of(maze: HedgeMaze, marked: tuple[int, ...] = ()) -> str:
    """A square maze as text, the marked cells as `x`; nothing for a round one."""
    if maze.plot.style != "square":
        return ""
    side = round(maze.plot.cells**0.5)
    pitch = 2 * maze.plot.reach / side
    walls = {_middle(hedge, pitch) for hedge in maze.standing}

    def wall(x: float, y: float) -> bool:
        return (round(2 * (x - side / 2)), round(2 * (y - side / 2))) in walls

    across = tuple(tuple(wall(x + 0.5, y) for x in range(side)) for y in range(side + 1))
    down = tuple(tuple(wall(x, y + 0.5) for x in range(side + 1)) for y in range(side))
    plain = ("",) * (side * side)
    return format_maze(Maze(side, side, across, down, plain, plain), dict.fromkeys(marked, "x"))


def _middle(hedge: Hedge, pitch: float) -> Point:
    """The middle of a hedge in half cells from the middle of the maze."""
    x, y = hedge.at(0.5)
    return Point(round(2 * x / pitch), round(2 * y / pitch))


@check("CAR101", rules=FAMILY)
def four_roads_in_the_middle(plan: Plan) -> Found:
    """A tile has not four roads of 4.5 mm that leave 22.5 mm from its corners.

    Why: the tile joins tiles of another game, whose roads leave by the middle of a 45 mm side.
    Instead: `tile: 45mm`, `road: 4.5mm`, `roads: NESW`.
    """
    for piece, truth in landscapes_of(plan):
        missing = [NAMES[side] for side in SIDES if side not in truth.roads]
        if missing:
            yield Finding(f"{piece.id} has no road to the {', '.join(missing)}", piece.loc)
        if abs(truth.side / 2 - PORT) > TOLERANCE or abs(truth.road - ROAD) > TOLERANCE:
            yield Finding(
                f"{piece.id}: roads of {truth.road:g} mm leave {truth.side / 2:g} mm from the "
                f"corner, not {ROAD:g} and {PORT:g}",
                piece.loc,
            )


@check("CAR102", rules=FAMILY)
def gates_are_joined(plan: Plan) -> Found:
    """Two roads do not meet in the maze, or a part of the maze cannot be reached.

    Why: that all roads are one is what the tile is for.
    How: the maze as a graph; the printed picture is searched as well (CAR202).
    """
    cases = failures = 0
    for piece, maze in mazes_of(plan):
        cases += len(maze.gate_steps)
        parted = [pair for pair, steps in maze.gate_steps.items() if steps is None]
        if parted or maze.lost:
            failures += 1
            what = (
                f"the roads to the {NAMES[parted[0][0]]} and {NAMES[parted[0][1]]} do not meet"
                if parted
                else f"{len(maze.lost)} cells cannot be reached"
            )
            yield Finding(f"{piece.id}: {what}", piece.loc, "", picture_of(maze, maze.lost))
    if cases:
        yield Proof(
            "CAR102",
            "in every maze each road meets every other",
            cases,
            "refuted" if failures else "proved",
        )


@check("CAR103", "warning", rules=FAMILY)
def gates_lie_apart(plan: Plan) -> Found:
    """Two gates of a maze are too near to each other.

    What: n + 1 steps in a square maze of n x n cells, 2 n in a round one of n rings.
    Why: otherwise the way through is seen at a glance.
    Instead: another `seed`, or fewer `extra` passages.
    """
    for piece, maze in mazes_of(plan):
        near = {p: s for p, s in maze.gate_steps.items() if s is not None}
        pair = min(near, key=lambda p: near[p], default="")
        if pair and near[pair] < maze.plot.least_steps:
            yield Finding(
                f"{piece.id}: {NAMES[pair[0]]} and {NAMES[pair[1]]} lie {near[pair]} steps apart, "
                f"fewer than {maze.plot.least_steps}",
                piece.loc,
                "try another seed",
                picture_of(maze),
            )


@check("CAR104", "warning", rules=FAMILY)
def gates_lie_evenly(plan: Plan) -> Found:
    """The longest way between two gates of a maze is more than twice the shortest.

    Instead: another `seed`.
    """
    for piece, maze in mazes_of(plan):
        steps = [s for s in maze.gate_steps.values() if s is not None]
        if steps and max(steps) > MAX_RATIO * min(steps):
            yield Finding(
                f"{piece.id}: the gates lie {min(steps)} to {max(steps)} steps apart",
                piece.loc,
                "at most twice as far; try another seed",
                picture_of(maze),
            )


@check("CAR105", "warning", rules=FAMILY)
def mazes_have_dead_ends(plan: Plan) -> Found:
    """A maze has fewer than six dead ends.

    Why: a way in which nobody can go wrong is no maze.
    Instead: another `seed`, or fewer `extra` passages.
    """
    for piece, maze in mazes_of(plan):
        if len(maze.dead_ends) < DEAD_ENDS:
            yield Finding(
                f"{piece.id} has {len(maze.dead_ends)} dead ends, fewer than {DEAD_ENDS}",
                piece.loc,
                "try another seed",
                picture_of(maze, maze.dead_ends),
            )
