"""How a check is written: a generator of findings whose docstring is its manual.

A check yields `Finding`s, which become problems with the check's code and severity, and `Proof`s.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from pnp.errors import Loc, Problem, Proof, Severity

if TYPE_CHECKING:
    from pnp.game.plan import Plan


class Finding(Struct, frozen=True):
    """What a check found wrong; `picture` shows it in plain text."""

    message: str
    loc: Loc | None = None
    hint: str = ""
    picture: str = ""


Stage = Literal["plan", "print"]
"""Most checks read the plan; some look at pictures of what would be printed."""

Body = Callable[["Plan"], Iterator[Finding | Proof]]


class Check(Struct, frozen=True):
    """A registered check; `rules` names the rule family it belongs to, None for every game."""

    code: str
    severity: Severity
    rules: str | None
    body: Body
    stage: Stage = "plan"

    @property
    def manual(self) -> str:
        return inspect.cleandoc(self.body.__doc__ or "")


CHECKS: dict[str, Check] = {}


def check(
    code: str, severity: Severity = "error", rules: str | None = None, stage: Stage = "plan"
) -> Callable[[Body], Body]:
    """Register a generator as the check of a code. Raises ValueError for a code used twice."""

    def register(body: Body) -> Body:
        if code in CHECKS:
            raise ValueError(f"two checks are called {code}")
        CHECKS[code] = Check(code, severity, rules, body, stage)
        return body

    return register


def run_check(one: Check, plan: Plan) -> tuple[list[Problem], list[Proof]]:
    """Everything one check has to say about a plan."""
    problems, proofs = [], []
    for said in one.body(plan):
        if isinstance(said, Proof):
            proofs.append(said)
        else:
            problems.append(
                Problem(one.code, one.severity, said.message, said.loc, said.hint, said.picture)
            )
    return problems, proofs


def run_stage(stage: Stage, plan: Plan) -> tuple[list[Problem], list[Proof]]:
    """Every check of a stage that applies to the plan's game."""
    problems, proofs = [], []
    for one in CHECKS.values():
        if one.stage == stage and one.rules in (None, plan.game.file.rules):
            found, proved = run_check(one, plan)
            problems += found
            proofs += proved
    return problems, proofs
