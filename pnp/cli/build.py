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
    Parsed,
    failed,
    format_option,
    games_argument,
    options_of,
    parse_tag,
    plans_of,
    sheet_options,
    strict_option,
)
from pnp.cli.report import problems_json, show_json, show_problems, summary
from pnp.errors import PnpError, Problem, near
from pnp.export.documents import Output, export_document
from pnp.export.shelf import Shelf, Work, open_shelf
from pnp.export.transaction import HIDDEN, Change, Recovery, is_clean, locked, put_in_place
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
    help="Only these pieces, as 7-9,lab-*: numbers in printing order, ids, patterns; "
    "X-0*2 is two copies of X-0.",
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
@click.option(
    "--no-cache", is_flag=True, help="Make every document anew, also those that stand unchanged."
)
@click.option(
    "--tag",
    metavar="NAME",
    type=Parsed("name", parse_tag),
    help="Keep a record of this build under a name, beside the files of each game.",
)
@click.option("--retag", is_flag=True, help="Let --tag replace a record of that name.")
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
    no_cache: bool,
    tag: str | None,
    retag: bool,
    strict: bool,
    form: str,
    **sheet: Any,
) -> int:
    """Write the print-ready PDFs of games.

    Checks first, and reads the finished files back: when any of the games has an error, nothing is
    written for any. Documents that would be the same are neither made nor written again.
    """
    if tag is not None and (only or pieces):
        raise click.UsageError("--tag keeps a whole build; leave out --only and --pieces")
    chosen = tuple(part.strip() for part in (pieces or "").split(",") if part.strip())
    if pieces is not None and not chosen:
        raise click.UsageError("--pieces names no piece")
    single = sheets == "single"
    if single and sheet["sides"] == "fold":
        raise click.UsageError("--sides fold needs sheets of paper, not --sheets single")
    plans, reports = plans_of(
        games,
        options_of(sheet, pieces=chosen, only=only, single=single, cut_contour=cut_contour),
    )
    _check_folders(plans)
    if failed(reports, strict):
        return _refuse(reports, form)
    jobs = [(plan, document) for plan in plans for document in plan.documents]
    _check_only(only, plans, jobs)
    shelves = [
        open_shelf(output / plan.game.id, plan, [d for p, d in jobs if p is plan], not no_preflight)
        for plan in plans
    ]
    for shelf in shelves:
        if is_clean(shelf.folder):
            shelf.open()
        else:
            with locked([shelf.folder]):
                _say_recovered(shelf, shelf.open())
    build = _Build(shelves, reports, not no_cache)
    while True:
        if build.make() and failed(build.reports, strict):
            return _refuse(build.reports, form)
        if build.put_in_place(None if tag is None else (tag, retag)):
            break
    if form == "json":
        documents = [_json(shelf, out) for shelf, out in build.outputs()]
        show_json({"documents": documents, "problems": problems_json(build.reports)})
    else:
        _show(build)
    return 0


class _Build:
    """The documents of a build: what stands is kept, the rest is made and read back.

    `reports` are those of the games, with what the files showed, `seconds` what that took.
    """

    def __init__(self, shelves: list[Shelf], reports: list[Report], cached: bool) -> None:
        self.shelves, self.reports, self.cached = shelves, reports, cached
        self.made: dict[str, dict[str, Output]] = {shelf.plan.game.id: {} for shelf in shelves}
        self.seconds: dict[str, float] = {}

    def make(self) -> bool:
        """Make what does not stand and was not made yet; False if there is nothing."""
        jobs = [
            (shelf, work)
            for shelf in self.shelves
            for work in shelf.works
            if work.file_name not in self.made[shelf.plan.game.id]
            and not (self.cached and shelf.is_standing(work))
        ]
        for shelf, work in _watched(jobs):
            output = export_document(shelf.plan, work.document)
            self.made[shelf.plan.game.id][work.file_name] = output
        for number, shelf in enumerate(self.shelves):
            works = [work for of, work in jobs if of is shelf]
            if works and shelf.proved:
                self.reports[number] = self._read_back(shelf, works, self.reports[number])
        return bool(jobs)

    def _read_back(self, shelf: Shelf, works: list[Work], report: Report) -> Report:
        """The report of a game with what its finished files show."""
        from pnp.preflight.build import prove_files

        start, id = time.perf_counter(), shelf.plan.game.id
        built = [(work.document, self.made[id][work.file_name].data) for work in works]
        report = report.extended(*prove_files(shelf.plan, built))
        self.seconds[id] = self.seconds.get(id, 0.0) + time.perf_counter() - start
        return report

    def put_in_place(self, tag: tuple[str, bool] | None) -> bool:
        """Write what was made; False if another build has changed meanwhile what was to stand."""
        changes = self._changes(tag)
        touched = [c.folder for c in changes if c.files or c.removed]
        if not touched:
            return True
        with locked(touched):
            for shelf in self.shelves:
                if shelf.folder in touched:
                    _say_recovered(shelf, shelf.open())
                    made = self.made[shelf.plan.game.id]
                    if not all(w.file_name in made or shelf.is_standing(w) for w in shelf.works):
                        return False
            changes = [change for change in self._changes(tag) if change.folder in touched]
            put_in_place([change for change in changes if change.files or change.removed])
        return True

    def _changes(self, tag: tuple[str, bool] | None) -> list[Change]:
        return [shelf.change(self.made[shelf.plan.game.id], tag) for shelf in self.shelves]

    def outputs(self) -> list[tuple[Shelf, Output]]:
        """All documents in their order, made or not."""
        return [
            (shelf, self.made[shelf.plan.game.id].get(work.file_name) or shelf.output(work))
            for shelf in self.shelves
            for work in shelf.works
        ]


