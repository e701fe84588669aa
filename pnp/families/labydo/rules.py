"""LAB: the rule family `labydo`, 3 x 6-cell maze tiles with marked spaces.

Roles are `labyrinth`, `entrance` and `exit` (a component's `role`, by default its id). The
thresholds come from exhaustive search over the connected interiors with middle openings; they
are where tiles play well, so most are warnings.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from pnp.checks.path import cells_named, mazes_of
from pnp.checks.registry import Finding, check
from pnp.errors import Proof
from pnp.game.plan import Plan
from pnp.geometry.notation import format_maze
from pnp.geometry.topology import SIDES, Maze, wall_difference
from pnp.piece import Piece

FAMILY = "labydo"
MARKS = {"labyrinth": "TB", "entrance": "E", "exit": "S"}
PORTS = 6
MAX_LOOPS = 3
DEAD_ENDS = (1, 5)
MIN_JUNCTIONS = 3
PORT_MEAN = (4.5, 9.0)
PORT_MAX = 14
EXIT_DISTANCE = (3, 18)
MIN_DIFFERENCE = 6
UNIT = 3

Found = Iterator[Finding | Proof]


def _tiles(plan: Plan, *roles: str) -> list[tuple[Piece, Maze]]:
    return [(p, m) for p, m in mazes_of(plan) if p.part in (roles or MARKS)]


def _shown(maze: Maze, cells: list[int] | tuple[int, ...] = ()) -> str:
    return format_maze(maze, dict.fromkeys(cells, "x"))


def port_distances(maze: Maze) -> list[int]:
    """Steps between each two openings, through the tile; pairs that do not connect are left out."""
    found = []
    for i, port in enumerate(maze.ports, 1):
        steps = maze.distances(port.cell)
        found += [steps[other.cell] for other in maze.ports[i:] if other.cell in steps]
    return found


@check("LAB101", rules=FAMILY)
def marks_by_role(plan: Plan) -> Found:
    """A mark stands on a tile of the wrong role, or is missing where the role needs one.

    Labyrinth tiles may carry T and B; an entrance has exactly one start E, an exit exactly one S.
    """
    for piece, maze in mazes_of(plan):
        allowed = MARKS.get(piece.part)
        if allowed is None:
            yield Finding(
                f"{piece.id} has the role '{piece.part}', which these rules do not know",
                piece.loc,
                f"roles: {', '.join(MARKS)}",
            )
            continue
        for letter in sorted(set(maze.marks) - {""} - set(allowed)):
            yield Finding(
                f"{piece.id}: a {piece.part} tile carries no {letter}",
                piece.loc,
                f"allowed: {' '.join(allowed)}",
                _shown(maze, maze.marked(letter)),
            )
        if piece.part != "labyrinth" and len(maze.marked(allowed)) != 1:
            yield Finding(
                f"{piece.id} has {len(maze.marked(allowed))} spaces {allowed}, not one",
                piece.loc,
                "",
                _shown(maze),
            )


@check("LAB102", rules=FAMILY)
def six_ports(plan: Plan) -> Found:
    """A tile does not have exactly one opening in each of its six border units.

    Why: one opening per three-cell unit, in its middle, is the only scheme with so few openings
    in which every placement connects.
    """
    for piece, maze in _tiles(plan):
        if len(maze.ports) != PORTS:
            yield Finding(
                f"{piece.id} has {len(maze.ports)} openings, not {PORTS}",
                piece.loc,
                "open the middle of each unit of three cells",
                _shown(maze),
            )


@check("LAB103", "warning", rules=FAMILY)
def uniform_border(plan: Plan) -> Found:
    """Border units differ, or are not the same read backwards.

    Why: with one palindromic unit no half-wall ever faces an opening, and neighbours on a sheet
    share their cut line: half a millimetre off cuts black from black.
    """
    for piece, maze in _tiles(plan):
        if maze.cols % UNIT or maze.rows % UNIT:
            yield Finding(
                f"{piece.id}: {maze.cols} x {maze.rows} cells are no whole units of {UNIT}",
                piece.loc,
            )
            continue
        units = {token for side in SIDES for token in maze.tokens(side, UNIT)}
        if len(units) > 1 or any(token != token[::-1] for token in units):
            yield Finding(
                f"{piece.id}: its border units are not all alike and symmetric",
                piece.loc,
                "one opening in the middle of each unit",
                _shown(maze),
            )


@check("LAB104", rules=FAMILY)
def loops(plan: Plan) -> Found:
    """A tile has more than three loops.

    Why: with four and more it is a hall, not a labyrinth.
    """
    for piece, maze in _tiles(plan):
        if maze.loops > MAX_LOOPS:
            yield Finding(
                f"{piece.id} has {maze.loops} loops, more than {MAX_LOOPS}",
                piece.loc,
                "close some inner walls",
                _shown(maze),
            )


@check("LAB105", "warning", rules=FAMILY)
def dead_ends(plan: Plan) -> Found:
    """A labyrinth tile has no dead end or more than five.

    Why: dead ends are what makes it a labyrinth; too many leave no choices.
    """
    low, high = DEAD_ENDS
    for piece, maze in _tiles(plan, "labyrinth"):
        if not low <= len(maze.dead_ends) <= high:
            yield Finding(
                f"{piece.id} has {len(maze.dead_ends)} dead ends, not {low} to {high}",
                piece.loc,
                "",
                _shown(maze, maze.dead_ends),
            )


@check("LAB106", "warning", rules=FAMILY)
def junctions(plan: Plan) -> Found:
    """A labyrinth tile has fewer than three junctions.

    Why: a junction is a decision; with fewer the tile only leads through.
    """
    for piece, maze in _tiles(plan, "labyrinth"):
        if len(maze.junctions) < MIN_JUNCTIONS:
            yield Finding(
                f"{piece.id} has {len(maze.junctions)} junctions, fewer than {MIN_JUNCTIONS}",
                piece.loc,
                "",
                _shown(maze, maze.junctions),
            )


@check("LAB107", "warning", rules=FAMILY)
def distances_between_ports(plan: Plan) -> Found:
    """The ways through a labyrinth tile are too short or too long.

    The mean over all pairs of openings should be 4.5 to 9 steps, the longest at most 14.
    """
    low, high = PORT_MEAN
    for piece, maze in _tiles(plan, "labyrinth"):
        steps = port_distances(maze)
        if not steps:
            continue
        mean = sum(steps) / len(steps)
        if not low <= mean <= high or max(steps) > PORT_MAX:
            yield Finding(
                f"{piece.id}: openings lie {mean:.1f} steps apart on average, at most {max(steps)}",
                piece.loc,
                f"mean {low:g} to {high:g}, at most {PORT_MAX}",
                _shown(maze),
            )


@check("LAB108", rules=FAMILY)
def marks_off_ports(plan: Plan) -> Found:
    """A mark stands on a space with a border opening.

    Why: a pawn standing there (on B unattackably) would shut the way into the tile.
    """
    for piece, maze in _tiles(plan):
        doors = {port.cell for port in maze.ports}
        wrong = [c for c in sorted(doors) if maze.marks[c]]
        if wrong:
            yield Finding(
                f"{piece.id}: a mark on an opening, {cells_named(maze, wrong)}",
                piece.loc,
                "move it to an inner space",
                _shown(maze, wrong),
            )


@check("LAB109", rules=FAMILY)
def marks_do_not_separate(plan: Plan) -> Found:
    """A B, E or S space separates the openings of its tile.

    Why: one pawn resting there for good would cut the board in two; on B it cannot be attacked.
    About half of all possible places for a B do this.
    """
    cases = failures = 0
    for piece, maze in _tiles(plan):
        doors = [port.cell for port in maze.ports]
        for cell in (c for letter in "BES" for c in maze.marked(letter)):
            cases += 1
            others = [door for door in doors if door != cell]
            reached = maze.distances(others[0], closed=[cell]) if others else {}
            if any(door not in reached for door in others):
                failures += 1
                yield Finding(
                    f"{piece.id}: a pawn on {maze.marks[cell]} (space "
                    f"{maze.numbers[cell]}) separates the openings",
                    piece.loc,
                    "move the mark, or open a way round it",
                    _shown(maze, [cell]),
                )
    if cases:
        yield Proof(
            "LAB109",
            "no pawn resting on B, E or S can cut a tile in two",
            cases,
            "refuted" if failures else "proved",
        )


@check("LAB110", rules=FAMILY)
def exits_can_be_rolled(plan: Plan) -> Found:
    """The exit space S is no dead end, or an opening lies out of reach of three dice.

    S is won by an exact roll of three dice: it must lie 3 to 18 steps from every opening.
    """
    low, high = EXIT_DISTANCE
    for piece, maze in _tiles(plan, "exit"):
        for cell in maze.marked("S"):
            if maze.degree(cell) != 1:
                yield Finding(
                    f"{piece.id}: S is no dead end",
                    piece.loc,
                    "leave one way into it",
                    _shown(maze, [cell]),
                )
            steps = maze.distances(cell)
            wrong = [p.cell for p in maze.ports if not low <= steps.get(p.cell, 0) <= high]
            if wrong:
                yield Finding(
                    f"{piece.id}: {cells_named(maze, wrong)} not {low} to {high} steps from S",
                    piece.loc,
                    "",
                    _shown(maze, wrong),
                )


@check("LAB111", rules=FAMILY)
def equal_starts(plan: Plan) -> Found:
    """The entrance tiles do not give equal starts.

    E must be a dead end in the rear column (left as drawn), with the same distances to the
    forward openings (right side) and to the lateral ones (top and bottom) on every tile.
    """
    seen: dict[tuple[tuple[int, ...], tuple[int, ...]], Piece] = {}
    for piece, maze in _tiles(plan, "entrance"):
        for cell in maze.marked("E"):
            if maze.degree(cell) != 1 or maze.place(cell)[0] != 0:
                yield Finding(
                    f"{piece.id}: E is no dead end in the rear column",
                    piece.loc,
                    "the rear is the left side",
                    _shown(maze, [cell]),
                )
            steps = maze.distances(cell)
            ahead = sorted(steps.get(p.cell, -1) for p in maze.ports if p.side == "E")
            aside = sorted(steps.get(p.cell, -1) for p in maze.ports if p.side in "NS")
            seen.setdefault((tuple(ahead), tuple(aside)), piece)
    if len(seen) > 1:
        (one, first), (other, second) = list(seen.items())[:2]
        yield Finding(
            f"{second.id} starts {_steps(other)}, {first.id} {_steps(one)}",
            second.loc,
            "give every start the same distances",
            _shown(second.maze) if second.maze else "",
        )


def _steps(distances: tuple[tuple[int, ...], tuple[int, ...]]) -> str:
    ahead, aside = (" and ".join(map(str, steps)) for steps in distances)
    return f"{ahead} steps from the front, {aside} from the sides"


@check("LAB112", "warning", rules=FAMILY)
def equal_exits(plan: Plan) -> Found:
    """The exit tiles are not worth the same.

    What: the distances from S to the openings add up to another sum than on the other exits.
    Why: whoever gets the nearer exit has the better odds for the exact last roll.
    """
    sums: dict[int, Piece] = {}
    for piece, maze in _tiles(plan, "exit"):
        for cell in maze.marked("S"):
            steps = maze.distances(cell)
            sums.setdefault(sum(steps.get(port.cell, 0) for port in maze.ports), piece)
    if len(sums) > 1:
        (one, first), (other, second) = list(sums.items())[:2]
        yield Finding(
            f"{second.id}: the openings lie {other} steps from S in all, on {first.id} {one}",
            second.loc,
            "equal sums make the exits worth the same",
        )


@check("LAB114", "warning", rules=FAMILY)
def tiles_differ(plan: Plan) -> Found:
    """Two tiles differ in fewer than six inner walls, whichever way they are turned or mirrored.

    Why: such tiles feel like the same tile twice.
    """
    for (one, first), (other, second) in combinations(_tiles(plan), 2):
        if (first.cols, first.rows) != (second.cols, second.rows):
            continue
        differing = wall_difference(first, second)
        if differing < MIN_DIFFERENCE:
            yield Finding(
                f"{other.id} differs from {one.id} in only {differing} inner walls",
                other.loc,
                f"at least {MIN_DIFFERENCE}",
                _shown(second),
            )
