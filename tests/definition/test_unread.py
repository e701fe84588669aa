"""Files that look like components and are not read."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import TINY_TILES, Result

from pnp.game.loader import load

Run = Callable[..., Result]


def unread(folder: Path) -> list[tuple[str, str]]:
    """What is said of files that are not read, with the hint."""
    return [(p.message, p.hint) for p in load(folder)[1] if p.code == "SRC007"]


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("deck.yml", "rename it deck.yaml"),
        ("deck.YAML", "rename it deck.yaml"),
        ("deck.Yml", "rename it deck.yaml"),
        ("deck.yaml.txt", "rename it deck.yaml"),
        ("deck.yml.bak", "rename it deck.yaml"),
        ("cards/deck.yaml", "move it beside game.yaml"),
        ("cards/more/deck.yml", "move it beside game.yaml, as deck.yaml"),
        ("theme.yml", "rename it theme.yaml"),
        ("game.yml", "rename it game.yaml"),
    ],
)
def test_a_component_under_another_name(tiny_folder: Path, name: str, hint: str) -> None:
    path = tiny_folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(TINY_TILES)
    assert unread(tiny_folder) == [(f"'{name}' is not read", hint)]


@pytest.mark.parametrize("text", ['{"kind": "card"}', '{\n  "kind": "card"\n}\n'])
def test_a_component_as_json(tiny_folder: Path, text: str) -> None:
    (tiny_folder / "deck.json").write_text(text)
    assert unread(tiny_folder) == [
        ("'deck.json' is not read", "rename it deck.yaml: JSON is YAML as well")
    ]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("mkdocs.yml", "site_name: x\n"),
        ("numbers.json", '{"kinds": [1], "mankind": "x"}'),
        (".hidden.yml", TINY_TILES),
        (".git/deck.yaml", TINY_TILES),
        ("notes.txt", TINY_TILES),
        ("a/b/c/deck.yaml", TINY_TILES),
    ],
)
def test_other_files_are_nobodys_decks(tiny_folder: Path, name: str, text: str) -> None:
    path = tiny_folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    assert unread(tiny_folder) == []


def test_a_game_inside_a_game_is_its_own(tiny_folder: Path) -> None:
    inner = tiny_folder / "inner"
    inner.mkdir()
    for name in ("game.yaml", "tiles.yaml"):
        (inner / name).write_text((tiny_folder / name).read_text())
    assert unread(tiny_folder) == []


def test_what_leads_elsewhere_or_never_ends_is_not_read(tiny_folder: Path, tmp_path: Path) -> None:
    (tiny_folder / "up").symlink_to(tmp_path)
    if hasattr(os, "mkfifo"):
        os.mkfifo(tiny_folder / "pipe.yml")
    assert unread(tiny_folder) == []


def test_a_folder_whose_game_file_has_another_name(run_cli: Run, tiny_folder: Path) -> None:
    (tiny_folder / "game.yaml").rename(tiny_folder / "Game.yml")
    done = run_cli("check", tiny_folder)
    assert done.code == 2 and "(rename Game.yml game.yaml)" in done.err


def test_the_deck_and_the_document_that_misses_it(run_cli: Run, tiny_folder: Path) -> None:
    (tiny_folder / "tiles.yaml").rename(tiny_folder / "tiles.yml")
    done = run_cli("check", tiny_folder)
    said = done.out + done.err
    assert done.code == 1 and "DEF009" in said
    assert f"{tiny_folder}/tiles.yml:1:1: SRC007 warning: 'tiles.yml' is not read" in said
