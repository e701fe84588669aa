"""Checks of families of games, chosen by `rules:`. A new one is a file here and its name below."""

from __future__ import annotations

import importlib

FAMILIES = ("dedale", "dedalos", "labydo", "mino-dice", "the-labyrinth")
"""The names that `rules:` may have; a file has an underscore for the hyphen."""


def read_family(name: str) -> None:
    """Register the checks of a family. Raises KeyError for an unknown name."""
    if name not in FAMILIES:
        raise KeyError(name)
    importlib.import_module(f"{__name__}.{name.replace('-', '_')}")
