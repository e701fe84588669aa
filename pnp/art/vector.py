"""Simple drawings stay vectors: SVG of other programs rewritten in our profile.

Raises `Beyond`, naming the feature, for what the profile does not have: gradients, transparency,
clips, filters, words, style sheets and the like.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any
from xml.etree.ElementTree import Element, SubElement, tostring

from fontTools.pens.recordingPen import RecordingPen
from fontTools.svgLib.path import parse_path

from pnp.art.references import HREF
from pnp.art.styles import FAR, Beyond, Look, length_of, look_of
from pnp.art.svg import SvgArt
from pnp.art.transforms import NUMBER, parse_transform
from pnp.draw.ink import LEAST_LINE
from pnp.geometry import IDENTITY, Affine
from pnp.piece import Layer

_SILENT = {"defs", "title", "desc", "metadata", "symbol", "clipPath", "mask", "marker", "pattern"}
_SILENT |= {"linearGradient", "radialGradient", "filter", "script", "view"}
"""What is drawn only where something refers to it."""


def translate(art: SvgArt, at: Affine) -> Layer:
    """The drawing as a layer; `at` maps its user units to mm. Raises Beyond."""
    top = Element("g")
    drawing, inside = _Drawing(art.root), _group(top, at)
    look = look_of(art.root.attrib, Look())
    for child in art.root:
        drawing.one(child, inside, look, at)
    return Layer(tostring(top, encoding="unicode").removeprefix("<g>").removesuffix("</g>"))


class _Drawing:
    """Walks a drawing with inherited looks; every change of place is a group with a matrix."""

    def __init__(self, root: Element) -> None:
        self.named = {e.get("id", ""): e for e in root.iter()}

    def one(self, element: Element, into: Element, look: Look, at: Affine) -> None:
        """Draw an element; `at` maps the units round it to mm, for the widths of lines."""
        tag = element.tag
        if tag in _SILENT:
            return
        if tag not in ("g", "a", "use", *_SHAPES):
            raise Beyond(f"<{tag}>")
        if element.get("display") == "none":
            return
        look = look_of(element.attrib, look)
        move = parse_transform(element.get("transform", "")) or IDENTITY
        if move != IDENTITY:
            _within(*move)
            if abs(move.determinant) < 1e-12:
                return
            at = at @ move
        if tag in ("g", "a"):
            inside = _group(into, move) if move != IDENTITY else into
            for child in element:
                self.one(child, inside, look, at)
        elif tag == "use":
            self._use(element, into, look, (move, at))
        elif look.visible:
            self._shape(element, into, look, (move, at))

    def _use(
        self, element: Element, into: Element, look: Look, place: tuple[Affine, Affine]
    ) -> None:
        target = self.named.get(element.get(HREF, "")[1:])
        if target is None:
            return
        if target.tag in ("symbol", "svg") or element.get("width") or element.get("height"):
            raise Beyond("a symbol")
        shift = Affine.translation(_get(element, "x"), _get(element, "y"))
        move, at = place
        inside = _group(into, move @ shift) if move @ shift != IDENTITY else into
        self.one(target, inside, look, at @ shift)

    def _shape(
        self, element: Element, into: Element, look: Look, place: tuple[Affine, Affine]
    ) -> None:
        shape = shape_of(element)
        paint = _paint(look, place[1])
        if shape and look.dashes and shape[0] in ("circle", "ellipse"):
            shape = _arcs(shape[1])
        if shape is None or (paint["fill"] == "none" and "stroke" not in paint):
            return
        tag, geometry = shape
        inside = _group(into, place[0]) if place[0] != IDENTITY else into
        SubElement(inside, tag, {**geometry, **paint})


def _group(into: Element, at: Affine) -> Element:
    values = " ".join(f"{v:.9g}" for v in (at.a, at.b, at.c, at.d, at.e, at.f))
    return SubElement(into, "g", {"transform": f"matrix({values})"})


def _paint(look: Look, at: Affine) -> dict[str, str]:
    """The attributes of a look. Raises Beyond for lines that printers would lose."""
    found, stroke = {"fill": look.paint("fill")}, look.paint("stroke")
    if found["fill"] != "none" and look.rule != "nonzero":
        found["fill-rule"] = look.rule
    if stroke == "none" or look.width <= 0:
        return found
    if look.width * math.sqrt(abs(at.determinant)) < LEAST_LINE - 1e-6:
        raise Beyond(f"lines thinner than {LEAST_LINE:g} mm")
    found |= {"stroke": stroke, "stroke-width": f"{look.width:.9g}"}
    if look.cap != "butt":
        found["stroke-linecap"] = look.cap
    if look.join == "miter":
        found["stroke-miterlimit"] = f"{max(look.limit, 1.0):.9g}"
    else:
        found["stroke-linejoin"] = look.join
    if look.dashes:
        found["stroke-dasharray"] = " ".join(f"{v:.9g}" for v in look.dashes)
        if look.offset:
            found["stroke-dashoffset"] = f"{look.offset:.9g}"
    return found


Shape = tuple[str, dict[str, str]] | None


def shape_of(element: Element) -> Shape:
    """A shape as our profile has it, its tag and its geometry; None if nothing of it is drawn.

    Raises Beyond for lengths that hang on others.
    """
    return _SHAPES[element.tag](element)


def _get(element: Element, name: str, default: float = 0.0) -> float:
    text = element.get(name, "auto")
    return default if text == "auto" else length_of(text)


def _within(*values: float) -> None:
    """Raises Beyond for numbers that PDF readers do not take."""
    if not all(abs(value) < FAR for value in values):
        raise Beyond("numbers far too large")


def _values(element: Element, *names: str) -> dict[str, str]:
    return {name: f"{_get(element, name):.9g}" for name in names}


def _radii(element: Element) -> tuple[float, float]:
    """Both radii; one that is not given is as the other."""
    rx = _get(element, "rx", _get(element, "ry"))
    return rx, _get(element, "ry", rx)


def _rect(element: Element) -> Shape:
    width, height = _get(element, "width"), _get(element, "height")
    if width <= 0 or height <= 0:
        return None
    rx, ry = _radii(element)
    rx, ry = min(rx, width / 2), min(ry, height / 2)
    if rx <= 0 or ry <= 0:
        return "rect", _values(element, "x", "y", "width", "height")
    x, y = _get(element, "x"), _get(element, "y")
    r, b, arc = x + width, y + height, f"A{rx:.9g} {ry:.9g} 0 0 1"
    d = (
        f"M{x + rx:.9g} {y:.9g}H{r - rx:.9g}{arc} {r:.9g} {y + ry:.9g}V{b - ry:.9g}"
        f"{arc} {r - rx:.9g} {b:.9g}H{x + rx:.9g}{arc} {x:.9g} {b - ry:.9g}V{y + ry:.9g}"
        f"{arc} {x + rx:.9g} {y:.9g}Z"
    )
    return "path", {"d": d}


def _round(element: Element) -> Shape:
    circle = element.tag == "circle"
    rx, ry = (_get(element, "r"),) * 2 if circle else _radii(element)
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
    return "line", _values(element, "x1", "y1", "x2", "y2")


_SPACE = r"\s*,?\s*"
_LIST = re.compile(rf"\s*(?:{NUMBER}{_SPACE})*")


def _points(element: Element) -> Shape:
    """The points up to a fault, whole ones only."""
    match = _LIST.match(element.get("points", ""))
    found = re.findall(NUMBER, match[0]) if match else []
    found = found[: len(found) // 2 * 2]
    if len(found) < 4:
        return None
    _within(*map(float, found))
    return element.tag, {"points": " ".join(found)}


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
        _within(*(value for point in points for value in point))
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
