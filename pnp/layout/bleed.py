"""How far bleeds may show: up to the middle of the gap between two pieces, never onto a piece."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec.structs import replace

from pnp.geometry.plane import Rect
from pnp.layout.sheet import Placement, Sheet
from pnp.piece import Piece

Edges = Literal["all", "outer"]
"""Which edges show a bleed: all that have room, or only those that face no other piece."""
CLEARANCE = 0.5
"""Between a bleed and the strips for ruler and footer, mm."""


def widest_bleed(pieces: Sequence[Piece]) -> float:
    """The widest bleed of any side of the pieces, mm."""
    return max((f.bleed for p in pieces for f in (p.front, p.back) if f is not None), default=0.0)


def clip_bleeds(sheet: Sheet, edges: Edges) -> Sheet:
    """The sheet with every bleed clipped; placements without one stay as they are."""
    if not any(p.face.bleed for p in sheet.placements):
        return sheet
    trims = [p.trim for p in sheet.placements]
    clipped = tuple(
        _clip(p, [t for j, t in enumerate(trims) if j != i], edges) if p.face.bleed else p
        for i, p in enumerate(sheet.placements)
    )
    return replace(sheet, placements=clipped)


def _clip(placement: Placement, others: Sequence[Rect], edges: Edges) -> Placement:
    """The placement, told what it may show of its face."""
    trim, bleed = placement.trim, placement.face.bleed
    room = [_room(trim, others, side, bleed, edges) for side in range(4)]
    for other in others:
        shown = _grown(trim, room)
        if shown.overlaps(other):  # only corners are neighbours: give way where the gap is wider
            gaps = _gaps(trim, other)
            side = max(range(4), key=lambda n: (round(gaps[n], 6), n % 2 == 0))  # alike mirrored
            room[side] = min(room[side], max(gaps[side], 0.0) / 2)
    if min(room) >= bleed:
        return placement
    return replace(placement, clip=placement.at.inverse().apply_rect(_grown(trim, room)))


def _room(trim: Rect, others: Sequence[Rect], side: int, bleed: float, edges: Edges) -> float:
    """What a side may show: the bleed, or half the gap to the nearest piece that faces it."""
    room = bleed
    for other in others:
        gaps = _gaps(trim, other)
        beside = gaps[(side + 1) % 4] < -1e-6 and gaps[(side + 3) % 4] < -1e-6
        if beside and gaps[side] > -1e-6:
            room = 0.0 if edges == "outer" else min(room, max(gaps[side], 0.0) / 2)
    return room


def _gaps(trim: Rect, other: Rect) -> tuple[float, float, float, float]:
    """How far the other lies beyond each side (top, right, bottom, left); negative if it does not.

    Two sides that are opposite are both negative where the two overlap along that axis.
    """
    return (
        trim.y - other.bottom,
        other.x - trim.right,
        other.y - trim.bottom,
        trim.x - other.right,
    )


def _grown(trim: Rect, room: Sequence[float]) -> Rect:
    top, right, bottom, left = room
    return Rect(trim.x - left, trim.y - top, trim.width + left + right, trim.height + top + bottom)
