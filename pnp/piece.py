"""What we compute from a definition: faces of shared layers, and pieces that carry them."""

from __future__ import annotations

import hashlib
from functools import cached_property
from typing import Literal

from msgspec import Struct

from pnp.errors import Loc, Problem
from pnp.geometry.plane import IDENTITY, Affine, Polygon, Rect, Size
from pnp.geometry.topology import Maze, Tile
from pnp.nets.core import Net
from pnp.nets.stocks import Sleeve


class Source:
    """Where the file of a bitmap comes from, when it is written."""

    def read(self, key: str) -> bytes:
        """The file that has this hash (`hash_of`). Raises PnpError (ART002) if there is none."""
        raise NotImplementedError


class InMemory(Source):
    """A file in memory."""

    def __init__(self, data: bytes) -> None:
        self.data = data

    def read(self, key: str) -> bytes:
        return self.data


def hash_of(data: bytes) -> str:
    """32 hexadecimal figures of the SHA-256 of a bitmap's file."""
    return hashlib.sha256(data).hexdigest()[:32]


class Bitmap(Struct, frozen=True, eq=False):
    """Pixels of an outside picture: a PNG (8 bits a channel, plain, opaque) or a JPEG file.

    `size` is in pixels, `channels` 1 for grey and 3 for RGB. Its `key`, a hash of the file, is how
    layers call it, and equal ones are stored once per document. `drawn` is a hash of the pixels, ""
    for a JPEG: programs decode it each in its own way. The file itself is read when it is written:
    a thousand pictures need the memory of one.
    """

    key: str
    form: Literal["png", "jpeg"]
    size: tuple[int, int]
    channels: int
    source: Source
    drawn: str = ""

    @property
    def data(self) -> bytes:
        """The file. Raises PnpError (ART002) if the picture has changed meanwhile."""
        return self.source.read(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Bitmap) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __repr__(self) -> str:
        return f"Bitmap({self.key!r}, {self.form!r}, {self.size}, {self.channels})"


class Layer(Struct, frozen=True, dict=True):
    """A fragment of SVG in mm, stored once per document however often it is stamped.

    Its images name `bitmaps` by their keys, so the SVG stays short.
    """

    svg: str
    bitmaps: tuple[Bitmap, ...] = ()

    @cached_property
    def key(self) -> str:
        """A hash of the content: equal layers are one layer."""
        return hashlib.sha256(self.svg.encode()).hexdigest()[:16]


class Stamp(Struct, frozen=True, dict=True):
    """A layer put at a place of a face."""

    layer: Layer
    at: Affine = IDENTITY

    @cached_property
    def key(self) -> str:
        """What is drawn and where."""
        return f"{self.layer.key}{self.at}"


class Face(Struct, frozen=True, dict=True):
    """One printed side: stamps from bottom to top on an area of `size` mm plus `bleed` around.

    The origin is the trim corner, so bleed lies at negative coordinates. Everything is clipped
    to the bleed box.
    """

    size: Size
    stack: tuple[Stamp, ...]
    bleed: float = 0.0
    problems: tuple[Problem, ...] = ()

    @property
    def box(self) -> Rect:
        """The bleed box in face coordinates, mm."""
        return Rect(0, 0, *self.size).inset(-self.bleed)

    @cached_property
    def key(self) -> str:
        """The print key: a hash of what is drawn, and of nothing else."""
        parts = [repr(tuple(self.size)), repr(self.bleed)]
        parts += [stamp.key for stamp in self.stack]
        return hashlib.sha256("|".join(parts).encode()).hexdigest()[:16]


class Placed(Struct, frozen=True):
    """A face put on a page by a matrix (face mm to page mm); `clip` in face mm, None is its box."""

    face: Face
    at: Affine
    clip: Rect | None = None


class Piece(Struct, frozen=True, kw_only=True):
    """A thing to print and cut: its faces, outline (mm, None for the plain rectangle) and copies.

    A rectangle may have `corners` rounded with a radius, mm; it keeps its crop marks, for it is cut
    straight first.

    `truth` is what the kind knows about the piece beyond its picture: a `Maze`, a path tile's
    openings, a die's faces. Renderer and checks read this one object. `net` is a folded thing's
    net (`net_pad` mm of face round it, `joins` the nets of other sheets that it closes with,
    `holds` what a box is for, `sleeve` the card sleeves that is in, `parts` what the faces
    would measure if it were made of two glued parts). `tallies` count what the piece carries,
    marks for instance, for the manifest.
    """

    id: str
    component: str
    part: str
    title: str
    front: Face
    back: Face | None = None
    loc: Loc
    copies: int = 1
    thickness: float = 0.3
    outline: Polygon | None = None
    corners: float = 0.0
    truth: object = None
    net: Net | None = None
    net_pad: float = 0.0
    joins: tuple[Net, ...] = ()
    holds: tuple[Piece, ...] = ()
    tallies: tuple[tuple[str, int], ...] = ()
    sleeve: Sleeve | None = None
    parts: tuple[Size, ...] = ()

    @property
    def size(self) -> Size:
        return self.front.size

    @property
    def maze(self) -> Maze | None:
        """The piece's maze, if it is a maze tile."""
        return self.truth if isinstance(self.truth, Maze) else None

    @property
    def tile(self) -> Tile | None:
        """What the piece is to tiles that are laid against it, if it is one."""
        return self.truth if isinstance(self.truth, Tile) and self.truth.joins else None

    @property
    def grid(self) -> Maze | None:
        """Walls and letters of a tile with cells that are printed."""
        return self.tile.grid if self.tile and self.tile.spaces else None
