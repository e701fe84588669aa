"""Work in processes: the same results, errors as they were raised, nothing left behind."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections.abc import Sequence

import pytest

from pnp.errors import Loc, PnpError, Problem
from pnp.export.processes import balanced, spread


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
    for process in multiprocessing.active_children():
        process.join(20)
    assert time.monotonic() - start < 30
    assert not multiprocessing.active_children()


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
