"""`pnp printer`: profiles of printers that drift."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click
from msgspec.structs import replace

from pnp.cli.options import Parsed, find_printer, format_option, option_of, with_options
from pnp.cli.report import show_json
from pnp.cli.terminal import tell
from pnp.geometry.plane import Size
from pnp.layout.calibration import Printer, fit, front_scales
from pnp.layout.gauges import lines_of, spots_of
from pnp.layout.paper import Paper
from pnp.outputs.printers import (
    FIELDS,
    MOST_SCALE,
    config_path,
    entries,
    load_printers,
    parse_name,
    parse_shift,
    save_printers,
    with_field,
)
from pnp.units import format_mm, parse_length

DOUBT = 0.15
"""Readings that lie further from the fitted correction, mm, are worth a second look."""
Pair = tuple[float, float]


def parse_pair(text: str, parse: Callable[[str], float] = parse_shift) -> Pair:
    """Two lengths with a comma between them, in mm if no unit is written. Raises ValueError."""
    parts = [part.strip() for part in text.split(",")]
    if len(parts) != 2 or not all(parts):
        raise ValueError(f"'{text}' is no pair; write x,y as 0.4,-0.2")
    first, second = (parse(p if p[-1].isalpha() else f"{p}mm") for p in parts)
    return first, second


def parse_lengths(text: str) -> Pair:
    """The lengths of the front's lines, mm. Raises ValueError."""
    return parse_pair(text, parse_length)


@click.group("printer")
def command() -> None:
    """Keep profiles of printers that drift; --printer NAME of build and check uses one.

    A profile says what is done to a page: dx 1mm moves backs 1 mm to the right, as they are seen
    after the sheet was turned over.
    """


@command.command("set")
@click.argument("name", type=Parsed("name", parse_name))
@with_options(
    *(click.option(f"--{k}", type=Parsed(k, f.parse), help=f.help) for k, f in FIELDS.items())
)
@click.option(
    "--corners",
    nargs=4,
    type=Parsed("x,y", parse_pair),
    help="What is read at A, B, C and D of a calibration sheet, as 0.4,-0.2; sets the back.",
)
@click.option(
    "--lengths",
    type=Parsed("across,down", parse_lengths),
    help="How long its two lines on the front are, as 169.7,249.8; sets the front.",
)
@option_of("paper", "The paper of the calibration sheet.")
def set_command(
    name: str, corners: tuple[Pair, ...] | None, lengths: Pair | None, paper: Paper, **given: Any
) -> None:
    """Make or change the profile NAME; what is not given stays as it was."""
    values = {key.replace("_", "-"): v for key, v in given.items() if v is not None}
    if not values and not corners and not lengths:
        raise click.UsageError(f"nothing to set for '{name}'; give --corners or --dx, for instance")
    printers = load_printers()
    printer = printers.get(name, Printer(name))
    for key in ("flip", "orientation", *values):
        if key in values:
            printer = with_field(printer, key, values[key])
    paper = paper.lying(printer.orientation)
    doubt = 0.0
    if corners:
        _refuse_both("--corners", ("dx", "dy", "scale-x", "scale-y", "angle"), values)
        printer, doubt = _with_corners(printer, paper, corners)
    if lengths:
        _refuse_both("--lengths", ("front-scale-x", "front-scale-y"), values)
        printer = _with_lengths(printer, lines_of(paper), lengths)
    save_printers({**printers, name: printer})
    tell(_line(printer))
    if doubt > DOUBT:
        tell(
            f"the corners disagree by up to {format_mm(doubt)} mm: "
            "read them again, or print the sheet again",
            err=True,
        )


def _refuse_both(option: str, others: tuple[str, ...], given: dict[str, Any]) -> None:
    for key in others:
        if key in given:
            raise click.UsageError(f"{option} computes --{key}; give one of them")


def _with_corners(
    printer: Printer, paper: Paper, corners: tuple[Pair, ...]
) -> tuple[Printer, float]:
    found, doubt = fit(spots_of(paper, corners))
    kept = printer.drift
    drift = replace(found, front_scale_x=kept.front_scale_x, front_scale_y=kept.front_scale_y)
    return replace(printer, drift=drift), doubt


def _with_lengths(printer: Printer, printed: Size, lengths: Pair) -> Printer:
    for measured, length, which in zip(lengths, printed, ("across", "down"), strict=True):
        if not abs(measured / length - 1) <= MOST_SCALE:
            raise click.UsageError(
                f"the line {which} the page is {length:g} mm long, not {measured:g}; "
                "is --paper that of the sheet, and was it printed at 100 %?"
            )
    x, y = front_scales(Size(*lengths), printed)
    return replace(printer, drift=replace(printer.drift, front_scale_x=x, front_scale_y=y))


@command.command("list")
@format_option
def list_command(form: str) -> None:
    """Show all profiles and where they are kept."""
    path, printers = config_path(), load_printers()
    if form == "json":
        shown = [{"name": name, **entries(printer)} for name, printer in printers.items()]
        show_json({"file": str(path), "printers": shown})
        return
    for printer in printers.values():
        tell(_line(printer))
    count = len(printers)
    tell(f"{path}: {count or 'no'} printer{'' if count == 1 else 's'}")


@command.command("remove")
@click.argument("name")
def remove_command(name: str) -> None:
    """Forget the profile NAME."""
    find_printer(name)
    printers = load_printers()
    del printers[name]
    save_printers(printers)
    tell(f"{name} is removed")


def _line(printer: Printer) -> str:
    said = [f"{key} {text}" for key, text in entries(printer).items()]
    return f"{printer.name}: {', '.join(said) or 'neutral'}"
