"""Where bundled games, fonts and profiles live: in the wheel beside the code, or above it."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parents[1]


def bundled(folder: str) -> Path:
    """The path of `fonts`, `profiles` or `tiledefs`."""
    inside = _PACKAGE / "data" / folder
    return inside if inside.is_dir() else _PACKAGE.parent / folder
