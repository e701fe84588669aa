"""LEAF003: which files a leaflet may be read from."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pnp.errors import Loc
from pnp.leaflet.reading import read_leaflet


def refused(folder: Path, name: str, word: str) -> None:
    place = Loc("game.yaml", 7, 3)
    leaflet, (problem,) = read_leaflet(folder, name, {}, place)
    assert leaflet is None and problem.code == "LEAF003" and problem.loc == place
    assert word in problem.message


def test_reading_stays_inside_the_game_folder(tmp_path: Path) -> None:
    game = tmp_path / "game"
    (game / "sub").mkdir(parents=True)
    (tmp_path / "secret.md").write_text("secret")
    (game / "link.md").symlink_to(tmp_path / "secret.md")
    (game / "out").symlink_to(tmp_path)
    (game / "loop.md").symlink_to(game / "loop.md")
    for name in (
        f"{tmp_path}/secret.md",
        "../secret.md",
        "sub/../../secret.md",
        "..\\secret.md",
        "C:\\secret.md",
        "link.md",
        "out/secret.md",
        "loop.md",
        "sub",
        "",
        "a\0b",
    ):
        refused(game, name, "")
    (game / "sub" / "a.md").write_text("fine")
    refused(game, f"{game}/sub/a.md", "absolute")
    refused(game, "sub/../sub/a.md", "leaves the game folder")
    refused(game, "nothing.md", "no such file")
    refused(game, "out/../../x.md", "leaves the game folder")


def test_links_inside_the_folder_and_folders_below_are_fine(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "a.md").write_text("x")
    (tmp_path / "b.md").symlink_to(tmp_path / "sub" / "a.md")
    for name in ("sub/a.md", "b.md"):
        leaflet, problems = read_leaflet(tmp_path, name, {})
        assert leaflet and problems == []


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.md")
    refused(tmp_path, "pipe.md", "not a file")


def test_bytes_that_are_not_utf8_are_named(tmp_path: Path) -> None:
    (tmp_path / "rules.md").write_bytes(b"one\ntw\xff\n")
    leaflet, problems = read_leaflet(tmp_path, "rules.md", {}, Loc("game.yaml", 7, 3))
    place = Loc(str(tmp_path / "rules.md"), 2, 3)
    assert leaflet is None and [(p.code, p.loc) for p in problems] == [("LEAF003", place)]
    assert "UTF-8" in problems[0].message
