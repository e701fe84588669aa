"""`pnp tags`: the builds that were kept under names."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from pnp.cli.options import Parsed, folders_of, format_option, games_argument, parse_tag
from pnp.cli.outputs import kept_option
from pnp.cli.report import show_json
from pnp.cli.terminal import tell
from pnp.errors import PnpError, Problem, near
from pnp.game.loader import load
from pnp.outputs.tagfile import archive_name, tags_in
from pnp.outputs.transaction import locked


@click.command("tags")
@games_argument
@kept_option
@click.option(
    "--delete", metavar="NAME", type=Parsed("name", parse_tag), help="Delete the tag of this name."
)
@format_option
def command(games: tuple[str, ...], kept: Path, delete: str | None, form: str) -> None:
    """List the builds of games that `pnp build --tag` kept, or delete one.

    A tag is a ZIP archive of the PDFs as they were printed. Compare with it: pnp diff --since NAME.
    """
    if delete is not None and len(games) != 1:
        raise click.UsageError("--delete needs one GAME")
    folders = {id: kept / id for id in (load(folder)[0].id for folder in folders_of(games))}
    if delete is not None:
        for id, folder in folders.items():
            _delete(id, folder, delete)
            if form != "json":
                tell(f"{id}: {delete} deleted")
    found = [entry for id, folder in folders.items() for entry in _entries(id, folder)]
    if form == "json":
        show_json({"tags": found})
        return
    for entry in found:
        size = f"{entry['bytes'] / 1000:,.0f} kB"
        tell(f"{entry['game']}: {entry['tag']}, {entry['made']}, {size} ({entry['path']})")
    if not found and delete is None:
        tell(f"there are no tags of {', '.join(folders)} in {kept}")


def _delete(id: str, folder: Path, name: str) -> None:
    """Raises PnpError (TAG002), OSError."""
    known = tags_in(folder)
    if name not in known:
        hint = near(name, known) or "there are no tags"
        raise PnpError(Problem("TAG002", "error", f"{id} has no tag '{name}'", None, hint))
    with locked([folder]):
        (folder / archive_name(name)).unlink(missing_ok=True)


def _entries(id: str, folder: Path) -> Iterator[dict[str, Any]]:
    for name, path in tags_in(folder).items():
        about = path.stat()
        yield {
            "game": id,
            "tag": name,
            "made": time.strftime("%Y-%m-%d %H:%M", time.localtime(about.st_mtime)),
            "bytes": about.st_size,
            "path": str(path),
        }
