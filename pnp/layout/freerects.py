"""Two ways of filling sheets with rectangles of mixed sizes, by keeping the free rectangles.

`Split` keeps free rectangles that do not overlap: a piece goes into the corner of one, and what is
left of it is cut in two, so that straight cuts can part everything. `Maximal` keeps all the largest
free rectangles, which overlap: it fits more, but not every result can be cut straight. Both are
the heuristics of J. Jylänki, "A Thousand Ways to Pack the Bin" (2010), sections 2.2 and 2.3. mm.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, Protocol

from pnp.geometry.plane import Rect, Size
from pnp.layout.grid import SLACK, Area, Lying, Spot, lie, start_of
from pnp.piece import Piece

Choice = Literal["area", "short", "long", "corner"]
"""The free rectangle taken: the smallest, that with the least rest across or along, the topmost."""
Cut = Literal["shorter", "longer", "across", "down"]
"""How what is left is cut: along its shorter or its longer rest, or always one way."""


class Filling(Protocol):
    """The free room of one sheet."""

    free: list[Rect]

    def take(self, index: int, size: Size) -> None:
        """Put a rectangle into the left top of a free one."""


class Split:
    """Free rectangles that do not overlap."""

    def __init__(self, area: Rect, cut: Cut) -> None:
        self.free = [area]
        self.cut = cut

    def take(self, index: int, size: Size) -> None:
        free = self.free.pop(index)
        wide, high = free.width - size.width, free.height - size.height
        across = {
            "shorter": wide < high,
            "longer": wide >= high,
            "across": True,
            "down": False,
        }[self.cut]
        right = Rect(free.x + size.width, free.y, wide, size.height if across else free.height)
        below = Rect(free.x, free.y + size.height, free.width if across else size.width, high)
        self.free += [rest for rest in (right, below) if min(rest.size) > SLACK]


class Maximal:
    """All the largest free rectangles; they overlap."""

    def __init__(self, area: Rect) -> None:
        self.free = [area]

    def take(self, index: int, size: Size) -> None:
        taken = Rect(*self.free[index][:2], *size)
        kept = [free for free in self.free if not free.overlaps(taken)]
        new = [
            part
            for free in self.free
            if free.overlaps(taken)
            for part in _round(free, taken)
            if min(part.size) > SLACK
        ]
        new = [
            part
            for i, part in enumerate(new)
            if not any(other.covers(part) for other in (*kept, *new[:i]))
            and not any(other.covers(part) and other != part for other in new[i + 1 :])
        ]
        self.free = [*kept, *new]


def _round(free: Rect, taken: Rect) -> tuple[Rect, Rect, Rect, Rect]:
    """What of a free rectangle lies beside, above and below a taken one; parts may be empty."""
    return (
        free._replace(width=taken.x - free.x),
        Rect(taken.right, free.y, free.right - taken.right, free.height),
        free._replace(height=taken.y - free.y),
        Rect(free.x, taken.bottom, free.width, free.bottom - taken.bottom),
    )


def fill_free(
    copies: Sequence[Piece], room: Area, sheet: Callable[[Rect], Filling], choice: Choice
) -> list[list[Spot]]:
    """Put every copy on the first page with room for it, upright or turned as fits best.

    Pieces carry their gap on the right and below, and so does the area: gaps are kept. All
    copies must fit the area.
    """
    gap, area = room.gap, room.area
    whole = Rect(0.0, 0.0, area.width + gap, area.height + gap)
    pages: list[list[Spot]] = []
    sheets: list[Filling] = []
    first: dict[Size, int] = {}  # pages before it have no room for the size, and never will
    for piece in copies:
        number = first.get(piece.size, 0)
        while True:
            if number == len(sheets):
                sheets.append(sheet(whole))
                pages.append([])
            found = _find(sheets[number].free, piece, gap, choice)
            if found is not None:
                break
            number += 1
        first[piece.size] = number
        index, lying = found
        x, y = sheets[number].free[index][:2]
        sheets[number].take(index, Size(lying.width + gap, lying.height + gap))
        pages[number].append(Spot(piece, x, y, lying.turned))
    return [align(page, room) for page in pages]


def align(page: Sequence[Spot], room: Area) -> list[Spot]:
    """The spots of a page moved together to where the room wants them."""
    trims = [spot.trim for spot in page]
    left, top = min(t.x for t in trims), min(t.y for t in trims)
    width, height = max(t.right for t in trims) - left, max(t.bottom for t in trims) - top
    x, y = start_of(room, width, height)
    return [spot._replace(x=spot.x + (x - left), y=spot.y + (y - top)) for spot in page]


def _find(
    free: Sequence[Rect], piece: Piece, gap: float, choice: Choice
) -> tuple[int, Lying] | None:
    """The free rectangle for a piece, and how it lies there; None if there is none."""
    best: tuple[tuple[float, ...], int, Lying] | None = None
    for turned in (False, True):
        lying = lie(piece, turned)
        width, height = lying.width + gap, lying.height + gap
        for index, rect in enumerate(free):
            wide, high = rect.width - width, rect.height - height
            if min(wide, high) < -SLACK:
                continue
            rank = _rank(rect, wide, high, choice)
            if best is None or rank < best[0]:
                best = rank, index, lying
    return None if best is None else best[1:]


def _rank(rect: Rect, wide: float, high: float, choice: Choice) -> tuple[float, ...]:
    short, long = (wide, high) if wide < high else (high, wide)
    if choice == "area":
        return rect.width * rect.height, short
    if choice == "short":
        return short, long
    if choice == "long":
        return long, short
    return rect.y, rect.x
