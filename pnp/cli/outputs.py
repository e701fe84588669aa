"""What a command writes: options that say where, how finely and from what, endings of its files."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

import click

from pnp.art.store import use_store
from pnp.cli.options import Decorator
from pnp.cli.terminal import FilePath, tell
from pnp.limits import MOST_DPI, MOST_SEED

FOLDER = "output"
"""Where builds go, and tags are looked for, unless another folder is named."""
PICTURES = ("svg", "png", "pdf")
MAX_WIDTH = 20_000


class NumberRange(click.FloatRange):
    """A number in a range; `nan`, which lies in none, is refused too."""

    def convert(self, value: Any, param: Any, ctx: Any) -> float:
        number = float(super().convert(value, param, ctx))
        if number != number:
            self.fail(f"'{value}' is no number", param, ctx)
        return number


def dpi_option(default: int = 300) -> Decorator:
    """`--dpi`, which `ending_of` lets alone with PNGs only."""
    kind, says = NumberRange(10, MOST_DPI), "Resolution of a PNG."
    return click.option("--dpi", type=kind, default=default, show_default=True, help=says)


def seed_option(what: str) -> Decorator:
    """`--seed`; `what` is another one with another number."""
    kind, says = click.IntRange(-MOST_SEED, MOST_SEED), f"Another number, another {what}."
    return click.option("--seed", type=kind, default=1, show_default=True, help=says)


width_option = click.option(
    "--width",
    type=click.IntRange(200, MAX_WIDTH),
    default=1600,
    show_default=True,
    help="Width of a PNG in pixels.",
)


def output_option(says: str, *, required: bool = True, **kind: bool) -> Decorator:
    """`-o`, a path of a `kind`: whether it may be a file or a folder, as click.Path has it."""
    path = FilePath(path_type=Path, **kind)
    return click.option("-o", "--output", type=path, required=required, help=says)


def folder_option(*names: str, says: str) -> Decorator:
    """The folder of builds, by the names that the command has for it."""
    path = FilePath(path_type=Path)
    return click.option(*names, type=path, default=FOLDER, show_default=True, help=says)


kept_option = folder_option("--in", "kept", says="The output folder in which tags are looked for.")


def left_beside(output: Path, written: Collection[Path], ends: str) -> list[Path]:
    """Files that this command calls like this output, with an end of the pattern behind its stem,
    and did not write this time: an earlier run may have. Raises OSError."""
    like = re.compile(f"{re.escape(output.stem)}{ends}{re.escape(output.suffix)}")
    folder = {path.name for path in output.parent.iterdir() if path.is_file()}
    names = {path.name for path in written}
    return [output.with_name(name) for name in sorted(folder - names) if like.fullmatch(name)]


def tell_left(output: Path, written: Collection[Path], ends: str) -> None:
    """Name the files that an earlier run may have left beside those that were written."""
    for path in left_beside(output, written, ends):
        tell(f"{path}: not written now; left from before, and no part of these")


def ending_of(path: Path, endings: Sequence[str] = PICTURES) -> str:
    """The file's ending in lower case. Raises UsageError for one we cannot write, and for a `--dpi`
    that was given for a file that is no PNG."""
    ending = path.suffix.lower().lstrip(".")
    if ending not in endings:
        *most, last = (f".{one}" for one in endings)
        known = f"{', '.join(most)} or {last}" if most else last
        raise click.UsageError(f"'{path}' does not end in {known}")
    source = click.get_current_context().get_parameter_source("dpi")
    if ending != "png" and source is click.core.ParameterSource.COMMANDLINE:
        raise click.UsageError(f"--dpi is the resolution of a PNG, not of .{ending}")
    return ending


def no_cache_option(
    says: str = "Draw pictures from outside anew; what earlier runs drew is not looked at.",
    *,
    exposed: bool = False,
) -> Decorator:
    """`--no-cache`: it says for the whole command what is kept of outside art."""

    def keep(context: click.Context, parameter: click.Parameter, value: bool) -> bool:
        use_store(cached=not value)
        return value

    return click.option("--no-cache", is_flag=True, expose_value=exposed, callback=keep, help=says)
