"""SVG path data as PDF path operators.

Paths as `draw` writes them, of absolute straight lines and cubics, are taken word by word: their
numbers are PDF numbers already. fontTools reads all others (arcs, quadratics, relative steps).
"""

from __future__ import annotations

import re
from typing import Any

from fontTools.pens.basePen import BasePen
from fontTools.svgLib.path import parse_path

_NUMBER = r"(?!-0(?!\.))-?(?:0|[1-9]\d{0,8})(?:\.\d{0,5}[1-9])?(?![\d.])"
_PLAIN = re.compile(rf"(?=M)(?:[MLHVC] ?{_NUMBER}(?:[ ,]{_NUMBER})* ?|Z(?: ?(?=M)|\Z))*")
_STEP = re.compile(r"([MLHVC]) ?([^A-Z]*)|Z")


def number(value: float) -> str:
    """A PDF number: six decimals at most, never an exponent."""
    text = f"{value:.6f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def numbers(*values: float) -> str:
    return " ".join(map(number, values))


def path_operators(d: str) -> str:
    """The PDF path of the `d` of an SVG path. Raises ValueError for a broken one."""
    found = _plain_operators(d)
    if found is None:
        pen = _PathPen()
        parse_path(d, pen)
        found = pen.out
    return "\n".join(found)


def _plain_operators(d: str) -> list[str] | None:
    """The operators of a plain path, None for another one."""
    if not _PLAIN.fullmatch(d):
        return None
    out: list[str] = []
    x = y = ""
    start = ("", "")
    for command, rest in _STEP.findall(d):
        values = rest.replace(",", " ").split()
        if not command:
            if (x, y) != start:
                out.append(f"{start[0]} {start[1]} l")
            out.append("h")
            x, y = start
        elif command == "H":
            for x in values:
                out.append(f"{x} {y} l")
        elif command == "V":
            for y in values:
                out.append(f"{x} {y} l")
        elif len(values) % (6 if command == "C" else 2):
            return None
        elif command == "C":
            out += [" ".join(values[i : i + 6]) + " c" for i in range(0, len(values), 6)]
            x, y = values[-2:]
        else:
            out += [f"{x} {y} l" for x, y in zip(values[::2], values[1::2], strict=True)]
            if command == "M":
                start = values[0], values[1]
                out[-(len(values) // 2)] = f"{values[0]} {values[1]} m"
            x, y = values[-2:]
    return out


class _PathPen(BasePen):  # type: ignore[misc]
    """Receives an SVG path and writes it as PDF path operators."""

    def __init__(self) -> None:
        super().__init__(None)
        self.out: list[str] = []

    def _moveTo(self, pt: tuple[float, float]) -> None:
        self.out.append(f"{numbers(*pt)} m")

    def _lineTo(self, pt: tuple[float, float]) -> None:
        self.out.append(f"{numbers(*pt)} l")

    def _curveToOne(self, pt1: Any, pt2: Any, pt3: Any) -> None:
        self.out.append(f"{numbers(*pt1, *pt2, *pt3)} c")

    def _closePath(self) -> None:
        self.out.append("h")

    def _endPath(self) -> None:
        pass
