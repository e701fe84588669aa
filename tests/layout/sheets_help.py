"""Plain pieces whose fronts and backs cannot be mistaken, and their pages as pictures."""

from __future__ import annotations

from PIL import Image

from pnp.draw.ink import Ink
from pnp.errors import Loc
from pnp.geometry.plane import Rect, Size
from pnp.layout.sheet import Sheet
from pnp.pdf.pages import Info, Page, write_pages
from pnp.pdf.png import page_image
from pnp.piece import Face, Piece, Placed, Stamp

STROKES = {  # rectangles in tenths of width and height
    "F": ((2, 1, 1.5, 8), (3.5, 1, 5, 1.5), (3.5, 4, 3, 1.5)),
    "L": ((1, 3, 2, 6), (3, 7.5, 5.5, 1.5)),
    "": (),
}


def face(size: Size, letter: str, tone: int = 0) -> Face:
    """A grey letter on white; nothing about it is symmetric."""
    ink = Ink()
    for x, y, width, height in STROKES[letter]:
        box = Rect(
            x * size.width / 10,
            y * size.height / 10,
            width * size.width / 10,
            height * size.height / 10,
        )
        ink.rect(box, fill=f"#{tone:02X}{tone:02X}{tone:02X}")
    return Face(size, (Stamp(ink.layer()),))


def deck_piece(
    id: str, front: Face, back: Face | None, loc: Loc, copies: int = 1, thickness: float = 0.3
) -> Piece:
    """A piece of a component that is called deck."""
    return Piece(
        id=id,
        component="deck",
        part="deck",
        title=id,
        front=front,
        back=back,
        loc=loc,
        copies=copies,
        thickness=thickness,
    )


def piece(
    id: str,
    width: float = 50,
    height: float = 70,
    *,
    back: bool = True,
    copies: int = 1,
    tone: int = 0,
) -> Piece:
    size = Size(width, height)
    behind = face(size, "L", tone) if back else None
    front, loc = face(size, "F", tone), Loc("deck.yaml", 1, 1)
    return deck_piece(id, front, behind, loc, copies)


def blank(id: str, width: float, height: float, copies: int = 1) -> Piece:
    """A piece with nothing on it, for arithmetic only."""
    size = Size(width, height)
    return deck_piece(id, Face(size, ()), Face(size, ()), Loc("deck.yaml"), copies)


def picture(sheet: Sheet, dpi: float) -> Image.Image:
    """What the printer gets for a sheet without marks, in grey."""
    placed = [Placed(p.face, p.at) for p in sheet.placements]
    return page_image(write_pages([Page(sheet.paper.size, placed)], Info("test")), dpi).convert("L")
