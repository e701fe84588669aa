"""What changed between what was printed and a game as it is now, why, and what to print again.

`printed` reads records, `matching` compares by print keys, `reasons` finds the values by `trial`,
`reprint` plans the sheets. Pure: nothing is read or written here.
"""

from __future__ import annotations

from pnp.changes.matching import Change, Changes, Why, match
from pnp.changes.printed import Held, Place, Printed, held_of, joined
from pnp.changes.reasons import explain
from pnp.changes.reprint import reprint_plan
from pnp.plan import Plan

__all__ = [
    "Change",
    "Changes",
    "Held",
    "Place",
    "Printed",
    "Why",
    "compare",
    "held_of",
    "joined",
    "reprint_plan",
]


def compare(held: Held, plan: Plan) -> Changes:
    """What changed between what is held and a plan, with reasons."""
    return explain(match(held, plan), held, plan)
