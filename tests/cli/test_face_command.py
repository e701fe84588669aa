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


def test_problems_of_other_components_do_not_matter(
    run_cli: Run, tiny_folder: Path, tmp_path: Path
) -> None:
    pad = "kind: scorepad\nsize: 60x40mm\nplayers: 6\nrows: [a, b, c, d]\n"
    (tiny_folder / "pad.yaml").write_text(pad)
    (tiny_folder / "spoilt.yaml").write_text("kind: die\nedge: wide\n")
    assert run_cli("face", tiny_folder, "two", "-o", "x.svg").code == 0
    assert run_cli("face", tiny_folder, "*", "-o", "x-{id}.svg").code == 1
    done = run_cli("face", tiny_folder, "pad", "-o", "y.svg")
    assert done.code == 1 and "pad.yaml:1:1: TEXT001" in done.err
    assert "spoilt.yaml" not in done.err and not (tmp_path / "y.svg").exists()
    done = run_cli("face", tiny_folder, "spoilt", "-o", "y.svg")
    assert done.code == 1 and "spoilt.yaml:2:7" in done.err


def test_problems_of_what_a_piece_is_drawn_from_matter(run_cli: Run, tiny_folder: Path) -> None:
    box = "kind: tuckbox\nholds: [tiles]\n"
    (tiny_folder / "box.yaml").write_text(box)
    assert run_cli("face", tiny_folder, "box", "-o", "x.svg").code == 0
    tiles = (tiny_folder / "tiles.yaml").read_text()
    (tiny_folder / "tiles.yaml").write_text(tiles.replace("back: labrys", "back: labris"))
    done = run_cli("face", tiny_folder, "box", "-o", "x.svg")
    assert done.code == 1 and "tiles.yaml:4:7: DEF007" in done.err
