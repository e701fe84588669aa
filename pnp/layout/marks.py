"""What stands around the pieces: crop marks, two 100 mm rulers, the sheet's id and hints.

All of it lies in the margin between the pieces and the printable edge, never on a piece.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pnp.geometry import Point, Rect, bounds
from pnp.layout.sheet import Label, Line, Paper, Placement, Sheet

MARK_OFFSET = 1.0
MARK_LENGTH = 2.5
MARK_WIDTH = 0.15
STRIP = 2.0
"""The least strip, mm, that ruler and footer need between marks and printable edge."""
RULER = 100.0
RULER_WIDTH = 0.15
SMALLEST_TEXT = 2.2
LARGEST_TEXT = 2.8
"""Sizes of labels, mm (6.2 and 7.9 pt): larger where the margin has room."""
CHARACTER = 0.62
"""A generous width of a character of a label, in em: layout knows no fonts."""


def content_area(paper: Paper, marks: bool) -> Rect:
    """Where pieces may go: the printable area less the strips for marks, rulers and footer."""
    return paper.printable.inset(STRIP + (MARK_OFFSET + MARK_LENGTH if marks else 0.5))


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
    """A 100 mm ruler along the top edge and one along the left edge; ticks of at most `tick` mm."""
    area = paper.printable
    across = (area.width - RULER) / 2 + area.x
    down = (area.height - RULER) / 2 + area.y
    lines = [
        Line(Point(across, area.y), Point(across + RULER, area.y), RULER_WIDTH, "ruler"),
        Line(Point(area.x, down), Point(area.x, down + RULER), RULER_WIDTH, "ruler"),
    ]
    for step in range(0, 101, 5):
        length = tick if step in (0, 50, 100) else tick * (0.75 if step % 10 == 0 else 0.5)
        x, y = across + step, down + step
        lines.append(Line(Point(x, area.y), Point(x, area.y + length), RULER_WIDTH, "ruler"))
        lines.append(Line(Point(area.x, y), Point(area.x + length, y), RULER_WIDTH, "ruler"))
    text = "100 mm — measure it: if it is shorter or longer, print again at 100 %"
    labels = (
        Label("100 mm", Point(across + RULER + 1.5, area.y + size * 0.8), size),
        Label("100 mm", Point(area.x + size * 0.8, down - 1.5), size, turn=-90),
        Label(text, Point(area.right - 0.25 * size, area.centre.y), size, "middle", -90),
    )
    return tuple(lines), labels


def footer(sheet: Sheet, name: str, hints: Sequence[str], size: float) -> tuple[Label, ...]:
    """The sheet's id and hints along the bottom edge; text of at most `size` mm.

    A line too long for the paper is set smaller, then its name is shortened.
    """
    area = sheet.paper.printable
    side = "fronts" if sheet.side == "front" else "backs"
    rest = " · ".join(["", f"sheet {sheet.number}/{sheet.total}", side, *hints, "print at 100 %"])
    room = int(area.width / (CHARACTER * SMALLEST_TEXT)) - len(rest)
    if len(name) > max(room, 1):
        name = name[: max(room, 1) - 1].rstrip() + "…"
    text = name + rest
    size = max(min(size, area.width / (CHARACTER * len(text))), SMALLEST_TEXT)
    return (Label(text, Point(area.centre.x, area.bottom - 0.25 * size), size, "middle"),)


def dress(sheet: Sheet, name: str, hints: Sequence[str], marks: bool) -> Sheet:
    """The sheet with its marks, rulers, footer."""
    lines = crop_marks(sheet.placements) if marks else ()
    free = _free_strip(sheet)
    size = min(max(free - 0.2, SMALLEST_TEXT), LARGEST_TEXT)
    ruler_lines, ruler_labels = rulers(sheet.paper, min(max(free, STRIP - 0.2), 3.0), size)
    return Sheet(
        sheet.paper,
        sheet.side,
        sheet.placements,
        sheet.number,
        sheet.total,
        sheet.times,
        sheet.behind,
        (*lines, *ruler_lines),
        (*ruler_labels, *footer(sheet, name, hints, size)),
    )


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
