"""INK: what holds for the colours of any game when they are printed in other inks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

from pnp.checks.registry import Finding, check
from pnp.definition.model import Component
from pnp.definition.schema import Written, fields_of
from pnp.game.inks import lightness
from pnp.game.plan import Plan

APART = 8.0
"""How much the lightness (CIE L*, 0 to 100) of two greys must differ; our own judgement."""
_COLOUR = re.compile("#[0-9A-Fa-f]{6}")
_UNSEEN = frozenset({"at", "__at__", "name", "title", "copies"})
"""Fields that are not seen on a piece, or only as words."""


@check("INK001", "warning")
def greys_differ(plan: Plan) -> Iterator[Finding]:
    """With `--ink gray` two colours of a component become nearly the same grey.

    What: entries of one table (the colours of cards, dice, figures) that differ in nothing but
    their colours and names, and whose greys differ by less than 8 of 100 steps of lightness.
    Why: players could not tell them apart.
    Instead: give each a pattern, a letter or a border of its own, make one lighter, or print in
    colour.
    """
    if plan.options.ink != "gray":
        return
    for component in plan.game.components:
        for table, entries in _tables(component):
            for (one, first), (other, second) in combinations(entries.items(), 2):
                pair = _alike(first, second)
                if pair:
                    yield Finding(
                        f"{one} ({pair[0]}) and {other} ({pair[1]}) become nearly the same grey",
                        component.at.of(table, other),
                        "a pattern, letter or border of its own, or a lighter colour",
                    )


def _tables(component: Component) -> Iterator[tuple[str, dict[str, Mapping[str, Any]]]]:
    """The tables of a component whose entries have colours."""
    for name in fields_of(type(component)):
        value = getattr(component, name)
        if not isinstance(value, dict):
            continue
        entries = {str(key): _fields(entry) for key, entry in value.items()}
        yield name, {key: entry for key, entry in entries.items() if _colours(entry)}


def _fields(entry: Any) -> Mapping[str, Any]:
    if isinstance(entry, Written):
        return {name: getattr(entry, name) for name in fields_of(type(entry))}
    return entry if isinstance(entry, dict) else {"": entry}


def _colours(entry: Mapping[str, Any]) -> dict[str, str]:
    return {k: v for k, v in entry.items() if isinstance(v, str) and _COLOUR.fullmatch(v)}


def _alike(one: Mapping[str, Any], other: Mapping[str, Any]) -> tuple[str, str] | None:
    """The first two colours that differ, if nothing else does and no two greys are apart."""
    first, second = _colours(one), _colours(other)
    seen = [
        {k: v for k, v in entry.items() if k not in _UNSEEN and k not in colours}
        for entry, colours in ((one, first), (other, second))
    ]
    if seen[0] != seen[1] or first.keys() != second.keys():
        return None
    if any(abs(lightness(first[k]) - lightness(second[k])) >= APART for k in first):
        return None
    return next(((first[k], second[k]) for k in first if first[k] != second[k]), None)
