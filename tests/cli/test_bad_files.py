"""Bytes that are no text, places that cannot be written, and games that are odd but fine."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import TINY_TILES, Result
from input_help import PLACE, build, refused

Run = Callable[..., Result]
Edit = Callable[..., None]

# -- bytes -----------------------------------------------------------------------------------------


def bomb() -> bytes:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]" for i in range(1, 25)]
    return "\n".join(lines).encode()


@pytest.mark.parametrize("file", ["game.yaml", "tiles.yaml"])
@pytest.mark.parametrize(
    ("data", "code", "says"),
    [
        (bomb(), "SRC006", "aliases"),
        (b"x: |\n" + b" y\n" * 17_000_000, "SRC002", "51 MB"),
        ("# Dédale\n".encode("latin-1"), "SRC003", "0xE9"),
        ("a: b".encode("utf-16"), "SRC003", "not UTF-8"),
        (b"\ta: b\n", "SRC004", "use spaces"),
        (b"a: b\x00\n", "SRC004", "U+0000"),
        (b"[" * 100_000, "SRC004", ""),
        (b"a: " + b"{b: " * 60, "SRC006", "levels"),
    ],
    ids=["bomb", "50MB", "latin-1", "utf-16", "tab", "nul", "deep", "nested"],
)
def test_bytes_that_are_refused(
    run_cli: Run, tiny_folder: Path, file: str, data: bytes, code: str, says: str
) -> None:
    (tiny_folder / file).write_bytes(data)
    found = build(run_cli, tiny_folder)
    places = [m.groupdict() for m in PLACE.finditer(found.err)]
    assert found.code == 1
    assert [(p["code"], Path(p["file"]).name) for p in places] == [(code, file)]
    assert says in found.err


@pytest.mark.slow
@pytest.mark.parametrize(
    "change",
    [
        lambda text: ("\ufeff" + text).encode(),
        lambda text: text.replace("\n", "\r\n").encode(),
        lambda text: text.replace("\n", "\r").encode(),
        lambda text: ("\ufeff" + text.replace("\n", "\r\n")).encode(),
        lambda text: text.replace(" |\n", " |   \n").encode(),
        lambda text: re.sub(r"(?m)(?<=\+)$", "   ", text).encode(),
        lambda text: text.rstrip("\n").encode(),
        lambda text: (text + "\n\n# the end\n...\n").encode(),
    ],
    ids=["BOM", "CRLF", "CR", "BOM+CRLF", "blanks after |", "blanks after +", "no end", "end mark"],
)
def test_harmless_bytes_change_nothing(
    run_cli: Run, tiny_folder: Path, change: Callable[[str], bytes]
) -> None:
    assert build(run_cli, tiny_folder).code == 0
    out = tiny_folder.parent / "out" / "tiny"
    before = {path.name: path.read_bytes() for path in out.glob("*.pdf")}
    for name in ("game.yaml", "tiles.yaml"):
        path = tiny_folder / name
        path.write_bytes(change(path.read_text()))
    done = build(run_cli, tiny_folder)
    assert (done.code, done.err) == (0, "")
    assert {path.name: path.read_bytes() for path in out.glob("*.pdf")} == before


# -- output ----------------------------------------------------------------------------------------


def test_a_file_in_the_place_of_the_folder(run_cli: Run, tiny_folder: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    for target in (tmp_path / "file", tmp_path / "file" / "below"):
        done = run_cli("build", tiny_folder, "-o", target)
        assert done.code == 1
        assert f"{target}/tiny: IO001 " in done.err
    assert (tmp_path / "file").read_text() == "mine"


@pytest.mark.parametrize("name", ["cards_A4.pdf", "cards_back_A4.pdf"])
def test_a_directory_in_the_place_of_a_file(
    run_cli: Run, tiny_folder: Path, tmp_path: Path, name: str
) -> None:
    blocked = tmp_path / "out" / "tiny" / name
    blocked.mkdir(parents=True)
    done = run_cli("build", tiny_folder, "-o", tmp_path / "out")
    assert done.code == 1
    assert done.err == f"{blocked}: IO001 is a directory\n"
    assert sorted(p.name for p in blocked.parent.iterdir()) == [".pnp", name]
    assert list((blocked.parent / ".pnp").iterdir()) == []


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is read-only for root")
def test_a_read_only_folder(run_cli: Run, tiny_folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    out.chmod(0o500)
    done = run_cli("build", tiny_folder, "-o", out)
    out.chmod(0o700)
    assert done.code == 1
    assert "IO001 permission denied" in done.err
    assert list(out.iterdir()) == []


def test_a_folder_that_refuses(
    run_cli: Run, tiny_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a read-only folder does, also for root: the second new file cannot be made."""
    from pnp.outputs import transaction

    real = transaction._write

    def second_fails(path: Path, data: bytes) -> None:
        if path.name == "1":
            raise PermissionError(13, "Permission denied")
        real(path, data)

    monkeypatch.setattr(transaction, "_write", second_fails)
    done = build(run_cli, tiny_folder)
    assert done.code == 1
    assert re.search(r"tiny/cards_back_A4\.pdf: IO001 permission denied", done.err)


