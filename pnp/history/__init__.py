"""What changed between what was printed and a game as it is now, why, and what to print again.

`printed` reads records, `matching` compares by print keys, `reasons` finds the values by `trial`,
`reprint` plans the sheets. Pure: nothing is read or written here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from pnp.game.plan import Plan
from pnp.history.matching import Change, Changes, Why, match
from pnp.history.printed import Place, Printed, PrintedBefore, joined, printed_before
from pnp.history.reasons import explain
from pnp.history.reprint import reprint_plan

__all__ = [
    "Change",
    "Changes",
    "Place",
    "Printed",
    "PrintedBefore",
    "Why",
    "compare",
    "joined",
    "printed_before",
    "reprint_plan",
]


def compare(before: PrintedBefore, plan: Plan, leaflets: Mapping[str, str]) -> Changes:
    """What changed between what was printed and a plan, with reasons.

    `leaflets` are the print keys of the present leaflets by the stems of their documents, of those
    that what was printed speaks of.
    """
    found = explain(match(before, plan), before, plan)
    read = sum(bool(leaflets.get(stem)) for stem in before.leaflets)
    return replace(found, leaflets=tuple(_leaflets(before, plan, leaflets)), read=read)


def _leaflets(
    before: PrintedBefore, plan: Plan, leaflets: Mapping[str, str]
) -> Iterator[tuple[str, str]]:
    """Leaflets that read otherwise, by the names of their documents."""
    for stem in {**before.leaflets, **leaflets}:
        old, new, name = before.leaflets.get(stem), leaflets.get(stem), plan.document_name(stem)
        if new is None:
            yield name, "is gone"
        elif old is None and before.whole:
            yield name, "is new"
        elif old is not None and new is not None and old != new:
            yield name, "changed"
