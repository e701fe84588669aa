"""Arguments and options that commands share, and the games they name."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import click
from msgspec.structs import replace

from pnp.checks import Report
from pnp.checks import run as run_checks
from pnp.cli.terminal import tell, usage_errors
from pnp.definition.model import Game
from pnp.definition.values import safe_name
from pnp.errors import PnpError, Problem, near, sort_problems
from pnp.game.loader import GAME_FILE, BrokenGame, bundled_games, find_game, load
from pnp.game.options import BY_NAME, ROWS, Group, Options, Row, Values, conflict_words
from pnp.game.plan import Plan
from pnp.layout.calibration import Printer
from pnp.layout.marks import Marks
from pnp.layout.paper import Margins, Orientation, Paper
from pnp.preflight import run as run_preflight
from pnp.system.processes import cores

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]
_USUAL = Options()


class Parsed(click.ParamType):  # type: ignore[type-arg]
    """A value read by a function that words its ValueErrors for people."""

    def __init__(self, name: str, parse: Callable[[str], Any]) -> None:
        self.name = name
        self.parse = parse

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        if not isinstance(value, str):
            return value
        try:
            return self.parse(value)
        except ValueError as error:
            raise click.BadParameter(str(error)) from None


class Spelled(click.Choice):  # type: ignore[type-arg]
    """A choice that takes other spellings of its words."""

    def __init__(self, row: Row) -> None:
        super().__init__(row.choices)
        self.spellings = row.spellings

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        return super().convert(self.spellings.get(value, value), param, ctx)


def type_of(row: Row) -> click.ParamType:  # type: ignore[type-arg]
    """The type that reads an option's values."""
    if row.choices:
        return Spelled(row)
    if row.within is not None:
        return click.IntRange(*row.within)
    return click.BOOL if row.switch else Parsed(row.word or row.name, row.parse or str)


def option_of(name: str, says: str = "") -> Decorator:
    """An option of `ROWS` by its name, with other help if some is given."""
    row = BY_NAME[name]
    if row.switch:
        return click.option(row.flag, row.key, is_flag=True, help=row.help)
    return click.option(
        row.flag,
        row.key,
        type=type_of(row),
        default=row.default,
        show_default=row.default is not None,
        help=says or row.help,
    )


def with_options(*options: Decorator) -> Decorator:
    """All of some options, in this order."""

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


def grouped(group: Group) -> Decorator:
    """The options of a group of `ROWS`; see `options_of`."""
    return with_options(*(option_of(row.name) for row in ROWS if row.group == group))


def parse_tag(text: str) -> str:
    """The name of a kept record: it becomes a file's. Raises ValueError."""
    if re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}", text) is None:
        raise ValueError(f"'{text}' is no name; write letters, digits, - and _, as print-1")
    return safe_name(text)


games_argument = click.argument("games", metavar="[GAME]...", nargs=-1)
sheet_options = grouped("sheets")


def options_of(values: Values, only: tuple[str, ...] = (), *, idle: bool = True) -> Options:
    """What options of `ROWS` ask for. Raises UsageError where they contradict each other and, if
    `idle`, for those that the others make useless."""
    if says := conflict_words(values, idle=idle):
        raise click.UsageError(says)
    found = {row.key: values.get(row.key, row.neutral) for row in ROWS}
    margins, printer = found.pop("margin"), found["printer"]
    if printer is not None:
        printer = found["printer"] = find_printer(printer)
        margins = printer.margins if margins is None else margins
        found["flip"] = found["flip"] or printer.flip
    if margins is not None:
        found["paper"] = _with_margins(found["paper"], margins, found["orientation"])
    found["crop"] = Marks(*(found.pop(f"mark_{part}") for part in Marks.__struct_fields__))
    found["pieces"] = pieces_of(found["pieces"])
    return Options(single=found.pop("sheets") == "single", only=only, **found)


def pieces_of(words: str | None) -> tuple[str, ...]:
    """The parts of a selection. Raises UsageError for one of no piece."""
    chosen = tuple(part.strip() for part in (words or "").split(",") if part.strip())
    if words is not None and not chosen:
        raise click.UsageError("--pieces names no piece")
    return chosen


