"""Simple drawings stay vectors: SVG of other programs rewritten in our profile.

Raises `Beyond`, naming the feature, for what the profile does not have: gradients, transparency,
clips, filters, words, style sheets and the like.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element, SubElement, tostring

from pnp.art.references import HREF
from pnp.art.shapes import DRAWN, has_area, has_length, number_of, shape_of, within
from pnp.art.styles import Beyond, Look, look_of
from pnp.art.svg import SvgArt
from pnp.art.transforms import parse_transform
from pnp.draw.ink import LEAST_LINE
from pnp.geometry.plane import IDENTITY, Affine
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
        self.named = {f"#{e.attrib['id']}": e for e in root.iter() if "id" in e.attrib}

    def one(self, element: Element, into: Element, look: Look, at: Affine) -> None:
        """Draw an element; `at` maps the units round it to mm, for the widths of lines."""
        tag = element.tag
        if tag in _SILENT:
            return
        if tag not in ("g", "a", "use", *DRAWN):
            raise Beyond(f"<{tag}>")
        if element.get("display") == "none":
            return
        look = look_of(element.attrib, look)
        move = parse_transform(element.get("transform", "")) or IDENTITY
        if move != IDENTITY:
            within(*move)
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
        target = self.named.get(element.get(HREF, ""))
        if target is None:
            return
        if target.tag in ("symbol", "svg") or element.get("width") or element.get("height"):
            raise Beyond("a symbol")
        shift = Affine.translation(number_of(element, "x"), number_of(element, "y"))
        move, at = place
        inside = _group(into, move @ shift) if move @ shift != IDENTITY else into
        self.one(target, inside, look, at @ shift)

    def _shape(
        self, element: Element, into: Element, look: Look, place: tuple[Affine, Affine]
    ) -> None:
        paint = _paint(look, place[1])
        shape = shape_of(element, bool(look.dashes))
        if shape is None or (paint["fill"] == "none" and "stroke" not in paint):
            return
        inside = _group(into, place[0]) if place[0] != IDENTITY else into
        for tag, geometry, asked in _parts(*shape, paint):
            SubElement(inside, tag, {**geometry, **asked})


Part = tuple[str, dict[str, str], dict[str, str]]


def _parts(tag: str, geometry: dict[str, str], paint: dict[str, str]) -> Iterator[Part]:
    """A shape as PDF readers draw it like SVG: what has no area is not filled, what has no length
    not drawn, and dashes begin anew on every piece of a path. Raises Beyond."""
    pieces = re.split("(?=M)", geometry.get("d", ""))[1:]
    filled, drawn = list(filter(has_area, pieces)), list(filter(has_length, pieces))
    if "stroke" in paint and drawn != pieces and "stroke-linecap" in paint:
        raise Beyond("a line of no length")
    dashed = "stroke-dasharray" in paint and len(drawn) > 1
    if tag != "path" or (filled == drawn == pieces and not dashed):
        yield tag, geometry, paint
        return
    if filled and paint["fill"] != "none":
        yield tag, {"d": "".join(filled)}, {k: v for k, v in paint.items() if k[:4] == "fill"}
    if drawn and "stroke" in paint:
        for piece in drawn if dashed else ["".join(drawn)]:
            yield tag, {"d": piece}, {**paint, "fill": "none"}


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
        if 0 in look.dashes:
            raise Beyond("dashes of no length")
        found["stroke-dasharray"] = " ".join(f"{v:.9g}" for v in look.dashes)
        if look.offset:
            found["stroke-dashoffset"] = f"{look.offset:.9g}"
    return found
