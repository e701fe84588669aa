"""The two pages of a calibration sheet: gauges in the corners, what to do in the middle."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from pnp.definition.model import Fonts, Palette
from pnp.definition.schema import default_of
from pnp.draw.ink import Ink
from pnp.draw.symbols import symbol
from pnp.draw.text import fit_size, text_width, wrap
from pnp.errors import Loc
from pnp.geometry.plane import Affine, Point, Rect
from pnp.layout.duplex import Flip, page_mirror
from pnp.layout.gauges import (
    CORNERS,
    DEPTH,
    EDGE,
    HALF,
    PITCH_BACK,
    PITCH_FRONT,
    TEETH,
    Gauge,
    column_of,
    gauges,
    lines_of,
    middles_of,
    reading_of,
)
from pnp.layout.paper import Paper
from pnp.pdf.metadata import Info
from pnp.pdf.pages import Page, write_pages
from pnp.piece import Layer, Stamp
from pnp.system.filed import Filed

TITLE, TEXT = Fonts.title, Fonts.label
PALETTE = default_of(Palette, Loc("calibration"))
BLACK, SHINE, TINT = "#000000", "#9A9A9A", "#F6EBE5"
FINE = 0.15
"""Width of lines that are read, mm."""
GATE = (5.4, 10.4)
"""From where to where the gate of the dot reaches, mm from where the combs meet."""
STEPS = (2, 3, 4, 5, 6, 8, 10, 12, 15)
"""Distances from the paper's edge of the bars that show its margin, mm."""
LARGEST, SMALLEST = 4.0, 2.2
"""Sizes of the instructions, mm."""


class Example(Struct, frozen=True):
    """Readings (x, y) at A, B, C, D, the command for them, and what it answers."""

    readings: tuple[tuple[float, float], ...]
    command: str
    answer: str


def signed(value: float) -> str:
    """A reading as it is printed: 0, +0.4, −0.2."""
    return "0" if value == 0 else f"{value:+.1f}".replace("-", "−").removesuffix(".0")


# -- gauges ----------------------------------------------------------------------------------------


def _frame(gauge: Gauge) -> Affine:
    """From (along, across) of a gauge to the back; the numbers are at negative `across`."""
    there = Affine.translation(*gauge.centre)
    return there if gauge.axis == "x" else there @ Affine.rotation(90)


def _back_gauge(ink: Ink, gauge: Gauge, at: Affine, scale: float = 1.0) -> None:
    """The comb with its numbers, and the gate for the dot."""

    def line(start: tuple[float, float], end: tuple[float, float], width: float = FINE) -> None:
        ink.line(at.apply(start), at.apply(end), stroke=BLACK, stroke_width=width * scale)

    def words(text: str, along: float, across: float, size: float, weight: int = 500) -> None:
        x, y = at.apply((along, across))
        drop = 0.33 * size * scale
        ink.text(
            text, Point(x, y + drop), size * scale, family=TEXT, weight=weight, anchor="middle"
        )

    for tooth in range(-TEETH, TEETH + 1):
        along = tooth * PITCH_BACK
        high = gauge.axis == "x" and tooth % 2 != 0
        line((along, 0), (along, -6.2 if high else -3.6))
        label = signed(reading_of(tooth)).replace("0.", ".")
        away = -(7.4 if high else 4.8) if gauge.axis == "x" else -5.8
        words(label, along, away, 2.4, 700 if tooth == 0 else 500)
    for side in (-1, 1):
        line((side, GATE[0]), (side, GATE[1]), 0.25)
        words("+2" if side > 0 else "−2", side * 3.2, 8.0, 2.2, 700)


def _front_gauge(ink: Ink, at: Affine, colour: str, scale: float = 1.0) -> None:
    """The comb without numbers, and the dot."""
    for tooth in range(-TEETH - 1, TEETH + 2):
        along = tooth * PITCH_FRONT
        ends = at.apply((along, -1.0)), at.apply((along, 4.2 if tooth else 7.0))
        ink.line(*ends, stroke=colour, stroke_width=FINE * scale)
    ink.circle(at.apply((0, 7.9)), 0.55 * scale, fill=colour)


