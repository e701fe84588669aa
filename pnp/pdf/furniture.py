"""Marks, rulers and labels of sheets as layers; what sheets have in common is one layer."""

from __future__ import annotations

from functools import lru_cache

from pnp.definition.model import Theme
from pnp.draw.ink import Ink
from pnp.draw.profile import num
from pnp.geometry.plane import Affine
from pnp.layout.rulers import SHEETS
from pnp.layout.sheet import Label, Line, Sheet
from pnp.piece import Layer, Stamp

COLOUR = "#000000"
FOLD_DASH = (2.0, 1.2)


def furniture_layers(sheet: Sheet, theme: Theme) -> tuple[Stamp, ...]:
    """Lines in one layer (two, when a correction moves some of them), every label in its own:
    equal ones are stored once per document."""
    moves = sorted({sheet.moves(line) for line in sheet.lines}, key=repr)
    family = theme.fonts.label
    stamps = [
        Stamp(_lines_layer(tuple(line for line in sheet.lines if sheet.moves(line) == at)), at)
        for at in moves
    ]
    stamps += [Stamp(_label_layer(label, family), sheet.moves(label)) for label in sheet.labels]
    return tuple(stamps)


@lru_cache(maxsize=SHEETS)
def _lines_layer(lines: tuple[Line, ...]) -> Layer:
    ink = Ink()
    for pen in sorted({_pen(line) for line in lines}):
        d = "".join(
            f"M{num(line.start.x)} {num(line.start.y)}L{num(line.end.x)} {num(line.end.y)}"
            for line in lines
            if _pen(line) == pen
        )
        _, width, dashed, colour = pen
        dash = FOLD_DASH if dashed else None
        ink.path(d, fill="none", stroke=colour, stroke_width=width, stroke_dasharray=dash)
    return ink.layer()


def _pen(line: Line) -> tuple[bool, float, bool, str]:
    """What lines must share to be drawn as one path: halos below all, width, dashes, colour."""
    return line.role != "halo", line.width, line.role == "fold", line.colour


@lru_cache(maxsize=SHEETS)
def _label_layer(label: Label, family: str) -> Layer:
    ink = Ink()
    turn = Affine.rotation(label.turn, label.at) if label.turn else None
    ink.text(
        label.text,
        label.at,
        label.size,
        family=family,
        weight=500,
        anchor=label.anchor,
        fill=COLOUR,
        turn=turn,
    )
    return ink.layer()
