"""The SVG profile as PDF operators, in mm with y downwards; the reader of what `draw.ink` writes.

Raises ValueError for anything outside the profile: nothing is dropped silently.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from xml.etree import ElementTree

from pnp.draw.fonts import Font, find_font, lacking
from pnp.draw.profile import ELEMENTS, PAINT
from pnp.errors import PnpError
from pnp.pdf.svgpath import number, numbers, path_operators

KAPPA = 4 / 3 * (math.sqrt(2) - 1)
"""Control length of a cubic that stands for a quarter circle (error 0.03 % of the radius)."""

_CAPS = {"butt": "0", "round": "1", "square": "2"}
_JOINS = {"miter": "0", "round": "1", "bevel": "2"}
_START = {
    "fill": "#000000",
    "stroke": "none",
    "stroke-width": "1",
    "stroke-linecap": "butt",
    "stroke-linejoin": "miter",
    "stroke-miterlimit": "10",
    "stroke-dasharray": "none",
    "stroke-dashoffset": "0",
    "fill-rule": "nonzero",
}

Encode = Callable[[Font, str], list[tuple[str, bytes]]]
"""Turns a text in a font into (PDF font name, character codes) chunks and records its use."""

NameImage = Callable[[str], str]
"""Turns the key of a bitmap into the PDF name of its image and records its use."""


def translate(svg: str, encode: Encode, place: NameImage) -> str:
    """The operators that draw a fragment (a layer's SVG)."""
    if "<text" in svg or "<image" in svg:
        return _write(svg, encode, place)
    return _write_shapes(svg)


@lru_cache(maxsize=1024)
def _write_shapes(svg: str) -> str:
    """A fragment without words and pictures is the same in every document."""
    return _write(svg, lambda font, text: [], lambda key: key)


def _write(svg: str, encode: Encode, place: NameImage) -> str:
    writer = _Writer(encode, place)
    writer.children(ElementTree.fromstring(f"<g>{svg}</g>"), _START)
    return "\n".join(writer.out)


class _Writer:
    """Walks elements with inherited paint; repeats no operator that is already in force."""

    def __init__(self, encode: Encode, place: NameImage) -> None:
        self.encode = encode
        self.place = place
        self.out: list[str] = []
        self.state: dict[str, str] = {}

    def children(self, parent: ElementTree.Element, inherited: Mapping[str, str]) -> None:
        for element in parent:
            tag = element.tag
            if tag not in ELEMENTS or set(element.attrib) - ELEMENTS[tag]:
                strange = sorted(set(element.attrib) - ELEMENTS.get(tag, frozenset()))
                raise ValueError(f"<{tag}> outside the SVG profile {strange}")
            paint = {**inherited, **{k: v for k, v in element.attrib.items() if k in PAINT}}
            transform = element.get("transform")
            saved = dict(self.state)
            if transform:
                self.out.append(f"q {numbers(*parse_matrix(transform))} cm")
            if tag == "g":
                self.children(element, paint)
            elif tag == "text":
                self._text(element)
            elif tag == "image":
                self._image(element)
            else:
                self._shape(element, paint)
            if transform:
                self.out.append("Q")
                self.state = saved

    def _shape(self, element: ElementTree.Element, paint: Mapping[str, str]) -> None:
        self._set_paint(paint)
        self.out.append(shape_operators(element))
        even = "*" if paint["fill-rule"] == "evenodd" else ""
        filled, stroked = paint["fill"] != "none", paint["stroke"] != "none"
        self.out.append(
            f"B{even}" if filled and stroked else f"f{even}" if filled else "S" if stroked else "n"
        )

    def _set_paint(self, paint: Mapping[str, str]) -> None:
        if paint["fill"] != "none":
            self._set("fill", colour(paint["fill"], "g", "rg"))
        if paint["stroke"] == "none":
            return
        self._set("stroke", colour(paint["stroke"], "G", "RG"))
        self._set("width", f"{number(float(paint['stroke-width']))} w")
        self._set("cap", f"{_CAPS[paint['stroke-linecap']]} J")
        self._set("join", f"{_JOINS[paint['stroke-linejoin']]} j")
        self._set("miter", f"{number(float(paint['stroke-miterlimit']))} M")
        dash = "" if paint["stroke-dasharray"] == "none" else paint["stroke-dasharray"]
        offset = number(float(paint["stroke-dashoffset"]))
        self._set("dash", f"[{dash.replace(',', ' ')}] {offset} d")

    def _set(self, what: str, operator: str) -> None:
        start = {
            "width": "1 w",
            "cap": "0 J",
            "join": "0 j",
            "miter": "10 M",
            "dash": "[] 0 d",
        }
        if self.state.get(what, start.get(what)) != operator:
            self.state[what] = operator
            self.out.append(operator)

    def _image(self, element: ElementTree.Element) -> None:
        x, y, width, height = (float(element.attrib[k]) for k in ("x", "y", "width", "height"))
        name = self.place(element.attrib["href"])
        self.out.append(f"q {numbers(width, 0, 0, -height, x, y + height)} cm /{name} Do Q")

    def _text(self, element: ElementTree.Element) -> None:
        font = find_font(
            element.attrib["font-family"],
            int(element.get("font-weight", "400")),
            element.get("font-style") == "italic",
        )
        words, size = element.text or "", float(element.attrib["font-size"])
        if found := lacking(font, words):
            raise PnpError(found)
        x, y = float(element.attrib["x"]), float(element.attrib["y"])
        shift = {"middle": 0.5, "end": 1.0}.get(element.get("text-anchor", "start"), 0.0)
        x -= shift * font.width(words, size)
        self._set("fill", colour(element.get("fill", "#000000"), "g", "rg"))
        parts = [f"BT 1 0 0 -1 {numbers(x, y)} Tm"]
        for name, codes in self.encode(font, words):
            parts.append(f"{name} {number(size)} Tf <{codes.hex()}> Tj")
        self.out.append(" ".join([*parts, "ET"]))


def shape_operators(element: ElementTree.Element) -> str:
    """The PDF path of a shape element."""
    get = {
        k: float(v)
        for k, v in element.attrib.items()
        if k in ("x", "y", "width", "height", "rx", "ry", "cx", "cy", "r", "x1", "y1", "x2", "y2")
    }
    tag = element.tag
    if tag == "path":
        return path_operators(element.attrib["d"])
    if tag == "rect" and "rx" in get:
        return _rounded(get["x"], get["y"], get["width"], get["height"], get["rx"])
    if tag == "rect":
        return f"{numbers(get['x'], get['y'], get['width'], get['height'])} re"
    if tag == "line":
        return f"{numbers(get['x1'], get['y1'])} m {numbers(get['x2'], get['y2'])} l"
    if tag in ("circle", "ellipse"):
        rx = get.get("r", get.get("rx", 0.0))
        ry = get.get("r", get.get("ry", 0.0))
        return _rounded(get["cx"] - rx, get["cy"] - ry, 2 * rx, 2 * ry, rx, ry)
    values = [float(v) for v in re.split(r"[\s,]+", element.attrib["points"].strip())]
    pairs = [numbers(*values[i : i + 2]) for i in range(0, len(values), 2)]
    close = " h" if tag == "polygon" else ""
    return f"{pairs[0]} m " + " ".join(f"{p} l" for p in pairs[1:]) + close


def _rounded(x: float, y: float, w: float, h: float, rx: float, ry: float | None = None) -> str:
    ry = rx if ry is None else ry
    rx, ry = min(rx, w / 2), min(ry, h / 2)
    kx, ky = rx * (1 - KAPPA), ry * (1 - KAPPA)
    r, b = x + w, y + h
    steps = [
        f"{numbers(x + rx, y)} m",
        f"{numbers(r - rx, y)} l",
        f"{numbers(r - kx, y, r, y + ky, r, y + ry)} c",
        f"{numbers(r, b - ry)} l",
        f"{numbers(r, b - ky, r - kx, b, r - rx, b)} c",
        f"{numbers(x + rx, b)} l",
        f"{numbers(x + kx, b, x, b - ky, x, b - ry)} c",
        f"{numbers(x, y + ry)} l",
        f"{numbers(x, y + ky, x + kx, y, x + rx, y)} c h",
    ]
    return "\n".join(steps)


def colour(text: str, grey: str, rgb: str) -> str:
    """A colour operator; equal channels are written as grey, so black stays pure black ink."""
    channels = [int(text[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    if channels[0] == channels[1] == channels[2]:
        return f"{channels[0]:.4g} {grey}"
    return " ".join(f"{c:.4g}" for c in channels) + f" {rgb}"


def parse_matrix(text: str) -> tuple[float, ...]:
    """The six numbers of `matrix(...)` or `translate(...)`. Raises ValueError for others."""
    name, _, rest = text.partition("(")
    values = tuple(float(v) for v in re.split(r"[\s,]+", rest.rstrip(") ").strip()))
    if name == "matrix" and len(values) == 6:
        return values
    if name == "translate" and len(values) == 2:
        return 1.0, 0.0, 0.0, 1.0, *values
    raise ValueError(f"transform outside the SVG profile: {text}")
