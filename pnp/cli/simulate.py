"""`pnp simulate`: games played by lot, to get an impression that no proof gives."""

from __future__ import annotations

import click

from pnp.cli.options import format_option, one_plan
from pnp.cli.outputs import no_cache_option, seed_option
from pnp.cli.report import show_json
from pnp.cli.terminal import tell
from pnp.family import families, offered


@click.command("simulate")
@click.argument("game")
@click.option(
    "--games",
    type=click.IntRange(1, 100_000),
    default=100,
    show_default=True,
    help="How many games to play.",
)
@click.option("--players", type=click.IntRange(1, 99), help="Number of players; 4 by default.")
@seed_option("set of games")
@no_cache_option()
@format_option
def command(game: str, games: int, players: int | None, seed: int, form: str) -> None:
    """Play GAME by lot and measure how it goes.

    The numbers are notes, never proofs: they hold for the simple players whose assumptions are
    printed with them.
    """
    plan = one_plan(game)
    rules = plan.game.file.rules
    plays = {family.name: family.plays for family in families().values() if family.plays}
    if rules not in plays:
        raise click.UsageError(
            f"{plan.game.id} cannot be played by lot: only games with rules: {', '.join(plays)}"
        )
    play = offered(plays[rules])
    players = play.DEFAULT_PLAYERS if players is None else players
    means = play.simulate(plan, games, players, seed)
    if form == "json":
        show_json(
            {
                "game": plan.game.id,
                "games": games,
                "players": players,
                "seed": seed,
                "assumptions": list(play.ASSUMPTIONS),
                "measured": {name: round(value, 4) for name, value in means.items()},
            }
        )
        return
    tell(f"{plan.game.id}: {games} games of {players} players, seed {seed}; measured, not proved")
    for name, value in means.items():
        tell(f"  {value:8.3f}  {play.MEANING[name]}")
    tell("assumed:")
    for line in play.ASSUMPTIONS:
        tell(f"  - {line}")
