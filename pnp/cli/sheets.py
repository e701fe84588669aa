"""`pnp sheets`: sheets of finished card images, without any definition."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click
from msgspec.structs import replace

from pnp.art.decks import Deck, find_images, pair_images
from pnp.checks import Report
from pnp.checks import run as run_checks
from pnp.cli.advice import Advice
from pnp.cli.box import parse_card
from pnp.cli.build import document_options
from pnp.cli.options import (
    Parsed,
    failed,
    format_option,
    options_of,
    sheet_options,
    strict_option,
    with_options,
)
from pnp.cli.outputs import ending_of, left_beside, no_cache_option, output_option, tell_left
from pnp.cli.report import (
    counted,
    problems_json,
    proofs_and_cases,
    refuse,
    show_json,
    show_problems,
    summary,
)
from pnp.cli.terminal import FilePath, tell
from pnp.definition.source import Written
from pnp.definition.values import parse_title
from pnp.errors import Loc, PnpError, Problem, sort_problems
from pnp.game.loader import made
from pnp.game.options import Options
from pnp.game.plan import AnyDocument, Plan
from pnp.geometry.plane import Size
from pnp.kinds.base import parse_made_bleed
from pnp.kinds.card import DECK, Style, deck_of_images
from pnp.limits import BLEED, CORNER, MOST_COPIES
from pnp.outputs.documents import Output, export_document
from pnp.preflight import run as run_preflight
from pnp.preflight.build import prove_files
from pnp.system.files import write_files

PAIRED = "paired"


_OPTIONS = with_options(
    click.option(
        "--size",
        type=Parsed("WxH", parse_card),
        required=True,
        help="The finished card: width x height, as 63x88mm.",
    ),
    click.option(
        "--backs",
        type=FilePath(),
        metavar="FILE|FOLDER|paired",
        help="One back for all; a folder with backs of the same names; or 'paired': the back of "
        "fox.png is fox-back.png or fox_back.png among the images.",
    ),
    click.option(
        "--count",
        type=click.IntRange(1, MOST_COPIES),
        default=1,
        show_default=True,
        help="How often each card is printed.",
    ),
    click.option(
        "--includes-bleed",
        type=Parsed("bleed", BLEED.parse),
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
    click.option(
        "--corners",
        type=Parsed("radius", CORNER.parse),
        default=0.0,
        help="Radius of round corners, as 3mm: machines cut them, and nothing is printed for them.",
    ),
    click.option(
        "--title",
        type=Parsed("text", parse_title),
        default="Cards",
        show_default=True,
        help="What stands on the sheets.",
    ),
    output_option(
        "A file that ends in .pdf; backs in a file of their own are called NAME_back.pdf."
    ),
)


_BACK = "_back"
"""What the name of the file of backs ends in."""


@click.command("sheets")
@click.argument("images", nargs=-1, required=True, metavar="IMAGES...", type=FilePath())
@_OPTIONS
@sheet_options
@document_options
@no_cache_option()
@strict_option
@format_option
def command(
    images: tuple[str, ...],
    size: Size,
    backs: str | None,
    count: int,
    includes_bleed: float,
    make_bleed: str | None,
    fit: str | None,
    corners: float,
    title: str,
    output: Path,
    no_preflight: bool,
    strict: bool,
    form: str,
    **options: Any,
) -> int:
    """Lay out finished card images (PNG, JPEG, SVG): files, folders or patterns.

    All checks of a build are made, and the finished files are read back before they are put in
    place. What is wrong is said of the image that it is about.
    """
    ending_of(output, ("pdf",))
    if make_bleed is not None and not options["bleed"]:
        raise click.UsageError("--make-bleed makes what --bleed asks for: add that, as --bleed 3mm")
    choice = options_of(options)
    deck, found = _deck(images, backs)
    if any(problem.severity == "error" for problem in found) or not deck:
        return refuse([Report(title, tuple(sort_problems(found)), ())], form)
    style = Style(size, count, includes_bleed, make_bleed, fit, corners)
    plan, problems, files = _plan(deck, style, title, choice)
    paths = [output, output.with_name(f"{output.stem}{_BACK}{output.suffix}")]
    advice = Advice(deck, files, _documents(plan, paths))
    report = run_preflight(plan, run_checks(plan, problems))
    built: list[tuple[AnyDocument, Output]] = []
    if not failed([report], strict):
        built = [(document, export_document(plan, document)) for document in plan.documents]
        if not built:
            raise PnpError(Problem("GAME003", "error", "there is no document to write"))
        if not no_preflight:
            report = report.extended(*prove_files(plan, [(d, out.data) for d, out in built]))
    report = replace(report, problems=tuple(advice.of(report.problems))).extended(found, ())
    if failed([report], strict):
        return refuse([replace(report, game=title)], form)
    outputs = dict(zip(paths, (out for _, out in built), strict=False))
    write_files({path: out.data for path, out in outputs.items()})
    _show(output, outputs, report, form)
    return 0


def _documents(plan: Plan, paths: Sequence[Path]) -> dict[str, Path]:
    """The file of each document, by its name; one that is written alone takes the first."""
    alone = plan.options.sides != "separate"
    return {name: paths[0 if alone else i] for i, name in enumerate(plan.document_names)}


def _plan(
    deck: Deck, style: Style, title: str, choice: Options
) -> tuple[Plan, list[Problem], dict[str, Path]]:
    """The plan of a game that is this deck alone, what was wrong in reading it, and its files."""
    node, files = deck_of_images(deck, style)
    document: dict[str, Written] = {"print": [DECK]}
    if any(back is not None for _, back in deck):
        document["backs"] = f"{DECK}_back_{{paper}}"
    file: dict[str, Written] = {"title": title, "documents": {f"{DECK}_{{paper}}": document}}
    game, problems = made(title, file, {DECK: node}, files)
    return Plan(game, choice), problems, files


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


def _show(output: Path, files: Mapping[Path, Output], report: Report, form: str) -> None:
    """What was written, as text or as the JSON of `pnp build`."""
    if form == "json":
        documents = [
            {"path": str(path), "pages": [{"pieces": list(page)} for page in out.pages]}
            for path, out in files.items()
        ]
        earlier = [{"path": str(p), "fate": "older"} for p in left_beside(output, files, _BACK)]
        problems = problems_json([report])
        show_json({"documents": documents, "earlier": earlier, "problems": problems})
        return
    show_problems(report.problems, sys.stderr)
    for path, out in files.items():
        tell(f"{path}: {counted(len(out.pages), 'page')}")
    tell_left(output, files, _BACK)
    tell(f"{summary(report)}; {proofs_and_cases(report)}")
