"""A patch of landscape: the game's maze tiles among plain ones drawn to fit them.

A kit of a few landscape tiles is laid among those of another game. The plain tiles here are made
up for the picture by the same hand; they are in no kit. Every contact shows the same on both sides.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from pnp.boards.table import Laid, refusal
from pnp.checks.contacts import sides_fit
from pnp.families.the_labyrinth.hedges import Landscape
from pnp.families.the_labyrinth.landscape import Landscapes, draw_piece
from pnp.game.plan import Plan
from pnp.geometry.plane import Affine, Size
from pnp.geometry.topology import SIDES, STEPS
from pnp.piece import Face, Piece, Placed

COLS, ROWS = 5, 3
MOST = 40
"""Columns or rows of a patch at most."""
WEIGHTS = (3, 1, 10, 2, 1)
"""How often plain tiles have none to four roads."""
OPPOSITE = {"N": "S", "E": "W", "S": "N", "W": "E"}

Place = tuple[int, int]


class Patch(Struct, frozen=True, dict=True):
    """Tiles on a table of `size` mm; `plain` of them are in no kit."""

    size: Size
    laid: tuple[Laid, ...]
    plain: int

    @property
    def rim(self) -> float:
        return 0.0

    @property
    def faces(self) -> tuple[tuple[Face, Affine], ...]:
        """Each tile's front, without bleed, and its matrix, face mm to board mm."""
        return tuple((replace(tile.piece.front, bleed=0.0), tile.at) for tile in self.laid)

    @property
    def placed(self) -> tuple[Placed, ...]:
        """The same, ready for a page."""
        return tuple(Placed(face, at) for face, at in self.faces)

    @cached_property
    def contacts(self) -> tuple[tuple[Laid, Laid, bool], ...]:
        """Every two tiles with a common side, and whether they show the same there."""
        by_place = {(tile.col, tile.row): tile for tile in self.laid}
        found = []
        for tile in self.laid:
            for side in "ES":
                dx, dy = STEPS[side]
                other = by_place.get((tile.col + dx, tile.row + dy))
                if other is not None:
                    fit = sides_fit(edge_of(tile, side), edge_of(other, OPPOSITE[side]))
                    found.append((tile, other, fit))
        return tuple(found)

    def summary(self) -> str:
        """One line: what lies there and whether it fits."""
        mazes = len(self.laid) - self.plain
        wrong = sum(not fit for *_, fit in self.contacts)
        verdict = "every side fits" if not wrong else f"{wrong} sides do not fit"
        return (
            f"{mazes} labyrinth tile{'' if mazes == 1 else 's'} among {self.plain} plain ones, "
            f"which are not in the kit; {verdict}"
        )


def edge_of(tile: Laid, side: str) -> tuple[str, ...]:
    """What a tile shows along a side as it lies, clockwise."""
    truth = tile.piece.truth
    assert isinstance(truth, Landscape)
    return truth.edge(SIDES[(SIDES.index(side) - tile.turn) % 4])


def landscape_board(plan: Plan, cols: int | None, rows: int | None, seed: int) -> Patch:
    """A patch of `cols` x `rows` tiles, 5 x 3 if not said; the same seed gives the same patch.

    Raises PnpError (BOARD001) when there is no maze tile, they differ in size, the patch is too
    small for them or too large, or those that touch do not fit.
    """
    tiles = [
        piece
        for piece in plan.pieces
        if isinstance(piece.truth, Landscape) and piece.truth.maze and piece.id in plan.selected
        for _ in range(piece.copies)
    ]
    cols, rows = COLS if cols is None else cols, ROWS if rows is None else rows
    _refuse_misfits(plan, tiles, cols, rows)
    lot = random.Random(f"patch {seed}")
    mazes = {
        place: Laid(piece, *place, turn=lot.randrange(4))
        for piece, place in zip(tiles, _places(len(tiles), cols, rows, lot), strict=True)
    }
    component = plan.game.component(tiles[0].component)
    assert isinstance(component, Landscapes)
    laid: dict[Place, Laid] = {}
    for row in range(rows):
        for col in range(cols):
            here = (col, row)
            if here not in mazes:
                roads = _roads(here, laid, mazes, lot)
                name = f"plain-{col}-{row}"
                plain = draw_piece(component, name, roads, None, component.loc)
                laid[here] = Laid(plan.tone.piece(plain), col, row)
            else:
                laid[here] = mazes[here]
    side = component.tile
    patch = Patch(Size(cols * side, rows * side), tuple(laid.values()), len(laid) - len(tiles))
    if not all(fit for *_, fit in patch.contacts):
        raise refusal(
            f"maze tiles touch on {cols}x{rows} places and their roads do not meet",
            "lay a larger patch, or take another seed",
        )
    return patch


def _refuse_misfits(plan: Plan, tiles: list[Piece], cols: int, rows: int) -> None:
    if not tiles:
        raise refusal(f"{plan.game.id} has no maze tiles to lay", "a patch shows maze tiles")
    if len({tile.size for tile in tiles}) > 1:
        raise refusal("tiles of different sizes make no board", "choose some with --pieces")
    if min(cols, rows) < 1 or max(cols, rows) > MOST:
        raise refusal(f"a patch has 1 to {MOST} columns and rows", f"the usual is {COLS}x{ROWS}")
    if len(tiles) > cols * rows:
        raise refusal(f"{len(tiles)} tiles do not fit {cols}x{rows} places", "lay a larger patch")


def _places(many: int, cols: int, rows: int, lot: random.Random) -> list[Place]:
    """Places for maze tiles: inside rather than at the border, and apart where there is room."""
    free = [(col, row) for row in range(rows) for col in range(cols)]
    chosen: list[Place] = []
    for _ in range(many):
        drawn = {place: lot.random() for place in free}

        def rank(place: Place, drawn: dict[Place, float] = drawn) -> tuple[bool, bool, float]:
            col, row = place
            close = any(abs(col - x) + abs(row - y) < 2 for x, y in chosen)
            return close, col in (0, cols - 1) or row in (0, rows - 1), drawn[place]

        best = min(free, key=rank)
        free.remove(best)
        chosen.append(best)
    return chosen


def _roads(
    here: Place, laid: Mapping[Place, Laid], mazes: Mapping[Place, Laid], lot: random.Random
) -> str:
    """The roads of a plain tile: as its neighbours ask, the other sides by lot."""
    asked: dict[str, bool] = {}
    for side in SIDES:
        place = (here[0] + STEPS[side][0], here[1] + STEPS[side][1])
        other = laid.get(place) or mazes.get(place)
        if other is not None:
            asked[side] = "road" in edge_of(other, OPPOSITE[side])
    choices = []
    for number in range(16):
        roads = "".join(side for i, side in enumerate(SIDES) if number >> i & 1)
        if all((side in roads) == road for side, road in asked.items()):
            choices += [roads] * WEIGHTS[len(roads)]
    return choices[lot.randrange(len(choices))]
