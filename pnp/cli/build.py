"""`pnp build`: check, then write the documents of games, all at once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
from msgspec.structs import replace

from pnp.cli.building import open_building
from pnp.cli.options import (
    Parsed,
    failed,
    format_option,
    games_argument,
    grouped,
    jobs_option,
    options_of,
    parse_tag,
    plans_of,
    sheet_options,
    strict_option,
    with_options,
)
from pnp.cli.outcome import show_building, show_building_json
from pnp.cli.outputs import folder_option, no_cache_option
from pnp.cli.report import refuse
from pnp.errors import PnpError, Problem, near
from pnp.game.plan import Plan, bare
from pnp.system.filenames import clashes

document_options = with_options(
    grouped("documents"),
    click.option(
        "--no-preflight",
        is_flag=True,
        help="Do not read the files back before they are put in place.",
    ),
)
"""The options that shape every document, whatever it prints."""

build_options = with_options(
    folder_option("-o", "--output", says="Folder; each game gets a folder of its own in it."),
    sheet_options,
    click.option(
        "--only",
        multiple=True,
        metavar="DOCUMENT",
        help="Only this document (a name or its stem, with or without the paper); repeatable.",
    ),
    grouped("pieces"),
    document_options,
)
"""The options that shape documents, and the folder they go to."""


@click.command("build")
@games_argument
@build_options
@no_cache_option(
    "Draw pictures from outside anew, and make every document, also those that stand unchanged.",
    exposed=True,
)
@click.option(
    "--tag",
    metavar="NAME",
    type=Parsed("name", parse_tag),
    help="Keep a copy of this build under a name, beside the files of each game; see pnp tags.",
)
@click.option("--retag", is_flag=True, help="Let --tag replace what was kept under that name.")
@jobs_option
@strict_option
@format_option
def command(
    games: tuple[str, ...],
    output: Path,
    only: tuple[str, ...],
    no_preflight: bool,
    no_cache: bool,
    tag: str | None,
    retag: bool,
    jobs: int,
    strict: bool,
    form: str,
    **options: Any,
) -> int:
    """Write the print-ready PDFs of games.

    Checks first, and reads the finished files back: when any of the games has an error, nothing is
    written for any. Documents that would be the same are neither made nor written again.
    """
    if tag is not None and (only or options["pieces"] is not None):
        raise click.UsageError("--tag keeps a whole build; leave out --only and --pieces")
    if retag and tag is None:
        raise click.UsageError("--retag replaces a tag: name it with --tag")
    plans, reports = plans_of(games, options_of(options, only))
    _check_folders(plans)
    if failed(reports, strict):
        return refuse(reports, form)
    check_only(only, plans)
    cached, preflight = not no_cache, not no_preflight
    build = open_building(plans, reports, output, preflight=preflight, cached=cached, jobs=jobs)
    if not build.run(strict, None if tag is None else (tag, retag)):
        return refuse(build.reports, form)
    if form == "json":
        show_building_json(build)
    else:
        show_building(build)
    return 0


def _check_folders(plans: list[Plan]) -> None:
    """Two games with one id would write into one folder."""
    for plan, other in clashes((plan.game.id, plan) for plan in plans):
        raise click.UsageError(
            f"{other.game.path} and {plan.game.path} are both called '{plan.game.id}'; "
            "build them into different folders"
        )


def check_only(only: tuple[str, ...], plans: list[Plan]) -> None:
    """Every `--only` names a document, and something is left to write."""
    known: set[str] = set()
    names: list[str] = []
    for plan in plans:
        items = plan.game.file.documents.items()
        for stem in [name for fronts, d in items for name in (fronts, d.backs) if name]:
            known |= {*plan.names_of(stem), bare(stem)}
            name = plan.document_name(stem)
            names += [name.removesuffix(f"_{plan.paper_name}"), name]
    problems = [
        Problem("GAME003", "error", f"there is no document '{name}'", None, near(name, names))
        for name in only
        if bare(name) not in known
    ]
    if problems:
        raise PnpError(problems)
    if not any(plan.documents for plan in plans):
        others = dict.fromkeys(name for plan in plans for name in _names_made(plan))
        hint = f"with these options there are: {', '.join(others)}" if only and others else ""
        raise PnpError(Problem("GAME003", "error", "there is no document to write", None, hint))


def _names_made(plan: Plan) -> list[str]:
    """The documents that the other options leave, whatever `--only` names."""
    return [d.name for d in Plan(plan.game, replace(plan.options, only=())).documents]
