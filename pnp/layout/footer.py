"""The footer of a sheet: its id, hints, and the options that are not neutral, in a line or two."""

from __future__ import annotations

import math
from collections.abc import Sequence

from pnp.geometry.plane import Point
from pnp.layout.calibration import room_before
from pnp.layout.paper import Paper
from pnp.layout.sheet import Label, Sheet
from pnp.limits import PRINTABLE

NAME = 24
"""Characters of a document's name that the options leave standing in a footer."""
LINE = 2.7
"""From one footer line to the next, mm."""
_SIDES = {"front": "fronts", "back": "backs", "fold": "fronts and backs"}
SMALLEST_TEXT = 2.2
"""The smallest size of labels, mm (6.2 pt)."""
CHARACTER, WIDE = 0.62, 0.95
"""Generous widths of a character of a label, and of a wide one, in em."""


def footer_lines(paper: Paper) -> int:
    """How many lines the sheet's id and hints take, about 130 characters in all."""
    return max(
        1, math.ceil(130 * CHARACTER * SMALLEST_TEXT / max(paper.printable.width, PRINTABLE))
    )


def footer(
    sheet: Sheet,
    name: str,
    hints: Sequence[str],
    size: float,
    options: Sequence[str] = (),
    spare: int = 0,
) -> tuple[Label, ...]:
    """The sheet's id, hints and `options` along the bottom edge; text of at most `size` mm.

    What is too long for the lines there are is set smaller; then the name is shortened, the last
    options are left out, and the rest of the name goes. Options may use `spare` more lines, and
    begin a line where that takes no more of them.
    """
    area = room_before(sheet.correction, sheet.paper.printable)
    count = footer_lines(sheet.paper) + (spare if options else 0)
    rest = [f"sheet {sheet.number}/{sheet.total}", _SIDES[sheet.side], *hints, "print at 100 %"]
    chosen, room = list(options), area.width / SMALLEST_TEXT
    lines = _break([name, *rest, *chosen], room)
    while (len(lines) > count or max(map(ems, lines)) > room) and (len(name) > 2 or chosen):
        if chosen and len(name) <= NAME:
            chosen = [*chosen[: -2 if chosen[-1] == "…" else -1], "…"] if chosen != ["…"] else []
        else:
            name = name[:-2].rstrip() + "…"
        lines = _break([name, *rest, *chosen], room)
    apart = [*_break([name, *rest], room), *_break(chosen, room)]
    lines = apart if len(apart) == len(lines) else lines
    size = max(min(size, area.width / max(map(ems, lines))), SMALLEST_TEXT)
    if len(lines) > 1 or footer_lines(sheet.paper) > 1:
        size = SMALLEST_TEXT
    return tuple(
        Label(text, Point(area.centre.x, area.bottom - 0.25 * size - up * LINE), size, "middle")
        for up, text in enumerate(reversed(lines))
    )


def ems(text: str) -> float:
    """A generous width of a text in em: layout knows no fonts."""
    return sum(WIDE if char.isupper() or char in "mw@%—…" else CHARACTER for char in text)


def _break(parts: Sequence[str], room: float) -> list[str]:
    """Parts joined by dots into lines of at most `room` em."""
    lines: list[str] = []
    for part in parts:
        longer = f"{lines[-1]} · {part}" if lines else part
        if lines and ems(longer) <= room:
            lines[-1] = longer
        else:
            lines.append(part)
    return lines
