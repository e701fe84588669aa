"""What printers keep: lines and type that are not too small, ink off the margins and the pieces."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from pnp.errors import Loc
from pnp.game.plan import AnyDocument, SheetDocument
from pnp.geometry.plane import Rect, bounds
from pnp.layout.sheet import Sheet
from pnp.preflight.drawn import Drawn, box_of, mapped
from pnp.preflight.findings import Findings
from pnp.preflight.places import NEAR, Match
from pnp.units import mm_to_pt

THINNEST = 0.1
"""The thinnest line, mm."""
SMALLEST = 5.0
"""The smallest type, points."""
_ROUNDING = 1e-3
_WIDE = 0.05
"""Half the width, mm, that marks are given here: the boxes of lines have none."""


def check_ink(
    findings: Findings,
    document: AnyDocument,
    name: str,
    drawn: Drawn,
    loc: Loc | None = None,
    *,
    scale: float = 1.0,
) -> None:
    """PDF009 and PDF010 for what was drawn `scale` times as large as it is printed."""
    thinnest = drawn.thinnest / scale
    if thinnest < THINNEST - _ROUNDING:
        says = f"{name} has a line of {thinnest:.3f} mm; {THINNEST} mm is the least"
        findings.say("PDF009", document, says, loc)
    points = mm_to_pt(drawn.smallest / scale)
    if points < SMALLEST - _ROUNDING:
        says = f"{name} has type of {points:.1f} pt; {SMALLEST:g} pt is the least"
        findings.say("PDF010", document, says, loc)


def check_pieces(
    findings: Findings,
    document: SheetDocument,
    name: str,
    sheet: Sheet,
    matches: Sequence[Match],
) -> None:
    """The ink of pieces: each face is looked at where it comes first."""
    seen = {match.placement.face.key: match for match in reversed(matches)}
    for match in seen.values():
        piece, drawn = match.placement.piece, match.region.drawn
        says = f"{name}: {piece.id}"
        check_ink(findings, document, says, drawn, piece.loc, scale=_scale(sheet))


def _scale(sheet: Sheet) -> float:
    """How much larger a correction sends things than they are printed."""
    return math.sqrt(abs(sheet.correction.determinant))


def check_marks(
    findings: Findings, document: SheetDocument, name: str, sheet: Sheet, loose: Drawn
) -> None:
    """What belongs to no piece: its lines and type, and where it stands, as the pieces see it: they
    are turned by a correction, and so are the marks."""
    check_ink(findings, document, name, loose, scale=_scale(sheet))
    trims = [placement.trim for placement in sheet.placements]
    back = sheet.correction.inverse()
    boxes = [box_of(quad) for quad in mapped(tuple(loose.quads), back)]
    for box in list(strays(boxes, trims))[:1]:
        says = f"{name}: a mark at {box.x:.2f}, {box.y:.2f} mm lies on a piece"
        findings.say("PDF011", document, says)


def check_margins(
    findings: Findings, document: SheetDocument, name: str, sheet: Sheet, boxes: Sequence[Rect]
) -> None:
    """Nothing that was read lies outside the printable area."""
    outside = [box for box in boxes if not sheet.paper.printable.covers(box, _WIDE)]
    for box in outside[:1]:
        says = f"{name}: something at {box.x:.2f}, {box.y:.2f} mm reaches into the margin"
        findings.say("PDF008", document, says)


def strays(boxes: Sequence[Rect], trims: Sequence[Rect]) -> Iterator[Rect]:
    """Marks that reach into a trim box; on its edge they may lie."""
    if not trims:
        return
    block = bounds([corner for trim in trims for corner in trim.corners])
    for box in boxes:
        wide = box.inset(-_WIDE)
        if wide.overlaps(block, _WIDE + NEAR) and any(
            wide.overlaps(trim, _WIDE + NEAR) for trim in trims
        ):
            yield box
