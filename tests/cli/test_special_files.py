"""Pipes, devices and names that are no text, wherever a file is read or written."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Result, run_in_process

Run = Callable[..., Result]
Edit = Callable[..., None]
pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")


@pytest.fixture
def built(tiny_folder: Path, run_cli: Run) -> Path:
    """The folder of a build of the game, with a tag."""
    assert run_cli("build", tiny_folder, "-o", "out", "--tag", "t").code == 0
    return Path("out/tiny")


def pipe(path: Path) -> None:
    path.unlink(missing_ok=True)
    os.mkfifo(path)


@pytest.mark.parametrize("make", [pipe, lambda path: path.symlink_to("/dev/zero")])
def test_preflight_and_since(run_cli: Run, tiny_folder: Path, make: Callable[[Path], None]) -> None:
    make(Path("x.pdf"))
    done = run_cli("preflight", "x.pdf")
    assert (done.code, done.out) == (1, "x.pdf: IO001 cannot be read: is no regular file\n")
    done = run_cli("diff", tiny_folder, "--since", "x.pdf")
    assert done.code == 2 and "OLD001 'x.pdf' is no PDF" in done.err


@pytest.mark.parametrize("name", ["game.yaml", "tiles.yaml", "theme.yaml", "rules.md", "back.png"])
def test_files_of_a_game(run_cli: Run, tiny_folder: Path, edit: Edit, name: str) -> None:
    if name == "rules.md":
        edit(tiny_folder / "game.yaml", "documents:", "documents:\n  rules: {leaflet: rules.md}")
    if name == "back.png":
        edit(tiny_folder / "tiles.yaml", "back: labrys", "back: back.png")
    pipe(tiny_folder / name)
    for command in ("check", "build"):
        done = run_cli(command, tiny_folder)
        assert done.code == 1
        assert "no regular file" in done.out + done.err or "not a file" in done.out + done.err


def test_the_file_of_printers(
    run_cli: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    (tmp_path / "pnp").mkdir()
    pipe(tmp_path / "pnp" / "printers.toml")
    for args in (["list"], ["set", "p", "--dx", "1mm"], ["remove", "p"]):
        done = run_cli("printer", *args)
        assert done.code == 1 and "SRC001 the file cannot be read: is no regular file" in done.err


@pytest.mark.parametrize("name", ["state.json", "journal", "tags/t.zip"])
def test_what_is_kept_beside_documents(
    run_cli: Run, tiny_folder: Path, built: Path, name: str
) -> None:
    """It counts as not there, and is replaced where nothing is lost by it."""
    pipe(built / ".pnp" / name)
    done = run_cli("build", tiny_folder, "-o", "out")
    refused = f"{built / '.pnp' / name}: IO001 is no regular file\n"
    assert (done.code, done.err) == ((1, refused) if name == "state.json" else (0, ""))
    assert (built / "cards_A4.pdf").read_bytes().startswith(b"%PDF")
    assert run_cli("tags", tiny_folder, "--in", "out").code == 0


def test_a_pipe_is_not_replaced(run_cli: Run, tiny_folder: Path, built: Path) -> None:
    pipe(built / "cards_A4.pdf")
    done = run_cli("build", tiny_folder, "-o", "out")
    assert (done.code, done.err) == (1, f"{built / 'cards_A4.pdf'}: IO001 is no regular file\n")
    for args in (["face", tiny_folder, "one"], ["calibrate"], ["gallery", tiny_folder]):
        target = Path("p.png" if args[0] == "gallery" else "p.pdf")
        pipe(target)
        done = run_cli(*args, "-o", target)
        assert (done.code, done.err) == (1, f"{target}: IO001 is no regular file\n")
        assert target.is_fifo()


# -- names that are no text ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "args",
    [
        ["check", "gam\udcffe"],
        ["build", "labydo", "-o", "o\udcff"],
        ["diff", "labydo", "--since", "o\udcff"],
        ["preflight", "a\udcff.pdf"],
        ["sheets", "a\udcff.png", "--size", "63x88mm", "-o", "o.pdf"],
        ["box", "--size", "63x88mm", "--count", "5", "--title", "\udcff", "-o", "o.pdf"],
        ["printer", "remove", "\udcff"],
        ["explain", "\udcff"],
        ["\udcff"],
    ],
)
def test_arguments(run_cli: Run, args: list[str]) -> None:
    done = run_cli(*args)
    assert done.code == 2 and "\\xff" in done.err and "is not UTF-8; give what it names" in done.err
    assert os.listdir() == []  # noqa: PTH208


def test_names_that_are_found(tiny_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder is named by no argument when one stands in it."""
    try:
        folder = tiny_folder.rename(tiny_folder.with_name("t\udcffy"))
    except OSError:
        pytest.skip("this file system has names in UTF-8 only")
    monkeypatch.chdir(folder)
    for args in (["check", "."], ["build", "."], ["face", ".", "one", "-o", "a.png"]):
        done = run_in_process(*args)
        assert done.code == 1
        assert "game.yaml:1:1: SRC003 the name 't\\xffy' is not UTF-8" in done.out + done.err
    game = folder / "game.yaml"
    game.write_text(f"id: tiny\n{game.read_text()}")
    assert run_in_process("build", ".", "-o", "../out").code == 0
    (folder / "x\udcff.yaml").write_text((folder / "tiles.yaml").read_text())
    done = run_in_process("check", ".")
    assert done.code == 1 and "x\\xff.yaml:1:1: SRC003 the name 'x\\xff' is not UTF-8" in done.out
