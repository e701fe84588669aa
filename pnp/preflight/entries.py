"""Entries of PDF dictionaries and arrays with their references followed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def follow(thing: Any) -> Any:
    """What a reference stands for; anything else as it is."""
    return thing.get_object() if hasattr(thing, "get_object") else thing


def entry(mapping: Any, name: str, default: Any = None) -> Any:
    """An entry of a dictionary, the default if there is none or the thing is no dictionary."""
    found = follow(mapping.get(name)) if isinstance(mapping, dict) else None
    return default if found is None else found


def reference(mapping: Any, name: str) -> Any:
    """An entry as the file has it: a reference keeps its number."""
    return dict.get(mapping, name) if isinstance(mapping, dict) else None


def floats(things: Any, default: Sequence[float]) -> list[float]:
    """An array of numbers, the default if it is none of the same length."""
    if not isinstance(things, list | tuple) or len(things) != len(default):
        return list(default)
    return [float(follow(thing)) for thing in things]
