"""What a build does: documents that stand are kept, the rest is made, read back, put in place."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import click

from pnp.checks import Report
from pnp.cli.options import failed
from pnp.cli.terminal import tell
from pnp.errors import Problem
from pnp.export.documents import Output, export_document
from pnp.export.shelf import Shelf, Work, folder_of, open_shelf
from pnp.export.transaction import HIDDEN, Change, Recovery, is_clean, locked, put_in_place
from pnp.plan import AnyDocument, Plan


class Building:
    """The documents of a build: what stands is kept, the rest is made and read back.

    `reports` are those of the games, with what the files showed, `seconds` what that took.
    """

    def __init__(self, shelves: list[Shelf], reports: list[Report], cached: bool) -> None:
        self.shelves, self.reports, self.cached = shelves, reports, cached
        self.made: dict[str, dict[str, Output]] = {shelf.plan.game.id: {} for shelf in shelves}
        self.seconds: dict[str, float] = {}

    def run(self, strict: bool = False, tag: tuple[str, bool] | None = None) -> bool:
        """Make, read back, put in place; False if what was made failed: nothing is written."""
        while True:
            if self.make() and failed(self.reports, strict):
                return False
            if self.put_in_place(tag):
                return True

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

    def outputs(self) -> list[tuple[Shelf, AnyDocument, Output]]:
        """All documents in their order, made or not."""
        found = []
        for shelf in self.shelves:
            made = self.made[shelf.plan.game.id]
            for work in shelf.works:
                output = made.get(work.file_name) or shelf.output(work)
                found.append((shelf, work.document, output))
        return found


def open_building(
    plans: list[Plan], reports: list[Report], output: Path, *, preflight: bool, cached: bool
) -> Building:
    """A build into `output`, a folder for each game; what an earlier one left is mended first."""
    shelves = [open_shelf(folder_of(output, p), p, list(p.documents), preflight) for p in plans]
    for shelf in shelves:
        if is_clean(shelf.folder):
            shelf.open()
        else:
            with locked([shelf.folder]):
                _say_recovered(shelf, shelf.open())
    return Building(shelves, reports, cached)


def _say_recovered(shelf: Shelf, found: Recovery) -> None:
    """IO002, when a run that was cut off was finished."""
    for what, names in (("finished first", found.finished), ("lost", found.lost)):
        names = tuple(name for name in names if not name.startswith(HIDDEN))
        if names:
            message = f"an earlier build was cut off; {what}: {', '.join(names)}"
            tell(f"{shelf.folder}: {Problem('IO002', 'note', message)}", err=True)


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
