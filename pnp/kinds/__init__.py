"""One file per kind of component, imported when a game names it.

A new kind is one file here and its name in `KINDS`, or one of a family (`pnp.family`).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from pnp.errors import near
from pnp.family import families, offered
from pnp.kinds.base import Context, Expansion, Kind

KINDS = (
    "standee",
    "die",
    "tuckbox",
    "drawbox",
    "tray",
    "envelope",
    "sleeve",
    "blanks",
    "card",
    "scorepad",
)
"""The kinds of everybody by name, which is also that of their file."""


@cache
def kind_modules() -> Mapping[str, str]:
    """The module of every kind there is, those of families first. Raises PnpError (FAM)."""
    guests = {kind: path for family in families().values() for kind, path in family.kinds.items()}
    return {**guests, **{name: f"{__name__}.{name}" for name in KINDS}}


@cache
def find_kind(name: str) -> Kind[Any]:
    """The kind of a name. Raises KeyError for one that is no kind, PnpError (FAM)."""
    kind: Kind[Any] = offered(f"{kind_modules()[name]}:KIND")
    return kind


def near_kind(name: str) -> str:
    """A hint for a name that is no kind."""
    if "hex" in name.casefold():
        return "there are only square tiles: maze_tile, path_tile, landscape"
    return near(name, kind_modules())


def all_kinds() -> tuple[Kind[Any], ...]:
    """Every kind there is, in order."""
    return tuple(map(find_kind, kind_modules()))


__all__ = [
    "KINDS",
    "Context",
    "Expansion",
    "Kind",
    "all_kinds",
    "find_kind",
    "kind_modules",
    "near_kind",
]
