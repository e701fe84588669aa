"""Pieces on sheets as the user wishes: paper, orientation, grid, and room for the backs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from pnp.geometry.plane import Rect, Size
from pnp.layout.bleed import Edges, widest_bleed
from pnp.layout.calibration import Printer, correction, room_before
from pnp.layout.duplex import Axis, Flip, fold_mirror, page_mirror
from pnp.layout.grid import Area, Misfit, arrange, count_slots, fewest
from pnp.layout.marks import DEFAULT_MARKS, Marks, content_area
from pnp.layout.packs import Rank, may_save, pack, rank
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
    `pack`: as few sheets as can be instead of a grid for equal sizes and rows for mixed ones.
    `printer`: whose drift is corrected.
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
    pack: bool = False
    printer: Printer | None = None


class Group(Struct, frozen=True):
    """Pieces that are laid out together; `gap` in mm, unless the setting has one, `marks`: whether
    they are cut along crop marks. Pieces with outlines of their own alone need no straight cuts."""

    pieces: Sequence[Piece]
    two_sided: bool
    flip: Flip
    gap: float
    marks: bool

    @property
    def outlined(self) -> bool:
        return all(piece.outline is not None for piece in self.pieces)


class Imposed(Struct, frozen=True):
    """A group's bare front sheets, the pieces that fit none, and the grid that was refused."""

    group: Group
    sheets: tuple[Sheet, ...]
    misfits: tuple[Misfit, ...]
    refused: Refusal | None = None


class Refusal(Struct, frozen=True):
    """A grid that does not fit: how far it overflows, mm, and the nearest that does."""

    grid: tuple[int, int]
    over: Size
    nearest: tuple[int, int]


class Way(Struct, frozen=True):
    """One way of laying a document out, with room for marks of such lengths."""

    paper: Paper
    area: Rect
    axis: Axis | None
    crop: Marks


def ways(group: Group, setting: Setting) -> Iterator[Way]:
    """The ways the wishes leave open, the preferred ones first; marks are short in the last."""
    bleed = widest_bleed(group.pieces)
    for crop in (setting.crop, setting.crop.shortest) if group.marks else (setting.crop,):
        yield from _ways_round(group, replace(setting, crop=crop), bleed)


def _ways_round(group: Group, setting: Setting, bleed: float) -> Iterator[Way]:
    """The same for marks that are as long as the setting has them."""
    both: tuple[Literal["portrait", "landscape"], ...] = ("portrait", "landscape")
    room, marks = setting.crop.room(bleed), group.marks
    for orientation in both if setting.orientation == "auto" else (setting.orientation,):
        paper = setting.paper.lying(orientation)
        area = _area(setting, paper, "front", marks, bleed)
        if not group.two_sided or setting.sides == "fronts":
            yield Way(paper, area, None, setting.crop)
        elif setting.sides != "fold":
            behind = _area(setting, paper, "back", marks, bleed)
            mirror = page_mirror(paper, group.flip)
            yield Way(paper, area.intersect(mirror.apply_rect(behind)), None, setting.crop)
        else:
            axes: tuple[Axis, ...] = ("vertical", "horizontal")
            for axis in axes if setting.axis is None else (setting.axis,):
                half = area.intersect(fold_mirror(paper, axis).apply_rect(area))
                yield Way(paper, _half(half, paper, axis, room + FOLD_GAP), axis, setting.crop)


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


def impose(group: Group, setting: Setting) -> Imposed:
    """Lay all copies out: the way with the fewest misfits, then sheets, wins."""
    best: tuple[tuple[int, Rank], Way, list[tuple[Placement, ...]], list[Misfit]] | None = None
    refused: Refusal | None = None
    for way in ways(group, setting):
        grid = setting.grid if group.marks else None
        refusal = refuse(group, way.area, setting)
        if refusal:
            refused = refused or refusal
            continue
        room = Area(way.area, gap_of(group, setting), setting.align == "top-left", grid)
        shortened = way.crop != setting.crop
        if shortened and best and not best[3] and len(best[2]) <= fewest(group.pieces, room):
            continue
        pages, misfits = _lay_out(group, room, way, setting)
        score = len(misfits), _rank(pages, way, setting)
        if best is None or score < best[0]:
            best = score, way, pages, misfits
    if best is None:
        return Imposed(group, (), (), refused)
    _, way, pages, misfits = best
    sheets = (
        Sheet(way.paper, "front", page, number, len(pages), axis=way.axis)
        for number, page in enumerate(pages, 1)
    )
    return Imposed(group, tuple(sheets), tuple(misfits))


def gap_of(group: Group, setting: Setting) -> float:
    """The room between the pieces, mm."""
    return group.gap if setting.gap is None else setting.gap


def _lay_out(
    group: Group, room: Area, way: Way, setting: Setting
) -> tuple[list[tuple[Placement, ...]], list[Misfit]]:
    """Pages and misfits. What is cut along outlines alone lies on the fewest sheets, for nothing is
    lost by it; where straight cuts part the pieces, only if it is asked for."""
    if setting.pack:
        return pack(group.pieces, room, way.paper.area)
    pages, misfits = arrange(group.pieces, room)
    if group.outlined and not misfits and may_save(group.pieces, room, len(pages)):
        return pack(group.pieces, room, way.paper.area)
    return pages, misfits


def _rank(pages: Sequence[tuple[Placement, ...]], way: Way, setting: Setting) -> Rank:
    return rank(pages, way.paper.area) if setting.pack else (len(pages), 0, 0)


def refuse(group: Group, area: Rect, setting: Setting) -> Refusal | None:
    """The refusal of a grid that does not hold the largest piece in every slot."""
    if setting.grid is None or not group.marks or not group.pieces:
        return None
    pieces, gap = group.pieces, gap_of(group, setting)
    largest = Size(max(p.size.width for p in pieces), max(p.size.height for p in pieces))
    cols, rows = setting.grid
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
    return Refusal(setting.grid, Size(max(over.width, 0.0), max(over.height, 0.0)), nearest)


def apart(pieces: Sequence[Piece]) -> list[list[Piece]]:
    """Pieces parted by component, in the order in which the components come first."""
    groups: dict[str, list[Piece]] = {}
    for piece in pieces:
        groups.setdefault(piece.component, []).append(piece)
    return list(groups.values())
