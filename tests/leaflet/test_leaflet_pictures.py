"""Pictures in leaflets: their size, place and pixels."""

from __future__ import annotations

from pathlib import Path

import pytest
from leaflet_help import (
    DPI,
    both_papers,
    framed,
    ink_box,
    labydo_on,
    make,
    objects,
    operations,
    plan_for,
)
from PIL import Image, ImageChops

from pnp.geometry.plane import Rect
from pnp.leaflet.blocks import FOOT, SIDE
from pnp.pdf.pages import face_pdf
from pnp.pdf.png import page_image
from pnp.units import MM_PER_INCH


@both_papers
def test_labydos_pictures_have_the_written_height(paper: str) -> None:
    labydo = labydo_on(paper)
    heights = sorted(round(box.height, 3) for box in framed(labydo))
    assert heights == [35.0] * 6 + [80.0] * 4  # the board is two tiles high: 70 mm
    for box in framed(labydo):
        assert box.width == pytest.approx(box.height / 2, abs=0.01)


def test_a_pictures_pixels_have_the_written_height(tmp_path: Path) -> None:
    made = make(tmp_path, "# T\n\n![](face:lab-01?height=45mm)\n")
    ink = ink_box(page_image(made.data, DPI), Rect(5, 42, 200, 297 - FOOT - 42))
    assert ink.height == pytest.approx(45, abs=0.4)
    assert ink.width == pytest.approx(22.5, abs=0.4)
    (box,) = framed(made)
    assert (ink.x, ink.y) == pytest.approx((box.x, box.y), abs=0.3)


def test_a_symbol_is_drawn_at_its_height(tmp_path: Path) -> None:
    made = make(tmp_path, "# T\n\n![](symbol:labrys?height=30mm)\n")
    ink = ink_box(page_image(made.data, DPI), Rect(5, 42, 200, 297 - FOOT - 42))
    assert 24 < ink.height <= 30.2, "a symbol nearly fills its box"
    page = made.reader.pages[0]
    scales = [at.d for name, _, at in operations(page, made.reader) if name == "Do"]
    assert any(scale == pytest.approx(0.3) for scale in scales)


def test_pictures_are_upright_and_not_mirrored(tmp_path: Path) -> None:
    made = make(tmp_path, "# T\n\n![](face:exit-1?height=60mm) ![](board:2x1?height=40mm)\n")
    drawn = [at for name, _, at in operations(made.reader.pages[0], made.reader) if name == "Do"]
    assert drawn and all(at.determinant > 0 for at in drawn)  # mm with y down, as the face is drawn
    tile, *_ = framed(made)
    scale = DPI / MM_PER_INCH
    left, top, right, bottom = (round(v * scale) for v in (tile.x, tile.y, tile.right, tile.bottom))
    crop = page_image(made.data, DPI).convert("L").crop((left, top, right, bottom))
    face = next(p for p in plan_for().pieces if p.id == "exit-1").front
    truth = page_image(face_pdf(face, "t"), DPI).convert("L").resize(crop.size)
    turned = truth.rotate(180)
    assert difference(crop, truth) < 0.3 * difference(crop, turned)


def difference(one: Image.Image, other: Image.Image) -> float:
    histogram = ImageChops.difference(one, other).histogram()
    return sum(value * count for value, count in enumerate(histogram))


@both_papers
def test_each_layer_is_stored_once(paper: str, tmp_path: Path) -> None:
    labydo = labydo_on(paper)
    forms = [obj.get_data() for obj in objects(labydo) if obj.get("/Subtype") == "/Form"]
    assert len(forms) == len(set(forms)) > 10
    row = "![](face:lab-01?height=20mm) " * 3
    once = make(tmp_path, "# T\n\n![](face:lab-01?height=20mm)\n")
    often = make(tmp_path, "# T\n\n" + f"{row}\n\n" * 6)
    assert len(framed(often)) == 18 and len(often.data) < len(once.data) + 4000
    shown = [name for name, _, _ in operations(often.reader.pages[0], often.reader) if name == "Do"]
    assert len(shown) == 18 + 1, "a face that repeats is one form; the title is another"


def test_wide_rows_go_on_in_the_next_line(tmp_path: Path) -> None:
    made = make(tmp_path, "# T\n\n" + "![caption](face:lab-01?height=60mm) " * 5 + "\n")
    boxes = framed(made)
    assert [round(box.height, 2) for box in boxes] == [60.0] * 5
    assert len({round(box.y, 1) for box in boxes}) == 2
    for box in boxes:
        assert box.x >= SIDE - 0.01 and box.right <= 210 - SIDE + 0.01
        assert not any(box.overlaps(other) for other in boxes if other is not box)
