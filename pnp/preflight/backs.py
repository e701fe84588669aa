"""Backs behind fronts, from the places read back; the formula is arithmetic of its own.

A correction moves the two sides apart in the file, for a printer that moves them back: what is
compared is where pieces come to lie on the paper.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pnp.definition.model import Document
from pnp.game.plan import Plan, SheetDocument
from pnp.geometry.plane import Rect
from pnp.layout.sheet import Sheet
from pnp.preflight.drawn import Region
from pnp.preflight.findings import Findings
from pnp.preflight.places import NEAR, Match, sheet_name

Sides = Sequence[Sequence[Match]]
"""What was found on the pages of a document."""


def behind(trim: Rect, document: SheetDocument, sheet: Sheet) -> Rect:
    """Where a front's trim box comes to lie on the other side of the paper, or of the fold."""
    width, height = sheet.paper.size
    sideways = (document.flip == "long") == (width <= height)
    if sheet.side == "fold":
        sideways = sheet.axis == "vertical"
    if sideways:
        return trim._replace(x=width - trim.right)
    return trim._replace(y=height - trim.bottom)


def unmatched(
    fronts: Sequence[Match], backs: Sequence[Match], document: SheetDocument, sheet: Sheet
) -> Iterator[str]:
    """The ids of the pieces whose back does not lie behind them, or is another piece's."""
    left = list(backs)
    for front in fronts:
        back = front.placement.piece.back
        if back is None:
            continue
        place = behind(front.trim, document, sheet)
        found = next((m for m in left if _is_at(m.trim, place)), None)
        if found is None or found.placement.face.key != back.key:
            yield front.placement.piece.id
        else:
            left.remove(found)
    for match in left:
        yield match.placement.piece.id


def _is_at(one: Rect, other: Rect) -> bool:
    return max(abs(a - b) for a, b in zip(one, other, strict=True)) <= 2 * NEAR


def check_backs(
    findings: Findings, plan: Plan, read: Sequence[tuple[SheetDocument, Sides]]
) -> None:
    """PDF006 for all documents together: backs may stand in a file of their own."""
    fronts = {
        (id(document.source), sheet.number): [m for m in side if m.placement.side == "front"]
        for document, sides in read
        for sheet, side in zip(document.sheets, sides, strict=False)
        if sheet.side != "back"
    }
    for document, sides in read:
        for sheet, side in zip(document.sheets, sides, strict=False):
            backs = [m for m in side if m.placement.side == "back"]
            numbers = sheet.behind if sheet.side == "back" else (sheet.number,)
            if sheet.side == "front":
                continue
            for number in numbers:
                key = id(document.source), number
                if key not in fronts:
                    fronts[key] = _planned(plan, document.source, number)
                findings.cases["PDF006"] += len(backs)
                for piece in list(unmatched(fronts[key], backs, document, sheet))[:1]:
                    says = f"{sheet_name(sheet)}: the back of {piece} is not behind its front"
                    findings.say("PDF006", document, f"{says}, sheet {number}")


def _planned(plan: Plan, source: Document, number: int) -> list[Match]:
    """The fronts of a sheet whose file is not written, as they are planned."""
    stem = next(s for s, d in plan.game.file.documents.items() if d is source)
    sheet = plan.front_sheets(stem)[number - 1]
    return [Match(p, Region(p.at, p.face.box, p.shown)) for p in sheet.placements]
