"""The shape of a record. Reading one trusts nothing: it may come from a stranger's file."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, MsgspecError, Struct
from msgspec.json import decode, encode

from pnp.errors import PnpError, Problem
from pnp.geometry.plane import Rect, Size

SCHEMA: Literal[1] = 1
"""The number of this shape; a program that does not know a number must not guess."""
NAME = "pnp-record.json"
"""What the attached file is called."""
MAX_BYTES = 20_000_000
"""A record of 10,000 pieces has 6 MB."""

Word = Annotated[str, Meta(max_length=1000)]
Key = Annotated[str, Meta(pattern=r"^[0-9a-f]{16}\Z")]
MaybeKey = Annotated[str, Meta(pattern=r"^([0-9a-f]{16})?\Z")]
Values = dict[Word, Annotated[str, Meta(max_length=5000)]]
"""Written values by their path in the file, as `tiles.lab-17`."""
Millimetres = Annotated[float, Meta(ge=-1e5, le=1e5)]
Number = Annotated[int, Meta(ge=1, le=100_000)]


class _Part(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What is neutral is not written; what is not known is not read."""


class PieceRecord(_Part, frozen=True, kw_only=True):
    """A piece and its print keys: of its front, its back, and of both with the outline.

    A side that the document does not print has the key "" and is in no other key: the fronts stay
    as they are when the back changes; `bare` says that there is none, in no other document either.
    `size` is the trim size in mm, `corners` the radius to which they are cut, for which nothing is
    printed. `values` were written for this piece alone, in the file of its component; `place` is
    where, without lines: `tiles.lab-17`.
    """

    id: Word
    component: Word
    size: tuple[Millimetres, Millimetres]
    front: MaybeKey = ""
    back: MaybeKey = ""
    bare: bool = False
    key: Key
    corners: Millimetres = 0.0
    copies: Annotated[int, Meta(ge=0, le=10_000)] = 1
    place: Word = ""
    values: Values = {}


class ComponentRecord(_Part, frozen=True, kw_only=True):
    """A component: its `file` in the game folder, the values that all its pieces share, and what
    it was told of other components (a box of the cards it holds). `pictures` are the files of art
    that values name, with hashes of what is in them."""

    file: Word = ""
    values: Values = {}
    needs: Values = {}
    pictures: Values = {}


class PlacedRecord(_Part, frozen=True, kw_only=True):
    """A side of a piece on a sheet. `slot` counts from 1 on each side, in the order of printing.

    `trim` is its trim box in mm from the sheet's top-left corner, `turn` how far it is turned
    clockwise, in degrees.
    """

    piece: Word
    side: Literal["front", "back"]
    slot: Number
    trim: tuple[Millimetres, Millimetres, Millimetres, Millimetres]
    turn: Millimetres = 0.0

    @property
    def box(self) -> Rect:
        return Rect(*self.trim)


class SheetRecord(_Part, frozen=True, kw_only=True):
    """A page: its number, its size in mm as it is printed, how often it is printed and behind
    which front sheets it goes."""

    number: Number
    side: Literal["front", "back", "fold"]
    size: tuple[Millimetres, Millimetres]
    times: Number = 1
    behind: tuple[Number, ...] = ()
    placed: tuple[PlacedRecord, ...] = ()

    @property
    def paper(self) -> Size:
        return Size(*self.size)


class Record(_Part, frozen=True, kw_only=True):
    """One document. `stem` is its key in the definition, `side` what it holds of its pieces.

    `file` and `contents` are a leaflet's source and print key. `options` are those that are not
    neutral, `values` what the game file and the theme say (file to path to value).
    """

    schema_number: Literal[1]
    program: Word
    game: Word
    title: Word
    version: Word
    document: Word
    stem: Word
    side: Literal["fronts", "backs", "both", "leaflet"]
    flip: Literal["long", "short"] = "long"
    paper: Word
    options: Values = {}
    values: dict[Word, Values] = {}
    components: dict[Word, ComponentRecord] = {}
    pieces: tuple[PieceRecord, ...] = ()
    sheets: tuple[SheetRecord, ...] = ()
    file: Word = ""
    contents: MaybeKey = ""

    def piece(self, id: str) -> PieceRecord | None:
        return next((piece for piece in self.pieces if piece.id == id), None)

    @property
    def faces(self) -> frozenset[str]:
        """The print keys of the faces that the document prints."""
        known = {piece.id: piece for piece in self.pieces}
        return frozenset(
            known[p.piece].front if p.side == "front" else known[p.piece].back
            for sheet in self.sheets
            for p in sheet.placed
            if p.piece in known
        )

    def json_bytes(self) -> bytes:
        """The record as UTF-8 JSON; what is neutral is left out. Equal records, equal bytes."""
        return encode(self)


def read_json(data: bytes | str, name: str) -> Record:
    """A record from JSON. Raises PnpError (REC001) naming `name`."""
    try:
        if len(data) > MAX_BYTES:
            raise ValueError("it is too large")
        return decode(data, type=Record)
    except (ValueError, MsgspecError, RecursionError):
        message = f"{name} holds no record that this version can read"
        raise PnpError(Problem("REC001", "error", message)) from None
