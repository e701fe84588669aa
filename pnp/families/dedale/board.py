"""A solved labor as a board: cards lying over each other, the Minotaur's room outlined.

The cards lie as a certificate says, one of the game's, chosen by the seed among those that fit the
size; it is played again before it is drawn.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Sequence
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from pnp.definition.model import Palette
from pnp.draw.ink import Ink
from pnp.draw.profile import num
from pnp.errors import PnpError, Problem
from pnp.families.dedale.cell_card import CellCards
from pnp.families.dedale.cells import CellCard
from pnp.families.dedale.certificate import Certificate, all_certificates, verify
from pnp.families.dedale.kit import Kit, cards_of, kit_of
from pnp.families.dedale.table import MINOTAUR, CardTable, Place, tiles_of
from pnp.game.plan import Plan
from pnp.geometry.plane import Affine, Point, Rect, Size
from pnp.piece import Face, Piece, Placed, Stamp

EDGE = 0.012
"""Width of the line round every card, as a fraction of a Tile; it shows which lies on which."""
LINE = 0.085
"""Width of the line round the room or round the newest card, as a fraction of a Tile."""
RIM = 0.2
"""Bare table round the cards in a picture, as a fraction of a Tile."""
CORE = 0.75
"""How much of that line is coloured; the rest is a light rim."""
OFF = 0.4
"""What stays free between a wall and the line round the room, mm."""
VEIL, PITCH = 0.075, 0.15
"""Light stripes over what is outside the room: their width and distance, as fractions of a Tile."""


class Covering(Struct, frozen=True):
    """A card on the table: its top-left Tile's place, `turn` quarters clockwise."""

    piece: Piece
    row: int
    col: int
    turn: int = 0

    @property
    def card(self) -> CellCard:
        assert isinstance(self.piece.truth, CellCard)
        return self.piece.truth

    @property
    def places(self) -> Iterable[Place]:
        return tiles_of(self.card, self.turn, self.row, self.col)


class CoverBoard(Struct, frozen=True, dict=True):
    """Cards in the order in which they were laid, on a table of `cols` x `rows` Tiles.

    `left` and `top` are the place of the table's top-left Tile, `side` a Tile's extent in mm.
    `room` is outlined, or with `newest` the last card, in lines of `line` Tiles. The room's line
    runs inside its walls, which are `wall` mm wide; the cards outside it are faded.
    """

    laid: tuple[Covering, ...]
    left: int
    top: int
    cols: int
    rows: int
    side: float
    room: frozenset[Place]
    palette: Palette
    note: str = ""
    newest: bool = False
    line: float = LINE
    wall: float = 0.0

    @property
    def rim(self) -> float:
        return RIM * self.side

    @property
    def size(self) -> Size:
        """The table, mm."""
        return Size(self.cols * self.side, self.rows * self.side)

    @cached_property
    def faces(self) -> tuple[tuple[Face, Affine], ...]:
        """Cards from the first to the last, each within a thin line, and the outlines above."""
        found: list[tuple[Face, Affine]] = []
        for card in self.laid:
            at = self._at(card)
            found.append((replace(card.piece.front, bleed=0.0), at))
            found.append((self._edge(card.piece.front.size), at))
        if self.newest:
            found.append((self._outline(self.laid[-1].places, 0.0), Affine()))
        elif self.room:
            off = self.wall / 2 + OFF + CORE * self.line * self.side / 2
            found += [(self._veil(), Affine()), (self._outline(self.room, off), Affine())]
        return tuple(found)

    @property
    def placed(self) -> tuple[Placed, ...]:
        """The same, ready for a page."""
        return tuple(Placed(face, at) for face, at in self.faces)

    def summary(self) -> str:
        """One line: cards, and what they solve."""
        number = len(self.laid) - 1
        cards = f"{number} card{'' if number == 1 else 's'} on the Minotaur's"
        room = f"a locked room of {len(self.room - {MINOTAUR})} Tiles" if self.room else ""
        return ", ".join(filter(None, (self.note, cards, room)))

    def _at(self, card: Covering) -> Affine:
        width, height = card.piece.size
        middle = Point(width / 2, height / 2)
        turned = Affine.rotation(90.0 * card.turn, middle)
        # A card that is not square turns about its middle; its corner moves with it.
        box = turned.apply_rect(Rect(0, 0, width, height))
        x, y = (card.col - self.left) * self.side, (card.row - self.top) * self.side
        return Affine.translation(x - box.x, y - box.y) @ turned

    def _edge(self, size: Size) -> Face:
        ink, width = Ink(), EDGE * self.side
        box = Rect(0, 0, *size).inset(width / 2)
        ink.rect(box, fill="none", stroke=self.palette.ink, stroke_width=width)
        return Face(size, (Stamp(ink.layer()),))

    def _veil(self) -> Face:
        """Light stripes over the Tiles outside the room; its walls stay whole."""
        ink, side = Ink(), self.side
        laid = {place for card in self.laid for place in card.places}
        d = ""
        for row, col in sorted(laid - self.room):
            x, y = (col - self.left) * side, (row - self.top) * side
            near = [(row + down, col + right) in self.room for down, right in _SIDES]
            clear = (self.wall + VEIL * side) / 2
            up, right, down, left = (clear if inside else 0.0 for inside in near)
            box = Rect(x + left, y + up, side - left - right, side - up - down)
            d += _stripes(box, PITCH * side)
        ink.path(d, fill="none", stroke=self.palette.paper, stroke_width=VEIL * side)
        return Face(self.size, (Stamp(ink.layer()),))

    def _outline(self, places: Iterable[Place], off: float) -> Face:
        ink = Ink()
        d = outline_of(places, self.left, self.top, self.side, off)
        for colour, part in ((self.palette.paper, 1.0), (self.palette.accent, CORE)):
            ink.path(
                d,
                fill="none",
                stroke=colour,
                stroke_width=part * self.line * self.side,
                stroke_linecap="square",
            )
        return Face(self.size, (Stamp(ink.layer()),))


