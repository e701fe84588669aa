"""Arguments and options that commands share, and the games they name."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import click
from msgspec.structs import replace

from pnp import limits
from pnp.checks import Report
from pnp.checks import run as run_checks
from pnp.cli.terminal import tell
from pnp.definition.model import Game
from pnp.definition.values import safe_name
from pnp.errors import PnpError, Problem, near, sort_problems
from pnp.game.loader import GAME_FILE, BrokenGame, bundled_games, find_game, load
from pnp.game.plan import Options, Plan
from pnp.layout.calibration import Printer
from pnp.layout.marks import Marks
from pnp.layout.paper import PAPERS, Margins, Orientation, Paper, find_paper, parse_margins
from pnp.preflight import run as run_preflight
from pnp.system.processes import cores

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


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


class InkType(click.Choice):  # type: ignore[type-arg]
    """The inks, however grey is spelt."""

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        return super().convert("gray" if value == "grey" else value, param, ctx)


def parse_grid(text: str) -> tuple[int, int]:
    """Columns and rows. Raises ValueError."""
    match = re.fullmatch(r"([1-9][0-9]{0,2})[xX×]([1-9][0-9]{0,2})", text.strip(), re.ASCII)
    if match is None:
        raise ValueError(f"'{text}' is no grid; write columns x rows, as 3x2")
    return int(match[1]), int(match[2])


def parse_colour(text: str) -> str:
    """A colour as #RRGGBB. Raises ValueError."""
    if re.fullmatch(r"#[0-9A-Fa-f]{6}", text) is None:
        raise ValueError(f"'{text}' is no colour; write #RRGGBB, as #FF00FF")
    return text.upper()


def parse_tag(text: str) -> str:
    """The name of a kept record: it becomes a file's. Raises ValueError."""
    if re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}", text) is None:
        raise ValueError(f"'{text}' is no name; write letters, digits, - and _, as print-1")
    return safe_name(text)


def games_argument(command: Callable[..., Any]) -> Callable[..., Any]:
    return click.argument("games", metavar="[GAME]...", nargs=-1)(command)


PAPER = click.option(
    "--paper",
    type=Parsed("paper", find_paper),
    default="A4",
    show_default=True,
    help=f"Paper: {', '.join(PAPERS)}, or a size as 200x300mm.",
)
ORIENTATION = click.option(
    "--orientation",
    type=click.Choice(["portrait", "landscape", "auto"]),
    default="portrait",
    show_default=True,
    help="How the paper lies; auto takes what needs fewer sheets.",
)
MARGIN = click.option(
    "--margin",
    type=Parsed("margin", parse_margins),
    help="What the printer leaves blank: 5mm, or top,right,bottom,left.",
)
BLEED = click.option(
    "--bleed",
    type=Parsed("bleed", limits.BLEED.parse),
    help="How far pictures go on beyond the cut, as 3mm; by default as the game says.",
)

_SHEET_OPTIONS = (
    PAPER,
    ORIENTATION,
    MARGIN,
    click.option(
        "--gap", type=Parsed("gap", limits.GAP.parse), help="Room between pieces, as 2mm."
    ),
    click.option(
        "--align",
        type=click.Choice(["center", "top-left"]),
        default="center",
        show_default=True,
        help="Where the pieces stand on the sheet; top-left leaves the rest of a short last "
        "sheet in one part.",
    ),
    click.option(
        "--grid",
        type=Parsed("CxR", parse_grid),
        help="Columns x rows of cards or tiles a sheet; refused if they do not fit.",
    ),
    click.option(
        "--pack",
        type=click.Choice(["paper", "cuts"]),
        help="Turn and shift pieces for fewer sheets, or for fewer straight cuts.",
    ),
    click.option(
        "--sides",
        type=click.Choice(["separate", "interleaved", "fold", "fronts", "backs"]),
        default="separate",
        show_default=True,
        help="Two files; front, back, front, back; both across a fold line; or one side only.",
    ),
    click.option(
        "--flip",
        type=click.Choice(["long", "short"]),
        help="The edge the paper is turned over; by default as the game says.",
    ),
    click.option(
        "--printer",
        metavar="NAME",
        help="Correct the drift of this printer, and take its margins and flip; see pnp printer.",
    ),
    click.option(
        "--fold-axis",
        "axis",
        type=click.Choice(["vertical", "horizontal"]),
        help="How the fold line of --sides fold runs; by default what fits more.",
    ),
    BLEED,
    click.option(
        "--bleed-edge",
        type=click.Choice(["all", "outer"]),
        default="all",
        show_default=True,
        help="Bleed at all edges as far as gaps have room, or only where no piece is beside.",
    ),
    click.option(
        "--marks",
        "mark_style",
        type=click.Choice(["none", "corner", "cross", "full", "outer"]),
        default="corner",
        show_default=True,
        help="Crop marks: at the corners, hair lines there or along all edges, outer ones only.",
    ),
    click.option(
        "--mark-length",
        type=Parsed("length", limits.MARK_LENGTH.parse),
        help="Length of crop marks; by default 2.5mm.",
    ),
    click.option(
        "--mark-offset",
        type=Parsed("offset", limits.MARK_OFFSET.parse),
        help="From a piece to its corner or outer marks; by default 1mm, or the bleed.",
    ),
    click.option(
        "--mark-colour",
        type=Parsed("colour", parse_colour),
        default="#000000",
        show_default=True,
        help="Colour of crop marks, #RRGGBB.",
    ),
    click.option(
        "--mark-sides",
        type=click.Choice(["front", "back", "both"]),
        default="both",
        show_default=True,
        help="Which sides carry crop marks.",
    ),
)


