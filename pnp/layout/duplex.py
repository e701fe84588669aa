"""Backs behind fronts: one formula for every slot, rotation and flip.

With the page mirror M (how turning the paper exchanges its edges), a front placement F and the
face mirror m, the back placement is B = M · F · m: a proper rotation (determinant +1), so text
on backs is never mirrored.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from pnp.geometry import Affine
from pnp.layout.sheet import Paper, Placement, Sheet

Flip = Literal["long", "short"]
Backs = tuple[tuple[str, Affine], ...]


def page_mirror(paper: Paper, flip: Flip) -> Affine:
    """The mirror of a sheet turned over its long or short edge; square paper is portrait."""
    width, height = paper.size
    upright = width <= height
    if (flip == "long") == upright:
        return Affine.mirror_x(width / 2)
    return Affine.mirror_y(height / 2)


def back_of(front: Placement, mirror: Affine) -> Placement:
    """The placement of the back behind a front."""
    face_mirror = Affine.mirror_x(front.piece.size.width / 2)
    return Placement(front.piece, "back", mirror @ front.at @ face_mirror)


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
