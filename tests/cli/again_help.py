"""A small game that is built again and again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from conftest import Result

Run = Callable[..., Result]
FRONT, BACK = "cards_A4.pdf", "cards_back_A4.pdf"
MARKED, PLAIN = "    | .   T   . |", "    | .   .   . |"
BUILD = ("build", "tiny", "-o", "out")


def first_build(run_cli: Run) -> Path:
    """The output folder of a first build."""
    done = run_cli(*BUILD)
    assert (done.code, done.err) == (0, "")
    assert "tiny: 3 faces, 2 documents written\n" in done.out
    return Path("out/tiny").absolute()


def stands(out: Path) -> dict[str, tuple[bytes, int]]:
    return {p.name: (p.read_bytes(), p.stat().st_mtime_ns) for p in out.glob("*.pdf")}
