"""Work shared out among processes: results come in order, whatever their number."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")
SHARES = 4
"""Shares of the work for each process, so that none waits long for the last."""


def cores() -> int:
    """How many processor cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def share_out(
    work: Callable[[Sequence[Item]], list[Result]], items: Sequence[Item], jobs: int
) -> list[Result]:
    """The results of `work` on shares of the items, one for each, in the order of the items.

    With one job, or one item, all is done in this process. `work` is a function of a module.
    """
    jobs = min(jobs, len(items))
    if jobs <= 1:
        return work(items)
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    size = max(1, -(-len(items) // (jobs * SHARES)))
    shares = [items[i : i + size] for i in range(0, len(items), size)]
    start = "fork" if sys.platform.startswith("linux") else "spawn"
    with ProcessPoolExecutor(jobs, multiprocessing.get_context(start)) as pool:
        return [result for share in pool.map(work, shares) for result in share]
