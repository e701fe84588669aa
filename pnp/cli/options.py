"""Arguments and options that commands share, and the games they name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from pnp.checks import Report
from pnp.checks import run as run_checks
from pnp.errors import PnpError, Problem, near, sort_problems
from pnp.layout.sheet import PAPERS, Paper
from pnp.load import bundled_games, find_game, load
from pnp.plan import Options, Plan
from pnp.preflight import run as run_preflight

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


class PaperType(click.ParamType):  # type: ignore[type-arg]
    """A paper by its name, in any case."""

    name = "paper"

    def convert(self, value: Any, param: Any, ctx: Any) -> Paper:
        if isinstance(value, Paper):
            return value
        found = [p for n, p in PAPERS.items() if n.casefold() == str(value).casefold()]
        if found:
            return found[0]
        raise click.BadParameter(f"there is no paper '{value}' ({near(str(value), PAPERS)})")


def games_argument(command: Callable[..., Any]) -> Callable[..., Any]:
    return click.argument("games", metavar="[GAME]...", nargs=-1)(command)


def paper_option(command: Callable[..., Any]) -> Callable[..., Any]:
    return click.option(
        "--paper",
        type=PaperType(),
        default="A4",
        show_default=True,
        help=f"Paper: {', '.join(PAPERS)}.",
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


def strict_option(command: Callable[..., Any]) -> Callable[..., Any]:
    return click.option("--strict", is_flag=True, help="Warnings count as errors.")(command)


def folders_of(games: tuple[str, ...]) -> list[Path]:
    """The folders of the named games, all bundled ones without names. Fails as usage errors."""
    if not games:
        return list(bundled_games().values())
    found: list[Path] = []
    problems: list[Problem] = []
    for name in games:
        try:
            found.append(find_game(name))
        except PnpError as error:
            problems += error.problems
    if problems:
        raise PnpError(problems)
    return list(dict.fromkeys(found))


def plans_of(games: tuple[str, ...], options: Options) -> tuple[list[Plan], list[Report]]:
    """Load and check games. A game that cannot be loaded has a report but no plan."""
    plans, reports = [], []
    for folder in folders_of(games):
        try:
            game, loading = load(folder)
        except PnpError as error:
            reports.append(Report(folder.resolve().name, tuple(sort_problems(error.problems)), ()))
            continue
        plan = Plan(game, options)
        if options.pieces:
            _ = plan.selected
        reports.append(run_preflight(plan, run_checks(plan, loading)))
        plans.append(plan)
    return plans, reports


def one_plan(name: str) -> Plan:
    """Load one game for drawing. Raises PnpError when its definition has errors."""
    game, loading = load(find_game(name))
    plan = Plan(game)
    errors = [p for p in (*loading, *plan.problems) if p.severity == "error"]
    if errors:
        raise PnpError(sort_problems(errors))
    return plan


def failed(reports: list[Report], strict: bool) -> bool:
    """True if any game has an error (or, when strict, a warning)."""
    return any(r.count("error") or (strict and r.count("warning")) for r in reports)
