"""A second look at what resvg has drawn: every run of words and every shape must leave ink.

The first look asks what may go wrong; this one only whether anything is there, so it finds what
nobody thought of. Words and shapes are drawn once more at few pixels, each in a flat colour of its
own without soft edges, and looked for. Where words leave ink, the drawing with and without them
must differ: else they are hidden, cut off or of the colour of their ground.
"""

from __future__ import annotations

import contextlib
import math
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any
from xml.etree.ElementTree import Element, SubElement

from PIL import Image, ImageChops

from pnp.art.files import ArtFault
from pnp.art.lettering import Span
from pnp.art.raster import on_ground
from pnp.art.references import HREF
from pnp.art.remarks import NAMED, Remark
from pnp.art.shapes import DRAWN, shape_of
from pnp.art.styles import Beyond, length_of
from pnp.art.transforms import NUMBER
from pnp.art.words import IN_TEXT, Words, quoted
from pnp.geometry.plane import Point, Rect, bounds, polygon_area

Draw = Callable[[list[Element]], list[Image.Image]]
"""Draws whole drawings at the size that they say, on nothing."""
SIDE = 400
"""Pixels of the longer side."""
FINE = 4
"""How many times as many pixels show what is too small for that."""
ROUNDS = 50
"""So often is looked beneath what covers other things."""
TRIED = 50
"""So many runs that are not in the picture are looked for round it."""
AROUND = 60
"""How far round their beginning words are looked for, in their sizes."""
CELL = 16
"""Pixels of the cell that a shape is looked for in."""
LEAST = 0.1
"""Shapes whose area is less than this part, squared, of their longer side need not be seen."""
_FAINT = 2
"""Differences of channels up to this one are none."""
_STRIPPED = re.compile(
    r"(fill|stroke)(-(opacity|dash.*))?$|opacity|filter|mask$|clip-path|mix-blend|isolation"
    r"|marker|text-decoration|.*-rendering|paint-order|style"
)
_UNFLAT = {"filter", "mask", "clipPath", "pattern", "marker", "linearGradient", "radialGradient"}
_UNFLAT |= {"image", "style"}


def look_for(root: Element, words: Words, draw: Draw) -> tuple[list[ArtFault], list[Remark]]:
    """What of a drawing is not there: ART017 for words and shapes that leave no ink at all;
    ART018 to be said of words that cannot be seen."""
    view = Rect(*map(float, root.attrib["viewBox"].split()))
    look = _Look(root, view, draw)
    return look.faults(words), look.remarks


