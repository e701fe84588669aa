"""PNG and JPEG files without what is no picture: their compressed pixels alone, as they are."""

from __future__ import annotations

import contextlib
import re
import struct
import zlib
from collections.abc import Iterator
from functools import reduce
from pathlib import Path
from typing import Any

from pnp.art.store import changed_meanwhile
from pnp.limits import MOST_ART
from pnp.piece import Source, hash_of
from pnp.system.disk import read_file

PNG = b"\x89PNG\r\n\x1a\n"
"""What a PNG begins with."""
_FRAMES = {0xC0, 0xC1, 0xC2}
"""JPEG frames that PDF readers decode: baseline, extended and progressive, with Huffman codes."""
_SCAN, _END = 0xDA, 0xD9
_MARKER = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]", re.DOTALL)


class Stripped(Source):
    """The bitmap of a picture's own compressed pixels, which need not be kept a second time."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self, key: str) -> bytes:
        with contextlib.suppress(OSError, struct.error, IndexError):
            data = read_file(self.path, MOST_ART)
            found = strip_png(data) if data.startswith(PNG) else strip_jpeg(data)
            if found is not None and hash_of(found) == key:
                return found
        raise changed_meanwhile()


def strip_png(data: bytes) -> bytes | None:
    """A PNG of its pixels alone; None for one that a PDF cannot hold as it is."""
    width, height, depth, colour, _, _, interlaced = struct.unpack_from(">IIBBBBB", data, 16)
    if depth != 8 or colour not in (0, 2) or interlaced:
        return None
    view, found, at = memoryview(data), list[Any](), len(PNG)
    while at + 12 <= len(data):
        length, name = struct.unpack_from(">I4s", data, at)
        if name == b"IDAT":
            found.append(view[at + 8 : at + 8 + length])
        at += 12 + length
    head = struct.pack(">IIBBBBB", width, height, 8, colour, 0, 0, 0)
    chunks: tuple[tuple[bytes, list[Any]], ...]
    chunks = ((b"IHDR", [head]), (b"IDAT", found), (b"IEND", []))
    return b"".join([PNG, *(part for name, body in chunks for part in _chunk(name, body))])


def _chunk(name: bytes, body: list[Any]) -> Iterator[Any]:
    """The parts of a chunk, none of them copied."""
    yield struct.pack(">I", sum(map(len, body))) + name
    yield from body
    yield struct.pack(">I", reduce(lambda crc, part: zlib.crc32(part, crc), body, zlib.crc32(name)))


def strip_jpeg(data: bytes) -> bytes | None:
    """A JPEG without application data and comments; None for one that PDF readers cannot decode.

    Adobe's marker (APP14) stays: it says how colours are coded. ITU-T T.81, annex B.
    """
    out, at = [data[:2]], 2
    while found := _MARKER.search(data, at):
        marker, start = data[found.end() - 1], found.start()
        if out[-1][1] == _SCAN:  # compressed pixels go on up to the next marker
            out.append(data[at:start])
        if marker == _END:
            return b"".join([*out, b"\xff\xd9"])
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC) and marker not in _FRAMES:
            return None
        at = start + 2 + int.from_bytes(data[start + 2 : start + 4], "big")
        if not (0xE0 <= marker <= 0xED or marker in (0xEF, 0xFE)):
            out.append(data[start:at])
    return None
