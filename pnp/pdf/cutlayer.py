"""The cut contour as a layer of its own: a spot colour in an optional group that does not print.

Cutters and print shops look for a separation of the name `CutContour`; a viewer shows the layer
`Cut`, and prints the page without it.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from typing import Any

from reportlab.pdfbase import pdfdoc
from reportlab.pdfgen.canvas import Canvas

from pnp.geometry.plane import Point, bounds
from pnp.layout.contours import Cut, radius_of
from pnp.pdf.catalogue import enter
from pnp.pdf.svgpath import numbers

SPOT, LAYER = "CutContour", "Cut"
WIDTH = 0.1
"""Width of the contour's line, mm."""
_GROUP = "pnpCutLayer"
_PROCESS = (0, 1, 0, 0)
"""What stands for the spot colour on a screen: cyan, magenta, yellow, black."""


class CutLayer:
    """Draws cuts on the pages of one document; equal sets of cuts are stored once."""

    def __init__(self, canvas: Canvas) -> None:
        self.canvas = canvas
        self.known: set[str] = set()

    def draw(self, cuts: Sequence[Cut]) -> None:
        """The cuts of the current page, whose content is in mm from the top left."""
        if not cuts:
            return
        code = "\n".join([f"/{SPOT} CS 1 SCN {WIDTH} w", *map(_path, cuts), "S"])
        name = f"C{hashlib.sha256(code.encode()).hexdigest()[:16]}"
        if name not in self.known:
            points = [point for cut in cuts for point in cut.points]
            self._define(name, code, points)
            self.known.add(name)
        self.canvas._code.append(f"/{pdfdoc.xObjectName(name)} Do")
        self.canvas._formsinuse.append(name)

    def _define(self, name: str, code: str, points: list[Point]) -> None:
        box = bounds(points).inset(-WIDTH)
        form: Any = pdfdoc.PDFFormXObject(box.x, box.y, box.right, box.bottom)
        stream: Any = pdfdoc.PDFStream(content=code.encode())
        stream.dictionary["OC"] = self._group()
        form.Contents = stream
        form.compression = 1
        form.Resources = pdfdoc.PDFResourceDictionary(ColorSpace={SPOT: _separation()})
        self.canvas._doc.addForm(name, form)

    def _group(self) -> Any:
        """The optional group, made once and entered in the catalogue."""
        document = self.canvas._doc
        reference = pdfdoc.PDFObjectReference(_GROUP)
        if _GROUP in document.idToObject:
            return reference
        group = _dictionary(
            Type=_name("OCG"),
            Name=pdfdoc.PDFString(LAYER),
            Usage=_dictionary(
                View=_dictionary(ViewState=_name("ON")),
                Print=_dictionary(PrintState=_name("OFF")),
            ),
        )
        document.Reference(group, _GROUP)
        groups = pdfdoc.PDFArray([reference])
        automatic = [
            _dictionary(Event=_name(event), OCGs=groups, Category=pdfdoc.PDFArray([_name(event)]))
            for event in ("View", "Print")
        ]
        properties = _dictionary(
            OCGs=groups,
            D=_dictionary(Order=groups, ON=groups, AS=pdfdoc.PDFArray(automatic)),
        )
        enter(document, "OCProperties", properties)
        return reference


def _path(cut: Cut) -> str:
    parts = [f"{numbers(*cut.points[0])} m"]
    for start, end, bend in cut.steps:
        if bend:
            parts.append(_arc(start, end, bend))
        elif end != cut.points[0]:
            parts.append(f"{numbers(*end)} l")
    return " ".join([*parts, *(["h"] if cut.closed else [])])


def _arc(start: Point, end: Point, bend: float) -> str:
    """A cubic curve along an arc of the angle t: its handles are 4/3 r tan(t/4) long."""
    handle = 4 / 3 * abs(bend) * radius_of(start, end, bend)
    chord, half = math.atan2(end.y - start.y, end.x - start.x), 2 * math.atan(bend)
    out, back = chord - half, chord + half
    one = Point(start.x + handle * math.cos(out), start.y + handle * math.sin(out))
    other = Point(end.x - handle * math.cos(back), end.y - handle * math.sin(back))
    return f"{numbers(*one, *other, *end)} c"


def _separation() -> Any:
    """A spot colour, with a process colour for whatever cannot print or cut it."""
    tint = _dictionary(
        FunctionType=2,
        Domain=pdfdoc.PDFArray([0, 1]),
        C0=pdfdoc.PDFArray([0, 0, 0, 0]),
        C1=pdfdoc.PDFArray(list(_PROCESS)),
        N=1,
    )
    return pdfdoc.PDFArray([_name("Separation"), _name(SPOT), _name("DeviceCMYK"), tint])


def _dictionary(**entries: Any) -> Any:
    return pdfdoc.PDFDictionary(entries)


def _name(text: str) -> Any:
    return pdfdoc.PDFName(text)
