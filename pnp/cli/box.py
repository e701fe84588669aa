"""`pnp box`: a box for a deck of cards, without any game."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
from msgspec.structs import replace

from pnp.checks import run as run_checks
from pnp.cli.options import Parsed, option_of, options_of, with_options
from pnp.cli.outputs import dpi_option, ending_of, output_option, tell_left
from pnp.cli.report import counted, show_problems
from pnp.cli.terminal import tell, usage_errors
from pnp.definition.source import Written
from pnp.definition.values import parse_size, parse_title
from pnp.game.loader import made
from pnp.game.plan import Plan, SheetDocument
from pnp.geometry.plane import Size
from pnp.kinds.styles import BOX, STYLES, Deck, box_of
from pnp.limits import CARD_EDGE, MOST_COPIES, THICKNESS
from pnp.nets.stand import inner_size
from pnp.nets.stocks import (
    CUSTOMARY,
    DEFAULT_STOCK,
    SLEEVES,
    Sleeve,
    Stock,
    find_sleeve,
    parse_stock,
)
from pnp.outputs.boxes import box_files
from pnp.piece import Piece
from pnp.preflight import run as run_preflight
from pnp.system.files import write_files


def parse_card(text: str) -> Size:
    """A card's size. Raises ValueError."""
    return Size(*(CARD_EDGE.check(side, text) for side in parse_size(text)))


_OPTIONS = with_options(
    click.option(
        "--size",
        type=Parsed("WxH", parse_card),
        required=True,
        help="The bare card: width x height, as 63x88mm.",
    ),
    click.option(
        "--count", type=click.IntRange(1, MOST_COPIES), required=True, help="How many cards."
    ),
    click.option(
        "--style",
        type=click.Choice(list(STYLES)),
        default="tuck",
        show_default=True,
        help="Tuck box, tray with lid, box to draw from, or a slip case over a tuck box.",
    ),
    click.option(
        "--stock",
        type=Parsed("stock", parse_stock),
        help=f"The cards' paper, {CUSTOMARY[0]}g to {CUSTOMARY[-1]}g, also as '300g coated'; "
        f"{DEFAULT_STOCK.grammage}g by default.",
    ),
    click.option(
        "--thickness",
        type=Parsed("length", THICKNESS.parse),
        help="What one bare card measures, instead of --stock.",
    ),
    click.option(
        "--sleeve",
        "worn",
        type=Parsed("name", find_sleeve),
        help=f"The cards' sleeves: {', '.join(SLEEVES)}.",
    ),
    click.option(
        "--title",
        type=Parsed("text", parse_title),
        default="Cards",
        show_default=True,
        help="What stands on the box.",
    ),
    click.option("--lock", is_flag=True, help="Slits that hold the lid of a tuck box."),
    click.option("--split", is_flag=True, help="Two parts with one more seam, for small paper."),
    option_of("paper"),
    option_of("orientation"),
    option_of("margin"),
    dpi_option(),
    output_option("A file that ends in .pdf, .svg or .png; the last two are one file a page."),
)


@click.command("box")
@_OPTIONS
def command(
    size: Size,
    count: int,
    style: str,
    stock: Stock | None,
    thickness: float | None,
    worn: Sleeve | None,
    title: str,
    lock: bool,
    split: bool,
    dpi: float,
    output: Path,
    **sheet: Any,
) -> int:
    """Make a box that fits COUNT cards of a SIZE, and say what it measures.

    The net is folded up and compared with the deck first; what does not close, does not hold
    the deck or does not fit the paper is not written.
    """
    ending = ending_of(output)
    if stock is not None and thickness is not None:
        raise click.UsageError("either --stock or --thickness")
    deck = Deck(size, count, stock or DEFAULT_STOCK, thickness, worn)
    with usage_errors():
        wanted = [name for name, on in (("lock", lock), ("split", split)) if on]
        components = box_of(style, deck, wanted)
    options = options_of(sheet)
    file: dict[str, Written] = {"title": title, "documents": {BOX: {"print": [BOX]}}}
    game, problems = made(title, file, components)
    plan = Plan(game, options)
    report = run_preflight(plan, run_checks(plan, problems))
    show_problems((replace(problem, loc=None, also=()) for problem in report.problems), sys.stderr)
    if report.count("error"):
        tell("nothing was written", err=True)
        return 1
    with usage_errors():
        files = box_files(plan, output, ending, dpi)
    write_files(files)
    for line in (_deck_line(deck), *_box_lines(plan.pieces_of(BOX))):
        tell(line)
    sheets = sum(len(d.sheets) for d in plan.documents if isinstance(d, SheetDocument))
    for path in files:
        tell(f"{path}: {counted(sheets // len(files), 'page')}")
    tell_left(output, files, r"(-\d+)?")
    return 0


def _deck_line(deck: Deck) -> str:
    """The deck as it lies in the box."""
    paper = f"{deck.thickness:.3f} mm"
    if deck.measured is None:
        paper = f"{deck.stock} ({paper})"
    width, height = deck.size
    film = 0.0
    worn = ""
    if deck.sleeve is not None:
        width, height = width + deck.sleeve.growth.width, height + deck.sleeve.growth.height
        film = 2 * deck.sleeve.film
        worn = f" in {deck.sleeve.name} sleeves (2 x {deck.sleeve.film:g} mm)"
    depth = deck.count * (deck.thickness + film)
    cards = "1 card" if deck.count == 1 else f"{deck.count} cards"
    return f"{cards} of {paper}{worn}: {width:.1f} x {height:.1f} x {depth:.1f} mm"


def _box_lines(pieces: tuple[Piece, ...]) -> Iterator[str]:
    """What each part measures flat, and inside once it is folded."""
    said = set()
    for piece in pieces:
        if piece.net is None:
            continue
        room = inner_size((piece.net, *piece.joins))
        inside = f"inside {room.x:.1f} wide x {room.y:.1f} deep x {room.z:.1f} high mm"
        flat = f"flat {piece.net.size.width:.1f} x {piece.net.size.height:.1f} mm"
        yield f"{piece.title}: {flat}" + (f", {inside}" if inside not in said else "")
        said.add(inside)
