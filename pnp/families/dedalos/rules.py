"""DED: the rule family `dedalos`, square path tiles laid and covered on the way to an exit.

Roles are `labyrinth`, `entrance`, `exit`, `collapse` and `minotaur` (a component's `role`, by
default its id). What the tiles add up to (mean openings, dead ends, crossings, stars) is written
in `distribution:` of game.yaml and checked by DIST; what each number of players takes out of the
box in `setup:`, checked by SETUP. Here stands what only this family knows.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from pnp.checks.registry import Finding, check
from pnp.errors import Proof
from pnp.families.dedalos.paths import SHAPES, PathTile, shape_of
from pnp.game.plan import Plan
from pnp.geometry.notation import format_maze
from pnp.geometry.topology import SIDES
from pnp.piece import Piece

FAMILY = "dedalos"
LAID = ("labyrinth", "entrance", "exit")
BAG = ("labyrinth", "collapse", "minotaur")
ROLES = (*LAID, "collapse", "minotaur")
EXIT_DISTANCE = 6
SHAPE_NAMES = dict(
    zip(SHAPES, ("dead end", "straight", "corner", "three ways", "crossing"), strict=True)
)

Found = Iterator[Finding | Proof]


def tiles_of(plan: Plan, *roles: str) -> list[tuple[Piece, PathTile]]:
    """The path tiles of some roles (of all that the family knows without any)."""
    return [
        (piece, piece.truth)
        for piece in plan.pieces
        if isinstance(piece.truth, PathTile) and piece.part in (roles or ROLES)
    ]


def _shown(tile: PathTile) -> str:
    return format_maze(tile.grid)


@check("DED101", rules=FAMILY)
def roles_are_known(plan: Plan) -> Found:
    """A path tile has a role that these rules do not know, or the wrong sides for its role.

    Labyrinth, entrance and exit tiles have open sides; collapse and Minotaur tiles have none, for
    they never join the labyrinth.
    """
    for piece in plan.pieces:
        tile = piece.truth
        if not isinstance(tile, PathTile):
            continue
        if piece.part not in ROLES:
            yield Finding(
                f"{piece.id} has the role '{piece.part}', which these rules do not know",
                piece.loc,
                f"roles: {', '.join(ROLES)}",
            )
        elif tile.joins != (piece.part in LAID):
            what = "no open side" if not tile.joins else "open sides"
            yield Finding(f"{piece.id} has {what}, wrong for the role '{piece.part}'", piece.loc)


@check("DED102", rules=FAMILY)
def five_shapes(plan: Plan) -> Found:
    """One of the five shapes is missing among the labyrinth tiles.

    Dead end, straight, corner, three ways and crossing are all there is, up to a turn.
    """
    tiles = tiles_of(plan, "labyrinth")
    there = {shape_of(tile.sides) for _, tile in tiles}
    missing = [SHAPE_NAMES[shape] for shape in SHAPES if shape not in there]
    if tiles and missing and not plan.half_read:
        yield Finding(f"there is no {' and no '.join(missing)} tile", tiles[0][0].loc)
    if tiles:
        yield Proof(
            "DED102",
            "all five shapes are there",
            sum(piece.copies for piece, _ in tiles),
            "refuted" if missing else "proved",
        )


def _by_stars(plan: Plan) -> dict[int, list[tuple[Piece, PathTile]]]:
    found: dict[int, list[tuple[Piece, PathTile]]] = {}
    for piece, tile in tiles_of(plan, "labyrinth"):
        found.setdefault(tile.stars, []).append((piece, tile))
    return dict(sorted(found.items()))


@check("DED103", rules=FAMILY)
def stars_are_rarer(plan: Plan) -> Found:
    """There are not fewer tiles with more stars.

    Why: a tile with more stars covers those with fewer; it must be the rarer one.
    Instead: count fewer of the higher number of stars.
    """
    if plan.half_read:
        return
    counts = {stars: sum(p.copies for p, _ in t) for stars, t in _by_stars(plan).items()}
    for stars in range(1, max(counts, default=0) + 1):
        more, fewer = counts.get(stars - 1, 0), counts.get(stars, 0)
        if fewer >= more:
            yield Finding(
                f"{fewer} tiles with {stars} stars, {more} with {stars - 1}",
                _by_stars(plan)[max(counts)][0][0].loc,
                "each star makes a tile rarer",
            )


@check("DED104", "warning", rules=FAMILY)
def stars_are_worth_it(plan: Plan) -> Found:
    """Tiles with more stars have fewer openings on average than those with fewer.

    Why: a star tile is the way out of a closed labyrinth; without stars half of all games are won
    by the Minotaur although the maze stays open.
    """
    if plan.half_read:
        return
    means = {
        stars: sum(p.copies * t.openings for p, t in tiles) / sum(p.copies for p, _ in tiles)
        for stars, tiles in _by_stars(plan).items()
    }
    levels = list(means)
    for low, high in pairwise(levels):
        if means[high] < means[low] - 1e-9:
            yield Finding(
                f"{means[high]:.3g} openings on average with {high} stars, {means[low]:.3g} with "
                f"{low}",
                _by_stars(plan)[high][0][0].loc,
                "give tiles of more stars more openings",
            )


@check("DED105", rules=FAMILY)
def ends_are_open(plan: Plan) -> Found:
    """An entrance or exit is not open on all four sides.

    Why: with exits open on the front side only, an exit was unreachable in one game of nine with
    three players (a simulation).
    """
    for piece, tile in tiles_of(plan, "entrance", "exit"):
        if tile.joins and tile.sides != SIDES:
            yield Finding(
                f"{piece.id} is open to {' '.join(tile.sides)} only",
                piece.loc,
                "write sides: NESW",
                _shown(tile),
            )


@check("DED106", rules=FAMILY)
def passages_lie_at_crossings(plan: Plan) -> Found:
    """A crossing or the entrance lacks the passage mark, or another tile carries it.

    The Minotaur's secret ways join the entrance and all four-way crossings, and nothing else.
    """
    for piece, tile in tiles_of(plan, *LAID):
        wanted = piece.part == "entrance" or (piece.part == "labyrinth" and tile.openings == 4)
        if tile.passage != wanted:
            word = "carries no passage" if wanted else "carries a passage"
            yield Finding(f"{piece.id} {word}", piece.loc, "entrance and crossings have one")


@check("DED107", rules=FAMILY)
def collapses_of_setups(plan: Plan) -> Found:
    """A set-up does not use half its exits as collapses, rounded down.

    What: `exit` and `collapse` in each line of `setup:`. Whether so many tiles exist is SETUP001.
    """
    setup = plan.game.file.setup
    for players, pieces in setup.items():
        exits, collapses = pieces.get("exit", 0), pieces.get("collapse", 0)
        loc = plan.game.file.at.of("setup", str(players))
        if collapses != exits // 2:
            yield Finding(
                f"{players} players: {exits} exits take {exits // 2} collapses, not {collapses}",
                loc,
                "half the exits, rounded down",
            )


@check("DED108", rules=FAMILY)
def an_exit_is_left(plan: Plan) -> Found:
    """In some set-up the collapses can close every exit, or there is none.

    Why: nobody could escape any more, and everybody would only wait for the end.
    """
    setup = plan.game.file.setup
    failures = 0
    for players, pieces in setup.items():
        exits, collapses = pieces.get("exit", 0), pieces.get("collapse", 0)
        if collapses >= exits:
            failures += 1
            loc = plan.game.file.at.of("setup", str(players))
            yield Finding(f"{players} players: {collapses} collapses close all {exits} exits", loc)
    if setup:
        yield Proof(
            "DED108",
            "in every set-up an exit stays open",
            len(setup),
            "refuted" if failures else "proved",
        )


@check("DED109", rules=FAMILY)
def tiles_are_laid_by_the_rule(plan: Plan) -> Found:
    """`placement:` is missing or says something else than the rules.

    At least one opening of a tile meets another, and exits lie six places from the entrance.
    """
    placement = plan.game.file.placement
    file = plan.game.file
    if placement is None:
        yield Finding(
            "the game does not say how tiles are laid",
            file.loc,
            f"placement: {{contact: at least one, distance: {EXIT_DISTANCE}}}",
        )
        return
    if placement.contact != "at least one":
        yield Finding(
            f"tiles are laid by '{placement.contact}', not by 'at least one'",
            placement.at.of("contact"),
        )
    if placement.distance != EXIT_DISTANCE:
        yield Finding(
            f"exits lie {placement.distance or 'nowhere said how many'} places away, not "
            f"{EXIT_DISTANCE}",
            placement.at.of("distance"),
            f"distance: {EXIT_DISTANCE}",
        )


@check("DED110", rules=FAMILY)
def the_bag_gives_nothing_away(plan: Plan) -> Found:
    """Tiles of the bag differ in back, size or thickness.

    Why: whoever draws would know by eye or touch what comes.
    """
    tiles = tiles_of(plan, *BAG)
    failures = 0
    for piece, _ in tiles:
        first = tiles[0][0]
        mine, other = (
            (p.back.key if p.back else None, p.size, p.thickness) for p in (piece, first)
        )
        if mine != other:
            failures += 1
            yield Finding(
                f"{piece.id} and {first.id} differ in back, size or thickness",
                piece.loc,
                "all tiles of the bag are alike from behind",
            )
    if tiles:
        yield Proof(
            "DED110",
            "the tiles of the bag are alike from behind",
            sum(piece.copies for piece, _ in tiles),
            "refuted" if failures else "proved",
        )
