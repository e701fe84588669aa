"""What stands around the pieces: crop marks, two 100 mm rulers, the sheet's id and hints.

All of it lies in the margin between the pieces and the printable edge, never on a piece.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace

from pnp.geometry import Point, Rect, bounds
from pnp.layout.drift import room_before
from pnp.layout.paper import Paper
from pnp.layout.sheet import Label, Line, Placement, Sheet

MARK_OFFSET = 1.0
MARK_LENGTH = 2.5
MARK_WIDTH = 0.15
STRIP = 2.0
"""The least strip, mm, that ruler and footer need between marks and printable edge."""
LONG_RULER, SHORT_RULER = 100.0, 50.0
"""Rulers, mm: the short one where the paper has no room for the long one and its label."""
RULER_WIDTH = 0.15
FOLD_WIDTH = 0.2
LINE = 2.7
"""From one footer line to the next, mm."""
_SIDES = {"front": "fronts", "back": "backs", "fold": "fronts and backs"}
SMALLEST_TEXT = 2.2
LARGEST_TEXT = 2.8
"""Sizes of labels, mm (6.2 and 7.9 pt): larger where the margin has room."""
CHARACTER = 0.62
"""A generous width of a character of a label, in em: layout knows no fonts."""


def content_area(paper: Paper, marks: bool) -> Rect:
    """Where pieces may go: the printable area less the strips for marks, rulers and footer."""
    area = paper.printable.inset(STRIP + (MARK_OFFSET + MARK_LENGTH if marks else 0.5))
    return area._replace(height=area.height - (footer_lines(paper) - 1) * LINE)


def footer_lines(paper: Paper) -> int:
    """How many lines the sheet's id and hints take, about 130 characters in all."""
    return max(1, math.ceil(130 * CHARACTER * SMALLEST_TEXT / paper.printable.width))


def crop_marks(placements: Sequence[Placement]) -> tuple[Line, ...]:
    """Marks at every cut, outside the block of occupied slots; none for empty slots.

    A mark is drawn at each end of a trim edge's line unless a piece lies there.
    """
    trims = [p.trim for p in placements]
    lines: dict[tuple[int, int, int, int], Line] = {}
    for trim in trims:
        for line in _corner_marks(trim):
            box = bounds((line.start, line.end)).inset(-MARK_WIDTH / 2)
            if any(box.overlaps(other) for other in trims):
                continue
            key = tuple(round(v * 1000) for v in (*line.start, *line.end))
            lines[key] = line  # type: ignore[index]
    return tuple(lines[key] for key in sorted(lines))


def _corner_marks(trim: Rect) -> Iterable[Line]:
    near, far = MARK_OFFSET, MARK_OFFSET + MARK_LENGTH
    for x in (trim.x, trim.right):
        yield Line(Point(x, trim.y - far), Point(x, trim.y - near), MARK_WIDTH, "mark")
        yield Line(Point(x, trim.bottom + near), Point(x, trim.bottom + far), MARK_WIDTH, "mark")
    for y in (trim.y, trim.bottom):
        yield Line(Point(trim.x - far, y), Point(trim.x - near, y), MARK_WIDTH, "mark")
        yield Line(Point(trim.right + near, y), Point(trim.right + far, y), MARK_WIDTH, "mark")


def rulers(paper: Paper, tick: float, size: float) -> tuple[tuple[Line, ...], tuple[Label, ...]]:
    """A ruler along the top edge and one along the left edge; ticks of at most `tick` mm."""
    area = paper.printable
    across, down = _ruler(area.width), _ruler(area.height)
    left, top = area.x + (area.width - across) / 2, area.y + (area.height - down) / 2
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
    text = f"{down:g} mm — measure it: if it is shorter or longer, print again at 100 %"
    if CHARACTER * size * len(text) > area.height:
        text, size = f"must measure {down:g} mm: print at 100 %", SMALLEST_TEXT
    labels = (
        Label(f"{across:g} mm", Point(left + across + 1.5, area.y + size * 0.8), size),
        Label(f"{down:g} mm", Point(area.x + size * 0.8, top - 1.5), size, turn=-90),
        Label(text, Point(area.right - 0.25 * size, area.centre.y), size, "middle", -90),
    )
    return tuple(lines), tuple(replace(label, role="ruler") for label in labels)


