"""The primitives of documents of sheets as JSON, for `bare.py` to draw into one file.

    python benchmarks/primitives.py GAME DOCUMENT... [--pieces=LIST] > primitives.json

Everything is in mm, y downwards. `fonts` maps names to files. `layers` are lists of elements; a
page draws its `faces` (matrix `at`, clipped to `clip`) and then its `furniture`, and both of them
are stamps: a layer's number and a matrix. An element has

    path      segments: ["M", x, y], ["L", x, y], ["C", x1, y1, x2, y2, x, y], ["Z"]
    rect      x, y, width, height, radius (0 without)
    ellipse   cx, cy, rx, ry (circles too)
    text      text, font, size, anchor (start, middle, end), x, y

and `fill`, `stroke` (three parts of 0–1, or null), `width`, `cap`, `join`, `dash`, `evenodd`, and
`at` if it is turned. The layers' SVG is read here independently of the package's own reader, so
that comparing the two PDFs compares two readings of the same picture.
"""

from __future__ import annotations

import json
import re
import sys
from typing import Any
from xml.etree import ElementTree

from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.svgLib.path import parse_path

from pnp.draw.fonts import find_font
from pnp.game.loader import find_game, load
from pnp.game.plan import Options, Plan, SheetDocument
from pnp.geometry.plane import Affine
from pnp.layout.sheet import Sheet
from pnp.pdf.furniture import furniture_layers
from pnp.piece import Layer, Stamp

Element = dict[str, Any]
START = {
    "fill": "#000000",
    "fill-rule": "nonzero",
    "stroke": "none",
    "stroke-width": "1",
    "stroke-linecap": "butt",
    "stroke-linejoin": "miter",
    "stroke-dasharray": "none",
    "stroke-dashoffset": "0",
}
CAPS = ("butt", "round", "square")
JOINS = ("miter", "round", "bevel")
UPRIGHT = [1.0, 0.0, 0.0, 1.0, 0.0, 0.0]


def primitives(game: str, *names: str, pieces: str = "") -> dict[str, Any]:
    """The primitives of the sheets of documents, named as `pnp build --only` names them, with the
    pieces that `--pieces` chooses."""
    options = Options(pieces=(pieces,) if pieces else ())
    plan = Plan(load(find_game(game))[0], options)
    named = {d.name.removesuffix(f"_{plan.options.paper.name}"): d for d in plan.documents}
    sheets: list[Sheet] = []
    for name in names:
        document = named.get(name)
        if not isinstance(document, SheetDocument):
            raise SystemExit(f"{game} has no sheets called '{name}'; there are {', '.join(named)}")
        sheets += document.sheets
    book = _Book()
    pages = []
    for sheet in sheets:
        faces = [
            {
                "at": _six(placement.at),
                "clip": list(placement.face.box),
                "stamps": [book.stamp(stamp) for stamp in placement.face.stack],
            }
            for placement in sheet.placements
        ]
        furniture = [book.stamp(s) for s in furniture_layers(sheet, plan.game.file.theme)]
        pages.append({"size": list(sheet.paper.size), "faces": faces, "furniture": furniture})
    return {"fonts": book.fonts, "layers": book.layers, "pages": pages}


class _Book:
    """Layers and fonts as they are met, each once."""

    def __init__(self) -> None:
        self.fonts: dict[str, str] = {}
        self.layers: list[list[Element]] = []
        self._known: dict[str, int] = {}

    def stamp(self, stamp: Stamp) -> list[Any]:
        return [self._layer(stamp.layer), _six(stamp.at)]

    def _layer(self, layer: Layer) -> int:
        if layer.svg not in self._known:
            self._known[layer.svg] = len(self.layers)
            root = ElementTree.fromstring(f"<g>{layer.svg}</g>")
            self.layers.append(list(self._elements(root, START, Affine())))
        return self._known[layer.svg]

    def _elements(
        self, parent: ElementTree.Element, inherited: dict[str, str], outer: Affine
    ) -> list[Element]:
        found: list[Element] = []
        for node in parent:
            style = {**inherited, **node.attrib}
            at = outer @ _matrix(node.get("transform", ""))
            if node.tag == "g":
                kept = {key: style[key] for key in START}
                found += self._elements(node, kept, at)
                continue
            element = self._text(node) if node.tag == "text" else _shape(node) | _paint(style)
            if at != Affine():
                element["at"] = _six(at)
            found.append(element)
        return found

    def _text(self, node: ElementTree.Element) -> Element:
        get = node.attrib
        weight, italic = int(get.get("font-weight", "400")), get.get("font-style") == "italic"
        font = find_font(get["font-family"], weight, italic)
        self.fonts[font.name] = str(font.path)
        return {
            "kind": "text",
            "text": node.text or "",
            "font": font.name,
            "size": float(get["font-size"]),
            "anchor": get.get("text-anchor", "start"),
            "x": float(get["x"]),
            "y": float(get["y"]),
            "fill": _colour(get.get("fill", "#000000")),
        }


