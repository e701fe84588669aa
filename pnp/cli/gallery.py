"""`pnp gallery`: every distinct face of a game on one page."""

from __future__ import annotations

from pathlib import Path

import click

from pnp.cli.options import one_plan, option_of
from pnp.cli.outputs import ending_of, no_cache_option, output_option, width_option
from pnp.cli.terminal import tell, usage_errors
from pnp.game.inks import Inks
from pnp.game.plan import Options
from pnp.system.files import write_files

ENDINGS = ("html", "png")


@click.command("gallery")
@click.argument("game")
@option_of("ink")
@width_option
@no_cache_option()
@output_option("A file that ends in .html or .png.")
def command(game: str, ink: Inks, width: int, output: Path) -> None:
    """Show every distinct face of GAME, fronts and backs, with ids and counts.

    The HTML file needs nothing but itself: drawings and fonts are inside.
    """
    ending = ending_of(output, ENDINGS)
    from pnp.pdf.everyface import sections_of
    from pnp.pdf.gallery import gallery_html, gallery_png

    plan = one_plan(game, Options(ink=ink))
    with usage_errors():
        data = gallery_html(plan).encode() if ending == "html" else gallery_png(plan, width)
    write_files({output: data})
    shown = [one for section in sections_of(plan) for one in section.shown]
    pieces = sum(one.count for one in shown if one.side == "front")
    tell(f"{output}: {len(shown)} faces of {pieces} pieces")
