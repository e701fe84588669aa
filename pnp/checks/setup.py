"""SETUP: what `setup:` takes out of the box for each number of players is in the box."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pnp.checks.deck import count, half_read
from pnp.checks.registry import Finding, check
from pnp.definition.schema import At
from pnp.errors import Proof, near
from pnp.game.plan import Plan


def _at(plan: Plan) -> At:
    return At(plan.game.file.at.node.fields["setup"])


@check("SETUP001")
def enough_pieces(plan: Plan) -> Iterator[Finding | Proof]:
    """A set-up takes more pieces than there are, or pieces that do not exist.

    What: `setup:` in game.yaml says, for each number of players, how many pieces of a component
    are used (`5: {exit: 4, collapse: 2}`); components that it does not name are used whole.
    """
    cases = failures = 0
    for players, pieces in plan.game.file.setup.items():
        for name, wanted in pieces.items():
            cases += 1
            if half_read(plan, name):
                continue
            loc = _at(plan).of(str(players), name)
            there = count(plan, name)
            if there is None:
                failures += 1
                known = [component.id for component in plan.game.components]
                yield Finding(f"there is nothing called '{name}'", loc, near(name, known))
            elif there < wanted:
                failures += 1
                yield Finding(
                    f"{players} players take {wanted} {name}, there are only {there}",
                    loc,
                    f"{wanted - there} too few",
                )
    if cases:
        yield Proof(
            "SETUP001",
            "every set-up finds its pieces in the box",
            cases,
            "refuted" if failures else "proved",
        )


@check("SETUP002", "note")
def spare_pieces(plan: Plan) -> Iterator[Finding | Proof]:
    """Some pieces are used in no set-up.

    Why: a contents list may promise more than the rules ever use; spares are worth knowing, and
    worth keeping when the rules promise them.
    """
    setup = plan.game.file.setup
    names = dict.fromkeys(name for pieces in setup.values() for name in pieces)
    for name in names:
        most = max(pieces.get(name, 0) for pieces in setup.values())
        there = count(plan, name)
        if there is not None and there > most and not half_read(plan, name):
            spare = there - most
            yield Finding(
                f"{name}: {there} pieces, at most {most} are ever used; {spare} spare",
                _at(plan).loc,
            )


@check("SETUP003")
def every_number_of_players(plan: Plan) -> Iterator[Finding | Proof]:
    """`players:` promises a number of players for which there is no set-up, or too few are named.

    What: the numbers of `setup:` against the range in `players:` (as 3–6).
    """
    file = plan.game.file
    span = re.fullmatch(r"\s*(\d{1,2})\s*(?:[-–]|to)\s*(\d{1,2})\s*", file.players or "")
    if not file.setup or span is None:
        return
    promised = set(range(int(span[1]), int(span[2]) + 1))
    for number in sorted(promised - set(file.setup)):
        says, hint = f"there is no set-up for {number} players", "add it, or change players:"
        yield Finding(says, _at(plan).loc, hint)
    for number in sorted(set(file.setup) - promised):
        yield Finding(
            f"a set-up for {number} players, but the game is for {file.players}",
            _at(plan).key(str(number)),
            "remove it, or change players:",
        )
