"""Stickers for blank dice: the faces of a `die` component as squares, in one block for each die."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from pnp.draw.ink import Ink
from pnp.draw.text import fit_size
from pnp.errors import Problem, near
from pnp.geometry import Affine, Point, Rect, Size
from pnp.kinds.base import Context, Expansion, Kind
from pnp.kinds.die import Dice, Die, face_arts, tallies
from pnp.model import Component, Theme
from pnp.piece import Face, Layer, Piece, Stamp
from pnp.values import PositiveLength, Text, Whole

BLEED = 0.5
"""The ground reaches so far beyond the outer cuts, mm."""
MARGIN = 0.7
"""Room round a block of stickers, mm."""
LABEL = 2.6
"""Size of a block's label, mm."""
CUT = "#8A8A8A"


class Stickers(Component):
    """Stickers of the dice of the component `of`.

    `edge` is a sticker's side, `die` that of the blank dice: a sticker keeps off their rounded
    edges. `columns` stickers stand side by side in a block.
    """

    of: Text
    edge: PositiveLength = 12.5
    die: PositiveLength = 16.0
    columns: Annotated[Whole, Field(ge=1, le=6)] = 3


def expand(component: Component, context: Context) -> Expansion:
    """One piece per die: its six stickers with the die's name above them."""
    assert isinstance(component, Stickers)
    result = Expansion()
    dice = context.game.component(component.of)
    if component.edge > 0.9 * component.die:
        result.problems.append(
            Problem(
                "DEF003",
                "error",
                f"a sticker of {component.edge:g} mm does not fit a die of {component.die:g} mm",
                component.at.of("edge"),
                f"{0.9 * component.die:g}mm at most",
            )
        )
    if not isinstance(dice, Dice):
        if component.of not in context.game.broken:
            known = [c.id for c in context.game.components if isinstance(c, Dice)]
            message = f"there are no dice called '{component.of}'"
            result.problems.append(
                Problem(
                    "DEF009", "error", message, component.at.of("of"), near(component.of, known)
                )
            )
        return result
    for piece in context.pieces_of(component.of):
        written = dice.dice[piece.id]
        face = _face(component, dice, written, piece.title, context.game.file.theme)
        result.pieces.append(
            Piece(
                f"{component.id}-{piece.id}",
                component.id,
                component.part,
                f"{piece.title}, stickers",
                face,
                None,
                piece.loc,
                piece.copies,
                thickness=0.1,
                outline=Rect(0, 0, *face.size).corners,
                truth=piece.truth,
                tallies=tallies(piece.id, written.faces),
            )
        )
    return result


def _face(component: Stickers, dice: Dice, written: Die, title: str, theme: Theme) -> Face:
    """The label, the stickers edge to edge, and the cuts between them."""
    edge, columns = component.edge, component.columns
    rows = -(-len(written.faces) // columns)
    top = 1.35 * LABEL
    block = Rect(MARGIN, top, columns * edge, rows * edge)
    size = Size(block.width + 2 * MARGIN, block.bottom + MARGIN)
    under, over = Ink(), Ink()
    if written.ground:
        under.rect(block.inset(-BLEED), fill=written.ground)
    for x in range(columns + 1):
        at = block.x + x * edge
        over.line(
            Point(at, block.y - BLEED),
            Point(at, block.bottom + BLEED),
            stroke=CUT,
            stroke_width=0.12,
        )
    for y in range(rows + 1):
        at = block.y + y * edge
        over.line(
            Point(block.x - BLEED, at),
            Point(block.right + BLEED, at),
            stroke=CUT,
            stroke_width=0.12,
        )
    letters, fitted = fit_size(title, theme.fonts.label, 700, block.width, LABEL, 2.2)
    over.text(
        title,
        Point(block.x, top - 0.32 * LABEL - BLEED),
        letters,
        family=theme.fonts.label,
        weight=700,
        fill=theme.palette.ink,
        where=written.at.of("title"),
    )
    if not fitted:
        over.problems.append(
            Problem(
                "TEXT001",
                "error",
                f"'{title}' does not fit above its stickers",
                written.at.of("title"),
                "shorten it",
            )
        )
    stack, problems = [Stamp(under.layer())] if written.ground else [], list(over.problems)
    drawn: dict[int, Layer] = {}
    for i, arts in enumerate(face_arts(dice, written, theme)):
        at_sticker = Affine.translation(block.x + i % columns * edge, block.y + i // columns * edge)
        for art in arts:
            if id(art) not in drawn:
                ink = Ink()
                art(ink, Size(edge, edge))
                drawn[id(art)] = ink.layer()
                problems += ink.problems
            if drawn[id(art)].svg:
                stack.append(Stamp(drawn[id(art)], at_sticker))
    stack.append(Stamp(over.layer()))
    return Face(size, tuple(stack), problems=tuple(dict.fromkeys(problems)))


KIND = Kind("stickers", Stickers, expand)
