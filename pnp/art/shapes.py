"""Shapes of a resolved SVG in the terms of our profile: exact, and up to the first fault."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any
from xml.etree.ElementTree import Element

from fontTools.pens.recordingPen import RecordingPen
from fontTools.svgLib.path import parse_path

from pnp.art.styles import FAR, Beyond, length_of
from pnp.art.transforms import NUMBER

Shape = tuple[str, dict[str, str]] | None


def number_of(element: Element, name: str, default: float = 0.0) -> float:
    text = element.get(name, "auto")
    return default if text == "auto" else length_of(text)


def within(*values: float) -> None:
    """Raises Beyond for numbers that PDF readers do not take."""
    if not all(abs(value) < FAR for value in values):
        raise Beyond("numbers far too large")


def _values(element: Element, *names: str) -> dict[str, str]:
    return {name: f"{number_of(element, name):.9g}" for name in names}


def _radii(element: Element) -> tuple[float, float]:
    """Both radii; one that is not given is as the other."""
    rx = number_of(element, "rx", number_of(element, "ry"))
    return rx, number_of(element, "ry", rx)


def _rect(element: Element) -> Shape:
    width, height = number_of(element, "width"), number_of(element, "height")
    if width <= 0 or height <= 0:
        return None
    rx, ry = _radii(element)
    rx, ry = min(rx, width / 2), min(ry, height / 2)
    if rx <= 0 or ry <= 0:
        return "rect", _values(element, "x", "y", "width", "height")
    x, y = number_of(element, "x"), number_of(element, "y")
    r, b, arc = x + width, y + height, f"A{rx:.9g} {ry:.9g} 0 0 1"
    d = (
        f"M{x + rx:.9g} {y:.9g}H{r - rx:.9g}{arc} {r:.9g} {y + ry:.9g}V{b - ry:.9g}"
        f"{arc} {r - rx:.9g} {b:.9g}H{x + rx:.9g}{arc} {x:.9g} {b - ry:.9g}V{y + ry:.9g}"
        f"{arc} {x + rx:.9g} {y:.9g}Z"
    )
    return "path", {"d": d}


def _round(element: Element) -> Shape:
    circle = element.tag == "circle"
    rx, ry = (number_of(element, "r"),) * 2 if circle else _radii(element)
    if rx <= 0 or ry <= 0:
        return None
    radii = {"r": f"{rx:.9g}"} if circle else {"rx": f"{rx:.9g}", "ry": f"{ry:.9g}"}
    return element.tag, {**_values(element, "cx", "cy"), **radii}


def _arcs(round_shape: dict[str, str]) -> Shape:
    """A circle or ellipse from three o'clock on, where dashes begin (SVG 2, 10.3)."""
    cx, cy = float(round_shape["cx"]), float(round_shape["cy"])
    rx = float(round_shape.get("r", round_shape.get("rx", "0")))
    ry = float(round_shape.get("r", round_shape.get("ry", "0")))
    arc = f"A{rx:.9g} {ry:.9g} 0 0 1"
    corners = ((cx, cy + ry), (cx - rx, cy), (cx, cy - ry), (cx + rx, cy))
    d = "".join(f"{arc} {x:.9g} {y:.9g}" for x, y in corners)
    return "path", {"d": f"M{cx + rx:.9g} {cy:.9g}{d}Z"}


def _line(element: Element) -> Shape:
    x1, y1, x2, y2 = (number_of(element, name) for name in ("x1", "y1", "x2", "y2"))
    return "path", {"d": _step("M", (x1, y1)) + _step("L", (x2, y2))}


_SPACE = r"\s*,?\s*"
_LIST = re.compile(rf"\s*(?:{NUMBER}{_SPACE})*")


def _points(element: Element) -> Shape:
    """The points up to a fault, whole ones only."""
    match = _LIST.match(element.get("points", ""))
    found = re.findall(NUMBER, match[0]) if match else []
    found = found[: len(found) // 2 * 2]
    if len(found) < 4:
        return None
    values = list(map(float, found))
    within(*values)
    first, *rest = zip(values[::2], values[1::2], strict=True)
    lines = "".join(_step("L", point) for point in rest)
    return "path", {"d": _step("M", first) + lines + "Z" * (element.tag == "polygon")}


_FLAGS = {3, 4}
"""The numbers of an arc that are flags, and need no space behind them."""
_COUNTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}


