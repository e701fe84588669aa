"""Readers refuse or read: kept inputs that once broke them, and definitions spoilt at random."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from art_help import file_of, quarters
from conftest import FIXTURES, ROOT, TINY_GAME, TINY_TILES
from hypothesis import given, settings
from hypothesis import strategies as st

sys.path.insert(0, str(ROOT / "fuzz"))
from targets import TARGETS

KEPT = sorted((FIXTURES / "fuzz").glob("*/*"))
GAMES = ROOT / "tiledefs"
SPOILT = {
    "game": [TINY_GAME.encode(), *(p.read_bytes() for p in sorted(GAMES.glob("*/game.yaml")))],
    "component": [
        TINY_TILES.encode(),
        *(p.read_bytes() for p in sorted((FIXTURES / "components").glob("*.yaml"))),
        (GAMES / "labydo" / "pawns.yaml").read_bytes(),
        (GAMES / "labydo" / "dice.yaml").read_bytes(),
        (GAMES / "dedale" / "labors.yaml").read_bytes(),
        (GAMES / "the-labyrinth" / "labyrinths.yaml").read_bytes(),
    ],
    "leaflet": [p.read_bytes() for p in sorted(GAMES.glob("*/*.md"))],
    "maze": [b"\x0e" + TINY_TILES.encode()[100:300]],
    "art": [
        b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 30"><g transform="scale(2 1)">'
        b'<path id="p" style="fill:#f00;stroke:blue" d="M1 1h4v4a1 2 0 0 0 2 2z"/><use href="#p"/>'
        b'<rect x="3" y="4" width="5mm" height="6" rx="1"/><circle r="3" opacity=".5"/></g></svg>',
        file_of(quarters(20, 30)),
        file_of(quarters(20, 30).convert("RGBA")),
        file_of(quarters(20, 30).quantize(8)),
        file_of(quarters(20, 30), "JPEG"),
        file_of(quarters(20, 30).convert("CMYK"), "JPEG", progressive=True),
    ],
}
WORDS = [b"0", b"-1", b"1e9", b"999999999", b"~", b"{}", b"[]", b"'", b'"', b"\n", b": ", b"- "]
WORDS += [b"0mm", b"1mm", b"9999mm", b"nan", b"true", b"#", b"&a", b"*a", b"\xff", b"\x00", b"none"]


@pytest.mark.parametrize("path", KEPT, ids=lambda p: f"{p.parent.name}/{p.name}")
def test_what_broke_once_is_refused_or_read(path: Path) -> None:
    TARGETS[path.parent.name](path.read_bytes())


@st.composite
def spoilt(draw: st.DrawFn, texts: list[bytes]) -> bytes:
    """A text with up to four parts cut out, doubled, or replaced by a nasty word."""
    data = draw(st.sampled_from(texts))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(data)))
        end = min(len(data), start + draw(st.integers(0, 12)))
        part = draw(st.sampled_from([b"", data[start:end] * 2, *WORDS]))
        data = data[:start] + part + data[end:]
    return data


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(SPOILT))
def test_spoilt_definitions_are_refused_or_read(name: str) -> None:
    @settings(max_examples=40, deadline=None)
    @given(spoilt(SPOILT[name]))
    def run(data: bytes) -> None:
        TARGETS[name](data)

    run()


@pytest.mark.parametrize("name", sorted(TARGETS))
def test_any_bytes_are_refused_or_read(name: str) -> None:
    @settings(max_examples=20, deadline=None)
    @given(st.binary(max_size=80))
    def run(data: bytes) -> None:
        TARGETS[name](data)

    run()
