"""Landscape tiles: a meadow, roads leaving by the middles of the sides, a hedge maze between them.

A maze grows from the seed written in the definition. Without one, roads meet in the open: an end
at a house, a straight road, a bend, a crossing round a tree.
"""

from __future__ import annotations

import math
import random
import re
from typing import Annotated, Literal

from msgspec.structs import replace

from pnp.definition.schema import Bounds, Value, Written
from pnp.definition.values import Colour, Copies, Id, PositiveLength, Table, Title, Whole
from pnp.draw.ink import Ink
from pnp.errors import Loc, Problem
from pnp.families.the_labyrinth.hedgeart import (
    OVERHANG,
    bent_way,
    draw_field,
    draw_house,
    draw_maze,
    draw_meadow,
    draw_roads,
    draw_tree,
    straight_way,
)
from pnp.families.the_labyrinth.hedges import HedgeMaze, Landscape, Plot, round_plot, square_plot
from pnp.families.the_labyrinth.mazegen import grow
from pnp.geometry.plane import Affine, Point, Size
from pnp.geometry.topology import SIDES, STEPS
from pnp.kinds.backs import Backed, add_backs
from pnp.kinds.base import Context, Expansion, Kind, Stocked, own_piece, printed_entries
from pnp.piece import Face, Layer, Piece, Stamp


def _roads(value: str) -> str:
    if re.fullmatch("none|N?E?S?W?", value) is None:
        raise ValueError(f"'{value}' are no roads; write some of N E S W, in this order, or none")
    return value


Roads = Annotated[str, Value("sides, as NES", _roads)]
TALL = 1.4
"""The tallest grass, mm."""
MARGIN = 3.0
"""What a maze leaves free along the trim, mm."""


class LandscapeColours(Written):
    """Paints of areas are `field` and `ground`, of lines `edge` and `grass`.

    Hedges have the others, from dark to light.
    """

    field: Colour = "#DDE8C6"
    grass: Colour = "#7E9C58"
    ground: Colour = "#F7EBCB"
    edge: Colour = "#6A5236"
    hedge: Colour = "#2F5A33"
    leaf: Colour = "#66964B"
    light: Colour = "#B9D48A"
    flower: Colour = "#C4643A"


class LandscapeTile(Written):
    """A tile has a square maze (`cells`, `box`), a round one (`rings`, `radius`), or none.

    `rings` are the sectors of each ring, from the hub outwards; `extra` passages make loops.
    `roads` are the sides that roads leave by.
    """

    maze: Literal["square", "round", "none"] = "none"
    roads: Roads = SIDES
    cells: Annotated[Whole, Bounds(least=3, most=99)] = 9
    box: PositiveLength = 33.0
    rings: Annotated[tuple[Whole, ...], Bounds(least=1, most=20)] = (4, 8, 16, 16, 32)
    radius: PositiveLength = 17.0
    seed: Annotated[Whole, Bounds(least=0)] = 0
    extra: Annotated[Whole, Bounds(least=0, most=99)] = 0
    copies: Copies = 1
    title: Title | None = None

    @property
    def sides(self) -> str:
        """The sides with a road, as a part of "NESW"."""
        return "" if self.roads == "none" else self.roads

    @property
    def reach(self) -> float:
        """How far the maze comes from the middle of the tile, mm."""
        return self.radius if self.maze == "round" else self.box / 2


class Landscapes(Stocked, Backed):
    """Square tiles of one size: `tile` mm; roads of `road` mm between dark edges of `edge` mm.

    `hedge` is the breadth of the hedges, `thickness` what a finished tile measures.
    """

    tile: PositiveLength = 45.0
    road: PositiveLength = 4.5
    edge: PositiveLength = 0.3
    hedge: PositiveLength = 0.9
    colours: LandscapeColours
    tiles: Table[Id, LandscapeTile]

    @property
    def size(self) -> Size:
        """Trim size in mm."""
        return Size(self.tile, self.tile)


def expand(component: Landscapes, context: Context) -> Expansion:
    """One piece per tile; a maze that cannot be grown is a problem and no piece."""
    result = Expansion()
    for id, tile in printed_entries(component, "tiles", result):
        try:
            maze = _grow(component, tile)
        except ValueError as error:
            result.problems.append(Problem("DEF003", "error", f"{id}: {error}", tile.loc))
            result.unread += tile.copies
            continue
        loc = component.at.node.fields["tiles"].keys[id]
        piece = draw_piece(component, id, tile.sides, maze, loc)
        result.pieces.append(replace(piece, title=tile.title or id, copies=tile.copies))
    add_backs(component, component.size, context, result)
    return result


