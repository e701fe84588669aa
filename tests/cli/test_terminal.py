"""Nothing that a file or an argument is called does anything to a terminal or breaks JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import ROOT, TINY_GAME, TINY_TILES, Result

from pnp.errors import UNPRINTED

Run = Callable[..., Result]
Edit = Callable[..., None]
EVIL = "\x1b]0;owned\x07\n\u202egnp\x9b"
LINUX = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="names as bytes")


def harmless(done: Result) -> Result:
    lines = (done.out + done.err).split("\n")
    assert not any(UNPRINTED.search(line) for line in lines), lines
    return done


@LINUX
@pytest.mark.parametrize("name", [EVIL])
def test_a_folder_with_a_terrible_name_is_listed_checked_and_built(
    run_cli: Run, tmp_path: Path, name: str
) -> None:
    folder = tmp_path / name
    folder.mkdir()
    (folder / "game.yaml").write_text(TINY_GAME.replace("title: Tiny", "id: tiny\ntitle: Tiny"))
    (folder / "tiles.yaml").write_text(TINY_TILES)
    for command in ("list", "check"):
        assert harmless(run_cli(command, folder)).code == 0
    assert "tiny: " in harmless(run_cli("list", folder)).out
    done = harmless(run_cli("build", folder, "-o", tmp_path / f"out{name}"))
    assert done.code == 0, done
    assert harmless(run_cli("preflight", *(tmp_path / f"out{name}/tiny").glob("*.pdf"))).code == 0
    (folder / "tiles.yaml").write_text("kind: maze_tile\nnothing: 1\n")
    refused = harmless(run_cli("build", folder))
    assert refused.code == 1
    assert "DEF002" in refused.err


@LINUX
@pytest.mark.parametrize("name", [EVIL])
def test_json_is_json_and_says_the_true_name(run_cli: Run, tmp_path: Path, name: str) -> None:
    folder = tmp_path / name
    folder.mkdir()
    (folder / "game.yaml").write_text("title: [x]\n")
    done = harmless(run_cli("check", folder, "--format", "json"))
    assert json.loads(done.out)["problems"][0]["file"] == str(folder / "game.yaml")
    done.out.encode("utf-8")


def test_arguments_and_values_are_shown_as_escapes(
    run_cli: Run, tiny_folder: Path, edit: Edit
) -> None:
    for arguments in (
        [EVIL],
        ["build", EVIL],
        ["build", tiny_folder, "--paper", EVIL],
        ["build", tiny_folder, "--only", EVIL],
        ["build", tiny_folder, "--pieces", EVIL],
        ["build", tiny_folder, f"--{EVIL}"],
        ["face", tiny_folder, EVIL, "-o", "a.svg"],
        ["explain", EVIL],
        ["preflight", EVIL],
        ["sheets", EVIL, "--size", "63x88mm", "-o", "x.pdf"],
    ):
        done = harmless(run_cli(*arguments))
        assert done.code in (1, 2), done
        assert "\\x1b" in done.err + done.out, done
    edit(tiny_folder / "game.yaml", "title: Tiny", 'title: Tiny\nid: "\\e[31m\\u202E"')
    done = harmless(run_cli("check", tiny_folder))
    assert (done.code, "\\u202e" in done.out) == (1, True), done


def test_only_one_place_prints() -> None:
    """`tell` escapes; the others paint with colours, or show the manual."""
    allowed = {"terminal.py", "report.py", "explain.py"}
    for path in (ROOT / "pnp" / "cli").glob("*.py"):
        assert path.name in allowed or "click.echo" not in path.read_text(), path
