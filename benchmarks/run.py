"""Times whole processes against bare references, in alternated runs, and prints a Markdown table.

    python benchmarks/run.py [-n RUNS]

Every round runs all commands of a group once, one after the other, so that whatever else the
machine does falls on all of them alike; a first round warms the caches and is not counted. Ratios
are those of the medians; beside them the median of the ratios within each round. This process
imports nothing large: a child's peak memory is never below its parent's at the start.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

HERE = Path(__file__).resolve().parent
PYTHON = sys.executable
PRIMITIVES = [PYTHON, str(HERE / "primitives.py")]
PROOFS = """
import time
from pnp.checks import run
from pnp.load import find_game, load
from pnp.plan import Plan
game, loading = load(find_game("labydo"))
plan = Plan(game)
plan.problems, plan.documents
start = time.perf_counter()
report = run(plan, loading)
print(time.perf_counter() - start, len(report.proofs), sum(p.cases for p in report.proofs))
"""


@dataclass
class Job:
    """A command and what its runs took: wall clock and processor seconds, peak memory in MB."""

    name: str
    command: Sequence[str]
    wall: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)
    peak: list[float] = field(default_factory=list)

    def run(self, counted: bool) -> None:
        start = time.perf_counter()
        sink = (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)
        pid = os.posix_spawn(self.command[0], self.command, os.environ, file_actions=[sink])
        _, status, usage = os.wait4(pid, 0)
        took = time.perf_counter() - start
        if status:
            raise SystemExit(f"{' '.join(self.command)} failed")
        if counted:
            self.wall.append(took)
            self.cpu.append(usage.ru_utime + usage.ru_stime)
            scale = 1 << 20 if sys.platform == "darwin" else 1 << 10
            self.peak.append(usage.ru_maxrss / scale)

    def row(self) -> str:
        low, high = min(self.wall) * 1000, max(self.wall) * 1000
        return (
            f"| {self.name} | {median(self.wall) * 1000:.0f} ({low:.0f}–{high:.0f}) "
            f"| {median(self.cpu) * 1000:.0f} ({min(self.cpu) * 1000:.0f}) "
            f"| {max(self.peak):.0f} |"
        )


def alternate(jobs: Sequence[Job], runs: int) -> None:
    for number in range(runs + 1):
        for job in jobs:
            job.run(counted=number > 0)


def against(ours: Job, reference: Job, most: float | None = None) -> str:
    """One line: the ratio of two jobs of a group, by the clock and by the processor."""
    pairs = [a / b for a, b in zip(ours.wall, reference.wall, strict=True)]
    aim = f"| {most:g} " if most else "| "
    return (
        f"| {ours.name} : {reference.name} | {median(ours.wall) / median(reference.wall):.2f} "
        f"| {median(pairs):.2f} ({min(pairs):.2f}–{max(pairs):.2f}) "
        f"| {median(ours.cpu) / median(reference.cpu):.2f} {aim}|"
    )


def proofs(runs: int) -> str:
    """Median seconds of all checks of an expanded game, each time in a fresh process."""
    times, rest = [], ""
    for _ in range(runs):
        told = subprocess.run([PYTHON, "-c", PROOFS], capture_output=True, text=True, check=True)
        seconds, rest = told.stdout.split(maxsplit=1)
        times.append(float(seconds) * 1000)
    count, cases = map(int, rest.split())
    return (
        f"All checks of Labydo alone, in process: {median(times):.0f} ms "
        f"({min(times):.0f}–{max(times):.0f}); {count} proofs, {cases:,} cases."
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="Times pnp against bare references.")
    parser.add_argument("-n", "--runs", type=int, default=15, help="counted runs of each command")
    runs = parser.parse_args().runs
    if runs < 1:
        parser.error("at least one run")
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "primitives.json"), str(Path(folder, "bare.pdf"))
        with source.open("w", encoding="utf-8") as file:
            subprocess.run([*PRIMITIVES, "labydo", "cartas_print"], stdout=file, check=True)
        build = [PYTHON, "-m", "pnp", "build", "labydo", "--only", "cartas_print", "-o", folder]
        bare = [PYTHON, str(HERE / "bare.py"), str(source), target]
        groups = (
            (
                Job("`pnp build labydo --only cartas_print`", build),
                Job("(a) bare ReportLab", bare),
                Job("(a′) bare + imports", [*bare, "--imports"]),
            ),
            (
                Job("`pnp --help`", [PYTHON, "-m", "pnp", "--help"]),
                Job('`python -c "import click"`', [PYTHON, "-c", "import click"]),
            ),
            (Job("`pnp check labydo`", [PYTHON, "-m", "pnp", "check", "labydo"]),),
        )
        for group in groups:
            alternate(group, runs)
    (ours, plain, imports), (helped, click), _ = groups
    print(f"{runs} runs each, alternated.\n")
    print("| whole process | wall ms: median (min–max) | CPU ms: median (min) | peak MB |")
    print("|---|---|---|---|")
    print("\n".join(job.row() for group in groups for job in group))
    print("\n| ratio | of wall medians | within rounds: median (min–max) | of CPU medians | aim |")
    print("|---|---|---|---|---|")
    print(against(ours, plain))
    print(against(ours, imports, 2))
    print(against(helped, click, 1.5))
    print(f"\n{proofs(runs)}")


if __name__ == "__main__":
    main()
