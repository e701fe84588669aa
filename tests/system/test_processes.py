"""Work in processes: the same results, errors as they were raised, nothing left behind."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import select
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from conftest import ROOT

from pnp.errors import Loc, PnpError, Problem
from pnp.system.processes import _answer, balanced, spread


def doubled(number: int) -> tuple[int, int]:
    return 2 * number, os.getpid()


def refused(number: int) -> int:
    if number == 3:
        raise PnpError(Problem("DEF001", "error", "three is too many", Loc("a.yaml", 4, 2)))
    return number


def killed(number: int) -> int:
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def slow(number: int) -> int:
    time.sleep(0 if number == 3 else 60)
    return number


@pytest.mark.parametrize("jobs", [1, 2, 3, 9])
def test_every_item_once_whatever_the_number_of_processes(jobs: int) -> None:
    found = list(spread(doubled, [5, 6, 7, 8, 9], [1, 9, 1, 1, 1], jobs))
    assert sorted((n, result) for n, (result, _) in found) == [*enumerate([10, 12, 14, 16, 18])]
    pids = {pid for _, (_, pid) in found}
    assert len(pids) == min(jobs, 5) and (os.getpid() in pids) == (jobs == 1)
    assert not multiprocessing.active_children()


def test_one_item_needs_no_process() -> None:
    assert list(spread(doubled, [4], [1], 8)) == [(0, (8, os.getpid()))]
    assert list(spread(doubled, [], [], 8)) == []


def test_errors_come_as_they_were_raised_with_where_that_was() -> None:
    with pytest.raises(PnpError) as caught:
        list(spread(refused, [1, 2, 3, 4], [1, 1, 1, 1], 2))
    assert [str(p) for p in caught.value.problems] == ["a.yaml:4:2: DEF001 three is too many"]
    assert "in refused" in caught.value.__notes__[0]


def test_a_process_that_is_lost_is_an_error_of_the_system() -> None:
    with pytest.raises(ChildProcessError, match="was killed"):
        list(spread(killed, [1, 2, 3, 4], [1, 1, 1, 1], 2))


def test_nobody_waits_for_the_rest_after_an_error() -> None:
    start = time.monotonic()
    results = spread(slow, [3, 4], [1, 1], 2)
    assert next(results) == (0, 3)
    results.close()  # type: ignore[attr-defined]
    assert not multiprocessing.active_children()
    assert time.monotonic() - start < 30


class Odd(Exception):
    """It cannot be made again from what it says."""

    def __init__(self, one: str, two: str) -> None:
        super().__init__(f"{one} and {two}")


def odd(number: int) -> int:
    raise Odd("salt", "pepper") if number == 3 else ValueError(number)


def closed(number: int) -> int:
    error = ValueError("a file is in it")
    error.file = open(os.devnull)  # type: ignore[attr-defined]  # noqa: PTH123, SIM115
    raise error


@pytest.mark.parametrize(
    ("work", "says"), [(odd, "Odd: salt and pepper"), (closed, "ValueError: a file is in it")]
)
def test_errors_that_cannot_be_sent_are_told(
    work: Callable[[int], int], says: str, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(RuntimeError, match=says) as caught:
        list(spread(work, [3, 3], [1, 1], 2))
    assert f"in {work.__name__}" in caught.value.__notes__[0]
    assert capfd.readouterr().err == ""


def test_a_process_killed_amid_its_answer() -> None:
    mine, theirs = multiprocessing.Pipe(duplex=False)
    os.write(theirs.fileno(), struct.pack("!i", 100) + b"too little")
    theirs.close()
    with pytest.raises(ChildProcessError, match="was killed"):
        _answer(mine, {})


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="processes are forked on Linux")
def test_a_system_that_has_no_processes_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first starts, the second does not."""
    fork, calls = os.fork, []

    def scarce() -> int:
        calls.append(1)
        if len(calls) > 1:
            raise BlockingIOError(11, "Resource temporarily unavailable")
        return fork()

    monkeypatch.setattr(os, "fork", scarce)
    with pytest.raises(BlockingIOError):
        list(spread(slow, [4, 4], [1, 1], 2))
    assert not multiprocessing.active_children()


ORPHANS = """
import os, time
from pnp.system.processes import spread

def work(number):
    os.write(1, b"begun\\n")
    time.sleep(1)
    return bytes(10_000_000)

if __name__ == "__main__":
    list(spread(work, [1, 2, 3, 4], [1, 1, 1, 1], 2))
"""


@pytest.mark.skipif(os.name == "nt", reason="groups of processes are Unix")
def test_large_results_that_nobody_reads_keep_no_process(tmp_path: Path) -> None:
    """The first process is killed: no pipe is left that could fill up."""
    (tmp_path / "orphans.py").write_text(ORPHANS)
    process = subprocess.Popen(
        [sys.executable, "orphans.py"],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        cwd=tmp_path,
        start_new_session=True,
    )
    assert process.stdout is not None
    assert [process.stdout.readline() for _ in range(2)] == [b"begun\n"] * 2
    process.kill()
    process.wait(20)
    try:
        assert select.select([process.stdout], [], [], 20)[0]  # at its end: all have closed it
        assert process.stdout.read() == b""
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)


@pytest.mark.parametrize(
    ("weights", "jobs", "shares"),
    [
        ([1, 1, 1, 1], 2, [[0, 2], [1, 3]]),
        ([1, 15, 8, 8], 2, [[1, 0], [2, 3]]),
        ([3], 4, [[0]]),
        ([], 2, []),
    ],
)
def test_shares_of_about_the_same_weight(
    weights: Sequence[float], jobs: int, shares: list[list[int]]
) -> None:
    assert balanced(weights, jobs) == shares
