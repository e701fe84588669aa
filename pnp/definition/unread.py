"""Files of a game folder that look like definitions and are not read, for their names or places."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

from pnp.errors import Loc, Problem
from pnp.limits import MOST_PDF
from pnp.system.disk import open_file

ENDING = ".yaml"
_LOOKS = re.compile(r"(?P<stem>[^.].*?)\.(?:ya?ml|json)(?:\.(?:txt|bak|orig|old))?", re.IGNORECASE)
"""Names of definitions as editors and systems save them; what is hidden is nobody's deck."""
_KIND = re.compile(rb"""^[ \t]*(?:\{[ \t]*)?["']?kind["']?[ \t]*:[ \t]*["']?[a-z_]""", re.MULTILINE)
_OWN = re.compile(r"game|theme", re.IGNORECASE)
_HEAD, _DEEP, _MOST = 65_536, 2, 2_000
"""So many bytes of a file are looked at, so many folders below each other, and so many names."""


def unread_files(folder: Path) -> Iterator[Problem]:
    """SRC007 for each file that says a kind and is not read as a component."""
    for path in _candidates(folder):
        match = _LOOKS.fullmatch(path.name)
        if match is None or not (_OWN.fullmatch(match["stem"]) or _says_kind(path)):
            continue
        name = f"{match['stem']}{ENDING}"
        hint = f"rename it {name}"
        if path.parent != folder:
            hint = f"move it beside game.yaml{'' if path.name == name else f', as {name}'}"
        if path.suffix.lower() == ".json":
            hint += ": JSON is YAML as well"
        says = f"'{path.relative_to(folder).as_posix()}' is not read"
        yield Problem("SRC007", "warning", says, Loc(str(path)), hint)


def game_file_hint(folder: Path) -> str:
    """What to do with a file that should be `game.yaml`; "" if there is none."""
    names = sorted(path.name for path in _entries(folder) if path.is_file())
    matches = ((name, _LOOKS.fullmatch(name)) for name in names)
    found = next((n for n, match in matches if match and match["stem"].casefold() == "game"), None)
    return f"rename {found} game{ENDING}" if found else ""


def _candidates(folder: Path) -> Iterator[Path]:
    """Files that are not read, those of folders that are no games and not hidden among them."""
    waiting, seen = [(folder, 0)], 0
    while waiting:
        here, depth = waiting.pop(0)
        for path in _entries(here):
            seen += 1
            if seen > _MOST:
                return
            if path.is_symlink() or path.name.startswith("."):
                continue
            if path.is_dir():
                inside = depth < _DEEP and not (path / f"game{ENDING}").exists()
                waiting += [(path, depth + 1)] if inside else []
            elif path.is_file() and (depth or not path.name.endswith(ENDING)):
                yield path


def _entries(folder: Path) -> list[Path]:
    """What is in a folder, in order; nothing of one that cannot be read."""
    try:
        with os.scandir(folder) as entries:
            return sorted(Path(entry.path) for entry in entries)
    except OSError:
        return []


def _says_kind(path: Path) -> bool:
    try:
        with open_file(path, MOST_PDF) as file:
            return _KIND.search(file.read(_HEAD)) is not None
    except OSError:
        return False
