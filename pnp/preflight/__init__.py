"""What must be proved on the finished thing: pictures of pieces, and PDF files read back.

The checks that render faces stand above `export` and run after `pnp.checks`; their codes and
manuals are found in the same place. `build` proves the files of a plan, `survey` looks at any.
"""

from __future__ import annotations

from pnp.checks import Report
from pnp.checks.registry import run_stage
from pnp.errors import PnpError
from pnp.family import families, offered
from pnp.game.plan import Plan


def run(plan: Plan, report: Report) -> Report:
    """The report of a plan, and what its pictures show."""
    family = families().get(plan.game.file.rules or "")
    for module in family.printed if family else ():
        offered(module)
    try:
        problems, proofs = run_stage("print", plan)
    except PnpError as error:
        problems, proofs = list(error.problems), []
    return report.extended(problems, proofs)
