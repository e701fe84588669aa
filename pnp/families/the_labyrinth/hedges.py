"""The truth about hedge mazes and landscape tiles: cells, hedges, gates, ways between the gates.

A plot says where hedges may stand; a maze says which of them do. The renderer draws this object
and the checks prove things about it. Coordinates are mm from the middle of the tile, y down.
"""

from __future__ import annotations

import math
from collections import deque
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

from msgspec import Struct

from pnp.geometry.plane import Point
from pnp.geometry.topology import SIDES, STEPS, Tile

OUTSIDE = -1
LEAST_PASSAGE = 1.5
"""Two cells are neighbours only where a passage of this clear width, mm, fits between them."""


class Hedge(NamedTuple):
    """A stretch where a hedge may stand, between a cell and another one (or `OUTSIDE`).

    Straight from `start` to `end` when `radius` is 0, else the clockwise arc about the middle.
    A `fixed` stretch is always hedge: the two cells only touch.
    """

    cell: int
    beyond: int
    start: Point
    end: Point
    radius: float = 0.0
    fixed: bool = False

    def at(self, share: float) -> Point:
        """The point at a share (0 to 1) of the stretch."""
        if not self.radius:
            (x0, y0), (x1, y1) = self.start, self.end
            return Point(x0 + share * (x1 - x0), y0 + share * (y1 - y0))
        first = math.atan2(self.start.y, self.start.x)
        return _polar(self.radius, first + share * self.sweep)

    @property
    def sweep(self) -> float:
        """The angle of an arc in radians, 0 for a straight stretch."""
        if not self.radius:
            return 0.0
        first, last = (math.atan2(p.y, p.x) for p in (self.start, self.end))
        return (last - first) % math.tau or math.tau

    @property
    def length(self) -> float:
        """mm."""
        return self.radius * self.sweep if self.radius else math.dist(self.start, self.end)


class Plot(Struct, frozen=True, dict=True):
    """Where a maze may have hedges; `gates` are the cells that open to the sides of `roads`.

    `reach` is the distance of the outer hedge from the middle, mm, `width` a hedge's breadth.
    `least_steps` is how far apart two gates should lie for the maze to be one.
    """

    style: str
    cells: int
    hedges: tuple[Hedge, ...]
    roads: str
    gates: tuple[int, ...]
    reach: float
    width: float
    least_steps: int

    @cached_property
    def doors(self) -> tuple[int, ...]:
        """The hedges (by number) that a gate opens."""
        return tuple(
            i
            for gate, side in zip(self.gates, self.roads, strict=True)
            for i, hedge in enumerate(self.hedges)
            if hedge.cell == gate and hedge.beyond == OUTSIDE and _faces(hedge, side)
        )

    @cached_property
    def free(self) -> tuple[int, ...]:
        """The hedges (by number) that may be left out: those between two neighbours."""
        return tuple(
            i for i, hedge in enumerate(self.hedges) if hedge.beyond != OUTSIDE and not hedge.fixed
        )


def _faces(hedge: Hedge, side: str) -> bool:
    """True if the middle of an outer hedge lies towards a side of the tile."""
    x, y = hedge.at(0.5)
    dx, dy = STEPS[side]
    return (x * dx + y * dy) > 0.999 * math.hypot(x, y)


def square_plot(cells: int, box: float, width: float, roads: str = SIDES) -> Plot:
    """`cells` x `cells` square cells in a box of `box` mm; gates in the middle of its sides.

    Raises ValueError when the number is even (then no cell lies in the middle of a side) or the
    passages would be too narrow.
    """
    if cells < 3 or cells % 2 == 0:
        raise ValueError(f"a square maze has an odd number of cells in a row, not {cells}")
    pitch = box / cells
    if pitch - width < LEAST_PASSAGE:
        raise ValueError(
            f"{cells} cells in {box:g} mm leave passages of {pitch - width:.2f} mm, "
            f"less than {LEAST_PASSAGE:g}"
        )
    low = -box / 2

    def point(x: int, y: int) -> Point:
        return Point(low + x * pitch, low + y * pitch)

    def cell(x: int, y: int) -> int:
        return y * cells + x if 0 <= x < cells and 0 <= y < cells else OUTSIDE

    hedges = []
    for line in range(cells + 1):
        for i in range(cells):
            for here, there, start, end in (
                (cell(i, line), cell(i, line - 1), point(i, line), point(i + 1, line)),
                (cell(line, i), cell(line - 1, i), point(line, i), point(line, i + 1)),
            ):
                inner, outer = (here, there) if here != OUTSIDE else (there, here)
                hedges.append(Hedge(inner, outer, start, end))
    middle = cells // 2
    at = {"N": cell(middle, 0), "E": cell(cells - 1, middle), "S": cell(middle, cells - 1)}
    at["W"] = cell(0, middle)
    gates = tuple(at[side] for side in roads)
    return Plot("square", cells * cells, tuple(hedges), roads, gates, box / 2, width, cells + 1)


