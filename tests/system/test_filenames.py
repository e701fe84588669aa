"""No two things become one file, whatever the file system takes for one name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Result

from pnp.errors import PnpError
from pnp.system.filenames import distinct, folded

Run = Callable[..., Result]
SQUARE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M1 1h5v5z"/></svg>'


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Cards.pdf", "cards.PDF"),
        ("caf\u00e9.pdf", "cafe\u0301.pdf"),
        ("CAF\u00c9", "cafe\u0301"),
        ("deck.", "deck"),
        ("deck ", "DECK"),
        ("out/./a.png", "out/A.png"),
    ],
)
def test_names_that_are_one_file_somewhere(one: str, other: str) -> None:
    assert folded(one) == folded(other)


@pytest.mark.parametrize(("one", "other"), [("a-1", "a_1"), ("a.b", "ab"), ("x/a", "y/a")])
def test_names_that_are_two_files(one: str, other: str) -> None:
    assert folded(one) != folded(other)


def test_the_second_of_two_files_is_refused() -> None:
    files = [(Path("a.png"), "fox", 1), (Path("A.png"), "owl", 2)]
    with pytest.raises(PnpError, match=r"A\.png: 'fox' and 'owl' are one file"):
        distinct(files)
    assert distinct(files[:1]) == {Path("a.png"): 1}


def deck(count: int = 1, size: int = 40, id: str = "fox") -> str:
    """A deck of square cards, the size in mm."""
    cards = "".join(f"  {id}{n or ''}: {{art: a.svg}}\n" for n in range(count))
    return f"kind: card\nsize: {size} x {size}mm\nback: labrys\ncards:\n{cards}"


def game(folder: Path, documents: str, one: str = "", two: str = "") -> Path:
    """A game of two decks."""
    folder.mkdir(parents=True)
    (folder / "game.yaml").write_text(f"title: Two\ndocuments:\n{documents}")
    (folder / "a.svg").write_text(SQUARE)
    (folder / "deck.yaml").write_text(one or deck())
    (folder / "deck2.yaml").write_text(two or deck(id="owl"))
    return folder


CLASHES = {
    "paper filled in": ('"c_{paper}": {print: [deck]}', "c_A4: {print: [deck2]}", ()),
    "capitals": ('"c_{paper}": {print: [deck]}', "C_a4: {print: [deck2]}", ()),
    "other paper": (
        '"c_{paper}": {print: [deck]}',
        "c_letter: {print: [deck2]}",
        ("--paper", "Letter"),
    ),
    "own paper": (
        '"c_{paper}": {print: [deck]}',
        "c_200x300mm: {print: [deck2]}",
        ("--paper", "20x30cm"),
    ),
    "single": (
        '"c_{paper}": {print: [deck]}',
        "c_single: {print: [deck2]}",
        ("--sheets", "single"),
    ),
    "backs like fronts": (
        '"c_{paper}": {print: [deck]}',
        "d: {print: [deck2], backs: c_A4}",
        (),
    ),
    "backs like backs": (
        '"c_{paper}": {print: [deck], backs: "b_{paper}"}',
        "d: {print: [deck2], backs: B_A4}",
        (),
    ),
    "one paper of two": (
        '"c_{paper}_{paper}": {print: [deck]}',
        '"c_A4_{paper}": {print: [deck2]}',
        (),
    ),
}


@pytest.mark.parametrize("name", CLASHES)
def test_two_documents_that_are_one_file(run_cli: Run, tmp_path: Path, name: str) -> None:
    one, other, options = CLASHES[name]
    folder = game(tmp_path / "two", f"  {one}\n  {other}\n")
    done = run_cli("build", folder, "-o", tmp_path / "out", *options)
    assert done.code == 1 and not (tmp_path / "out").exists()
    assert done.err.count("DEF006") == 1
    line = next(line for line in done.err.splitlines() if "DEF006" in line)
    assert line.startswith(f"{folder}/game.yaml:4:") and "(line 3)" in line


def test_pieces_that_are_one_file(run_cli: Run, tmp_path: Path) -> None:
    """`face` reads no rules of decks, under which two pieces of one name are no deck."""
    folder = game(tmp_path / "two", "  c: {print: [deck, deck2]}\n", two=deck(id="FOX"))
    done = run_cli("face", folder, "fox,FOX", "-o", tmp_path / "{id}.svg")
    assert done.code == 1 and "DEF006" in done.err, done
    assert not list(tmp_path.glob("*.svg"))


def test_cut_lines_of_documents_with_nearly_one_name(run_cli: Run, tmp_path: Path) -> None:
    """`c_A4` and `c` are two files, of which neither replaces the other."""
    documents = '  "c_{paper}": {print: [deck]}\n  c: {print: [deck2]}\n'
    folder = game(tmp_path / "two", documents, two=deck(size=60, id="owl"))
    done = run_cli("cutlines", folder, "-o", tmp_path / "cuts.svg")
    assert done.code == 0, done.err
    assert sorted(p.name for p in tmp_path.glob("*.svg")) == ["cuts_c.svg", "cuts_c_A4.svg"]


def test_cut_lines_that_are_one_file(run_cli: Run, tmp_path: Path) -> None:
    """Sheets that are cut in two ways are numbered, and a document may have such a name."""
    documents = "  c: {print: [deck]}\n  C_1: {print: [deck2]}\n"
    folder = game(tmp_path / "two", documents, one=deck(26))
    done = run_cli("cutlines", folder, "-o", tmp_path / "cuts.svg")
    assert done.code == 1 and "DEF006" in done.err, done
    assert not list(tmp_path.glob("*.svg"))


def test_two_games_in_one_folder(run_cli: Run, tmp_path: Path) -> None:
    """Names of folders that a Mac takes for one."""
    documents = "  c: {print: [deck, deck2]}\n"
    one, other = (game(tmp_path / n, documents) for n in ("a/caf\u00e9", "b/CAFE\u0301"))
    done = run_cli("build", one, other, "-o", tmp_path / "out")
    assert done.code == 2 and "are both called" in done.err, done
