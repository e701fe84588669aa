"""A beam search for solutions of a deal, on bitmaps; it proves nothing but what it finds.

At each turn the best positions are kept: those whose open edges and missing Tiles are fewest. Wider
beams follow until so many positions were looked at, so "nothing found" never means "unsolvable".
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import product

from msgspec import Struct

from pnp.families.dedale.cells import CellCard
from pnp.families.dedale.certificate import Certificate, Move
from pnp.families.dedale.conditions import Condition
from pnp.families.dedale.judge import CENTRE, COLOURS, REACH, WIDTH, Judge, Planes
from pnp.families.dedale.kit import Kit

BEAMS = (8, 24, 80, 250, 800, 2500)
MOST_POSITIONS = 1_000_000
"""How many are looked at unless somebody asks for more: about a minute."""
LEAKS = (0.7, 1.1)
"""What an open edge costs, in missing Tiles: every beam is tried with each."""


class TurnedCard(Struct, frozen=True):
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


class Position(Struct, frozen=True):
    """A table with everybody's hands after so many turns; `before` leads back to the deal."""

    planes: Planes
    hands: tuple[tuple[str, ...], ...]
    score: float
    move: Move | None = None
    before: Position | None = None


class Result(Struct, frozen=True):
    """A solution, or None; how wide the last beam was and how many positions were looked at."""

    certificate: Certificate | None
    beam: int
    looked_at: int


def search(
    kit: Kit, labor: str, players: int, deal: Sequence[str], most: int = MOST_POSITIONS
) -> Result:
    """Look for a solution of a deal among about `most` positions. KeyError for a strange labor."""
    wanted = kit.labors[labor]
    run = _Search(kit, wanted.condition, players, tuple(deal), wanted.hand, most)
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
        most: int,
    ) -> None:
        self.kit = kit
        self.judge = Judge(condition, kit)
        self.players = players
        self.hand = hand
        self.dealt = [deal[player::players] for player in range(players)]
        self.most = most
        self.looked_at = 0
        self.colours = [letter for letter, _ in kit.start.legend.colours]

    @property
    def late(self) -> bool:
        return self.looked_at >= self.most

    @cached_property
    def stamps(self) -> dict[str, tuple[TurnedCard, ...]]:
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


def _shifts(stamp: TurnedCard, must: int, near: int) -> Iterator[tuple[int, bool]]:
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


def _stamps(id: str, card: CellCard) -> Iterator[TurnedCard]:
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
        yield TurnedCard(id, 90 * turn, rows, cols, places, _window(rows, cols), tuple(planes))


def _window(rows: int, cols: int) -> int:
    row = ((1 << (WIDTH - cols - 1)) - 1) << 1
    return sum(row << (r * WIDTH) for r in range(1, WIDTH - rows))


def _laid(planes: Planes, stamp: TurnedCard, shift: int) -> Planes:
    keep = ~(stamp.planes[0] << shift)
    return tuple(
        [plane & keep | new << shift for plane, new in zip(planes, stamp.planes, strict=True)]
    )
