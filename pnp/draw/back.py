"""Card backs: a Greek key round the edge, the game's ornament inside, the name twice.

A back looks the same after a half turn (square ones after a quarter turn too, the name apart), so
that nothing tells which way up a card lies.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from pnp.draw.ink import Ink
from pnp.draw.ornament import key_frame
from pnp.draw.rosette import rosette, tile_labyrinth
from pnp.draw.shapes import Drawing
from pnp.draw.text import fit_size
from pnp.errors import Problem, near
from pnp.geometry import Affine, Point, Size
from pnp.model import At, Game
from pnp.piece import Face, Stamp

Motif = Callable[[float, float, float], Drawing]
MOTIFS: dict[str, Motif] = {
    "labrys": partial(rosette, axes=8),
    "labyrinth": tile_labyrinth,
}
"""Point-symmetric drawings around a centre (x, y, radius in mm), by the name used in `back:`."""


def back_face(size: Size, game: Game, motif: str, at: At) -> Face:
    """The back of a card; an unknown motif is a problem of the face."""
    if motif not in MOTIFS:
        problem = Problem(
            "DEF007",
            "error",
            f"there is no back '{motif}'",
            at.of("back"),
            near(motif, ["none", *MOTIFS]),
        )
        return Face(size, (), problems=(problem,))
    ink, theme = Ink(), game.file.theme
    small = min(size)
    inset = 0.06 * small
    ink.draw(key_frame(size.width, size.height, 0.13 * small, inset), theme.palette)
    middle = Point(size.width / 2, size.height / 2)
    radius = 0.24 * small
    ink.draw(MOTIFS[motif](*middle, radius), theme.palette)
    _draw_names(ink, game, size, middle, radius)
    return Face(size, (Stamp(ink.layer()),), problems=tuple(ink.problems))


def _draw_names(ink: Ink, game: Game, size: Size, middle: Point, radius: float) -> None:
    """The name between ornament and frame, once for each way of looking."""
    theme = game.file.theme
    words = game.file.title.upper()
    room = size.height / 2 - radius - 0.22 * min(size)
    letters, fitted = fit_size(
        words, theme.fonts.title, 700, 0.46 * size.width, min(0.12 * min(size), 0.5 * room), 2.2
    )
    baseline = middle.y + radius + room / 2 + 0.35 * letters
    for turn in (0, 180):
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
