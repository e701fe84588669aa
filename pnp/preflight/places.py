"""Pieces on their places: what a page was read to show against what was planned for it."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from pnp.game.plan import Plan, SheetDocument
from pnp.geometry.plane import IDENTITY, Affine, Rect, Size
from pnp.layout.sheet import Placement, Sheet
from pnp.preflight.drawn import Region
from pnp.preflight.findings import Findings

NEAR = 0.01
"""How far, mm, a piece may lie from its place or differ from its size."""


class Match(Struct, frozen=True):
    """A planned piece and the region found at its place; `undo` maps what is sent to the printer
    to where its drift puts it."""

    placement: Placement
    region: Region
    undo: Affine = IDENTITY

    @property
    def trim(self) -> Rect:
        """Where the piece, as it was read, comes to lie on the paper."""
        return (self.undo @ self.region.at).apply_rect(Rect(0, 0, *self.placement.face.size))


class Comparison(Struct, frozen=True):
    """A page compared: pieces on their places, pieces off them, pieces without a region, and
    regions without a piece."""

    right: tuple[Match, ...]
    wrong: tuple[Match, ...]
    missing: tuple[Placement, ...]
    extra: tuple[Region, ...]


def compare(
    planned: Sequence[Placement], regions: Sequence[Region], undo: Affine = IDENTITY
) -> Comparison:
    """Give every planned piece the region at its place, then what is left to the nearest."""
    left = dict(enumerate(regions))
    right, wrong, later = [], [], []
    for index, placement in enumerate(planned):
        found = index if index in left and _is_right(placement, left[index]) else None
        if found is None:
            found = next((i for i in left if _is_right(placement, left[i])), None)
        if found is None:
            later.append(placement)
        else:
            right.append(Match(placement, left.pop(found), undo))
    missing = []
    for placement in later:
        near = min(left, key=lambda i: distance(placement, left[i]), default=None)
        if near is not None and distance(placement, left[near]) < min(placement.face.size) / 2:
            wrong.append(Match(placement, left.pop(near), undo))
        elif placement.face.stack:
            missing.append(placement)
    return Comparison(tuple(right), tuple(wrong), tuple(missing), tuple(left.values()))


def distance(placement: Placement, region: Region) -> float:
    """The longest way, mm, from a trim corner's place to where it was read."""
    corners = Rect(0, 0, *placement.face.size).corners
    return max(math.dist(placement.at.apply(c), region.at.apply(c)) for c in corners)


def _is_right(placement: Placement, region: Region) -> bool:
    near = _at_most(placement, region) <= NEAR or distance(placement, region) <= NEAR
    return near and _miss(placement, region) <= NEAR


def _at_most(placement: Placement, region: Region) -> float:
    """A bound of the distance, mm, that is quicker to find."""
    one, other, (width, height) = placement.at, region.at, placement.face.size
    across = abs(one.a - other.a) * width + abs(one.c - other.c) * height
    down = abs(one.b - other.b) * width + abs(one.d - other.d) * height
    return across + down + abs(one.e - other.e) + abs(one.f - other.f)


def _miss(placement: Placement, region: Region) -> float:
    """How far, mm, an edge of what is shown lies from where it should."""
    one, other = placement.shown, region.visible
    return max(
        abs(one.x - other.x),
        abs(one.y - other.y),
        abs(one.right - other.right),
        abs(one.bottom - other.bottom),
    )


def describe(match: Match) -> str:
    """What is wrong with a piece off its place."""
    placement, region = match.placement, match.region
    size, found = (_measured(placement.face.size, at) for at in (placement.at, region.at))
    if max(abs(a - b) for a, b in zip(found, size, strict=True)) > NEAR:
        return (
            f"measures {found.width:.3f} x {found.height:.3f} mm instead of "
            f"{size.width:.3f} x {size.height:.3f} mm"
        )
    away = distance(placement, region)
    if away > NEAR:
        return f"lies {away:.3f} mm off its place"
    return f"is cut off {_miss(placement, region):.3f} mm from where its bleed ends"


def _measured(size: Size, at: Affine) -> Size:
    """The edges of a face where a map puts them."""
    return Size(size.width * math.hypot(at.a, at.b), size.height * math.hypot(at.c, at.d))


def check_places(
    findings: Findings, document: SheetDocument, sheet: Sheet, regions: Sequence[Region]
) -> Comparison:
    """PDF003 and PDF004 for one page."""
    name, undo = sheet_name(sheet), sheet.correction.inverse()
    found = compare(sheet.printed, regions, undo)
    findings.cases["PDF003"] += len(sheet.placements)
    for match in found.wrong:
        piece = match.placement.piece
        findings.say("PDF003", document, f"{name}: {piece.id} {describe(match)}", piece.loc)
    for gone in found.missing:
        findings.say("PDF004", document, f"{name}: {gone.piece.id} is missing", gone.piece.loc)
    for extra in found.extra:
        box = extra.visible
        says = f"{name}: at {box.x:.2f}, {box.y:.2f} mm {box.size} are printed that nobody planned"
        findings.say("PDF004", document, says)
    return found


def check_numbers(findings: Findings, plan: Plan, document: SheetDocument) -> None:
    """Every front is planned as often as its piece is declared or asked for, over all sheets."""
    if document.side == "backs":
        return
    planned = Counter(
        placement.piece.id
        for sheet in document.sheets
        for placement in sheet.placements
        if placement.side == "front"
    )
    wanted: Counter[str] = Counter()
    for piece in plan.printed_pieces(document.source):
        wanted[piece.id] += piece.copies
    for id in sorted(planned.keys() | wanted.keys()):
        if planned[id] != wanted[id]:
            says = f": {id} stands on {planned[id]} places, but {wanted[id]} are declared"
            findings.say("PDF004", document, says)


def sheet_name(sheet: Sheet) -> str:
    """How messages call a sheet, after its document."""
    return f", sheet {sheet.number}" + (" (back)" if sheet.side == "back" else "")
