"""`pnp list`: the games and what they hold."""

from __future__ import annotations

from typing import Any

import click

from pnp.cli.options import folders_of, format_option, games_argument
from pnp.cli.report import show_json
from pnp.cli.terminal import tell
from pnp.load import load
from pnp.plan import Plan


@click.command("list")
@games_argument
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
        runs = ", ".join(_runs(entry["pieces"]))
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


def _runs(ids: list[str]) -> list[str]:
    """Ids with the same stem and rising numbers as `first … last`."""
    runs: list[list[str]] = []
    for id in ids:
        stem = id.rstrip("0123456789")
        if runs and runs[-1][0].rstrip("0123456789") == stem and stem != id:
            runs[-1].append(id)
        else:
            runs.append([id])
    return [run[0] if len(run) == 1 else f"{run[0]} … {run[-1]}" for run in runs]
