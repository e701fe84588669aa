"""`pnp face` with lists of pieces."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Result

Run = Callable[..., Result]


@pytest.mark.parametrize(
    ("piece", "shown"), [("1-2", "one, two"), ("*", "one, two"), ("2", "two"), ("two,one", "")]
)
def test_several_pieces_in_one_file_name(
    run_cli: Run, tiny_folder: Path, piece: str, shown: str
) -> None:
    done = run_cli("face", tiny_folder, piece, "-o", "faces/x.svg")
    assert done.code == 2
    assert f"of {shown}" in done.err and "each gets a file of its own" in done.err
    assert "-o 'faces/x-{id}.svg'" in done.err
    assert run_cli("face", tiny_folder, piece, "-o", "faces/x-{id}.svg").code == 0


def test_one_piece_and_none(run_cli: Run, tiny_folder: Path, tmp_path: Path) -> None:
    assert run_cli("face", tiny_folder, "two", "-o", "x.svg").code == 0
    assert (tmp_path / "x.svg").exists()
    for piece in ("twos", ",", ""):
        done = run_cli("face", tiny_folder, piece, "-o", "y.svg")
        assert done.code == 2 and f"has no piece '{piece}'" in done.err
