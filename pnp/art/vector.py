"""Simple drawings stay vectors: SVG of other programs rewritten in our profile.

Raises `Beyond`, naming the feature, for what the profile does not have: gradients, transparency,
clips, filters, words, style sheets and the like.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from typing import Any
from xml.etree.ElementTree import Element, SubElement, tostring

from fontTools.pens.boundsPen import ControlBoundsPen
from fontTools.svgLib.path import parse_path

from pnp.art.styles import FAR, Beyond, Look, is_shown, look_of, properties
from pnp.art.svg import HREF, SvgArt
from pnp.draw.ink import LEAST_LINE
from pnp.geometry import IDENTITY, Affine
from pnp.piece import Layer
from pnp.units import svg_length

_SILENT = {"defs", "title", "desc", "metadata", "symbol", "clipPath", "mask", "marker", "pattern"}
_SILENT |= {"linearGradient", "radialGradient", "filter", "script", "view"}
"""What is drawn only where something refers to it."""
_NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
_TRANSFORM = re.compile(r"\s*,?\s*(matrix|translate|scale|rotate|skewX|skewY)\s*\(([^()]*)\)\s*")


def translate(art: SvgArt, at: Affine) -> Layer:
    """The drawing as a layer; `at` maps its user units to mm. Raises Beyond."""
    top = Element("g")
    drawing, inside = _Drawing(art.root), _group(top, at)
    look = look_of(_own(art.root), Look())
    for child in art.root:
        drawing.one(child, inside, look, at)
    return Layer(tostring(top, encoding="unicode").removeprefix("<g>").removesuffix("</g>"))


def _own(root: Element) -> dict[str, str]:
    """The properties of a root; its background is none of the drawing."""
    found = properties(root)
    return {k: v for k, v in found.items() if k not in ("background", "background-color")}


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
            raise Beyond("a style sheet" if tag == "style" else f"<{tag}>")
        found = properties(element)
        if not is_shown(found):
            return
        look = look_of(found, look)
        move = parse_transform(element.get("transform", ""))
        if move != IDENTITY:
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
        shape = _SHAPES[element.tag](element)
        paint = _paint(look, place[1])
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
    found = {"fill": look.fill}
    if look.fill != "none" and look.rule != "nonzero":
        found["fill-rule"] = look.rule
    if look.stroke == "none" or look.width <= 0:
        return found
    if look.width * math.sqrt(abs(at.determinant)) < LEAST_LINE - 1e-6:
        raise Beyond(f"lines thinner than {LEAST_LINE:g} mm")
    found |= {"stroke": look.stroke, "stroke-width": f"{look.width:.9g}"}
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


def parse_transform(text: str) -> Affine:
    """A list of transforms (SVG 1.1, 7.6) as one map. Raises Beyond."""
    place, whole = 0, IDENTITY
    while place < len(text.rstrip()):
        match = _TRANSFORM.match(text, place)
        if match is None:
            raise Beyond(f"the transform {text[:30]}")
        values = [float(v) for v in re.findall(_NUMBER, match[2])]
        try:
            whole = whole @ _TURNS[match[1]](*values)
        except TypeError:
            raise Beyond(f"the transform {match[0].strip()[:30]}") from None
        place = match.end()
    _within(whole.a, whole.b, whole.c, whole.d, whole.e, whole.f)
    return whole


def _rotation(degrees: float, x: float = 0.0, y: float = 0.0) -> Affine:
    return Affine.translation(x, y) @ Affine.rotation(degrees) @ Affine.translation(-x, -y)


def _skew_x(degrees: float) -> Affine:
    return Affine(c=math.tan(math.radians(degrees)))


def _skew_y(degrees: float) -> Affine:
    return Affine(b=math.tan(math.radians(degrees)))


_TURNS: Mapping[str, Callable[..., Affine]] = {
    "matrix": lambda a, b, c, d, e, f: Affine(a, b, c, d, e, f),
    "translate": lambda x, y=0.0: Affine.translation(x, y),
    "scale": lambda x, y=None: Affine.scaling(x, y),
    "rotate": _rotation,
    "skewX": _skew_x,
    "skewY": _skew_y,
}

Shape = tuple[str, dict[str, str]] | None


def _get(element: Element, name: str, default: float = 0.0) -> float:
    text = element.get(name)
    if text is None or text == "auto":
        return default
    try:
        length = svg_length(text)
    except ValueError:
        raise Beyond(f"the length {text[:20]}") from None
    _within(length)
    return length


def _within(*values: float) -> None:
    """Raises Beyond for numbers that PDF readers do not take."""
    if not all(abs(value) < FAR for value in values):
        raise Beyond("numbers far too large")


def _values(element: Element, *names: str) -> dict[str, str]:
    return {name: f"{_get(element, name):.9g}" for name in names}


def _rect(element: Element) -> Shape:
    width, height = _get(element, "width"), _get(element, "height")
    if width <= 0 or height <= 0:
        return None
    rx = _get(element, "rx", _get(element, "ry"))
    ry = _get(element, "ry", rx)
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
    rx = _get(element, "r" if circle else "rx")
    ry = rx if circle else _get(element, "ry", rx)
    if rx <= 0 or ry <= 0:
        return None
    names = ("cx", "cy", "r") if circle else ("cx", "cy", "rx", "ry")
    return element.tag, _values(element, *names)


def _line(element: Element) -> Shape:
    return "line", _values(element, "x1", "y1", "x2", "y2")


def _points(element: Element) -> Shape:
    found = re.findall(_NUMBER, element.get("points", ""))
    if len(found) < 4 or len(found) % 2:
        return None
    _within(*map(float, found))
    return element.tag, {"points": " ".join(found)}


def _path(element: Element) -> Shape:
    d = element.get("d", "").strip()
    if not d:
        return None
    pen: Any = ControlBoundsPen(None)
    try:
        parse_path(d, pen)
    except Exception:  # resvg draws a broken path up to its fault, as browsers do
        raise Beyond("a path that is broken") from None
    _within(*(pen.bounds or ()))
    return "path", {"d": d}


_SHAPES: Mapping[str, Callable[[Element], Shape]] = {
    "rect": _rect,
    "circle": _round,
    "ellipse": _round,
    "line": _line,
    "polyline": _points,
    "polygon": _points,
    "path": _path,
}
