"""What a machine cuts on a sheet: outlines, free rectangles, and one line where pieces abut."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Sequence

from msgspec import Struct

from pnp.geometry.plane import Affine, Point, Rect
from pnp.layout.cuts import TOUCH
from pnp.layout.sheet import Placement, Sheet
from pnp.nets.core import outline

Span = tuple[float, float, float]
"""A straight edge along an axis: its place across, its start and its end; mm."""


QUARTER = math.tan(math.pi / 8)
"""The bend of a quarter of a circle."""


class Cut(Struct, frozen=True):
    """A cut through some points on the sheet, mm; closed when it ends where it begins.

    `bends` says how it runs on from each point: 0 straight, else along an arc of the angle t,
    where the bend is tan(t/4), positive if it turns clockwise on paper. None at all: all straight.
    """

    points: tuple[Point, ...]
    closed: bool
    bends: tuple[float, ...] = ()

    @property
    def steps(self) -> Iterator[tuple[Point, Point, float]]:
        """From each point to the next, with the bend; the last step of a closed cut too."""
        ends = (*self.points[1:], self.points[0]) if self.closed else self.points[1:]
        bends = self.bends or (0.0,) * len(ends)
        return zip(self.points, ends, bends, strict=False)

    @property
    def length(self) -> float:
        """mm."""
        return sum(
            radius_of(p, q, bend) * 4 * abs(math.atan(bend)) if bend else math.dist(p, q)
            for p, q, bend in self.steps
        )


def radius_of(start: Point, end: Point, bend: float) -> float:
    """The radius of an arc between two points: the chord is 2 r sin(t/2), the bend tan(t/4)."""
    return math.dist(start, end) * (1 + bend * bend) / (4 * abs(bend))


def cuts_of(sheet: Sheet) -> tuple[Cut, ...]:
    """Every cut of a sheet of fronts, those within nets first; of a fold, the side with the fronts.

    A piece that touches no other is a closed contour, with round corners if it has them. Edges
    that pieces share, and those in line with them, become straight lines, each cut once; round
    corners of such pieces are cuts of their own. Cuts lie where the pieces lie on the finished
    paper: a correction makes the printer hit those places, and a knife needs none.
    """
    fronts = [p for p in sheet.placements if p.side == "front"]
    found = [cut for p in fronts if p.piece.outline is not None for cut in _outlines(p)]
    radii = {p.trim: p.piece.corners for p in fronts if p.piece.outline is None}
    joined = {trim for trim in radii if any(_abut(trim, other) for other in radii)}
    found += [_rounded(trim, radius) for trim, radius in radii.items() if trim not in joined]
    found += [arc for trim in radii if trim in joined for arc in _corners(trim, radii[trim])]
    return (*found, *_shared(joined))


def _shared(trims: Collection[Rect]) -> Iterable[Cut]:
    """The edges of pieces that touch as straight lines, each once: those across, those down."""
    across = [(y, trim.x, trim.right) for trim in trims for y in (trim.y, trim.bottom)]
    down = [(x, trim.y, trim.bottom) for trim in trims for x in (trim.x, trim.right)]
    yield from (Cut((Point(a, y), Point(b, y)), False) for y, a, b in _merged(across))
    yield from (Cut((Point(x, a), Point(x, b)), False) for x, a, b in _merged(down))


def _rounded(trim: Rect, radius: float) -> Cut:
    """A rectangle, clockwise from its top left, with round corners."""
    if not radius:
        return Cut(trim.corners, True)
    arcs = _corners(trim, radius)
    return Cut(tuple(p for arc in arcs for p in arc.points), True, (QUARTER, 0.0) * 4)


def _corners(trim: Rect, radius: float) -> list[Cut]:
    """The arcs in the corners of a rectangle, clockwise from its top left."""
    if not radius:
        return []
    (left, top), (right, bottom) = trim[:2], (trim.right, trim.bottom)
    ends = (
        (Point(left, top + radius), Point(left + radius, top)),
        (Point(right - radius, top), Point(right, top + radius)),
        (Point(right, bottom - radius), Point(right - radius, bottom)),
        (Point(left + radius, bottom), Point(left, bottom - radius)),
    )
    return [Cut(pair, False, (QUARTER,)) for pair in ends]


def _outlines(placement: Placement) -> Iterable[Cut]:
    """Contour, holes and slits of a piece that is not a plain rectangle."""
    piece = placement.piece
    if piece.net is None:
        yield Cut(tuple(map(placement.at.apply, piece.outline or ())), True)
        return
    at = placement.at @ Affine.translation(piece.net_pad, piece.net_pad)
    for contour in outline(piece.net):
        yield Cut(tuple(map(at.apply, contour)), True)
    for path in piece.net.cuts:
        hole = path[0] == path[-1]
        yield Cut(tuple(map(at.apply, path[:-1] if hole else path)), hole)


def _abut(one: Rect, other: Rect) -> bool:
    """True if two rectangles share a part of an edge."""
    across = min(one.right, other.right) - max(one.x, other.x)
    down = min(one.bottom, other.bottom) - max(one.y, other.y)
    return one is not other and (
        (abs(across) < TOUCH and down > TOUCH) or (abs(down) < TOUCH and across > TOUCH)
    )


def _merged(spans: Sequence[Span]) -> list[Span]:
    """Edges on one line that touch or overlap, as one."""
    lines: list[list[Span]] = []
    for span in sorted(spans):
        if lines and span[0] - lines[-1][-1][0] < TOUCH:
            lines[-1].append(span)
        else:
            lines.append([span])
    found: list[Span] = []
    for line in lines:
        place = line[0][0]
        start, end = len(found), -1.0
        for _, low, high in sorted(line, key=lambda span: span[1:]):
            if len(found) > start and low <= end + TOUCH:
                end = max(end, high)
                found[-1] = (place, found[-1][1], end)
            else:
                end = high
                found.append((place, low, high))
    return found
