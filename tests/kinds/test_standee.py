"""Silhouettes of standees keep off what is cut, whatever their proportions."""

from __future__ import annotations

import string

import pytest
from dice_help import plan_of
from PIL import Image, ImageOps

from pnp.draw.netface import PAD
from pnp.draw.symbols import SYMBOLS
from pnp.draw.textboxes import text_boxes
from pnp.geometry.plane import Rect, Size
from pnp.kinds.standee import SAFE, STEP
from pnp.pdf.pages import face_pdf
from pnp.pdf.png import page_image
from pnp.units import mm_to_px

DPI = 300
EDGE = 0.25
"""Looked at from here inwards, mm: the lines of cuts and folds lie outside."""
SIZES = ((15.0, 30.0), (10.0, 20.0), (26.0, 38.0), (24.0, 24.0), (40.0, 16.0))


def gaps(panel: Image.Image) -> tuple[float, float, float, float]:
    """White around what is drawn: left, top, right, bottom, mm."""
    box = panel.point(lambda value: 255 if value < 160 else 0).getbbox()
    assert box is not None
    left, top, right, bottom = box
    pixels = (left, top, panel.width - right, panel.height - bottom)
    return tuple(p / mm_to_px(100, DPI) * 100 + EDGE for p in pixels)


def part(page: Image.Image, box: Rect) -> Image.Image:
    return page.crop(tuple(mm_to_px(edge, DPI) for edge in (box.x, box.y, box.right, box.bottom)))


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]:g}x{size[1]:g}")
def test_every_symbol_fits_both_pictures(size, tmp_path) -> None:
    width, height = size
    letters = string.ascii_uppercase * 2
    rows = "".join(
        f"  {n}: {{symbol: {n}, letter: {c}}}\n" for n, c in zip(SYMBOLS, letters, strict=False)
    )
    text = f"kind: standee\nsize: {width:g} x {height:g}mm\nfoot: 8mm\nfigures:\n{rows}"
    plan, problems = plan_of(tmp_path, figures=text)
    assert problems == []
    assert {piece.id for piece in plan.pieces} == set(SYMBOLS)
    safe, floor = min(SAFE, 0.1 * width, 0.1 * height), 0.8 * height
    seen = Size(width - 2 * EDGE, floor - 2 * EDGE)
    for piece in plan.pieces:
        page = page_image(face_pdf(piece.front, piece.id), DPI, grey=True)
        front = gaps(part(page, Rect(PAD + EDGE, PAD + height + EDGE, *seen)))
        # The back stands on its head above the fold, mirrored: together that is upside down.
        foot = piece.front.size.height - PAD - height
        back = gaps(part(ImageOps.flip(page), Rect(PAD + EDGE, foot + EDGE, *seen)))
        assert back == pytest.approx(front, abs=0.1), piece.id
        left, head, right, step = front
        assert left == pytest.approx(right, abs=0.25), piece.id
        assert step == pytest.approx(STEP, abs=0.2), piece.id
        assert min(left, right, head) == pytest.approx(safe, abs=0.2), piece.id


@pytest.mark.parametrize(("size", "letter", "fits"), [
    ("15 x 30mm", "W", True),
    ("15 x 30mm", "BB", True),
    ("15 x 30mm", "Minotaur", False),
    ("5 x 5mm", "A", False),
])  # fmt: skip
def test_letters_stay_in_their_circles(size: str, letter: str, fits: bool, tmp_path) -> None:
    figures = f"figures: {{a: {{symbol: owl, letter: {letter}}}}}\n"
    text = f"kind: standee\nsize: {size}\nfoot: 5mm\n{figures}"
    plan, problems = plan_of(tmp_path, figures=text)
    assert [(p.code, p.loc.line) for p in problems] == ([] if fits else [("TEXT001", 4)])
    if fits:
        height = float(size.split()[2].removesuffix("mm"))
        (box, *_) = (b.box for b in text_boxes(plan.pieces[0].front) if b.words == letter)
        assert box.width <= 0.8 * 0.84 * 0.2 * height + 1.0
