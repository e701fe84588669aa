"""Characters of what is written: one form for each, and those that no font draws rightly.

Letters are drawn one by one, from left to right, each from one character. So marks must be part of
their letter's character (NFC does that), and scripts that join or reorder letters are refused.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_INVISIBLE = {
    *map(ord, "\u00ad\u034f\u200b\u200c\u200d\u200e\u202a\u202c\u202d\u2066\u2068\u2069\ufeff"),
    *range(0x2060, 0x2065),
    *range(0xFE00, 0xFE10),
    *range(0xE0000, 0xE0080),
    *range(0xE0100, 0xE01F0),
}
"""Hints on hyphens, joins, variants and an order that is usual: nothing is drawn for them."""
_FORMS: dict[int, str | None] = {
    **dict.fromkeys(_INVISIBLE),
    **dict.fromkeys(map(ord, "\u0085\u2028\u2029"), "\n"),
    **dict.fromkeys(map(ord, "\u2007\u202f"), "\u00a0"),
    **dict.fromkeys((0x1680, *range(0x2000, 0x2007), 0x2008, 0x2009, 0x200A, 0x205F, 0x3000), " "),
}
_JOINED = re.compile(
    "[\u0900-\u11ff\u1700-\u18af\u1900-\u1c7f\u1cc0-\u1cff\ua800-\ua82f\ua840-\uabff\ud7b0-\ud7ff"
    "\U00011000-\U00011fff]"
)
"""Blocks of scripts whose letters are joined, stacked or reordered: those of India and South-East
Asia, Tibetan, Mongolian, and parts of Korean syllables."""
_EXEMPT = re.compile("[\u10a0-\u10ff]")
"""Georgian, which lies between them."""


def composed(text: str) -> str:
    """The text as it is drawn and compared: letters and marks as one character (NFC), invisible
    characters left out, every kind of blank a blank that breaks or does not, every kind of line
    break a line feed."""
    return text if text.isascii() else unicodedata.normalize("NFC", text.translate(_FORMS))


@lru_cache(maxsize=4096)
def undrawable(char: str) -> str:
    """Why a character is drawn rightly by no font, in words; "" if it may be."""
    kind = unicodedata.category(char)
    if kind == "Cc":
        return "is a control character"
    if kind == "Cs":
        return "is half a character"
    if kind == "Cf" or ord(char) in _INVISIBLE:
        return "is invisible or changes the order of letters"
    if unicodedata.bidirectional(char) in ("R", "AL", "AN"):
        return "is written from right to left"
    if _JOINED.match(char) and not _EXEMPT.match(char):
        return "belongs to a script whose letters change shape or place"
    if kind in ("Mn", "Mc", "Me"):
        return "is a mark that makes no character with the one before it"
    return ""


def called(char: str) -> str:
    """A character by its number, and as it looks or by its name: U+0301 combining acute accent."""
    shown = f" '{char}'" if char.isprintable() and not unicodedata.combining(char) else ""
    name = "" if shown else unicodedata.name(char, "").lower()
    return f"U+{ord(char):04X}{shown}{' ' * bool(name)}{name}"
