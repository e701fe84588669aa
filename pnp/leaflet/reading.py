"""The Markdown file of a leaflet, found, read and kept within bounds."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache
from pathlib import Path, PurePosixPath, PureWindowsPath

from msgspec.structs import replace

from pnp.art.files import find_spelt
from pnp.definition.source import read_text
from pnp.errors import Loc, PnpError, Problem, sort_problems
from pnp.game.plan import LeafletDocument
from pnp.leaflet.blocks import Block, Heading, Leaflet, PictureRow, TextTable, length_of, runs_of
from pnp.leaflet.markdown import parse

LONGEST, LONGEST_BLOCK, MOST_ROWS = 200_000, 20_000, 300
"""Characters of a leaflet (some 60 pages), of a paragraph or list; rows of a table."""


@lru_cache(maxsize=16)
def leaflet_of(document: LeafletDocument) -> tuple[Leaflet | None, tuple[Problem, ...]]:
    """The leaflet of a document, None if it cannot be read, and what is wrong with it."""
    at, name = document.source.at.of("leaflet"), document.source.leaflet or ""
    words, folder = dict(document.words), Path(document.folder)
    leaflet, problems = read_leaflet(folder, name, words, at, document.left_out)
    return leaflet, tuple(problems)


def read_leaflet(
    game_folder: Path,
    name: str,
    words: Mapping[str, str],
    at: Loc | None = None,
    left_out: Collection[str] = (),
) -> tuple[Leaflet | None, list[Problem]]:
    """Read a Markdown file of a game folder; `{word}` in its text becomes what `words` says.

    `at` is the place that names the file. Table rows that begin with a cell of `left_out` are none.
    There is no leaflet when the file cannot be read; with problems it holds what was understood.
    """
    path = find_spelt(game_folder, name)
    fault = _stray(game_folder, name)
    if fault:
        return None, [
            Problem(
                "LEAF003",
                "error",
                f"the leaflet '{name}' {fault}",
                at or Loc(str(path)),
                "name a .md file inside the game folder",
            )
        ]
    try:
        text = read_text(path)
    except PnpError as error:
        return None, [
            replace(
                p,
                code="LEAF003",
                message=f"the leaflet '{name}': {p.message}",
                loc=p.loc if p.loc and p.loc.line else at or p.loc,
            )
            for p in error.problems
        ]
    if len(text) > LONGEST:
        says, hint = f"the leaflet '{name}' has {len(text):,} characters", f"at most {LONGEST:,}"
        return None, [Problem("LEAF004", "error", says, at or Loc(str(path)), hint)]
    blocks, problems = parse(text, str(path), words, left_out)
    problems += [found for block in blocks if (found := _too_long(block))]
    return Leaflet(str(path), blocks), sort_problems(problems)


def _too_long(block: Block) -> Problem | None:
    """A block that ReportLab would work on for minutes."""
    if isinstance(block, TextTable):
        count, most, says = len(block.rows), MOST_ROWS, "a table of {:,} rows"
    elif isinstance(block, PictureRow):
        count, most, says = len(block.pictures), MOST_ROWS, "{:,} pictures in a row"
    else:
        runs = block.text if isinstance(block, Heading) else tuple(runs_of(block))
        count, most, says = length_of(runs), LONGEST_BLOCK, "a paragraph or list of {:,} characters"
    if count <= most:
        return None
    return Problem("LEAF004", "error", says.format(count), block.loc, f"at most {most:,}")


def _stray(folder: Path, name: str) -> str:
    """Why a name does not lead to a file inside the folder; empty when it does."""
    windows = PureWindowsPath(name)
    if PurePosixPath(name).is_absolute() or windows.drive or windows.root:
        return "is an absolute path"
    if ".." in windows.parts:
        return "leaves the game folder"
    if windows.suffix.lower() not in (".md", ".markdown"):
        return "is no Markdown file"
    try:
        target, home = (folder / name).resolve(), folder.resolve()
        if not target.is_relative_to(home):
            return "leaves the game folder through a link"
        if target.exists() and not target.is_file():
            return "is not a file"
    except (OSError, RuntimeError, ValueError):
        return "cannot be read"
    return ""
