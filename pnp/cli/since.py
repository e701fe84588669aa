"""What `diff` and `reprint` share: `--since`, the options that a build recorded, and words."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource
from msgspec import Struct

from pnp import limits
from pnp.cli.build import choice_of
from pnp.cli.build import command as build
from pnp.cli.options import Parsed, game_folder
from pnp.cli.outputs import kept_option
from pnp.cli.report import counted
from pnp.cli.terminal import FilePath
from pnp.errors import PnpError, Problem, sort_problems
from pnp.game.loader import load
from pnp.game.plan import Plan
from pnp.history import Change, Changes, PrintedBefore, compare
from pnp.history.comparison import Before, spots_of
from pnp.history.finding import Old, find_old, leaflet_keys, together
from pnp.history.reasons import LAYOUT
from pnp.piece import Face
from pnp.record import face_key

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


def since_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """GAME, `--since` and `--in`."""
    for option in (
        kept_option(),
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
        click.argument("game"),
    ):
        command = option(command)
    return command


BLEED = click.option(
    "--bleed",
    type=Parsed("bleed", limits.BLEED.parse),
    help="Compare with pictures of this bleed; by default that of OLD.",
)


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


def compared(
    game: str, words: Sequence[str], kept: Path, given: Mapping[str, Any], space: Path
) -> Compared:
    """Compare a game with what was printed. `given` are values of `sheet_options`, of which those
    not on the command line are taken from the record.

    Raises PnpError when the definition has errors or OLD cannot be read.
    """
    loaded, loading = load(game_folder(game))
    plan = _plan(Plan(loaded), loading, given, {})
    olds = []
    for number, word in enumerate(words):
        room = space / str(number)
        room.mkdir()
        olds.append(find_old(word, plan, kept, room))
    held = together(olds)
    recorded, notes = _known(held.options)
    recorded = {k: v for k, v in recorded.items() if k not in _overruled(recorded)}
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
    plan: Plan, loading: Sequence[Problem], given: Mapping[str, Any], recorded: Mapping[str, str]
) -> Plan:
    """The plan of the same game with the options that are given or recorded."""
    values = sheet_values(given, recorded)
    try:
        plan = plan.relaid(choice_of((), None, values.pop("sheets"), values))
    except click.UsageError as error:
        if not recorded:
            raise
        says = f"with the options of the record ({recorded_words(recorded, pictures=False)[:200]})"
        raise PnpError(Problem("REC001", "error", f"{says}: {error.message}")) from None
    errors = [p for p in (*loading, *plan.problems) if p.severity == "error"]
    if errors:
        raise PnpError(sort_problems(errors))
    return plan


# -- recorded options ------------------------------------------------------------------------------


def _parameters() -> dict[str, click.Parameter]:
    """The options of `build` that lay sheets out or change pictures, by the names of records."""
    others = {
        "games",
        "output",
        "only",
        "pieces",
        "no_preflight",
        "no_cache",
        "tag",
        "retag",
        "jobs",
    }
    others |= {"strict", "form", "help"}
    known = [p for p in build.params if p.name not in others]
    return {opt.removeprefix("--"): p for p in known for opt in p.opts}


def _known(options: Mapping[str, str]) -> tuple[dict[str, str], list[str]]:
    """The recorded options that `build` knows, and notes on those that cannot be had here."""
    from pnp.outputs.printers import load_printers

    found, notes = {}, []
    for name, text in options.items():
        if name not in _parameters():
            continue
        if name == "printer":
            text = " ".join(text.split()[:1])
            if text not in load_printers():
                notes.append(f"there is no printer '{text}' here: its drift is not corrected")
                continue
        found[name] = text
    return found, notes


def _overruled(recorded: Mapping[str, str]) -> set[str]:
    """The recorded options that contradict those on the command line."""
    found = set()
    if _is_given("sheets"):
        found |= {"printer", "pack"} | ({"sides"} if recorded.get("sides") == "fold" else set())
    if _is_given("pack"):
        found.add("grid")
    if _is_given("grid"):
        found.add("pack")
    return found


def _is_given(name: str) -> bool:
    """True if the option stands on the command line."""
    parameter = _parameters()[name]
    source = click.get_current_context().get_parameter_source(str(parameter.name))
    return source is ParameterSource.COMMANDLINE


def sheet_values(given: Mapping[str, Any], recorded: Mapping[str, str]) -> dict[str, Any]:
    """The values of all options of sheets: from the command line, else as recorded, else usual."""
    context = click.get_current_context()
    values: dict[str, Any] = {}
    for name, parameter in _parameters().items():
        key = str(parameter.name)
        flag = isinstance(parameter, click.Option) and parameter.is_flag
        if key in given and (_is_given(name) or name not in recorded):
            values[key] = given[key]
        elif flag:
            values[key] = name in recorded
        elif name in recorded:
            try:
                values[key] = parameter.type_cast_value(context, recorded[name])
            except click.BadParameter as error:
                says = f"the record says --{name} {recorded[name][:60]!r}: {error.message}"
                raise PnpError(Problem("REC001", "error", says)) from None
        else:
            usual = parameter.default  # click marks one that is not set by a value of its own
            text = usual if isinstance(usual, str) else None
            values[key] = parameter.type_cast_value(context, text)
    return values


def recorded_words(recorded: Mapping[str, str], *, pictures: bool) -> str:
    """The options taken from the record, as they would be typed; "" for none."""
    shown = {k: v for k, v in recorded.items() if not pictures or k not in LAYOUT}
    parts = [f"--{name}" + ("" if text == "yes" else f" {text}") for name, text in shown.items()]
    return " ".join(parts)


# -- words -----------------------------------------------------------------------------------------


def space() -> Path:
    """A temporary folder that goes with the command."""
    context = click.get_current_context()
    folder = context.with_resource(tempfile.TemporaryDirectory(prefix="pnp-since-"))
    return Path(folder)


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
        "old_places": [
            {"document": p.document, "sheet": p.sheet, "slot": p.slot, "side": p.side}
            for p in (change.old.places if change.old else ())
        ],
        "waste": [
            {"document": p.document, "sheet": p.sheet, "slot": p.slot, "side": p.side}
            for p in change.waste
        ],
    }