def _steps(d: str) -> Iterator[tuple[str, list[str]]]:
    """The steps of a path, each with its command, up to the first fault."""
    place, command = 0, ""
    gap, number, flag = re.compile(_SPACE), re.compile(NUMBER), re.compile("[01]")
    while place < len(d := d.rstrip()):
        place = gap.match(d, place).end()  # type: ignore[union-attr]
        if d[place : place + 1].upper() in _COUNTS:
            command, place = d[place], place + 1
        elif not command or command in "Zz":
            return
        values = []
        for i in range(_COUNTS[command.upper()]):
            place = gap.match(d, place).end()  # type: ignore[union-attr]
            found = (flag if command in "Aa" and i in _FLAGS else number).match(d, place)
            if found is None:
                return
            values.append(found[0])
            place = found.end()
        if command in "Aa" and not (float(values[0]) and float(values[1])):
            yield "L" if command == "A" else "l", values[5:]
        else:
            yield command, values
        command = {"M": "L", "m": "l"}.get(command, command)


def _path(element: Element) -> Shape:
    """A path up to its first fault, of absolute straight lines and cubics."""
    steps = list(_steps(element.get("d", "")))
    if not steps or steps[0][0] not in "Mm":
        return None
    pen: Any = RecordingPen()
    parse_path("".join(f"{command}{' '.join(values)}" for command, values in steps), pen)
    return "path", {"d": "".join(_written(pen.value))}


def _written(record: list[tuple[str, tuple[tuple[float, float], ...]]]) -> Iterator[str]:
    """What a pen recorded as path data; a line after a closed one begins where that began."""
    start = here = (0.0, 0.0)
    closed = False
    for name, points in record:
        within(*(value for point in points for value in point))
        if name == "closePath":
            yield "Z"
            here, closed = start, True
            continue
        if name == "endPath":
            continue
        if name == "moveTo":
            start = points[0]
        elif closed:
            yield _step("M", start)
        closed = False
        if name == "qCurveTo":
            points = _cubic(here, *points)
        yield _step({"moveTo": "M", "lineTo": "L"}.get(name, "C"), *points)
        here = points[-1]


def _cubic(start: Point, control: Point, end: Point) -> tuple[Point, Point, Point]:
    """A quadratic curve as a cubic one."""
    first, second = (
        ((a + 2 * c) / 3 for a, c in zip(start, control, strict=True)),
        ((a + 2 * c) / 3 for a, c in zip(end, control, strict=True)),
    )
    return (next(first), next(first)), (next(second), next(second)), end


Point = tuple[float, float]


def _step(command: str, *points: Point) -> str:
    return command + " ".join(f"{value:.9g}" for point in points for value in point)


_SHAPES: Mapping[str, Callable[[Element], Shape]] = {
    "rect": _rect,
    "circle": _round,
    "ellipse": _round,
    "line": _line,
    "polyline": _points,
    "polygon": _points,
    "path": _path,
}


DRAWN = frozenset(_SHAPES)
"""The elements that are shapes."""


def shape_of(element: Element, dashed: bool) -> Shape:
    """The element of our profile that draws a shape, and its geometry; None if it draws nothing.

    Raises Beyond.
    """
    shape = _SHAPES[element.tag](element)
    if shape and dashed and shape[0] in ("circle", "ellipse"):
        return _arcs(shape[1])
    return shape


def _corners(piece: str) -> list[Point]:
    """The points of a piece of a path of ours, control points among them."""
    values = list(map(float, re.findall(NUMBER, piece)))
    return list(zip(values[::2], values[1::2], strict=True))


def has_length(piece: str) -> bool:
    """False for a piece of a path that comes back to its only point."""
    points = _corners(piece)
    return len(set(points)) > 1 or (len(points) == 1 and "Z" not in piece)


def has_area(piece: str) -> bool:
    """False for a piece of a path all points of which lie on a line."""
    (x, y), *rest = _corners(piece)
    away = [(a - x, b - y) for a, b in rest]
    far = max(away, key=lambda v: abs(v[0]) + abs(v[1]), default=(0.0, 0.0))
    size = (abs(far[0]) + abs(far[1])) ** 2
    return any(abs(a * far[1] - b * far[0]) > 1e-9 * size for a, b in away)
