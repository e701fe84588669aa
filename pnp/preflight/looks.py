"""What pages look like: every place shows the face of its piece, and the margins are white."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.geometry import Rect
from pnp.layout.sheet import Sheet
from pnp.piece import Placed
from pnp.plan import SheetDocument
from pnp.preflight.findings import Findings
from pnp.preflight.pixels import Alone, Book, box_within, differ, ink_outside, pixels_of
from pnp.preflight.places import Match, sheet_name

FIRST, SECOND = 96.0, 150.0
"""Dots per inch of the first look, and of a second one at what seems wrong."""


def check_looks(
    findings: Findings, document: SheetDocument, sides: Sequence[Sequence[Match]], data: bytes
) -> None:
    """PDF005 and PDF008 for a document whose pieces were found on their places."""
    alone: dict[object, Alone] = {}
    for sheet, matches in zip(document.sheets, sides, strict=False):
        placed = [_placed(match) for match in matches]
        alone.setdefault(sheet.paper.size, Alone(sheet.paper.size)).expect(placed)
    with Book(data) as book:
        for number, (sheet, matches) in enumerate(zip(document.sheets, sides, strict=False)):
            _look(findings, document, sheet, matches, (book, number, alone[sheet.paper.size]))


def _look(
    findings: Findings,
    document: SheetDocument,
    sheet: Sheet,
    matches: Sequence[Match],
    where: tuple[Book, int, Alone],
) -> None:
    book, number, alone = where
    size, name = sheet.paper.size, sheet_name(sheet)
    whole = pixels_of(size, FIRST)
    picture = book.view(number, (0, 0, *whole), whole)
    edge = ink_outside(picture, sheet.paper.printable, size)
    if edge:
        findings.say("PDF008", document, f"{name}: something is printed in the {edge} margin")
    for match in matches:
        findings.cases["PDF005"] += 1
        box = box_within(_upright(match), size, whole)
        if not differ(picture.crop(box), alone.view(_placed(match), box, whole)):
            continue
        closer = pixels_of(size, SECOND)
        box = box_within(_upright(match), size, closer)
        if differ(book.view(number, box, closer), alone.view(_placed(match), box, closer)):
            piece = match.placement.piece
            says = f"{name}: the place of {piece.id} shows another picture"
            findings.say("PDF005", document, says, piece.loc)


def _upright(match: Match) -> Rect:
    """An upright box that lies wholly on the piece, which a correction may turn a little."""
    at, face = match.placement.at, match.placement.face
    corners = [at.apply(corner) for corner in Rect(0, 0, *face.size).corners]
    _, left, right, _ = sorted(corner.x for corner in corners)
    _, top, bottom, _ = sorted(corner.y for corner in corners)
    return Rect(left, top, right - left, bottom - top)


def _placed(match: Match) -> Placed:
    return Placed(match.placement.face, match.placement.at)
