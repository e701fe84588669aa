"""`pnp gallery`: every distinct face of a game on one page."""

from __future__ import annotations

from pathlib import Path

import click

from pnp.cli.options import ink_option, one_plan
from pnp.cli.terminal import FilePath, tell
from pnp.draw.tone import Inks
from pnp.export.files import write_files
from pnp.plan import Options

ENDINGS = (".html", ".png")
MAX_WIDTH = 20_000


@click.command("gallery")
@click.argument("game")
@ink_option
@click.option(
    "--width",
    type=click.IntRange(200, MAX_WIDTH),
    default=1600,
    show_default=True,
    help="Width of a PNG in pixels.",
)
@click.option(
    "-o",
    "--output",
    type=FilePath(path_type=Path),
    required=True,
    help="A file that ends in .html or .png.",
)
def command(game: str, ink: Inks, width: int, output: Path) -> None:
    """Show every distinct face of GAME, fronts and backs, with ids and counts.

    The HTML file needs nothing but itself: drawings and fonts are inside.
    """
    if output.suffix.lower() not in ENDINGS:
        raise click.UsageError(f"'{output}' does not end in .html or .png")
    from pnp.export.gallery import gallery_html, gallery_png
    from pnp.gallery import sections_of

    plan = one_plan(game, Options(ink=ink))
    try:
        html = output.suffix.lower() == ".html"
        data = gallery_html(plan).encode() if html else gallery_png(plan, width)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    write_files({output: data})
    shown = [one for section in sections_of(plan) for one in section.shown]
    pieces = sum(one.count for one in shown if one.side == "front")
    tell(f"{output}: {len(shown)} faces of {pieces} pieces")
