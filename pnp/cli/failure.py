"""What is said of a command that failed, as text or as JSON, and the exit code it earned."""

from __future__ import annotations

import platform
import sys
import tempfile
import traceback
from collections.abc import Sequence

import click
from msgspec.structs import replace

from pnp import __version__
from pnp.checks import Report
from pnp.cli import EXIT_BUG, EXIT_INTERRUPTED, EXIT_PROBLEMS, EXIT_USAGE
from pnp.cli.report import problems_json, show_json, show_problems
from pnp.cli.terminal import tell
from pnp.errors import Loc, PnpError, Problem, shortened

LONGEST = 2000
"""Characters of what is said of a wrong option."""


def form_of(args: Sequence[str]) -> str:
    """The `--format` that arguments ask for, however wrong the rest of them is."""
    form = "text"
    for before, word in zip(("", *args), args, strict=False):
        if word == "--":
            break
        if before == "--format":
            form = word
        elif word.startswith("--format="):
            form = word.partition("=")[2]
    return form


def show_failure(error: BaseException, args: Sequence[str], form: str) -> int:
    """Say why a command of these arguments failed; returns the exit code."""
    if isinstance(error, BrokenPipeError):
        sys.stderr.close()
        return EXIT_PROBLEMS
    code, problems = _weigh(error, args)
    if form == "json":
        show_json({"problems": problems_json([Report("", problems, ())])})
    elif isinstance(error, click.ClickException):
        error.message = shortened(error.message, LONGEST)  # type: ignore[misc]
        error.show()
    elif isinstance(error, OSError) and error.filename:  # often a folder, which has no lines
        tell(f"{error.filename}: {replace(problems[0], loc=None)}", err=True)
    else:
        show_problems(problems, sys.stderr)
    return code


def _weigh(error: BaseException, args: Sequence[str]) -> tuple[int, tuple[Problem, ...]]:
    """The exit code of a failure, and what is wrong."""
    if isinstance(error, click.ClickException):
        says = error.format_message()
        return error.exit_code, (Problem("USE001", "error", says),)
    if isinstance(error, click.Abort | KeyboardInterrupt):
        says = "interrupted; earlier files are untouched"
        return EXIT_INTERRUPTED, (Problem("IO003", "error", says),)
    if isinstance(error, PnpError):
        usage = any(p.code.startswith(("GAME", "TAG", "OLD")) for p in error.problems)
        return EXIT_USAGE if usage else EXIT_PROBLEMS, error.problems
    if isinstance(error, OSError):
        loc = Loc(str(error.filename)) if error.filename else None
        says = (error.strerror or str(error)).lower()
        return EXIT_PROBLEMS, (Problem("IO001", "error", says, loc),)
    if isinstance(error, MemoryError):
        return EXIT_PROBLEMS, (Problem("IO001", "error", "there is not enough memory"),)
    return EXIT_BUG, (_bug(error, args),)


def _bug(error: BaseException, args: Sequence[str]) -> Problem:
    """A bug of ours: one sentence, and a file to attach to a report."""
    about = "\n".join(
        [
            f"pnp {__version__}, Python {platform.python_version()}, {platform.platform()}",
            f"arguments: {list(args)}",
            "",
            *traceback.format_exception(error),
        ]
    )
    says = "this is a bug in pnp, not in your game"
    try:
        with tempfile.NamedTemporaryFile(
            "w", prefix="pnp-bug-", suffix=".txt", delete=False, encoding="utf-8"
        ) as file:
            file.write(about)
    except OSError:
        return Problem("BUG001", "error", says, None, "please report it with these lines", about)
    return Problem("BUG001", "error", says, None, f"please attach {file.name} to a report")
