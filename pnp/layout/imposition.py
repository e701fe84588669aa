"""Pieces on sheets as the user wishes: paper, orientation, grid, and room for the backs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec import Struct

from pnp.geometry import Rect, Size
from pnp.layout.bleed import Edges, widest_bleed
from pnp.layout.drift import Printer, correction, room_before
from pnp.layout.duplex import Axis, Flip, fold_mirror, page_mirror
from pnp.layout.grid import Misfit, Room, arrange, count_slots
from pnp.layout.marks import DEFAULT_MARKS, Marks, content_area
from pnp.layout.packs import Pack, Rank, pack, rank
from pnp.layout.paper import PAPERS, Orientation, Paper
from pnp.layout.sheet import Placement, Sheet, Side
from pnp.piece import Piece

Sides = Literal["separate", "interleaved", "fold", "fronts", "backs"]
Align = Literal["center", "top-left"]
FOLD_GAP = 0.5
"""Between what stands round a piece, marks and bleed, and the fold line, mm."""
MOVED_ROOM = 0.35
"""Between the strips and pieces that a printer's correction has moved towards them, mm."""


class Setting(Struct, frozen=True):
    """How sheets are laid out. None: as the document says (`gap` in mm, `flip`), as the components
    say (`bleed` in mm), or the most that fits (`grid` in columns and rows, `axis` of a gutterfold).
    `pack`: None is a grid for equal sizes and rows for mixed ones. `printer`: whose drift is
    corrected.
    """

    paper: Paper = PAPERS["A4"]
    orientation: Orientation = "portrait"
    gap: float | None = None
    align: Align = "center"
    grid: tuple[int, int] | None = None
    sides: Sides = "separate"
    flip: Flip | None = None
    axis: Axis | None = None
    crop: Marks = DEFAULT_MARKS
    bleed: float | None = None
    bleed_edge: Edges = "all"
    pack: Pack | None = None
    printer: Printer | None = None


class Imposed(Struct, frozen=True):
    """Bare front sheets, the pieces that fit none, and the grid that was refused, if any."""

    sheets: tuple[Sheet, ...]
    misfits: tuple[Misfit, ...]
    refused: Refusal | None = None


class Refusal(Struct, frozen=True):
    """A grid that does not fit: how far it overflows, mm, and the nearest that does."""

    grid: tuple[int, int]
    over: Size
    nearest: tuple[int, int]


class Way(Struct, frozen=True):
    """One way of laying a document out."""

    paper: Paper
    area: Rect
    axis: Axis | None


def ways(
    setting: Setting, marks: bool, two_sided: bool, flip: Flip, bleed: float = 0.0
) -> Iterator[Way]:
    """The ways the wishes leave open, the preferred ones first."""
    both: tuple[Literal["portrait", "landscape"], ...] = ("portrait", "landscape")
    room = setting.crop.room(bleed)
    for orientation in both if setting.orientation == "auto" else (setting.orientation,):
        paper = setting.paper.lying(orientation)
        area = _area(setting, paper, "front", marks, bleed)
        if not two_sided or setting.sides == "fronts":
            yield Way(paper, area, None)
        elif setting.sides != "fold":
            behind = _area(setting, paper, "back", marks, bleed)
            yield Way(paper, area.intersect(page_mirror(paper, flip).apply_rect(behind)), None)
        else:
            axes: tuple[Axis, ...] = ("vertical", "horizontal")
            for axis in axes if setting.axis is None else (setting.axis,):
                half = area.intersect(fold_mirror(paper, axis).apply_rect(area))
                yield Way(paper, _half(half, paper, axis, room + FOLD_GAP), axis)


def _area(setting: Setting, paper: Paper, side: Side, marks: bool, bleed: float) -> Rect:
    """Where the pieces of one side may go. Moved by the printer's correction, they stay off the
    strips for ruler and footer, which are not moved, and what stands round them printable."""
    room = setting.crop.room(bleed)
    area = content_area(paper, marks, room)
    if setting.printer is None:
        return area
    at = correction(setting.printer.drift, side, paper)
    free = content_area(paper, True, bleed + MOVED_ROOM)
    around = room_before(at, paper.printable).inset(room if marks else 0.0)
    return area.intersect(room_before(at, free)).intersect(around)


def _half(area: Rect, paper: Paper, axis: Axis, gap: float) -> Rect:
    """The part on the fronts' side of the fold line, `gap` mm from it."""
    if axis == "vertical":
        return area._replace(width=paper.size.width / 2 - gap - area.x)
    return area._replace(height=paper.size.height / 2 - gap - area.y)


def impose(
    pieces: Sequence[Piece],
    setting: Setting,
    *,
    two_sided: bool,
    flip: Flip,
    gap: float,
    marks: bool,
) -> Imposed:
    """Lay all copies out: the way with the fewest misfits, then sheets (or cuts), wins."""
    gap = gap if setting.gap is None else setting.gap
    best: tuple[tuple[int, Rank], Way, list[tuple[Placement, ...]], list[Misfit]] | None = None
    refused: Refusal | None = None
    for way in ways(setting, marks, two_sided, flip, widest_bleed(pieces)):
        grid = setting.grid if marks else None
        refusal = _refuse(pieces, way.area, gap, grid)
        if refusal:
            refused = refused or refusal
            continue
        room = Room(way.area, gap, setting.align == "top-left", grid)
        pages, misfits = _lay_out(pieces, room, way, setting)
        score = len(misfits), _rank(pages, way, setting)
        if best is None or score < best[0]:
            best = score, way, pages, misfits
    if best is None:
        return Imposed((), (), refused)
    _, way, pages, misfits = best
    sheets = (
        Sheet(way.paper, "front", page, number, len(pages), axis=way.axis)
        for number, page in enumerate(pages, 1)
    )
    return Imposed(tuple(sheets), tuple(misfits))


def _lay_out(
    pieces: Sequence[Piece], room: Room, way: Way, setting: Setting
) -> tuple[list[tuple[Placement, ...]], list[Misfit]]:
    if setting.pack is None:
        return arrange(pieces, room)
    return pack(pieces, room, setting.pack, way.paper.area)


def _rank(pages: Sequence[tuple[Placement, ...]], way: Way, setting: Setting) -> Rank:
    if setting.pack is None:
        return len(pages), 0, 0
    return rank(pages, setting.pack, way.paper.area)


def _refuse(
    pieces: Sequence[Piece], area: Rect, gap: float, grid: tuple[int, int] | None
) -> Refusal | None:
    """The refusal of a grid that does not hold the largest piece in every slot."""
    if grid is None or not pieces:
        return None
    largest = Size(max(p.size.width for p in pieces), max(p.size.height for p in pieces))
    cols, rows = grid
    over = Size(
        cols * (largest.width + gap) - gap - area.width,
        rows * (largest.height + gap) - gap - area.height,
    )
    if max(over) <= 1e-6:
        return None
    most = count_slots(largest, area.size, gap)
    if not min(most):
        return None  # the piece is a misfit, whatever the grid
    nearest = min(cols, most[0]), min(rows, most[1])
    return Refusal(grid, Size(max(over.width, 0.0), max(over.height, 0.0)), nearest)


def apart(pieces: Sequence[Piece]) -> list[list[Piece]]:
    """Pieces parted by component, in the order in which the components come first."""
    groups: dict[str, list[Piece]] = {}
    for piece in pieces:
        groups.setdefault(piece.component, []).append(piece)
    return list(groups.values())
