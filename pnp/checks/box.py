"""BOX: folded things really close, and boxes hold what they are for."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from pnp.checks.registry import Finding, check
from pnp.errors import Proof
from pnp.game.plan import Plan
from pnp.game.selection import runs_of
from pnp.kinds.packing import Loose, Wrapped, deck_size, lattice, piece_size, solids, volume
from pnp.nets.closing import fold_errors
from pnp.nets.space import Vec3
from pnp.nets.stand import inner_size
from pnp.piece import Piece
from pnp.units import format_size

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
        for reason in fold_errors((piece.net, *piece.joins)):
            failures += 1
            yield Finding(f"{piece.id} does not fold up: {reason}", piece.loc)
    if cases:
        yield Proof(
            "BOX001", "every net folds up and closes", cases, "refuted" if failures else "proved"
        )


@check("BOX002")
def boxes_hold_their_deck(plan: Plan) -> Iterator[Finding | Proof]:
    """A box is too small for the pieces it holds.

    What: the inside of the folded net, less the layers of its own card, against the largest
    piece and the height of the heap; bodies to fold (dice) must lie in it in rows and layers. A
    flat envelope bulges round a heap: the heap's height counts against its width and height.
    Instead: raise `size`, `clearance` or `slack` of the box; give bodies a box without flat pieces,
    as each is counted as large as the largest.
    """
    cases = failures = 0
    for piece in plan.pieces:
        if piece.net is None or not piece.holds or isinstance(piece.truth, Loose):
            continue
        cases += sum(held.copies for held in piece.holds)
        inner = _room(piece)
        for message in (
            _rows_that_fail(piece, inner) if solids(piece.holds) else _heap_that_fails(piece, inner)
        ):
            failures += 1
            yield Finding(message, piece.loc, _remedy(piece))
    if cases:
        yield Proof(
            "BOX002", "every box holds its deck", cases, "refuted" if failures else "proved"
        )


def _remedy(piece: Piece) -> str:
    bodies = list(runs_of([held.id for held in solids(piece.holds)]))
    if bodies and len(solids(piece.holds)) < len(piece.holds):
        return f"a box of their own for {', '.join(bodies[:5])}{', …' * (len(bodies) > 5)}"
    return "raise size, clearance or slack"


def _room(piece: Piece) -> Vec3:
    """Room for the pieces: the inner size, or what an envelope leaves when it bulges round them."""
    assert piece.net is not None
    if piece.net.solid is not None and piece.net.solid.size.y == 0:
        width, _, height = piece.net.solid.size
        depth = deck_size(piece.holds, piece.sleeve)[2]
        return Vec3(width - depth, depth, height - depth)
    return inner_size((piece.net, *piece.joins), BOX_STOCK)


def _heap_that_fails(piece: Piece, inner: Vec3) -> Iterator[str]:
    """Flat pieces lie on one heap, which stands in the box or lies in it."""
    heap = width, height, depth = deck_size(piece.holds, piece.sleeve)
    if not any(
        all(side <= room + 1e-6 for side, room in zip(turned, inner, strict=True))
        for turned in permutations(heap)
    ):
        yield (
            f"{piece.id} has room for {format_size(inner.x, inner.z, inner.y)}, "
            f"the pieces need {format_size(width, height, depth)}"
        )


def _rows_that_fail(piece: Piece, inner: Vec3) -> Iterator[str]:
    """Bodies lie in rows and layers, each as large as the largest."""
    sizes = [piece_size(held, piece.sleeve) for held in piece.holds]
    largest = Vec3(*(max(size[axis] for size in sizes) for axis in range(3)))
    wanted = sum(held.copies for held in piece.holds)
    room = lattice(largest, inner)
    if room < wanted:
        yield (
            f"{piece.id} ({format_size(*inner)} inside) has room for "
            f"{room} bodies of {format_size(*largest)}, not "
            f"{wanted}"
        )


@check("BOX003")
def draw_boxes_mix(plan: Plan) -> Iterator[Finding | Proof]:
    """A draw box is too full to be mixed, or a piece does not go through its opening.

    What: the volume of all pieces against the part `share` of the inside (tumbled pieces take
    nearly twice their own room); the two shorter sides of every piece against the opening.
    Why: what cannot tumble is not mixed, and drawing is no longer blind chance.
    Instead: raise `size`, or `hand`.
    """
    cases = failures = 0
    for piece in plan.pieces:
        if piece.net is None or not piece.holds or not isinstance(piece.truth, Loose):
            continue
        cases += sum(held.copies for held in piece.holds)
        inner = inner_size((piece.net, *piece.joins), BOX_STOCK)
        filled = volume(piece.holds, piece.sleeve) / (inner.x * inner.y * inner.z)
        if filled > piece.truth.share:
            failures += 1
            yield Finding(
                f"{piece.id} is filled to {100 * filled:.0f} %, more than "
                f"{100 * piece.truth.share:.0f} %",
                piece.loc,
                "raise size",
            )
        hand = sorted(piece.truth.opening)
        stuck = []
        for held in piece.holds:
            sides = sorted(piece_size(held, piece.sleeve))[:2]
            if sides[0] > hand[0] or sides[1] > hand[1]:
                stuck.append(held.id)
        if stuck:
            failures += 1
            verb = "does" if len(stuck) == 1 else "do"
            says = f"{', '.join(runs_of(stuck))} {verb} not go through the opening of {piece.id}"
            yield Finding(says, piece.loc, "raise hand")
    if cases:
        yield Proof(
            "BOX003",
            "every draw box can be mixed and drawn from",
            cases,
            "refuted" if failures else "proved",
        )


@check("BOX004")
def slip_cases_go_over_their_boxes(plan: Plan) -> Iterator[Finding | Proof]:
    """A slip case is too narrow for its box, or shorter than it.

    What: the case is folded up and its inside, less the card it is made of and the flap of its
    seam, is compared with the outside of the folded box, a lid and its card included.
    Why: card does not stretch; a case that is a millimetre too narrow tears at the seam, and one
    that is too short leaves the box bare.
    Instead: raise `fit`, or leave out `size` and name the box with `over`.
    """
    cases = failures = 0
    for piece in plan.pieces:
        if piece.net is None or piece.net.solid is None or not isinstance(piece.truth, Wrapped):
            continue
        cases += 1
        room, box = inner_size((piece.net, *piece.joins), BOX_STOCK), piece.truth.size
        if any(have + 1e-6 < need for have, need in zip(room, box, strict=True)):
            failures += 1
            yield Finding(
                f"{piece.id} is {format_size(*room)} inside, its box {format_size(*box)} outside",
                piece.loc,
                "raise fit",
            )
    if cases:
        yield Proof(
            "BOX004",
            "every slip case goes over its box",
            cases,
            "refuted" if failures else "proved",
        )
