"""One file per kind of component, imported when a game names it.

A new kind is one file here and its name in `KINDS`.
"""

from __future__ import annotations

import importlib
from functools import cache
from typing import Any

from pnp.errors import near
from pnp.kinds.base import Context, Expansion, Kind

KINDS = (
    "maze_tile",
    "cell_card",
    "labor",
    "landscape",
    "path_tile",
    "standee",
    "die",
    "stickers",
    "tuckbox",
    "drawbox",
    "tray",
    "envelope",
    "sleeve",
    "blanks",
    "card",
    "screen",
    "scorepad",
    "odds",
)
"""The kinds by name, which is also that of their file."""


@cache
def find_kind(name: str) -> Kind[Any]:
    """The kind of a name that stands in `KINDS`. Raises KeyError for another."""
    if name not in KINDS:
        raise KeyError(name)
    kind: Kind[Any] = importlib.import_module(f"{__name__}.{name}").KIND
    return kind


def near_kind(name: str) -> str:
    """A hint for a name that is no kind."""
    if "hex" in name.casefold():
        return "there are only square tiles: maze_tile, path_tile, landscape"
    return near(name, KINDS)


def all_kinds() -> tuple[Kind[Any], ...]:
    """Every kind there is, in order."""
    return tuple(map(find_kind, KINDS))


__all__ = ["KINDS", "Context", "Expansion", "Kind", "all_kinds", "find_kind", "near_kind"]
