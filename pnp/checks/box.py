"""BOX: folded things really close, and boxes hold what they are for."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.registry import Finding, check
from pnp.errors import Proof
from pnp.kinds.tuckbox import deck_size
from pnp.nets.closing import fold_errors
from pnp.nets.core import Net
from pnp.nets.space import Vec3
from pnp.nets.stand import inner_size
from pnp.plan import Plan

BOX_STOCK = 0.3
"""Thickness of the box's own card, mm (about 250 g/m²)."""


@check("BOX001")
def nets_close(plan: Plan) -> Iterator[Finding | Proof]:
    """A net does not fold into the closed thing it should be.

    What: the net is folded up again in three dimensions; glued flaps must lie on their targets,
    faces must cover the solid, nothing may run through anything else.
    """
    cases = failures = 0
    for piece in plan.pieces:
        if piece.net is None:
            continue
        cases += len(piece.net.panels)
        for reason in fold_errors(piece.net):
            failures += 1
            yield Finding(f"{piece.id} does not fold up: {reason}", piece.loc)
    if cases:
        yield Proof(
            "BOX001", "every net folds up and closes", cases, "refuted" if failures else "proved"
        )


@check("BOX002")
def boxes_hold_their_deck(plan: Plan) -> Iterator[Finding | Proof]:
    """A box is too small for the pieces it holds.

    What: the inside of the folded net, less two layers of its own card, against the largest
    piece and the height of the heap. A flat envelope bulges round a heap: the heap's height
    counts against its width and height.
    Instead: raise `clearance` or `slack` of the box.
    """
    cases = failures = 0
    for piece in plan.pieces:
        if piece.net is None or not piece.holds:
            continue
        cases += sum(held.copies for held in piece.holds)
        width, height, depth = deck_size(piece.holds)
        inner = _room(piece.net, depth)
        if inner.x + 1e-6 < width or inner.z + 1e-6 < height or inner.y + 1e-6 < depth:
            failures += 1
            yield Finding(
                f"{piece.id} has room for {inner.x:.1f} x {inner.z:.1f} x {inner.y:.1f} mm, "
                f"the pieces need {width:.1f} x {height:.1f} x {depth:.1f}",
                piece.loc,
                "raise clearance or slack",
            )
    if cases:
        yield Proof(
            "BOX002", "every box holds its deck", cases, "refuted" if failures else "proved"
        )


def _room(net: Net, depth: float) -> Vec3:
    """Room for a heap `depth` mm high: the inner size, or what a bulging envelope leaves."""
    if net.solid is not None and net.solid.size.y == 0:
        width, _, height = net.solid.size
        return Vec3(width - depth, depth, height - depth)
    return inner_size(net, BOX_STOCK)
