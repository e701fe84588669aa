"""What a table on bitmaps is worth to the search: what is missing for a labor, counted in Tiles.

A plane is one integer with a bit per place of a window round the Minotaur. Floods are shifts, sizes
are bit counts.
"""

from __future__ import annotations

import math

from pnp.families.dedale.conditions import Condition, Term
from pnp.families.dedale.kit import Kit

REACH = 13
"""How far the window goes from the Minotaur, in Tiles; its outermost ring stays bare."""
WIDTH = 2 * REACH + 1
CENTRE = 1 << (REACH * WIDTH + REACH)
LEAK = 0.7
"""What an open edge costs, in missing Tiles, unless the search says otherwise."""
ABSENT = 4.0
"""What a missing or unwanted mark or colour costs, in missing Tiles."""

Planes = tuple[int, ...]
"""Visible, four sides' walls (N E S W), then the colours, then the marks."""
COLOURS = 5
"""The place of the first colour."""


class Judge:
    """What a table is worth: below 0 when the labor is met, else what is missing, in Tiles."""

    def __init__(self, condition: Condition, kit: Kit) -> None:
        legend = kit.start.legend
        self.names = [name for _, name in legend.colours]
        self.marks = [name for _, name in legend.marks]
        self.terms = condition.terms
        self.leak = LEAK
        self.zones = any(t.function in ("zones", "dcolours", "maxzone") for t in condition.terms)

    def near(self, planes: Planes) -> int:
        """The room and the Tiles and places next to it: what a placement must touch to matter."""
        room = _room(planes, *_passages(planes))
        return room | room << 1 | room >> 1 | room << WIDTH | room >> WIDTH

    def score(self, planes: Planes, bound: float = math.inf) -> float:
        """The worth of a table; may stop early at anything that is not below `bound`."""
        east, south = _passages(planes)
        room = _room(planes, east, south)
        leaks = self.leak * _leaks(planes, room)
        if leaks >= bound:
            return leaks
        room &= ~CENTRE
        sizes = self._zone_sizes(planes, room, east, south) if self.zones else []
        missing = sum(self._missing(term, planes, room, sizes) for term in self.terms)
        if not missing and not leaks:
            return -1.0
        return missing + leaks

    def _zone_sizes(
        self, planes: Planes, room: int, east: int, south: int
    ) -> list[tuple[str, int]]:
        found = []
        for name, plane in zip(self.names, planes[COLOURS:], strict=False):
            left = plane & room
            across, down = left & (left >> 1) & east, left & (left >> WIDTH) & south
            while left:
                zone = _flood(left & -left, across, down)
                left &= ~zone
                found.append((name, zone.bit_count()))
        return found

    def _missing(
        self, term: Term, planes: Planes, room: int, sizes: list[tuple[str, int]]
    ) -> float:
        if term.function in ("zones", "dcolours"):
            return self._missing_zones(term, sizes)
        bound = term.bound
        if term.function == "tiles":
            return _short(bound.op, bound.number, room.bit_count())
        if term.function == "maxzone":
            largest = max((size for _, size in sizes), default=0)
            return _short(bound.op, bound.number, largest)
        if term.function == "colours":
            seen = sum(bool(plane & room) for plane in planes[COLOURS : COLOURS + len(self.names)])
            return ABSENT * _short(bound.op, bound.number, seen)
        if term.function == "colour":
            plane = planes[COLOURS + self.names.index(term.name)]
            return _short(bound.op, bound.number, (plane & room).bit_count())
        plane = planes[COLOURS + len(self.names) + self.marks.index(term.name)]
        return ABSENT * _short(bound.op, bound.number, (plane & room).bit_count())

    def _missing_zones(self, term: Term, sizes: list[tuple[str, int]]) -> float:
        """The Tiles that the best candidates still lack; too many fitting zones count as absent."""
        assert term.size
        op, size, wanted = term.size.op, term.size.number, term.bound.number
        lacks = [(_short(op, size, s), name) for name, s in sizes if term.name in ("", name)]
        if term.function == "dcolours":
            best: dict[str, float] = {}
            for lack, name in lacks:
                best[name] = min(lack, best.get(name, lack))
            values = sorted(best.values())
        else:
            values = sorted(lack for lack, _ in lacks)
        fitting = sum(value == 0 for value in values)
        if term.bound.op != ">=" and fitting > wanted:
            return ABSENT * (fitting - wanted)
        if term.bound.op == "<=":
            return 0.0
        nothing = _short(op, size, 0)
        values += [nothing] * (wanted - len(values))
        return sum(values[:wanted])


def _short(op: str, wanted: int, value: int) -> float:
    """How far a value is from holding; 0 when it holds."""
    if op == ">=":
        return max(wanted - value, 0)
    return max(value - wanted, 0) if op == "<=" else abs(value - wanted)


def _passages(planes: Planes) -> tuple[int, int]:
    """Places with no wall to their neighbour east, and south; both are Tiles."""
    visible, north, east, south, west = planes[:COLOURS]
    return (
        visible & (visible >> 1) & ~(east | (west >> 1)),
        visible & (visible >> WIDTH) & ~(south | (north >> WIDTH)),
    )


def _room(planes: Planes, east: int, south: int) -> int:
    return _flood(CENTRE, east, south)


def _flood(seed: int, east: int, south: int) -> int:
    """Everything joined to the seed by passages."""
    while True:
        grown = (
            seed
            | (seed & east) << 1
            | (seed >> 1) & east
            | (seed & south) << WIDTH
            | (seed >> WIDTH) & south
        )
        if grown == seed:
            return seed
        seed = grown


def _leaks(planes: Planes, room: int) -> int:
    """Edges of the room's Tiles that are open to bare places."""
    visible, north, east, south, west = planes[:COLOURS]
    return (
        (room & ~east & ~(visible >> 1)).bit_count()
        + (room & ~west & ~(visible << 1)).bit_count()
        + (room & ~south & ~(visible >> WIDTH)).bit_count()
        + (room & ~north & ~(visible << WIDTH)).bit_count()
    )
