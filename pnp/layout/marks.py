"""What stands around the pieces: crop marks, two 100 mm rulers, the sheet's id and hints.

All of it lies in the margin between the pieces and the printable edge, never on a piece.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from pnp.geometry.plane import Affine, Point, Rect, bounds
from pnp.layout.bleed import CLEARANCE
from pnp.layout.cuts import HAIR, SAME, arms, stretches
from pnp.layout.footer import LINE, SMALLEST_TEXT, footer, footer_lines
from pnp.layout.paper import Paper
from pnp.layout.rulers import ASCENT, LARGEST_TEXT, NOTE_CLEARANCE, SHEETS, rulers
from pnp.layout.sheet import Label, Line, Placement, Sheet
from pnp.piece import Piece

MARK_OFFSET = 1.0
MARK_LENGTH = 2.5
MARK_WIDTH = 0.15
HALO = 0.2
"""The white at both sides of a mark that lies on a bleed, mm."""
MARK_REACH = 5.0
"""How far from a piece a mark ends at most, unless more is asked for, mm."""
STRIP = 2.0
"""The least strip, mm, that ruler and footer need between marks and printable edge."""
FOLD_WIDTH, FOLD_CLEARANCE = 0.2, 0.6
"""Width of a fold line, mm, and what it keeps from ruler and footer."""
FOOTER_CLEARANCE, LEAST_CLEARANCE = 0.8, 0.2
"""What marks keep from a footer, mm: less only where they would be shorter than `SHORTEST_MARK`."""
SHORTEST_MARK, LEAST_OFFSET = 1.0, 0.5
"""Marks in narrow gaps: how long they are, and how far from both pieces, at least, mm."""


MarkStyle = Literal["none", "corner", "cross", "full", "outer"]


class Marks(Struct, frozen=True):
    """How cuts are marked: the style, lengths in mm (None: as the bleed leaves room), the sides.

    "corner" puts a mark at both ends of every edge where no piece lies (a short one in a gap that
    ends the cut), "outer" only those with nothing but paper behind them. "cross" draws hair lines
    along the edges near the corners, "full" along the whole edges; both run on beyond the corners.
    """

    style: MarkStyle = "corner"
    length: float | None = None
    offset: float | None = None
    colour: str = "#000000"
    sides: Literal["front", "back", "both"] = "both"

    def ends(self, bleed: float) -> tuple[float, float]:
        """Where marks begin and end, mm from the trim: by default beyond the bleed."""
        near = max(MARK_OFFSET, bleed) if self.offset is None else self.offset
        if self.style in ("cross", "full"):
            near = 0.0
        length = self.length
        if length is None:
            length = max(1.0, min(MARK_LENGTH, MARK_REACH - near))
        return near, near + length

    @property
    def shortest(self) -> Marks:
        """The same marks as short as they may be where that saves a sheet."""
        return replace(self, length=SHORTEST_MARK) if self.length is None else self

    def room(self, bleed: float) -> float:
        """What marks and bleed take beyond the pieces, mm."""
        taken = bleed + CLEARANCE if bleed else 0.5
        return taken if self.style == "none" else max(taken, self.ends(bleed)[1])


DEFAULT_MARKS = Marks()


def content_area(paper: Paper, marks: bool, room: float = DEFAULT_MARKS.room(0.0)) -> Rect:
    """Where pieces may go: the printable area less the strips for marks, rulers and footer.

    `room` is what marks and bleed take beyond the pieces.
    """
    area = paper.printable.inset(STRIP + (room if marks else 0.5))
    return area._replace(height=area.height - (footer_lines(paper) - 1) * LINE)


def crop_marks(placements: Sequence[Placement], style: Marks = DEFAULT_MARKS) -> tuple[Line, ...]:
    """Marks at every cut of the occupied slots; none for empty slots, none on a piece.

    Hair lines are the exception: on an edge that two pieces share, each keeps half of the line.
    """
    marked = [p for p in placements if style.sides in ("both", p.side)]
    if style.style == "none" or not marked:
        return ()
    trims = [p.trim for p in placements]
    bleed = max(p.face.bleed for p in placements)
    if style.style in ("cross", "full"):
        cut = [p.trim for p in marked if p.piece.outline is None]
        length = style.ends(bleed)[1]
        edges = stretches(cut, trims, length if style.style == "cross" else None)
        ends = sorted((*edges, *arms(cut, trims, length)))
        return tuple(Line(a, b, HAIR, "cut", style.colour) for a, b in ends)
    return _marks_round(tuple(p.trim for p in marked), tuple(trims), style, bleed)


@lru_cache(maxsize=SHEETS)
def _marks_round(
    marked: tuple[Rect, ...], trims: tuple[Rect, ...], style: Marks, bleed: float
) -> tuple[Line, ...]:
    """Corner or outer marks of some of the trims; sheets that look alike share them."""
    lines: dict[tuple[int, ...], Line] = {}
    near, far = style.ends(bleed)
    for trim in marked:
        reach = trim.inset(-far - MARK_WIDTH)
        around = [other for other in trims if other.overlaps(reach)]
        for corner, quarter in _corners(trim):
            ends = _beside(corner, quarter, near, far)
            box = bounds(ends).inset(-MARK_WIDTH / 2)
            hit = [other for other in around if box.overlaps(other)]
            if style.style == "outer":
                beyond = _beyond(trim, box)
                if hit or any(beyond.overlaps(other) for other in trims):
                    continue
            elif hit:
                squeezed = _squeezed(_gap(corner, quarter, hit), style, bleed)
                if squeezed is None:
                    continue
                ends = _beside(corner, quarter, *squeezed)
            start, end = ends
            key = tuple(round(v * 1000) for v in (*start, *end))
            lines[key] = Line(start, end, MARK_WIDTH, "mark", style.colour)
    return tuple(lines[key] for key in sorted(lines))


def _gap(corner: Point, quarter: int, hit: Sequence[Rect]) -> float:
    """The room before the pieces that a mark would hit, mm; none where the cut runs on along one of
    them, at whose other end a mark stands."""
    turn = Affine.rotation(-90.0 * quarter)
    x, y = turn.apply(corner)
    others = [turn.apply_rect(other) for other in hit]
    along = any(min(abs(other.x - x), abs(other.right - x)) <= SAME for other in others)
    return 0.0 if along else min(y - other.bottom for other in others)


def _squeezed(room: float, style: Marks, bleed: float) -> tuple[float, float] | None:
    """Where a mark begins and ends in a gap too narrow for all of it; None if there is no room."""
    near, far = style.ends(bleed)
    keep = max(LEAST_OFFSET if style.offset is None else style.offset, bleed)
    length = min(far - near, room - 2 * keep)
    begin = min(near, room - keep - length)
    return (begin, begin + length) if length >= SHORTEST_MARK - SAME else None


def halos(marks: Sequence[Line], placements: Sequence[Placement]) -> tuple[Line, ...]:
    """White below the crop marks that lie on the bleed of a piece, whose colour may be theirs."""
    bleeds = [p.shown for p in placements if p.face.bleed]
    trims = [p.trim for p in placements]
    found = []
    for mark in marks if bleeds else ():
        if mark.role != "mark" or not any(_covered(mark).overlaps(box) for box in bleeds):
            continue
        halo = replace(mark, width=mark.width + 2 * HALO, role="halo", colour="#FFFFFF")
        box = bounds((halo.start, halo.end)).inset(-halo.width / 2)
        if not any(box.overlaps(trim) for trim in trims):
            found.append(halo)
    return tuple(found)


def _covered(mark: Line) -> Rect:
    """What a mark covers; it ends where it is drawn to."""
    box, half = bounds((mark.start, mark.end)), mark.width / 2
    across, down = (half, 0.0) if mark.start.x == mark.end.x else (0.0, half)
    return Rect(box.x - across, box.y - down, box.width + 2 * across, box.height + 2 * down)


_WAYS = ((0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0))
"""Up, to the right, down, to the left: so many quarter turns clockwise."""


def _corners(trim: Rect) -> Iterable[tuple[Point, int]]:
    """The corners, each with the two ways in which marks go on from its edges, in quarter turns."""
    for x, aside in ((trim.x, 3), (trim.right, 1)):
        for y, away in ((trim.y, 0), (trim.bottom, 2)):
            yield Point(x, y), aside
            yield Point(x, y), away


def _beside(corner: Point, quarter: int, near: float, far: float) -> tuple[Point, Point]:
    """The ends of a mark between two distances from a corner."""
    dx, dy = _WAYS[quarter]
    one, other = (Point(corner.x + dx * d, corner.y + dy * d) for d in (near, far))
    return min(one, other), max(one, other)


def _beyond(trim: Rect, mark: Rect) -> Rect:
    """A mark's box, extended away from its trim to the end of any paper."""
    far = 1e5
    if mark.bottom <= trim.y:
        return Rect(mark.x, mark.y - far, mark.width, mark.height + far)
    if mark.y >= trim.bottom:
        return mark._replace(height=mark.height + far)
    if mark.right <= trim.x:
        return Rect(mark.x - far, mark.y, mark.width + far, mark.height)
    return mark._replace(width=mark.width + far)


