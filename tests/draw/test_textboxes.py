"""Boxes round text against the pixels that the text makes."""

from __future__ import annotations

import pytest
from PIL import ImageOps

from pnp.draw.ink import Ink
from pnp.draw.textboxes import text_boxes
from pnp.geometry.plane import Affine, Point, Size
from pnp.pdf.pages import face_pdf
from pnp.pdf.png import page_image
from pnp.piece import Face, Stamp

DPI = 508
"""Twenty pixels a millimetre."""
CASES = [
    ("Halb", "start", None, "Alegreya Sans"),
    ("gypsum", "middle", None, "Alegreya"),
    ("IX", "end", Affine.rotation(90, Point(30, 20)), "Cinzel"),
    ("q, j", "start", Affine.rotation(30, Point(30, 20)), "Alegreya Sans"),
]


@pytest.mark.parametrize(("words", "anchor", "turn", "family"), CASES)
@pytest.mark.parametrize(
    "at", [Affine(), Affine.translation(5, -3), Affine.rotation(180, Point(30, 20))]
)
def test_ink_lies_in_the_box(
    words: str, anchor: str, turn: Affine | None, family: str, at: Affine
) -> None:
    ink = Ink()
    ink.text(words, Point(30, 20), 6.0, family=family, anchor=anchor, turn=turn)
    face = Face(Size(60, 40), (Stamp(ink.layer(), at),))
    (found,) = text_boxes(face)
    assert found.words == words
    image = ImageOps.invert(page_image(face_pdf(face, "x"), DPI, grey=True))
    box = image.point(lambda v: 255 * (v > 128)).getbbox()
    assert box
    left, top, right, bottom = (v / 20 for v in box)
    slack = 0.5  # side bearings of slanted letters
    assert found.box.x - slack <= left and right <= found.box.right + slack
    assert found.box.y - slack <= top and bottom <= found.box.bottom + slack
    if turn is None:  # and the box is no larger than it must be
        assert found.box.width - (right - left) < 1.2
        assert found.box.height - (bottom - top) < 2.2


def test_faces_without_text() -> None:
    ink = Ink()
    ink.circle(Point(5, 5), 2.0)
    assert list(text_boxes(Face(Size(10, 10), (Stamp(ink.layer()),)))) == []
