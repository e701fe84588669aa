"""Pieces on sheets as the user wishes: paper, orientation, grid, and room for the backs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from pnp.geometry import Affine, Rect, Size
from pnp.layout.duplex import Axis, Flip, fold_mirror, page_mirror
from pnp.layout.grid import Misfit, Room, arrange, count_slots
from pnp.layout.marks import content_area
from pnp.layout.paper import PAPERS, Orientation, Paper
from pnp.layout.sheet import Placement, Sheet
from pnp.piece import Piece

Sides = Literal["separate", "interleaved", "fold", "fronts", "backs"]
Align = Literal["center", "top-left"]
FOLD_GAP = 4.0
"""Between a piece and the fold line, mm: room for its crop marks."""


@dataclass(frozen=True)
class Setting:
    """How sheets are laid out. None: as the document says (`gap` in mm, `flip`), or the most that
    fits (`grid` in columns and rows, `axis` of a gutterfold)."""

    paper: Paper = PAPERS["A4"]
    orientation: Orientation = "portrait"
    gap: float | None = None
    align: Align = "center"
    grid: tuple[int, int] | None = None
    sides: Sides = "separate"
    flip: Flip | None = None
    axis: Axis | None = None


@dataclass(frozen=True)
class Imposed:
    """Bare front sheets, the pieces that fit none, and the grid that was refused, if any."""

    sheets: tuple[Sheet, ...]
    misfits: tuple[Misfit, ...]
    refused: Refusal | None = None


@dataclass(frozen=True)
class Refusal:
    """A grid that does not fit: how far it overflows, mm, and the nearest that does."""

    grid: tuple[int, int]
    over: Size
    nearest: tuple[int, int]


@dataclass(frozen=True)
class Way:
    """One way of laying a document out."""

    paper: Paper
    area: Rect
    axis: Axis | None


def ways(setting: Setting, marks: bool, two_sided: bool, flip: Flip) -> Iterator[Way]:
    """The ways the wishes leave open, the preferred ones first."""
    both: tuple[Literal["portrait", "landscape"], ...] = ("portrait", "landscape")
    for orientation in both if setting.orientation == "auto" else (setting.orientation,):
        paper = setting.paper.lying(orientation)
        area = content_area(paper, marks)
        if not two_sided or setting.sides == "fronts":
            yield Way(paper, area, None)
        elif setting.sides != "fold":
            yield Way(paper, _shared(area, page_mirror(paper, flip)), None)
        else:
            axes: tuple[Axis, ...] = ("vertical", "horizontal")
            for axis in axes if setting.axis is None else (setting.axis,):
                yield Way(paper, _half(_shared(area, fold_mirror(paper, axis)), paper, axis), axis)


def _shared(area: Rect, mirror: Affine) -> Rect:
    """The part of the area that is printable on the other side too."""
    return area.intersect(mirror.apply_rect(area))


def _half(area: Rect, paper: Paper, axis: Axis) -> Rect:
    """The part on the fronts' side of the fold line."""
    if axis == "vertical":
        return area._replace(width=paper.size.width / 2 - FOLD_GAP - area.x)
    return area._replace(height=paper.size.height / 2 - FOLD_GAP - area.y)


def impose(
    pieces: Sequence[Piece],
    setting: Setting,
    *,
    two_sided: bool,
    flip: Flip,
    gap: float,
    marks: bool,
) -> Imposed:
    """Lay all copies out: the way with the fewest misfits, then the fewest sheets, wins."""
    gap = gap if setting.gap is None else setting.gap
    best: tuple[tuple[int, int], Way, list[tuple[Placement, ...]], list[Misfit]] | None = None
    refused: Refusal | None = None
    for way in ways(setting, marks, two_sided, flip):
        grid = setting.grid if marks else None
        refusal = _refuse(pieces, way.area, gap, grid)
        if refusal:
            refused = refused or refusal
            continue
        room = Room(way.area, gap, setting.align == "top-left", grid)
        pages, misfits = arrange(pieces, room)
        rank = (len(misfits), len(pages))
        if best is None or rank < best[0]:
            best = rank, way, pages, misfits
    if best is None:
        return Imposed((), (), refused)
    _, way, pages, misfits = best
    sheets = (
        Sheet(way.paper, "front", page, number, len(pages), axis=way.axis)
        for number, page in enumerate(pages, 1)
    )
    return Imposed(tuple(sheets), tuple(misfits))


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
    nearest = (max(1, min(cols, most[0])), max(1, min(rows, most[1])))
    return Refusal(grid, Size(max(over.width, 0.0), max(over.height, 0.0)), nearest)
