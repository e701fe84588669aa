"""PATH: ways through single tiles and between any two of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pnp.checks.contacts import (
    Contact,
    Sided,
    picture,
    prove_contacts,
    prove_either_wall,
    prove_equal,
)
from pnp.checks.continues import prove_continues
from pnp.checks.registry import Finding, check
from pnp.definition.model import PlacementRule
from pnp.errors import Proof
from pnp.game.plan import Plan
from pnp.geometry.notation import format_maze
from pnp.geometry.topology import Maze, Tile
from pnp.piece import Piece

_TURNS = ("as drawn", "turned right", "upside down", "turned left")
_SIDES = {"N": "upper", "E": "right", "S": "lower", "W": "left"}


def mazes_of(plan: Plan) -> list[tuple[Piece, Maze]]:
    """Pieces that are mazes, with their mazes."""
    return [(piece, piece.maze) for piece in plan.pieces if piece.maze is not None]


def grids_of(plan: Plan) -> list[tuple[Piece, Maze]]:
    """Pieces that lie on the table in cells, cell cards too, with their walls."""
    return [(piece, piece.grid) for piece in plan.pieces if piece.grid is not None]


Laid = list[tuple[Piece, Tile]]


def tiles_of(plan: Plan, contact: str) -> dict[str, Laid]:
    """The tiles for which a rule of `placement:` is proved, by what they are called; none unless
    it is the game's rule."""
    placement = plan.game.file.placement
    found: dict[str, Laid] = {}
    if placement is not None and placement.contact == contact:
        for piece in plan.pieces:
            if (tile := piece.tile) is not None and contact in tile.proved:
                found.setdefault(tile.called, []).append((piece, tile))
    return found


InCells = tuple[str, list[Piece], list[Maze], int]


def _in_cells(plan: Plan, contact: str) -> Iterator[InCells | Finding]:
    """The same with the mazes that they are and the units in which they are shifted: `step` for
    tiles with spaces, else one. A finding for tiles that are no whole number of units."""
    for called, laid in tiles_of(plan, contact).items():
        placement = plan.game.file.placement
        assert placement is not None
        step = placement.step if laid[0][1].spaces else 1
        pieces = [piece for piece, tile in laid if tile.grid]
        mazes = [tile.grid for _, tile in laid if tile.grid]
        yield _no_whole_units(pieces, mazes, placement, step) or (called, pieces, mazes, step)


def cells_named(maze: Maze, cells: list[int]) -> str:
    """Spaces by their printed numbers."""
    word = "space" if len(cells) == 1 else "spaces"
    return f"{word} {', '.join(maze.numbers[c] for c in cells)}"


@check("PATH001")
def cells_reach_openings(plan: Plan) -> Iterator[Finding | Proof]:
    """A space of a tile cannot be reached from every opening.

    Why: a pawn that comes in by one side could never go to that space, and the proof that whole
    boards connect rests on every single tile being connected.
    Example: the picture marks the spaces cut off with `x`.
    Instead: open a wall between the marked part and the rest.
    """
    cases = failures = 0
    for piece, maze in mazes_of(plan):
        cases += len(maze.ports) * maze.cols * maze.rows
        if not maze.ports:
            failures += 1
            yield Finding(
                f"{piece.id} has no opening at all",
                piece.loc,
                "leave a gap in its border",
                format_maze(maze),
            )
            continue
        reached = maze.distances(maze.ports[0].cell)
        lost = [c for c in range(maze.cols * maze.rows) if c not in reached]
        if lost:
            failures += 1
            entry = maze.numbers[maze.ports[0].cell]
            yield Finding(
                f"{piece.id}: {cells_named(maze, lost)} cannot be reached from the "
                f"opening at space {entry}",
                piece.loc,
                "open a wall beside an x",
                format_maze(maze, dict.fromkeys(lost, "x")),
            )
    if cases:
        yield Proof(
            "PATH001",
            "every space of a tile is reachable from every opening",
            cases,
            "refuted" if failures else "proved",
        )


