"""A beam search for solutions of a deal, on bitmaps; it proves nothing but what it finds.

Every plane (visible, each colour, each side's half-walls, each mark) is one integer with a bit per
place of a window round the Minotaur. Floods are shifts, sizes are bit counts. At each turn the best
positions are kept: those whose open edges and missing Tiles are fewest. Wider beams follow until
the time is over, so "nothing found" never means "unsolvable".
"""

from __future__ import annotations

import heapq
import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from pnp.cells import CellCard
from pnp.conditions import Condition, Term
from pnp.proofs.dedale_certificate import Certificate, Move
from pnp.proofs.dedale_kit import Kit

REACH = 13
"""How far the window goes from the Minotaur, in Tiles; its outermost ring stays bare."""
WIDTH = 2 * REACH + 1
CENTRE = 1 << (REACH * WIDTH + REACH)
BEAMS = (8, 24, 80, 250, 800, 2500)
LEAKS = (0.7, 1.1)
"""What an open edge costs, in missing Tiles: every beam is tried with each."""
ABSENT = 4.0
"""What a missing or unwanted mark or colour costs, in missing Tiles."""


@dataclass(frozen=True, slots=True)
class Stamp:
    """A card turned, as planes with its top-left cell at bit 0, in the order of `Planes`.

    `window` has the places where that cell may lie for the card to stay inside the bare ring.
    """

    card: str
    rot: int
    rows: int
    cols: int
    bits: tuple[int, ...]
    window: int
    planes: tuple[int, ...]


Planes = tuple[int, ...]
"""Visible, four sides' walls (N E S W), then the colours, then the marks."""
WALLS = 1
COLOURS = 5


@dataclass(frozen=True, slots=True)
class Position:
    """A table with everybody's hands after so many turns; `before` leads back to the deal."""

    planes: Planes
    hands: tuple[tuple[str, ...], ...]
    score: float
    move: Move | None = None
    before: Position | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """A solution, or None; how wide the last beam was and how many positions were looked at."""

    certificate: Certificate | None
    beam: int
    looked_at: int


def search(
    kit: Kit, labor: str, players: int, deal: Sequence[str], seconds: float = 60.0
) -> Result:
    """Look for a solution of a deal until `seconds` are over. KeyError for a strange labor."""
    wanted = kit.labors[labor]
    run = _Search(
        kit, wanted.condition, players, tuple(deal), wanted.hand, time.monotonic() + seconds
    )
    beam = 0
    for beam, leak in product(BEAMS, LEAKS):
        run.judge.leak = leak
        found = run.with_beam(beam)
        if found is not None:
            certificate = Certificate(
                labor, players, wanted.hand, str(wanted.condition), tuple(deal), _moves(found)
            )
            return Result(certificate, beam, run.looked_at)
        if run.late:
            break
    return Result(None, beam, run.looked_at)


def _moves(position: Position) -> tuple[Move, ...]:
    found = []
    at: Position | None = position
    while at is not None and at.move is not None:
        found.append(at.move)
        at = at.before
    return tuple(reversed(found))


