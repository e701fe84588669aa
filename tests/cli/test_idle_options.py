"""Options that can do nothing are told, each given alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Result
from PIL import Image

Run = Callable[..., Result]
LAID_OUT = ("build", "watch", "check", "cutlines", "sheets")
BESIDE = {
    "build": [],
    "watch": [],
    "check": [],
    "cutlines": ["-o", "x.svg"],
    "sheets": ["--size", "63x88mm", "-o", "x.pdf"],
}


@pytest.mark.parametrize("command", LAID_OUT)
@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--fold-axis", "vertical"], "--fold-axis is the axis of --sides fold"),
        (["--marks", "none", "--mark-length", "2mm"], "--mark-length is an option of crop marks"),
        (["--bleed", "0", "--bleed-edge", "outer"], "--bleed 0 leaves none"),
    ],
)
def test_what_can_never_do_anything(
    run_cli: Run, tmp_path: Path, command: str, options: list[str], says: str
) -> None:
    Image.new("RGB", (630, 880)).save(tmp_path / "fox.png")
    named = "fox.png" if command == "sheets" else "labydo"
    done = run_cli(command, named, *BESIDE[command], *options)
    assert (done.code, done.out) == (2, "")
    assert says in done.err
    assert [p.name for p in tmp_path.iterdir()] == ["fox.png"]


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments",
    [
        ["face", "labydo", "lab-01", "-o", "x.svg"],
        ["board", "labydo", "-o", "x.pdf"],
        ["box", "--size", "63x88mm", "--count", "60", "-o", "x.pdf"],
        ["prove", "dedale", "--labor", "X", "-o", "x.svg"],
    ],
    ids=lambda a: a[0],
)
def test_a_resolution_of_what_has_none(run_cli: Run, tmp_path: Path, arguments: list[str]) -> None:
    done = run_cli(*arguments, "--dpi", "300")
    assert done.code == 2 and "--dpi is the resolution of a PNG, not of ." in done.err
    assert not list(tmp_path.iterdir())
    assert run_cli(*arguments).code == 0


def test_bleed_that_nobody_asks_for(run_cli: Run, tmp_path: Path) -> None:
    Image.new("RGB", (630, 880)).save(tmp_path / "fox.png")
    made = ["sheets", "fox.png", "--size", "63x88mm", "-o", "x.pdf", "--make-bleed", "mirror"]
    done = run_cli(*made)
    assert done.code == 2 and "--make-bleed makes what --bleed asks for" in done.err
    assert run_cli(*made, "--bleed", "2mm").code == 0


def test_what_does_nothing_with_this_game_is_a_note(run_cli: Run, tiny_folder: Path) -> None:
    done = run_cli("build", tiny_folder, "--bleed-edge", "outer", "--max-ppi", "300")
    assert done.code == 0
    assert "SHEET013 note: --bleed-edge does nothing: no piece has a bleed" in done.err
    assert "SHEET013 note: --max-ppi does nothing" in done.err
    done = run_cli("build", tiny_folder, "--bleed-edge", "outer", "--bleed", "2mm")
    assert (done.code, done.err) == (0, "")


def test_single_pieces_without_marks_are_what_they_are(run_cli: Run, tiny_folder: Path) -> None:
    assert run_cli("build", tiny_folder, "--sheets", "single", "--marks", "none").code == 0
    done = run_cli("build", tiny_folder, "--sheets", "single", "--grid", "1x1", "--gap", "2mm")
    assert done.code == 2
    assert "--gap, --grid are options of sheets of paper, not of --sheets single" in done.err
