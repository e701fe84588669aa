"""`pnp calibrate`: a sheet that measures what a printer does wrong."""

from __future__ import annotations

from pathlib import Path

import click

from pnp.cli.options import option_of
from pnp.cli.outputs import output_option
from pnp.cli.terminal import tell
from pnp.geometry.plane import Size
from pnp.layout.calibration import Drift, Printer, fit, front_scales
from pnp.layout.duplex import Flip
from pnp.layout.gauges import SMALLEST, lines_of, spots_of
from pnp.layout.paper import Lying, Paper
from pnp.outputs.printers import entries
from pnp.pdf.calibration import Example, calibration_pdf
from pnp.system.files import write_files
from pnp.units import format_mm

READINGS = ((0.4, -0.2), (0.6, -0.1), (0.3, -0.2), (0.5, -0.1))
SHORT = Size(0.25, 0.5)
"""What the example reads, and by how much its lines are too short, mm."""


@click.command("calibrate")
@output_option("The PDF to write.", dir_okay=False)
@option_of("paper")
@click.option(
    "--orientation",
    type=click.Choice(["portrait", "landscape"]),
    default="portrait",
    show_default=True,
    help="How the sheets lie that will be printed.",
)
@click.option(
    "--flip",
    type=click.Choice(["long", "short"]),
    default="long",
    show_default=True,
    help="The edge the paper is turned over.",
)
def command(output: Path, paper: Paper, orientation: Lying, flip: Flip) -> None:
    """Write a sheet of two pages that measures a printer's drift.

    Print both pages on one sheet, on both sides, and read it against a window and with a ruler;
    how is written on it. `pnp printer set` takes the readings.
    """
    paper = paper.lying(orientation)
    if min(paper.size) < min(SMALLEST):
        raise click.UsageError(
            f"{paper.name} is too small to be calibrated with; A5 is the smallest that can be used"
        )
    write_files({output: calibration_pdf(paper, flip, example(paper, flip, orientation))})
    tell(f"{output}: 2 pages, for {paper.name}, turned over the {flip} edge")


def example(paper: Paper, flip: Flip, orientation: Lying) -> Example:
    """A worked example that holds for the paper: the command and its true answer."""
    lines = lines_of(paper)
    lengths = Size(lines.width - SHORT.width, lines.height - SHORT.height)
    drift, _ = fit(spots_of(paper, READINGS))
    x, y = front_scales(lengths, lines)
    drift = Drift(drift.dx, drift.dy, drift.scale_x, drift.scale_y, drift.angle, x, y)
    corners = " ".join(f"{x:g},{y:g}" for x, y in READINGS)
    command = f"pnp printer set NAME --corners {corners}"
    command += f" --lengths {format_mm(lengths.width)},{format_mm(lengths.height)}"
    command += "" if paper.name == "A4" else f" --paper {paper.name}"
    command += f" --flip {flip}"
    command += "" if orientation == "portrait" else f" --orientation {orientation}"
    answer = ", ".join(f"{k} {v}" for k, v in entries(Printer("", drift)).items())
    return Example(READINGS, command, answer)
