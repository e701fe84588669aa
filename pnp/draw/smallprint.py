"""Words that come out too small where a face is shown smaller than it is printed."""

from __future__ import annotations

import math
from functools import lru_cache
from xml.etree import ElementTree

from msgspec.structs import replace

from pnp.draw.textboxes import text_boxes, transform_of
from pnp.geometry.plane import Affine, Rect
from pnp.piece import Face, Layer, Stamp

PLATE = 2.0
"""What words stand on is less than so many times as high."""


def smallest_words(face: Face) -> tuple[float, str] | None:
    """The smallest size of words on a face, mm, and the first words of that size, if any."""
    found = [
        (size * _scale(stamp.at), words)
        for stamp in face.stack
        if "<text" in stamp.layer.svg
        for size, words in _sizes(stamp.layer.svg)
    ]
    return min(found, key=lambda one: one[0], default=None)


def without_words(face: Face, least: float) -> Face:
    """The face without words smaller than `least` mm, and without plates on which they stood."""
    stack: list[Stamp] = []
    for stamp in face.stack:
        layer = _without(stamp.layer, least / _scale(stamp.at))
        if layer.svg:
            stack.append(Stamp(layer, stamp.at))
        elif stack and stamp.layer.svg and _is_plate_of(stack[-1], stamp, face):
            stack.pop()
    return replace(face, stack=tuple(stack))


def _is_plate_of(below: Stamp, words: Stamp, face: Face) -> bool:
    """Is a layer one rectangle alone, hardly higher than the words of another that stand on it?"""
    parts = list(ElementTree.fromstring(f"<g>{below.layer.svg}</g>"))
    if [part.tag for part in parts] != ["rect"] or parts[0].get("transform"):
        return False
    plate = below.at.apply_rect(
        Rect(*(float(parts[0].attrib[key]) for key in ("x", "y", "width", "height")))
    )
    boxes = [line.box for line in text_boxes(replace(face, stack=(words,)))]
    return all(plate.covers(box) and plate.height < PLATE * box.height for box in boxes)


def _scale(at: Affine) -> float:
    return math.sqrt(abs(at.determinant))


@lru_cache(maxsize=1024)
def _sizes(svg: str) -> tuple[tuple[float, str], ...]:
    found: list[tuple[float, str]] = []
    _walk(ElementTree.fromstring(f"<g>{svg}</g>"), 1.0, 0.0, found)
    return tuple(found)


def _without(layer: Layer, least: float) -> Layer:
    if "<text" not in layer.svg or min(_sizes(layer.svg), default=(least, ""))[0] >= least:
        return layer
    root = ElementTree.fromstring(f"<g>{layer.svg}</g>")
    _walk(root, 1.0, least, [])
    text = ElementTree.tostring(root, encoding="unicode") if len(root) else "<g></g>"
    return replace(layer, svg=text.removeprefix("<g>").removesuffix("</g>"))


def _walk(
    parent: ElementTree.Element, scale: float, least: float, found: list[tuple[float, str]]
) -> None:
    """Collect the sizes of all words in a group, and take out those below `least` with the lines
    under them, all in mm."""
    under: tuple[float, float, float] | None = None
    for element in list(parent):
        if under is not None and element.tag == "line" and _underlines(element, *under):
            parent.remove(element)
        under = None
        size = scale * _scale(transform_of(element.get("transform", "")))
        if element.tag == "text" and (element.text or "").strip():
            high = size * float(element.attrib["font-size"])
            found.append((high, element.text or ""))
            if high < least:
                parent.remove(element)
                x, y = (float(element.attrib[key]) for key in ("x", "y"))
                under = x, y, float(element.attrib["font-size"])
        _walk(element, size, least, found)


def _underlines(line: ElementTree.Element, x: float, base: float, size: float) -> bool:
    """Is a line drawn under words that begin at a place?"""
    x1, y1, y2 = (float(line.attrib[key]) for key in ("x1", "y1", "y2"))
    return y1 == y2 and abs(x1 - x) < 1e-3 and 0 < y1 - base < 0.3 * size
