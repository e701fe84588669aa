"""The pen that draws faces: the only user of svgwrite.

An `Ink` collects elements of the profile and gives them out as a `Layer`. Elements are made with
svgwrite's own check switched off (it rejects attributes the profile needs); the profile's table
is the check. No ids are needed inside layers; composed files get theirs from layer keys.
"""

from __future__ import annotations

import base64
import math
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any
from xml.etree import ElementTree

from svgwrite import Drawing as SvgDrawing
from svgwrite import base, container, image, masking, path, shapes, text

from pnp.definition.model import Palette
from pnp.draw.fonts import find_font, lacking, near_family
from pnp.draw.profile import ELEMENTS, TEXT_STYLE, num
from pnp.draw.shapes import Drawing
from pnp.errors import Problem
from pnp.geometry.plane import Affine, Point, Rect, Size
from pnp.piece import Bitmap, Face, Layer

_NO_PAINT = {"fill": "none", "stroke": "none"}
_NO_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
LEAST_LINE = 0.1
"""The thinnest line, mm, that printers keep: details of symbols drawn small are not thinner."""


def matrix(at: Affine) -> str:
    """An SVG transform; translations are written short."""
    if at[:4] == (1.0, 0.0, 0.0, 1.0):
        return _translation(at.e, at.f)
    linear = " ".join(f"{v:.6f}".rstrip("0").rstrip(".") for v in (at.a, at.b, at.c, at.d))
    return f"matrix({linear} {num(at.e)} {num(at.f)})"


@lru_cache(maxsize=4096)
def _translation(x: float, y: float) -> str:
    return f"translate({num(x)},{num(y)})"


class Ink:
    """Collects elements in mm; `layer()` gives them out. Problems of text gather in `problems`."""

    def __init__(self) -> None:
        self._elements: list[Any] = []
        self._bitmaps: dict[str, Bitmap] = {}
        self.problems: list[Problem] = []

    def layer(self) -> Layer:
        root = ElementTree.Element("g")
        root.extend(element.get_xml() for element in self._elements)
        return Layer(_serialize_inside(root), tuple(self._bitmaps.values()))

    def rect(self, box: Rect, *, radius: float = 0.0, **paint: Any) -> None:
        extra = {"rx": num(radius)} if radius else {}
        element = shapes.Rect(
            (num(box.x), num(box.y)), (num(box.width), num(box.height)), debug=False, **extra
        )
        self._add(element, paint)

    def circle(self, centre: Point, radius: float, **paint: Any) -> None:
        element = shapes.Circle((num(centre[0]), num(centre[1])), num(radius), debug=False)
        self._add(element, paint)

    def line(self, start: Point, end: Point, **paint: Any) -> None:
        element = shapes.Line(
            (num(start[0]), num(start[1])), (num(end[0]), num(end[1])), debug=False
        )
        self._add(element, paint)

    def polygon(self, points: Iterable[Point], **paint: Any) -> None:
        element = shapes.Polygon([(num(x), num(y)) for x, y in points], debug=False)
        self._add(element, paint)

    def path(self, d: str, at: Affine | None = None, **paint: Any) -> None:
        """`d` is written as given: its maker rounds with `num`. An empty one draws nothing."""
        if not d:
            return
        element = path.Path(d=d, debug=False)
        if at is not None and at != Affine():
            element["transform"] = matrix(at)
        self._add(element, paint)

    def draw(
        self,
        drawing: Drawing,
        palette: Palette,
        at: Affine = Affine(),  # noqa: B008
        tint: str | None = None,
    ) -> None:
        """A symbol or ornament in the palette's colours; `tint` replaces the ink colour."""
        least = LEAST_LINE / math.sqrt(abs(at.determinant))
        colours = {
            "ink": tint or palette.ink,
            "paper": palette.paper,
            "accent": palette.accent,
            "none": "none",
        }
        for shape in drawing:
            paint: dict[str, Any] = {"fill": colours[shape.fill]}
            if shape.evenodd:
                paint["fill_rule"] = "evenodd"
            if shape.stroke != "none":
                width = max(shape.width, least)
                paint |= {"stroke": colours[shape.stroke], "stroke_width": width}
                if not shape.sharp:
                    paint |= {"stroke_linecap": "round", "stroke_linejoin": "round"}
            self.path(shape.d, at, **paint)

    def image(self, bitmap: Bitmap, box: Rect) -> None:
        """Pixels stretched over a box."""
        element = image.Image(
            bitmap.key,
            insert=(num(box.x), num(box.y)),
            size=(num(box.width), num(box.height)),
            debug=False,
        )
        del element.attribs["xlink:href"]
        self._bitmaps[bitmap.key] = bitmap
        self._add(element, {"href": bitmap.key, "preserveAspectRatio": "none"})

    def stamp(self, layer: Layer, at: Affine) -> None:
        """A finished layer inside this one."""
        self._bitmaps |= {bitmap.key: bitmap for bitmap in layer.bitmaps}
        self._elements.append(_Fragment(layer, None, at))

    def text(
        self,
        words: str,
        at: Point,
        size: float,
        *,
        family: str,
        weight: int = 400,
        italic: bool = False,
        anchor: str = "start",
        fill: str = "#000000",
        turn: Affine | None = None,
        where: Any = None,
    ) -> None:
        """One line of text with its baseline at `at`; `size` in mm. Missing glyphs are problems."""
        try:
            font = find_font(family, weight, italic)
        except KeyError:
            says = f"no font family '{family}'"
            self._complain(Problem("FONT002", "error", says, where, near_family(family)))
            return
        if found := lacking(font, words, where):
            self._complain(found)
            words = _NO_XML.sub("\ufffd", words)
        extra: dict[str, Any] = {"font-family": family, "font-size": num(size), "fill": fill}
        if font.weight != 400:
            extra["font-weight"] = str(font.weight)
        if font.italic:
            extra["font-style"] = "italic"
        if anchor != "start":
            extra["text-anchor"] = anchor
        element = text.Text(words, insert=(num(at[0]), num(at[1])), debug=False)
        element.attribs.update(extra)
        element["style"] = TEXT_STYLE
        if turn is not None:
            element["transform"] = matrix(turn)
        self._add(element, {})

    def _complain(self, problem: Problem) -> None:
        if problem not in self.problems:
            self.problems.append(problem)

    def _add(self, element: Any, paint: dict[str, Any]) -> None:
        for name, value in paint.items():
            if value is None:
                continue
            if isinstance(value, Sequence) and not isinstance(value, str):
                value = " ".join(num(v) for v in value)
            if isinstance(value, float | int):
                value = num(value)
            element.attribs[name.replace("_", "-")] = value
        allowed = ELEMENTS[element.elementname]
        strange = set(element.attribs) - allowed
        if strange:
            raise ValueError(f"<{element.elementname}> outside the SVG profile: {sorted(strange)}")
        self._elements.append(element)


