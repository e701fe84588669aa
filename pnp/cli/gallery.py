"""`pnp gallery`: every distinct face of a game on one page."""

from __future__ import annotations

from pathlib import Path

import click

from pnp.cli.options import ink_option, one_plan
from pnp.cli.outputs import ending_of, no_cache_option, output_option, width_option
from pnp.cli.terminal import tell
from pnp.draw.tone import Inks
from pnp.export.files import write_files
from pnp.plan import Options

ENDINGS = ("html", "png")


@click.command("gallery")
@click.argument("game")
@ink_option
@width_option()
@no_cache_option()
@output_option("A file that ends in .html or .png.")
def command(game: str, ink: Inks, width: int, output: Path) -> None:
    """Show every distinct face of GAME, fronts and backs, with ids and counts.

    The HTML file needs nothing but itself: drawings and fonts are inside.
    """
    ending = ending_of(output, ENDINGS)
    from pnp.export.gallery import gallery_html, gallery_png
    from pnp.gallery import sections_of

    plan = one_plan(game, Options(ink=ink))
    try:
        data = gallery_html(plan).encode() if ending == "html" else gallery_png(plan, width)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    write_files({output: data})
    shown = [one for section in sections_of(plan) for one in section.shown]
    pieces = sum(one.count for one in shown if one.side == "front")
    tell(f"{output}: {len(shown)} faces of {pieces} pieces")
