"""`pnp sheets`: sheets of finished card images, without any definition."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from pnp.art.decks import Deck, find_images, pair_images
from pnp.checks import run as run_checks
from pnp.cli.box import parse_card
from pnp.cli.options import (
    Parsed,
    failed,
    max_ppi_option,
    options_of,
    parse_bleed,
    sheet_options,
    strict_option,
)
from pnp.cli.report import proofs_and_cases, show_problems, summary
from pnp.errors import Loc, PnpError, Problem, sort_problems
from pnp.export.documents import export_document
from pnp.export.files import write_files
from pnp.geometry import Size
from pnp.kinds.card import DECK, Style, deck_of_images, parse_made_bleed
from pnp.load import made
from pnp.plan import Plan
from pnp.preflight import run as run_preflight
from pnp.preflight.build import prove_files
from pnp.source import Written
from pnp.values import MAX_COPIES

PAIRED = "paired"
MAX_TITLE = 200

_OPTIONS = (
    click.option(
        "--size",
        type=Parsed("WxH", parse_card),
        required=True,
        help="The finished card: width x height, as 63x88mm.",
    ),
    click.option(
        "--backs",
        metavar="FILE|FOLDER|paired",
        help="One back for all; a folder with backs of the same names; or 'paired': the back of "
        "fox.png is fox-back.png or fox_back.png among the images.",
    ),
    click.option(
        "--count",
        type=click.IntRange(1, MAX_COPIES),
        default=1,
        show_default=True,
        help="How often each card is printed.",
    ),
    click.option(
        "--includes-bleed",
        type=Parsed("bleed", parse_bleed),
        default=0.0,
        help="How far the images go on beyond the cut, as 3mm.",
    ),
    click.option(
        "--make-bleed",
        type=Parsed("HOW", parse_made_bleed),
        help="Bleed for images without: extend, mirror, or a colour as #RRGGBB.",
    ),
    click.option(
        "--fit",
        type=click.Choice(["cover", "contain", "stretch"]),
        help="What to do with images of other proportions: cut off, leave blank, distort.",
    ),
    click.option("--title", default="Cards", show_default=True, help="What stands on the sheets."),
    click.option(
        "-o",
        "--output",
        type=click.Path(path_type=Path),
        required=True,
        help="A file that ends in .pdf; backs in a file of their own are called NAME_back.pdf.",
    ),
)


def _options(function: Any) -> Any:
    for option in reversed(_OPTIONS):
        function = option(function)
    return function


@click.command("sheets")
@click.argument("images", nargs=-1, required=True, metavar="IMAGES...")
@_options
@sheet_options
@max_ppi_option
@strict_option
def command(
    images: tuple[str, ...],
    size: Size,
    backs: str | None,
    count: int,
    includes_bleed: float,
    make_bleed: str | None,
    fit: str | None,
    title: str,
    output: Path,
    max_ppi: int | None,
    strict: bool,
    **sheet: Any,
) -> int:
    """Lay out finished card images (PNG, JPEG, SVG): files, folders or patterns.

    All checks of a build are made, and the finished files are read back before they are put in
    place. What is wrong is said of the image that it is about.
    """
    if output.suffix.lower() != ".pdf":
        raise click.UsageError(f"'{output}' does not end in .pdf")
    if not title.strip():
        raise click.UsageError("--title is empty")
    if len(title) > MAX_TITLE:
        raise click.UsageError(f"--title has more than {MAX_TITLE} characters")
    deck, found = _deck(images, backs)
    if any(problem.severity == "error" for problem in found) or not deck:
        return _refuse(found)
    node, files = deck_of_images(deck, Style(size, count, includes_bleed, make_bleed, fit))
    document: dict[str, Written] = {"print": [DECK]}
    if any(back is not None for _, back in deck):
        document["backs"] = f"{DECK}_back_{{paper}}"
    file: dict[str, Written] = {"title": title, "documents": {f"{DECK}_{{paper}}": document}}
    game, problems = made(title, file, {DECK: node}, files)
    plan = Plan(game, options_of(sheet, max_ppi=max_ppi))
    return _write(plan, [*found, *problems], output, strict)


def _deck(images: Sequence[str], backs: str | None) -> tuple[Deck, list[Problem]]:
    """Fronts with their backs, and what was wrong on the way."""
    fronts, problems = find_images(images)
    if backs is None:
        return [(front, None) for front in fronts], problems
    if backs == PAIRED:
        deck, found = pair_images(fronts)
        return deck, problems + found
    behind, found = find_images([backs])
    problems += found
    if Path(backs).is_dir():
        deck, found = pair_images(fronts, behind)
        return deck, problems + found
    if len(behind) != 1:
        return [], problems
    back = behind[0].resolve()
    deck = [(front, behind[0]) for front in fronts if front.resolve() != back]
    if fronts and not deck:
        says = "it is the back, and there is no other picture"
        problems.append(Problem("ART014", "error", says, Loc(str(behind[0]))))
    return deck, problems


def _write(plan: Plan, problems: list[Problem], output: Path, strict: bool) -> int:
    """Check, write in memory, read back, put in place."""
    report = run_preflight(plan, run_checks(plan, problems))
    if failed([report], strict):
        return _refuse(report.problems)
    built = [(document, export_document(plan, document)) for document in plan.documents]
    if not built:
        raise PnpError(Problem("GAME003", "error", "there is no document to write"))
    report = report.extended(*prove_files(plan, [(d, out.data) for d, out in built]))
    if failed([report], strict):
        return _refuse(report.problems)
    paths = [output, output.with_name(f"{output.stem}_back{output.suffix}")]
    files = dict(zip(paths, (out for _, out in built), strict=False))
    write_files({path: out.data for path, out in files.items()})
    show_problems(report.problems, sys.stderr)
    for path, out in files.items():
        pages = len(out.pages)
        click.echo(f"{path}: {pages} page{'' if pages == 1 else 's'}")
    click.echo(f"{summary(report)}; {proofs_and_cases(report)}")
    return 0


def _refuse(problems: Sequence[Problem]) -> int:
    show_problems(sort_problems(problems), sys.stderr)
    click.echo("nothing was written", err=True)
    return 1
