"""`pnp prove`: search a fresh deal for a solution of a labor."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pnp.cli.idle import refuse_dpi
from pnp.cli.options import one_plan
from pnp.cli.outputs import (
    PICTURES,
    NumberRange,
    dpi_option,
    ending_of,
    no_cache_option,
    output_option,
    seed_option,
)
from pnp.cli.terminal import tell
from pnp.errors import near
from pnp.export.filed import Filed
from pnp.export.files import write_files

if TYPE_CHECKING:
    from pnp.plan import Plan
    from pnp.proofs.dedale_certificate import Certificate
    from pnp.proofs.dedale_kit import Kit

ENDINGS = (*PICTURES, "json")


@click.command("prove")
@click.argument("game")
@click.option("--labor", required=True, metavar="NUMBER", help="The labor: IV, or 4.")
@click.option(
    "--players", type=click.IntRange(1, 6), default=2, show_default=True, help="How many play."
)
@seed_option("deal")
@click.option(
    "--time",
    "seconds",
    type=NumberRange(0.1, 86_400),
    default=60,
    show_default=True,
    help="Seconds to search; then the answer is 'unknown'.",
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
    seconds: float,
    dpi: float,
    output: Path | None,
) -> int:
    """Deal the cards of GAME by lot and search a way to meet a labor.

    What is found is played again by the verifier, printed move by move, and drawn. When nothing is
    found in time the answer is 'unknown' and the exit code 1: sampling never proves that there is
    no way.
    """
    ending = ending_of(output, ENDINGS) if output else ""
    if output:
        refuse_dpi(ending)
    from pnp.proofs.dedale_certificate import verify
    from pnp.proofs.dedale_search import search

    plan = one_plan(game)
    kit = _kit(plan)
    wanted = kit.labor(labor)
    if wanted is None:
        raise click.UsageError(f"there is no labor '{labor}' ({near(labor, kit.labors)})")
    if ending == "png":
        _refuse_large(kit, dpi)
    deal = dealt(kit, seed)
    result = search(kit, wanted.number, players, deal, seconds)
    what = f"labor {wanted.number}, {players} players, seed {seed}"
    if result.certificate is None:
        tell(
            f"unknown: {what}: nothing found in {seconds:g} s "
            f"({result.looked_at:,} positions, beams up to {result.beam})"
        )
        return 1
    flaw = verify(result.certificate, kit)
    if flaw:
        raise AssertionError(f"the search and the verifier disagree: {flaw.message}")
    _tell(kit, result.certificate)
    tell(
        f"proved: {what}: {len(result.certificate.moves)} moves, verified "
        f"({result.looked_at:,} positions looked at)"
    )
    if output:
        write_files({output: _drawn(plan, kit, result.certificate, ending, dpi)})
        tell(f"{output}: {'the certificate' if ending == 'json' else 'every move, drawn'}")
    return 0


def _refuse_large(kit: Kit, dpi: float) -> None:
    """Raises UsageError if a story of all cards could not be drawn: before it is searched for."""
    from pnp.export.certificate import story_size
    from pnp.export.png import refuse_large

    try:
        refuse_large({"a story of all cards": story_size(len(kit.deck))}, dpi)
    except ValueError as error:
        raise click.UsageError(str(error)) from None


def _kit(plan: Plan) -> Kit:
    from pnp.proofs.dedale_kit import kit_of

    kit = kit_of(plan)
    if kit is None:
        raise click.UsageError(f"{plan.game.id} has no labors and cards to meet them with")
    return kit


def dealt(kit: Kit, seed: int) -> tuple[str, ...]:
    """The deck in an order drawn by lot (Fisher and Yates); the same in every Python."""
    lot, deck = random.Random(f"{seed}"), list(kit.deck)
    for i in range(len(deck) - 1, 0, -1):
        j = lot.randrange(i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    return tuple(deck)


def _tell(kit: Kit, certificate: Certificate) -> None:
    from pnp.export.certificate import described

    tell(f"condition: {certificate.condition}")
    for player in range(certificate.players):
        cards = ", ".join(certificate.deal[player :: certificate.players])
        tell(f"player {player + 1} is dealt {cards}")
    for number, move in enumerate(certificate.moves, 1):
        who, why = described(move, kit)
        tell(f"{number:3}. {who}, corner at row {move.row}, column {move.col} ({why})")


def _drawn(plan: Plan, kit: Kit, certificate: Certificate, ending: str, dpi: float) -> Filed:
    from pnp.export.board import board_pdf, board_png, board_svg
    from pnp.export.certificate import story_of
    from pnp.proofs.dedale_certificate import certificates_json

    if ending == "json":
        return certificates_json([certificate]).encode()
    story = story_of(plan, kit, certificate)
    try:
        if ending == "svg":
            return board_svg(story).encode()
        if ending == "pdf":
            return board_pdf(story, f"{plan.game.file.title} labor {certificate.labor}")
        return board_png(story, dpi)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
