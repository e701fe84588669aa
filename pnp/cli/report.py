"""Problems and proofs as text for people and as JSON for programs."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from typing import Any, TextIO

import click

from pnp.checks import Report
from pnp.cli import EXIT_PROBLEMS
from pnp.cli.terminal import tell
from pnp.errors import UNPRINTED, Loc, Problem, plain
from pnp.system.environment import wants_colour

_COLOURS = {"error": "red", "warning": "yellow", "note": "cyan"}
_MARKS = {"proved": "green", "refuted": "red", "unknown": "yellow"}


def in_colour(stream: TextIO) -> bool:
    """Colour only on a terminal, and unless the environment forbids it."""
    return stream.isatty() and wants_colour()


def paint(text: str, colour: str, stream: TextIO) -> str:
    return click.style(text, fg=colour) if in_colour(stream) else text


def show_problems(problems: Iterable[Problem], stream: TextIO) -> None:
    """One line a problem, its picture indented below."""
    for problem in problems:
        line = str(problem)
        if in_colour(stream):
            line = line.replace(
                problem.code, paint(problem.code, _COLOURS[problem.severity], stream), 1
            )
        click.echo(line, file=stream)
        for row in problem.picture.splitlines():
            tell(f"    {row}", stream=stream)


def show_report(report: Report, stream: TextIO) -> None:
    """Problems, proofs, and a closing line."""
    show_problems(report.problems, stream)
    waiting = [proof.code for proof in report.proofs if proof.result == "unknown"]
    many = len(waiting) > 1 and report.count("error") > 0
    for proof in report.proofs:
        if many and proof.result == "unknown":
            continue
        word = paint(proof.result, _MARKS[proof.result], stream)
        cases = counted(proof.cases, "case")
        game, says = plain(report.game), plain(proof.statement)
        click.echo(f"{game}: {word} {proof.code} {says} ({cases})", file=stream)
    if many:
        word, codes = paint("unknown", _MARKS["unknown"], stream), ", ".join(waiting)
        says = f"{codes}: nothing is proved of what cannot be read yet"
        click.echo(f"{plain(report.game)}: {word} {says}", file=stream)
    tell(f"{report.game}: {summary(report)}", stream=stream)


def summary(report: Report) -> str:
    return ", ".join(counted(report.count(severity), severity) for severity in _COLOURS)


def counted(count: int, what: str) -> str:
    """A number with its noun."""
    return f"{count:,} {what}{'' if count == 1 else 's'}"


def proofs_and_cases(report: Report) -> str:
    cases = sum(proof.cases for proof in report.proofs)
    return f"{counted(len(report.proofs), 'proof')}, {counted(cases, 'case')}"


def _problem_json(problem: Problem, loc: Loc | None, game: str) -> dict[str, Any]:
    return {
        "game": game,
        "code": problem.code,
        "severity": problem.severity,
        "message": problem.message,
        "file": loc.file if loc else None,
        "line": max(loc.line, 1) if loc else None,
        "column": max(loc.col, 1) if loc else None,
        "hint": problem.hint,
        "picture": problem.picture,
    }


def problems_json(reports: Iterable[Report]) -> list[dict[str, Any]]:
    """Problems for programs: one at each place of a cause."""
    return [
        _problem_json(problem, loc, report.game)
        for report in reports
        for problem in report.problems
        for loc in problem.places
    ]


def refuse(reports: Sequence[Report], form: str = "text") -> int:
    """Say why nothing was written; returns the exit code."""
    if form == "json":
        show_json({"documents": [], "problems": problems_json(reports)})
    else:
        for report in reports:
            show_problems(report.problems, sys.stderr)
        tell("nothing was written", err=True)
    return EXIT_PROBLEMS


def show_json(data: dict[str, Any]) -> None:
    """Print JSON as readable UTF-8; what could harm a terminal stays an escape of JSON's own, and
    so does all but ASCII where another encoding is wanted."""
    readable = (sys.stdout.encoding or "utf-8").lower().replace("-", "") == "utf8"
    lines = json.dumps(data, indent=2, ensure_ascii=not readable).split("\n")
    shown = (UNPRINTED.sub(lambda found: f"\\u{ord(found[0]):04x}", line) for line in lines)
    click.echo("\n".join(shown), file=sys.stdout)
