"""The key of the program: what is kept of an earlier run holds as long as nothing of it changed."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterator
from functools import cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path

import pnp
from pnp.family import GROUP
from pnp.system.resources import bundled

_LIBRARIES = ("reportlab", "PIL", "pypdfium2", "resvg_py", "svgwrite")


@cache
def program_key() -> str:
    """A hash of our own code and that of guests, the bundled fonts, Python and the libraries.

    Of files it takes what the file system says of them, which changes whenever they do: reading
    them all at every build takes longer than making most documents. Raises OSError.
    """
    found = hashlib.sha256(sys.version.encode())
    code = _files(Path(pnp.__file__).parent, ".py")
    for line in (*map(_library, _LIBRARIES), *code, *_guests()):
        found.update(line.encode())
    for line in _files(bundled("fonts"), ".ttf"):
        found.update(line.encode())
    return found.hexdigest()


def _guests() -> Iterator[str]:
    """The stamps of packages and modules that bring families of games and are none of ours."""
    names = {point.module.partition(".")[0] for point in entry_points(group=GROUP)} - {"pnp"}
    for spec in map(find_spec, sorted(names)):
        for folder in (spec and spec.submodule_search_locations) or ():
            yield from _files(Path(folder), ".py")
        if spec and spec.origin and not spec.submodule_search_locations:
            yield _stamp(spec.origin, os.stat(spec.origin))  # noqa: PTH116


def _library(name: str) -> str:
    """A library by its first file, which every installation writes anew."""
    spec = find_spec(name)
    known = spec is not None and spec.has_location and spec.origin
    return _stamp(name, os.stat(known)) if known else f"{name}\n"  # noqa: PTH116


def _files(folder: Path, ending: str) -> list[str]:
    """The stamps of all files with an ending, those of folders in the folder among them."""
    found, folders = [], [str(folder)]
    while folders:
        with os.scandir(folders.pop()) as entries:
            for entry in entries:
                if entry.name.endswith(ending):
                    found.append(_stamp(entry.path, entry.stat()))
                elif entry.is_dir() and entry.name != "__pycache__":
                    folders.append(entry.path)
    return sorted(found)


def _stamp(name: str, of: os.stat_result) -> str:
    return f"{name!a} {of.st_ino} {of.st_size} {of.st_mtime_ns} {of.st_ctime_ns}\n"