def _back_corner(ink: Ink, gauge: Gauge) -> None:
    at = _frame(gauge)
    ink.rect(_box(gauge), radius=2, fill="none", stroke=PALETTE.accent, stroke_width=0.3)
    _back_gauge(ink, gauge, at)
    x, y = gauge.centre
    across = gauge.axis == "x"
    spot = Point(x - 11.2, y + 9.3) if across else Point(x - 8.6, y - 9.0)
    ink.text(gauge.corner, spot, 4.2, family=TITLE, weight=700, anchor="middle", fill=PALETTE.ink)
    beside = Point(spot.x + 3.4, spot.y) if across else Point(spot.x, spot.y + 3.4)
    ink.text(gauge.axis, beside, 3.4, family=TEXT, weight=700, anchor="middle", fill=PALETTE.accent)


def _box(gauge: Gauge) -> Rect:
    x, y = gauge.centre
    wide, high = (HALF, DEPTH) if gauge.axis == "x" else (DEPTH, HALF)
    return Rect(x - wide, y - high, 2 * wide, 2 * high)


# -- words -----------------------------------------------------------------------------------------


class TextFlow:
    """Text set downwards from a place, in one size; `y` is where the next thing goes."""

    def __init__(self, ink: Ink, left: float, top: float, width: float, size: float) -> None:
        self.ink, self.left, self.y, self.width, self.size = ink, left, top, width, size

    @property
    def middle(self) -> float:
        return self.left + self.width / 2

    def title(self, words: str, side: str) -> None:
        """The name of the sheet under a labrys, and its side in the accent's colour."""
        large = min(1.0, self.size / 3)
        emblem = min(0.16 * self.width, 13.0 * large)
        at = Affine.translation(self.middle - emblem / 2, self.y) @ Affine.scaling(emblem / 100)
        self.ink.draw(symbol("labrys"), PALETTE, at)
        self.y += emblem + 1.5
        for text, largest, fill in ((words, 8.5, PALETTE.ink), (side, 6.5, PALETTE.accent)):
            size, _ = fit_size(text, TITLE, 700, self.width, largest * large, 2.0)
            self.y += size
            self.ink.text(
                text, Point(self.middle, self.y), size,
                family=TITLE, weight=700, anchor="middle", fill=fill,
            )  # fmt: skip
            self.y += 0.25 * size
        self.gap(0.6)

    def gap(self, lines: float) -> None:
        self.y += lines * self.size

    def words(self, text: str, *, indent: float = 0.0, weight: int = 400, fill: str = "") -> None:
        """A paragraph, broken into lines."""
        for line in wrap(text, TEXT, weight, self.size, self.width - indent):
            self.y += 1.22 * self.size
            self.ink.text(
                line, Point(self.left + indent, self.y), self.size,
                family=TEXT, weight=weight, fill=fill or PALETTE.ink,
            )  # fmt: skip

    def step(self, number: int, text: str) -> None:
        """A numbered instruction; its number hangs in the accent's colour."""
        indent = 1.7 * self.size
        self.ink.text(
            str(number), Point(self.left, self.y + 1.22 * self.size), 1.25 * self.size,
            family=TITLE, weight=700, fill=PALETTE.accent,
        )  # fmt: skip
        self.words(text, indent=indent)
        self.gap(0.55)

    def command(self, text: str) -> None:
        """What is typed, on a tinted ground."""
        pad = 0.7 * self.size
        inner = TextFlow(
            Ink(), self.left + pad, self.y + 0.4 * pad, self.width - 2 * pad, self.size
        )
        inner.words(text, weight=700)
        height = inner.y - self.y + pad
        self.ink.rect(Rect(self.left, self.y, self.width, height), radius=1, fill=TINT)
        self.ink.stamp(inner.ink.layer(), Affine())
        self.y += height
        self.gap(0.4)

    def blanks(self, fields: list[str], columns: int) -> None:
        """Places to write in, each with its name before it."""
        pitch = self.width / columns
        for i, name in enumerate(fields):
            if i % columns == 0:
                self.y += 2.0 * max(self.size, 3.0)
            x = self.left + i % columns * pitch
            self.ink.text(
                name, Point(x, self.y), self.size, family=TEXT, weight=700, fill=PALETTE.ink
            )
            start = x + text_width(name, TEXT, 700, self.size) + 1
            self.ink.line(
                Point(start, self.y + 0.4), Point(x + pitch - 2, self.y + 0.4),
                stroke=PALETTE.number, stroke_width=0.2,
            )  # fmt: skip
        self.gap(1.2)


