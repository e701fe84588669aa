"""`pnp build`: check, then write the documents of games, all at once."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import click

from pnp.checks import Report
from pnp.cli.options import (
    failed,
    format_option,
    games_argument,
    options_of,
    plans_of,
    sheet_options,
    strict_option,
)
from pnp.cli.report import problems_json, show_json, show_problems, summary
from pnp.errors import PnpError, Problem, near
from pnp.export.documents import Output, export_document
from pnp.export.files import write_files
from pnp.plan import AnyDocument, Plan


@click.command("build")
@games_argument
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    default="output",
    show_default=True,
    help="Folder; each game gets a folder of its own in it.",
)
@sheet_options
@click.option(
    "--only",
    multiple=True,
    metavar="DOCUMENT",
    help="Only this document (a name or its stem, with or without the paper); repeatable.",
)
@click.option(
    "--pieces",
    metavar="LIST",
    help="Only these pieces, as 7-9,lab-*: numbers in printing order, ids, patterns.",
)
@strict_option
@format_option
def command(
    games: tuple[str, ...],
    output: Path,
    only: tuple[str, ...],
    pieces: str | None,
    strict: bool,
    form: str,
    **sheet: Any,
) -> int:
    """Write the print-ready PDFs of games.

    Checks first: when any of the games has an error, nothing is written for any.
    """
    chosen = tuple(part.strip() for part in (pieces or "").split(",") if part.strip())
    if pieces is not None and not chosen:
        raise click.UsageError("--pieces names no piece")
    plans, reports = plans_of(games, options_of(sheet, chosen))
    if failed(reports, strict):
        return _refuse(reports, form)
    _check_folders(plans)
    jobs = [(plan, document) for plan in plans for document in _wanted(plan, only)]
    _check_only(only, plans, jobs)
    outputs = [(plan, export_document(plan, document)) for plan, document in _watched(jobs)]
    files = {output / plan.game.id / out.file_name: out.data for plan, out in outputs}
    write_files(files)
    if form == "json":
        documents = [_json(plan, out, output) for plan, out in outputs]
        show_json({"documents": documents, "problems": problems_json(reports)})
    else:
        _show(plans, reports, outputs, output)
    return 0


def _refuse(reports: list[Report], form: str) -> int:
    if form == "json":
        show_json({"documents": [], "problems": problems_json(reports)})
    else:
        for report in reports:
            show_problems(report.problems, sys.stderr)
        click.echo("nothing was written", err=True)
    return 1


def _check_folders(plans: list[Plan]) -> None:
    """Two games with one id would write into one folder."""
    seen: dict[str, Plan] = {}
    for plan in plans:
        other = seen.setdefault(plan.game.id.casefold(), plan)
        if other is not plan:
            raise click.UsageError(
                f"{other.game.path} and {plan.game.path} are both called "
                f"'{plan.game.id}'; build them into different folders"
            )


def _names(plan: Plan, document: AnyDocument) -> set[str]:
    """How `--only` may call a document: with or without the paper and the ending."""
    suffix = f"_{plan.options.paper.name}"
    return {document.name.casefold(), document.name.removesuffix(suffix).casefold()}


def _wanted(plan: Plan, only: tuple[str, ...]) -> list[AnyDocument]:
    asked = {_bare(name) for name in only}
    return [d for d in plan.documents if not only or asked & _names(plan, d)]


def _bare(name: str) -> str:
    return name.casefold().removesuffix(".pdf").removesuffix("_{paper}")


def _written(plan: Plan) -> list[str]:
    """The documents of the definition, also those that `--sides` leaves out."""
    stems = [s for stem, d in plan.game.file.documents.items() for s in (stem, d.backs) if s]
    return [_bare(stem) for stem in stems]


def _check_only(
    only: tuple[str, ...], plans: list[Plan], jobs: list[tuple[Plan, AnyDocument]]
) -> None:
    """Every `--only` names a document, and something is left to write."""
    known = {bare: None for plan in plans for bare in _written(plan)}
    known |= {
        name: None for plan in plans for d in plan.documents for name in sorted(_names(plan, d))
    }
    problems = [
        Problem("GAME003", "error", f"there is no document '{name}'", None, near(name, known))
        for name in only
        if _bare(name) not in known
    ]
    if problems:
        raise PnpError(problems)
    if not jobs:
        raise PnpError(Problem("GAME003", "error", "there is no document to write"))


def _watched(jobs: list[tuple[Plan, AnyDocument]]) -> Iterator[tuple[Plan, AnyDocument]]:
    """The jobs, with a progress bar on a terminal and nothing in a pipe."""
    if not sys.stderr.isatty():
        yield from jobs
        return
    bar: Any
    with click.progressbar(
        jobs, label="building", file=sys.stderr, item_show_func=_bar_label
    ) as bar:
        items: Iterable[tuple[Plan, AnyDocument]] = bar
        yield from items


def _bar_label(job: tuple[Plan, AnyDocument] | None) -> str | None:
    return job[1].name if job else None


def _json(plan: Plan, out: Output, folder: Path) -> dict[str, Any]:
    return {
        "game": plan.game.id,
        "path": str(folder / plan.game.id / out.file_name),
        "paper": plan.options.paper.name,
        "pages": [{"pieces": list(page)} for page in out.pages],
    }


def _show(
    plans: list[Plan], reports: list[Report], outputs: list[tuple[Plan, Output]], folder: Path
) -> None:
    for report in reports:
        show_problems(report.problems, sys.stderr)
    for plan, out in outputs:
        count = len(out.pages)
        path = folder / plan.game.id / out.file_name
        click.echo(f"{path}: {count} page{'' if count == 1 else 's'}")
    for plan, report in zip(plans, reports, strict=True):
        cases = sum(proof.cases for proof in report.proofs)
        click.echo(
            f"{plan.game.id}: {summary(report)}; {len(report.proofs)} proofs, {cases:,} cases"
        )
