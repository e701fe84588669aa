"""`pnp list`: the games and what they hold."""

from __future__ import annotations

from typing import Any

import click

from pnp.cli.options import folders_of, format_option, games_argument
from pnp.cli.outputs import no_cache_option
from pnp.cli.report import show_json
from pnp.cli.terminal import tell
from pnp.game.loader import load
from pnp.game.plan import Plan
from pnp.game.selection import runs_of


@click.command("list")
@games_argument
@no_cache_option()
@format_option
def command(games: tuple[str, ...], form: str) -> None:
    """Show the games, their pieces and documents."""
    entries = [_entry(Plan(load(folder)[0])) for folder in folders_of(games)]
    if form == "json":
        show_json({"games": entries})
        return
    for entry in entries:
        tell(f"{entry['game']}: {entry['title']} ({entry['path']})")
        count = len(entry["pieces"])
        runs = ", ".join(runs_of(entry["pieces"]))
        printed = sum(entry["copies"])
        tell(f"  {printed} pieces, {count} different: {runs}")
        for name in entry["documents"]:
            tell(f"  {name}.pdf")


def _entry(plan: Plan) -> dict[str, Any]:
    return {
        "game": plan.game.id,
        "title": plan.game.file.title,
        "path": plan.game.path,
        "pieces": [piece.id for piece in plan.pieces],
        "copies": [piece.copies for piece in plan.pieces],
        "documents": [document.name for document in plan.documents],
    }
