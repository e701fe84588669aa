"""`pnp prove`: search a fresh deal for a solution."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from pnp.cli.options import one_plan
from pnp.cli.outputs import (
    PICTURES,
    dpi_option,
    ending_of,
    no_cache_option,
    output_option,
    seed_option,
)
from pnp.cli.terminal import tell, usage_errors
from pnp.family import families, offered
from pnp.game.plan import Plan
from pnp.system.filed import Filed
from pnp.system.files import write_files

ENDINGS = (*PICTURES, "json")


@click.command("prove")
@click.argument("game")
@click.option("--labor", required=True, metavar="NUMBER", help="The labor: IV, or 4.")
@click.option(
    "--players", type=click.IntRange(1, 6), default=2, show_default=True, help="How many play."
)
@seed_option("deal")
@click.option(
    "--positions",
    type=click.IntRange(1, 1_000_000_000),
    default=1_000_000,
    show_default=True,
    help="How many positions to look at; then the answer is 'unknown'.",
)
@no_cache_option()
@dpi_option(150)
@output_option(
    "Draw every move: a file that ends in .svg, .png or .pdf; .json keeps the certificate.",
    required=False,
)
def command(
    game: str,
    labor: str,
    players: int,
    seed: int,
    positions: int,
    dpi: float,
    output: Path | None,
) -> int:
    """Deal the cards of GAME by lot and search a way to meet a labor.

    What is found is played again by the verifier, printed move by move, and drawn. When nothing is
    found the answer is 'unknown' and the exit code 1: sampling never proves that there is no way.
    """
    ending = ending_of(output, ENDINGS) if output else ""
    plan = one_plan(game)
    search = _search(plan, labor, players, seed)
    if ending == "png":
        from pnp.pdf.png import refuse_large

        with usage_errors():
            refuse_large({"a story of all cards": search.largest}, dpi)
    if not search.run(positions):
        tell(f"unknown: {search.title}: nothing found ({search.effort})")
        return 1
    for line in search.lines():
        tell(line)
    tell(f"proved: {search.title}: {search.steps} moves, verified ({search.effort})")
    if output:
        write_files({output: _drawn(plan, search, labor, ending, dpi)})
        tell(f"{output}: {'the certificate' if ending == 'json' else 'every move, drawn'}")
    return 0


def _search(plan: Plan, labor: str, players: int, seed: int) -> Any:
    """The search of the family whose pieces the game has. Raises UsageError if none has one."""
    kinds = {component.kind for component in plan.game.components}
    provers = [f.prover for f in families().values() if f.prover and kinds & f.kinds.keys()]
    if not provers:
        raise click.UsageError(f"{plan.game.id} has no labors and cards to meet them with")
    with usage_errors():
        return offered(f"{provers[0]}:Search")(plan, labor, players, seed)


def _drawn(plan: Plan, search: Any, labor: str, ending: str, dpi: float) -> Filed:
    from pnp.pdf.board import board_pdf, board_png, board_svg

    if ending == "json":
        document: str = search.document()
        return document.encode()
    story = search.picture()
    with usage_errors():
        if ending == "svg":
            return board_svg(story).encode()
        if ending == "pdf":
            return board_pdf(story, f"{plan.game.file.title} labor {search.labor.number}")
        return board_png(story, dpi)