def dress(
    sheet: Sheet,
    name: str,
    hints: Sequence[str],
    marks: bool,
    style: Marks = DEFAULT_MARKS,
    options: Sequence[str] = (),
) -> Sheet:
    """The sheet with its marks, rulers, footer; `options` are named in the footer.

    Rulers alone are not moved by a printer's correction: they give way to pieces as printed.
    """
    style = _fitted(style, sheet)
    lines = crop_marks(sheet.placements, style) if marks else ()
    moved = _free_strip(sheet, sheet.printed, style)
    free = min(moved, _free_strip(sheet, sheet.placements, style))
    size, ruled = (min(max(f - 0.2, SMALLEST_TEXT), LARGEST_TEXT) for f in (free, moved))
    near = lines if moved < STRIP + 0.5 else ()
    tick = min(max(moved, STRIP - 0.2), 3.0)
    rightmost = max((p.trim.right for p in sheet.printed), default=0.0)
    crowded = sheet.paper.printable.right - 1.05 * ruled - rightmost < NOTE_CLEARANCE
    ruler_lines, ruler_labels = rulers(sheet.paper, tick, ruled, near, crowded)
    feet = footer(sheet, name, hints, size, options, _spare_lines(sheet, style))
    lines = _above(lines, feet)
    return replace(
        sheet,
        lines=(
            *halos(lines, sheet.placements),
            *lines,
            *_fold_line(sheet, tick, feet),
            *ruler_lines,
        ),
        labels=(*ruler_labels, *feet),
    )