class _Search:
    """One deal being solved."""

    def __init__(
        self,
        kit: Kit,
        condition: Condition,
        players: int,
        deal: tuple[str, ...],
        hand: int,
        deadline: float,
    ) -> None:
        self.kit = kit
        self.judge = Judge(condition, kit)
        self.players = players
        self.hand = hand
        self.dealt = [deal[player::players] for player in range(players)]
        self.deadline = deadline
        self.looked_at = 0
        self.colours = [letter for letter, _ in kit.start.legend.colours]

    @property
    def late(self) -> bool:
        return time.monotonic() > self.deadline

    @cached_property
    def stamps(self) -> dict[str, tuple[Stamp, ...]]:
        """All turns of every card that look different."""
        return {id: tuple(_stamps(id, card)) for id, card in self.kit.cards.items()}

    def first(self) -> Position:
        start = next(_stamps("", self.kit.start))
        corner = (REACH - start.rows // 2) * WIDTH + REACH - start.cols // 2
        hands = tuple(cards[: self.hand] for cards in self.dealt)
        return Position(tuple(plane << corner for plane in start.planes), hands, 0.0)

    def with_beam(self, width: int) -> Position | None:
        """Turn after turn, keep the `width` best positions; the first that meets the labor."""
        beam = [self.first()]
        for turn in range(sum(map(len, self.dealt))):
            player, round = turn % self.players, turn // self.players
            if round >= len(self.dealt[player]):
                continue
            keep = _Keep(width)
            for position in beam:
                done = self.extend(position, player, round, keep)
                if done is not None or self.late:
                    return done
            beam = keep.best
        return None

    def extend(self, position: Position, player: int, round: int, keep: _Keep) -> Position | None:
        """Offer every legal placement that changes the room, and for each card one that does not.

        Returns a position that meets the labor as soon as there is one.
        """
        hand, dealt = position.hands[player], self.dealt[player]
        drawn = self.hand + round
        pile = dealt[drawn] if drawn < len(dealt) else None
        top = self.kit.cards[pile].back if pile else None
        near = self.judge.near(position.planes)
        for i, card in enumerate(hand):
            left = (*hand[:i], *hand[i + 1 :], *((pile,) if pile else ()))
            hands = (*position.hands[:player], left, *position.hands[player + 1 :])
            must = position.planes[0]
            if top is not None and not self.kit.is_hero(card):
                must = position.planes[COLOURS + self.colours.index(top)] or must
            idle = False
            for stamp in self.stamps[card]:
                for shift, matters in _shifts(stamp, must, near):
                    if not matters and idle:
                        break
                    idle = idle or not matters
                    planes = _laid(position.planes, stamp, shift)
                    self.looked_at += 1
                    score = self.judge.score(planes, keep.bound)
                    if score >= keep.bound:
                        continue
                    row, col = divmod(shift, WIDTH)
                    move = Move(player, card, stamp.rot, row - REACH, col - REACH, top)
                    child = Position(planes, hands, score, move, position)
                    if score < 0:
                        return child
                    keep.offer(child, (planes, left))
        return None


class _Keep:
    """The best so many positions, no two alike; `bound` is the score that is too bad to be kept."""

    def __init__(self, width: int) -> None:
        self.width = width
        self.bound = math.inf
        self._heap: list[tuple[float, int, Position]] = []
        self._known: set[object] = set()
        self._count = 0

    def offer(self, position: Position, key: object) -> None:
        if key in self._known:
            return
        self._known.add(key)
        self._count += 1
        entry = (-position.score, -self._count, position)
        if len(self._heap) < self.width:
            heapq.heappush(self._heap, entry)
        else:
            heapq.heappushpop(self._heap, entry)
        if len(self._heap) == self.width:
            self.bound = -self._heap[0][0]

    @property
    def best(self) -> list[Position]:
        """Best first; of equal ones, the first offered."""
        return [entry[2] for entry in sorted(self._heap, reverse=True)]


def _shifts(stamp: Stamp, must: int, near: int) -> Iterator[tuple[int, bool]]:
    """Where a card covers one of the `must`, and never the Minotaur.

    Those that touch what is `near` come first, the others come marked as not mattering.
    """
    cover = touch = beast = 0
    for bit in stamp.bits:
        cover |= must >> bit
        touch |= near >> bit
        beast |= CENTRE >> bit
    legal = cover & ~beast & stamp.window
    for places, matters in ((legal & touch, True), (legal & ~touch, False)):
        while places:
            lowest = places & -places
            places ^= lowest
            yield lowest.bit_length() - 1, matters


def _stamps(id: str, card: CellCard) -> Iterator[Stamp]:
    legend = card.legend
    seen = set()
    for turn in range(4):
        cells = card.cells(turn)
        if cells in seen:
            continue
        seen.add(cells)
        bits = [(1 << (cell.row * WIDTH + cell.col), cell) for cell in cells]
        mask = sum(bit for bit, _ in bits)
        planes = [mask]
        planes += [sum(bit for bit, cell in bits if side in cell.walls) for side in "NESW"]
        planes += [sum(b for b, c in bits if c.colour == letter) for letter, _ in legend.colours]
        planes += [sum(b for b, c in bits if c.mark == letter) for letter, _ in legend.marks]
        rows, cols = max(c.row for c in cells) + 1, max(c.col for c in cells) + 1
        places = tuple(cell.row * WIDTH + cell.col for cell in cells)
        yield Stamp(id, 90 * turn, rows, cols, places, _window(rows, cols), tuple(planes))


def _window(rows: int, cols: int) -> int:
    row = ((1 << (WIDTH - cols - 1)) - 1) << 1
    return sum(row << (r * WIDTH) for r in range(1, WIDTH - rows))


def _laid(planes: Planes, stamp: Stamp, shift: int) -> Planes:
    keep = ~(stamp.planes[0] << shift)
    return tuple(
        [plane & keep | new << shift for plane, new in zip(planes, stamp.planes, strict=True)]
    )


# -- judging ---------------------------------------------------------------------------------------


class Judge:
    """What a table is worth: below 0 when the labor is met, else what is missing, in Tiles."""

    def __init__(self, condition: Condition, kit: Kit) -> None:
        legend = kit.start.legend
        self.names = [name for _, name in legend.colours]
        self.marks = [name for _, name in legend.marks]
        self.terms = condition.terms
        self.leak = LEAKS[0]
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
