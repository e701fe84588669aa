"""Fewer sheets than rows and grids take, then fewer cuts: of many ways the best one is taken.

Equal pieces lie in two blocks side by side, one of them turned; mixed ones in rows, in columns and
by free rectangles (`pnp.layout.freerects`). The same pieces always lie in the same way.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain, product

from pnp.geometry.plane import Rect, Size
from pnp.layout.freerects import Choice, Cut, Maximal, Split, align, fill_free
from pnp.layout.grid import (
    Area,
    Lying,
    Misfit,
    Spot,
    arrange,
    count_slots,
    fewest,
    fill_rows,
    fits,
    lie,
    sort_out,
)
from pnp.layout.guillotine import count_cuts
from pnp.layout.sheet import Placement
from pnp.piece import Piece

Page = tuple[Placement, ...]
Rank = tuple[int, int, int]
FEW = 60
"""Up to so many copies of mixed pieces are packed without being asked to."""
MANY = 400
"""Up to so many copies the slower ways, which keep overlapping free rectangles, are tried."""


def pack(pieces: Sequence[Piece], room: Area, paper: Rect) -> tuple[list[Page], list[Misfit]]:
    """Place every copy as `arrange` does, on the fewest sheets and, of these ways, with the fewest
    straight cuts.

    Never on more sheets than `arrange`, whose result is the first one of those compared.
    """
    plain, misfits = arrange(pieces, room)
    copies, _ = sort_out(pieces, room.area)
    if not copies:
        return plain, misfits
    sizes = {piece.size for piece in copies}
    found = _blocks(copies, room) if len(sizes) == 1 else _mixed(copies, room)
    best, least = plain, rank(plain, paper)
    for spots in found:
        if len(spots) > least[0]:
            continue
        new = rank(spots, paper)
        if new < least:
            best, least = [tuple(spot.placed() for spot in page) for page in spots], new
    return best, misfits


def rank(pages: Sequence[Sequence[Placement | Spot]], paper: Rect) -> Rank:
    """Sheets, how many of them cannot be cut straight, and straight cuts: less is better."""
    stuck, cuts = 0, 0
    for page in pages:
        plain = [p.trim for p in page if p.piece.outline is None]
        shaped = [p.trim for p in page if p.piece.outline is not None]
        count = count_cuts(plain, shaped, paper)
        stuck += count is None
        cuts += count or 0
    return len(pages), stuck, cuts


# -- equal pieces ----------------------------------------------------------------------------------


def _blocks(copies: Sequence[Piece], room: Area) -> Iterator[list[list[Spot]]]:
    """Two blocks of pieces side by side or one below the other, upright and turned."""
    size = copies[0].size
    for pattern in filter(None, _patterns(size, room.area.size, room.gap)):
        slots = sorted(pattern, key=lambda slot: (slot[1], slot[0]))
        whole = align([Spot(copies[0], x, y, turned) for x, y, turned in slots], room)
        yield [
            align([s._replace(piece=p) for s, p in zip(whole, part, strict=False)], room)
            for part in (copies[i : i + len(whole)] for i in range(0, len(copies), len(whole)))
        ]


def most_slots(size: Size, area: Size, gap: float, packed: bool) -> int:
    """How many equal pieces a sheet holds: on a grid as they fit, or in two blocks."""
    lying = Size(size.height, size.width)
    cols, rows = count_slots(size, area, gap)
    if not packed:
        return cols * rows or math.prod(count_slots(lying, area, gap))
    across = (
        (k * rows, Size(area.width - k * (size.width + gap), area.height)) for k in range(cols + 1)
    )
    down = (
        (k * cols, Size(area.width, area.height - k * (size.height + gap))) for k in range(rows + 1)
    )
    blocks = chain(across, down)
    return max(slots + math.prod(count_slots(lying, rest, gap)) for slots, rest in blocks)


def may_save(pieces: Sequence[Piece], room: Area, pages: int) -> bool:
    """True if packing may take fewer pages than there are, and is soon tried out."""
    copies, sizes = sum(piece.copies for piece in pieces), {piece.size for piece in pieces}
    if pages < 2 or len(sizes) > 1:
        return pages > 1 and copies <= FEW and fewest(pieces, room) < pages
    (size,) = sizes
    return math.ceil(copies / most_slots(size, room.area.size, room.gap, True)) < pages


Slot = tuple[float, float, bool]


def _patterns(size: Size, area: Size, gap: float) -> Iterator[list[Slot]]:
    """The places of equal pieces on a full page: k columns (or rows) upright, the rest turned."""
    lying = Size(size.height, size.width)
    cols, rows = count_slots(size, area, gap)
    for k in range(cols + 1 if rows else 1):
        used = k * (size.width + gap)
        rest = Size(area.width - used, area.height)
        yield [*_lattice(size, k, rows, 0, 0, gap, False), *_rest(lying, rest, used, 0, gap)]
    for k in range(1, rows + 1 if cols else 1):
        used = k * (size.height + gap)
        rest = Size(area.width, area.height - used)
        yield [*_lattice(size, cols, k, 0, 0, gap, False), *_rest(lying, rest, 0, used, gap)]


def _rest(size: Size, area: Size, x: float, y: float, gap: float) -> list[Slot]:
    return _lattice(size, *count_slots(size, area, gap), x, y, gap, True)


def _lattice(
    size: Size, cols: int, rows: int, x: float, y: float, gap: float, turned: bool
) -> list[Slot]:
    return [
        (x + col * (size.width + gap), y + row * (size.height + gap), turned)
        for row, col in product(range(rows), range(cols))
    ]


# -- mixed pieces ----------------------------------------------------------------------------------

_CHOICES: tuple[Choice, ...] = ("area", "short", "long", "corner")
_CUTS: tuple[Cut, ...] = ("shorter", "longer", "across", "down")
_ORDERS = (
    lambda p: -p.size.width * p.size.height,
    lambda p: -max(p.size),
    lambda p: -min(p.size),
    lambda p: -p.size.height,
    lambda p: -p.size.width,
)


def _mixed(copies: Sequence[Piece], room: Area) -> Iterator[list[list[Spot]]]:
    yield from _rows_and_columns(copies, room)
    orders = [sorted(copies, key=key) for key in _ORDERS]
    orders = [order for i, order in enumerate(orders) if order not in orders[:i]]
    for order, choice, cut in product(orders, _CHOICES, _CUTS):
        yield fill_free(order, room, partial(Split, cut=cut), choice)
    if len(copies) <= MANY:
        for order, choice in product(orders, _CHOICES):
            yield fill_free(order, room, Maximal, choice)


def _rows_and_columns(copies: Sequence[Piece], room: Area) -> Iterator[list[list[Spot]]]:
    """Rows, and columns, of pieces as they are, all standing or all lying."""
    area = room.area
    side = Area(Rect(area.y, area.x, area.height, area.width), room.gap, room.corner)
    for tall, level in product((None, True, False), (False, True)):
        lying = [_lie(piece, tall, area.size) for piece in copies]
        yield fill_rows(lying, room, level=level)
        over = [Lying(p, height, width, turned) for p, width, height, turned in lying]
        columns = fill_rows(over, side, level=level)
        yield [[Spot(p, y, x, turned) for p, x, y, turned in page] for page in columns]


def _lie(piece: Piece, tall: bool | None, area: Size) -> Lying:
    """The piece standing or lying as asked, if it fits the area so."""
    upright = tall is None or (piece.size.height >= piece.size.width) == tall
    one = lie(piece, not upright)
    return one if fits(Size(one.width, one.height), area) else lie(piece, upright)
