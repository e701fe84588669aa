"""What undoes a printer's drift: as arithmetic, on sheets, and through a simulated printer."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Literal

import pypdfium2
import pytest
from conftest import Result
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from PIL import Image, ImageOps
from sheets_help import STROKES, deck_piece, face

from pnp.cli.calibrate import example
from pnp.draw.ink import Ink
from pnp.errors import Loc
from pnp.geometry.plane import IDENTITY, Affine, Point, Rect, Size
from pnp.layout.calibration import (
    NEUTRAL,
    Drift,
    Printer,
    corrected,
    correction,
    fit,
    front_scales,
    room_before,
)
from pnp.layout.duplex import Flip, back_sheets, folded, interleaved, page_mirror
from pnp.layout.gauges import (
    PITCH_BACK,
    TEETH,
    Gauge,
    column_of,
    gauges,
    lines_of,
    middles_of,
    reading_of,
    spots_of,
)
from pnp.layout.grid import Area, arrange
from pnp.layout.marks import content_area, dress
from pnp.layout.paper import PAPERS, Paper
from pnp.layout.sheet import Sheet
from pnp.outputs.printers import load_printers
from pnp.pdf.calibration import calibration_pdf
from pnp.pdf.pages import Info, Page, write_pages
from pnp.piece import Face, Placed, Stamp
from pnp.units import MM_PER_INCH, POINTS_PER_INCH

A4 = PAPERS["A4"]
DPI = 300
PX = DPI / MM_PER_INCH
"""Pixels a mm."""
drifts = st.builds(
    Drift,
    st.floats(-3, 3),
    st.floats(-3, 3),
    st.floats(0.99, 1.01),
    st.floats(0.99, 1.01),
    st.floats(-0.5, 0.5),
)


# -- arithmetic ------------------------------------------------------------------------------------


def test_neutral_numbers_are_the_identity() -> None:
    for side in ("front", "back", "fold"):
        assert correction(NEUTRAL, side, A4) == IDENTITY  # type: ignore[arg-type]
    sheet = Sheet(A4, "back", ())
    assert corrected(sheet, Printer("p")) == corrected(sheet, None) == sheet


def test_signs_are_those_of_the_back_as_it_is_seen() -> None:
    move = correction(Drift(dx=1, dy=2), "back", A4)
    assert move == Affine.translation(1, 2)
    turned = correction(Drift(angle=1), "back", A4)
    assert turned.apply(A4.area.centre) == pytest.approx(A4.area.centre)
    right = turned.apply((205, A4.area.centre.y))
    assert right.y > A4.area.centre.y + 1.7  # clockwise: what lies on the right sinks
    wide = correction(Drift(scale_x=1.01), "back", A4)
    assert wide.apply((205, 10)) == pytest.approx((206, 10))


def test_the_front_is_only_scaled_and_the_back_with_it() -> None:
    drift = Drift(dx=1, scale_x=0.99, angle=0.3, front_scale_x=1.01)
    assert correction(drift, "front", A4).apply((205, 7)) == pytest.approx((206, 7))
    assert correction(drift, "fold", A4) == correction(drift, "front", A4)
    both = replace(drift, angle=0.0)
    assert correction(both, "back", A4).a == pytest.approx(0.99 * 1.01)


@given(drifts)
def test_readings_give_the_inverse_of_the_error(found: Drift) -> None:
    """Readings made by a known error: what the fit gives undoes it to within its rounding."""
    undone = correction(found, "back", A4)
    error, centre = undone.inverse(), A4.area.centre
    readings = []
    for gauge in gauges(A4):
        there = error.apply(gauge.centre)
        index = int(gauge.axis == "y")
        readings.append(gauge.centre[index] - there[index])
    pairs = list(zip(readings[::2], readings[1::2], strict=True))
    again, doubt = fit(spots_of(A4, pairs))
    assert doubt < 0.025  # unequal scales and an angle: 2 % of 0.5 degrees at 140 mm
    both = error @ correction(again, "back", A4)
    for corner in A4.area.corners:
        x, y = both.apply(corner)
        assert (x, y) == pytest.approx(corner, abs=0.05), (again, centre)


def test_a_misread_corner_is_doubted() -> None:
    pairs = [(0.4, 0.0), (0.4, 0.0), (0.4, 0.0), (-0.6, 0.0)]
    assert fit(spots_of(A4, pairs))[1] > 0.15


def test_lengths_give_the_scale_of_the_front() -> None:
    assert front_scales(Size(169.66, 250.0), Size(170, 250)) == (1.002, 1.0)


@given(drifts, st.sampled_from([A4, PAPERS["A5"], A4.lying("landscape")]))
def test_the_room_before_a_correction_stays_inside_after_it(drift: Drift, paper: Paper) -> None:
    move = correction(drift, "back", paper)
    assert paper.printable.covers(move.apply_rect(room_before(move, paper.printable)), 1e-4)


# -- sheets ----------------------------------------------------------------------------------------


def mirrored_f(size: Size) -> Face:
    """An F seen from behind: it stands exactly behind the F of the front."""
    ink = Ink()
    for x, y, width, height in STROKES["F"]:
        box = (10 - x - width, y, width, height)
        scales = (size.width / 10, size.height / 10) * 2
        ink.rect(Rect(*(v * s for v, s in zip(box, scales, strict=True))), fill="#000000")
    return Face(size, (Stamp(ink.layer()),))


def f_sheet(paper: Paper, count: int = 5) -> Sheet:
    size = Size(40, 50)
    piece = deck_piece("f", face(size, "F"), mirrored_f(size), Loc("deck.yaml"), count)
    (page,), _ = arrange([piece], Area(content_area(paper, marks=True)))
    return Sheet(paper, "front", page)


PRINTER = Printer("p", Drift(dx=1.0, dy=-0.5, scale_x=1.001, angle=0.1, front_scale_y=0.999))


def test_every_way_of_printing_two_sides() -> None:
    front = f_sheet(A4)
    for pages in (interleaved([front], "long"), [front, *back_sheets([front], "long")]):
        one, other = (corrected(page, PRINTER) for page in pages)
        assert one.correction == correction(PRINTER.drift, "front", A4)
        assert other.correction == correction(PRINTER.drift, "back", A4)
    (page,) = folded([front], "vertical")
    page = corrected(page, PRINTER)
    assert page.correction == correction(PRINTER.drift, "front", A4)
    fronts = [p for p in page.printed if p.side == "front"]
    backs = [p for p in page.printed if p.side == "back"]
    for one, other in zip(fronts, backs, strict=True):
        assert one.trim.x + other.trim.right == pytest.approx(210)


def test_marks_and_the_id_move_and_rulers_do_not() -> None:
    (sheet,) = back_sheets([f_sheet(A4)], "long")
    sheet = dress(corrected(sheet, PRINTER), "game", ["flip"], True)
    still = dress(sheet.numbered(1, 1), "game", ["flip"], True)
    assert still.lines == sheet.lines
    kinds = {(line.role, sheet.moves(line) == IDENTITY) for line in sheet.lines}
    assert kinds == {("mark", False), ("ruler", True)}
    assert [sheet.moves(label) == IDENTITY for label in sheet.labels] == [True] * 3 + [False] * (
        len(sheet.labels) - 3
    )
    assert len(sheet.labels) > 3


# -- a simulated printer ---------------------------------------------------------------------------


def render(pdf: bytes, page: int, dpi: float = DPI) -> Image.Image:
    document = pypdfium2.PdfDocument(pdf)
    return document[page].render(scale=dpi / POINTS_PER_INCH).to_pil().convert("L")


def wrong(picture: Image.Image, error: Affine) -> Image.Image:
    """The picture as a printer with an error (in mm) puts it on paper."""
    back = error.inverse()
    coefficients = (back.a, back.c, back.e * PX, back.b, back.d, back.f * PX)
    return picture.transform(
        picture.size, Image.Transform.AFFINE, coefficients, Image.Resampling.BICUBIC, fillcolor=255
    )


def through(front: Image.Image, paper: Paper, flip: Flip) -> Image.Image:
    """The front as it shines through, seen from the back."""
    across = page_mirror(paper, flip).a < 0
    return ImageOps.mirror(front) if across else ImageOps.flip(front)


def dark(picture: Image.Image, box: Rect, axis: str, most: float = 99.0) -> list[float]:
    """Where dark lines cross a box, in mm along an axis: the middle of each run of ink that is at
    `most` so long."""
    area = [round(v * PX) for v in (box.x, box.y, box.right, box.bottom)]
    part = picture.crop((area[0], area[1], area[2], area[3]))
    size = (part.width, 1) if axis == "x" else (1, part.height)
    ink = [255 - v for v in part.resize(size, Image.Resampling.BOX).tobytes()]
    runs: list[list[tuple[int, int]]] = [[]]
    for i, v in enumerate(ink):
        if v > 40:
            runs[-1].append((i, v))
        elif runs[-1]:
            runs.append([])
    start = area[0] if axis == "x" else area[1]
    return [
        (start + sum((i + 0.5) * v for i, v in run) / sum(v for _, v in run)) / PX
        for run in runs
        if 0 < len(run) <= most * PX
    ]


def strip(gauge: Gauge, near: float, far: float, half: float) -> Rect:
    """A strip along a gauge, between two distances from where its combs meet."""
    x, y = gauge.centre
    if gauge.axis == "x":
        return Rect(x - half, y + near, 2 * half, far - near)
    return Rect(x - far, y - half, far - near, 2 * half)


def read(gauge: Gauge, back: Image.Image, front: Image.Image) -> float:
    """A reading, found as the sheet tells its reader to find it."""
    axis = gauge.axis
    lines = dark(back, strip(gauge, -2.3, -1.7, 14.5), axis)  # with the frame perhaps
    combs = [
        line for line in lines if any(abs(abs(line - other) - PITCH_BACK) < 0.1 for other in lines)
    ]
    shine = dark(front, strip(gauge, 2.0, 2.6, 13.9), axis)
    assert len(combs) == 2 * TEETH + 1
    misses = [min(abs(line - other) for other in shine) for line in combs]
    best = min(range(len(misses)), key=misses.__getitem__)
    beside = [k for k in (best - 1, best + 1) if 0 <= k < len(misses)]
    second = min(beside, key=misses.__getitem__)
    reading = 0.2 * (best - TEETH)
    if abs(misses[best] - misses[second]) < 0.1:
        reading = 0.1 * (best + second - 2 * TEETH)
    around = dark(back, strip(gauge, 7.0, 9.0, 3.6), axis, most=0.5)  # the gate, no numbers
    left, right = min(
        ((one, other) for one in around for other in around), key=lambda p: abs(p[1] - p[0] - 2)
    )
    (dot,) = dark(front, strip(gauge, 7.6, 8.2, 3.5), axis)
    if abs(reading) > 0.95:  # both ends of the comb say the same
        return reading if reading * (dot - (left + right) / 2) > 0 else -reading
    return round(reading + (2 if dot > right else -2 if dot < left else 0), 3)


def measure(front: Image.Image, paper: Paper, way: Literal["x", "y"]) -> float:
    """The length of a line on the front, to a quarter of a millimetre."""
    index = int(way == "y")
    x, y = middles_of(paper)[index]
    length = lines_of(paper)[index]
    if way == "x":
        ends = [Rect(x + s * length / 2 - 1.5, y - 2.6, 3, 0.6) for s in (-1, 1)]
    else:
        ends = [Rect(x - 2.6, y + s * length / 2 - 2, 0.6, 4) for s in (-1, 1)]
    (first,), (last,) = (dark(front, box, way) for box in ends)
    return round((last - first) * 4) / 4


ERRORS = [
    (A4, "long", Drift(-0.93, 0.61, 0.9971, 1.0018, 0.13), (0.998, 1.001)),
    (A4, "short", Drift(1.52, -0.37, 1.0012, 0.9992, -0.21), (1.0, 1.0)),
    (PAPERS["Letter"].lying("landscape"), "long", Drift(0.24, 1.31, 1.0, 1.002, 0.05), (1.003, 1)),
]


@pytest.mark.slow
@pytest.mark.parametrize(("paper", "flip", "back_error", "scales"), ERRORS)
def test_a_printer_is_read_set_and_corrected(
    paper: Paper,
    flip: Flip,
    back_error: Drift,
    scales: tuple[float, float],
    run_cli: Callable[..., Result],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The calibration sheet goes through a printer with known errors and is read from pixels; with
    the profile set, the F of the back lies within 0.1 mm of that of the front."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    centre = paper.area.centre
    e_front = (
        Affine.translation(centre.x + 0.3, centre.y - 0.2)
        @ Affine.scaling(*scales)
        @ Affine.translation(-centre.x, -centre.y)
    )
    e_back = correction(back_error, "back", paper)
    lying = "portrait" if paper.size.width < paper.size.height else "landscape"
    pdf = calibration_pdf(paper, flip, example(paper, flip, lying))  # type: ignore[arg-type]
    front = wrong(render(pdf, 0), e_front)
    back, shine = wrong(render(pdf, 1), e_back), through(front, paper, flip)
    found = [f"{read(gauge, back, shine):g}" for gauge in gauges(paper)]
    corners = [f"{x},{y}" for x, y in zip(found[::2], found[1::2], strict=True)]
    lengths = f"{measure(front, paper, 'x')},{measure(front, paper, 'y')}"
    done = run_cli(
        "printer", "set", "sim", "--paper", paper.name, "--orientation", lying, "--flip", flip,
        "--corners", *corners, "--lengths", lengths,
    )  # fmt: skip
    assert (done.code, done.err) == (0, "")

    before = apart(f_sheet(paper), flip, None, e_front, e_back)
    after = apart(f_sheet(paper), flip, load_printers()["sim"], e_front, e_back)
    assert before > 0.5

    assert after < 0.1, (found, done.out)


def apart(
    sheet: Sheet, flip: Flip, printer: Printer | None, e_front: Affine, e_back: Affine
) -> float:
    """How far, in mm, the upright strokes and the arms of the Fs lie apart at most."""
    sheets = [corrected(page, printer) for page in interleaved([sheet], flip)]
    pages = [Page(s.paper.size, [Placed(p.face, p.at) for p in s.printed]) for s in sheets]
    pdf = write_pages(pages, Info("F"))
    back = wrong(render(pdf, 1), e_back)
    shine = through(wrong(render(pdf, 0), e_front), sheet.paper, flip)
    worst = 0.0
    for placed in sheets[1].placements:
        for axis, spot in (("x", (6.2, 7.8)), ("y", (4.0, 1.75))):
            width, height = placed.face.size
            middle = placed.at.apply(Point(spot[0] / 10 * width, spot[1] / 10 * height))
            if axis == "x":
                box = Rect(middle.x - 12, middle.y - 0.5, 24, 1)
            else:
                box = Rect(middle.x - 0.5, middle.y - 7, 1, 14)
            ones, others = dark(back, box, axis), dark(shine, box, axis)
            worst = max(worst, abs(ones[0] - others[0]))
    return worst


@pytest.mark.slow
@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize("name", ["A5", "A4", "Letter", "A3"])
@pytest.mark.parametrize("lying", ["portrait", "landscape"])
def test_the_words_of_the_sheet_end_where_they_should(
    name: str, lying: Literal["portrait", "landscape"], flip: Flip
) -> None:
    """White strips, higher than what lies between two lines of text, part them from the rest."""
    paper = PAPERS[name].lying(lying)
    pdf = calibration_pdf(paper, flip, example(paper, flip, lying))
    left, width = column_of(paper)
    level = middles_of(paper)[0].y
    front = Rect(left + 11, level - 6.8, width - 13, 2.4)
    back = Rect(left, paper.size.height - 12.8, width, 2.8)
    for number, box in enumerate((front, back)):
        picture = render(pdf, number, 100)
        scale = 100 / MM_PER_INCH
        strip = picture.crop([round(v * scale) for v in (box.x, box.y, box.right, box.bottom)])  # type: ignore[arg-type]
        assert strip.getextrema() == (255, 255)
    edge = round(9.5 * scale)
    picture.paste(255, (edge, edge, picture.width - edge, picture.height - edge))
    assert picture.getextrema() == (255, 255)


def test_the_back_has_one_tooth_a_fifth_of_a_millimetre() -> None:
    assert len({(g.corner, g.axis) for g in gauges(A4)}) == 8
    assert reading_of(TEETH) == 1.0
