"""The table of a game of the family `dedalos`: tiles, tributes, the Minotaur, and what is legal.

Sides are bits (N 1, E 2, S 4, W 8), places are columns and rows from the entrance at (0, 0).
It knows rules and no strategy; strategies stand in `dedalos_play`.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from msgspec import Struct, field

from pnp.errors import PnpError, Problem
from pnp.families.dedalos.paths import PathTile
from pnp.game.plan import Plan
from pnp.geometry.topology import SIDES, STEPS

Place = tuple[int, int]
BITS = {side: 1 << i for i, side in enumerate(SIDES)}
WAYS = tuple((1 << i, *STEPS[side]) for i, side in enumerate(SIDES))
"""Bit, dx, dy of each side."""
BACK = {1: 4, 2: 8, 4: 1, 8: 2}
HAND = 3


class Item(NamedTuple):
    """What lies in the bag or in a hand: `kind` is a role, `red` tells Minotaur tiles apart."""

    kind: str
    sides: int = 0
    stars: int = 0
    passage: bool = False
    red: bool = False


class LaidTile(NamedTuple):
    """A tile as it lies."""

    kind: str
    sides: int
    stars: int = 0
    passage: bool = False


class Build(NamedTuple):
    """A tile of the hand, its place and its open sides there."""

    item: Item
    place: Place
    sides: int


def bits(tile: PathTile) -> int:
    return sum(BITS[side] for side in tile.sides)


def turns_of(sides: int) -> tuple[int, ...]:
    """The distinct turns of a tile."""
    turns = ((sides << q | sides >> (4 - q)) & 15 for q in range(4))
    return tuple(dict.fromkeys(turns))


class Supply(Struct, frozen=True):
    """The tiles of a plan and its set-up for a number of players."""

    bag: tuple[Item, ...]
    entrance: int
    exits: tuple[tuple[Place, int], ...]
    players: int


def kit_of(plan: Plan, players: int) -> Supply:
    """Raises PnpError (SIM001) when there is no set-up or the tiles are not those of the family."""
    file = plan.game.file
    setup = file.setup.get(players)
    if setup is None:
        known = ", ".join(map(str, sorted(file.setup))) or "none"
        raise _refusal(f"there is no set-up for {players} players", f"set-ups: {known}")
    bag: list[Item] = []
    ends: dict[str, list[int]] = {"entrance": [], "exit": []}
    for piece in plan.pieces:
        tile = piece.truth
        if not isinstance(tile, PathTile):
            continue
        if piece.part in ends:
            ends[piece.part] += [bits(tile)] * piece.copies
            continue
        red = "red" in piece.id
        item = Item(piece.part, bits(tile), tile.stars, tile.passage, red)
        used = setup.get(piece.component, piece.copies)
        bag += [item] * min(piece.copies, used)
    exits = ends["exit"][: setup.get("exit", len(ends["exit"]))]
    if not ends["entrance"] or not exits or not any(item.kind == "labyrinth" for item in bag):
        raise _refusal("an entrance, an exit or labyrinth tiles are missing", "roles of path tiles")
    away = (file.placement.distance if file.placement else None) or 6
    order = "NSEW" if len(exits) == 2 else "NESW"
    places = [(STEPS[side][0] * away, STEPS[side][1] * away) for side in order]
    return Supply(tuple(bag), ends["entrance"][0], tuple(zip(places, exits, strict=False)), players)


def _refusal(message: str, hint: str) -> PnpError:
    return PnpError(Problem("SIM001", "error", message, None, hint))


class Player(Struct):
    """A tribute; `place` is None after it was caught."""

    place: Place | None
    hand: list[Item] = field(default_factory=list)


class Labyrinth(Struct):
    """Everything that lies on the table and in the bag."""

    tiles: dict[Place, LaidTile]
    bag: list[Item]
    players: list[Player]
    lot: random.Random
    blocked: set[Place] = field(default_factory=set)
    beast: Place | None = None
    heading: int = 0
    called: list[Item] = field(default_factory=list)

    # -- ways --------------------------------------------------------------------------------------

    def open_exits(self) -> list[Place]:
        return [p for p, t in self.tiles.items() if t.kind == "exit" and p not in self.blocked]

    def near(self, place: Place) -> Iterator[tuple[int, Place]]:
        """The tiles one step away, with the side that leads there."""
        sides = self.tiles[place].sides
        for bit, dx, dy in WAYS:
            if sides & bit:
                there = place[0] + dx, place[1] + dy
                other = self.tiles.get(there)
                if other and other.sides & BACK[bit]:
                    yield bit, there

    def walkable(self, place: Place) -> bool:
        """Not an exit that is blocked."""
        return place not in self.blocked

    def steps_from(self, starts: Iterable[Place]) -> dict[Place, int]:
        """Steps to every tile; exits end a way, blocked ones are not entered."""
        steps = dict.fromkeys(starts, 0)
        queue = deque(steps)
        while queue:
            here = queue.popleft()
            if self.tiles[here].kind == "exit" and steps[here]:
                continue
            for _, there in self.near(here):
                if there not in steps and self.walkable(there):
                    steps[there] = steps[here] + 1
                    queue.append(there)
        return steps

    def ends(self, places: Iterable[Place] | None = None) -> list[tuple[Place, int, Place]]:
        """Open sides beside an empty place: the tile, the side and the empty place."""
        found = []
        for place in self.tiles if places is None else places:
            tile = self.tiles[place]
            if tile.kind == "exit":
                continue
            for bit, dx, dy in WAYS:
                there = place[0] + dx, place[1] + dy
                if tile.sides & bit and there not in self.tiles:
                    found.append((place, bit, there))
        return found

    def free(self, place: Place) -> bool:
        """Does a way lead from here to an open exit or an open end?"""
        region = self.steps_from([place])
        return any(self.tiles[p].kind == "exit" for p in region) or bool(self.ends(region))

    def route_possible(self) -> bool:
        """Could tiles on empty places alone still lead from the entrance to an open exit?"""
        goals = set(self.open_exits())
        xs, ys = zip(*self.tiles, strict=True)
        low, high = (min(xs) - 1, min(ys) - 1), (max(xs) + 1, max(ys) + 1)
        seen: set[Place] = {(0, 0)}
        queue = deque(seen)
        while queue:
            here = queue.popleft()
            if here in goals:
                return True
            tile = self.tiles.get(here)
            for bit, dx, dy in WAYS:
                there = here[0] + dx, here[1] + dy
                if there in seen or (tile and not tile.sides & bit):
                    continue
                if not (low[0] <= there[0] <= high[0] and low[1] <= there[1] <= high[1]):
                    continue
                other = self.tiles.get(there)
                if other and (not other.sides & BACK[bit] or there in self.blocked):
                    continue
                seen.add(there)
                queue.append(there)
        return False

    # -- building ----------------------------------------------------------------------------------

    def meets(self, place: Place, sides: int) -> bool:
        """Does one of these open sides meet an opening of a tile that is no exit?"""
        for bit, dx, dy in WAYS:
            if sides & bit:
                other = self.tiles.get((place[0] + dx, place[1] + dy))
                if other and other.kind != "exit" and other.sides & BACK[bit]:
                    return True
        return False

    def may_cover(self, item: Item, place: Place) -> bool:
        tile = self.tiles[place]
        occupied = place == self.beast or any(p.place == place for p in self.players)
        return tile.kind == "labyrinth" and item.stars > tile.stars and not occupied

    def build(self, build: Build) -> bool:
        """Lay a tile unless it traps somebody who was free; True if it lies there now."""
        before = self.tiles.get(build.place)
        was_free = [p.place for p in self.players if p.place and self.free(p.place)]
        item = build.item
        self.tiles[build.place] = LaidTile("labyrinth", build.sides, item.stars, item.passage)
        if all(self.free(place) for place in was_free):
            return True
        if before:
            self.tiles[build.place] = before
        else:
            del self.tiles[build.place]
        return False

    def draw(self, player: Player) -> None:
        while self.bag and len(player.hand) < HAND:
            player.hand.append(self.bag.pop())

    def put_back(self, items: Iterable[Item]) -> None:
        """Into the bag, and shake."""
        self.bag += items
        for i in range(len(self.bag) - 1, 0, -1):
            j = self.lot.randrange(i + 1)
            self.bag[i], self.bag[j] = self.bag[j], self.bag[i]
