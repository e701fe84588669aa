"""What is said about a build when it is done, as text and as JSON."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pnp.cli.building import Building
from pnp.cli.report import (
    counted,
    problems_json,
    proofs_and_cases,
    show_json,
    show_problems,
    summary,
)
from pnp.cli.terminal import tell
from pnp.game.plan import AnyDocument, LeafletDocument, SheetDocument
from pnp.layout.guillotine import cuts_of_sheet
from pnp.outputs.documents import Output
from pnp.outputs.folder import OutputFolder


def show_building_json(build: Building) -> None:
    documents = [_entry(*made) for made in build.outputs()]
    first = [str(path) for shelf in build.shelves if (path := _leaflet(shelf))]
    earlier = [one for shelf in build.shelves for one in _earlier(shelf)]
    found = {"documents": documents, "earlier": earlier, "print_first": first}
    show_json({**found, "problems": problems_json(build.reports)})


def _earlier(shelf: OutputFolder) -> Iterator[dict[str, str]]:
    """The files of earlier builds that are not made, and what became of them."""
    fates = [*shelf.outcome.fates, *((name, "current") for name in shelf.outcome.beside)]
    yield from ({"path": str(shelf.folder / name), "fate": fate} for name, fate in fates)


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
    text = f", {counted(sum(filter(None, cuts)), 'straight cut')}" if any(cuts) else ""
    if stuck:
        which = f"sheet{'' if len(stuck) == 1 else 's'} {', '.join(map(str, stuck))}"
        text += f", {which} cannot be cut by straight cuts alone"
    return text


def _entry(shelf: OutputFolder, document: AnyDocument, out: Output) -> dict[str, Any]:
    cuts = _cuts(document)
    return {
        "game": shelf.plan.game.id,
        "path": str(shelf.folder / out.file_name),
        "paper": shelf.plan.paper_name,
        "rewritten": out.file_name in shelf.outcome.written,
        "reason": shelf.outcome.written.get(out.file_name),
        "pages": [{"pieces": list(page)} for page in out.pages],
        "straight_cuts": sum(filter(None, cuts)) if cuts and None not in cuts else None,
        "cuts_by_sheet": cuts,
    }


def show_building(build: Building, brief: bool = False) -> None:
    """Problems, documents (`brief`: only those written) and what changed."""
    for report in build.reports:
        show_problems(report.problems, sys.stderr)
    for shelf, document, out in build.outputs():
        written = out.file_name in shelf.outcome.written
        if brief and not written:
            continue
        why = shelf.outcome.written.get(out.file_name, "unchanged")
        said = f"{counted(len(out.pages), 'page')}{_cuts_text(document)}"
        said += f", {why}" if not (written and shelf.outcome.first) else ""
        tell(f"{shelf.folder / out.file_name}: {said}")
    for shelf in build.shelves:
        _show_others(shelf, brief)
    for shelf, report in zip(build.shelves, build.reports, strict=True):
        id = shelf.plan.game.id
        line = f"{id}: {summary(report)}; {proofs_and_cases(report)}"
        if id in build.seconds:
            line += f"; read back in {build.seconds[id]:.1f} s"
        tell(line)
        tell(f"{id}: {_news(shelf)}")
    for line in map(_beginning, build.shelves):
        if line and not brief:
            tell(line)


def _leaflet(shelf: OutputFolder) -> Path | None:
    """The first leaflet of a game, which says how the rest is printed."""
    found = (w.file_name for w in shelf.works if isinstance(w.document, LeafletDocument))
    return next((shelf.folder / name for name in found), None)


def _beginning(shelf: OutputFolder) -> str:
    """What to print before anything else, said with the first build; a later one says what
    changed. Nothing for single pieces, which a print shop gets."""
    documents = (w.document for w in shelf.works if isinstance(w.document, SheetDocument))
    labels = (label for d in documents for sheet in d.sheets[:1] for label in sheet.labels)
    length = next((label.text for label in labels if label.role == "ruler"), None)
    first = [f"{path}, the leaflet"] if (path := _leaflet(shelf)) else []
    if length is not None:
        first.append(f"one sheet, whose rulers must measure {length}")
    if not first or not shelf.outcome.first:
        return ""
    return f"{shelf.plan.game.id}: print first: {'; then '.join(first)}"


_FATES = {
    "removed": "removed, it is made no longer",
    "changed": "made no longer, but changed by somebody; it stays",
    "older": "left from an earlier build, older than the game is now",
}
"""What became of a file of an earlier build, in words."""


def _show_others(shelf: OutputFolder, brief: bool) -> None:
    """Files of a folder that were not made: those of earlier builds, and the tag."""
    outcome = shelf.outcome
    unwritten = [] if brief else [f"{name}.pdf" for name in shelf.plan.unwritten_backs]
    for name in unwritten:
        tell(f"{shelf.folder / name}: not written, no piece of its document has a back")
    for name, fate in outcome.fates:
        tell(f"{shelf.folder / name}: {_FATES[fate]}")
    if outcome.beside and not brief:
        names = ", ".join(outcome.beside)
        tell(f"{shelf.folder}: left from builds with other options, and up to date: {names}")
    if shelf.tagged:
        name, size = shelf.tagged
        tell(f"{shelf.folder / name}: kept, {size / 1000:,.0f} kB")


def _news(shelf: OutputFolder) -> str:
    """What has changed since the last build."""
    outcome, faces, files = shelf.outcome, len(shelf.outcome.faces), len(shelf.works)
    if outcome.first:
        return f"{counted(faces, 'face')}, {counted(len(outcome.written), 'document')} written"
    changed = f"{len(outcome.changed)} of {counted(faces, 'face')} changed"
    if outcome.changed:
        on, pieces = outcome.pieces
        changed += f" (on {on} of {counted(pieces, 'piece')})"
    return f"{changed}, {len(outcome.written)} of {counted(files, 'document')} rewritten"