@check("PATH002")
def no_cell_is_walled_in(plan: Plan) -> Iterator[Finding | Proof]:
    """A space or Tile has walls on all four sides.

    Why: it is printed, but nobody can ever stand on it.
    """
    cases = failures = 0
    for piece, maze in grids_of(plan):
        cases += maze.cols * maze.rows
        shut = [c for c in range(maze.cols * maze.rows) if maze.degree(c) == 0]
        if shut:
            failures += 1
            yield Finding(
                f"{piece.id}: {cells_named(maze, shut)} walled in on all sides",
                piece.loc,
                "open one of the four walls",
                format_maze(maze, dict.fromkeys(shut, "x")),
            )
    if cases:
        yield Proof("PATH002", "no space is walled in", cases, "refuted" if failures else "proved")


def _no_whole_units(
    pieces: Sequence[Piece], mazes: Sequence[Maze], placement: PlacementRule, step: int
) -> Finding | None:
    """The first piece whose sides cannot be divided into steps of the placement."""
    for piece, maze in zip(pieces, mazes, strict=True):
        if maze.cols % step or maze.rows % step:
            says = f"{piece.id}: {maze.cols} x {maze.rows} cells are no whole number of"
            hint = "tiles are shifted by whole units"
            return Finding(f"{says} {step}-cell units", placement.at.of("step"), hint)
    return None


@check("PATH003")
def every_placement_connects(plan: Plan) -> Iterator[Finding | Proof]:
    """Two tiles can be laid side by side, legally, with no opening facing an opening.

    What: for all pairs of tiles, all turns, parallel and perpendicular, shifted by `step` cells
    of `placement:` in game.yaml, at least one opening must face an opening. Maze tiles are tried
    with maze tiles, path tiles with path tiles; a side of a path tile is one opening or none.
    How: by distinct edge tokens (the openings of one unit of a side). When every two tokens
    connect, every placement does; when some pair does not, placements are tried until one fails.
    With PATH001 it follows by induction that every board laid edge to edge is connected.
    Example: the picture shows the two tiles as they lie; `#` is outside them.
    Instead: open the middle of each three-cell unit, the only scheme with one opening per unit.
    Path tiles connect everywhere only if all their four sides are open; where ways may end, the
    rule is `contact: at least one`.
    """
    for found in _in_cells(plan, "connect"):
        yield from [found] if isinstance(found, Finding) else _connecting(*found)


def _connecting(
    called: str, pieces: list[Piece], mazes: list[Maze], step: int
) -> Iterator[Finding | Proof]:
    verdict = prove_contacts(mazes, step)
    if verdict.example:
        yield Finding(
            _describe(pieces, verdict.example, step),
            pieces[verdict.example.first].loc,
            "open a side where the two tiles meet, or write 'contact: at least one'",
            picture(mazes, verdict.example, step),
        )
    statement = f"in every legal placement of two {called} an opening faces an opening"
    yield Proof("PATH003", statement, verdict.cases, verdict.result)


def _describe(pieces: Sequence[Piece], contact: Contact, step: int) -> str:
    first, second = pieces[contact.first], pieces[contact.second]
    by = abs(contact.offset) * step
    shift = f", shifted by {by} cell{'' if by == 1 else 's'}" if by else ""
    return (
        f"{second.id}, {_TURNS[contact.turn]}, on the {_SIDES[contact.side]} side of "
        f"{first.id}{shift}: no opening faces an opening"
    )


@check("PATH004", "note")
def placements_are_said(plan: Plan) -> Iterator[Finding | Proof]:
    """A game of maze tiles does not say how they meet, so no placement is proved.

    Instead: write `placement: {contact: connect}` in game.yaml (`step` for tiles that are shifted
    by whole units of cells), or another edge rule; then every pair of tiles is tried.
    """
    if plan.game.file.placement is None and len(mazes_of(plan)) > 1:
        yield Finding(
            "how tiles meet is not said, so no placement is proved",
            plan.game.file.loc,
            "write 'placement: {contact: connect}'",
        )


@check("PATH011")
def every_side_fits_another(plan: Plan) -> Iterator[Finding | Proof]:
    """A side of a tile fits no side of any tile, so that nothing can ever be laid against it.

    What: with `contact: equal` in `placement:`, two sides fit when they show the same, the one
    read forwards and the other backwards: field on field, road on road, way on way.
    How: by the distinct sides that occur. When all are alike and read the same backwards, any two
    tiles fit side by side, however turned: that is proved as well.
    Instead: add a tile with the missing side, or make the sides alike.
    """
    for laid in tiles_of(plan, "equal").values():
        yield from _fitting([(p, tile) for p, tile in laid if isinstance(tile, Sided)])


