"""Stickers for blank dice: the faces of a `die` component as squares, in one block for each die."""

from __future__ import annotations

from typing import Annotated, Any

from pnp.definition.model import Component, Theme
from pnp.definition.schema import Bounds
from pnp.definition.values import PositiveLength, Text, Whole
from pnp.draw.ink import Ink
from pnp.draw.text import fit_size, text_width
from pnp.errors import Problem, near
from pnp.geometry.plane import Affine, Point, Rect, Size
from pnp.kinds.base import Context, Expansion, Kind, own_piece
from pnp.kinds.contest import DieLook, DieTruth
from pnp.kinds.die import Dice, Die, face_arts, tallies
from pnp.piece import Face, Layer, Stamp

BLEED = 0.5
"""The ground reaches so far beyond the outer cuts, mm."""
SIDE, FOOT, RIM = 1.3, 1.4, 0.1
"""Room beside and below a block of stickers, mm; cut lines run on into it, all but the rim."""
LABEL = 2.6
"""Size of a block's label, mm."""
BESIDE = 0.8
"""Between a label and a cut line beside it, mm."""
CUT, WIDTH = "#5A5A5A", 0.15
"""Colour of cut lines, and their width, mm."""


class Stickers(Component):
    """Stickers of the dice of the component `of`.

    `edge` is a sticker's side, `die` that of the blank dice: a sticker keeps off their rounded
    edges. `columns` stickers stand side by side in a block.
    """

    of: Text
    edge: PositiveLength = 12.5
    die: PositiveLength = 16.0
    columns: Annotated[Whole, Bounds(least=1, most=6)] = 3


def expand(component: Stickers, context: Context) -> Expansion:
    """One piece per die: its six stickers with the die's name above them."""
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
        if component.of not in context.half_read:
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
        assert isinstance(piece.truth, DieTruth)
        look = piece.truth.look
        face = _face(component, dice, written, look, piece.title, context.game.file.theme)
        result.pieces.append(
            own_piece(
                component,
                face,
                id=f"{component.id}-{piece.id}",
                title=f"{piece.title}, stickers",
                loc=piece.loc,
                copies=piece.copies,
                thickness=0.1,
                outline=Rect(0, 0, *face.size).corners,
                truth=piece.truth,
                tallies=tallies(piece.id, written.faces),
            )
        )
    return result


def _face(
    component: Stickers, dice: Dice, written: Die, look: DieLook, title: str, theme: Theme
) -> Face:
    """The label, the stickers edge to edge, and the cuts between them."""
    edge, columns = component.edge, component.columns
    rows = -(-len(written.faces) // columns)
    top = 1.35 * LABEL
    block = Rect(SIDE, top, columns * edge, rows * edge)
    size = Size(block.width + 2 * SIDE, block.bottom + FOOT)
    under, over = Ink(), Ink()
    if written.ground:
        under.rect(block.inset(-BLEED), fill=written.ground)
    left = block.x + BESIDE
    letters, fitted = fit_size(title, theme.fonts.label, 700, block.right - left, LABEL, 2.2)
    _draw_cuts(over, block, edge, size, text_width(title, theme.fonts.label, 700, letters))
    over.text(
        title,
        Point(left, top - 0.32 * LABEL - BLEED),
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
    for i, arts in enumerate(face_arts(dice, written, look, theme)):
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


def _draw_cuts(ink: Ink, block: Rect, edge: float, size: Size, label: float) -> None:
    """The cuts between stickers and round them, run on to be seen where a ruler is laid; above the
    block they keep off the label, `label` mm wide."""
    pen: dict[str, Any] = {"stroke": CUT, "stroke_width": WIDTH}
    for i in range(round(block.width / edge) + 1):
        x = block.x + i * edge
        free = not -BESIDE < x - block.x - BESIDE < label + BESIDE
        top = RIM if free else block.y - BLEED
        ink.line(Point(x, top), Point(x, size.height - RIM), **pen)
    for i in range(round(block.height / edge) + 1):
        y = block.y + i * edge
        ink.line(Point(RIM, y), Point(size.width - RIM, y), **pen)


KIND = Kind("stickers", Stickers, expand)
