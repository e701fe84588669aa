"""Print keys: hashes of what is drawn, and of nothing else.

Two faces with one key print the same. A key does not depend on how a face is cut into layers, on
comments, places or the order of a definition, nor on the version of the program or the game.
Lengths are rounded as in drawings; of pictures the pixels count, but of a JPEG its file, which is
printed as it is.
"""

from __future__ import annotations

import hashlib
import re
from functools import cache
from pathlib import Path

from pnp.draw.fonts import find_font
from pnp.draw.ink import matrix
from pnp.draw.profile import num
from pnp.geometry.plane import IDENTITY, Point
from pnp.limits import MOST_ART
from pnp.piece import Face, Layer, Piece
from pnp.system.disk import read_file

_FAMILY = re.compile(r'<text\b[^>]*?\bfont-family="([^"]*)"[^>]*>')
KEYS: dict[str, str] = {}
"""Print keys by the keys of faces, which are quicker to find but know how a face is layered."""
_WEIGHT = re.compile(r'\bfont-weight="(\d+)"')


def digest(*parts: str) -> str:
    """16 hexadecimal figures of the parts' SHA-256."""
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


@cache
def file_digest(path: Path) -> str:
    """16 hexadecimal figures of a bundled file's SHA-256. Raises OSError."""
    return hashlib.sha256(read_file(path, MOST_ART)).hexdigest()[:16]


@cache
def layer_fonts(svg: str) -> tuple[str, ...]:
    """The hashes of the font files that the text of a layer's SVG is set in, sorted."""
    found = set()
    for match in _FAMILY.finditer(svg):
        weight = _WEIGHT.search(match[0])
        italic = 'font-style="italic"' in match[0]
        font = find_font(match[1], int(weight[1]) if weight else 400, italic)
        found.add(file_digest(font.path))
    return tuple(sorted(found))


def drawn_svg(layer: Layer) -> str:
    """The SVG of a layer in which pictures are called by their pixels."""
    svg = layer.svg
    for bitmap in layer.bitmaps:
        svg = svg.replace(f'href="{bitmap.key}"', f'href="{bitmap.drawn or bitmap.key}"')
    return svg


def canonical(face: Face) -> str:
    """A face as one SVG fragment: the same however it is cut into layers."""
    parts = []
    for stamp in face.stack:
        at, svg = stamp.at, drawn_svg(stamp.layer)
        parts.append(svg if at == IDENTITY else f'<g transform="{matrix(at)}">{svg}</g>')
    return "".join(parts)


def face_key(face: Face) -> str:
    """The print key of a face: its picture, the bytes of its fonts, its size and bleed."""
    key = KEYS.get(face.key)
    if key is None:
        size = repr(tuple(map(_rounded, face.size)))
        key = digest(size, repr(_rounded(face.bleed)), *_fonts(face), canonical(face))
        KEYS[face.key] = key
    return key


def piece_key(piece: Piece, front: str, back: str) -> str:
    """The print key of a piece: of the faces whose keys are given, and of its outline. Corners are
    not printed."""
    points = piece.outline
    rounded = points and tuple(Point(_rounded(p.x), _rounded(p.y)) for p in points)
    return digest(front, back, "" if rounded is None else repr(rounded))


def _fonts(face: Face) -> list[str]:
    return sorted({font for stamp in face.stack for font in layer_fonts(stamp.layer.svg)})


def _rounded(value: float) -> float:
    """A length, mm, with as many decimals as drawings have."""
    return float(num(value))
