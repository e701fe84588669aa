"""`pnp check`: prove games right."""

from __future__ import annotations

import sys

import click

from pnp.cli.options import (
    failed,
    format_option,
    games_argument,
    paper_option,
    plans_of,
    strict_option,
)
from pnp.cli.report import problems_json, show_json, show_report
from pnp.layout.sheet import Paper
from pnp.plan import Options


@click.command("check")
@games_argument
@paper_option
@strict_option
@format_option
def command(games: tuple[str, ...], paper: Paper, strict: bool, form: str) -> int:
    """Prove tile sets right before a sheet is printed.

    Reports every problem with its place, a code that `pnp explain` explains, and for refusals a
    picture of the counter-example; then what was proved and how many cases that covers.
    """
    _, reports = plans_of(games, Options(paper))
    if form == "json":
        proofs = [
            {
                "game": r.game,
                "code": p.code,
                "statement": p.statement,
                "cases": p.cases,
                "result": p.result,
            }
            for r in reports
            for p in r.proofs
        ]
        show_json({"problems": problems_json(reports), "proofs": proofs})
    else:
        for report in reports:
            show_report(report, sys.stdout)
    return int(failed(reports, strict))
