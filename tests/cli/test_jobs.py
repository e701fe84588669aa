"""Builds in several processes: the same files, words and refusals as in one."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import ROOT, Result

Run = Callable[..., Result]
GAME = "the-labyrinth"


def files(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def words(text: str) -> str:
    """What is said, but for how long it took."""
    return re.sub(r"\d+\.\d s", "s", text)


@pytest.mark.slow
@pytest.mark.parametrize("more", [(), ("--sides", "fold"), ("--format", "json")])
def test_the_number_of_processes_changes_nothing(
    run_cli: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, more: tuple[str, ...]
) -> None:
    found = []
    for jobs in (1, 3):
        folder = tmp_path / str(jobs)
        folder.mkdir()
        monkeypatch.chdir(folder)
        done = run_cli("build", GAME, "dedale", "-o", "out", "--jobs", jobs, *more)
        assert done.code == 0
        found.append((words(done.out), words(done.err), files(folder / "out")))
    assert found[0] == found[1]
    assert len(found[0][2]) > 6


@pytest.mark.slow
def test_a_refusal_in_another_process_writes_nothing(
    run_cli: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One of the documents proves wrong as it is read back."""
    from pnp.preflight import build

    monkeypatch.chdir(tmp_path)
    real = build.check_leaflet

    def wrong(findings: build.Findings, document: build.AnyDocument, *rest: object) -> None:
        real(findings, document, *rest)  # type: ignore[arg-type]
        findings.say("PDF008", document, ": something is in the left margin")

    monkeypatch.setattr(build, "check_leaflet", wrong)
    for jobs in (1, 3):
        done = run_cli("build", GAME, "-o", "out", "--jobs", jobs)
        assert done.code == 1
        assert done.err.endswith("nothing was written\n") and "PDF008" in done.err
        assert not Path("out").exists()


SLOW = r"""
import os, time
import pnp.cli, pnp.cli.building as build

def export(*args):
    os.write(2, b"begun\n")
    time.sleep(60)

build.export_document = export
pnp.cli.main(['build', 'the-labyrinth', '-o', 'out', '--jobs', '2'])
"""


@pytest.mark.slow
@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGKILL])
def test_nothing_is_left_behind_when_a_build_is_cut_off(tmp_path: Path, sign: int) -> None:
    """Ctrl-C reaches all processes of a terminal: one message. A kill reaches only the first."""
    process = subprocess.Popen(
        [sys.executable, "-c", SLOW.replace("60", "60" if sign == signal.SIGINT else "3")],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
        start_new_session=True,
    )
    assert process.stderr is not None
    for _ in range(2):
        assert process.stderr.readline() == "begun\n"
    if sign == signal.SIGINT:
        os.killpg(process.pid, sign)
        assert process.stderr.read().lstrip() == "IO003 interrupted; earlier files are untouched\n"
        assert process.wait(20) == 130
    else:
        process.kill()
        process.wait(20)
    assert not (tmp_path / "out").exists()
    end = time.monotonic() + 30
    while time.monotonic() < end:  # the group is empty when the last process has ended
        try:
            os.killpg(process.pid, 0)
        except ProcessLookupError:
            break
        time.sleep(0.1)
    else:
        raise AssertionError("a process was left behind")