_SIDES = ((-1, 0), (0, 1), (1, 0), (0, -1))
"""Steps of row and column up, to the right, down, to the left."""


def _stripes(box: Rect, pitch: float) -> str:
    """Path data of rising lines in a box, in step with those of its neighbours."""
    d, low = "", box.x + box.y
    for k in range(math.ceil(low / pitch), math.floor((box.right + box.bottom) / pitch) + 1):
        c = k * pitch  # the line x + y = c
        x0, x1 = max(box.x, c - box.bottom), min(box.right, c - box.y)
        if x1 - x0 > 0.05:
            d += f"M{num(x0)} {num(c - x0)}L{num(x1)} {num(c - x1)}"
    return d


def outline_of(places: Iterable[Place], left: int, top: int, side: float, off: float = 0.0) -> str:
    """The line round places, `off` mm inside their edges, as path data in mm: edge by edge."""
    inside = set(places)
    d = ""
    for row, col in sorted(inside):
        middle = Point((col - left + 0.5) * side, (row - top + 0.5) * side)
        for turn, (down, right) in enumerate(_SIDES):
            if (row + down, col + right) in inside:
                continue
            # Along the edge clockwise: at a corner stop short, round a recess go on.
            reach = []
            for along in (-1, 1):
                v, u = (along * part for part in _SIDES[(turn + 1) % 4])
                beside = (row + v, col + u) in inside
                recess = (row + v + down, col + u + right) in inside
                reach.append(side / 2 + (0.0 if beside and not recess else off if beside else -off))
            out = side / 2 - off
            start = Point(-reach[0], -out)
            end = Point(reach[1], -out)
            at = Affine.translation(*middle) @ Affine.rotation(90.0 * turn)
            (x0, y0), (x1, y1) = at.apply(start), at.apply(end)
            d += f"M{num(x0)} {num(y0)}L{num(x1)} {num(y1)}"
    return d


# -- from certificates -----------------------------------------------------------------------------


