"""What a build does: documents that stand are kept, the rest is made, read back, put in place."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
from msgspec import Struct
from msgspec.structs import replace

from pnp.checks import Report
from pnp.cli.options import failed
from pnp.cli.terminal import tell
from pnp.errors import Problem
from pnp.game.plan import AnyDocument, Plan, SheetDocument
from pnp.outputs.documents import Output, export_document
from pnp.outputs.folder import OutputFolder, folder_of, open_folder
from pnp.outputs.transaction import HIDDEN, Exchange, Recovery, is_clean, locked, put_in_place
from pnp.preflight.findings import Findings
from pnp.preflight.whole import Counts
from pnp.system.filenames import folded
from pnp.system.processes import spread

LEAFLET = 15


class Batch(Struct, frozen=True):
    """Documents that are made together, of the shelf with a number."""

    shelf: int
    plan: Plan
    documents: list[AnyDocument]
    proved: bool

    @property
    def weight(self) -> int:
        """How long it takes, about: a leaflet as long as so many sheets."""
        return sum(
            len(d.sheets) if isinstance(d, SheetDocument) else LEAFLET for d in self.documents
        )


class Built(Struct, frozen=True):
    """A batch as it was made; if it was read back, what was found and how long that took."""

    outputs: list[Output]
    findings: Findings | None = None
    seconds: float = 0.0


class Building:
    """The documents of a build: what stands is kept, the rest is made and read back.

    `reports` are those of the games, with what the files showed, `seconds` what that took; `jobs`
    is in how many processes.
    """

    def __init__(
        self, shelves: list[OutputFolder], reports: list[Report], cached: bool, jobs: int = 1
    ) -> None:
        self.shelves, self.reports, self.cached, self.jobs = shelves, reports, cached, jobs
        self.made: dict[str, dict[str, Output]] = {shelf.plan.game.id: {} for shelf in shelves}
        self.held: dict[str, dict[str, Counts]] = {shelf.plan.game.id: {} for shelf in shelves}
        self.seconds: dict[str, float] = {}

    def run(self, strict: bool = False, tag: tuple[str, bool] | None = None) -> bool:
        """Make, read back, put in place; False if what was made failed: nothing is written."""
        while True:
            if self.make() and failed(self.reports, strict):
                return False
            if not self.is_whole():
                return False
            if self.put_in_place(tag):
                self.look_round()
                return True

    def make(self) -> bool:
        """Make what does not stand and was not made yet; False if there is nothing."""
        batches = [batch for n in range(len(self.shelves)) for batch in self._batches(n)]
        found = [Findings() for _ in self.shelves]
        for batch, made in _watched(batches, self.jobs):
            shelf = self.shelves[batch.shelf]
            id = shelf.plan.game.id
            self.made[id] |= {output.file_name: output for output in made.outputs}
            if made.findings is not None:
                held = made.findings.held.items()
                self.held[id] |= {f"{name}.pdf": counts for name, counts in held}
                found[batch.shelf].add(made.findings)
                self.seconds[id] = self.seconds.get(id, 0.0) + made.seconds
        for n, findings in enumerate(found):
            self.reports[n] = self.reports[n].extended(findings.problems, findings.proofs())
        return bool(batches)

    def is_whole(self) -> bool:
        """True if the files, as they will be, hold every piece as often as it is declared."""
        from pnp.preflight.whole import check_whole, count

        for n, shelf in enumerate(self.shelves):
            made, held = self.made[shelf.plan.game.id], self.held[shelf.plan.game.id]
            files: dict[str, Counts] = {}
            for work in shelf.works:
                kept = work.file_name not in made or not shelf.proved  # nothing was read
                if isinstance(work.document, SheetDocument) and kept:
                    sheets = [sheet.printed for sheet in work.document.sheets]
                    files[folded(work.file_name)] = count(work.document, sheets)
            files |= {folded(name): counts for name, counts in held.items()}
            problems, proofs = check_whole(shelf.plan, files)
            known = [proof for proof in self.reports[n].proofs if proof.code != "PDF014"]
            self.reports[n] = replace(self.reports[n], proofs=(*known, *proofs))
            self.reports[n] = self.reports[n].extended(problems, ())
        return not failed(self.reports, strict=False)

    def look_round(self) -> None:
        """Name files in the folders that show pieces otherwise than those that were built."""
        from pnp.preflight.whole import strays

        for n, shelf in enumerate(self.shelves):
            known = {work.file_name for work in shelf.works} | shelf.outcome.told
            known |= {name for name, is_current in shelf.current.items() if is_current}
            found = strays(shelf.plan, shelf.folder, known)
            self.reports[n] = self.reports[n].extended(found, ())

    def _batches(self, number: int) -> list[Batch]:
        """What is to be made on a shelf; documents of one entry of the definition go together."""
        shelf = self.shelves[number]
        made = self.made[shelf.plan.game.id]
        groups: dict[int, list[AnyDocument]] = {}
        for work in shelf.works:
            if work.file_name not in made and not (self.cached and shelf.is_standing(work)):
                groups.setdefault(id(work.document.source), []).append(work.document)
        return [Batch(number, shelf.plan, g, shelf.proved) for g in groups.values()]

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

    def _changes(self, tag: tuple[str, bool] | None) -> list[Exchange]:
        return [shelf.change(self.made[shelf.plan.game.id], tag) for shelf in self.shelves]

    def outputs(self) -> list[tuple[OutputFolder, AnyDocument, Output]]:
        """All documents in their order, made or not."""
        found = []
        for shelf in self.shelves:
            made = self.made[shelf.plan.game.id]
            for work in shelf.works:
                output = made.get(work.file_name) or shelf.output(work)
                found.append((shelf, work.document, output))
        return found


def open_building(
    plans: list[Plan],
    reports: list[Report],
    output: Path,
    *,
    preflight: bool,
    cached: bool,
    jobs: int = 1,
) -> Building:
    """A build into `output`, a folder for each game; what an earlier one left is mended first."""
    shelves = [open_folder(folder_of(output, p), p, list(p.documents), preflight) for p in plans]
    for shelf in shelves:
        if is_clean(shelf.folder):
            shelf.open()
        else:
            with locked([shelf.folder]):
                _say_recovered(shelf, shelf.open())
    return Building(shelves, reports, cached, jobs)


def _say_recovered(shelf: OutputFolder, found: Recovery) -> None:
    """IO002, when a run that was cut off was finished."""
    for what, names in (("finished first", found.finished), ("lost", found.lost)):
        names = tuple(name for name in names if not name.startswith(HIDDEN))
        if names:
            message = f"an earlier build was cut off; {what}: {', '.join(names)}"
            tell(f"{shelf.folder}: {Problem('IO002', 'note', message)}", err=True)


def make_batch(batch: Batch) -> Built:
    """Make documents, and read them back if that is asked for."""
    outputs = [export_document(batch.plan, document) for document in batch.documents]
    if not batch.proved:
        return Built(outputs)
    from pnp.preflight.build import read_back

    start = time.perf_counter()
    built = [(d, out.data) for d, out in zip(batch.documents, outputs, strict=True)]
    findings = read_back(batch.plan, built)
    return Built(outputs, findings, time.perf_counter() - start)


def _watched(batches: list[Batch], jobs: int) -> Iterator[tuple[Batch, Built]]:
    """The batches as they are made, with a progress bar on a terminal and nothing in a pipe."""
    results = spread(make_batch, batches, [batch.weight for batch in batches], jobs)
    if not batches or not sys.stderr.isatty():
        yield from ((batches[number], made) for number, made in results)
        return
    bar: Any
    count = sum(len(batch.documents) for batch in batches)
    with click.progressbar(length=count, label="building", file=sys.stderr) as bar:
        for number, made in results:
            yield batches[number], made
            bar.update(len(batches[number].documents))