class _Look:
    def __init__(self, root: Element, view: Rect, draw: Draw) -> None:
        self.root, self.view, self.draw = root, view, draw
        self.parents = {child: element for element in root.iter() for child in element}
        self.scale = SIDE / max(view.width, view.height)
        self.remarks: list[Remark] = []

    def faults(self, words: Words) -> list[ArtFault]:
        """What leaves no ink; what cannot be seen becomes `remarks`."""
        placed = [span for span in words.spans if not self._is_resource(span.element)]
        apart = [span for span in words.spans if self._is_resource(span.element)]
        unseen, unmarked = self._sieve(placed) if placed else ([], [])
        lost = [span for span in (*unseen, *apart)[:TRIED] if not self._is_anywhere(span)]
        hidden = [quoted(span.words) for span in (*unmarked, *unseen) if span not in lost]
        if hidden:
            more = f" and {len(hidden) - NAMED} more" if len(hidden) > NAMED else ""
            listed = ", ".join(f"'{words}'" for words in hidden[:NAMED])
            shown = f"words that cannot be seen: {listed}{more}"
            hint = "they lie outside the picture, under something, or have the colour of the ground"
            self.remarks.append(Remark("ART018", "warning", f"has {shown}", f"have {shown}", hint))
        faults = [_fault(f"the words '{quoted(span.words)}'") for span in lost]
        return faults + [_fault(shape) for shape in self._vanished(words.shapes)]

    def _is_resource(self, element: Element | None) -> bool:
        """True for what is not drawn where it stands, nor by a <use>."""
        while element is not None and element.tag not in _UNFLAT:
            element = self.parents.get(element)
        return element is not None

    # -- pictures ------------------------------------------------------------------------------

    def _change(self) -> Image.Image:
        """Where the drawing changes if all words are taken out: white there, else black."""
        whole = _sized(self.root, self.view, self.scale)
        bare = _sized(_without_words(self.root), self.view, self.scale)
        on_paper = [on_ground(image, "#FFFFFF") for image in self.draw([whole, bare])]
        red, green, blue = ImageChops.difference(*on_paper).split()
        change = ImageChops.lighter(ImageChops.lighter(red, green), blue)
        return change.point(lambda value: 255 if value > _FAINT else 0)

    def _sieve(self, runs: Sequence[Span]) -> tuple[list[Span], list[Span]]:
        """Those that leave no ink in the view, and those that leave some where nothing changes."""
        left, unmarked, change = list(runs), list[Span](), self._change()
        for scale in (self.scale, self.scale * FINE):
            for _ in range(ROUNDS if left else 0):
                flat = _flat(self.root, left)
                (image,) = self.draw([_sized(flat, self.view, scale)])
                over = change.resize(image.size, Image.Resampling.NEAREST)
                blank = Image.new(image.mode, image.size)
                inked = _colours(image)
                marked = _colours(Image.composite(image, blank, over))
                paints = [(span, _paint(i)) for i, span in enumerate(left)]
                unmarked += [span for span, paint in paints if paint in inked - marked]
                left = [span for span, paint in paints if paint not in inked]
                if not inked or not left:
                    break
            else:
                return [], unmarked
        return left, unmarked

    def _is_anywhere(self, span: Span) -> bool:
        """True if words leave ink in a drawing of their own, round where they begin."""
        text = [*span.chain][-1].element
        paths = {part.get(HREF, "")[1:] for part in text.iter("textPath")}
        alone = Element("svg", self.root.attrib)
        alone.append(text)
        alone.extend(path for path in self.root.iter("path") if path.get("id") in paths)
        along = [*_numbers(alone[1].get("d", ""))][:2] if len(alone) > 1 else []
        x, y = along or (_start(span, "x"), _start(span, "y"))
        around = AROUND * float(span.state["font-size"])
        flat = _flat(alone, [span], moved=False)
        for far in (around, around * FINE):
            view = Rect(x - far, y - far, 2 * far, 2 * far)
            (image,) = self.draw([_sized(flat, view, 2 * SIDE / view.width)])
            if _colours(image):
                return True
        return False

    # -- shapes --------------------------------------------------------------------------------

    def _vanished(self, shapes: Sequence[Span]) -> Iterator[str]:
        """The shapes that leave no ink in a cell of their own, though by their own numbers they
        should: each as large as its cell, in a sheet of all."""
        boxes = [(span, box) for span in shapes if (box := _extent(span)) is not None]
        across = math.ceil(math.sqrt(len(boxes)))
        sheet = Element("svg", self.root.attrib)
        for i, (span, box) in enumerate(boxes):
            sheet.append(_cell(span, box, Rect(i % across * CELL, i // across * CELL, CELL, CELL)))
        if not boxes:
            return
        whole = Rect(0, 0, across * CELL, across * CELL)
        (image,) = self.draw([_sized(sheet, whole, 1.0)])
        inked = image.getchannel("A")
        for i, (span, _) in enumerate(boxes):
            x, y = i % across * CELL, i // across * CELL
            if inked.crop((x, y, x + CELL, y + CELL)).getbbox() is None:
                yield f"a <{span.element.tag}>"


def _extent(span: Span) -> Rect | None:
    """The box round a shape with paint, user units; None if it has no area to fill and no length
    of lines, or is not known."""
    points = outline(span.element)
    if len(points) < 2:
        return None
    box = bounds(points)
    across = max(box.size)
    filled = span.is_filled and abs(polygon_area(tuple(points))) > (across * LEAST) ** 2
    return box.inset(-across / CELL) if filled or (span.is_lined and across > 0) else None


def _cell(span: Span, box: Rect, cell: Rect) -> Element:
    """A shape alone in a cell; lines have a pixel at least."""
    inner = Element("svg", {"viewBox": " ".join(map(repr, box)), "preserveAspectRatio": "none"})
    inner.attrib |= {name: repr(getattr(cell, name)) for name in cell._fields}
    shape = SubElement(inner, span.element.tag, span.element.attrib)
    for name in [name for name in shape.attrib if _STRIPPED.match(name) or name == "transform"]:
        del shape.attrib[name]
    least = max(box.size) / CELL
    with contextlib.suppress(ValueError):
        least = max(least, float(span.state.get("stroke-width", "1")))
    shape.set("fill", "#000000" if span.is_filled else "none")
    shape.set("stroke", "#000000" if span.is_lined else "none")
    shape.set("stroke-width", repr(least))
    return inner


def outline(element: Element) -> list[Point]:
    """Points of a shape that enclose it, user units; none of one that has no extent or none that
    is known."""
    try:
        shape = shape_of(element, False)
        if shape is None:
            return []
        if shape[0] in ("circle", "ellipse"):
            at = {name: float(value) for name, value in shape[1].items()}
            rx, ry = at.get("rx", at.get("r", 0.0)), at.get("ry", at.get("r", 0.0))
            return [*Rect(at["cx"] - rx, at["cy"] - ry, 2 * rx, 2 * ry).corners]
        if element.tag == "rect":
            at = {name: length_of(element.get(name, "0")) for name in ("x", "y", "width", "height")}
            return [*Rect(**at).corners]
    except Beyond:
        return []
    pieces = re.findall("M[^M]*[LC][^M]*", shape[1].get("d", ""))
    text = "".join(pieces) if "d" in shape[1] else " ".join(shape[1].values())
    values = [*_numbers(text)]
    return [Point(x, y) for x, y in zip(values[::2], values[1::2], strict=True)]


def _numbers(text: str) -> Iterator[float]:
    return map(float, re.findall(NUMBER, text))


def _start(span: Span, name: str) -> float:
    """Where words begin on one axis, user units."""
    said = (_numbers(one.element.get(name, "")) for one in span.chain)
    return next((value for values in said for value in values), 0.0)


# -- drawings ------------------------------------------------------------------------------------


def _sized(root: Element, view: Rect, scale: float) -> Element:
    """A copy of a root, its children in common, that shows a view at so many pixels a unit."""
    new = Element("svg", root.attrib)
    new.attrib |= {
        "viewBox": " ".join(map(repr, view)),
        "width": str(max(1, round(view.width * scale))),
        "height": str(max(1, round(view.height * scale))),
    }
    new.extend(root)
    return new


def _without_words(element: Element) -> Element:
    """A copy of an element without any text; clips and the like stay whole."""
    if element.tag in _UNFLAT:
        return element
    new = Element(element.tag, element.attrib)
    new.extend(_without_words(child) for child in element if child.tag != "text")
    return new


def _flat(element: Element, runs: Sequence[Span], moved: bool = True) -> Element:
    """A copy of an element where runs of words are painted flat, each in its own colour, and
    nothing else leaves ink."""
    paints = {span.element: _paint(i) for i, span in enumerate(runs)}

    def copy(element: Element) -> Element:
        new = Element(element.tag)
        new.attrib = {k: v for k, v in element.attrib.items() if not _STRIPPED.match(k)}
        if not moved:
            new.attrib.pop("transform", None)
        new.text, new.tail = element.text, element.tail
        if element.tag in ("text", *IN_TEXT, *DRAWN):
            new.set("fill", paints.get(element, "none"))
        new.extend(copy(child) for child in element if child.tag not in _UNFLAT)
        return new

    new = copy(element)
    new.attrib |= {"shape-rendering": "crispEdges", "text-rendering": "optimizeSpeed"}
    return new


def _paint(number: int) -> str:
    """The colour of a thing, far from those of its neighbours."""
    return f"#{(number + 1) * 0x9E3779 % 0x1000000:06X}"


def _colours(image: Image.Image) -> set[str]:
    """The colours of a picture's opaque pixels."""
    found: Any = image.getcolors(image.width * image.height) or []
    return {f"#{r:02X}{g:02X}{b:02X}" for _, (r, g, b, alpha) in found if alpha == 255}


def _fault(what: str) -> ArtFault:
    return ArtFault("ART017", f"is not drawn whole: {what} left no ink", "export it as PNG")
