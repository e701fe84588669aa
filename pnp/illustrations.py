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
from pnp.geometry import Affine, Size
from pnp.leaflet import Leaflet, Picture, column
from pnp.units import format_mm, mm_to_pt, pt_to_mm

if TYPE_CHECKING:
    from pnp.draw.shapes import Drawing
    from pnp.piece import Face
    from pnp.plan import Plan

SMUDGE, READABLE = 4.0, 6.0
"""Words of pictures below this are warned of; what `words=readable` keeps at least; points."""
CAPTION_ROOM = 12.0
"""What a picture's caption may take of a column's height, mm."""


class Art(Struct, frozen=True):
    """What a picture shows, in its own mm. `framed` faces get a line along their trim."""

    size: Size
    faces: tuple[tuple[Face, Affine], ...] = ()
    drawing: Drawing = ()
    framed: bool = False


@lru_cache(maxsize=8)  # checked, hashed and printed
def find_art(leaflet: Leaflet, plan: Plan) -> tuple[Mapping[Picture, Art], tuple[Problem, ...]]:
    """What the pictures show, without bleed, and the problems of those that show nothing or do not
    fit."""
    found: dict[Picture, Art] = {}
    problems: list[Problem] = []
    room = column(plan.options.paper)
    for picture in leaflet.pictures:
        try:
            art = _ART[picture.kind](picture, plan)
        except PnpError as error:
            problems += [replace(p, loc=picture.loc) for p in error.problems]
            continue
        width = picture.height_mm * art.size.width / art.size.height
        most = min(picture.height_mm * room.width / width, room.height - CAPTION_ROOM)
        if picture.height_mm > most + 1e-6:
            problems.append(
                Problem(
                    "LEAF004",
                    "error",
                    f"the picture is too large for a column: {format_mm(width)} x "
                    f"{format_mm(picture.height_mm)} mm",
                    picture.loc,
                    f"height={format_mm(int(most * 10) / 10)}mm at most, or no leaflet by --only",
                )
            )
            continue
        found[picture] = _readable(picture, art) if picture.param("words", "all") != "all" else art
    if any(face.bleed for art in found.values() for face, _ in art.faces):
        return find_art(leaflet, plan.relaid(replace(plan.options, bleed=0.0)))
    return found, tuple(problems)


def _readable(picture: Picture, art: Art) -> Art:
    """The picture without words that would come out smaller than `READABLE` points."""
    faces = tuple(
        (without_words(face, pt_to_mm(READABLE) / _scale(picture, art, at)), at)
        for face, at in art.faces
    )
    return replace(art, faces=faces)


def _scale(picture: Picture, art: Art, at: Affine) -> float:
    """How large a face of a picture is shown."""
    return picture.height_mm / art.size.height * math.sqrt(abs(at.determinant))


def smudges(picture: Picture, art: Art) -> Iterator[Problem]:
    """LEAF008 for the smallest words of a picture."""
    found = [
        (size * _scale(picture, art, at), words)
        for face, at in art.faces
        for size, words in filter(None, [smallest_words(face)])
    ]
    size, words = min(found, default=(1.0, ""))
    if found and mm_to_pt(size) < SMUDGE - 1e-3:
        high = math.ceil(picture.height_mm * pt_to_mm(SMUDGE) / size)
        says = f"'{words}' comes out at {mm_to_pt(size):.1f} pt in the picture"
        hint = f"height={high}mm, or words=readable leaves out what is smaller than {READABLE:g} pt"
        yield Problem("LEAF008", "warning", says, picture.loc, hint)


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
    return Art(face.size, ((face, Affine()),), framed=piece.outline is None)


def _symbol_art(picture: Picture, plan: Plan) -> Art:
    from pnp.draw.symbols import SYMBOLS, near_symbol

    if picture.name not in SYMBOLS:
        raise _unknown(f"there is no symbol '{picture.name}'", near_symbol(picture.name))
    return Art(Size(100.0, 100.0), drawing=SYMBOLS[picture.name])


def _board_art(picture: Picture, plan: Plan) -> Art:
    from pnp.boards import random_board
    from pnp.boards.covers import RIM, CoverBoard

    cols, rows = map(int, picture.name.split("x"))
    board = random_board(plan, cols, rows, int(picture.param("seed", "0")))
    rim = RIM * board.side if isinstance(board, CoverBoard) else 0.0
    size = Size(board.size.width + 2 * rim, board.size.height + 2 * rim)
    at = Affine.translation(rim, rim)
    return Art(size, tuple((face, at @ place) for face, place in board.faces), framed=True)


_ART = {"face": _face_art, "symbol": _symbol_art, "board": _board_art}
