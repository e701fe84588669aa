"""What builds leave in folders."""

from __future__ import annotations

from pathlib import Path

DOCUMENTS = ["cartas_print_A4", "cartas_print_back_A4", "caixa_print_A4", "extras_A4", "regras_A4"]


def names(folder: Path) -> list[str]:
    """The files below a folder, but what builds keep for themselves."""
    found = (p.relative_to(folder) for p in folder.rglob("*") if p.is_file())
    return sorted(p.as_posix() for p in found if ".pnp" not in p.parts)
