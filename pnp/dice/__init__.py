"""Dice as the rules see them: faces, who wins a throw, exact odds. Pure."""

from pnp.dice.contest import Contest, DieLook, DieTruth
from pnp.dice.odds import Odds, upset_chance, win_chance, win_matrix

__all__ = [
    "Contest",
    "DieLook",
    "DieTruth",
    "Odds",
    "upset_chance",
    "win_chance",
    "win_matrix",
]
