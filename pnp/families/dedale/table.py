"""The table of a game of covering cards: placing, rooms, zones, and what locked means.

Cards of coloured Tiles are laid over each other on a square lattice. The Tile without a colour is
the Minotaur's; it lies at row 0, column 0 and is never covered. A wall stands between two Tiles if
either has its half. Everything here is as plain as the rules, for the verifier to rest on; the
search has a representation of its own and shares none of this.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from msgspec import Struct, field

from pnp.families.dedale.cells import CellCard
from pnp.families.dedale.conditions import Condition, Term

STEPS = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}
FACING = {"N": "S", "E": "W", "S": "N", "W": "E"}
Place = tuple[int, int]
"""Row and column; rows grow downwards."""
MINOTAUR: Place = (0, 0)


class TopCell(NamedTuple):
    """What lies on a place: colour and mark by name ("" for none), and its own half-walls."""

    colour: str
    mark: str
    walls: str


def tiles_of(card: CellCard, turn: int, row: int, col: int) -> dict[Place, TopCell]:
    """The Tiles of a card with its top-left corner at a place, turned by quarters clockwise."""
    colours, marks = dict(card.legend.colours), dict(card.legend.marks)
    return {
        (row + cell.row, col + cell.col): TopCell(
            colours.get(cell.colour, ""), marks.get(cell.mark, ""), cell.walls
        )
        for cell in card.cells(turn)
    }


class Room(Struct, frozen=True):
    """The Tiles a locked Minotaur can reach, its own left out.

    `strict`: no Tile of the room is open towards a bare place, so there are no holes in it either.
    """

    tiles: frozenset[Place]
    strict: bool
    zones: tuple[tuple[str, frozenset[Place]], ...]
    marks: Counter[str]

    def value(self, term: Term) -> int:
        """The number a term compares."""
        colours = [colour for colour, zone in self.zones for _ in zone]
        if term.function == "tiles":
            return len(self.tiles)
        if term.function == "colours":
            return len(set(colours))
        if term.function == "colour":
            return colours.count(term.name)
        if term.function == "mark":
            return self.marks[term.name]
        if term.function == "maxzone":
            return max((len(zone) for _, zone in self.zones), default=0)
        assert term.size is not None
        fitting = [
            colour
            for colour, zone in self.zones
            if term.size.holds(len(zone)) and term.name in ("", colour)
        ]
        return len(fitting) if term.function == "zones" else len(set(fitting))

    def failing(self, condition: Condition) -> Term | None:
        """The first term that does not hold, None when all do."""
        return next((t for t in condition.terms if not t.bound.holds(self.value(t))), None)


class CardTable(Struct):
    """The visible Tiles by place."""

    tiles: dict[Place, TopCell] = field(default_factory=dict)

    def lay(self, new: dict[Place, TopCell]) -> None:
        """Cover what lies there."""
        self.tiles.update(new)

    def refusal(self, new: dict[Place, TopCell], wanted: str = "") -> str:
        """Why a card may not be laid so, in words; empty when it may.

        `wanted` is the colour that must be covered if it is in sight, "" when the player is free.
        """
        covered = [self.tiles[place] for place in new if place in self.tiles]
        if not covered:
            return "it covers no Tile"
        if MINOTAUR in new:
            return "it covers the Minotaur"
        in_sight = any(tile.colour == wanted for tile in self.tiles.values())
        if wanted and in_sight and all(tile.colour != wanted for tile in covered):
            return f"it covers no {wanted} Tile, though one is in sight"
        return ""

    def open_between(self, place: Place, side: str) -> bool:
        """No wall on a side of a place; bare places have none of their own."""
        step = STEPS[side]
        other = (place[0] + step[0], place[1] + step[1])
        mine, theirs = self.tiles.get(place), self.tiles.get(other)
        return not (mine and side in mine.walls) and not (theirs and FACING[side] in theirs.walls)

    def steps(self, place: Place) -> Iterator[Place]:
        """The places one open step away, bare ones too."""
        for side, (down, right) in STEPS.items():
            if self.open_between(place, side):
                yield place[0] + down, place[1] + right

    def locked_room(self) -> Room | None:
        """The room the Minotaur is locked in, None when it gets out.

        It walks over bare places as well, so a hole inside the labyrinth does not stop it.
        """
        reached = self._flood()
        if reached is None:
            return None
        inside = frozenset(place for place in reached if place in self.tiles) - {MINOTAUR}
        marks = Counter(self.tiles[place].mark for place in inside if self.tiles[place].mark)
        strict = all(place in self.tiles for place in reached)
        return Room(inside, strict, tuple(self._zones(inside)), marks)

    def strictly_locked(self) -> bool:
        """No Tile that can be reached over Tiles alone is open towards a bare place."""
        seen, queue = {MINOTAUR}, deque([MINOTAUR])
        while queue:
            for place in self.steps(queue.popleft()):
                if place not in self.tiles:
                    return False
                if place not in seen:
                    seen.add(place)
                    queue.append(place)
        return True

    def _flood(self) -> set[Place] | None:
        """Every place the Minotaur reaches, None when it leaves the smallest frame of all Tiles."""
        rows = sorted(row for row, _ in self.tiles)
        cols = sorted(col for _, col in self.tiles)
        north, south, west, east = rows[0], rows[-1], cols[0], cols[-1]
        seen, queue = {MINOTAUR}, deque([MINOTAUR])
        while queue:
            for place in self.steps(queue.popleft()):
                if not (north <= place[0] <= south and west <= place[1] <= east):
                    return None
                if place not in seen:
                    seen.add(place)
                    queue.append(place)
        return seen

    def _zones(self, inside: Iterable[Place]) -> Iterator[tuple[str, frozenset[Place]]]:
        """Tiles of one colour in the room, joined without walls, holes or the Minotaur."""
        left = set(inside)
        for start in sorted(left):
            if start not in left:
                continue
            colour = self.tiles[start].colour
            zone, queue = {start}, deque([start])
            while queue:
                for place in self.steps(queue.popleft()):
                    if place in left and place not in zone and self.tiles[place].colour == colour:
                        zone.add(place)
                        queue.append(place)
            left -= zone
            yield colour, frozenset(zone)

    def picture(self) -> str:
        """What is visible, as text: walls as they are between Tiles, `@` the Minotaur, `#` bare."""
        rows = sorted(row for row, _ in self.tiles)
        cols = sorted(col for _, col in self.tiles)
        lines = []
        for row in range(rows[0], rows[-1] + 2):
            above = below = ""
            for col in range(cols[0], cols[-1] + 2):
                place = (row, col)
                above += "+" + ("   " if self.open_between(place, "N") else "---")
                below += (" " if self.open_between(place, "W") else "|") + self._shown(place)
            lines += [above[:-3], below[:-3]]
        return "\n".join(line.rstrip() for line in lines[:-1])

    def _shown(self, place: Place) -> str:
        tile = self.tiles.get(place)
        if tile is None:
            return " # "
        return f" {tile.colour[:1] or '@'}{tile.mark[:1].upper() or ' '}"
