"""`pnp watch`: saved files are built, broken ones leave the last good files, mended ones say so."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from conftest import ROOT, TINY_TILES, Result

from pnp.checks import Report
from pnp.cli.watch import Stamps, _Watch, changes_in, stamps_in

Run = Callable[..., Result]
FRONT, BACK = "cards_A4.pdf", "cards_back_A4.pdf"
OTHER = TINY_TILES.replace("| .   T   . |", "| .   .   . |")


def stands(folder: Path) -> dict[str, tuple[int, bytes]]:
    """The PDFs of a folder: when they were written, and what is in them."""
    return {p.name: (p.stat().st_mtime_ns, p.read_bytes()) for p in folder.glob("*.pdf")}


def play(monkeypatch: pytest.MonkeyPatch, steps: list[Callable[[], object]]) -> None:
    """Stands in for the user: each step is taken when the build before it is done."""

    def changes_in(folder: Path, output: Path, before: Stamps) -> Iterator[list[str]]:
        for step in steps:
            step()
            yield ["tiles.yaml"]
        raise KeyboardInterrupt

    monkeypatch.setattr("pnp.cli.watch.changes_in", changes_in)


def test_one_changed_tile_rewrites_its_document(
    run_cli: Run, tiny_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, seen = Path("out/tiny"), []

    def change() -> None:
        seen.append(stands(out))
        (tiny_folder / "tiles.yaml").write_text(OTHER)

    play(monkeypatch, [change])
    done = run_cli("watch", tiny_folder, "-o", "out")
    assert done.code == 0 and done.err.count("\n") == done.err.count("DEF011 warning") == 1
    now = stands(out)
    assert now[BACK] == seen[0][BACK] and now[FRONT] != seen[0][FRONT]
    assert "tiny: 1 of 3 faces changed (on 1 of 2 pieces), 1 of 2 documents rewritten\n" in done.out
    later = done.out.partition("tiles.yaml\n")[2]
    assert FRONT in later and BACK not in later
    assert done.out.endswith("no longer watching\n")


def test_a_broken_definition_keeps_the_last_good_files(
    run_cli: Run, tiny_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, tiles, seen = Path("out/tiny"), tiny_folder / "tiles.yaml", []

    def spoil() -> None:
        seen.append(stands(out))
        tiles.write_text(TINY_TILES.replace("cell: 18mm", "cell: 18 parsecs"))

    def mend() -> None:
        seen.append(stands(out))
        tiles.write_text(TINY_TILES)

    play(monkeypatch, [spoil, mend])
    done = run_cli("watch", tiny_folder, "-o", "out")
    assert seen[0] == seen[1] == stands(out)
    assert f"{tiles}:3:7: DEF003" in done.err
    assert "nothing was written; the files stay as they were\n" in done.err
    assert "mended: no errors\n" in done.out


def test_what_no_file_explains_is_told_and_watched_on(
    run_cli: Run, tiny_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lose() -> None:
        (tiny_folder / "game.yaml").rename(tiny_folder / "game.txt")

    def find() -> None:
        (tiny_folder / "game.txt").rename(tiny_folder / "game.yaml")

    play(monkeypatch, [lose, find])
    done = run_cli("watch", tiny_folder, "-o", "out")
    assert done.code == 0 and "game.yaml:1:1: SRC001 there is no such file" in done.err
    assert "mended: no errors" in done.out


def test_a_game_that_is_broken_from_the_start_is_watched(
    run_cli: Run, tiny_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tiles = tiny_folder / "tiles.yaml"
    tiles.write_text("kind: nothing\n")
    play(monkeypatch, [lambda: tiles.write_text(TINY_TILES)])
    done = run_cli("watch", tiny_folder, "-o", "out")
    assert "DEF005" in done.err and sorted(stands(Path("out/tiny"))) == [FRONT, BACK]


@pytest.mark.parametrize(
    "args",
    [("--only", "nothing"), ("--pieces", "nothing"), ("--sheets", "single", "--sides", "fold")],
)
def test_wrong_options_are_refused(
    run_cli: Run, tiny_folder: Path, monkeypatch: pytest.MonkeyPatch, args: tuple[str, ...]
) -> None:
    play(monkeypatch, [])
    done = run_cli("watch", tiny_folder, "-o", "out", *args)
    assert done.code == 2 and not Path("out").exists()


def test_a_folder_that_is_called_like_a_bundled_game(
    run_cli: Run, tiny_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`./labydo` is the folder here, each time it is built."""
    tiny_folder.rename("labydo")
    play(monkeypatch, [lambda: (Path("labydo") / "tiles.yaml").write_text(OTHER)])
    done = run_cli("watch", "./labydo", "-o", "out")
    assert done.code == 0 and done.err.count("\n") == done.err.count("DEF011 warning") == 1
    assert sorted(stands(Path("out/labydo"))) == [FRONT, BACK]
    assert done.out.count("1 of 2 documents rewritten") == 1


def wait_for(told: Path, words: str, times: int = 1) -> None:
    end = time.monotonic() + 40
    while told.read_text().count(words) < times:
        assert time.monotonic() < end, told.read_text()
        time.sleep(0.05)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C cannot be sent to one process there")
