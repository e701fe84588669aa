"""What was measured, as Markdown: a table of times, a table of ratios, notes."""

from __future__ import annotations

import platform
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median

from jobs import Aim, Group
from timing import Clock, Subject

CLOCKS: tuple[Clock, ...] = ("wall", "cpu", "count")
BEGIN, END = "<!-- measured -->", "<!-- end -->"


TIMES = (
    "job",
    "whole process",
    "pieces",
    "wall ms: median (min–max)",
    "CPU ms",
    "10⁹ instructions",
    "peak MB",
    "start-up ms",
    "marginal ms a piece",
)
RATIOS = ("job", "ratio", "of", "by the clock", "by the processor", "by instructions", "aim", "")
COUNTED = {"10⁹ instructions", "by instructions"}
"""Columns that are left out when nothing was counted."""


def tables(groups: Sequence[Group], notes: Sequence[str], rounds: int) -> str:
    """Everything that was measured."""
    times = [row for group in groups for subject in group.subjects for row in rows(group, subject)]
    ratios = [ratio(group, aim) for group in groups for aim in group.aims]
    lines = [machine(rounds), "", *_table(TIMES, times), "", *_table(RATIOS, ratios)]
    if notes:
        lines += ["", *(f"- {note}" for note in notes)]
    return "\n".join(lines)


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    kept = [n for n, head in enumerate(heads) if head not in COUNTED or any(row[n] for row in rows)]
    for cells in (heads, ["---"] * len(heads), *rows):
        line = " | ".join(cells[n] for n in kept)
        yield f"| {line} |"


def machine(rounds: int) -> str:
    """Where it was measured."""
    cpu = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        found = re.search(r"model name\s*:\s*(.+)", info.read_text(encoding="utf-8"))
        cpu = found[1] if found else cpu
        cpu += f", {info.read_text(encoding='utf-8').count('processor')} cores"
    return (
        f"{cpu}; {platform.system()}, {platform.python_implementation()} "
        f"{platform.python_version()}; {rounds} counted runs of each, alternated "
        f"(at most 9 of J3, three times as many of J1, four times of J6)."
    )


def rows(group: Group, subject: Subject) -> Iterator[list[str]]:
    """A line for each number of pieces; start-up and slope on the last."""
    for count, runs in sorted(subject.runs.items()):
        slope = start = ""
        if count == subject.most and len(subject.runs) > 1:
            slope = f"{1000 * (subject.marginal() or 0):.2f}"
            start = f"{1000 * (subject.start() or 0):.0f}"
        low, high = 1000 * min(runs.wall), 1000 * max(runs.wall)
        yield [
            group.key,
            subject.name,
            f"{count:,}" if group.unit else "",
            f"{1000 * subject.took(count):.0f} ({low:.0f}–{high:.0f})",
            f"{1000 * subject.took(count, 'cpu'):.0f}",
            f"{runs.count[0]:.2f}" if runs.count else "",
            f"{max(runs.peak):.0f}",
            start,
            slope,
        ]


def ratio(group: Group, aim: Aim) -> list[str]:
    """One aim against what was measured."""
    named = {subject.name: subject for subject in group.subjects}
    ours, other = named[aim.ours], named[aim.other]
    found, cpu, counted = (
        measured(ours, other, aim.of, clock)
        if ours.times(ours.most, clock) and (aim.of, clock) != ("rate", "count")
        else None
        for clock in CLOCKS
    )
    judged = cpu if aim.of == "linear" else found
    met = "" if aim.most is None else "met" if judged <= aim.most else "missed"
    most = "" if aim.most is None else f"{aim.most:g}"
    what = {
        "whole": "whole process",
        "marginal": f"marginal time a {group.unit}",
        "linear": "slope of the upper half : of the lower",
        "above": "time above start-up",
        "peak": "peak memory of the most : of the fewest",
        "rate": f"thousand {group.unit}s a second",
    }[aim.of]
    names = aim.ours if aim.ours == aim.other else f"{aim.ours} : {aim.other}"
    told = ["" if value is None else f"{value:.2f}" for value in (found, cpu, counted)]
    return [group.key, names, what, *told, most, met]


def measured(ours: Subject, other: Subject, of: str, clock: Clock) -> float:
    """The ratio of an aim."""
    if of == "whole":
        return ours.took(clock=clock) / other.took(clock=clock)
    if of == "above":
        starts = other.starts(clock)
        mine, whole = (
            median(
                took - start for took, start in zip(one.times(one.most, clock), starts, strict=True)
            )
            for one in (ours, other)
        )
        return mine / whole
    if of == "linear":
        return ours.bend(clock)
    if of == "peak":
        return max(ours.runs[ours.most].peak) / max(ours.runs[min(ours.runs)].peak)
    if of == "rate":
        return ours.most / ours.took(clock=clock) / 1000
    return (ours.marginal(clock) or 0.0) / (other.marginal(clock) or 1.0)


def put_into(text: str, found: str) -> str:
    """A README with the measured part replaced. Raises ValueError if it has no place for it."""
    if BEGIN not in text or END not in text:
        raise ValueError(f"there is no '{BEGIN}' … '{END}'")
    head, _, rest = text.partition(BEGIN)
    return f"{head}{BEGIN}\n\n{found}\n\n{END}{rest.partition(END)[2]}"
