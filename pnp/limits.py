"""How large and how many: the bounds of what enters, one table for each sort of number.

What a length may be depends on what it measures. Whoever reads one asks the line of the table that
has its meaning; a message says what was given and what would do.
"""

from __future__ import annotations

from typing import NamedTuple

from pnp.units import format_mm, parse_length


class Limit(NamedTuple):
    """What a length measures, from what to what it may be, mm, and what may be wrong else."""

    what: str
    least: float
    most: float
    hint: str = ""

    def parse(self, text: str) -> float:
        """A length as people write it, mm. Raises ValueError, worded for them."""
        return self.check(parse_length(text), text)

    def check(self, length: float, text: str) -> float:
        """The length, mm, that was written as `text`. Raises ValueError."""
        if not self.allows(length):
            hint = f"; {self.hint}" if self.hint else ""
            raise ValueError(f"'{text.strip()}': {self.what} measures {self}{hint}")
        return length

    def allows(self, length: float) -> bool:
        """True for a length, mm, within the bounds; false for nan."""
        return self.least <= length <= self.most

    def __str__(self) -> str:
        return f"{format_mm(self.least)} to {format_mm(self.most)} mm"


PAPER_EDGE = Limit("an edge of paper", 50.0, 2000.0)
MARGIN = Limit("a margin", 0.0, 500.0)
GAP = Limit("a gap", 0.0, 500.0)
BLEED = Limit("a bleed", 0.0, 10.0)
MARK_LENGTH = Limit("a mark's length", 0.5, 50.0)
MARK_OFFSET = Limit("a mark's offset", 0.1, 50.0)
CARD_EDGE = Limit("an edge of a card", 5.0, 1000.0)
CORNER = Limit("a radius", 0.0, 500.0)
THICKNESS = Limit("a thickness", 0.01, 20.0)
SHIFT = Limit("a shift", -10.0, 10.0, "is the flip right?")
WRITTEN = Limit("a length", 0.01, 2000.0)
"""What definitions give for anything that is there at all."""
PRINTABLE = 20.0
"""What margins leave of a sheet at least, mm across and down."""

MOST_COPIES = 1000
"""Of one piece."""
MOST_CELLS = 100
"""Columns or rows of a grid in a definition."""
MOST_SEED = 10**18
MOST_TITLE, MOST_WORDS = 200, 2000
"""Characters of a title, and of any other line of words."""

MOST_DPI = 4800
MOST_PIXELS = 250_000_000
"""Of a picture that is written."""
MOST_PIXELS_TOGETHER = 4_000_000_000
"""Of all pictures that one command writes: some minutes."""

MOST_TEXT = 8_000_000
"""Bytes of a file of text."""
MOST_PDF = 10_000_000_000
"""Bytes of a PDF that is read, and of the documents of a tag together: a PDF's table of places has
ten digits. One page or picture of it is in memory at a time."""
MOST_STATE = 200_000_000
"""Bytes of what is kept of a build beside its documents."""
MOST_ART = 64_000_000
"""Bytes of a picture that is read."""
