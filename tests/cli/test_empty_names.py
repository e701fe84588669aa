"""An empty name, as from an unset variable of a shell, is never the current folder."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pypdf
import pytest
from conftest import Result
from PIL import Image

Run = Callable[..., Result]
WRITERS = [
    ["build", "labydo", "--only", "regras"],
    ["reprint", "labydo", "--since", "x"],
    ["diff", "labydo", "--since", "x"],
    ["gallery", "labydo"],
    ["board", "labydo"],
    ["box", "--size", "63x88mm", "--count", "60"],
    ["calibrate"],
    ["cutlines", "labydo"],
    ["face", "labydo", "lab-1"],
    ["prove", "dedale", "--labor", "X"],
    ["sheets", "fox.png", "--size", "63x88mm"],
    ["watch", "labydo"],
]


@pytest.mark.parametrize("arguments", WRITERS, ids=lambda a: a[0])
def test_an_empty_output(arguments: list[str], run_cli: Run, tmp_path: Path) -> None:
    done = run_cli(*arguments, "-o", "")
    assert (done.code, done.out) == (2, "")
    assert "Invalid value for '-o' / '--output': the name is empty" in done.err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "arguments",
    [
        ["sheets", "", "--size", "63x88mm", "-o", "x.pdf"],
        ["sheets", "fox.png", "--backs", "", "--size", "63x88mm", "-o", "x.pdf"],
        ["preflight", ""],
        ["check", ""],
        ["build", ""],
        ["diff", "labydo", "--since", ""],
        ["diff", "labydo", "--since", "x", "--in", ""],
        ["tags", "labydo", "--in", ""],
    ],
    ids=" ".join,
)
def test_an_empty_input(arguments: list[str], run_cli: Run, tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text("title: Here\n")
    Image.new("RGB", (630, 880)).save(tmp_path / "fox.png")
    done = run_cli(*arguments)
    assert (done.code, done.out) == (2, "")
    assert "is empty" in done.err and (
        "or . for here" in done.err or "for the current folder write ." in done.err
    )


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="names as bytes")
def test_a_picture_whose_name_is_not_utf_8_is_laid_out(run_cli: Run, tmp_path: Path) -> None:
    for name in (b"f\xffox.png", b"f\xffox-back.png", b"o\x1bwl.png", b"o\x1bwl-back.png"):
        Image.new("RGB", (744, 1039), (9, 9, 200)).save(tmp_path / os.fsdecode(name))
    done = run_cli("sheets", tmp_path, "--size", "63x88mm", "--backs", "paired", "-o", "x.pdf")
    assert (done.code, done.err) == (0, "")
    assert "(2)" not in done.out and len(pypdf.PdfReader(tmp_path / "x.pdf").pages) == 1
    (tmp_path / os.fsdecode(b"lost\xff.png")).write_bytes(b"")
    done = run_cli("sheets", tmp_path, "--size", "63x88mm", "-o", "x.pdf")
    assert done.code == 1 and "lost\\xff.png: ART003 'lost\\xff.png' is empty" in done.err
