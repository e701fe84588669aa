"""Our own signs in YAML: each gives the value that is written, or a hint that names the quotes."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import found_problems

GAME = "title: {title}\ndocuments:\n  all_{{paper}}: {{print: [part]{more}}}\n{rest}"
PART = "kind: standee\nfigures:\n  a: {symbol: owl}\n"


def said(folder: Path, title: str = "Own", more: str = "", rest: str = "", part: str = PART) -> str:
    (folder / "game.yaml").write_text(GAME.format(title=title, more=more, rest=rest))
    (folder / "part.yaml").write_text(part)
    return "\n".join(map(str, found_problems(folder)))


@pytest.mark.parametrize(
    ("title", "hint"),
    [
        ("{paper}", 'put it in quotes: "{paper}"'),
        ("[draft]", 'put it in quotes: "[draft]"'),
        ("{a: b}", 'put it in quotes: "a: b"'),
        ("#1", '"#1", in quotes, is a text'),
        ("*", "put the text in quotes"),
        ("*.png", "put the text in quotes"),
        ("*-exit", 'put a text in quotes: "*-exit"'),
        ("@home", "put the text in quotes"),
        ("%5", "put the text in quotes"),
        ("`x`", "put the text in quotes"),
        ("?", "put the text in quotes"),
        ("Foo: the game", "put the text in quotes"),
        ("{paper}_back", "put the whole value in quotes"),
        ("~", '"~", in quotes, is a text'),
    ],
)
def test_titles_that_need_quotes(title: str, hint: str, tmp_path: Path) -> None:
    found = said(tmp_path, title).splitlines()[0]
    assert ":1:" in found and hint in found


@pytest.mark.parametrize("title", ["2–4", "1:2", "12%", "Tom & Jerry", "yes", "N", "0x10", "a#b"])
def test_titles_that_need_none(title: str, tmp_path: Path) -> None:
    assert "game.yaml" not in said(tmp_path, title)


def test_paper_between_braces(tmp_path: Path) -> None:
    assert 'write "backs_{paper}", in quotes' in said(tmp_path, more=", backs: backs_{paper}")
    assert 'put it in quotes: "{paper}"' in said(tmp_path, more=", backs: {paper}")
    assert "SRC" not in said(tmp_path, more=', backs: "backs_{paper}"')


@pytest.mark.parametrize(
    ("rest", "hint"),
    [
        ("theme:\n  palette:\n    accent: #B4532A\n", '"#B4532A", in quotes, is a text'),
        ("theme: {palette: {accent: #B4532A}}\n", 'write "#B4532A", in quotes'),
        ("credits: [#1 first]\n", 'write "#1 first", in quotes'),
        ("credits: [Game: me]\n", 'put it in quotes: "Game: me"'),
        ("credits: [- b]\n", "put the text in quotes"),
        ("credits:\n  - #1 first\n", '"#1 first", in quotes, is a text'),
    ],
)
def test_values_that_need_quotes(rest: str, hint: str, tmp_path: Path) -> None:
    assert hint in said(tmp_path, rest=rest)


def test_letters_are_letters(tmp_path: Path) -> None:
    part = "kind: die\ndice:\n  a: {faces: [N, Y, no, on, off, Yes]}\n"
    assert "part.yaml" not in said(tmp_path, part=part)
