"""The process of the command line: what it does beyond running a command."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT, TINY_GAME, TINY_TILES

import pnp.cli

CODE = """
import atexit, gc, json, sys
before = gc.get_threshold()[0], gc.get_freeze_count()
atexit.register(lambda: print(json.dumps([before, gc.get_threshold()[0], gc.get_freeze_count()])))
from pnp.cli import main, run
assert run(["list", "--help"]) == 0 and gc.get_threshold()[0] == before[0]
main(["face", "nowhere", "1", "-o", "a.svg"])
"""


def test_garbage_is_sought_seldom_and_not_at_the_end() -> None:
    """Only where the process is ours: who calls `run` keeps a collector of his own."""
    done = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True)
    assert done.returncode == 2
    (before, frozen), sought, kept = json.loads(done.stdout.splitlines()[-1])
    assert sought == 1_000_000 > before
    assert kept > 10_000 > frozen


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="the shell of Unix closes streams")
@pytest.mark.parametrize("jobs", [1, 2])
def test_all_streams_closed(tiny_folder: Path, tmp_path: Path, jobs: int) -> None:
    command = '"$0" -m pnp build "$1" -o "$2" --jobs "$3" <&- >&- 2>&-'
    args = [sys.executable, str(tiny_folder), str(tmp_path / "out"), str(jobs)]
    done = subprocess.run(
        ["/bin/sh", "-c", command, *args], env={**os.environ, "PYTHONPATH": str(ROOT)}
    )
    assert done.returncode == 0
    assert (tmp_path / "out/tiny/cards_A4.pdf").is_file()


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["cp1252", "cp437", "utf-8"])
def test_names_that_the_terminal_has_no_characters_for(tmp_path: Path, encoding: str) -> None:
    """A pipe on Windows has a code page; what it lacks is shown as an escape, JSON stays JSON."""
    folder = tmp_path / "Größe-À-Ελλάς-👧"
    folder.mkdir()
    (folder / "game.yaml").write_text(TINY_GAME.replace("Tiny", "Größe Ελλάς"), encoding="utf-8")
    (folder / "tiles.yaml").write_text(TINY_TILES, encoding="utf-8")
    env = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": encoding}
    for form in ("text", "json"):
        command = [sys.executable, "-m", "pnp", "list", str(folder), "--format", form]
        done = subprocess.run(command, env=env, capture_output=True)
        assert (done.returncode, done.stderr) == (0, b"")
        said = done.stdout.decode(encoding)
        if form == "json":
            assert folder.name in json.dumps(json.loads(said), ensure_ascii=False)
        else:
            assert folder.name.encode(encoding, "backslashreplace").decode(encoding) in said


def test_ctrl_c_again_while_the_first_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """The code is that of the first, and a third one does not reach what Python does at its end."""

    def interrupted(args: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(pnp.cli, "run", interrupted)
    monkeypatch.setattr("gc.freeze", lambda: None)
    monkeypatch.setattr("gc.set_threshold", lambda number: None)
    before = signal.getsignal(signal.SIGINT)
    try:
        with pytest.raises(SystemExit) as left:
            pnp.cli.main([])
        assert left.value.code == 130
        assert signal.getsignal(signal.SIGINT) == signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)