def _fitting(tiles: Sequence[tuple[Piece, Sided]]) -> Iterator[Finding | Proof]:
    verdict = prove_equal([truth for _, truth in tiles])
    for i, side in verdict.lonely:
        piece, truth = tiles[i]
        yield Finding(
            f"{piece.id}: its {_SIDES[side]} side ({', '.join(truth.edge(side))}) fits no side",
            piece.loc,
            "add a tile with a side that shows the same",
        )
    yield Proof(
        "PATH011",
        "every side of a tile fits some side",
        verdict.cases,
        "refuted" if verdict.lonely else "proved",
    )
    if verdict.always:
        statement = "any two tiles fit side by side, however turned"
        yield Proof("PATH011", statement, verdict.cases, "proved")


@check("PATH012")
def every_tile_continues(plan: Plan) -> Iterator[Finding | Proof]:
    """A tile cannot be laid at some open end, however it is turned.

    What: with `contact: at least one` in `placement:` every contact is legal, but one opening of a
    new tile must meet an opening of a tile that lies there. For every opening of every tile and
    every other tile there must be a turn that does it; maze tiles and path tiles apart.
    How: by distinct edge tokens; a naive proof that tries all pairs of tiles, sides and turns is
    the oracle of the tests. With tiles connected in themselves (PATH001) it follows by induction
    that every labyrinth grown by this rule is connected, as long as no tile is replaced.
    Why: a hand that fits no open end would be no fault of the player.
    Instead: give the tile an opening, or one that faces the others.
    """
    for found in _in_cells(plan, "at least one"):
        yield from [found] if isinstance(found, Finding) else _continuing(*found)


def _continuing(
    called: str, pieces: list[Piece], mazes: list[Maze], step: int
) -> Iterator[Finding | Proof]:
    verdict = prove_continues(mazes, step)
    if verdict.example:
        first, second = pieces[verdict.example.first], pieces[verdict.example.second]
        yield Finding(
            f"{second.id} cannot be laid at the {_SIDES[verdict.example.side]} side of {first.id}, "
            "however it is turned",
            second.loc,
            "give it an opening that meets the other",
            format_maze(mazes[verdict.example.second]),
        )
    statement = f"every one of the {called} continues every open end"
    yield Proof("PATH012", statement, verdict.cases, verdict.result)


@check("PATH013")
def either_wall_counts(plan: Plan) -> Iterator[Finding | Proof]:
    """Where `contact: either wall` holds, cards cannot be laid in whole steps.

    What: every contact is legal; between two cells there is a wall if either has its half. It is
    proved, by the distinct sides that occur, that joining two cards gives just these walls, the
    same from either side.
    Instead: `step` must divide the sides of all cards.
    """
    for found in _in_cells(plan, "either wall"):
        if isinstance(found, Finding):
            yield found
            continue
        _, _, mazes, step = found
        verdict = prove_either_wall(mazes, step)
        statement = "every contact is legal; a wall stands where either side has one"
        yield Proof("PATH013", statement, verdict.cases, verdict.result)


@check("PATH014", "warning")
def placements_are_proved(plan: Plan) -> Iterator[Finding | Proof]:
    """The edge rule of `placement:` says nothing that is proved about some tiles.

    Why: no proof and no complaint would look like a game that is right.
    What: `pnp explain placement` says for which tiles each rule is proved.
    Instead: another `contact:`, or none.
    """
    placement = plan.game.file.placement
    if placement is None or plan.half_read:
        return
    tiles = {p.component: p.tile for p in plan.pieces if p.tile}
    for id, tile in tiles.items():
        if placement.contact not in tile.proved:
            yield Finding(
                f"'{placement.contact}' is not proved for {tile.called} ({id})",
                placement.at.of("contact"),
                f"proved for {tile.called}: {', '.join(repr(rule) for rule in tile.proved)}",
            )
