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
    ink_option,
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
from pnp.layout.knife import cuts_of_sheet
from pnp.plan import AnyDocument, Plan, SheetDocument, bare


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
@ink_option
@click.option(
    "--output-intent",
    "intent",
    type=click.Choice(["none", "srgb"]),
    default="none",
    show_default=True,
    help="Say that colours are sRGB, with its profile in the file. This is not PDF/X.",
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
    ink: str,
    intent: str,
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
    if single and sheet["printer"]:
        raise click.UsageError("--printer corrects sheets of paper, not --sheets single")
    if single and sheet["pack"]:
        raise click.UsageError("--pack needs sheets of paper, not --sheets single")
    more = {"single": single, "cut_contour": cut_contour, "ink": ink, "intent": intent}
    more["max_ppi"] = max_ppi
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
        written = zip(jobs, outputs, strict=True)
        documents = [_json(plan, doc, out, output) for (plan, doc), (_, out) in written]
        show_json({"documents": documents, "problems": problems_json(reports)})
    else:
        for report in reports:
            show_problems(report.problems, sys.stderr)
        for (plan, document), (_, out) in zip(jobs, outputs, strict=True):
            path = output / plan.game.id / out.file_name
            click.echo(f"{path}: {_count(len(out.pages), 'page')}{_cuts_text(document)}")
        _show_reports(plans, reports, seconds)
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


def _cuts(document: AnyDocument) -> list[int | None]:
    """The straight cuts of each sheet of fronts; none for what is not cut from sheets."""
    if not isinstance(document, SheetDocument) or document.side == "backs":
        return []
    fronts = [sheet for sheet in document.sheets if sheet.side != "back"]
    if not any(p.piece.outline is None for sheet in fronts for p in sheet.placements):
        return []
    return [cuts_of_sheet(sheet) for sheet in fronts if sheet.trim is None]


def _cuts_text(document: AnyDocument) -> str:
    cuts = _cuts(document)
    stuck = [number for number, count in enumerate(cuts, 1) if count is None]
    text = f", {_count(sum(filter(None, cuts)), 'straight cut')}" if any(cuts) else ""
    if stuck:
        which = f"sheet{'' if len(stuck) == 1 else 's'} {', '.join(map(str, stuck))}"
        text += f", {which} cannot be cut by straight cuts alone"
    return text


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _json(plan: Plan, document: AnyDocument, out: Output, folder: Path) -> dict[str, Any]:
    cuts = _cuts(document)
    return {
        "game": plan.game.id,
        "path": str(folder / plan.game.id / out.file_name),
        "paper": plan.paper_name,
        "pages": [{"pieces": list(page)} for page in out.pages],
        "straight_cuts": sum(filter(None, cuts)) if cuts and None not in cuts else None,
        "cuts_by_sheet": cuts,
    }


def _show_reports(plans: list[Plan], reports: list[Report], seconds: dict[str, float]) -> None:
    for plan, report in zip(plans, reports, strict=True):
        cases = sum(proof.cases for proof in report.proofs)
        line = f"{plan.game.id}: {summary(report)}; {len(report.proofs)} proofs, {cases:,} cases"
        if plan.game.id in seconds:
            line += f"; read back in {seconds[plan.game.id]:.1f} s"
        click.echo(line)