def _say_recovered(shelf: Shelf, found: Recovery) -> None:
    """IO002, when a run that was cut off was finished."""
    for what, names in (("finished first", found.finished), ("lost", found.lost)):
        names = tuple(name for name in names if not name.startswith(HIDDEN))
        if names:
            message = f"an earlier build was cut off; {what}: {', '.join(names)}"
            click.echo(f"{shelf.folder}: {Problem('IO002', 'note', message)}", err=True)


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


def _watched(jobs: list[tuple[Shelf, Work]]) -> Iterator[tuple[Shelf, Work]]:
    """The jobs, with a progress bar on a terminal and nothing in a pipe."""
    if not jobs or not sys.stderr.isatty():
        yield from jobs
        return
    bar: Any
    with click.progressbar(
        jobs, label="building", file=sys.stderr, item_show_func=_bar_label
    ) as bar:
        items: Iterable[tuple[Shelf, Work]] = bar
        yield from items


def _bar_label(job: tuple[Shelf, Work] | None) -> str | None:
    return job[1].document.name if job else None


def _json(shelf: Shelf, out: Output) -> dict[str, Any]:
    return {
        "game": shelf.plan.game.id,
        "path": str(shelf.folder / out.file_name),
        "paper": shelf.plan.paper_name,
        "rewritten": out.file_name in shelf.outcome.written,
        "pages": [{"pieces": list(page)} for page in out.pages],
    }


def _show(build: _Build) -> None:
    for report in build.reports:
        show_problems(report.problems, sys.stderr)
    for shelf, out in build.outputs():
        count = len(out.pages)
        same = "" if out.file_name in shelf.outcome.written else ", unchanged"
        pages = f"{count} page{'' if count == 1 else 's'}"
        click.echo(f"{shelf.folder / out.file_name}: {pages}{same}")
    for shelf in build.shelves:
        for name in shelf.outcome.removed:
            click.echo(f"{shelf.folder / name}: removed, the game makes it no longer")
        for name in shelf.outcome.left:
            click.echo(f"{shelf.folder / name}: made no longer, but changed by somebody; it stays")
    for shelf, report in zip(build.shelves, build.reports, strict=True):
        id, cases = shelf.plan.game.id, sum(proof.cases for proof in report.proofs)
        line = f"{id}: {summary(report)}; {len(report.proofs)} proofs, {cases:,} cases"
        if id in build.seconds:
            line += f"; read back in {build.seconds[id]:.1f} s"
        click.echo(line)
        click.echo(f"{id}: {_news(shelf)}")


def _news(shelf: Shelf) -> str:
    """What has changed since the last build."""
    outcome, faces, files = shelf.outcome, len(shelf.outcome.faces), len(shelf.works)
    if outcome.first:
        return f"{_counted(faces, 'face')}, {_counted(len(outcome.written), 'document')} written"
    changed = f"{len(outcome.changed)} of {_counted(faces, 'face')} changed"
    return f"{changed}, {len(outcome.written)} of {_counted(files, 'document')} rewritten"


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"
