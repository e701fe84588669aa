"""The command line: the only place that prints or exits.

Commands are imported when they are called, so that help stays fast. With `--format json` every
outcome is JSON.
"""

from __future__ import annotations

import gc
import importlib
import io
import os
import signal
import sys
from itertools import pairwise
from typing import Any, NoReturn, TextIO

import click

from pnp import __version__

COMMANDS = {
    "list": ("pnp.cli.listing", "Show the games, their pieces and documents."),
    "check": ("pnp.cli.check", "Prove tile sets right before a sheet is printed."),
    "build": ("pnp.cli.build", "Write the print-ready PDFs of games."),
    "watch": ("pnp.cli.watch", "Build again whenever a file of a game is saved."),
    "diff": ("pnp.cli.diff", "Show what changed since a build, and why."),
    "reprint": ("pnp.cli.reprint", "Print only what changed since a build."),
    "tags": ("pnp.cli.tags", "List what builds were kept to compare with, or delete one."),
    "sheets": ("pnp.cli.sheets", "Lay out finished card images, without any game."),
    "face": ("pnp.cli.face", "Write one side of one piece as SVG, PNG or PDF."),
    "board": ("pnp.cli.board", "Draw a random legal board from a game's tiles."),
    "box": ("pnp.cli.box", "Make a box for a deck of cards, without any game."),
    "gallery": ("pnp.cli.gallery", "Show every distinct face of a game on one page."),
    "cutlines": ("pnp.cli.cutlines", "Write the cut lines of sheets as SVG or DXF."),
    "simulate": ("pnp.cli.simulate", "Play games by lot and measure how they go."),
    "prove": ("pnp.cli.prove", "Search a fresh deal of a cooperative game for a solution."),
    "calibrate": ("pnp.cli.calibrate", "Write a sheet that measures a printer's drift."),
    "printer": ("pnp.cli.printer", "Keep profiles of printers that drift."),
    "preflight": ("pnp.cli.preflight", "Read PDF files back: sizes, fonts, lines, images."),
    "explain": ("pnp.cli.explain", "Explain a code, or what a definition may hold."),
}
GARBAGE = 1_000_000
"""Objects made before circular garbage is looked for, at most some 100 MB of them. What a command
makes lives to its end: looking through it again and again, as is usual at 700, took a tenth of the
time of large games and found nothing."""
EXIT_PROBLEMS, EXIT_USAGE, EXIT_BUG, EXIT_INTERRUPTED = 1, 2, 3, 130
EXITS = {
    0: ("fine", "all is well, but for warnings and notes"),
    EXIT_PROBLEMS: (
        "problems",
        "errors were found (with --strict warnings too), or a file cannot be read or written",
    ),
    EXIT_USAGE: ("usage", "the command line names an option, game, piece or tag that is wrong"),
    EXIT_BUG: ("a bug of pnp", "pnp itself failed, and says where it wrote what to report"),
    EXIT_INTERRUPTED: ("interrupted", "somebody pressed Ctrl-C; earlier files are untouched"),
}
"""Exit codes in a word and in a line."""


class LazyGroup(click.Group):
    """A group that knows its commands' names and one-line helps without importing them."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Raises UsageError for an argument that is no text: of other bytes than UTF-8 neither the
        name of a file nor of anything else can be shown, kept or printed; and for `--pack` with a
        value, as it had up to 0.9, which would be taken for a game."""
        from pnp.errors import is_text

        for arg in args:
            if not is_text(arg):
                ctx.fail(f"'{arg}' is not UTF-8; give what it names another name")
        for one, other in pairwise(args):
            if one == "--pack" and other in ("paper", "cuts"):
                ctx.fail(f"--pack takes no value: leave out '{other}'")
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Raises UsageError for a value of the environment that it cannot have."""
        from pnp.system.environment import prepare

        try:
            prepare()
        except ValueError as error:
            ctx.fail(str(error))
        return super().invoke(ctx)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        command: click.Command = importlib.import_module(COMMANDS[name][0]).command
        codes = ", ".join(f"{code} {word}" for code, (word, _) in EXITS.items())
        command.epilog = f"Exit codes: {codes}; see pnp explain exit."
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from pnp.errors import near

            ctx.fail(f"there is no command '{args[0]}' ({near(args[0], COMMANDS)})")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="pnp")
def cli() -> None:
    """Print-and-play: tile definitions to proven, print-ready PDFs.

    GAME is the name of a bundled game or the path of a game folder; without one, commands take
    all bundled games.
    """


def main(args: list[str] | None = None) -> NoReturn:
    """Run the command line as a process of its own, and exit with the code it earned."""
    gc.set_threshold(GARBAGE)
    sys.stdout = _open_stream(sys.stdout)
    sys.stderr = _open_stream(sys.stderr)
    try:
        code = run(args)
    except KeyboardInterrupt:  # once more, while the first was told
        code = EXIT_INTERRUPTED
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.freeze()  # all is written: nothing is looked through once more before it goes
    sys.exit(code)


def _open_stream(stream: TextIO | None) -> TextIO:
    """A stream that takes every character, as an escape where its encoding has none; nowhere for
    one that was closed before this process began."""
    if stream is None:
        return open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123 - open to the end
    if isinstance(stream, io.TextIOWrapper) and stream.errors == "strict":
        stream.reconfigure(errors="backslashreplace")
    return stream


def run(args: list[str] | None = None) -> int:
    """Run the command line; returns the exit code. All messages of failures are made here."""
    try:
        code = cli.main(args, prog_name="pnp", standalone_mode=False)
        return code if isinstance(code, int) else 0
    except (Exception, KeyboardInterrupt) as error:
        from pnp.cli.failure import form_of, show_failure

        words = sys.argv[1:] if args is None else args
        return show_failure(error, words, form_of(words))