def cover_board(plan: Plan, cols: int | None, rows: int | None, seed: int) -> CoverBoard:
    """A solved labor of the game, on a table of `cols` x `rows` Tiles, or as large as it takes.

    Raises PnpError (BOARD001) when no certificate holds or none fits the size.
    """
    kit = kit_of(plan)
    if kit is None:
        hint = "cell cards of the roles labyrinth and minotaur, and labors"
        raise _refusal(f"{plan.game.id} has no labors to solve", hint)
    certificates, _ = all_certificates(plan)
    laid = [
        (one, board_of(plan, kit, one, len(one.moves))) for one in certificates if _known(one, kit)
    ]
    fitting = [
        (one, board)
        for one, board in laid
        if (cols is None or board.cols <= cols) and (rows is None or board.rows <= rows)
    ]
    if not fitting:
        asked = f"{cols or 'any'} x {rows or 'any'} Tiles" if cols or rows else "any size"
        raise _refusal(
            f"{plan.game.id} has no solved labor for a table of {asked}",
            "its certificates are what is laid; try a larger size",
        )
    certificate, board = fitting[random.Random(f"{seed}").randrange(len(fitting))]
    flaw = verify(certificate, kit)
    if flaw:
        raise PnpError(
            Problem("BOARD001", "error", f"a certificate fails: {flaw.message}", flaw.loc)
        )
    return _centred(board, cols or board.cols, rows or board.rows)


def board_of(plan: Plan, kit: Kit, certificate: Certificate, moves: int) -> CoverBoard:
    """The table after so many moves of a certificate, as large as the cards on it."""
    pieces = {
        piece.id: piece for role in ("labyrinth", "minotaur") for piece, _ in cards_of(plan, role)
    }
    start, first = cards_of(plan, "minotaur")[0]
    laid = [Covering(start, -(first.maze.rows // 2), -(first.maze.cols // 2))]
    laid += [
        Covering(pieces[move.card], move.row, move.col, move.rot // 90 % 4)
        for move in certificate.moves[:moves]
    ]
    table = CardTable()
    for card in laid:
        table.lay(tiles_of(card.card, card.turn, card.row, card.col))
    room = table.locked_room()
    rows, cols = sorted(row for row, _ in table.tiles), sorted(col for _, col in table.tiles)
    many = certificate.players
    return CoverBoard(
        tuple(laid),
        cols[0],
        rows[0],
        cols[-1] - cols[0] + 1,
        rows[-1] - rows[0] + 1,
        start.size.width / first.maze.cols,
        (room.tiles | {MINOTAUR}) if room else frozenset(),
        plan.theme.palette,
        f"labor {certificate.labor} solved by {many} player{'' if many == 1 else 's'}",
        wall=_wall(plan, start),
    )


def _wall(plan: Plan, piece: Piece) -> float:
    """How wide the walls on a card are, mm."""
    component = plan.game.component(piece.component)
    return component.wall if isinstance(component, CellCards) else 0.0


def _known(certificate: Certificate, kit: Kit) -> bool:
    """All its cards exist, so that it can be laid at all."""
    return all(move.card in kit.cards for move in certificate.moves)


def _centred(board: CoverBoard, cols: int, rows: int) -> CoverBoard:
    left = board.left - (cols - board.cols) // 2
    top = board.top - (rows - board.rows) // 2
    return replace(board, left=left, top=top, cols=cols, rows=rows)


def _refusal(message: str, hint: str) -> PnpError:
    return PnpError(Problem("BOARD001", "error", message, None, hint))


def steps_of(plan: Plan, kit: Kit, certificate: Certificate) -> Sequence[CoverBoard]:
    """The table after each move, all of one size, the new card framed, the last room outlined."""
    whole = board_of(plan, kit, certificate, len(certificate.moves))
    found = []
    for number in range(1, len(certificate.moves) + 1):
        board = board_of(plan, kit, certificate, number)
        last = number == len(certificate.moves)
        found.append(
            replace(
                board,
                left=whole.left,
                top=whole.top,
                cols=whole.cols,
                rows=whole.rows,
                newest=not last,
                line=2.6 * LINE,
                room=board.room if last else frozenset(),
            )
        )
    return found
