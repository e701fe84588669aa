"""One piece a page, as online print shops want it: the page is the bleed box of the piece.

Every copy has its page. Backs stand upright as they are read, whichever way a sheet would be
turned over.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from pnp.geometry.plane import Affine, Rect
from pnp.layout.paper import Margins, Paper
from pnp.layout.sheet import Placement, Sheet, Side
from pnp.piece import Piece

SINGLE = "single"
"""What stands for the paper in names of documents."""


def single_page(piece: Piece, side: Side) -> Sheet:
    """A page of one side of a piece; blank, and as large as its front, if it has no back."""
    face = piece.front if side == "front" or piece.back is None else piece.back
    paper = Paper(SINGLE, face.box.size, Margins(0.0, 0.0, 0.0, 0.0))
    at = Affine.translation(face.bleed, face.bleed)
    placed = () if side == "back" and piece.back is None else (Placement(piece, side, at),)
    return Sheet(paper, side, placed, trim=Rect(face.bleed, face.bleed, *face.size))


def single_fronts(pieces: Sequence[Piece]) -> tuple[Sheet, ...]:
    """A page for each copy of each piece."""
    return tuple(single_page(piece, "front") for piece in pieces for _ in range(piece.copies))


def single_pairs(fronts: Sequence[Sheet]) -> tuple[Sheet, ...]:
    """Front, back, front, back."""
    pages = []
    for number, sheet in enumerate(fronts):
        back = single_page(sheet.placements[0].piece, "back")
        pages += [sheet, replace(back, behind=(2 * number + 1,))]
    return _numbered(pages)


def single_backs(fronts: Sequence[Sheet]) -> tuple[Sheet, ...]:
    """One page if all pieces share one back; else page k is the back of page k of the fronts."""
    pieces = [sheet.placements[0].piece for sheet in fronts]
    keys = {piece.back.key if piece.back else None for piece in pieces}
    if keys == {None}:
        return ()
    numbers = range(1, len(pieces) + 1)
    if len(keys) == 1:
        page = single_page(pieces[0], "back")
        return (replace(page, behind=tuple(numbers), times=len(pieces)),)
    pages = [single_page(piece, "back") for piece in pieces]
    return _numbered([replace(p, behind=(n,)) for n, p in zip(numbers, pages, strict=True)])


def _numbered(pages: Sequence[Sheet]) -> tuple[Sheet, ...]:
    return tuple(page.numbered(n, len(pages)) for n, page in enumerate(pages, 1))