def _shape(node: ElementTree.Element) -> Element:
    get = {key: float(value) for key, value in node.attrib.items() if _is_number(value)}
    if node.tag == "rect":
        box = [get[key] for key in ("x", "y", "width", "height")]
        return {"kind": "rect", "box": box, "radius": get.get("rx", 0.0)}
    if node.tag in ("circle", "ellipse"):
        radii = (get.get("rx", get.get("r", 0.0)), get.get("ry", get.get("r", 0.0)))
        return {"kind": "ellipse", "box": [get["cx"], get["cy"], *radii]}
    if node.tag == "line":
        start, end = ["M", get["x1"], get["y1"]], ["L", get["x2"], get["y2"]]
        return {"kind": "path", "segments": [start, end]}
    if node.tag in ("polyline", "polygon"):
        values = [float(part) for part in re.split(r"[\s,]+", node.attrib["points"].strip())]
        pairs = zip(values[::2], values[1::2], strict=True)
        segments: list[list[Any]] = [["L" if i else "M", x, y] for i, (x, y) in enumerate(pairs)]
        return {"kind": "path", "segments": [*segments, *[["Z"]][: node.tag == "polygon"]]}
    if node.tag == "path":
        return {"kind": "path", "segments": _segments(node.attrib["d"])}
    raise SystemExit(f"<{node.tag}> is no primitive of this benchmark")


def _is_number(text: str) -> bool:
    return re.fullmatch(r"-?\d*\.?\d+", text) is not None


def _segments(d: str) -> list[list[Any]]:
    pen = DecomposingRecordingPen({})
    parse_path(d, pen)
    found: list[list[Any]] = []
    for name, points in pen.value:
        if name == "qCurveTo":
            found.append(_cubic(found[-1][-2:], *points))
        elif name in ("moveTo", "lineTo", "curveTo"):
            found.append([name[0].upper(), *(c for point in points for c in point)])
        elif name == "closePath":
            found.append(["Z"])
    return found


def _cubic(start: list[float], by: tuple[float, float], end: tuple[float, float]) -> list[Any]:
    """A quadratic arc as a cubic one."""
    first = [s + (c - s) * 2 / 3 for s, c in zip(start, by, strict=True)]
    second = [e + (c - e) * 2 / 3 for e, c in zip(end, by, strict=True)]
    return ["C", *first, *second, *end]


def _paint(style: dict[str, str]) -> Element:
    dash = style["stroke-dasharray"]
    lengths = [] if dash == "none" else [float(v) for v in re.split(r"[\s,]+", dash.strip())]
    return {
        "fill": _colour(style["fill"]),
        "evenodd": style["fill-rule"] == "evenodd",
        "stroke": _colour(style["stroke"]),
        "width": float(style["stroke-width"]),
        "cap": CAPS.index(style["stroke-linecap"]),
        "join": JOINS.index(style["stroke-linejoin"]),
        "dash": [lengths, float(style["stroke-dashoffset"])],
    }


def _colour(text: str) -> list[float] | None:
    return None if text == "none" else [int(text[i : i + 2], 16) / 255 for i in (1, 3, 5)]


def _matrix(text: str) -> Affine:
    if not text:
        return Affine()
    values = [float(part) for part in re.findall(r"-?[\d.]+", text)]
    return Affine.translation(*values) if text.startswith("translate") else Affine(*values)


def _six(at: Affine) -> list[float]:
    return [at.a, at.b, at.c, at.d, at.e, at.f]


if __name__ == "__main__":
    chosen = [a.removeprefix("--pieces=") for a in sys.argv[1:] if a.startswith("--pieces=")]
    words = [a for a in sys.argv[1:] if not a.startswith("--pieces=")]
    if len(words) < 2:
        raise SystemExit(__doc__)
    json.dump(primitives(*words, pieces="".join(chosen)), sys.stdout)
