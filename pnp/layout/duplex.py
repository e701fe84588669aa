"""Backs behind fronts: one formula for every slot, rotation and flip.

With the page mirror M (how turning the paper exchanges its edges), a front placement F and the
face mirror m, the back placement is B = M · F · m: a proper rotation (determinant +1), so text
on backs is never mirrored.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec.structs import replace

from pnp.geometry.plane import Affine
from pnp.layout.paper import Paper
from pnp.layout.sheet import Placement, Sheet

Flip = Literal["long", "short"]
Axis = Literal["vertical", "horizontal"]
"""Which way the fold line of a gutterfold runs."""
Backs = tuple[tuple[str, Affine], ...]


def page_mirror(paper: Paper, flip: Flip) -> Affine:
    """The mirror of a sheet turned over its long or short edge; square paper is portrait."""
    width, height = paper.size
    upright = width <= height
    if (flip == "long") == upright:
        return Affine.mirror_x(width / 2)
    return Affine.mirror_y(height / 2)


def fold_mirror(paper: Paper, axis: Axis) -> Affine:
    """The mirror in a fold line through the middle of the sheet: a gutterfold."""
    width, height = paper.size
    return Affine.mirror_x(width / 2) if axis == "vertical" else Affine.mirror_y(height / 2)


def back_of(front: Placement, mirror: Affine) -> Placement:
    """The placement of the back behind a front."""
    face_mirror = Affine.mirror_x(front.piece.size.width / 2)
    return Placement(front.piece, "back", mirror @ front.at @ face_mirror)


def interleaved(fronts: Sequence[Sheet], flip: Flip) -> list[Sheet]:
    """Front, back, front, back: every front sheet is followed by its own back, even a blank one."""
    pages = []
    for sheet in fronts:
        mirror = page_mirror(sheet.paper, flip)
        backs = tuple(back_of(p, mirror) for p in sheet.placements if p.piece.back is not None)
        back = Sheet(sheet.paper, "back", backs, sheet.number, sheet.total, behind=(sheet.number,))
        pages += [sheet, back]
    return pages


def folded(fronts: Sequence[Sheet], axis: Axis) -> list[Sheet]:
    """Fronts with their backs on the other side of the fold line, on one page."""
    pages = []
    for sheet in fronts:
        mirror = fold_mirror(sheet.paper, axis)
        backs = tuple(back_of(p, mirror) for p in sheet.placements if p.piece.back is not None)
        pages.append(replace(sheet, side="fold", placements=sheet.placements + backs, axis=axis))
    return pages


def back_sheets(fronts: Sequence[Sheet], flip: Flip) -> list[Sheet]:
    """Each distinct back page once, with how often and behind which front sheets it is printed."""
    found: dict[Backs, Sheet] = {}
    behind: dict[Backs, list[int]] = {}
    for sheet in fronts:
        mirror = page_mirror(sheet.paper, flip)
        backs = tuple(back_of(p, mirror) for p in sheet.placements if p.piece.back is not None)
        if not backs:
            continue
        key = tuple(p.key for p in backs)
        found.setdefault(key, Sheet(sheet.paper, "back", backs))
        behind.setdefault(key, []).append(sheet.number)
    sheets = []
    for number, (key, sheet) in enumerate(found.items(), 1):
        sheets.append(
            Sheet(
                sheet.paper,
                "back",
                sheet.placements,
                number,
                len(found),
                times=len(behind[key]),
                behind=tuple(behind[key]),
            )
        )
    return sheets