def _grow(component: Landscapes, tile: LandscapeTile) -> HedgeMaze | None:
    """The tile's maze. Raises ValueError for one that does not fit the tile or itself."""
    if component.road + 2 * component.edge > component.tile / 3:
        raise ValueError("the road is wider than a third of the tile")
    if tile.maze == "none":
        return None
    room = component.tile / 2 - MARGIN - component.hedge / 2
    if tile.reach > room:
        raise ValueError(f"the maze reaches {tile.reach:g} mm from the middle, but has {room:g} mm")
    plot = (
        square_plot(tile.cells, tile.box, component.hedge, tile.sides)
        if tile.maze == "square"
        else round_plot(tile.rings, tile.radius, component.hedge, tile.sides)
    )
    return grow(plot, tile.seed, tile.extra)


def draw_piece(
    component: Landscapes, id: str, roads: str, maze: HedgeMaze | None, loc: Loc
) -> Piece:
    """A tile of a component with the given roads and maze, whether it is written there or not."""
    paints, side = component.colours, component.tile
    stack = [Stamp(_base(component, roads, maze)), Stamp(_meadow(component, id, roads, maze))]
    if maze is not None:
        ink = Ink()
        draw_maze(ink, maze, paints)
        stack.append(Stamp(ink.layer(), Affine.translation(side / 2, side / 2)))
    truth = Landscape(side, component.road, roads, maze, paints.ground)
    return own_piece(
        component,
        Face(component.size, tuple(stack), component.bleed),
        id=id,
        title=id,
        loc=loc,
        corners=component.corners,
        truth=truth,
    )


def _base(component: Landscapes, roads: str, maze: HedgeMaze | None) -> Layer:
    """Meadow and roads; with a maze the roads end below its outer hedge."""
    ink, side = Ink(), component.tile
    over = max(OVERHANG, component.bleed)
    draw_field(ink, side, component.colours, over)
    if len(roads) == 2 and maze is None and roads not in ("NS", "EW"):
        ways = [bent_way(side, roads[0], roads[1], over)]
    else:
        reach = maze.plot.reach - 0.6 if maze else 0.0
        ways = [straight_way(side, road, reach, over) for road in roads]
    if ways:
        draw_roads(ink, side, component.road, component.edge, ways, component.colours)
    return ink.layer()


def _meadow(component: Landscapes, id: str, roads: str, maze: HedgeMaze | None) -> Layer:
    """Trees where there is most room, then grass and flowers; each tile its own."""
    ink, side, paints = Ink(), component.tile, component.colours
    lot = random.Random(f"meadow {id}")
    half = component.road / 2 + component.edge
    plot = maze.plot if maze else None
    taken: list[tuple[Point, float]] = []
    middle = Point(side / 2, side / 2)
    if maze is None and len(roads) == 1:
        taken.append((middle, 0.13 * side))
        draw_house(ink, middle, 0.17 * side, paints)
    places = [Point(side * lot.random(), side * lot.random()) for _ in range(1100)]
    rooms = sorted(((_room(p, side, roads, half, plot), p) for p in places[:400]), reverse=True)

    most = 7 if maze else 5

    def free(point: Point, gap: float) -> bool:
        return all(math.dist(point, other) > gap + size for other, size in taken)

    for room, point in rooms:
        radius = min(0.8 * room, (0.04 + 0.02 * lot.random()) * side)
        if len(taken) < most and radius > 0.028 * side and free(point, 0.11 * side):
            taken.append((point, radius))
            draw_tree(ink, point, radius, paints)
    tufts: list[Point] = []
    for point in places[400:]:
        tip = Point(point.x, point.y - TALL)
        room = all(_room(p, side, roads, half, plot) > 0.6 for p in (point, tip))
        if room and free(point, 0.06 * side):
            taken.append((point, 0.02 * side))
            tufts.append(point)
    draw_meadow(ink, tufts, id, paints)
    return ink.layer()


def _room(point: Point, side: float, roads: str, half: float, plot: Plot | None) -> float:
    """How far a point is from roads, maze and trim, mm; negative on them."""
    x, y = point.x - side / 2, point.y - side / 2
    rooms = [side / 2 - max(abs(x), abs(y)) - 1.5]
    if plot is not None:
        away = math.hypot(x, y) if plot.style == "round" else max(abs(x), abs(y))
        rooms.append(away - plot.reach - plot.width)
    if plot is None and len(roads) == 2 and roads not in ("NS", "EW"):
        corner = [sum(STEPS[road][i] for road in roads) * side / 2 for i in range(2)]
        rooms.append(abs(math.dist((x, y), corner) - side / 2) - half)
    else:
        for road in roads:
            dx, dy = STEPS[road]
            along = max(0.0, x * dx + y * dy)
            rooms.append(math.dist((x, y), (along * dx, along * dy)) - half)
    return min(rooms)


KIND = Kind("landscape", Landscapes, expand)