def _set(
    write: Callable[[TextFlow], None], left: float, top: float, width: float, bottom: float
) -> Layer:
    """The words in the largest size at which they end above `bottom`."""
    size = LARGEST
    while True:
        column = TextFlow(Ink(), left, top, width, size)
        write(column)
        if column.y <= bottom or size <= SMALLEST:
            return column.ink.layer()
        size -= 0.1


# -- the back --------------------------------------------------------------------------------------


def back_layer(paper: Paper, flip: Flip, example: Example) -> Layer:
    """The page that is read: numbered combs, what to do, an example."""
    ink = Ink()
    for gauge in gauges(paper):
        _back_corner(ink, gauge)
    left, width = column_of(paper)
    words = _set(
        lambda column: _write_back(column, flip, example),
        left,
        EDGE + 4,
        width,
        paper.size.height - EDGE - 4,
    )
    ink.stamp(words, Affine())
    return ink.layer()


def _write_back(column: TextFlow, flip: Flip, example: Example) -> None:
    column.title("Calibration", "Back")
    column.step(
        1,
        "Hold the sheet against a window, this side towards you and upright. The front shines "
        "through. The letter that shines through in a frame must be the same, seen from behind: "
        f"if it is not, the paper was not turned over its {flip} edge.",
    )
    column.step(
        2,
        "In each frame find the line that goes straight on in a line of the front. The number at "
        "it is the reading, in mm. If two lines do so equally well, take what lies between.",
    )
    _figure(column)
    column.step(
        3, "If the dot lies outside its gate, add the +2 or −2 (mm) that stands on that side."
    )
    column.blanks([f"{corner} {axis}" for corner in CORNERS for axis in "xy"], 4)
    column.step(4, "Type the readings as x,y of A, B, C and D, and the lengths from the front:")
    read = " · ".join(
        f"{corner} {signed(x)}, {signed(y)}"
        for corner, (x, y) in zip(CORNERS, example.readings, strict=True)
    )
    column.words(f"Example: read were {read}.", fill=PALETTE.number)
    column.gap(0.3)
    column.command(example.command)
    column.words(f"answers {example.answer}.", fill=PALETTE.number)
    column.gap(0.55)
    column.step(5, "From now on, add the printer’s name to what you build:")
    column.command("pnp build GAME --printer NAME")
    column.words(
        "Paper too thick? Measure from the middle line of each comb to the left (x) and to the top "
        "(y) edge of the paper, as this side lies, on both sides: the reading is what the front "
        "measures less what the back measures.",
        fill=PALETTE.number,
    )


def _figure(column: TextFlow) -> None:
    """A gauge that reads +0.4, enlarged where there is room."""
    scale = min(0.5 * column.size, column.width / (2 * HALF + 2))
    column.gap(0.2)
    gauge = Gauge("", "x", Point(0, 0))
    at = Affine.translation(column.middle, column.y + 9 * scale) @ Affine.scaling(scale)
    shifted = at @ Affine.translation(0.4, 0)
    _front_gauge(column.ink, shifted, SHINE, scale)
    _back_gauge(column.ink, gauge, at, scale)
    ring = at.apply((2 * PITCH_BACK, -0.2))
    column.ink.circle(
        ring, 1.3 * scale, fill="none", stroke=PALETTE.accent, stroke_width=0.3 * scale
    )
    column.ink.text(
        "reads +0.4", at.apply((5.4, 8.0 + 0.3 * column.size / scale)),
        column.size, family=TEXT, weight=700, fill=PALETTE.accent,
    )  # fmt: skip
    column.y += (9 + GATE[1]) * scale
    column.gap(0.8)


# -- the front -------------------------------------------------------------------------------------


