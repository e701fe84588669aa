"""Decks of pictures from outside that are written for the benchmarks; nothing large is imported."""

from __future__ import annotations

import random
import struct
import zlib
from collections.abc import Callable
from pathlib import Path

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88">{body}</svg>'
WORDS = (
    '<rect width="63" height="88" fill="#EEE"/><text x="5" y="20" font-size="6"'
    ' font-family="Alegreya">Card {n}</text><text x="5" y="40" font-size="4"'
    ' font-family="Alegreya Sans">What the card of number {n} says</text>'
)
SHAPES = (
    '<rect width="63" height="88" fill="#EEE"/><circle cx="30" cy="{n}" r="9" fill="#A33"/>'
    '<path d="M5 {n}h40v9h-40z"/>'
)
GAME = "title: Deck\ndocuments:\n  cards_{paper}:\n    print: [deck]\n"
WIDTH, HEIGHT = 500, 698
"""Pixels of a picture that no program can make smaller: 1.05 MB."""


def write_drawings(folder: Path, count: int, body: str) -> Path:
    """A game of cards that are SVG files, `{n}` in the body being their numbers."""
    return _write(folder, count, "svg", lambda n: SVG.format(body=body.format(n=n)).encode())


def write_noise(folder: Path, count: int) -> Path:
    """A game of cards that are PNG files of noise."""
    return _write(folder, count, "png", _noise)


def _write(folder: Path, count: int, ending: str, make: Callable[[int], bytes]) -> Path:
    folder.mkdir(parents=True)
    for n in range(count):
        (folder / f"c{n}.{ending}").write_bytes(make(n))
    cards = "".join(f"  c{n}: c{n}.{ending}\n" for n in range(count))
    head = "kind: card\nsize: 63 x 88mm\nback: none\ncards:\n"
    (folder / "game.yaml").write_text(GAME, encoding="utf-8")
    (folder / "deck.yaml").write_text(head + cards, encoding="utf-8")
    return folder


def _noise(seed: int) -> bytes:
    lot = random.Random(seed)
    rows = b"".join(b"\0" + lot.randbytes(3 * WIDTH) for _ in range(HEIGHT))
    head = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(rows, 1)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in parts
    )
