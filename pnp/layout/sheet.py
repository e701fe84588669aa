"""A sheet is data: a paper, a side, placed faces, lines and labels."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from pnp.geometry import Affine, Point, Rect, Size
from pnp.piece import Face, Piece

Side = Literal["front", "back"]
PRINTABLE_MARGIN = 5.0
"""What home printers leave blank along each edge, mm."""


@dataclass(frozen=True)
class Paper:
    """A paper format in portrait; mm."""

    name: str
    size: Size

    @property
    def area(self) -> Rect:
        return Rect(0, 0, *self.size)

    @property
    def printable(self) -> Rect:
        return self.area.inset(PRINTABLE_MARGIN)


PAPERS = {
    paper.name: paper
    for paper in (
        Paper("A4", Size(210.0, 297.0)),  # ISO 216
        Paper("Letter", Size(215.9, 279.4)),  # ANSI/ASME Y14.1
    )
}


@dataclass(frozen=True)
class Line:
    """A stroked straight line on a sheet; mm. `role` is "mark" or "ruler"."""

    start: Point
    end: Point
    width: float
    role: str


@dataclass(frozen=True)
class Label:
    """A line of text: its baseline starts (or has its middle) at `at`; mm, turn in degrees."""

    text: str
    at: Point
    size: float
    anchor: str = "start"
    turn: float = 0.0


@dataclass(frozen=True)
class Placement:
    """A piece's side put on a sheet; `at` maps face coordinates to sheet coordinates."""

    piece: Piece
    side: Side
    at: Affine

    @property
    def face(self) -> Face:
        face = self.piece.front if self.side == "front" else self.piece.back
        if face is None:
            raise ValueError(f"{self.piece.id} has no back")
        return face

    @property
    def trim(self) -> Rect:
        """The trim box on the sheet."""
        return self.at.apply_rect(Rect(0, 0, *self.face.size))

    @property
    def key(self) -> tuple[str, Affine]:
        """What is printed and where."""
        return self.face.key, self.at


@dataclass(frozen=True)
class Sheet:
    """One printed side of a sheet of paper.

    `times` says how often it is to be printed and `behind` which front sheets it goes behind.
    """

    paper: Paper
    side: Side
    placements: tuple[Placement, ...]
    number: int = 1
    total: int = 1
    times: int = 1
    behind: tuple[int, ...] = ()
    lines: tuple[Line, ...] = ()
    labels: tuple[Label, ...] = ()

    def numbered(self, number: int, total: int) -> Sheet:
        return replace(self, number=number, total=total)
