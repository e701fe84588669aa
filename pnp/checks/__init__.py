"""Proving a game right before a sheet is printed. One file per family of checks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from pnp.checks import (  # noqa: F401
    box,
    deck,
    dice,
    distribution,
    effect,
    inks,
    path,
    printer,
    setup,
    sheet,
    sides,
    trim,
)
from pnp.checks.leaflets import leaflet_findings
from pnp.checks.registry import CHECKS, Check, run_stage
from pnp.errors import PnpError, Problem, Proof, near, sort_problems
from pnp.family import families, offered
from pnp.game.plan import Plan


class Report(Struct, frozen=True):
    """What checking one game found, sorted by position."""

    game: str
    problems: tuple[Problem, ...]
    proofs: tuple[Proof, ...]

    def count(self, severity: str) -> int:
        return sum(problem.severity == severity for problem in self.problems)

    def extended(self, problems: Iterable[Problem], proofs: Iterable[Proof]) -> Report:
        """The report with more findings."""
        found = sort_problems(dict.fromkeys((*self.problems, *problems)))
        return Report(self.game, tuple(found), (*self.proofs, *proofs))


def all_checks() -> dict[str, Check]:
    """Every check there is by its code, also those of all families. Raises PnpError (FAM)."""
    for family in families().values():
        for module in (*family.checks, *family.printed):
            offered(module)
    return CHECKS


def run(plan: Plan, loading: Iterable[Problem] = ()) -> Report:
    """Run every check that applies; `loading` are the problems the loader found."""
    rules = plan.game.file.rules
    problems = list(loading)
    proofs: list[Proof] = []
    family = families().get(rules or "")
    for module in family.checks if family else ():
        offered(module)
    if rules is not None and family is None:
        problems.append(
            Problem(
                "DEF010",
                "error",
                f"there is no rule family '{rules}'",
                plan.game.file.at.of("rules"),
                near(rules, families()),
            )
        )
    try:
        problems += plan.problems
        problems += leaflet_findings(plan)
        found, proofs = run_stage("plan", plan)
        problems += found
    except PnpError as error:
        problems += error.problems
    ordered = tuple(sort_problems(dict.fromkeys(problems)))
    return Report(plan.game.id, ordered, tuple(_weigh(proofs, plan)))


def _weigh(proofs: Iterable[Proof], plan: Plan) -> Iterator[Proof]:
    """The proofs that say something: none about nothing, none of a game that is half read."""
    for proof in proofs:
        if proof.cases and proof.result == "proved" and plan.half_read:
            yield replace(proof, result="unknown")
        elif proof.cases:
            yield proof
