"""`pnp reprint`: print only what changed since a build."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click
from msgspec.structs import replace

from pnp.checks import Report
from pnp.checks import run as run_checks
from pnp.cli.build import document_options
from pnp.cli.options import failed, format_option, sheet_options, strict_option
from pnp.cli.outputs import no_cache_option, output_option
from pnp.cli.report import counted, problems_json, refuse, show_json, show_problems, summary
from pnp.cli.since import (
    Compared,
    change_json,
    compared,
    missing,
    recorded_words,
    since_options,
    tally,
    unchanged,
)
from pnp.cli.terminal import tell
from pnp.errors import PnpError
from pnp.game.plan import AnyDocument, Plan, SheetDocument
from pnp.history import Changes, reprint_plan
from pnp.history.finding import leaflets_of
from pnp.history.reprint import STEM, THROWN
from pnp.outputs.documents import Output, export_document
from pnp.outputs.state import STATE
from pnp.pdf.attachment import read_record
from pnp.preflight import run as run_preflight
from pnp.system.filed import Filed, digest_of
from pnp.system.filenames import distinct
from pnp.system.files import write_files

_SHEETS = ("SHEET", "BACK", "PRN")
"""The families of checks that look at sheets: those of the reprint count, not the game's."""


@click.command("reprint")
@since_options
@output_option("A folder for the sheets and the list of what to throw away.", file_okay=False)
@sheet_options
@document_options
@no_cache_option()
@strict_option
@format_option
def command(
    game: str,
    words: tuple[str, ...],
    kept: Path,
    output: Path,
    no_preflight: bool,
    strict: bool,
    form: str,
    **given: Any,
) -> int:
    """Print only those pieces of GAME that look otherwise than they were printed.

    They share as few sheets as possible, backs behind them, and a list shows which printed ones to
    throw away, with sheet and slot. A leaflet that changed is printed as a whole. OLD is as in
    `pnp diff`. Options of sheets are those that OLD was printed with, unless they are given.
    """
    found = compared(game, words, kept, given)
    plan = reprint_plan(found.plan, found.changes)
    report = _checked(found, plan)
    outputs: list[Output] = []
    if not failed([report], strict):
        for of, documents in _to_print(found, plan):
            made = [export_document(of, document) for document in documents]
            outputs += made
            if not no_preflight:
                built = [(d, out.data) for d, out in zip(documents, made, strict=True)]
                report = _proved(of, built, report)
    if failed([report], strict):
        return refuse([report], form)
    waste = _waste(found, output).items()
    files = distinct(
        [(output / out.file_name, out.name, out.data) for out in outputs]
        + [(path, THROWN, data) for path, data in waste]
    )
    _check_folder(output, files, found.plan.game.id)
    write_files(files)
    if form == "json":
        show_json(_json(found, outputs, files, report))
    else:
        show_problems(report.problems, sys.stderr)
        for line in _lines(found, _held_words(found, plan, outputs), files, report):
            tell(line)
    return 0


def _checked(found: Compared, plan: Plan | None) -> Report:
    """What checks say of the game, and of the sheets of the reprint in place of the game's."""
    whole = run_preflight(found.plan, run_checks(found.plan, found.loading))
    game = [p for p in whole.problems if not p.code.startswith(_SHEETS)]
    report = replace(whole, problems=tuple(game))
    if plan is None:
        return report
    sheets = run_checks(plan)
    return report.extended([p for p in sheets.problems if p.code.startswith(_SHEETS)], ())


def _to_print(found: Compared, plan: Plan | None) -> Iterator[tuple[Plan, list[AnyDocument]]]:
    """The documents of a reprint with their plans: its sheets, and the leaflets that changed."""
    if plan is not None:
        yield plan, list(plan.documents)
    if found.changes.leaflets:
        names = dict(found.changes.leaflets)
        of, leaflets = leaflets_of(found.plan)
        yield of, [document for document in leaflets if document.name in names]


def _proved(plan: Plan, built: list[tuple[AnyDocument, Filed]], report: Report) -> Report:
    from pnp.preflight.build import prove_files

    return report.extended(*prove_files(plan, built))


def _check_folder(folder: Path, files: Mapping[Path, Filed], game: str) -> None:
    """A build or an earlier reprint is what somebody printed: it is not mixed with this one."""
    if not files or not folder.is_dir():
        return
    for place in (folder, folder / game):
        if (place / STATE).exists() or any(map(_is_built, place.glob("*.pdf"))):
            raise click.UsageError(f"'{place}' holds a build; take another folder")
    leaflets = [path for path in folder.glob("*.pdf") if _side(path) == "leaflet"]
    old = [*folder.glob("reprint*.pdf"), *folder.glob(f"{THROWN}.*"), *leaflets]
    if any(path not in files or digest_of(path) != digest_of(files[path]) for path in old):
        names = ", ".join(sorted(map(str, old)))
        raise click.UsageError(
            f"'{folder}' holds an earlier reprint ({names}); take another folder"
        )


def _is_built(path: Path) -> bool:
    """True for sheets of a build."""
    reprinted = path.name.casefold().startswith((STEM, THROWN))
    return not reprinted and _side(path) not in ("", "leaflet")


def _side(path: Path) -> str:
    """What the record of a PDF says that it holds, "" without one."""
    try:
        return read_record(path, path.name).side
    except PnpError:
        return ""


