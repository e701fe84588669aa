"""What pages look like: every place shows the face of its piece, and the margins are white."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from pnp.game.plan import SheetDocument
from pnp.geometry.plane import Rect
from pnp.layout.sheet import Sheet
from pnp.piece import Placed
from pnp.preflight.drawn import Content
from pnp.preflight.findings import Findings
from pnp.preflight.pixels import Alone, Book, box_within, differ, ink_outside, pixels_of
from pnp.preflight.places import Match, sheet_name
from pnp.preflight.reading import ReadPage
from pnp.preflight.seen import Seen
from pnp.system.filed import Filed

FIRST, SECOND = 96.0, 150.0
"""Dots per inch of the first look, and of a second one at what seems wrong."""


class _Page(Struct, frozen=True):
    """A page by its number in the file, what it should be, and what was found on it."""

    number: int
    sheet: Sheet
    content: Content
    matches: Sequence[Match]
    looked: bool = False


def check_looks(
    findings: Findings,
    document: SheetDocument,
    sides: Sequence[Sequence[Match]],
    read: Sequence[ReadPage],
    data: Filed,
) -> None:
    """PDF005 and PDF008 for a document whose pieces were found on their places.

    What was seen once is not looked at again: see `pnp.preflight.seen`.
    """
    findings.cases["PDF005"] += sum(map(len, sides))
    pages = [
        _Page(number, sheet, page.content, matches)
        for number, (sheet, page, matches) in enumerate(
            zip(document.sheets, read, sides, strict=False)
        )
    ]
    seen = Seen()
    with Book(data) as book:
        while pages:
            pages = _look_through(findings, document, pages, seen, book)


def _look_through(
    findings: Findings, document: SheetDocument, pages: Sequence[_Page], seen: Seen, book: Book
) -> list[_Page]:
    """Look at all that is new, each thing where it comes first; gives back what relied on a look
    that failed."""
    chosen, hoped = [], seen.copy()
    for page in pages:
        margins = hoped.covers_loose(page.content)
        new = [m for m in page.matches if not (margins and hoped.covers(m))]
        for match in new:
            hoped.add(match)
        hoped.add_loose(page.content)
        if new or not margins:
            chosen.append(replace(page, matches=new))
    alone: dict[object, Alone] = {}
    for page in chosen:
        size = page.sheet.paper.size
        alone.setdefault(size, Alone(size)).expect(map(_placed, page.matches))
    for page in chosen:
        _look(findings, document, page, (book, alone[page.sheet.paper.size]), seen)
    looked = {page.number: set(map(id, page.matches)) for page in chosen}
    rest = []
    for page in pages:
        done = looked.get(page.number, set())
        left = [m for m in page.matches if id(m) not in done and not seen.covers(m)]
        if left or (page.number not in looked and not seen.covers_loose(page.content)):
            rest.append(replace(page, matches=left, looked=page.number in looked))
    return rest


def _look(
    findings: Findings,
    document: SheetDocument,
    page: _Page,
    where: tuple[Book, Alone],
    seen: Seen,
) -> None:
    """Look at some of the places of a page, and at its margins."""
    (book, alone), sheet = where, page.sheet
    size, name = sheet.paper.size, sheet_name(sheet)
    whole = pixels_of(size, FIRST)
    picture = book.view(page.number, (0, 0, *whole), whole)
    edge = None if page.looked else ink_outside(picture, sheet.paper.printable, size)
    if edge:
        findings.say("PDF008", document, f"{name}: something is printed in the {edge} margin")
    else:
        seen.add_loose(page.content)
    for match in page.matches:
        box = box_within(_upright(match), size, whole)
        if differ(picture.crop(box), alone.view(_placed(match), box, whole)):
            closer = pixels_of(size, SECOND)
            box = box_within(_upright(match), size, closer)
            view = book.view(page.number, box, closer)
            if differ(view, alone.view(_placed(match), box, closer)):
                piece = match.placement.piece
                says = f"{name}: the place of {piece.id} shows another picture"
                findings.say("PDF005", document, says, piece.loc)
                continue
        seen.add(match)


def _upright(match: Match) -> Rect:
    """An upright box that lies wholly on the piece, which a correction may turn a little."""
    at, face = match.placement.at, match.placement.face
    corners = [at.apply(corner) for corner in Rect(0, 0, *face.size).corners]
    _, left, right, _ = sorted(corner.x for corner in corners)
    _, top, bottom, _ = sorted(corner.y for corner in corners)
    return Rect(left, top, right - left, bottom - top)


def _placed(match: Match) -> Placed:
    return Placed(match.placement.face, match.placement.at)
