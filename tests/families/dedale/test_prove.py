"""`pnp prove`: found and verified, or unknown; never more than that."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from dedale_help import kit
from pypdfium2 import PdfDocument

from pnp.families.dedale.certificate import read_certificates, verify

Run = Callable[..., object]


@pytest.mark.slow
@pytest.mark.parametrize("ending", ["svg", "png", "pdf", "json"])
def test_a_fresh_deal_is_solved_and_drawn(run_cli: Run, tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"c.{ending}"
    done = run_cli("prove", "dedale", "--labor", "2", "--players", 3, "--seed", 5, "-o", path)
    assert (done.code, done.err) == (0, "")
    assert "condition: zones(size>=4) >= 2" in done.out
    assert "proved: labor II, 3 players, seed 5: " in done.out
    moves = done.out.count(" lays card-")
    if ending == "json":
        (certificate,), problems = read_certificates(path)
        assert problems == [] and verify(certificate, kit()) is None
        assert len(certificate.moves) == moves
    elif ending == "pdf":
        text = PdfDocument(path.read_bytes())[0].get_textpage().get_text_range()
        assert text.count("lays card-") == moves
        assert "two zones of 4 or more Tiles each" in text
    else:
        head = {"svg": b"<?xml", "png": b"\x89PNG"}[ending]
        assert path.read_bytes().startswith(head)


def test_the_same_seed_gives_the_same_bytes(run_cli: Run, tmp_path: Path) -> None:
    for name in ("a.svg", "b.svg"):
        run_cli("prove", "dedale", "--labor", "I", "--seed", 9, "-o", tmp_path / name)
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()


def test_out_of_time_is_unknown_and_writes_nothing(run_cli: Run, tmp_path: Path) -> None:
    path = tmp_path / "c.svg"
    done = run_cli("prove", "dedale", "--labor", "X", "--players", 4, "--positions", 9, "-o", path)
    assert done.code == 1
    assert done.out.startswith("unknown: labor X, 4 players, seed 1: nothing found (")
    assert "unsolvable" not in done.out and not path.exists()


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["dedale"], "Missing option '--labor'"),
        (["dedale", "--labor", "XI"], "there is no labor 'XI'"),
        (["labydo", "--labor", "I"], "labydo has no labors and cards to meet them with"),
        (["dedale", "--labor", "I", "--players", "7"], "7 is not in the range"),
        (["dedale", "--labor", "I", "-o", "c.jpg"], "does not end in .svg, .png, .pdf or .json"),
    ],
)
def test_usage(run_cli: Run, args: list[str], says: str) -> None:
    done = run_cli("prove", *args)
    assert done.code == 2
    assert says in done.err
