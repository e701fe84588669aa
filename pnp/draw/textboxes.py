"""Where the text of a face stands, measured from its layers. mm."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple
from xml.etree import ElementTree

from pnp.draw.fonts import find_font
from pnp.geometry.plane import Affine, Point, Rect, bounds
from pnp.piece import Face

ASCENT, DESCENT = 0.75, 0.22
"""How far letters reach above and below the baseline in our fonts, in em."""
HANGING = frozenset("gjpqyQJÇç,;()[]{}")
"""Characters that reach below the baseline."""


class TextBox(NamedTuple):
    """A line of text and the box round it in face coordinates."""

    words: str
    box: Rect


def text_boxes(face: Face) -> Iterator[TextBox]:
    """Every line of text of a face."""
    for stamp in face.stack:
        if "<text" in stamp.layer.svg:
            yield from _boxes(stamp.layer.svg, stamp.at)


@lru_cache(maxsize=4096)  # texts that pieces share stand at the same places
def _boxes(svg: str, at: Affine) -> tuple[TextBox, ...]:
    return tuple(
        TextBox(words, bounds([at.apply(corner) for corner in corners]))
        for words, corners in _lines(svg)
    )


@lru_cache(maxsize=4096)
def _lines(svg: str) -> tuple[tuple[str, tuple[Point, ...]], ...]:
    """The lines of text of a layer, with the corners of their boxes."""
    return tuple(_within(ElementTree.fromstring(f"<g>{svg}</g>"), Affine()))


def _within(parent: ElementTree.Element, at: Affine) -> Iterator[tuple[str, tuple[Point, ...]]]:
    for element in parent:
        here = at @ transform_of(element.get("transform", ""))
        if element.tag == "text":
            words, box = element.text or "", _box(element)
            if words.strip():
                yield words, tuple(here.apply(corner) for corner in box.corners)
        yield from _within(element, here)


def transform_of(text: str) -> Affine:
    """`matrix(...)` or `translate(...)`, the only ones of our profile."""
    if not text:
        return Affine()
    values = [float(v) for v in text.partition("(")[2].rstrip(")").replace(",", " ").split()]
    return Affine(*values) if len(values) == 6 else Affine.translation(*values)


def _box(element: ElementTree.Element) -> Rect:
    weight, italic = int(element.get("font-weight", "400")), element.get("font-style") == "italic"
    font = find_font(element.attrib["font-family"], weight, italic)
    words, size = element.text or "", float(element.attrib["font-size"])
    width = font.width(words, size)
    shift = {"middle": 0.5, "end": 1.0}.get(element.get("text-anchor", "start"), 0.0)
    x, y = float(element.attrib["x"]), float(element.attrib["y"])
    below = DESCENT * size if HANGING & set(words) else 0.0
    return Rect(x - shift * width, y - ASCENT * size, width, ASCENT * size + below)