# -- what to throw away ----------------------------------------------------------------------------


def _waste(found: Compared, folder: Path) -> dict[Path, Filed]:
    """A list of what to throw away, as text and with pictures; nothing if all stays."""
    from pnp.history.comparison import Section, waste_cards
    from pnp.history.contact import contact_pdf

    whole = _whole_documents(found)
    lines = list(_waste_lines(found.changes, whole))
    if not lines:
        return {}
    leaflets = [f"the leaflet {n}" for n, what in found.changes.leaflets if what != "is new"]
    lines = [*leaflets, *lines]
    file = found.plan.game.file
    title = f"{file.title} {file.version}: throw away"
    cards = tuple(waste_cards(found.changes, found.before(), whole))
    count = sum(change.fewer for change in found.changes.all)
    words = f"{count} printed cop{'y' if count == 1 else 'ies'}"
    section = Section(words, (*leaflets, *_whole_lines(whole)), cards)
    intro = [
        f"Printed before ({found.name}), and replaced, changed or left out since.",
        "Slots count from the first piece of a sheet, row by row.",
    ]
    data = contact_pdf(title, intro, [section], file.theme)
    text = "\n".join([title, *intro, "", *lines]) + "\n"
    return {folder / f"{THROWN}.pdf": data, folder / f"{THROWN}.txt": text.encode()}


def _whole_documents(found: Compared) -> dict[str, int]:
    """Documents of several copies that all are to be thrown away, with the number of these."""
    printed = Counter(p.document for piece in found.held.pieces.values() for p in piece.places)
    waste = Counter(place.document for change in found.changes.all for place in change.waste)
    return {name: n for name, n in waste.items() if n == printed[name] and n > 1}


def _whole_lines(whole: Mapping[str, int]) -> Iterator[str]:
    yield from (f"all of {name}: {count} copies" for name, count in whole.items())


def _waste_lines(changes: Changes, whole: Mapping[str, int]) -> Iterator[str]:
    """One line for every whole document, then for every other piece."""
    yield from _whole_lines(whole)
    for change in changes.thrown:
        fewer, where = change.waste_beside(whole)
        if fewer:
            count = f" ×{fewer}" if fewer > 1 else ""
            yield f"{change.old_id or change.id}{count}: {where}"


# -- what is said ----------------------------------------------------------------------------------


def _held_words(found: Compared, plan: Plan | None, outputs: list[Output]) -> dict[str, str]:
    """What each file of a reprint holds: its pages, its pieces, and the documents whose paper or
    card it takes; a file of backs, of which one it is."""
    from pnp.history.comparison import names

    words = {}
    leaflets = dict(found.changes.leaflets)
    for out in outputs:
        words[out.file_name] = counted(len(out.pages), "page")
        if out.name in leaflets:
            words[out.file_name] += f": the whole leaflet, which {leaflets[out.name]}"
    for document, out in zip(plan.documents if plan else (), outputs, strict=False):
        if isinstance(document, SheetDocument) and document.side == "backs":
            words[out.file_name] += ", backs of the sheets before"
            continue
        ids = list(dict.fromkeys(entry["id"] for page in out.pages for entry in page))
        homes = ", ".join(_documents_of(found.plan, ids))
        words[out.file_name] += f": {names(ids)}; paper or card as for {homes}"
    return words


def _documents_of(plan: Plan, ids: list[str]) -> list[str]:
    """The documents that print any of some pieces."""
    return [
        plan.document_name(stem)
        for stem, source in plan.game.file.documents.items()
        if any(piece.id in ids for piece in plan.pieces_in(source))
    ]


def _lines(
    found: Compared, held: Mapping[str, str], files: Mapping[Path, Filed], report: Report
) -> Iterator[str]:
    id, changes = found.plan.game.id, found.changes
    words = recorded_words(found.recorded, pictures=False)
    if words:
        yield f"options as {found.name} was printed: {words}"
    yield from (f"note: {note}" for note in found.notes)
    for path in files:
        yield str(path) + (f": {held[path.name]}" if path.name in held else "")
    for name, what in changes.leaflets:
        if what == "is gone" or name not in {path.stem for path in files}:
            yield f"the leaflet {name} {what}"
    if not files and not changes.all:
        nothing = f"nothing to print or to throw away since {found.name}{missing(found)}"
        nothing = nothing if changes.compared or changes.read else unchanged(found)
        yield f"{id}: {nothing}; nothing was written"
    else:
        yield f"{id}: {tally(changes)}{missing(found)}"
        yield f"{id}: {summary(report)}"


def _json(
    found: Compared, outputs: list[Output], files: Mapping[Path, Filed], report: Report
) -> dict[str, Any]:
    paths = {path.name: str(path) for path in files}
    return {
        "game": found.plan.game.id,
        "since": [old.name for old in found.olds],
        "options": dict(found.recorded),
        "documents": [
            {"path": paths[out.file_name], "pages": [{"pieces": list(p)} for p in out.pages]}
            for out in outputs
        ],
        "throw_away": [
            {"piece": c.old_id or c.id, "copies": c.fewer, "places": change_json(c)["waste"]}
            for c in found.changes.thrown
        ],
        "leaflets": [{"document": name, "change": what} for name, what in found.changes.leaflets],
        "notes": list(found.notes),
        "problems": problems_json([report]),
    }
