"""Card backs: a Greek key round the edge, the game's ornament inside, the name for every reader.

A back looks the same after a half turn, a square one after a quarter turn too unless its name is
long, so that nothing tells which way up a card lies.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from pnp.draw.ink import Ink
from pnp.draw.ornament import fit_key, key_frame
from pnp.draw.rosette import rosette, tile_labyrinth
from pnp.draw.shapes import Drawing
from pnp.draw.text import fit_size
from pnp.errors import Loc, Problem, near
from pnp.geometry import Affine, Point, Size
from pnp.model import At, Game
from pnp.piece import Face, Stamp

ACROSS, CORNER = 0.7, 0.4
"""How much of a square's inner side a name takes; what stays clear beside it in corners, mm."""

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
    letters = _draw_names(ink, game, inner, middle)
    radius = min(0.42 * inner.width, inner.height / 2 - 2.1 * letters)
    ink.draw(MOTIFS[motif](*middle, radius), theme.palette)
    return Face(size, (Stamp(ink.layer()),), bleed, tuple(ink.problems))


def _draw_names(ink: Ink, game: Game, inner: Size, middle: Point) -> float:
    """The name at both ends, or on all four sides of a square; gives back the letters' size."""
    theme = game.file.theme
    words = game.file.title.upper()
    square = abs(inner.width - inner.height) < 1e-6
    turns: tuple[int, ...] = (0, 180)
    room = 0.78 * inner.width
    letters, fitted = fit_size(words, theme.fonts.title, 700, room, 0.14 * inner.width, 2.2)
    if square:  # names on four sides leave the corners clear; a name too long for it stands twice
        narrow, four = fit_size(words, theme.fonts.title, 700, ACROSS * inner.width, letters, 2.2)
        most = (inner.width * (1 - ACROSS) / 2 - CORNER) / 1.5
        letters = min(narrow, most) if four else letters
        turns = (0, 90, 180, 270) if four else turns
    # Between frame and ornament in a square, a third of the way in on a tall card.
    spare = max(inner.height - inner.width, 0.0)
    baseline = middle.y + inner.height / 2 - 0.75 * letters - 0.2 * spare
    for turn in turns:
        ink.text(
            words,
            Point(middle.x, baseline),
            letters,
            family=theme.fonts.title,
            weight=700,
            anchor="middle",
            fill=theme.palette.accent,
            where=game.file.at.of("title"),
            turn=Affine.rotation(turn, middle) if turn else None,
        )
    if not fitted:
        ink.problems.append(
            Problem(
                "TEXT001",
                "error",
                f"'{words}' does not fit the back",
                game.file.at.of("title"),
                "shorten the title",
            )
        )
    return letters