def front_layer(paper: Paper, flip: Flip) -> Layer:
    """The page that shines through, with two lines to measure and bars that show the margins."""
    ink = Ink()
    mirror = page_mirror(paper, flip)
    for gauge in gauges(paper):
        _front_gauge(ink, mirror @ _frame(gauge), BLACK)
        x, y = gauge.centre
        spot = Point(x + 10.5, y + 7.8) if gauge.axis == "x" else Point(x - 8.0, y + 10.5)
        x, y = mirror.apply(spot)
        ink.text(gauge.corner, Point(x, y + 1.5), 4.2, family=TITLE, weight=700, anchor="middle")
    left, width = column_of(paper)
    across, down = middles_of(paper)
    _measure(ink, paper, down, "down")
    _measure(ink, paper, across, "across")
    for turn in range(4):
        _stairs(ink, paper, turn)
    words = _set(
        lambda column: _write_front(column, paper, flip),
        left + 10,
        EDGE + 12,
        width - 12,
        across.y - 8,
    )
    ink.stamp(words, Affine())
    return ink.layer()


def _measure(ink: Ink, paper: Paper, middle: Point, way: str) -> None:
    """A line of whole centimetres with strokes at its ends, and its length."""
    lengths = lines_of(paper)
    length = lengths.width if way == "across" else lengths.height
    at = Affine.translation(*middle) @ (Affine() if way == "across" else Affine.rotation(90))
    ends = at.apply((-length / 2, 0)), at.apply((length / 2, 0))
    ink.line(*ends, stroke=PALETTE.accent, stroke_width=0.25)
    for step in range(0, int(length) + 1, 10):
        along = step - length / 2
        last = step in (0, int(length))
        reach = 4.0 if last else 1.2
        ink.line(
            at.apply((along, -reach)), at.apply((along, reach)),
            stroke=BLACK if last else PALETTE.accent, stroke_width=FINE,
        )  # fmt: skip
    x, y = at.apply((length / 2 - 4, 0))
    where = Point(x, y + 3.8) if way == "across" else Point(x + 2, y)
    anchor = "end" if way == "across" else "start"
    ink.text(
        f"{way} {length:g} mm", where, 3.0,
        family=TEXT, weight=700, anchor=anchor, fill=PALETTE.accent,
    )  # fmt: skip


def _stairs(ink: Ink, paper: Paper, turn: int) -> None:
    """Bars at the middle of an edge (0 top, 1 right, 2 bottom, 3 left), labelled in mm."""
    width, height = paper.size
    places = ((width / 2, 0.0), (width, height / 2), (width / 2, height), (0.0, height / 2))
    at = Affine.translation(*places[turn]) @ Affine.rotation(90 * turn)
    pitch, half = 4.2, 1.7
    for i, step in enumerate(STEPS):
        along = (i - (len(STEPS) - 1) / 2) * pitch
        ends = at.apply((along - half, step)), at.apply((along + half, step))
        ink.line(*ends, stroke=BLACK, stroke_width=0.3)
        x, y = at.apply((along, step + 1.8))
        ink.text(str(step), Point(x, y + 0.7), 2.1, family=TEXT, weight=500, anchor="middle")


def _write_front(column: TextFlow, paper: Paper, flip: Flip) -> None:
    across, down = lines_of(paper)
    column.title("Calibration", "Front")
    column.step(
        1,
        f"Print both pages on one sheet of {paper.name}, on both sides, turned over its {flip} "
        "edge, at 100%: never “fit to page”.",
    )
    column.step(
        2,
        f"Measure the two long lines from end stroke to end stroke, to a quarter of a millimetre, "
        f"with a good ruler. They should be {across:g} and {down:g} mm long; write down what they "
        "are.",
    )
    column.blanks(["across", "down"], 2)
    column.step(
        3,
        "At the middle of each edge, the smallest number with a whole bar is what your printer "
        "leaves blank, in mm. Give all four, with mm, as --margin top,right,bottom,left.",
    )
    column.blanks(["top", "right", "bottom", "left"], 2 if column.width < 80 else 4)
    column.step(4, "Turn the sheet over and go on reading there.")


def calibration_pdf(paper: Paper, flip: Flip, example: Example) -> Filed:
    """Both pages; the same paper and flip give the same bytes."""
    layers = front_layer(paper, flip), back_layer(paper, flip, example)
    pages = [Page(paper.size, stamps=(Stamp(layer),)) for layer in layers]
    return write_pages(pages, Info(f"Calibration sheet, {paper.name}, {flip} edge"))
