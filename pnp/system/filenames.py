"""Names of files as file systems read them, so that no two things become one file."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypeVar

from pnp.errors import Loc, PnpError, Problem

T = TypeVar("T")


def folded(name: str | Path) -> str:
    """A name or path as the least exact file system reads it: capitals are small letters (Windows,
    macOS), accents are joined to their letters (macOS), blanks and dots at the end of a name are
    left out (Windows). Equal ones are one file somewhere.
    """
    parts = (unicodedata.normalize("NFC", part).casefold() for part in Path(name).parts)
    return "/".join(unicodedata.normalize("NFC", part).rstrip(" .") for part in parts)


def clashes(named: Iterable[tuple[str | Path, T]]) -> Iterator[tuple[T, T]]:
    """What would be written over something before it, each with the first of its name."""
    first: dict[str, T] = {}
    for name, thing in named:
        key = folded(name)
        if key in first:
            yield thing, first[key]
        first.setdefault(key, thing)


def distinct(files: Iterable[tuple[Path, str, T]], loc: Loc | None = None) -> dict[Path, T]:
    """Files with what is called so in messages and what goes into them, by their paths.

    Every command that writes several files names them here. Raises PnpError (DEF006) for two that
    are one file; `loc` is the place of all of them.
    """
    given = list(files)
    problems = [
        Problem("DEF006", "error", f"{path}: '{other}' and '{name}' are one file", loc, UNIQUE)
        for (path, name), (_, other) in clashes((path, (path, name)) for path, name, _ in given)
    ]
    if problems:
        raise PnpError(problems)
    return {path: thing for path, _, thing in given}


UNIQUE = "each file needs a name of its own; capitals do not count"
