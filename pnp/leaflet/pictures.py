"""What the pictures of a leaflet show, and whether it fits and can be read."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from pnp.draw.smallprint import smallest_words, without_words
from pnp.errors import PnpError, Problem, near
from pnp.geometry.plane import Affine, Size
from pnp.leaflet.blocks import Leaflet, Picture, column, columns
from pnp.units import format_mm, mm_to_pt, pt_to_mm

if TYPE_CHECKING:
    from pnp.draw.shapes import Drawing
    from pnp.game.plan import Plan
    from pnp.piece import Face

SMUDGE, READABLE = 4.0, 6.0
"""Words of pictures below this are warned of; what `words=readable` keeps at least; points."""
CAPTION_ROOM = 12.0
"""What a picture's caption may take of a column's height, mm."""
LEAST, BESIDE = 0.5, 0.75
"""What is left at least of the written height of a picture that is shrunk to fit; and of pictures
that are shrunk on narrow paper so that they stand side by side."""
LEAST_GAP = 2.5
"""Room between two pictures of a row, mm."""


class Art(Struct, frozen=True):
    """What a picture shows, in its own mm, and how high it is printed, mm. `framed` faces get a
    line along their trim."""

    size: Size
    height: float
    faces: tuple[tuple[Face, Affine], ...] = ()
    drawing: Drawing = ()
    framed: bool = False

    @property
    def scale(self) -> float:
        return self.height / self.size.height

    @property
    def width(self) -> float:
        """How wide it is printed, mm."""
        return self.scale * self.size.width


@lru_cache(maxsize=8)  # checked, hashed and printed
def find_art(leaflet: Leaflet, plan: Plan) -> tuple[Mapping[Picture, Art], tuple[Problem, ...]]:
    """What the pictures show, without bleed, and the problems of those that show nothing or do not
    fit. A row with a picture that is too large for a column is shrunk."""
    found: dict[Picture, Art] = {}
    problems: list[Problem] = []
    for row in leaflet.rows:
        arts: dict[Picture, Art] = {}
        for picture in row.pictures:
            try:
                arts[picture] = _ART[picture.kind](picture, plan)
            except PnpError as error:
                problems += [replace(p, loc=picture.loc) for p in error.problems]
        shares = {picture: _share(art, column(plan.options.paper)) for picture, art in arts.items()}
        share = min(shares.values(), default=1.0)
        if share >= LEAST and columns(plan.options.paper) == 1:
            share = _beside(arts, share, column(plan.options.paper).width)
        for picture, art in arts.items():
            if shares[picture] < LEAST:
                problems.append(_misfit(picture, art, shares[picture]))
            elif share >= LEAST:
                found[picture] = _shown(picture, art, share)
                problems += _illegible(picture, found[picture]) if share < 1 else ()
    if any(face.bleed for art in found.values() for face, _ in art.faces):
        return find_art(leaflet, plan.relaid(replace(plan.options, bleed=0.0)))
    return found, tuple(problems)


def _share(art: Art, room: Size) -> float:
    """What a picture must be shrunk to, to stand in a column with its caption; 1 if it fits."""
    share = min(room.width / art.width, (room.height - CAPTION_ROOM) / art.height)
    return share if share < 1 - 1e-6 else 1.0


def _beside(arts: Mapping[Picture, Art], share: float, room: float) -> float:
    """What a row is shrunk to so that it takes one line of some room, mm; else the share there is.

    Heights are written for columns of half a page. A row that would have to be much smaller, or
    whose words would become a smudge, goes on in the next line.
    """
    free = room - LEAST_GAP * (len(arts) - 1)
    line = free / sum(art.width for art in arts.values()) - 1e-9 if arts else 1.0
    if line >= share or line < BESIDE:
        return share
    blurred = any(_smudge(_shown(picture, art, line)) for picture, art in arts.items())
    return share if blurred else line


def _misfit(picture: Picture, art: Art, share: float) -> Problem:
    size = f"{format_mm(art.width)} x {format_mm(art.height)} mm"
    most = int(share * art.height * 10) / 10
    fitting = f"height={format_mm(most)}mm fits" if most >= 1 else "larger paper"
    hint = f"{fitting}, or no leaflet by --only"
    says = f"the picture is too large for a column: {size}"
    return Problem("LEAF004", "error", says, picture.loc, hint)


def _shown(picture: Picture, art: Art, share: float) -> Art:
    """The art at a share of its size, with the words that the picture asks for."""
    if share < 1:
        art = replace(art, height=share * art.height)
    return _readable(art) if picture.param("words", "all") != "all" else art


def _readable(art: Art) -> Art:
    """The picture without words that would come out smaller than `READABLE` points."""
    faces = tuple(
        (without_words(face, pt_to_mm(READABLE) / _scale(art, at)), at) for face, at in art.faces
    )
    return replace(art, faces=faces)


def _scale(art: Art, at: Affine) -> float:
    """How large a face of a picture is shown."""
    return art.scale * math.sqrt(abs(at.determinant))


def _smudge(art: Art) -> tuple[float, str] | None:
    """The smallest words of a picture if they are below `SMUDGE`, and their size, mm."""
    found = [
        (size * _scale(art, at), words)
        for face, at in art.faces
        for size, words in filter(None, [smallest_words(face)])
    ]
    least = min(found, default=None)
    return least if least and mm_to_pt(least[0]) < SMUDGE - 1e-3 else None


def _illegible(picture: Picture, art: Art) -> Iterator[Problem]:
    """LEAF004 for words that shrinking makes a smudge."""
    if smudge := _smudge(art):
        says = (
            f"the picture is too large for a column: shrunk to {format_mm(art.width)} x "
            f"{format_mm(art.height)} mm, '{smudge[1]}' would come out at "
            f"{mm_to_pt(smudge[0]):.1f} pt"
        )
        hint = "larger paper, words=readable, or no leaflet by --only"
        yield Problem("LEAF004", "error", says, picture.loc, hint)


def remarks(leaflet: Leaflet, arts: Mapping[Picture, Art]) -> Iterator[Problem]:
    """LEAF008 for the smallest words of a picture, LEAF009 for a row that is shrunk."""
    for row in leaflet.rows:
        shown = [(picture, arts[picture]) for picture in row.pictures if picture in arts]
        for picture, art in shown:
            if art.height == picture.height_mm and (smudge := _smudge(art)):
                size, words = smudge
                high = math.ceil(art.height * pt_to_mm(SMUDGE) / size)
                says = f"'{words}' comes out at {mm_to_pt(size):.1f} pt in the picture"
                hint = (
                    f"height={high}mm, or words=readable leaves out what is smaller than "
                    f"{READABLE:g} pt"
                )
                yield Problem("LEAF008", "warning", says, picture.loc, hint)
        share = min((art.height / picture.height_mm for picture, art in shown), default=1.0)
        blurred = any(art.height < picture.height_mm and _smudge(art) for picture, art in shown)
        if share < 1 and not blurred:  # that is LEAF004
            what = "the pictures of this row are" if len(row.pictures) > 1 else "the picture is"
            says = f"{what} shown at {100 * share:.0f} %, to fit a column"
            yield Problem("LEAF009", "note", says, shown[0][0].loc, "larger paper shows more")


def _unknown(message: str, hint: str) -> PnpError:
    return PnpError(Problem("LEAF001", "error", message, None, hint))


def _face_art(picture: Picture, plan: Plan) -> Art:
    piece = next((piece for piece in plan.pieces if piece.id == picture.name), None)
    if piece is None:
        ids = [piece.id for piece in plan.pieces]
        raise _unknown(f"there is no piece '{picture.name}'", near(picture.name, ids))
    face = piece.front if picture.param("side", "front") == "front" else piece.back
    if face is None:
        raise _unknown(f"the piece '{picture.name}' has no back", "show its front")
    return Art(face.size, picture.height_mm, ((face, Affine()),), framed=piece.outline is None)


def _symbol_art(picture: Picture, plan: Plan) -> Art:
    from pnp.draw.symbols import SYMBOLS, near_symbol

    if picture.name not in SYMBOLS:
        raise _unknown(f"there is no symbol '{picture.name}'", near_symbol(picture.name))
    return Art(Size(100.0, 100.0), picture.height_mm, drawing=SYMBOLS[picture.name])


def _board_art(picture: Picture, plan: Plan) -> Art:
    from pnp.boards import random_board

    cols, rows = map(int, picture.name.split("x"))
    board = random_board(plan, cols, rows, int(picture.param("seed", "0")))
    rim = board.rim
    size = Size(board.size.width + 2 * rim, board.size.height + 2 * rim)
    at = Affine.translation(rim, rim)
    faces = tuple((face, at @ place) for face, place in board.faces)
    return Art(size, picture.height_mm, faces, framed=True)


_ART = {"face": _face_art, "symbol": _symbol_art, "board": _board_art}