def _with_margins(paper: Paper, margins: Margins, orientation: Orientation) -> Paper:
    """The paper with margins. Raises UsageError if they leave no room whichever way it lies."""
    paper = replace(paper, margins=margins)
    with usage_errors():
        paper.refuse_narrow(orientation)
    return paper


def find_printer(name: str) -> Printer:
    """The profile of a name. Fails as a usage error."""
    from pnp.outputs.printers import load_printers

    printers = load_printers()
    if name not in printers:
        known = near(name, printers) or "there are none yet; see pnp printer set --help"
        raise click.UsageError(f"there is no printer '{name}' ({known})")
    return printers[name]


format_option = click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="How to print the result.",
)
jobs_option = click.option(
    "--jobs",
    type=click.IntRange(1, 256),
    default=cores,
    show_default="one for each core",
    help="Processes that work at the same time; their number changes no byte.",
)
strict_option = click.option("--strict", is_flag=True, help="Warnings count as errors.")


def game_folder(name: str) -> Path:
    """The folder of a named game. A bundled game goes before a folder here: GAME004 says so.

    Raises PnpError (GAME001).
    """
    folder, here = find_game(name), Path(name)
    if (here / GAME_FILE).is_file() and not here.samefile(folder):
        message = f"'{name}' is the bundled game in {folder}"
        hint = f"write ./{name} for the folder here"
        tell(str(Problem("GAME004", "note", message, None, hint)), err=True)
    return folder


def folders_of(games: tuple[str, ...]) -> list[Path]:
    """The folders of the named games, each once, all bundled ones without names.

    Raises PnpError (GAME001) with every name that is none.
    """
    if not games:
        return list(bundled_games().values())
    found: list[Path] = []
    problems: list[Problem] = []
    for name in games:
        try:
            found.append(game_folder(name))
        except PnpError as error:
            problems += error.problems
    if problems:
        raise PnpError(problems)
    return list({folder.resolve(): folder for folder in found}.values())


def plans_of(games: tuple[str, ...], options: Options) -> tuple[list[Plan], list[Report]]:
    """Load and check games. A game that cannot be loaded has a report but no plan."""
    return plans_in(folders_of(games), options)


def plans_in(folders: Iterable[Path], options: Options) -> tuple[list[Plan], list[Report]]:
    """The same for the games in folders."""
    plans, reports = [], []
    for folder in folders:
        try:
            game, loading = load(folder)
        except BrokenGame as error:
            found = sort_problems(dict.fromkeys([*error.problems, *_beyond(error.rest, options)]))
            reports.append(Report(folder.resolve().name, tuple(found), ()))
            continue
        plan = Plan(game, options)
        if options.pieces:
            _ = plan.selected
        reports.append(run_preflight(plan, run_checks(plan, loading)))
        plans.append(plan)
    return plans, reports


def _beyond(rest: Game, options: Options) -> list[Problem]:
    """What is wrong with components and leaflets though game.yaml cannot be used.

    Texts and fonts hang on its theme and title, and are left for the next time.
    """
    from pnp.leaflet.reading import leaflet_of

    plan = Plan(rest, options)
    try:
        found = [*plan.problems]
        for stem, source in rest.file.documents.items():
            if source.leaflet:
                found += leaflet_of(plan.leaflet_document(stem, source))[1]
    except PnpError as error:
        found = list(error.problems)
    return [problem for problem in found if not problem.code.startswith(("FONT", "TEXT"))]


def one_plan(name: str, options: Options = _USUAL) -> Plan:
    """Load one game for drawing. Raises PnpError when its definition has errors."""
    plan, loading = read_plan(name, options)
    refuse_errors([*loading, *plan.problems])
    return plan


def read_plan(name: str, options: Options = _USUAL) -> tuple[Plan, list[Problem]]:
    """One game, and what is wrong with its files. Raises PnpError if it cannot be read at all."""
    game, loading = load(game_folder(name))
    return Plan(game, options), loading


def refuse_errors(problems: Iterable[Problem]) -> None:
    """Raises PnpError with those that are errors."""
    errors = [p for p in problems if p.severity == "error"]
    if errors:
        raise PnpError(sort_problems(errors))


def failed(reports: list[Report], strict: bool) -> bool:
    """True if any game has an error (or, when strict, a warning)."""
    return any(r.count("error") or (strict and r.count("warning")) for r in reports)