def round_plot(rings: tuple[int, ...], radius: float, width: float, roads: str = SIDES) -> Plot:
    """A hub (cell 0) inside rings of so many sectors each, one sector of each centred on north.

    Sectors of neighbouring rings that share too short an arc for a passage are no neighbours.
    Raises ValueError when a road would not meet the middle of a sector or passages get too narrow.
    """
    if not rings or rings[-1] % 4:
        raise ValueError("the outermost ring has four sectors, or eight, twelve …")
    if min(rings) < 3:
        raise ValueError(f"a ring has three sectors or more, not {min(rings)}")
    pitch = radius / (len(rings) + 1)
    hedges: list[Hedge] = []
    first, below = 1, 0  # the first cell of this ring and of the ring inside it
    inner = 1
    for level, sectors in enumerate(rings, 1):
        low = level * pitch
        if min(pitch, math.tau * low / sectors) - width < LEAST_PASSAGE:
            raise ValueError(
                f"ring {level} with {sectors} sectors leaves passages narrower than "
                f"{LEAST_PASSAGE:g} mm"
            )
        hedges += _ring_hedges(low, (first, sectors), (below, inner), width)
        for i in range(sectors):
            angle = _border(i, sectors)
            other = first + (i - 1) % sectors
            line = _polar(low, angle), _polar(low + pitch, angle)
            hedges.append(Hedge(first + i, other, *line))
        below, inner, first = first, sectors, first + sectors
    outer = len(rings) * pitch + pitch
    for i in range(inner):
        arc = _polar(outer, _border(i, inner)), _polar(outer, _border(i + 1, inner))
        hedges.append(Hedge(below + i, OUTSIDE, *arc, outer))
    gates = tuple(below + SIDES.index(side) * inner // 4 for side in roads)
    least = 2 * len(rings)
    return Plot("round", first, tuple(hedges), roads, gates, radius, width, least)


def _border(i: int, sectors: int) -> float:
    """Where sector i begins, radians clockwise from east; sector 0 is centred on north."""
    return math.tau * ((i - 0.5) / sectors - 0.25)


def _polar(radius: float, angle: float) -> Point:
    return Point(radius * math.cos(angle), radius * math.sin(angle))


def _ring_hedges(
    radius: float, ring: tuple[int, int], inside: tuple[int, int], width: float
) -> list[Hedge]:
    """The arcs between a ring and the one inside it, one for each pair of sectors that touch.

    Borders are counted in 2·m·n-ths of the circle, so that no rounding decides who touches whom.
    """
    (first, many), (below, few) = ring, inside
    whole = 2 * many * few
    found = []
    for i in range(many):
        low, high = (2 * i - 1) * few, (2 * i + 1) * few
        for j in range(-1, few + 1):
            start = max(low, (2 * j - 1) * many) if few > 1 else low
            end = min(high, (2 * j + 1) * many) if few > 1 else high
            if start >= end or (few == 1 and j != 0):
                continue
            arc = [_polar(radius, math.tau * (edge / whole - 0.25)) for edge in (start, end)]
            room = math.tau * radius * (end - start) / whole - width
            fixed = room < LEAST_PASSAGE
            found.append(Hedge(first + i, below + j % few, arc[0], arc[1], radius, fixed))
    return found


class HedgeMaze(Struct, frozen=True, dict=True):
    """A plot with some hedges left out; `gaps[i]` is True where hedge i does not stand."""

    plot: Plot
    gaps: tuple[bool, ...]

    @cached_property
    def standing(self) -> tuple[Hedge, ...]:
        """The hedges that stand."""
        return tuple(h for h, gap in zip(self.plot.hedges, self.gaps, strict=True) if not gap)

    @cached_property
    def links(self) -> tuple[tuple[int, ...], ...]:
        """For each cell, the cells one step away."""
        found: list[list[int]] = [[] for _ in range(self.plot.cells)]
        for hedge, gap in zip(self.plot.hedges, self.gaps, strict=True):
            if gap and hedge.beyond != OUTSIDE:
                found[hedge.cell].append(hedge.beyond)
                found[hedge.beyond].append(hedge.cell)
        return tuple(map(tuple, found))

    def distances(self, start: int) -> dict[int, int]:
        """Steps from `start` to every cell that can be reached."""
        steps = {start: 0}
        queue = deque([start])
        while queue:
            cell = queue.popleft()
            for other in self.links[cell]:
                if other not in steps:
                    steps[other] = steps[cell] + 1
                    queue.append(other)
        return steps

    @cached_property
    def ways_in(self) -> dict[str, int]:
        """The cells behind the gates that are open, by the sides of their roads."""
        gates = zip(self.plot.roads, self.plot.gates, self.plot.doors, strict=True)
        return {side: cell for side, cell, door in gates if self.gaps[door]}

    @cached_property
    def gate_steps(self) -> dict[str, int | None]:
        """Steps between the gates of each two roads, by their sides ("NE"); None if parted."""
        found: dict[str, int | None] = {}
        for one, two in combinations(self.plot.roads, 2):
            a, b = self.ways_in.get(one), self.ways_in.get(two)
            found[one + two] = None if a is None or b is None else self.distances(a).get(b)
        return found

    @property
    def joined(self) -> bool:
        """True if every gate is open and reaches every other one."""
        return None not in self.gate_steps.values()

    @cached_property
    def lost(self) -> tuple[int, ...]:
        """The cells that the first open gate does not reach; none without a gate."""
        if not self.ways_in:
            return ()
        reached = self.distances(next(iter(self.ways_in.values())))
        return tuple(cell for cell in range(self.plot.cells) if cell not in reached)

    @cached_property
    def dead_ends(self) -> tuple[int, ...]:
        """The cells with one way out; an open gate is a way out."""
        doors = list(self.ways_in.values())
        return tuple(
            cell for cell, near in enumerate(self.links) if len(near) + doors.count(cell) == 1
        )


class Landscape(Struct, Tile, frozen=True):
    """A landscape tile: roads leaving by the middles of some sides, joined in a maze or without.

    Lengths in mm: `side` of the tile, `road` between its dark edges. `ground` is the colour one
    walks on.
    """

    side: float
    road: float
    roads: str
    maze: HedgeMaze | None
    ground: str
    called = "landscape tiles"
    proved = ("equal",)

    def edge(self, side: str) -> tuple[str, ...]:
        """What lies along a side, clockwise."""
        return ("field", "road", "field") if side in self.roads else ("field",) * 3

    @property
    def joined(self) -> bool:
        """True if all roads are one."""
        return self.maze is None or self.maze.joined
