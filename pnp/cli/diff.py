"""`pnp diff`: what changed since a build, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from textwrap import wrap
from typing import Any

import click

from pnp.cli import EXIT_USAGE
from pnp.cli.failure import show_failure
from pnp.cli.options import format_option, option_of
from pnp.cli.outputs import ending_of, no_cache_option, output_option, width_option
from pnp.cli.report import counted, show_json
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
from pnp.cli.terminal import tell, usage_errors
from pnp.errors import PnpError
from pnp.game.selection import runs_of
from pnp.history import Change, Changes, Why
from pnp.system.filed import Filed
from pnp.system.files import write_files

ENDINGS = ("html", "pdf", "png")
WIDTH = 98


@click.command("diff")
@since_options
@option_of("bleed", "Compare with pictures of this bleed; by default that of OLD.")
@option_of("ink")
@option_of("max-ppi")
@output_option(
    "Show before and after side by side: a file that ends in .html, .pdf or .png.",
    required=False,
)
@width_option
@click.option(
    "--exit-code",
    is_flag=True,
    help="Exit with 1 if anything changed, 0 if not, 2 if that cannot be told. Of PDFs what they "
    "hold is compared, of a folder, tag or revision the whole game.",
)
@no_cache_option()
@format_option
def command(
    game: str,
    words: tuple[str, ...],
    kept: Path,
    output: Path | None,
    width: int,
    exit_code: bool,
    form: str,
    **given: Any,
) -> int:
    """Show which pieces of GAME look otherwise than they were printed, and why.

    OLD is a PDF that `pnp build` wrote, a folder with such PDFs, a tag of `pnp build --tag`, or a
    git revision of the game folder, looked for in this order; tag:NAME and git:REVISION say which.
    Only what is printed counts: comments, order and versions change nothing.
    """
    ending = ending_of(output, ENDINGS) if output is not None else ""
    try:
        found = compared(game, words, kept, given)
        if output is not None:
            write_files({output: _picture(found, ending, width)})
        _show(found, output, form)
    except (PnpError, OSError) as error:
        if not exit_code:
            raise
        show_failure(error, (), form)
        return EXIT_USAGE
    if not exit_code or not found.changes.is_empty:
        return int(exit_code)
    return 0 if found.is_sure else EXIT_USAGE


def _show(found: Compared, output: Path | None, form: str) -> None:
    if form == "json":
        show_json(_json(found, output))
        return
    for line in _lines(found):
        tell(line)
    if output is not None:
        tell(f"{output}: {counted(len(found.changes.all), 'piece')}, before and after")


def _picture(found: Compared, ending: str, width: int) -> Filed:
    from pnp.history.comparison import sections_of
    from pnp.history.contact import contact_pdf, contact_png
    from pnp.history.diffhtml import diff_html

    file = found.plan.game.file
    title = f"{file.title} {file.version}: what changed"
    sections = sections_of(found.changes, found.before())
    lines = [
        f"since {found.name}: {tally(found.changes)}{missing(found)}",
        *_leaflets(found.changes),
    ]
    lines += found.notes
    if ending == "html":
        return diff_html(title, lines, sections).encode()
    if ending == "pdf":
        return contact_pdf(title, lines, sections, file.theme)
    with usage_errors():
        return contact_png(title, lines, sections, file.theme, width)


def _leaflets(changes: Changes) -> list[str]:
    return [f"the leaflet {name} {what}" for name, what in changes.leaflets]


def _lines(found: Compared) -> Iterator[str]:
    changes, id = found.changes, found.plan.game.id
    words = recorded_words(found.recorded, pictures=True)
    if words:
        yield f"drawn as {found.name} was printed: {words}"
    for why, ids in changes.groups.items():
        count = f" — {len(ids)} pieces" if len(ids) > 1 else ""
        yield f"{why}{count}"
        yield from _pieces(changes, why)
    for component in dict.fromkeys(change.component for change in changes.renamed):
        yield from _renamed([c for c in changes.renamed if c.component == component])
    yield from _leaflets(changes)
    yield from (f"note: {note}" for note in found.notes)
    if changes.is_empty:
        yield f"{id}: {unchanged(found)}"
    else:
        yield f"{id}: {tally(changes)}{missing(found)}"


def _renamed(changes: Sequence[Change]) -> Iterator[str]:
    """The pieces of a component with other names, all in one sentence."""
    old = ", ".join(runs_of([change.old_id for change in changes]))
    new = ", ".join(runs_of([change.id for change in changes]))
    verb, pictures = ("are", "pictures") if len(changes) > 1 else ("is", "picture")
    said = f"{old} {verb} now called {new}: the same {pictures}, nothing to print"
    yield from wrap(said, WIDTH, subsequent_indent=" " * 8, break_on_hyphens=False)


def _pieces(changes: Changes, why: Why) -> Iterator[str]:
    """The pieces that changed for a reason, by what became of them."""
    groups: dict[str, list[Change]] = {}
    for change in changes.told:
        if why in change.whys:
            groups.setdefault(_became(change), []).append(change)
    for became, those in groups.items():
        named = why.note.partition(" is ")[0].rpartition(".")[2]
        if became in ("new", "removed") and named == those[0].id:
            continue  # the reason says it
        yield from _wrapped(f"    {became}: ", list(runs_of([change.id for change in those])))


def _became(change: Change) -> str:
    if change.sort == "changed":
        renamed = f", renamed from {change.old_id}" if change.old_id != change.id else ""
        return f"{' and '.join(change.sides)} changed{renamed}"
    if change.sort == "recounted":
        return f"copies {change.old_copies} -> {change.new_copies}"
    if change.sort == "recut":
        return "cut otherwise, nothing to print"
    copies = max(change.old_copies, change.new_copies)
    return ("new" if change.sort == "added" else "removed") + (f" ×{copies}" if copies > 1 else "")


def _wrapped(start: str, words: list[str]) -> Iterator[str]:
    line = start
    for number, word in enumerate(words):
        part = word + ("," if number < len(words) - 1 else "")
        if len(line) + len(part) + 1 > WIDTH and line.strip():
            yield line.rstrip()
            line = " " * 8
        line += part + " "
    yield line.rstrip()


def _json(found: Compared, output: Path | None) -> dict[str, Any]:
    changes = found.changes
    groups = ("changed", "added", "removed", "recounted", "renamed", "recut")
    return {
        "game": found.plan.game.id,
        "since": [old.name for old in found.olds],
        "options": dict(found.recorded),
        "compared": changes.compared,
        "partly_compared": changes.partly,
        "not_compared": changes.missing,
        **{name: [change_json(c) for c in getattr(changes, name)] for name in groups},
        "leaflets": [{"document": name, "change": what} for name, what in changes.leaflets],
        "notes": list(found.notes),
        "output": str(output) if output else None,
    }
