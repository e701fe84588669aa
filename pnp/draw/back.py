"""Card backs: a Greek key round the edge, the game's ornament inside, the name for every reader.

A back looks the same after a half turn, a square one after a quarter turn too unless its name is
long, so that nothing tells which way up a card lies.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from msgspec import Struct

from pnp.definition.model import Game
from pnp.definition.schema import At
from pnp.draw.ink import Ink
from pnp.draw.ornament import fit_key, key_frame
from pnp.draw.rosette import rosette, tile_labyrinth
from pnp.draw.shapes import Drawing
from pnp.draw.text import break_in_two, fit_size, text_width
from pnp.errors import Loc, Problem, near
from pnp.geometry.plane import Affine, Point, Size
from pnp.piece import Face, Stamp
from pnp.units import format_mm

ACROSS, CORNER = 0.7, 0.4
"""How much of a square's inner side a name takes; what stays clear beside it in corners, mm."""
LEAST_NAME, LEADING = 2.2, 1.05
"""The smallest letters of a name, mm, and from a line to the next, of their size."""
LEAST_MOTIF = 0.17
"""The ornament's radius beside a name in two lines: at least this share of the inner side."""

Motif = Callable[[float, float, float], Drawing]
MOTIFS: dict[str, Motif] = {
    "labrys": partial(rosette, axes=8),
    "labyrinth": tile_labyrinth,
}
"""Point-symmetric drawings around a centre (x, y, radius in mm), by the name used in `back:`."""


def back_face(
    size: Size, game: Game, motif: str, at: At, bleed: float = 0.0, where: Loc | None = None
) -> Face:
    """The back of a card on bare paper; an unknown motif is a problem of the face, at the
    place `where` it was written (`back:` of the component)."""
    if motif not in MOTIFS:
        problem = Problem(
            "DEF007",
            "error",
            f"there is no back '{motif}'",
            where or at.of("back"),
            near(motif, ["none", *MOTIFS]),
        )
        return Face(size, (), bleed, (problem,))
    ink, theme = Ink(), game.file.theme
    small = min(size)
    inset, unit = 0.06 * small, 0.11 * small
    edge = inset + fit_key(size.width, size.height, unit, inset).band
    inner = Size(size.width - 2 * edge, size.height - 2 * edge)
    middle = Point(size.width / 2, size.height / 2)
    ink.draw(key_frame(size.width, size.height, unit, inset), theme.palette)
    name = _fit_name(theme.fonts.title, game.file.title.upper(), inner)
    if name.lines:
        _draw_names(ink, game, name, inner, middle)
    else:
        ink.problems.append(_nameless(game, size, where or at.of("back")))
    ink.draw(MOTIFS[motif](*middle, _radius(inner, name)), theme.palette)
    return Face(size, (Stamp(ink.layer()),), bleed, tuple(ink.problems))


class _Name(Struct, frozen=True):
    """The game's name as it stands in one place, without lines if there is no room, and where."""

    lines: tuple[str, ...] = ()
    letters: float = 0.0
    turns: tuple[int, ...] = (0, 180)


def _fit_name(family: str, words: str, inner: Size) -> _Name:
    """The name at both ends or on all four sides of a square; in two lines if one is too long."""
    room, most = 0.78 * inner.width, 0.14 * inner.width
    letters, fitted = fit_size(words, family, 700, room, most, LEAST_NAME)
    if not fitted:
        return _fit_two_lines(family, words, inner)
    if abs(inner.width - inner.height) > 1e-6:
        return _Name((words,), letters)
    # Names on four sides leave the corners clear; a name too long for it stands twice.
    narrow, four = fit_size(words, family, 700, ACROSS * inner.width, letters, LEAST_NAME)
    if not four:
        return _Name((words,), letters)
    most = (inner.width * (1 - ACROSS) / 2 - CORNER) / 1.5
    return _Name((words,), min(narrow, most), (0, 90, 180, 270))


def _fit_two_lines(family: str, words: str, inner: Size) -> _Name:
    """The name broken at the blank that leaves the shortest lines; nothing if it does not fit."""
    lines = break_in_two(words, family, 700)
    if lines is None:
        return _Name()
    wide = max(text_width(line, family, 700, 1.0) for line in lines)
    letters = min(0.78 * inner.width / wide, max(0.095 * inner.width, LEAST_NAME))
    name = _Name(lines, letters)
    fitted = letters >= LEAST_NAME and _radius(inner, name) >= LEAST_MOTIF * min(inner)
    return name if fitted else _Name()


def _radius(inner: Size, name: _Name) -> float:
    """The radius of the ornament between the names."""
    if not name.lines:
        return 0.42 * min(inner)
    beside = (2.1 + LEADING * (len(name.lines) - 1)) * name.letters
    return min(0.42 * inner.width, inner.height / 2 - beside)


def _draw_names(ink: Ink, game: Game, name: _Name, inner: Size, middle: Point) -> None:
    """The name wherever it stands."""
    theme, letters = game.file.theme, name.letters
    # Between frame and ornament in a square, one line a third of the way in on a tall card.
    spare = max(inner.height - inner.width, 0.0) if len(name.lines) == 1 else 0.0
    baseline = middle.y + inner.height / 2 - 0.75 * letters - 0.2 * spare
    for turn in name.turns:
        for i, words in enumerate(reversed(name.lines)):
            ink.text(
                words,
                Point(middle.x, baseline - i * LEADING * letters),
                letters,
                family=theme.fonts.title,
                weight=700,
                anchor="middle",
                fill=theme.palette.accent,
                where=game.file.at.of("title"),
                turn=Affine.rotation(turn, middle) if turn else None,
            )


def _nameless(game: Game, size: Size, where: Loc) -> Problem:
    title, wide, tall = game.file.title, format_mm(size.width), format_mm(size.height)
    message = f"'{title}' does not fit a back of {wide} x {tall} mm, which is left without a name"
    return Problem("TEXT003", "note", message, where, "a shorter title, or larger pieces")