def _fitted(style: Marks, sheet: Sheet) -> Marks:
    """Marks as long as usual, or as long as the pieces leave room before ruler and footer."""
    if style.length is not None or not sheet.placements:
        return style
    bleed = max(p.face.bleed for p in sheet.placements)
    near, far = style.ends(bleed)
    area = content_area(sheet.paper, marks=True, room=0.0)
    block = bounds([corner for p in sheet.placements for corner in p.trim.corners])
    ends = (block.x - area.x, block.y - area.y, area.right - block.right)
    free = min(*ends, area.bottom - block.bottom) - near
    return replace(style, length=min(far - near, max(free, SHORTEST_MARK)))


def _above(lines: tuple[Line, ...], feet: Sequence[Label]) -> tuple[Line, ...]:
    """Marks that would run into the footer, ended above it."""
    top = min(foot.at.y - foot.size * ASCENT for foot in feet)
    return tuple(
        replace(line, end=line.end._replace(y=_end_above(line, top)))
        if line.start.x == line.end.x
        and line.start.y < top - LEAST_CLEARANCE
        and line.end.y > top - FOOTER_CLEARANCE
        else line
        for line in lines
    )


def _end_above(mark: Line, top: float) -> float:
    """Where an upright mark ends above a footer, mm."""
    shortest = min(mark.start.y + SHORTEST_MARK, top - LEAST_CLEARANCE)
    return min(mark.end.y, max(top - FOOTER_CLEARANCE, shortest))


def _fold_line(sheet: Sheet, tick: float, feet: Sequence[Label]) -> tuple[Line, ...]:
    """The dashed line of a gutterfold, through the middle of the paper, from ruler to footer."""
    if sheet.axis is None:
        return ()
    area, (width, height) = content_area(sheet.paper, marks=False), sheet.paper.size
    if sheet.axis == "vertical":
        top = sheet.paper.printable.y + tick + FOLD_CLEARANCE
        bottom = min(foot.at.y - foot.size for foot in feet) - FOLD_CLEARANCE
        ends = Point(width / 2, max(area.y, top)), Point(width / 2, min(area.bottom, bottom))
    else:
        ends = Point(area.x, height / 2), Point(area.right, height / 2)
    return (Line(*ends, FOLD_WIDTH, "fold"),)


def _free_strip(sheet: Sheet, placed: Sequence[Placement], style: Marks) -> float:
    """The room between the printable edge (top, left) and the nearest mark or piece."""
    area = sheet.paper.printable
    if not placed:
        return 3.0
    block = bounds([corner for p in placed for corner in p.trim.corners])
    room = min(block.x - area.x, block.y - area.y)
    return room - style.room(max(p.face.bleed for p in placed)) - 0.2


def _spare_lines(sheet: Sheet, style: Marks) -> int:
    """How many footer lines have room below the pieces beyond those that are kept free."""
    if not sheet.placements:
        return 0
    lowest = max(p.trim.bottom for p in sheet.placements)
    free = sheet.paper.printable.bottom - lowest
    free -= style.room(max(p.face.bleed for p in sheet.placements)) + STRIP
    return max(0, math.floor(free / LINE) - footer_lines(sheet.paper) + 1)


def behind_text(sheet: Sheet) -> str:
    """The instruction of a back page: how often it is printed and behind which fronts."""
    first, last = sheet.behind[0], sheet.behind[-1]
    unbroken = sheet.behind == tuple(range(first, last + 1))
    which = (
        f"sheet {first}"
        if first == last
        else (
            f"sheets {first}–{last}" if unbroken else "sheets " + ", ".join(map(str, sheet.behind))
        )
    )
    times = "once" if sheet.times == 1 else f"{sheet.times} times"
    return f"print {times}, behind {which}"


def has_marks(pieces: Sequence[Piece]) -> bool:
    """Crop marks go round rectangles; pieces with an outline carry their own cut line."""
    return any(piece.outline is None for piece in pieces)