def test_files_saved_in_earnest(tiny_folder: Path, tmp_path: Path) -> None:
    """A process of its own and a real file system: saves are seen, Ctrl-C ends it."""
    told = tmp_path / "told.txt"
    out = tiny_folder / "out"  # its files are no changes
    with told.open("w") as stream:
        process = subprocess.Popen(
            [sys.executable, "-m", "pnp", "watch", str(tiny_folder), "-o", str(out)],
            stdout=stream,
            stderr=stream,
            env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"},
        )
    try:
        wait_for(told, "watching")
        time.sleep(0.5)
        (tiny_folder / "notes.txt").write_text("no file of a game")
        (tiny_folder / "tiles.yaml").write_text(OTHER)
        wait_for(told, "1 of 2 documents rewritten")
        (tiny_folder / "tiles.yaml").write_text("kind: [")
        wait_for(told, "SRC004")
        tiny_folder.rename(away := tmp_path / "away")
        wait_for(told, "the folder is gone; waiting for it")
        (away / "tiles.yaml").write_text(TINY_TILES)
        away.rename(tiny_folder)
        wait_for(told, "mended: no errors")
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 0
    finally:
        process.kill()
    assert told.read_text().count("; watching ") == 4
    assert told.read_text().count("the folder is gone") == 1
    assert "notes.txt" not in told.read_text()


def test_what_is_saved_during_the_first_build_is_built(
    run_cli: Run, tiny_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Saved after the files were read, before anybody waits for changes; no event tells of it."""
    build, seen = _Watch._build, []

    def slow(self: _Watch) -> list[Report]:
        reports = build(self)
        seen.append(stands(Path("out/tiny")))
        if len(seen) == 1:
            (tiny_folder / "tiles.yaml").write_text(OTHER)
            return reports
        raise KeyboardInterrupt

    monkeypatch.setattr(_Watch, "_build", slow)
    done = run_cli("watch", tiny_folder, "-o", "out")
    assert done.code == 0 and "\ntiny: 1 of 3 faces changed" in done.out
    assert seen[0][FRONT] != seen[1][FRONT]


def test_no_change_is_lost_while_nobody_waits(tiny_folder: Path, tmp_path: Path) -> None:
    output, tiles = tiny_folder / "out", tiny_folder / "tiles.yaml"
    before = stamps_in(tiny_folder, output)
    assert sorted(before) == ["game.yaml", "tiles.yaml"]
    (tiny_folder / "art").mkdir()
    (tiny_folder / "art" / "fox.png").write_bytes(b"")
    changes = changes_in(tiny_folder, output, before)
    assert next(changes) == [str(Path("art/fox.png"))]
    tiles.write_text(OTHER)
    assert "tiles.yaml" in next(changes)
    (tiny_folder / "game.yaml").unlink()
    for name in ("out", ".hidden"):
        (tiny_folder / name).mkdir()
        (tiny_folder / name / "seen.png").write_bytes(b"")
    assert "game.yaml" in (last := next(changes)) and not any("seen" in name for name in last)
    shutil.rmtree(tiny_folder)
    assert next(changes) is None


@pytest.mark.slow
@pytest.mark.parametrize("link", [False, True])
def test_a_folder_in_the_place_of_another(tiny_folder: Path, tmp_path: Path, link: bool) -> None:
    """Renamed and back, replaced at once, or a link that leads elsewhere."""
    output, away = tmp_path / "out", tmp_path / "away"
    other = Path(shutil.copytree(tiny_folder, tmp_path / "other"))
    watched = tiny_folder
    if link:
        watched = tmp_path / "link"
        watched.symlink_to(tiny_folder)
    changes = changes_in(watched, output, stamps_in(watched, output))
    (tiny_folder / "tiles.yaml").write_text(OTHER)
    assert next(changes) == ["tiles.yaml"]
    for _ in range(2):
        watched.rename(away)
        assert next(changes) is None
        away.rename(watched)
        assert next(changes) == []
    watched.rename(away)
    assert next(changes) is None
    (away / "tiles.yaml").write_text(TINY_TILES)
    away.rename(watched)
    assert next(changes) == ["tiles.yaml"]
    watched.rename(away)
    watched.symlink_to(other) if link else other.rename(watched)
    assert next(changes) == ["game.yaml", "tiles.yaml"]  # other files, whatever is in them
    (watched / "tiles.yaml").write_text(OTHER)
    assert next(changes) == ["tiles.yaml"]


def test_many_saved_files_are_told_in_short(
    run_cli: Run, tiny_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def changes_in(*_: object) -> Iterator[list[str]]:
        yield [f"{n}.png" for n in range(10)]
        raise KeyboardInterrupt

    monkeypatch.setattr("pnp.cli.watch.changes_in", changes_in)
    done = run_cli("watch", tiny_folder, "-o", "out")
    assert " 0.png, 1.png, 2.png, 3.png, 4.png, 5.png, 6.png, 7.png and 2 more\n" in done.out
