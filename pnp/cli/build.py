"""`pnp build`: check, then write the documents of games, all at once."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import click

from pnp.checks import Report
from pnp.cli.options import (
    failed,
    format_option,
    games_argument,
    max_ppi_option,
    options_of,
    plans_of,
    sheet_options,
    strict_option,
)
from pnp.cli.report import problems_json, show_json, show_problems, summary
from pnp.errors import PnpError, Problem, near
from pnp.export.documents import Output, export_document
from pnp.export.files import write_files
from pnp.plan import AnyDocument, Plan, bare


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
@click.option(
    "--sheets",
    type=click.Choice(["paper", "single"]),
    default="paper",
    show_default=True,
    help="Sheets of paper, or a single piece a page with its bleed, for online print shops.",
)
@click.option(
    "--cut-contour",
    is_flag=True,
    help="Add the cuts as a layer in the spot colour CutContour, which does not print.",
)
@click.option(
    "--no-preflight", is_flag=True, help="Do not read the files back before they are put in place."
)
@max_ppi_option
@strict_option
@format_option
def command(
    games: tuple[str, ...],
    output: Path,
    only: tuple[str, ...],
    pieces: str | None,
    sheets: str,
    cut_contour: bool,
    no_preflight: bool,
    max_ppi: int | None,
    strict: bool,
    form: str,
    **sheet: Any,
) -> int:
    """Write the print-ready PDFs of games.

    Checks first, and reads the finished files back: when any of the games has an error, nothing is
    written for any.
    """
    chosen = tuple(part.strip() for part in (pieces or "").split(",") if part.strip())
    if pieces is not None and not chosen:
        raise click.UsageError("--pieces names no piece")
    single = sheets == "single"
    if single and sheet["sides"] == "fold":
        raise click.UsageError("--sides fold needs sheets of paper, not --sheets single")
    more = {"single": single, "cut_contour": cut_contour, "max_ppi": max_ppi}
    plans, reports = plans_of(games, options_of(sheet, pieces=chosen, only=only, **more))
    _check_folders(plans)
    if failed(reports, strict):
        return _refuse(reports, form)
    jobs = [(plan, document) for plan in plans for document in plan.documents]
    _check_only(only, plans, jobs)
    outputs = [(plan, export_document(plan, document)) for plan, document in _watched(jobs)]
    seconds: dict[str, float] = {}
    if not no_preflight:
        reports, seconds = _read_back(plans, reports, jobs, outputs)
        if failed(reports, strict):
            return _refuse(reports, form)
    files = {output / plan.game.id / out.file_name: out.data for plan, out in outputs}
    write_files(files)
    if form == "json":
        documents = [_json(plan, out, output) for plan, out in outputs]
        show_json({"documents": documents, "problems": problems_json(reports)})
    else:
        _show(plans, reports, outputs, output, seconds)
    return 0


def _read_back(
    plans: list[Plan],
    reports: list[Report],
    jobs: list[tuple[Plan, AnyDocument]],
    outputs: list[tuple[Plan, Output]],
) -> tuple[list[Report], dict[str, float]]:
    """The reports with what the finished files show, and the seconds that took for each game."""
    from pnp.preflight.build import prove_files

    found, seconds = [], {}
    for plan, report in zip(plans, reports, strict=True):
        start = time.perf_counter()
        built = [
            (document, out.data)
            for (of, document), (_, out) in zip(jobs, outputs, strict=True)
            if of is plan
        ]
        found.append(report.extended(*prove_files(plan, built)))
        seconds[plan.game.id] = time.perf_counter() - start
    return found, seconds


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


def _check_only(
    only: tuple[str, ...], plans: list[Plan], jobs: list[tuple[Plan, AnyDocument]]
) -> None:
    """Every `--only` names a document, and something is left to write."""
    known: dict[str, None] = {}
    for plan in plans:
        items = plan.game.file.documents.items()
        for stem in [name for fronts, d in items for name in (fronts, d.backs) if name]:
            known |= dict.fromkeys([*plan.names_of(stem), bare(stem)])
    problems = [
        Problem("GAME003", "error", f"there is no document '{name}'", None, near(name, known))
        for name in only
        if bare(name) not in known
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
        "paper": plan.paper_name,
        "pages": [{"pieces": list(page)} for page in out.pages],
    }


def _show(
    plans: list[Plan],
    reports: list[Report],
    outputs: list[tuple[Plan, Output]],
    folder: Path,
    seconds: dict[str, float],
) -> None:
    for report in reports:
        show_problems(report.problems, sys.stderr)
    for plan, out in outputs:
        count = len(out.pages)
        path = folder / plan.game.id / out.file_name
        click.echo(f"{path}: {count} page{'' if count == 1 else 's'}")
    for plan, report in zip(plans, reports, strict=True):
        cases = sum(proof.cases for proof in report.proofs)
        line = f"{plan.game.id}: {summary(report)}; {len(report.proofs)} proofs, {cases:,} cases"
        if plan.game.id in seconds:
            line += f"; read back in {seconds[plan.game.id]:.1f} s"
        click.echo(line)