def _ruler(edge: float) -> float:
    room = 2 * (1.5 + 6 * CHARACTER * LARGEST_TEXT)
    return LONG_RULER if edge >= LONG_RULER + room else SHORT_RULER


def _emphasis(step: int) -> float:
    """The length of a tick at so many mm: full at every 50, less at every 10 and 5."""
    return 1.0 if step % 50 == 0 else 0.75 if step % 10 == 0 else 0.5


def footer(sheet: Sheet, name: str, hints: Sequence[str], size: float) -> tuple[Label, ...]:
    """The sheet's id and hints along the bottom edge; text of at most `size` mm.

    What is too long for the lines there are is set smaller, then the name is shortened.
    """
    area = room_before(sheet.correction, sheet.paper.printable)
    count = footer_lines(sheet.paper)
    rest = [f"sheet {sheet.number}/{sheet.total}", _SIDES[sheet.side], *hints, "print at 100 %"]
    room = int(area.width / (CHARACTER * SMALLEST_TEXT))
    lines = _break([name, *rest], room)
    while len(lines) > count and len(name) > 2:
        name = name[:-2].rstrip() + "…"
        lines = _break([name, *rest], room)
    size = max(min(size, area.width / (CHARACTER * max(map(len, lines)))), SMALLEST_TEXT)
    if count > 1:
        size = SMALLEST_TEXT
    return tuple(
        Label(text, Point(area.centre.x, area.bottom - 0.25 * size - up * LINE), size, "middle")
        for up, text in enumerate(reversed(lines))
    )


def _break(parts: Sequence[str], room: int) -> list[str]:
    """Parts joined by dots into lines of at most `room` characters."""
    lines: list[str] = []
    for part in parts:
        longer = f"{lines[-1]} · {part}" if lines else part
        if lines and len(longer) <= room:
            lines[-1] = longer
        else:
            lines.append(part)
    return lines


def dress(sheet: Sheet, name: str, hints: Sequence[str], marks: bool) -> Sheet:
    """The sheet with its marks, rulers, footer."""
    lines = crop_marks(sheet.placements) if marks else ()
    free = _free_strip(sheet)
    size = min(max(free - 0.2, SMALLEST_TEXT), LARGEST_TEXT)
    ruler_lines, ruler_labels = rulers(sheet.paper, min(max(free, STRIP - 0.2), 3.0), size)
    return replace(
        sheet,
        lines=(*lines, *_fold_line(sheet), *ruler_lines),
        labels=(*ruler_labels, *footer(sheet, name, hints, size)),
    )


def _fold_line(sheet: Sheet) -> tuple[Line, ...]:
    """The dashed line of a gutterfold, through the middle of the paper."""
    if sheet.axis is None:
        return ()
    area, (width, height) = content_area(sheet.paper, marks=False), sheet.paper.size
    if sheet.axis == "vertical":
        ends = Point(width / 2, area.y), Point(width / 2, area.bottom)
    else:
        ends = Point(area.x, height / 2), Point(area.right, height / 2)
    return (Line(*ends, FOLD_WIDTH, "fold"),)


def _free_strip(sheet: Sheet) -> float:
    """The room between the printable edge (top, left) and the nearest mark or piece."""
    area = sheet.paper.printable
    if not sheet.placements:
        return 3.0
    block = bounds([corner for p in sheet.placements for corner in p.trim.corners])
    room = min(block.x - area.x, block.y - area.y)
    return room - MARK_OFFSET - MARK_LENGTH - 0.2


def behind_text(sheet: Sheet) -> str:
    """The instruction of a back page: how often it is printed and behind which fronts."""
    first, last = sheet.behind[0], sheet.behind[-1]
    unbroken = sheet.behind == tuple(range(first, last + 1))
    which = (
        f"sheet {first}"
        if first == last
        else (
            f"sheets {first}–{last}" if unbroken else "sheets " + ", ".join(map(str, sheet.behind))
        )
    )
    times = "once" if sheet.times == 1 else f"{sheet.times} times"
    return f"print {times}, behind {which}"
