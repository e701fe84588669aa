"""LEAF: the leaflets' text and the pictures they ask for."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.errors import Problem
from pnp.plan import LeafletDocument, Plan


def leaflet_findings(plan: Plan) -> Iterator[Problem]:
    """Everything wrong with the leaflets of a game: what cannot be read, set or shown."""
    from pnp.leaflet import leaflet_problems

    for document in plan.documents:
        if isinstance(document, LeafletDocument):
            yield from document.problems
            if document.leaflet is not None:
                yield from leaflet_problems(document.leaflet, plan)
