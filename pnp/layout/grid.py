"""Where pieces go on sheets: a grid for equal sizes, rows for mixed ones.

Positions are origin + k · pitch, never accumulated. The rows and columns that a sheet uses are
centred in its area, so that a short last sheet stands in the middle too; a last row may end early.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from msgspec import Struct

from pnp.geometry.plane import Affine, Rect, Size
from pnp.layout.sheet import Placement
from pnp.piece import Piece

SLACK = 1e-6


class Area(Struct, frozen=True):
    """Where pieces may go: an area, the gap between pieces (mm), `corner`: aligned with the top
    left instead of the middle, and the columns and rows asked for (None: as many as fit)."""

    area: Rect
    gap: float = 0.0
    corner: bool = False
    grid: tuple[int, int] | None = None


class Misfit(Struct, frozen=True):
    """A piece that is larger than the area it should go into."""

    piece: Piece
    area: Size


def fits(size: Size, area: Size) -> bool:
    """True if the size goes into the area upright."""
    return size.width <= area.width + SLACK and size.height <= area.height + SLACK


def count_slots(size: Size, area: Size, gap: float = 0.0) -> tuple[int, int]:
    """Columns and rows of equal pieces that an area holds, upright."""
    cols = int((area.width + gap + SLACK) // (size.width + gap))
    rows = int((area.height + gap + SLACK) // (size.height + gap))
    return max(cols, 0), max(rows, 0)


def fewest(pieces: Sequence[Piece], room: Area) -> int:
    """Pages that the pieces take at least, however they lie: by their areas."""
    gap, area = room.gap, room.area
    taken = sum(p.copies * (p.size.width + gap) * (p.size.height + gap) for p in pieces)
    page = max(area.width + gap, SLACK) * max(area.height + gap, SLACK)
    return math.ceil(taken / page - SLACK)


def arrange(
    pieces: Sequence[Piece], room: Area
) -> tuple[list[tuple[Placement, ...]], list[Misfit]]:
    """Place every copy of every piece on as many pages as it takes.

    Equal sizes go on one grid, each page filled from its top-left slot (a page that is not full is
    centred as far as it is used, unless the room asks for a grid); mixed sizes in rows,
    highest first. A piece that only fits turned by 90 degrees is turned. Pieces too large for
    the area come back as misfits and are not placed.
    """
    copies, misfits = sort_out(pieces, room.area)
    if not copies:
        return [], misfits
    if len({p.size for p in copies}) == 1:
        return _grid(copies, room), misfits
    rows = fill_rows([_as_it_fits(p, room.area) for p in copies], room)
    return [tuple(spot.placed() for spot in page) for page in rows], misfits


def sort_out(pieces: Sequence[Piece], area: Rect) -> tuple[list[Piece], list[Misfit]]:
    """Every copy of the pieces that fit the area, and those that do not."""
    misfits = [Misfit(p, area.size) for p in pieces if turn_for(p.size, area.size) is None]
    wrong = {id(misfit.piece) for misfit in misfits}
    return [p for p in pieces if id(p) not in wrong for _ in range(p.copies)], misfits


def turn_for(size: Size, area: Size) -> int | None:
    """0 or 90 degrees, whichever makes the size fit the area; None if neither does."""
    if fits(size, area):
        return 0
    return 90 if fits(Size(size.height, size.width), area) else None


class Lying(NamedTuple):
    """A copy of a piece as it lies on the sheet, upright or turned by 90 degrees; mm."""

    piece: Piece
    width: float
    height: float
    turned: bool


class Spot(NamedTuple):
    """A piece put at a place: the left top of its trim box on the sheet, mm."""

    piece: Piece
    x: float
    y: float
    turned: bool

    def placed(self) -> Placement:
        at = Affine.translation(self.x, self.y)
        if self.turned:
            at = at @ Affine(0, 1, -1, 0, self.piece.size.height, 0)
        return Placement(self.piece, "front", at)

    @property
    def trim(self) -> Rect:
        width, height = self.piece.size
        return Rect(self.x, self.y, *((height, width) if self.turned else (width, height)))


def lie(piece: Piece, turned: bool) -> Lying:
    """A piece upright or turned."""
    width, height = piece.size
    return Lying(piece, height, width, True) if turned else Lying(piece, width, height, False)


def _as_it_fits(piece: Piece, area: Rect) -> Lying:
    return lie(piece, turn_for(piece.size, area.size) == 90)


def start_of(room: Area, width: float, height: float) -> tuple[float, float]:
    """The left top of a block of pieces in the room."""
    area = room.area
    if room.corner:
        return area.x, area.y
    return area.x + (area.width - width) / 2, area.y + (area.height - height) / 2


def _grid(copies: Sequence[Piece], room: Area) -> list[tuple[Placement, ...]]:
    area, gap = room.area, room.gap
    _, width, height, turned = _as_it_fits(copies[0], area)
    cols, rows = room.grid or count_slots(Size(width, height), area.size, gap)
    pitch = Size(width + gap, height + gap)
    pages = []
    for first in range(0, len(copies), cols * rows):
        part, page = copies[first : first + cols * rows], []
        # A grid that was asked for may be that of perforated paper: its slots stay where they are.
        wide, high = room.grid or (min(cols, len(part)), math.ceil(len(part) / cols))
        left, top = start_of(room, wide * pitch.width - gap, high * pitch.height - gap)
        for slot, piece in enumerate(part):
            row, col = divmod(slot, cols)
            spot = Spot(piece, left + col * pitch.width, top + row * pitch.height, turned)
            page.append(spot.placed())
        pages.append(tuple(page))
    return pages


def fill_rows(lying: Sequence[Lying], room: Area, *, level: bool = False) -> list[list[Spot]]:
    """Rows of falling height (first fit by row): straight cuts part the rows, then the pieces.

    `level`: only pieces of one height share a row.
    """
    area, gap = room.area, room.gap
    rows: list[list[Lying]] = []
    taken: list[float] = []
    for one in sorted(lying, key=lambda one: -one.height):
        for i, row in enumerate(rows):
            if level and row[0].height != one.height:
                continue
            if taken[i] + one.width <= area.width + SLACK:
                row.append(one)
                taken[i] += one.width + gap
                break
        else:
            rows.append([one])
            taken.append(one.width + gap)
    pages: list[list[list[Lying]]] = [[]]
    for row in rows:
        height = sum(other[0].height + gap for other in pages[-1])
        if pages[-1] and height + row[0].height > area.height + SLACK:
            pages.append([])
        pages[-1].append(row)
    return [_place_rows(page, room) for page in pages]


def _place_rows(rows: list[list[Lying]], room: Area) -> list[Spot]:
    gap = room.gap
    heights = [row[0].height for row in rows]
    _, y = start_of(room, 0.0, sum(heights) + gap * (len(rows) - 1))
    spots = []
    for row, height in zip(rows, heights, strict=True):
        x, _ = start_of(room, sum(one.width for one in row) + gap * (len(row) - 1), 0.0)
        for one in row:
            spots.append(Spot(one.piece, x, y, one.turned))
            x += one.width + gap
        y += height + gap
    return spots
