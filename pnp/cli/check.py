"""`pnp check`: prove games right."""

from __future__ import annotations

import sys
from typing import Any

import click

from pnp.cli.options import (
    failed,
    format_option,
    games_argument,
    options_of,
    plans_of,
    sheet_options,
    strict_option,
)
from pnp.cli.outputs import no_cache_option
from pnp.cli.report import problems_json, show_json, show_report


@click.command("check")
@games_argument
@sheet_options
@no_cache_option()
@strict_option
@format_option
def command(games: tuple[str, ...], strict: bool, form: str, **sheet: Any) -> int:
    """Prove tile sets right before a sheet is printed.

    Reports every problem with its place, a code that `pnp explain` explains, and for refusals a
    picture of the counter-example; then what was proved and how many cases that covers.
    """
    _, reports = plans_of(games, options_of(sheet))
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
