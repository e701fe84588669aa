"""Work shared out among processes: the same results, whatever their number.

A process is given all its work as it starts and ends with it, or as soon as nobody reads its
results: nothing is left behind when this one is killed. Ctrl-C is for this one to see.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from pnp.system.scratch import scratch_folder, take_over

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

Item = TypeVar("Item")
Result = TypeVar("Result")


def cores() -> int:
    """How many processor cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def share_out(
    work: Callable[[Sequence[Item]], list[Result]], items: Sequence[Item], jobs: int
) -> list[Result]:
    """The results of `work` on shares of the items, one for each, in the order of the items.

    With one job, or one item, all is done in this process. Items should take about the same time.
    """
    jobs = max(1, min(jobs, len(items)))
    results: list[Any] = [None] * len(items)
    shares = [items[first::jobs] for first in range(jobs)]
    for first, found in spread(work, shares, [1] * jobs, jobs):
        results[first::jobs] = found
    return results


def spread(
    work: Callable[[Item], Result], items: Sequence[Item], weights: Sequence[float], jobs: int
) -> Iterator[tuple[int, Result]]:
    """The results of `work` on each item with the item's number, as they come.

    The weights say how long items take, roughly. With one job, or one item, all is done in this
    process. Raises what `work` raises, ChildProcessError when a process is lost.
    """
    jobs = min(jobs, len(items))
    if jobs <= 1:
        yield from ((number, work(item)) for number, item in enumerate(items))
        return
    from multiprocessing import get_context
    from multiprocessing.connection import wait

    forked = sys.platform.startswith("linux")
    context: Any = get_context("fork" if forked else "spawn")
    workers: dict[Any, Any] = {}
    try:
        for share in balanced(weights, jobs):
            mine, theirs = context.Pipe(duplex=False)
            inherited = [*workers, mine] if forked else []
            numbered = [(number, items[number]) for number in share]
            given = work, numbered, theirs, inherited, scratch_folder()
            process = context.Process(target=_work_through, args=given, daemon=True)
            with _without_ctrl_c():
                process.start()
                workers[mine] = process
            theirs.close()
        while workers:
            for connection in wait(list(workers)):
                answer = _answer(connection, workers)
                if answer is not None:
                    yield answer
    finally:
        with _without_ctrl_c():
            for process in workers.values():
                process.terminate()
            for process in workers.values():
                process.join()


@contextlib.contextmanager
def _without_ctrl_c() -> Iterator[None]:
    """Ctrl-C waits until the end of this, also in processes that start within."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def balanced(weights: Sequence[float], jobs: int) -> list[list[int]]:
    """Numbers of items in so many shares of about the same weight, each with the heaviest first."""
    shares: list[list[int]] = [[] for _ in range(jobs)]
    loads = [0.0] * jobs
    for number in sorted(range(len(weights)), key=lambda n: -weights[n]):
        lightest = loads.index(min(loads))
        shares[lightest].append(number)
        loads[lightest] += weights[number]
    return [share for share in shares if share]


def _answer(connection: Any, workers: dict[Any, Any]) -> tuple[int, Any] | None:
    """A result with its number, None from a process that is through with its work."""
    try:
        answer = connection.recv()
    except (EOFError, OSError):  # before or amid an answer
        says = "a process that made documents was killed; --jobs 1 takes less memory"
        answer = ChildProcessError(says)
    if isinstance(answer, BaseException):
        raise answer
    if answer is None:
        workers.pop(connection).join()
        return None
    number, result = answer
    return number, result


def _work_through(
    work: Callable[[Any], Any],
    share: Sequence[tuple[int, Any]],
    out: Connection,
    inherited: Sequence[Connection],
    scratch: Path,
) -> None:
    """The whole life of a process, which puts large results into the `scratch` folder of the first
    one. `inherited` are the ends that only the first process reads: as
    long as one is open here, nobody is told that it died."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    take_over(scratch)
    for connection in inherited:
        connection.close()
    with contextlib.suppress(BrokenPipeError):  # nobody waits for results any more
        try:
            for number, item in share:
                out.send((number, work(item)))
            out.send(None)
        except BrokenPipeError:
            raise
        except Exception as error:
            where = f"in another process:\n{traceback.format_exc()}"
            sent = _sendable(error)
            sent.add_note(where)
            out.send(sent)


def _sendable(error: Exception) -> Exception:
    """An error that arrives: some cannot be pickled, or not be made again."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:  # any may come from the error's own class
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error
