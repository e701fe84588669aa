"""The families of the fonts folder: files, advances, glyph coverage. No system font, ever."""

from __future__ import annotations

import re
import struct
from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from msgspec import Struct

from pnp.characters import called, undrawable
from pnp.errors import Loc, Problem, near
from pnp.system.resources import bundled

_NAMED = 12
"""How many missing characters of a text are named."""
_STYLES = {
    "Regular": (400, False),
    "Italic": (400, True),
    "Medium": (500, False),
    "Bold": (700, False),
    "BoldItalic": (700, True),
    "Black": (900, False),
}


class _Advances(dict[str, int]):
    """The advances of characters, each found when it is first asked for."""

    def __init__(self, glyphs: Mapping[int, str], advances: Sequence[int]) -> None:
        self.glyphs, self.advances = glyphs, advances

    def __missing__(self, char: str) -> int:
        number = int(self.glyphs.get(ord(char), "0"))
        self[char] = self.advances[min(number, len(self.advances) - 1)]
        return self[char]


class Font(Struct, frozen=True, dict=True):
    """One face of a family; lengths are fractions of the font size."""

    family: str
    weight: int
    italic: bool
    path: Path

    @property
    def name(self) -> str:
        """The file's stem, unique among our fonts."""
        return self.path.stem

    @cached_property
    def _table(self) -> Any:
        """The opened file. Glyphs are called by their numbers: reading their names is slow."""
        from fontTools.ttLib import TTFont

        table = TTFont(self.path, lazy=True)
        table.setGlyphOrder([*map(str, range(table["maxp"].numGlyphs))])
        return table

    @cached_property
    def _glyphs(self) -> dict[int, str]:
        """Code points to glyph numbers, in words."""
        found: dict[int, str] = self._table.getBestCmap()
        return found

    @cached_property
    def _advances(self) -> tuple[int, ...]:
        """Advances by glyph number; the glyphs after the last have its advance (hmtx)."""
        count = self._table["hhea"].numberOfHMetrics
        pairs: tuple[int, ...] = struct.unpack_from(">" + count * "Hh", self._table.reader["hmtx"])
        return pairs[::2]

    @cached_property
    def _units(self) -> int:
        return int(self._table["head"].unitsPerEm)

    def missing(self, text: str) -> list[str]:
        """The characters of a text that are not drawn rightly with the font, each once, in order:
        those without a glyph, and those that no font draws (`pnp.characters`)."""
        known = self._glyphs
        return [c for c in dict.fromkeys(text) if ord(c) not in known or undrawable(c)]

    def lack(self, text: str) -> tuple[str, str]:
        """What cannot be printed of a text, in words, and what to do; "" if nothing is missing."""
        chars = self.missing(text)
        said: dict[str, list[str]] = {}
        for char in chars[:_NAMED]:
            said.setdefault(undrawable(char), []).append(called(char))
        more = f" and {len(chars) - _NAMED} more" if len(chars) > _NAMED else ""
        faults = [f"{', '.join(them)} {why}" for why, them in said.items() if why]
        if "" in said:
            faults.insert(0, f"{self.name} has no glyph for {', '.join(said[''])}{more}")
        elif faults:
            faults[0] = f"{self.name} cannot print it: {faults[0]}{more}"
        other = "" if set(said) - {""} else " or another family"
        return "; ".join(faults), f"use other characters{other}"

    def width(self, text: str, size: float) -> float:
        """The advance of a text at a font size, in the unit of `size`; missing glyphs are blank."""
        return sum(map(self._by_character.__getitem__, text)) / self._units * size

    @cached_property
    def _by_character(self) -> _Advances:
        return _Advances(self._glyphs, self._advances)

    @cached_property
    def cap_height(self) -> float:
        """Height of capitals as a fraction of the size (OS/2 sCapHeight)."""
        return float(self._table["OS/2"].sCapHeight) / self._units

    @cached_property
    def figure_height(self) -> float:
        """Height of the digit 1, for centring numerals; falls back on the capitals."""
        glyph = self._glyphs.get(ord("1"))
        if glyph is None:
            return self.cap_height
        return self._top(int(glyph)) / self._units

    def _top(self, glyph: int) -> int:
        """The highest point of a glyph with an outline: its place (loca), then yMax (glyf)."""
        form, size, unit = (">L", 4, 1) if self._table["head"].indexToLocFormat else (">H", 2, 2)
        reader = self._table.reader
        (place,) = struct.unpack_from(form, reader["loca"], glyph * size)
        return int(struct.unpack_from(">h", reader["glyf"], place * unit + 8)[0])


def lacking(font: Font, words: str, where: Loc | None = None) -> Problem | None:
    """FONT001 for words that a font cannot print."""
    lack, hint = font.lack(words)
    return Problem("FONT001", "error", f"'{words}': {lack}", where, hint) if lack else None


@cache
def all_fonts() -> tuple[Font, ...]:
    """Every font of the folder, in name order."""
    found = []
    for path in sorted(bundled("fonts").glob("*.ttf")):
        family, _, style = path.stem.partition("-")
        weight, italic = _STYLES[style]
        spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", family)
        found.append(Font(spaced, weight, italic, path))
    return tuple(found)


def families() -> tuple[str, ...]:
    return tuple(dict.fromkeys(font.family for font in all_fonts()))


def near_family(name: str) -> str:
    """The hint for an unknown family."""
    return near(name, families())


@cache
def find_font(family: str, weight: int = 400, italic: bool = False) -> Font:
    """The font of a family nearest to a weight. Raises KeyError for an unknown family."""
    fonts = [font for font in all_fonts() if font.family == family]
    if not fonts:
        raise KeyError(f"no font family '{family}'")
    return min(fonts, key=lambda f: (f.italic != italic, abs(f.weight - weight), f.weight))
