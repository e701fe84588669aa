"""What `diff` and `reprint` share: `--since`, the options that a build recorded, and words."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource
from msgspec import Struct

from pnp.cli.options import options_of, read_plan, refuse_errors, type_of, with_options
from pnp.cli.outputs import kept_option
from pnp.cli.report import counted
from pnp.cli.terminal import FilePath
from pnp.errors import PnpError, Problem
from pnp.game.options import BY_NAME, LAYOUT, Values, conflicts
from pnp.game.plan import Plan
from pnp.history import Change, Changes, Place, PrintedBefore, compare
from pnp.history.comparison import Before, spots_of
from pnp.history.finding import Old, find_old, leaflet_keys, together
from pnp.piece import Face
from pnp.record import face_key

_ROWS = {name: row for name, row in BY_NAME.items() if row.group != "pieces"}
"""The options that a comparison takes from a record: all but the selection."""


since_options = with_options(
    click.argument("game"),
    click.option(
        "--since",
        "words",
        type=FilePath(),
        metavar="OLD",
        multiple=True,
        required=True,
        help="What was printed: a PDF, an output folder, a tag, a git revision; repeatable, "
        "later ones win for the pieces they hold.",
    ),
    kept_option,
)
"""GAME, `--since` and `--in`."""


class Compared(Struct, frozen=True):
    """A game and what changed: its plan without a selection, what the loader found, what was
    printed, the options taken from there, and where the old pictures are."""

    plan: Plan
    loading: Sequence[Problem]
    olds: tuple[Old, ...]
    held: PrintedBefore
    changes: Changes
    recorded: Mapping[str, str]
    notes: tuple[str, ...]

    @property
    def name(self) -> str:
        return ", ".join(old.name for old in self.olds)

    @property
    def is_sure(self) -> bool:
        """True if all was compared: of PDFs what they hold, else every piece of the game."""
        changes = self.changes
        if not any(old.whole for old in self.olds):
            return changes.compared > 0 or changes.read > 0
        return changes.is_sure

    def before(self) -> Before:
        """The printed faces by their print keys, the latest first."""
        found: dict[str, Any] = {}
        for old in reversed(self.olds):
            for key, spot in spots_of(old.files.values()).items():
                found.setdefault(key, spot)
            for face in _faces(old.plan) if old.plan else ():
                found.setdefault(face_key(face), face)
        return found


def _faces(plan: Plan) -> Iterator[Face]:
    for piece in plan.pieces:
        yield piece.front
        if piece.back is not None:
            yield piece.back


def compared(game: str, words: Sequence[str], kept: Path, given: Values) -> Compared:
    """Compare a game with what was printed. `given` are values of `sheet_options`, of which those
    not on the command line are taken from the record.

    Raises PnpError when the definition has errors or OLD cannot be read.
    """
    plan, loading = read_plan(game)
    plan = _plan(plan, loading, given, {})
    context = click.get_current_context()
    space = context.with_resource(tempfile.TemporaryDirectory(prefix="pnp-since-"))
    olds = []
    for number, word in enumerate(words):
        room = Path(space, str(number))
        room.mkdir()
        olds.append(find_old(word, plan, kept, room))
    held = together(olds)
    recorded, notes = _known(held.options)
    recorded = {k: v for k, v in recorded.items() if k not in _overruled(given, recorded)}
    if recorded:
        plan = _plan(plan, loading, given, recorded)
    changes = compare(held, plan, _leaflets(plan, loading, held, recorded, olds))
    notes += [note for old in olds for note in old.notes]
    used = {name: text for name, text in recorded.items() if not _is_given(name)}
    every = (*notes, *changes.notes)
    return Compared(plan, loading, tuple(olds), held, changes, used, every)


def _leaflets(
    plan: Plan,
    loading: Sequence[Problem],
    held: PrintedBefore,
    recorded: Mapping[str, str],
    olds: Sequence[Old],
) -> dict[str, str]:
    """The print keys of the present leaflets that what is held speaks of, on its paper."""
    if (not held.leaflets and not held.whole) or recorded.get("sheets") == "single":
        return {}
    keys = leaflet_keys(_plan(plan, loading, {}, recorded), held.leaflets, olds)
    return {stem: key for stem, key in keys.items() if held.whole or stem in held.leaflets}


def _plan(
    plan: Plan, loading: Sequence[Problem], given: Values, recorded: Mapping[str, str]
) -> Plan:
    """The plan of the same game with the options that are given or recorded."""
    try:
        plan = plan.relaid(options_of(sheet_values(given, recorded), idle=False))
    except click.UsageError as error:
        if not recorded:
            raise
        says = f"with the options of the record ({recorded_words(recorded, pictures=False)[:200]})"
        raise PnpError(Problem("REC001", "error", f"{says}: {error.message}")) from None
    refuse_errors([*loading, *plan.problems])
    return plan


# -- recorded options ------------------------------------------------------------------------------


def _known(options: Mapping[str, str]) -> tuple[dict[str, str], list[str]]:
    """The recorded options that `build` knows, and notes on those that cannot be had here."""
    from pnp.outputs.printers import load_printers

    found, notes = {}, []
    for name, text in options.items():
        if name not in _ROWS:
            continue
        if name == "printer":
            text = " ".join(text.split()[:1])
            if text not in load_printers():
                notes.append(f"there is no printer '{text}' here: its drift is not corrected")
                continue
        found[name] = text
    return found, notes


def _overruled(given: Values, recorded: Mapping[str, str]) -> set[str]:
    """The recorded options that contradict those on the command line."""
    return {
        row.name
        for row, conflict in conflicts(sheet_values(given, recorded))
        if conflict.breaks and _is_given(conflict.beside) and not _is_given(row.key)
    }


def _is_given(key: str) -> bool:
    """True if the option of a key was typed on the command line."""
    source = click.get_current_context().get_parameter_source(key)
    return source is ParameterSource.COMMANDLINE


def sheet_values(given: Values, recorded: Mapping[str, str]) -> dict[str, Any]:
    """The values of all options of sheets: from the command line, else as recorded, else usual."""
    values: dict[str, Any] = {}
    for name, row in _ROWS.items():
        if row.key in given and (_is_given(row.key) or name not in recorded):
            values[row.key] = given[row.key]
        elif row.switch or name not in recorded:
            values[row.key] = name in recorded or row.neutral
        else:
            try:
                values[row.key] = type_of(row)(recorded[name])
            except click.BadParameter as error:
                says = f"the record says --{name} {recorded[name][:60]!r}: {error.message}"
                raise PnpError(Problem("REC001", "error", says)) from None
    return values


def recorded_words(recorded: Mapping[str, str], *, pictures: bool) -> str:
    """The options taken from the record, as they would be typed; "" for none."""
    shown = {k: v for k, v in recorded.items() if not pictures or k not in LAYOUT}
    return " ".join(f"--{k}" if _ROWS[k].switch else f"--{k} {v}" for k, v in shown.items())


# -- words -----------------------------------------------------------------------------------------


def tally(changes: Changes) -> str:
    """How many pieces changed in which way, and what that means on paper."""
    parts = [
        (len(changes.changed), "changed"),
        (len(changes.added), "new"),
        (len(changes.removed), "removed"),
        (len(changes.recounted), "with another number of copies"),
    ]
    more, fewer = sum(c.more for c in changes.all), sum(c.fewer for c in changes.all)
    words = ", ".join(f"{count} {what}" for count, what in parts if count)
    pieces = counted(changes.compared, "piece")
    words = f"{words}, of {pieces}" if words else f"none of {pieces} changed"
    many = len(changes.leaflets)
    leaflets = f"; {counted(many, 'leaflet')} changed" if many else ""
    copies = f"; {_copies(more)} to print, {_copies(fewer)} to throw away" if changes.all else ""
    return words + copies + leaflets


def unchanged(found: Compared) -> str:
    """That nothing changed, of what was compared."""
    changes = found.changes
    if not changes.compared:
        read = "; its leaflet reads as it was printed" if changes.read else ""
        return f"there are no pieces to compare in {found.name}{read}{missing(found)}"
    many = changes.compared != 1
    pieces = f"all {changes.compared} pieces look" if many else "the 1 piece looks"
    pieces += f" as {'they were' if many else 'it was'} printed"
    cut = f"; {len(changes.recut)} to be cut otherwise" if changes.recut else ""
    return f"nothing changed since {found.name}; {pieces}{cut}{missing(found)}"


def missing(found: Compared) -> str:
    """How many pieces of the game were not compared, "" if all were."""
    count = found.changes.missing
    if not count:
        return ""
    return f"; {count} piece{' is' if count == 1 else 's are'} not in {found.name}"


def _copies(count: int) -> str:
    return f"{count} cop{'y' if count == 1 else 'ies'}"


def change_json(change: Change) -> dict[str, Any]:
    return {
        "piece": change.id,
        "component": change.component,
        "old_piece": change.old_id or None,
        "sides": list(change.sides),
        "old_copies": change.old_copies,
        "new_copies": change.new_copies,
        "print": change.more,
        "throw_away": change.fewer,
        "why": [
            {
                "file": why.loc.file if why.loc else why.file or None,
                "line": max(why.loc.line, 1) if why.loc else None,
                "column": max(why.loc.col, 1) if why.loc else None,
                "path": why.path or None,
                "old": why.old,
                "new": why.new,
                "note": why.note,
            }
            for why in change.whys
        ],
        "old_places": _places_json(change.old.places if change.old else ()),
        "waste": _places_json(change.waste),
    }


def _places_json(places: Iterable[Place]) -> list[dict[str, Any]]:
    return [
        {"document": p.document, "sheet": p.sheet, "slot": p.slot, "side": p.side} for p in places
    ]
