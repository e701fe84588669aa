"""The odds against the table of chances that the game was made with."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import cache

import pytest

from pnp.families.mino_dice.chances import Odds, upset_chance, win_chance, win_matrix
from pnp.game.loader import bundled_games, load
from pnp.game.plan import Plan
from pnp.kinds.contest import DieTruth

NAMES = ("Minotaur", "Griffin", "Mermaid", "Ivory", "Bronze", "Azure", "Crimson")
# Rolled later / rolled first, three decimals; rows beat columns in the order of NAMES.
TABLE = """
.667/.222 .667/.667 .222/.222 .667/.667 .667/.667 .667/.667 .667/.667
.222/.222 .667/.222 .667/.667 .667/.667 .667/.667 .667/.667 .667/.667
.667/.667 .222/.222 .667/.222 .667/.667 .667/.667 .667/.667 .667/.667
.167/.167 .167/.167 .167/.167 .444/.306 .222/.167 .167/.167 .167/.139
.333/.333 .333/.333 .333/.333 .833/.778 .694/.306 .111/.000 .000/.000
.333/.333 .333/.333 .333/.333 .833/.833 1.000/.889 .667/.333 .111/.000
.333/.333 .333/.333 .333/.333 .861/.833 1.000/1.000 1.000/.889 .694/.306
"""


@cache
def dice() -> tuple[DieTruth, ...]:
    plan = Plan(load(bundled_games()["mino-dice"])[0])
    return tuple(p.truth for p in plan.pieces_of("dice") if isinstance(p.truth, DieTruth))


@cache
def odds() -> Odds:
    return win_matrix(dice())


def test_the_matrix_is_the_table() -> None:
    assert tuple(die.name for die in dice()) == NAMES
    rows = [line.split() for line in TABLE.split("\n") if line]
    for i, row in enumerate(rows):
        for j, cell in enumerate(row):
            later, first = (float(part) for part in cell.split("/"))
            where = f"{NAMES[i]} against {NAMES[j]}"
            assert float(odds().later[i][j]) == pytest.approx(later, abs=5e-4), where
            assert float(odds().first[i][j]) == pytest.approx(first, abs=5e-4), where
    assert odds().cases == 2 * 42 * 42


def test_chances_add_up() -> None:
    """Row later, column first and "only flags" share every throw."""
    matrix = odds()
    for i, row in enumerate(dice()):
        for j, column in enumerate(dice()):
            flags = Fraction(row.faces.count("flag") * column.faces.count("flag"), 36)
            assert matrix.later[i][j] + matrix.first[j][i] + flags == 1


def test_a_simulation_agrees() -> None:
    """20,000 throws of bronze after ivory, seeded; three standard deviations are 0.8 %."""
    ivory, bronze = dice()[3], dice()[4]
    rng = random.Random(4)
    wins = 0
    for _ in range(20_000):
        throw = (rng.choice(ivory.faces), rng.choice(bronze.faces))
        wins += ivory.contest.winner(throw) == 1
    assert wins / 20_000 == pytest.approx(float(win_chance(bronze, ivory, True)), abs=0.008)


def test_upsets() -> None:
    ivory, bronze, azure, crimson = dice()[3:]
    assert upset_chance(ivory, bronze) == Fraction(7, 36)
    assert upset_chance(bronze, azure) == upset_chance(azure, crimson) == Fraction(1, 18)
