"""Where pieces go on sheets: a grid for equal sizes, rows for mixed ones.

Positions are origin + k · pitch, never accumulated; a grid is centred in its area, while filling
always begins at its top-left slot, so that a partial sheet leaves its end empty.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pnp.geometry import Affine, Rect, Size
from pnp.layout.sheet import Placement
from pnp.piece import Piece

SLACK = 1e-6


@dataclass(frozen=True)
class Room:
    """Where pieces may go: an area, the gap between pieces (mm), `corner`: aligned with the top
    left instead of the middle, and the columns and rows asked for (None: as many as fit)."""

    area: Rect
    gap: float = 0.0
    corner: bool = False
    grid: tuple[int, int] | None = None


@dataclass(frozen=True)
class Misfit:
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


def arrange(
    pieces: Sequence[Piece], room: Room
) -> tuple[list[tuple[Placement, ...]], list[Misfit]]:
    """Place every copy of every piece on as many pages as it takes.

    Equal sizes go on one grid, each page filled from its top-left slot; mixed sizes in rows,
    highest first. A piece that only fits turned by 90 degrees is turned. Pieces too large for
    the area come back as misfits and are not placed.
    """
    area = room.area
    misfits = [Misfit(p, area.size) for p in pieces if turn_for(p.size, area.size) is None]
    wrong = {id(misfit.piece) for misfit in misfits}
    copies = [p for p in pieces if id(p) not in wrong for _ in range(p.copies)]
    if not copies:
        return [], misfits
    if len({p.size for p in copies}) == 1:
        return _grid(copies, room), misfits
    return _rows(copies, room), misfits


def turn_for(size: Size, area: Size) -> int | None:
    """0 or 90 degrees, whichever makes the size fit the area; None if neither does."""
    if fits(size, area):
        return 0
    return 90 if fits(Size(size.height, size.width), area) else None


def _lying(piece: Piece, area: Rect) -> Size:
    size = piece.size
    return Size(size.height, size.width) if turn_for(size, area.size) == 90 else size


def _place(piece: Piece, x: float, y: float, area: Rect) -> Placement:
    at = Affine.translation(x, y)
    if turn_for(piece.size, area.size) == 90:
        at = at @ Affine(0, 1, -1, 0, piece.size.height, 0)
    return Placement(piece, "front", at)


def _start(room: Room, width: float, height: float) -> tuple[float, float]:
    """The left top of a block of pieces in the room."""
    area = room.area
    if room.corner:
        return area.x, area.y
    return area.x + (area.width - width) / 2, area.y + (area.height - height) / 2


def _grid(copies: Sequence[Piece], room: Room) -> list[tuple[Placement, ...]]:
    area, gap = room.area, room.gap
    size = _lying(copies[0], area)
    cols, rows = room.grid or count_slots(size, area.size, gap)
    pitch = Size(size.width + gap, size.height + gap)
    left, top = _start(room, cols * pitch.width - gap, rows * pitch.height - gap)
    pages = []
    for first in range(0, len(copies), cols * rows):
        page = []
        for slot, piece in enumerate(copies[first : first + cols * rows]):
            row, col = divmod(slot, cols)
            page.append(_place(piece, left + col * pitch.width, top + row * pitch.height, area))
        pages.append(tuple(page))
    return pages


def _rows(copies: Sequence[Piece], room: Room) -> list[tuple[Placement, ...]]:
    """Rows of falling height (first fit by row): straight cuts part the rows, then the pieces."""
    area, gap = room.area, room.gap
    order = sorted(copies, key=lambda p: -_lying(p, area).height)
    rows: list[list[Piece]] = []
    for piece in order:
        width = _lying(piece, area).width
        for row in rows:
            if sum(_lying(p, area).width + gap for p in row) + width <= area.width + SLACK:
                row.append(piece)
                break
        else:
            rows.append([piece])
    pages: list[list[list[Piece]]] = [[]]
    for row in rows:
        height = sum(_lying(r[0], area).height + gap for r in pages[-1])
        if pages[-1] and height + _lying(row[0], area).height > area.height + SLACK:
            pages.append([])
        pages[-1].append(row)
    return [_place_rows(page, room) for page in pages]


def _place_rows(rows: list[list[Piece]], room: Room) -> tuple[Placement, ...]:
    area, gap = room.area, room.gap
    heights = [_lying(row[0], area).height for row in rows]
    _, y = _start(room, 0.0, sum(heights) + gap * (len(rows) - 1))
    placements = []
    for row, height in zip(rows, heights, strict=True):
        widths = [_lying(piece, area).width for piece in row]
        x, _ = _start(room, sum(widths) + gap * (len(row) - 1), 0.0)
        for piece, width in zip(row, widths, strict=True):
            placements.append(_place(piece, x, y, area))
            x += width + gap
        y += height + gap
    return tuple(placements)