def sheet_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options of how sheets are laid out; see `options_of`."""
    for option in reversed(_SHEET_OPTIONS):
        command = option(command)
    return command


def ink_option(command: Callable[..., Any]) -> Callable[..., Any]:
    return click.option(
        "--ink",
        type=InkType(["full", "low", "gray"]),
        default="full",
        show_default=True,
        help="Colours as they are, lighter areas that save ink, or greys.",
    )(command)


def options_of(sheet: Mapping[str, Any], **more: Any) -> Options:
    """The options from the values of `sheet_options`, and others by name."""
    values = dict(sheet)
    if values["pack"] and values["grid"]:
        raise click.UsageError("--pack looks for a layout of its own: leave out --grid")
    margins = values.pop("margin")
    if values["printer"] is not None:
        printer = values["printer"] = find_printer(values["printer"])
        margins = printer.margins if margins is None else margins
        values["flip"] = values["flip"] or printer.flip
    if margins is not None:
        values["paper"] = with_margins(values["paper"], margins, values["orientation"])
    values["crop"] = Marks(
        values.pop("mark_style"),
        values.pop("mark_length"),
        values.pop("mark_offset"),
        values.pop("mark_colour"),
        values.pop("mark_sides"),
    )
    return Options(**values, **more)


def with_margins(paper: Paper, margins: Margins, orientation: Orientation) -> Paper:
    """The paper with margins. Raises UsageError if they leave no room whichever way it lies."""
    paper = replace(paper, margins=margins)
    try:
        paper.refuse_narrow(orientation)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    return paper


def find_printer(name: str) -> Printer:
    """The profile of a name. Fails as a usage error."""
    from pnp.outputs.printers import load_printers

    printers = load_printers()
    if name not in printers:
        known = near(name, printers) or "there are none yet; see pnp printer set --help"
        raise click.UsageError(f"there is no printer '{name}' ({known})")
    return printers[name]


def max_ppi_option(command: Callable[..., Any]) -> Callable[..., Any]:
    return click.option(
        "--max-ppi",
        type=click.IntRange(50, limits.MOST_DPI),
        help="Pictures get no more pixels per inch than this; smaller files for home printers.",
    )(command)


def format_option(command: Callable[..., Any]) -> Callable[..., Any]:
    return click.option(
        "--format",
        "form",
        type=click.Choice(["text", "json"]),
        default="text",
        show_default=True,
        help="How to print the result.",
    )(command)


def jobs_option(command: Callable[..., Any]) -> Callable[..., Any]:
    return click.option(
        "--jobs",
        type=click.IntRange(1, 256),
        default=cores,
        show_default="one for each core",
        help="Processes that work at the same time; their number changes no byte.",
    )(command)


def strict_option(command: Callable[..., Any]) -> Callable[..., Any]:
    return click.option("--strict", is_flag=True, help="Warnings count as errors.")(command)


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


def one_plan(name: str, options: Options = Options()) -> Plan:  # noqa: B008
    """Load one game for drawing. Raises PnpError when its definition has errors."""
    plan, loading = read_plan(name, options)
    refuse_errors([*loading, *plan.problems])
    return plan


def read_plan(name: str, options: Options) -> tuple[Plan, list[Problem]]:
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
