"""Options that can do nothing beside the others that were given: usage errors, not silence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from pnp.layout.paper import PAPERS

_MARKS = {
    "mark_length": (None, "--mark-length"),
    "mark_offset": (None, "--mark-offset"),
    "mark_colour": ("#000000", "--mark-colour"),
    "mark_sides": ("both", "--mark-sides"),
}
_PAPER = {
    "paper": (PAPERS["A4"], "--paper"),
    "orientation": ("portrait", "--orientation"),
    "margin": (None, "--margin"),
    "gap": (None, "--gap"),
    "align": ("center", "--align"),
    "grid": (None, "--grid"),
    "axis": (None, "--fold-axis"),
    "bleed_edge": ("all", "--bleed-edge"),
    "mark_style": ("corner", "--marks"),
    **_MARKS,
}
"""What lays out sheets of paper: parameters, their neutral values, and how they are written."""


def refuse_idle(values: Mapping[str, Any], sheets: str = "paper") -> None:
    """Raises UsageError for options of sheets (see `options_of`) that the others make useless."""
    if sheets == "single":
        if values["mark_style"] == "none":
            values = {**values, "mark_style": "corner"}
        _refuse(values, _PAPER, "of sheets of paper, not of --sheets single")
    if values["mark_style"] == "none":
        _refuse(values, _MARKS, "of crop marks, and there are none with --marks none")
    if values["axis"] is not None and values["sides"] != "fold":
        raise click.UsageError("--fold-axis is the axis of --sides fold: add that, or leave it out")
    if values["bleed_edge"] != "all" and values["bleed"] == 0:
        raise click.UsageError("--bleed-edge says where a bleed is, and --bleed 0 leaves none")


def refuse_dpi(ending: str) -> None:
    """Raises UsageError for a `--dpi` that was given for a file that is no PNG."""
    source = click.get_current_context().get_parameter_source("dpi")
    if ending != "png" and source is click.core.ParameterSource.COMMANDLINE:
        raise click.UsageError(f"--dpi is the resolution of a PNG, not of .{ending}")


def _refuse(values: Mapping[str, Any], known: Mapping[str, tuple[Any, str]], whose: str) -> None:
    given = [flag for name, (neutral, flag) in known.items() if values[name] != neutral]
    if given:
        verb = "is an option" if len(given) == 1 else "are options"
        raise click.UsageError(f"{', '.join(given)} {verb} {whose}")
