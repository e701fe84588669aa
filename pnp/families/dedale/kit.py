"""What a game of covering cards is played with, taken from its pieces by their roles."""

from __future__ import annotations

from msgspec import Struct

from pnp.families.dedale.cells import CellCard
from pnp.families.dedale.labor import Labor, Labors
from pnp.game.plan import Plan
from pnp.piece import Piece

LABYRINTH, MINOTAUR, LABORS = "labyrinth", "minotaur", "labors"
"""The roles: cards that are dealt, the one that lies on the table first, what is asked for."""


class Kit(Struct, frozen=True):
    """Cards by id (copies have one entry each in `deck`), the first card, labors by number."""

    deck: tuple[str, ...]
    cards: dict[str, CellCard]
    start: CellCard
    labors: dict[str, Labor]

    @property
    def colours(self) -> dict[str, str]:
        """Colour letters and names."""
        return dict(self.start.legend.colours)

    def is_hero(self, id: str) -> bool:
        """Cards that show a mark may be laid anywhere."""
        return any(cell.mark for cell in self.cards[id].cells())

    def labor(self, name: str) -> Labor | None:
        """A labor by its number in any case, or by its place counted from 1."""
        for place, (number, labor) in enumerate(self.labors.items(), 1):
            if name.casefold() in (str(place), number.casefold()):
                return labor
        return None


def cards_of(plan: Plan, role: str) -> list[tuple[Piece, CellCard]]:
    """Cell cards that play a part."""
    return [(p, p.truth) for p in plan.pieces if p.part == role and isinstance(p.truth, CellCard)]


def labors_of(plan: Plan) -> list[tuple[Piece, Labor]]:
    """The labor cards."""
    return [(p, p.truth) for p in plan.pieces if p.part == LABORS and isinstance(p.truth, Labor)]


def labor_components(plan: Plan) -> list[Labors]:
    """The components that define labors; they name the file of certificates."""
    return [c for c in plan.game.components if isinstance(c, Labors)]


def kit_of(plan: Plan) -> Kit | None:
    """The game's kit; None when it has no cards, no labors, or not one first card with a middle."""
    cards, starts, labors = cards_of(plan, LABYRINTH), cards_of(plan, MINOTAUR), labors_of(plan)
    if not cards or not labors or len(starts) != 1 or starts[0][1].middle is None:
        return None
    deck = tuple(piece.id for piece, _ in cards for _ in range(piece.copies))
    return Kit(
        deck, {p.id: c for p, c in cards}, starts[0][1], {lab.number: lab for _, lab in labors}
    )
