"""How many straight cuts free the pieces of a sheet, each from edge to edge of what is left of it.

Such cuts are called guillotine cuts: the sheet, or a part that an earlier cut left, falls into two.
Only order and equality of edges matter, so parts of a sheet that are alike are counted once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from itertools import pairwise
from typing import NamedTuple

from pnp.geometry.plane import Rect
from pnp.layout.cuts import SAME
from pnp.layout.sheet import Sheet

FEW = 60
"""Up to so many pieces every order of cuts is tried; for more, all of one direction first."""


class Box(NamedTuple):
    """A piece by the ranks of its edges; `plain` if it is a rectangle to be cut out.

    What is not is cut along an outline of its own, and straight cuts only keep off it.
    """

    x: int
    y: int
    right: int
    bottom: int
    plain: bool


Part = tuple[Box, ...]
Edges = tuple[float, float, float, float]


def cuts_of_sheet(sheet: Sheet) -> int | None:
    """The straight cuts of a sheet of fronts; see `count_cuts`."""
    fronts = [p for p in sheet.placements if p.side == "front"]
    plain = [p.trim for p in fronts if p.piece.outline is None]
    shaped = [p.trim for p in fronts if p.piece.outline is not None]
    return count_cuts(plain, shaped, sheet.paper.area)


def count_cuts(
    plain: Sequence[Rect], shaped: Sequence[Rect] = (), paper: Rect | None = None
) -> int | None:
    """The fewest straight cuts that free all `plain` rectangles, None if no such cuts do.

    A part with more than `FEW` pieces that are in no lattice is cut all across or all down first,
    whichever is less: there it can be a little more than the fewest.

    No cut runs through a piece. The edges of the `paper` need none; neither do pieces `shaped`
    by an outline, but for being parted from the plain ones.
    """
    boxes = [(*_edges(rect), True) for rect in plain] + [(*_edges(rect), False) for rect in shaped]
    if not plain:
        return 0
    part = _ranked(boxes)
    sides = _outer(boxes)
    ends = _edges(paper) if paper else None
    trims = sum(
        1
        for side, touched in enumerate(_touched(part))
        if touched and (ends is None or abs(sides[side] - ends[side]) > SAME)
    )
    rest = _fewest(part)
    return None if rest is None else trims + rest


def _edges(rect: Rect) -> Edges:
    return rect.x, rect.y, rect.right, rect.bottom


def _outer(boxes: Sequence[tuple[float, float, float, float, bool]]) -> Edges:
    return (
        min(b[0] for b in boxes),
        min(b[1] for b in boxes),
        max(b[2] for b in boxes),
        max(b[3] for b in boxes),
    )


def _ranked(boxes: Sequence[tuple[float, float, float, float, bool]]) -> Part:
    """The boxes with ranks for places; edges in line have one rank."""
    ranks = []
    for low, high in ((0, 2), (1, 3)):
        values = sorted({v for box in boxes for v in (box[low], box[high])})
        known, rank = {values[0]: 0}, 0
        for one, other in pairwise(values):
            rank += other - one > SAME
            known[other] = rank
        ranks.append(known)
    across, down = ranks
    return tuple(sorted(Box(across[x], down[y], across[r], down[b], p) for x, y, r, b, p in boxes))


def _touched(part: Part) -> tuple[bool, bool, bool, bool]:
    """Whether a plain piece lies on each side (left, top, right, bottom) of a part."""
    left, top, right, bottom = _outer(part)
    plain = [box for box in part if box.plain]
    return (
        any(box.x == left for box in plain),
        any(box.y == top for box in plain),
        any(box.right == right for box in plain),
        any(box.bottom == bottom for box in plain),
    )


@lru_cache(maxsize=1 << 14)
def _fewest(part: Part) -> int | None:
    """The cuts within a part whose outer sides are cut where plain pieces touch them."""
    if not any(box.plain for box in part) or len(part) == 1:
        return 0
    known = _lattice(part)
    if known is not None:
        return known
    best: int | None = None
    for parts, cuts in _partings(part):
        if best is not None and cuts >= best:
            continue
        rests = [_fewest(_ranked(one)) for one in parts]
        if None in rests:
            return None  # a part that is stuck is stuck however it was reached
        cuts += sum(rest or 0 for rest in rests)
        best = cuts if best is None else min(best, cuts)
    return best


def _lattice(part: Part) -> int | None:
    """The cuts of plain pieces that fill all places of a lattice, in no time; None for others.

    With a and b gaps across and down, as many strips of waste fall off as there are gaps and
    crossings of gaps, a + b + ab, and every cut makes one part more.
    """
    across = sorted({(box.x, box.right) for box in part})
    down = sorted({(box.y, box.bottom) for box in part})
    if len(part) != len(across) * len(down) or not all(box.plain for box in part):
        return None
    gaps = []
    for spans in (across, down):
        if any(one[1] > other[0] for one, other in pairwise(spans)):
            return None
        gaps.append(sum(one[1] < other[0] for one, other in pairwise(spans)))
    a, b = gaps
    return len(part) - 1 + a + b + a * b


def _partings(part: Part) -> Iterator[tuple[list[Part], int]]:
    """Every way of parting a part straight across, with the cuts that takes."""
    outer = _outer(part)
    for axis in (0, 1):
        order = sorted(part, key=lambda box: box[axis])
        reach, places, gaps = order[0][axis + 2], [], []
        for i, box in enumerate(order[1:], 1):
            if box[axis] >= reach:
                places.append(i)
                gaps.append(reach < box[axis])
            reach = max(reach, box[axis + 2])
        if len(part) > FEW:
            ways = [(places, gaps)] if places else []
        else:
            ways = [([place], [gap]) for place, gap in zip(places, gaps, strict=True)]
        for at, wide in ways:
            ends = [0, *at, len(order)]
            parts = [tuple(order[low:high]) for low, high in pairwise(ends)]
            cuts = sum(map(partial(_between, axis), parts, parts[1:], wide))
            yield parts, cuts + sum(_aside(one, outer, axis) for one in parts)


def _between(axis: int, one: Part, other: Part, apart: bool) -> int:
    """The cuts between two parts: one where they abut, one for each plain edge at a gap."""
    edges = _touched(one)[axis + 2] + _touched(other)[axis]
    return max(edges, 1) if apart else 1


def _aside(part: Part, outer: Edges, axis: int) -> int:
    """The cuts at those two sides of a part along which it was not parted."""
    touched, own, across = _touched(part), _outer(part), 1 - axis
    return sum(touched[side] and own[side] != outer[side] for side in (across, across + 2))