def test_a_full_disk(run_cli: Run, tiny_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    done = build(run_cli, tiny_folder)
    assert done.code == 1
    assert "cards_A4.pdf: IO001 no space left on device" in done.err


def test_what_is_written_can_be_read_by_others(
    run_cli: Run, tiny_folder: Path, tmp_path: Path
) -> None:
    assert run_cli("build", tiny_folder, "-o", tmp_path / "out").code == 0
    mode = stat.S_IMODE((tmp_path / "out" / "tiny" / "cards_A4.pdf").stat().st_mode)
    mask = os.umask(0)
    os.umask(mask)
    assert mode == 0o666 & ~mask


# -- odd but fine ----------------------------------------------------------------------------------


@pytest.mark.parametrize("title", ["Žluťoučký kůň", "Łódź", "W" * 200, "no", "1.10", "a\\nb"])
def test_odd_titles_of_games_without_backs(
    run_cli: Run, tiny_folder: Path, edit: Edit, title: str
) -> None:
    edit(tiny_folder / "game.yaml", "title: Tiny", f'title: "{title}"')
    edit(tiny_folder / "game.yaml", "    backs: cards_back_{paper}\n", "")
    edit(tiny_folder / "tiles.yaml", "back: labrys\n", "")
    assert run_cli("build", tiny_folder, "-o", tiny_folder / "out").code == 0


@pytest.mark.parametrize("title", ["Maze 🎲", "שלום", "迷路"])
def test_titles_no_font_can_print(run_cli: Run, tiny_folder: Path, edit: Edit, title: str) -> None:
    edit(tiny_folder / "game.yaml", "title: Tiny", f"title: {title}")
    done = build(run_cli, tiny_folder)
    assert done.code == 1
    assert "game.yaml:1:8: FONT001" in done.err
    assert f"U+{ord(title[-1]):04X}" in done.err


def test_a_thousand_copies(run_cli: Run, tiny_folder: Path, edit: Edit) -> None:
    edit(
        tiny_folder / "tiles.yaml",
        "  two: |",
        '  three: {copies: 1000, maze: "'
        + r"+---+   +---+\n| .   .   . |\n+   +   +   +\n  .   .   .\n+   +   +   +\n"
        + r"| .   .   . |\n+---+   +---+"
        + '"}\n  two: |',
    )
    done = build(run_cli, tiny_folder)
    assert done.code == 0
    assert re.search(r"cards_A4\.pdf: \d\d pages", done.out)


def test_components_that_are_not_games(run_cli: Run, tiny_folder: Path) -> None:
    for name in ("x y.yaml", "con.yaml", "é.yaml"):
        (tiny_folder / name).write_text(TINY_TILES)
        done = refused(run_cli, tiny_folder, "DEF003", name, 1)
        assert Path(name).stem in done.err
        (tiny_folder / name).unlink()
