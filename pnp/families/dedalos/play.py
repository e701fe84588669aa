"""Games of the family `dedalos` played by lot, to see whether labyrinths stay open.

Nothing is proved here: the numbers hold for these players only. What they do is listed in
`ASSUMPTIONS`; the rules are those of the kit's leaflet, the tiles those of the plan.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import fields

from pnp.families.dedalos.table import (
    BACK,
    WAYS,
    Build,
    Item,
    Labyrinth,
    LaidTile,
    Place,
    Player,
    Supply,
    kit_of,
    turns_of,
)
from pnp.game.plan import Plan

DEFAULT_PLAYERS = 4
MOST_TURNS = 600
PASSAGE_SHARE = 0.3
"""How often a Minotaur at a passage takes it."""
SPOIL_SHARE = 0.35
"""How often a build goes against the rival who is nearest to an exit."""
ASSUMPTIONS = (
    "players walk to an open exit when there is a way, else build towards the nearest one",
    "of their hand they lay the tile that leads nearest to it, turned the best way",
    f"{SPOIL_SHARE:.0%} of their builds close the best open end of the rival nearest to an exit",
    "they collapse the exit of, or lay star tiles before, whoever is about to escape",
    "star tiles cover others only to open a closed part, or to hinder",
    "nobody pushes; no tile is laid that traps anybody (stricter than the rules)",
    "the Minotaur is walked towards the nearest rival; at a passage it takes it in "
    f"{PASSAGE_SHARE:.0%} of its steps",
)


class Tally(Struct):
    """What is measured in one game; means over games are reported."""

    escaped: float = 0.0
    turns: float = 0.0
    tiles: float = 0.0
    openings: float = 0.0
    crossings: float = 0.0
    closed: float = 0.0
    no_route: float = 0.0
    unplaceable: float = 0.0
    exchanges: float = 0.0
    ends_per_tile: float = 0.0
    catches: float = 0.0
    collapses: float = 0.0


MEANING = {
    "escaped": "games in which somebody escaped (share)",
    "turns": "turns in a game",
    "tiles": "labyrinth tiles on the table at the end",
    "openings": "mean openings of the tiles on the table",
    "crossings": "crossings on the table at the end",
    "closed": "games in which at some moment no open end was left (share)",
    "no_route": "turns without any possible way to an open exit, covering apart (share)",
    "unplaceable": "hands of which no tile could be laid on an empty place (share)",
    "exchanges": "exchanges of the whole hand in a game",
    "ends_per_tile": "open ends gained by a tile laid on an empty place",
    "catches": "catches by the Minotaur in a game",
    "collapses": "collapses laid in a game",
}


def simulate(plan: Plan, games: int, players: int | None, seed: int) -> dict[str, float]:
    """The means of all measures over so many games; the same seed gives the same numbers."""
    kit = kit_of(plan, DEFAULT_PLAYERS if players is None else players)
    lot = random.Random(f"{seed}")
    played = [_Play(kit, lot).play() for _ in range(games)]
    names = [field.name for field in fields(Tally)]
    return {name: sum(getattr(game, name) for game in played) / games for name in names}


def _apart(one: Place, other: Place) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


class _Play:
    """One game."""

    def __init__(self, kit: Supply, lot: random.Random) -> None:
        tiles = {(0, 0): LaidTile("entrance", kit.entrance, 0, True)}
        tiles |= {place: LaidTile("exit", sides) for place, sides in kit.exits}
        players = [Player((0, 0)) for _ in range(kit.players)]
        self.lot = lot
        self.table = Labyrinth(tiles, [], players, lot)
        self.table.put_back(kit.bag)
        self.game = Tally()
        self.hands = self.dead_turns = self.stuck = self.laid = self.gained = 0
        for player in players:
            self.table.draw(player)

    def play(self) -> Tally:
        """Turn after turn until somebody escapes, the bag is empty, or for too long."""
        table, game, turn = self.table, self.game, 0
        while turn < MOST_TURNS and not game.escaped:
            player = table.players[turn % len(table.players)]
            turn += 1
            last = not table.bag
            self.dead_turns += not table.route_possible()
            if player.place is None:
                player.place = (0, 0)
                self._walk_beast(player)
            elif not self._minotaur(player):
                self._actions(player)
            table.draw(player)
            if last:
                break
        self._sum_up(turn)
        return game

    def _sum_up(self, turns: int) -> None:
        game = self.game
        tiles = [tile for tile in self.table.tiles.values() if tile.kind == "labyrinth"]
        game.turns, game.tiles = turns, len(tiles)
        game.openings = sum(t.sides.bit_count() for t in tiles) / max(len(tiles), 1)
        game.crossings = sum(t.sides == 15 for t in tiles)
        game.no_route = self.dead_turns / turns
        game.unplaceable = self.stuck / max(self.hands, 1)
        game.ends_per_tile = self.gained / max(self.laid, 1)

    # -- the Minotaur ----------------------------------------------------------------------------

    def _minotaur(self, player: Player) -> bool:
        """Lay Minotaur tiles, walk the figure, refill; True if the player was caught."""
        table = self.table
        mine = [item for item in player.hand if item.kind == "minotaur"]
        if mine:
            player.hand = [item for item in player.hand if item.kind != "minotaur"]
            table.called += mine
            table.heading = 0
            if table.beast is None:
                table.beast = (0, 0)
        self._walk_beast(player)
        if player.place is None:
            return True
        table.draw(player)
        return False

    def _walk_beast(self, player: Player) -> None:
        table = self.table
        for _ in range(len(table.called)):
            if table.beast is None:
                return
            self._step_beast(player)
            if self._catch(table.beast):
                return

    def _step_beast(self, player: Player) -> None:
        """One step: through a passage, ahead, or as its mover likes; back only if it must."""
        table = self.table
        assert table.beast is not None
        here = table.beast
        halls = [p for p, t in table.tiles.items() if t.passage and p != here]
        if table.tiles[here].passage and halls and self.lot.random() < PASSAGE_SHARE:
            rivals = self._rivals(player)
            table.beast = min(halls, key=lambda p: min((_apart(p, r) for r in rivals), default=0))
            table.heading = 0
            return
        ways = [(b, p) for b, p in table.near(here) if table.tiles[p].kind != "exit"]
        onward = [way for way in ways if way[0] != BACK.get(table.heading)]
        if not ways:
            return
        rivals = self._rivals(player)
        table.heading, table.beast = min(
            onward or ways,
            key=lambda w: (min((_apart(w[1], r) for r in rivals), default=0), self.lot.random()),
        )

    def _rivals(self, player: Player) -> list[Place]:
        return [p.place for p in self.table.players if p is not player and p.place]

    def _catch(self, place: Place | None) -> bool:
        """Take all tributes on the Minotaur's tile; red tiles go back, white ones are out."""
        table = self.table
        caught = [p for p in table.players if p.place is not None and p.place == place]
        for player in caught:
            player.place = None
            table.put_back(player.hand)
            player.hand = []
            self.game.catches += 1
        if caught:
            table.put_back(item for item in table.called if item.red)
            table.called, table.beast, table.heading = [], None, 0
        return bool(caught)

    # -- actions ---------------------------------------------------------------------------------

    def _actions(self, player: Player) -> None:
        """Three actions, not all of one kind; an exchange when nothing can be done."""
        table, builds, moves = self.table, 0, 0
        self._note_hand(player)
        start = player.place
        for _ in range(3):
            assert player.place is not None
            steps = table.steps_from(table.open_exits())
            away = steps.get(player.place)
            if away is not None and moves < 2 and self._move(player, steps, start, moves):
                moves += 1
                if player.place in table.open_exits():
                    self.game.escaped = 1.0
                    return
                if self._catch_if_met(player):
                    return
            elif builds < 2 and self._build(player, hinder=away is not None):
                builds += 1
            elif moves < 2 and away is None and self._approach(player, start, moves):
                moves += 1
                if self._catch_if_met(player):
                    return
            else:
                break
        if not builds and not moves:
            player.hand = []
            self.game.exchanges += 1

    def _catch_if_met(self, player: Player) -> bool:
        return player.place == self.table.beast and self._catch(player.place)

    def _note_hand(self, player: Player) -> None:
        self.hands += 1
        ends = self.table.ends()
        self.game.closed = max(self.game.closed, float(not ends))
        if not ends or not any(item.kind == "labyrinth" for item in player.hand):
            self.stuck += 1

    def _move(
        self, player: Player, steps: dict[Place, int], start: Place | None, moves: int
    ) -> bool:
        """One step nearer to an exit; the second must not end where the turn began."""
        assert player.place is not None
        for _, there in self.table.near(player.place):
            nearer = steps.get(there, -1) == steps[player.place] - 1
            if nearer and not (moves == 1 and there == start) and there != self.table.beast:
                player.place = there
                return True
        return False

    def _approach(self, player: Player, start: Place | None, moves: int) -> bool:
        """One step towards the open end from which the nearest exit is least far."""
        table = self.table
        assert player.place is not None
        region = table.steps_from([player.place])
        goals = table.open_exits()
        ends = table.ends(region)
        if not ends or not goals:
            return False
        end = min(ends, key=lambda e: (min(_apart(e[2], g) for g in goals), region[e[0]]))
        back = table.steps_from([end[0]])
        for _, there in table.near(player.place):
            nearer = back.get(there, 99) < back.get(player.place, 0)
            if nearer and not (moves == 1 and there == start) and there != table.beast:
                player.place = there
                return True
        return False

    def _build(self, player: Player, hinder: bool) -> bool:
        """A collapse or a tile in a rival's way, else the best tile for oneself."""
        if self._threat(player) and self._hinder(player):
            return True
        spoil = self.lot.random() < SPOIL_SHARE
        for build in (*self._spoils(player, spoil), *self._choices(player, hinder)):
            before = len(self.table.ends())
            new = build.place not in self.table.tiles
            if self.table.build(build):
                player.hand.remove(build.item)
                if new:
                    self.laid += 1
                    self.gained += len(self.table.ends()) - before
                return True
        return False

    def _threat(self, player: Player) -> Place | None:
        """A rival who could escape in the next turn."""
        steps = self.table.steps_from(self.table.open_exits())
        near = [r for r in self._rivals(player) if steps.get(r, 9) <= 2]
        return near[0] if near else None

    def _hinder(self, player: Player) -> bool:
        """Collapse the rival's exit unless it is the last, or cover a tile before it."""
        table, rival = self.table, self._threat(player)
        assert rival is not None
        collapse = next((item for item in player.hand if item.kind == "collapse"), None)
        exits = table.open_exits()
        if collapse and len(exits) > 1:
            table.blocked.add(min(exits, key=lambda e: _apart(e, rival)))
            player.hand.remove(collapse)
            self.game.collapses += 1
            return True
        steps = table.steps_from(exits)
        ahead = [p for _, p in table.near(rival) if steps.get(p, 9) < steps[rival]]
        for place in (p for p in ahead if table.tiles[p].kind == "labyrinth"):
            for item in player.hand:
                if item.kind != "labyrinth" or not table.may_cover(item, place):
                    continue
                for sides in sorted(turns_of(item.sides), key=int.bit_count):
                    legal = table.meets(place, sides) and sides != table.tiles[place].sides
                    if legal and table.build(Build(item, place, sides)):
                        player.hand.remove(item)
                        return True
        return False

    def _spoils(self, player: Player, wanted: bool) -> Iterator[Build]:
        """The least open tile at the end from which a rival would go on best."""
        table, rivals, goals = self.table, self._rivals(player), self.table.open_exits()
        if not wanted or not rivals or not goals:
            return
        leader = min(rivals, key=lambda r: min(_apart(r, g) for g in goals))
        ends = table.ends(table.steps_from([leader]))
        tiles = [item for item in dict.fromkeys(player.hand) if item.kind == "labyrinth"]
        if not ends or not tiles:
            return
        _, bit, place = min(ends, key=lambda e: (min(_apart(e[2], g) for g in goals), e))
        for item in sorted(tiles, key=lambda i: i.sides.bit_count())[:1]:
            turns = [sides for sides in turns_of(item.sides) if sides & BACK[bit]]
            away = max(turns, key=lambda t: self._onward(place, t & ~BACK[bit], goals))
            yield Build(item, place, away)

    def _choices(self, player: Player, anywhere: bool) -> Iterator[Build]:
        """Builds from the best to the worst; covering only where the own part is closed."""
        table = self.table
        assert player.place is not None
        goals = table.open_exits()
        region = table.steps_from([player.place])
        ends = table.ends(region) or (table.ends() if anywhere else [])
        tiles = [item for item in dict.fromkeys(player.hand) if item.kind == "labyrinth"]
        if not ends:
            yield from self._covers(tiles, region)
            return
        found = []
        for place, bit, there in ends:
            far = min(_apart(there, goal) for goal in goals) if goals else 0
            rank = 2 * far + region.get(place, 0)
            for item in tiles:
                for sides in turns_of(item.sides):
                    if sides & BACK[bit]:
                        onward = self._onward(there, sides & ~BACK[bit], goals)
                        found.append((rank + 2 * onward, self.lot.random(), there, item, sides))
        for _, _, there, item, sides in sorted(found)[:12]:
            yield Build(item, there, sides)

    def _onward(self, place: Place, sides: int, goals: list[Place]) -> int:
        """How far from an exit the ways out of a new tile end; dead ends are far."""
        best = 9
        for bit, dx, dy in WAYS:
            if sides & bit:
                there = place[0] + dx, place[1] + dy
                other = self.table.tiles.get(there)
                if other is None or other.sides & BACK[bit]:
                    best = min(best, min((_apart(there, goal) for goal in goals), default=0))
        return best - 2 * sides.bit_count()

    def _covers(self, tiles: list[Item], region: dict[Place, int]) -> Iterator[Build]:
        """Star tiles on the own part's tiles, most open first."""
        for item in sorted(tiles, key=lambda i: -i.sides.bit_count()):
            for place in region:
                if not self.table.may_cover(item, place):
                    continue
                for sides in turns_of(item.sides):
                    if sides & ~self.table.tiles[place].sides and self.table.meets(place, sides):
                        yield Build(item, place, sides)
