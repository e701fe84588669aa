"""Lengths as people write them, turned into millimetres. The only home of 25.4 and 72."""

from __future__ import annotations

import re
from decimal import Decimal

MM_PER_INCH = 25.4
POINTS_PER_INCH = 72.0
PT_PER_MM = POINTS_PER_INCH / MM_PER_INCH

LONGEST = 100_000.0
"""No length that people write is longer, mm."""
UNITS = {"mm": 1.0, "cm": 10.0, "in": MM_PER_INCH, "pt": MM_PER_INCH / POINTS_PER_INCH}
_LENGTH = re.compile(
    r"\s*(?P<number>-?\d+(?:\.\d+)?|-?\.\d+)\s*"
    r"(?:(?P<unit>mm|cm|in|pt)|px\s*@\s*(?P<dpi>\d+(?:\.\d+)?)\s*dpi)?\s*",
    re.ASCII | re.IGNORECASE,
)


def is_length(text: str) -> bool:
    """True for a number with a unit or without one, however large."""
    return _LENGTH.fullmatch(text) is not None


def parse_length(text: str) -> float:
    """Return the length in mm of "57.9mm", "2.28in", "12pt", "684px@300dpi", or a bare "0".

    Raises ValueError, worded for the person who wrote it, for anything else.
    """
    match = _LENGTH.fullmatch(text)
    if match is None:
        raise ValueError(f"'{text}' is not a length; write 12mm, 1.2cm, 0.5in, 9pt or 228px@300dpi")
    number = float(match["number"])
    if match["dpi"]:
        dpi = float(match["dpi"])
        if dpi == 0:
            raise ValueError(f"'{text}' has no resolution: 0 dpi")
        number = number / dpi * MM_PER_INCH
    elif match["unit"]:
        number *= UNITS[match["unit"].lower()]
    elif number:
        raise ValueError(f"'{text}' has no unit; write '{text.strip()}mm' for millimetres")
    if not abs(number) <= LONGEST:
        raise ValueError(f"'{text}' is far too long for a printed thing")
    return number or 0.0


def mm_to_pt(mm: float) -> float:
    """Millimetres to PostScript points."""
    return mm * PT_PER_MM


def pt_to_mm(pt: float) -> float:
    """PostScript points to millimetres."""
    return pt / PT_PER_MM


def mm_to_px(mm: float, dpi: float) -> int:
    """Whole pixels nearest to a length in mm at a resolution in dots per inch."""
    return round(mm / MM_PER_INCH * dpi)


def written_mm(mm: float) -> str:
    """A length as people write it, exactly, that `parse_length` reads: no exponents."""
    return f"{Decimal(repr(mm)):f}mm"


def format_mm(mm: float) -> str:
    """A length for messages: to a thousandth, so that what was typed is found again."""
    return f"{mm:.3f}".rstrip("0").rstrip(".")


def format_size(*sides: float) -> str:
    """Measures for messages, as "63.5 x 88.9 mm"."""
    return f"{' x '.join(map(format_mm, sides))} mm"


_SVG_UNITS = UNITS | {"pc": 12 * MM_PER_INCH / POINTS_PER_INCH, "px": MM_PER_INCH / 96}


def svg_length(text: str) -> float:
    """A length of SVG in user units, 96 of which make an inch (CSS 2.1, 4.3.2).

    Raises ValueError for one that depends on something else, as % and em do.
    """
    match = re.fullmatch(
        r"\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)(mm|cm|in|pt|pc|px)?\s*", text, re.ASCII
    )
    if match is None:
        raise ValueError(f"'{text}' is no absolute length")
    return float(match[1]) * _SVG_UNITS[match[2] or "px"] / _SVG_UNITS["px"]
