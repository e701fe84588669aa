"""Where the knife goes: the edges of the pieces on a sheet, one line where two pieces abut.

A sheet's edges are found for its top edges only; the other three sides are the same after a turn.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec import Struct

from pnp.geometry.plane import Affine, Point, Rect

HAIR = 0.1
"""Width of a line on a cut, mm."""
SHORTEST = 0.5
"""Lines shorter than this mark nothing, mm."""
TOUCH = 1e-6
"""Pieces closer than this abut, mm."""
SAME = 2e-3
"""Edges nearer than this are cut by one cut, mm: less than any knife can tell."""


class Stretch(Struct, frozen=True):
    """A part of a trim edge from `start` to `end`; `middle` is how far its line lies outside, mm.

    Where nothing is near, a line of `HAIR` touches the trim from outside. In a gap narrower than
    that, and on the edge that two abutting pieces share, it lies in the middle between the two.
    """

    start: Point
    end: Point
    middle: float


def stretches(
    trims: Sequence[Rect], around: Sequence[Rect], arm: float | None = None
) -> Iterator[tuple[Point, Point]]:
    """The lines along all edges of the trims, each once; with `arm`, only so near their corners.

    `around` are the trims of all that stands on the sheet.
    """
    known: set[tuple[int, ...]] = set()
    for quarter in range(4):
        turn = Affine.rotation(90.0 * quarter)
        back = turn.inverse()
        others = [turn.apply_rect(other) for other in around]
        for trim in map(turn.apply_rect, trims):
            for low, high in _parts(trim.x, trim.right, arm):
                for part in _stretches(trim, low, high, others):
                    y = trim.y - part.middle
                    ends = sorted(back.apply((p.x, y)) for p in (part.start, part.end))
                    key = tuple(round(v * 1000) for p in ends for v in p)
                    if part.end.x - part.start.x >= SHORTEST and key not in known:
                        known.add(key)
                        yield ends[0], ends[1]


def _parts(low: float, high: float, arm: float | None) -> list[tuple[float, float]]:
    if arm is None or 2 * arm >= high - low:
        return [(low, high)]
    return [(low, low + arm), (high - arm, high)]


def _stretches(trim: Rect, low: float, high: float, others: Sequence[Rect]) -> Iterator[Stretch]:
    """The top edge between two places, parted where its neighbour above begins, changes or ends."""
    near = [
        other
        for other in others
        if -TOUCH <= trim.y - other.bottom < HAIR
        and min(high, other.right) - max(low, other.x) > TOUCH
    ]
    ends = {v for other in near for v in (other.x, other.right) if low < v < high}
    last: Stretch | None = None
    for a, b in pairwise(sorted({low, high, *ends})):
        gaps = [trim.y - other.bottom for other in near if other.x < (a + b) / 2 < other.right]
        middle = max(min(gaps), 0.0) / 2 if gaps else HAIR / 2
        if last is not None and abs(last.middle - middle) < TOUCH:
            last = Stretch(last.start, Point(b, trim.y), middle)
            continue
        if last is not None:
            yield last
        last = Stretch(Point(a, trim.y), Point(b, trim.y), middle)
    if last is not None:
        yield last


def arms(
    trims: Sequence[Rect], around: Sequence[Rect], length: float
) -> Iterator[tuple[Point, Point]]:
    """Lines that run on from the edges beyond the corners, at most `length` mm, up to a piece.

    A cut that runs on along pieces which are no `trims` has its line behind the last of them.
    """
    known: set[tuple[int, ...]] = set()
    for quarter in range(4):
        turn = Affine.rotation(90.0 * quarter)
        back = turn.inverse()
        others = [turn.apply_rect(other) for other in around]
        for trim in map(turn.apply_rect, trims):
            for x in (trim.x, trim.right):
                last = _last(x, trim.y, others) if len(around) > len(trims) else trim.y
                for y in sorted({trim.y, last}):
                    room = _room(x, y, length, others)
                    ends = sorted((back.apply((x, y)), back.apply((x, y - room))))
                    key = tuple(round(v * 1000) for p in ends for v in p)
                    if room >= SHORTEST and key not in known:
                        known.add(key)
                        yield ends[0], ends[1]


def _last(x: float, y: float, trims: Sequence[Rect]) -> float:
    """Where a cut upwards from a corner leaves the last piece that it touches, mm."""
    above = [trim for trim in trims if trim.y < y - SAME]
    across = (t for t in above if t.x < x - SAME and t.right > x + SAME and t.bottom <= y + SAME)
    stop = max((trim.bottom for trim in across), default=-math.inf)
    touched = (trim.y for trim in above if min(abs(trim.x - x), abs(trim.right - x)) <= SAME)
    return min([y, *(top for top in touched if top >= stop - SAME)])


def _room(x: float, y: float, length: float, trims: Sequence[Rect]) -> float:
    """How far a hair line may run upwards from a point before it meets a piece."""
    room = length
    for trim in trims:
        if (
            trim.x < x + HAIR / 2 - TOUCH
            and trim.right > x - HAIR / 2 + TOUCH
            and trim.y < y - TOUCH
        ):
            room = min(room, max(y - trim.bottom, 0.0))
    return room