def inlined(layer: Layer) -> str:
    """A layer's SVG with the files of its bitmaps in it."""
    svg = layer.svg
    for bitmap in layer.bitmaps:
        data = base64.b64encode(bitmap.data).decode("ascii")
        uri = f"data:image/{bitmap.form};base64,{data}"
        svg = svg.replace(f'href="{bitmap.key}"', f'href="{uri}"')
    return svg


def _serialize(element: Any) -> str:
    return ElementTree.tostring(element.get_xml(), encoding="unicode")


def _serialize_inside(root: ElementTree.Element) -> str:
    """The children of a bare element, as one text."""
    text = ElementTree.tostring(root, encoding="unicode")
    return text.removesuffix(f"</{root.tag}>")[len(root.tag) + 2 :] if len(root) else ""


def face_svg(face: Face) -> str:
    """The whole face as one SVG file: viewBox and size in mm, origin at the trim corner.

    Each distinct layer is defined once and used where it is stamped.
    """
    box = face.box
    drawing = SvgDrawing(debug=False, size=(f"{num(box.width)}mm", f"{num(box.height)}mm"))
    drawing["viewBox"] = " ".join(num(v) for v in box)
    counts: dict[str, int] = {}
    for stamp in face.stack:
        counts[stamp.layer.key] = counts.get(stamp.layer.key, 0) + 1
    for stamp in face.stack:
        key = f"l{stamp.layer.key}"
        if counts.get(stamp.layer.key, 0) > 1:
            drawing.defs.add(_Fragment(stamp.layer, key, embed=True))
            counts[stamp.layer.key] = 0
        if stamp.layer.key in counts and counts[stamp.layer.key] == 1:
            drawing.add(_Fragment(stamp.layer, None, stamp.at, embed=True))
        else:
            drawing.add(_use(key, stamp.at))
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + _serialize(drawing) + "\n"


def sheet_svg(size: Size, placed: Iterable[tuple[Face, Affine]]) -> str:
    """Faces put on a sheet of `size` mm by matrices (face mm to sheet mm), as one SVG file.

    Each distinct layer is defined once; every face is clipped to its bleed box.
    """
    drawing = SvgDrawing(debug=False, size=tuple(f"{num(side)}mm" for side in size))
    drawing["viewBox"] = " ".join(num(v) for v in (0, 0, *size))
    clips: dict[Rect, str] = {}
    known: set[str] = set()
    for face, at in placed:
        if face.box not in clips:
            clips[face.box] = f"c{len(clips)}"
            drawing.defs.add(_clip(face.box, clips[face.box]))
        group = container.Group(debug=False)
        group["clip-path"] = f"url(#{clips[face.box]})"
        if at != Affine():
            group["transform"] = matrix(at)
        for stamp in face.stack:
            key = f"l{stamp.layer.key}"
            if key not in known:
                known.add(key)
                drawing.defs.add(_Fragment(stamp.layer, key, embed=True))
            group.add(_use(key, stamp.at))
        drawing.add(group)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + _serialize(drawing) + "\n"


def _clip(box: Rect, id: str) -> Any:
    area = shapes.Rect((num(box.x), num(box.y)), (num(box.width), num(box.height)), debug=False)
    clip = masking.ClipPath(id=id, debug=False)
    clip.add(area)
    return clip


def _use(key: str, at: Affine) -> Any:
    use = container.Use(f"#{key}", debug=False)
    if at != Affine():
        use["transform"] = matrix(at)
    return use


class _Fragment(base.BaseElement):  # type: ignore[misc]
    """A layer's elements as a group, for svgwrite to place; `embed` its bitmaps' files."""

    elementname = "g"

    def __init__(
        self,
        layer: Layer,
        id: str | None,
        at: Affine = Affine(),  # noqa: B008
        *,
        embed: bool = False,
    ) -> None:
        super().__init__(debug=False)
        self._layer, self._embed = layer, embed
        if id:
            self["id"] = id
        if at != Affine():
            self["transform"] = matrix(at)

    def get_xml(self) -> Any:
        svg = inlined(self._layer) if self._embed else self._layer.svg
        element = ElementTree.fromstring(f"<g>{svg}</g>")
        for picture in element.iter("image") if self._embed else ():
            picture.set("xlink:href", picture.attrib.pop("href"))  # as readers of SVG 1.1 want it
        for name, value in sorted(self.attribs.items()):
            element.set(name, value)
        return element
