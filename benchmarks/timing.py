"""Whole processes timed in alternated runs: wall clock, processor time, peak memory; and counted:
instructions, through valgrind, which are the same however busy the machine is.

Every round runs all commands of a group once, one after the other, so that whatever else the
machine does falls on all of them alike; a first round warms the caches and is not counted. This
process imports nothing large: a child's peak memory is never below its parent's at the start.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from statistics import median
from typing import Literal

ENVIRONMENT = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
"""Installed programs have their modules compiled; so have those that are timed."""


Clock = Literal["wall", "cpu", "count"]
COUNTER = ("--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null")


class Failed(Exception):
    """A command ended with another code than 0."""


def sink_of(quiet: bool) -> list[tuple[int, ...]]:
    sink = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
    return [*sink, (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0)] if quiet else sink


@dataclass
class Runs:
    """What the counted runs of a command took: seconds by the clock and of processors, MB; and
    thousands of millions of instructions, if they were counted."""

    command: Sequence[str]
    before: Callable[[], None] | None = None
    wall: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)
    peak: list[float] = field(default_factory=list)
    count: list[float] = field(default_factory=list)

    def run(self, counted: bool, quiet: bool = True) -> None:
        """Run it once. Raises Failed."""
        if self.before is not None:
            self.before()
        start = time.perf_counter()
        pid = os.posix_spawn(
            self.command[0], self.command, ENVIRONMENT, file_actions=sink_of(quiet)
        )
        _, status, usage = os.wait4(pid, 0)
        took = time.perf_counter() - start
        if status:
            raise Failed(" ".join(self.command))
        if counted:
            self.wall.append(took)
            self.cpu.append(usage.ru_utime + usage.ru_stime)
            scale = 1 << 20 if sys.platform == "darwin" else 1 << 10
            self.peak.append(usage.ru_maxrss / scale)

    def count_instructions(self, valgrind: str) -> None:
        """Run it once more and count. Raises Failed."""
        if self.before is not None:
            self.before()
        command = [valgrind, *COUNTER, *self.command]
        environment = {**ENVIRONMENT, "PYTHONHASHSEED": "0"}
        ran = subprocess.run(command, capture_output=True, text=True, env=environment)
        found = re.search(r"I +refs: +([\d,]+)", ran.stderr)
        if ran.returncode or not found:
            raise Failed(" ".join(command))
        self.count.append(int(found[1].replace(",", "")) / 1e9)


@dataclass
class Subject:
    """A program doing a job, at one number of pieces or several."""

    name: str
    runs: Mapping[int, Runs]

    @property
    def most(self) -> int:
        return max(self.runs)

    def took(self, count: int | None = None, clock: Clock = "wall") -> float:
        """The median seconds for so many pieces, the most if no number is given."""
        return median(self.times(self.most if count is None else count, clock))

    def times(self, count: int, clock: Clock) -> list[float]:
        """What every counted run for so many pieces took, in the order of the rounds."""
        found: list[float] = getattr(self.runs[count], clock)
        return found

    def marginal(self, clock: Clock = "wall") -> float | None:
        """Seconds a piece; None if all runs had as many pieces.

        The median of the slopes between any two numbers of any round (Theil and Sen): both runs of
        a slope met the same machine, and a run that was disturbed is outvoted.
        """
        slopes = [
            (after - before) / (high - low)
            for low, high in combinations(sorted(self.runs), 2)
            for before, after in zip(self.times(low, clock), self.times(high, clock), strict=True)
        ]
        return median(slopes) if slopes else None

    def start(self, clock: Clock = "wall") -> float | None:
        """Seconds for no piece at all: the median of what the slope leaves of all runs."""
        slope = self.marginal(clock)
        if slope is None:
            return None
        return median(
            took - slope * count for count in self.runs for took in self.times(count, clock)
        )

    def starts(self, clock: Clock = "wall") -> list[float]:
        """The start of every round, by the slope of that round: seconds for no piece at all."""
        found = []
        for took in zip(*(self.times(count, clock) for count in self.runs), strict=True):
            points = sorted(zip(self.runs, took, strict=True))
            slope = median((y - x) / (b - a) for (a, x), (b, y) in combinations(points, 2))
            found.append(median(y - slope * count for count, y in points))
        return found

    def bend(self, clock: Clock = "wall") -> float:
        """The slope of the upper half of the numbers of pieces by that of the lower: 1 is straight.

        It goes through the fastest run of each number, which was disturbed least; the number in
        the middle belongs to both halves.
        """
        numbers = sorted(self.runs)
        least = [min(self.times(count, clock)) for count in numbers]
        middle = len(numbers) // 2
        lower = (least[middle] - least[0]) / (numbers[middle] - numbers[0])
        upper = (least[-1] - least[middle]) / (numbers[-1] - numbers[middle])
        return upper / lower


def alternate(subjects: Iterable[Subject], rounds: int) -> None:
    """Run all subjects at all numbers of pieces in turn. Raises Failed."""
    runs = [one for subject in subjects for one in subject.runs.values()]
    for number in range(rounds + 1):
        for one in runs:
            one.run(counted=number > 0)


def count(subjects: Iterable[Subject], valgrind: str) -> None:
    """Count the instructions of every command once. Raises Failed."""
    for subject in subjects:
        for one in subject.runs.values():
            one.count_instructions(valgrind)
