"""What must be proved on the finished thing: pictures of pieces, and PDF files read back.

The checks that render faces stand above `export` and run after `pnp.checks`; their codes and
manuals are found in the same place. `build` proves the files of a plan, `survey` looks at any.
"""

from __future__ import annotations

from pnp.checks import Report
from pnp.checks.registry import run_stage
from pnp.errors import PnpError
from pnp.plan import Plan
from pnp.preflight import landscape  # noqa: F401 - it registers its checks


def run(plan: Plan, report: Report) -> Report:
    """The report of a plan, and what its pictures show."""
    try:
        problems, proofs = run_stage("print", plan)
    except PnpError as error:
        problems, proofs = list(error.problems), []
    return report.extended(problems, proofs)
