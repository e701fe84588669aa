"""The two rulers of a sheet, and the note that says what they are for."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from msgspec.structs import replace

from pnp.geometry.plane import Point, Rect
from pnp.layout.footer import CHARACTER, SMALLEST_TEXT, ems
from pnp.layout.paper import Paper
from pnp.layout.sheet import Label, Line

LONG_RULER, SHORT_RULER = 100.0, 50.0
"""Rulers, mm: the short one where the paper has no room for the long one and its label."""
RULER_WIDTH = 0.15
ASCENT = 0.8
"""Height of a label's letters over their line, in em."""
NOTE_CLEARANCE = 2.0
"""What the ruler's note keeps from pieces at its side and from the ruler, mm."""
LARGEST_TEXT = 2.8
"""The largest size of labels, mm (7.9 pt), where the margin has room."""
SHEETS = 32
"""How many arrangements of a sheet are kept in mind: most sheets look like the one before."""


@lru_cache(maxsize=SHEETS)
def rulers(
    paper: Paper, tick: float, size: float, near: tuple[Line, ...] = (), crowded: bool = False
) -> tuple[tuple[Line, ...], tuple[Label, ...]]:
    """A ruler along the top edge and one along the left edge; ticks of at most `tick` mm.

    `near` are marks that come so close that ticks and the note keep out of their way; `crowded`
    says that a piece comes so near to the right edge that the note stands better at the top.
    """
    area = paper.printable
    across, down = _ruler(area.width), _ruler(area.height)
    columns = [line.start.x for line in near if line.start.x == line.end.x]
    rows = [line.start.y for line in near if line.start.y == line.end.y]
    left = _off(area.x + (area.width - across) / 2, across, columns)
    top = _off(area.y + (area.height - down) / 2, down, rows)
    lines = [
        Line(Point(left, area.y), Point(left + across, area.y), RULER_WIDTH, "ruler"),
        Line(Point(area.x, top), Point(area.x, top + down), RULER_WIDTH, "ruler"),
    ]
    for step in range(0, int(across) + 1, 5):
        x = left + step
        length = tick * _emphasis(step)
        lines.append(Line(Point(x, area.y), Point(x, area.y + length), RULER_WIDTH, "ruler"))
    for step in range(0, int(down) + 1, 5):
        y = top + step
        length = tick * _emphasis(step)
        lines.append(Line(Point(area.x, y), Point(area.x + length, y), RULER_WIDTH, "ruler"))
    labels = (
        Label(f"{across:g} mm", Point(left + across + 1.5, area.y + size * 0.8), size),
        Label(f"{down:g} mm", Point(area.x + size * 0.8, top - 1.5), size, turn=-90),
        (_note_above(area, f"{down:g} mm", left) if crowded else None)
        or _note(area, f"{down:g} mm", size, rows),
    )
    return tuple(lines), tuple(replace(label, role="ruler") for label in labels)


def _off(start: float, length: float, marks: Sequence[float]) -> float:
    """A ruler's start, half a division further on when a mark would meet one of its ticks."""
    along = [mark - start for mark in marks if -1 < mark - start < length + 1]
    return start + 2.5 if any(abs((at + 2.5) % 5 - 2.5) < 0.8 for at in along) else start


def _note_above(area: Rect, length: str, ruler: float) -> Label | None:
    """The note at the top edge, left of the ruler there; None where that has no room for it."""
    room = ruler - NOTE_CLEARANCE - area.x
    at = Point(ruler - NOTE_CLEARANCE, area.y + ASCENT * SMALLEST_TEXT)
    for text in (f"must measure {length}: print at 100 %", f"must measure {length}"):
        if ems(text) * SMALLEST_TEXT <= room:
            return Label(text, at, SMALLEST_TEXT, "end")
    return None


def _note(area: Rect, length: str, size: float, rows: Sequence[float]) -> Label:
    """What the ruler is for, along the right edge, between the marks that come near it."""
    texts = (
        (f"{length} — measure it: if it is shorter or longer, print again at 100 %", size),
        (f"must measure {length}: print at 100 %", SMALLEST_TEXT),
    )
    steps = sorted((2.5 * k for k in range(-40, 41)), key=abs)
    for text, high in texts:
        half = ems(text) * high / 2
        for y in (area.centre.y + step for step in steps):
            inside = area.y <= y - half and y + half <= area.bottom
            if inside and all(abs(row - y) > half + 1 for row in rows):
                return Label(text, Point(area.right - 0.25 * high, y), high, "middle", -90)
    text, high = texts[-1]
    return Label(text, Point(area.right - 0.25 * high, area.centre.y), high, "middle", -90)


def _ruler(edge: float) -> float:
    room = 2 * (1.5 + 6 * CHARACTER * LARGEST_TEXT)
    return LONG_RULER if edge >= LONG_RULER + room else SHORT_RULER


def _emphasis(step: int) -> float:
    """The length of a tick at so many mm: full at every 50, less at every 10 and 5."""
    return 1.0 if step % 50 == 0 else 0.75 if step % 10 == 0 else 0.5
