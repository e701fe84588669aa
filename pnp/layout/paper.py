"""Papers: named formats, sizes of one's own, margins, and which way they lie."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from pnp.errors import near
from pnp.geometry.plane import Rect, Size
from pnp.limits import MARGIN, PAPER_EDGE, PRINTABLE
from pnp.units import format_mm, parse_length

Lying = Literal["portrait", "landscape"]
Orientation = Literal[Lying, "auto"]


class Margins(NamedTuple):
    """What a printer leaves blank along each edge, mm. Home printers need about 5."""

    top: float = 5.0
    right: float = 5.0
    bottom: float = 5.0
    left: float = 5.0


DEFAULT_MARGINS = Margins()


class Paper(Struct, frozen=True):
    """A paper format as it lies in the printer's view; mm."""

    name: str
    size: Size
    margins: Margins = DEFAULT_MARGINS

    @property
    def area(self) -> Rect:
        return Rect(0, 0, *self.size)

    @property
    def printable(self) -> Rect:
        """The area without the margins."""
        top, right, bottom, left = self.margins
        return Rect(left, top, self.size.width - left - right, self.size.height - top - bottom)

    def lying(self, orientation: Lying) -> Paper:
        """The paper in an orientation; its margins stay with the edges of the finished page."""
        short, long = sorted(self.size)
        upright = orientation == "portrait"
        return replace(self, size=Size(short, long) if upright else Size(long, short))

    def refuse_narrow(self, orientation: Orientation) -> None:
        """Raises ValueError, worded for people, if the margins leave no room to print on the paper
        as it lies, or whichever way it lies."""
        both: tuple[Lying, ...] = ("portrait", "landscape")
        found = [self.lying(one) for one in (both if orientation == "auto" else (orientation,))]
        if all(min(paper.printable.size) < PRINTABLE for paper in found):
            paper = found[0]
            width, height = paper.printable.size
            raise ValueError(
                f"the margins {', '.join(map(format_mm, paper.margins))} mm (top, right, bottom, "
                f"left) leave {format_mm(max(width, 0.0))} x {format_mm(max(height, 0.0))} mm of "
                f"{paper.name}; {format_mm(PRINTABLE)} mm each way must be left"
            )


PAPERS = {
    paper.name: paper
    for paper in (
        Paper("A6", Size(105.0, 148.0)),  # ISO 216
        Paper("A5", Size(148.0, 210.0)),
        Paper("A4", Size(210.0, 297.0)),
        Paper("A3", Size(297.0, 420.0)),
        Paper("Letter", Size(215.9, 279.4)),  # ANSI/ASME Y14.1
        Paper("Legal", Size(215.9, 355.6)),
        Paper("Tabloid", Size(279.4, 431.8)),
        Paper("4x6in", Size(101.6, 152.4)),
    )
}


def find_paper(text: str) -> Paper:
    """The paper of a name in any case, or of a size as 200x300mm.

    Raises ValueError, worded for the person who wrote it.
    """
    for name, paper in PAPERS.items():
        if name.casefold() == text.strip().casefold():
            return paper
    parts = re.fullmatch(r"\s*([\d.]+)\s*([a-z]*)\s*[x×]\s*([\d.]+)\s*([a-z]+)\s*", text.casefold())
    if parts is None:
        bare = re.fullmatch(r"\s*([\d.]+)\s*[x×]\s*([\d.]+)\s*", text.casefold())
        if bare is not None:
            raise ValueError(
                f"the paper '{text}' has no unit; write '{bare[1]}x{bare[2]}mm' for millimetres"
            )
        known = near(text, [*PAPERS, "200x300mm"])
        raise ValueError(f"there is no paper '{text}' ({known})")
    unit = parts[4]
    width, height = parse_length(parts[1] + (parts[2] or unit)), parse_length(parts[3] + unit)
    for side in (width, height):
        PAPER_EDGE.check(side, text)
    name = f"{format_mm(width)}x{format_mm(height)}mm"
    return Paper(name, Size(width, height))


def parse_margins(text: str) -> Margins:
    """One length for all edges, or four: top, right, bottom, left; a bare 0 needs no unit.

    Raises ValueError for anything else.
    """
    parts = [part for part in re.split(r"[,\s]+", text.strip()) if part]
    if len(parts) not in (1, 4):
        raise ValueError(f"'{text}' is no margin; write 5mm, or 5mm,5mm,12mm,5mm from the top on")
    lengths = [MARGIN.parse(part) for part in parts]
    return Margins(*(lengths * 4 if len(lengths) == 1 else lengths))
