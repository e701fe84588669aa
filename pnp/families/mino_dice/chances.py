"""Exact odds of one die against another, by counting all pairs of faces."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from msgspec import Struct

from pnp.kinds.contest import DieTruth


class Odds(Struct, frozen=True):
    """Chances of every die (row) against every die (column), rolled later and rolled first."""

    dice: tuple[DieTruth, ...]
    later: tuple[tuple[Fraction, ...], ...]
    first: tuple[tuple[Fraction, ...], ...]

    @property
    def cases(self) -> int:
        """How many throws were counted."""
        sides = sum(len(die.faces) for die in self.dice)
        return 2 * sides * sides


def win_chance(row: DieTruth, column: DieTruth, later: bool) -> Fraction:
    """The chance that `row`, rolled after (before) `column`, wins the throw of the two.

    What is no character or number wins nothing: a trick of blanks that falls to its leader counts
    for neither.
    """
    contest, wins = row.contest, 0
    for mine in row.faces:
        for other in column.faces:
            throw = (other, mine) if later else (mine, other)
            wins += contest.can_win(mine) and contest.winner(throw) == int(later)
    return Fraction(wins, len(row.faces) * len(column.faces))


def win_matrix(dice: Sequence[DieTruth]) -> Odds:
    """Every die against every die, itself included (a second die of the same kind)."""
    later, first = (
        tuple(tuple(win_chance(row, column, when) for column in dice) for row in dice)
        for when in (True, False)
    )
    return Odds(tuple(dice), later, first)


def upset_chance(weak: DieTruth, strong: DieTruth) -> Fraction:
    """The chance of the weak die against the strong one, the mean of both orders of rolling."""
    return (win_chance(weak, strong, True) + win_chance(weak, strong, False)) / 2
