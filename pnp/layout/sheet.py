"""A sheet is data: a paper, a side, placed faces, lines and labels."""

from __future__ import annotations

from functools import cached_property
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from pnp.geometry.plane import IDENTITY, Affine, Point, Rect, bounds
from pnp.layout.paper import Paper
from pnp.piece import Face, Piece

Side = Literal["front", "back"]
SheetSide = Literal["front", "back", "fold"]


class Line(Struct, frozen=True, dict=True):
    """A stroked straight line on a sheet; mm.

    `role` is "mark", "halo" (white below a mark), "cut" (a hair line on a cut), "ruler" or "fold"
    (dashed).
    """

    start: Point
    end: Point
    width: float
    role: str
    colour: str = "#000000"

    @cached_property
    def box(self) -> Rect:
        """The box of its middle; sheets that look alike share their lines."""
        return bounds((self.start, self.end))

    def box_at(self, at: Affine) -> Rect:
        """The box of its middle when it is printed through a matrix."""
        return self.box if at is IDENTITY else bounds((at.apply(self.start), at.apply(self.end)))


class Label(Struct, frozen=True):
    """A line of text: its baseline starts (or has its middle) at `at`; mm, turn in degrees.

    `role` is "id", or "ruler" for what belongs to a ruler.
    """

    text: str
    at: Point
    size: float
    anchor: str = "start"
    turn: float = 0.0
    role: str = "id"


class Placement(Struct, frozen=True, dict=True):
    """A piece's side put on a sheet; `at` maps face coordinates to sheet coordinates.

    `clip` is what of the face is shown, in face coordinates; None is all of it, bleed included.
    """

    piece: Piece
    side: Side
    at: Affine
    clip: Rect | None = None

    @property
    def face(self) -> Face:
        face = self.piece.front if self.side == "front" else self.piece.back
        if face is None:
            raise ValueError(f"{self.piece.id} has no back")
        return face

    @cached_property
    def trim(self) -> Rect:
        """The trim box on the sheet."""
        return self.at.apply_rect(Rect(0, 0, *self.face.size))

    @cached_property
    def shown(self) -> Rect:
        """The printed box on the sheet: the trim box and what is shown of the bleed."""
        return self.at.apply_rect(self.clip or self.face.box)

    @property
    def key(self) -> tuple[str, Affine]:
        """What is printed and where."""
        return self.face.key, self.at


class Sheet(Struct, frozen=True):
    """One printed side of a sheet of paper; "fold" carries fronts and backs across a fold line.

    `axis` says which way the fold line of a "fold" runs, `times` how often the side is printed
    and `behind` which front sheets it goes behind. `correction` is what undoes the printer's drift:
    everything but the rulers is printed through it, and stands here uncorrected. `trim` is the
    piece on a page of its own.
    """

    paper: Paper
    side: SheetSide
    placements: tuple[Placement, ...]
    number: int = 1
    total: int = 1
    times: int = 1
    behind: tuple[int, ...] = ()
    axis: Literal["vertical", "horizontal"] | None = None
    lines: tuple[Line, ...] = ()
    labels: tuple[Label, ...] = ()
    correction: Affine = IDENTITY
    trim: Rect | None = None

    @property
    def printed(self) -> tuple[Placement, ...]:
        """The placements as they are sent to the printer."""
        if self.correction == IDENTITY:
            return self.placements
        return tuple(replace(p, at=self.correction @ p.at) for p in self.placements)

    def moves(self, mark: Line | Label) -> Affine:
        """The matrix that a line or label is printed through."""
        return mark_map(mark, self.correction)

    def numbered(self, number: int, total: int) -> Sheet:
        return replace(self, number=number, total=total)


def mark_map(mark: Line | Label, correction: Affine) -> Affine:
    """The matrix that a line or label is printed through: rulers are not corrected."""
    return IDENTITY if mark.role == "ruler" else correction
