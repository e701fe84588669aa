"""Labors searched and told: what `pnp prove` asks of a family."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cached_property

from pnp.boards import Shown
from pnp.errors import near
from pnp.families.dedale.certificate import Certificate, certificates_json, verify
from pnp.families.dedale.kit import Kit, kit_of
from pnp.families.dedale.search import search
from pnp.families.dedale.story import described, story_of, story_size
from pnp.game.plan import Plan
from pnp.geometry.plane import Size


class Search:
    """A fresh deal and a labor to be met. Raises ValueError for a game or labor that has none."""

    def __init__(self, plan: Plan, goal: str, players: int, seed: int) -> None:
        kit = kit_of(plan)
        if kit is None:
            raise ValueError(f"{plan.game.id} has no labors and cards to meet them with")
        wanted = kit.labor(goal)
        if wanted is None:
            raise ValueError(f"there is no labor '{goal}' ({near(goal, kit.labors)})")
        self.plan, self.kit, self.labor, self.players = plan, kit, wanted, players
        self.seed, self.certificate = seed, None
        self.looked_at = self.beam = 0

    certificate: Certificate | None

    @property
    def title(self) -> str:
        """What is searched, in a few words."""
        return f"labor {self.labor.number}, {self.players} players, seed {self.seed}"

    @property
    def largest(self) -> Size:
        """The largest picture that may come of it, mm."""
        return story_size(len(self.kit.deck))

    def run(self, most: int) -> bool:
        """Search; True if a solution was found, which is then played again."""
        deal = dealt(self.kit, self.seed)
        result = search(self.kit, self.labor.number, self.players, deal, most)
        self.certificate = result.certificate
        self.looked_at, self.beam = result.looked_at, result.beam
        if self.certificate is not None and (flaw := verify(self.certificate, self.kit)):
            raise AssertionError(f"the search and the verifier disagree: {flaw.message}")
        return self.certificate is not None

    @property
    def effort(self) -> str:
        return f"{self.looked_at:,} positions, beams up to {self.beam}"

    @cached_property
    def found(self) -> Certificate:
        """The solution. Raises ValueError if there is none."""
        if self.certificate is None:
            raise ValueError("nothing was found")
        return self.certificate

    def lines(self) -> Iterator[str]:
        """The solution, move by move."""
        yield f"condition: {self.found.condition}"
        for player in range(self.found.players):
            cards = ", ".join(self.found.deal[player :: self.found.players])
            yield f"player {player + 1} is dealt {cards}"
        for number, move in enumerate(self.found.moves, 1):
            who, why = described(move, self.kit)
            yield f"{number:3}. {who}, corner at row {move.row}, column {move.col} ({why})"

    @property
    def steps(self) -> int:
        return len(self.found.moves)

    def picture(self) -> Shown:
        """Every move, drawn."""
        return story_of(self.plan, self.kit, self.found)

    def document(self) -> str:
        """The solution as JSON, as a game folder may hold it."""
        return certificates_json([self.found])


def dealt(kit: Kit, seed: int) -> tuple[str, ...]:
    """The deck in an order drawn by lot (Fisher and Yates); the same in every Python."""
    lot, deck = random.Random(f"{seed}"), list(kit.deck)
    for i in range(len(deck) - 1, 0, -1):
        j = lot.randrange(i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    return tuple(deck)
