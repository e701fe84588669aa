"""A picture of the odds: every die against every other, counted exactly."""

from __future__ import annotations

from fractions import Fraction

from pnp.definition.model import Component, Theme
from pnp.definition.values import SizeMm, Text
from pnp.draw.ink import Ink
from pnp.draw.text import fit_size
from pnp.errors import Problem, near
from pnp.families.mino_dice.chances import Odds, win_matrix
from pnp.geometry.plane import Affine, Point, Rect, Size
from pnp.kinds.base import Context, Expansion, Kind, own_piece
from pnp.kinds.contest import DieTruth
from pnp.kinds.dieface import draw_ground, draw_value
from pnp.piece import Face, Stamp

SMALLEST = 2.2
LEAST = 6.0
"""Smallest side of a cell that can be read, mm."""
LEGEND = 9.0
"""Room below the matrix for its key, mm."""


class Chart(Component):
    """The chance of the row's die against the column's, for the dice of the component `of`.

    Each cell holds two numbers in per cent: above when rolled later, below when rolled first.
    """

    of: Text
    size: SizeMm = (86.0, 84.0)


def expand(component: Chart, context: Context) -> Expansion:
    """One picture."""
    result = Expansion()
    try:
        pieces = context.pieces_of(component.of)
    except KeyError:
        pieces = ()
    dice = [piece.truth for piece in pieces if isinstance(piece.truth, DieTruth)]
    if not dice:
        if component.of not in context.half_read:
            known = [c.id for c in context.game.components if c.kind == "die"]
            message = f"there are no dice called '{component.of}'"
            where = component.at.of("of")
            result.problems.append(
                Problem("DEF009", "error", message, where, near(component.of, known))
            )
        return result
    least = Size(3 * LEAST + LEAST * len(dice), LEGEND + LEAST * (1 + len(dice)))
    if component.size[0] < least.width or component.size[1] < least.height:
        message = f"{len(dice)} dice need a chart of {least} at least"
        where = component.at.of("size")
        result.problems.append(Problem("TEXT001", "error", message, where, f"size: {least}"))
        return result
    idle = {word: die for die in dice for word in die.faces if not die.contest.knows(word)}
    if idle:
        for word, die in idle.items():
            message = f"'{word}' of {die.name} decides nothing: odds cannot be counted"
            hint = f"write numbers, or name it in beats or blank of {component.of}"
            where = component.at.of("of")
            result.problems.append(Problem("DICE003", "error", message, where, hint))
        return result
    odds = win_matrix(dice)
    face = _face(component, odds, context.game.file.theme)
    result.pieces.append(
        own_piece(
            component,
            face,
            title=component.title or "Odds",
            truth=odds,
            outline=Rect(0, 0, *face.size).corners,
        )
    )
    return result


def percent(chance: Fraction) -> str:
    """Rounded half up; what is not quite 0 or 100 never says so."""
    whole = int(chance * 100 + Fraction(1, 2))
    if 0 < chance < 1:
        whole = min(max(whole, 1), 99)
    return str(whole)


def shade(chance: Fraction) -> str:
    """A warm grey from white (never) to clay (always); black print reads on all of it."""
    light, dark = (255, 255, 255), (222, 150, 112)
    part = float(chance)
    return "#" + "".join(
        f"{round(a + (b - a) * part):02X}" for a, b in zip(light, dark, strict=True)
    )


def _face(component: Chart, odds: Odds, theme: Theme) -> Face:
    """Heads above and at the left, the cells, the key below."""
    size, ink = Size(*component.size), Ink()
    count, stub = len(odds.dice), 0.2 * size.width
    cell = (size.width - stub) / count
    row = (size.height - cell - LEGEND) / count
    side = min(cell, row) - 1.0
    little = 0.86 * side
    letters = _name_size(component, odds, theme, stub - little - 1.2, ink)
    for i, die in enumerate(odds.dice):
        y = cell + i * row
        _head(ink, theme, die, Point(stub + i * cell + (cell - side) / 2, cell - side - 0.6), side)
        _head(ink, theme, die, Point(stub - little - 0.6, y + (row - little) / 2), little)
        ink.text(
            die.name,
            Point(0, y + row / 2 + 0.35 * letters),
            letters,
            family=theme.fonts.label,
            weight=500,
            fill=theme.palette.ink,
            where=component.loc,
        )
        for j in range(count):
            box = Rect(stub + j * cell, y, cell, row)
            _cell(ink, theme, box, odds.later[i][j], odds.first[i][j])
    _legend(ink, theme, Rect(0, size.height - LEGEND, size.width, LEGEND))
    return Face(size, (Stamp(ink.layer()),), problems=tuple(ink.problems))


def _name_size(component: Chart, odds: Odds, theme: Theme, room: float, ink: Ink) -> float:
    """The size at which every name fits its room; mm."""
    letters = 3.0
    for die in odds.dice:
        wanted, fitted = fit_size(die.name, theme.fonts.label, 500, room, letters, SMALLEST)
        letters = min(letters, wanted)
        if not fitted:
            message = f"'{die.name}' does not fit the chart"
            hint = "a shorter title, or a larger size"
            ink.problems.append(Problem("TEXT001", "error", message, component.loc, hint))
    return letters


def _head(ink: Ink, theme: Theme, die: DieTruth, at: Point, side: float) -> None:
    """A small die: its character, or its colour with its letter."""
    small, size = Ink(), Size(side, side)
    draw_ground(die.look, theme, small, size)
    characters = [face for face in die.faces if face in die.contest.characters]
    if characters:
        small = Ink()
        draw_value(characters[0], die.look, theme, None, small, size)
    elif die.look.letter:
        small = Ink()
        if die.look.ground:
            small.rect(Rect(0, 0, side, side), fill=die.look.ground)
        draw_value(die.look.letter, die.look, theme, None, small, size)
        small.rect(Rect(0, 0, side, side), fill="none", stroke=theme.palette.ink, stroke_width=0.12)
    ink.stamp(small.layer(), Affine.translation(*at))


def _cell(ink: Ink, theme: Theme, box: Rect, later: Fraction, first: Fraction) -> None:
    """Two halves, shaded by their chance."""
    half = box.height / 2
    for chance, y in ((later, box.y), (first, box.y + half)):
        ink.rect(Rect(box.x, y, box.width, half), fill=shade(chance))
        size = min(0.78 * half, 3.0)
        base = y + half / 2 + 0.33 * size
        weight = 700 if y == box.y else 400
        ink.text(
            percent(chance),
            Point(box.x + box.width / 2, base),
            size,
            family=theme.fonts.label,
            weight=weight,
            anchor="middle",
            fill=theme.palette.ink,
        )
    ink.rect(box, fill="none", stroke=theme.palette.number, stroke_width=0.2)


def _legend(ink: Ink, theme: Theme, box: Rect) -> None:
    for words, weight, line in (
        ("Above, bold: the row’s die wins when rolled later, per cent.", 400, 0),
        ("Below: the row’s die wins when rolled first.", 400, 1),
    ):
        size, _ = fit_size(words, theme.fonts.label, weight, box.width, 2.7, SMALLEST)
        ink.text(
            words,
            Point(box.x, box.y + 3.6 + 3.6 * line),
            size,
            family=theme.fonts.label,
            weight=weight,
            fill=theme.palette.ink,
        )


KIND = Kind("odds", Chart, expand)
