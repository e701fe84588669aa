"""Numbered path tiles: a number on each, set from ten shared digits, read back from the sheets."""

from __future__ import annotations

import io
import re

import pypdf
import pypdfium2
import pytest

from pnp.checks import run as run_checks
from pnp.draw.ink import face_svg
from pnp.game.loader import made
from pnp.game.plan import Plan, SheetDocument
from pnp.geometry.plane import Rect
from pnp.outputs.documents import export_document
from pnp.units import mm_to_pt


def game(numbered: str = "yes", **more: object) -> Plan:
    tiles = {
        "kind": "path_tile",
        "tile": "45mm",
        "shapes": {"I": "NS", "T": "NES"},
        "counts": {"I": ["3", "2"], "T": ["120"]},
        "tiles": {"end": {"ground": "ring", "copies": "2"}},
        "numbered": numbered,
        "back": "none",
        **more,
    }
    found, problems = made("t", {"title": "T", "documents": {"t": {"print": ["t"]}}}, {"t": tiles})
    assert problems == []
    return Plan(found)


def test_every_copy_is_a_piece_with_the_next_number() -> None:
    pieces = game().pieces
    ids = [piece.id for piece in pieces]
    assert ids[:6] == ["I-0-1", "I-0-2", "I-0-3", "I-1-4", "I-1-5", "T-0-6"]
    assert ids[-2:] == ["end-126", "end-127"]
    assert [int(id.rpartition("-")[2]) for id in ids] == list(range(1, 128))
    assert {piece.copies for piece in pieces} == {1}
    assert pieces[4].title == "I, 1 star, no. 5"
    assert len({piece.front.key for piece in pieces}) == 127


def test_without_numbers_copies_are_one_piece() -> None:
    plain = game("no").pieces
    assert [(p.id, p.copies) for p in plain] == [("I-0", 3), ("I-1", 2), ("T-0", 120), ("end", 2)]
    numbered = next(p for p in game().pieces if p.id == "I-0-1")
    assert numbered.front.stack[:2] == plain[0].front.stack


def test_a_tile_more_needs_no_layer_more() -> None:
    pieces = game().pieces
    layers = {stamp.layer.key for piece in pieces for stamp in piece.front.stack}
    drawn = {stamp.layer.key for piece in game("no").pieces for stamp in piece.front.stack}
    assert len(layers - drawn) == 10 + 3  # ten digits, plates for one, two and three of them


def test_a_digit_at_a_place_is_one_stamp() -> None:
    """Its key and its words are then made once, and ten thousand tiles keep few stamps."""
    seen: dict[str, set[int]] = {}
    for piece in game().pieces:
        for stamp in piece.front.stack[-len(piece.id.rpartition("-")[2]) - 1 :]:
            seen.setdefault(stamp.key, set()).add(id(stamp))
    assert len(seen) == 3 + 10 + 10 + 1  # plates, ones, tens, a hundred
    assert {len(stamps) for stamps in seen.values()} == {1}


def test_counts_still_see_shapes() -> None:
    plan = game()
    tallies = [dict(piece.tallies) for piece in plan.pieces]
    assert sum(t.get("T-0", 0) for t in tallies) == 120
    assert [p for p in run_checks(plan, []).problems if p.severity == "error"] == []


@pytest.mark.parametrize("bleed", ["0mm", "3mm"])
def test_numbers_are_read_back_in_the_corners_of_their_tiles(bleed: str) -> None:
    plan = game(bleed=bleed)
    (document,) = plan.documents
    assert isinstance(document, SheetDocument)
    data = export_document(plan, document).data
    pdf = pypdfium2.PdfDocument(data)
    for number, sheet in enumerate(document.sheets):
        page = pdf[number].get_textpage()
        height = sheet.paper.size.height
        for placement in sheet.placements:
            trim = placement.trim
            corner = Rect(trim.right - 12, trim.bottom - 8, 9.5, 5.5)
            left, right = mm_to_pt(corner.x), mm_to_pt(corner.right)
            low, high = mm_to_pt(height - corner.bottom), mm_to_pt(height - corner.y)
            words = page.get_text_bounded(left, low, right, high)
            assert re.sub(r"\s", "", words) == placement.piece.id.rpartition("-")[2]
    pdf.close()
    forms = {
        name
        for page in pypdf.PdfReader(io.BytesIO(data)).pages
        for name in page["/Resources"]["/XObject"]
    }
    assert len(forms) < 127


def test_digits_stand_in_a_row_on_their_plate() -> None:
    face = next(p for p in game().pieces if p.id == "T-0-100").front
    texts = re.findall(r"<text[^>]*>(\d)</text>", face_svg(face))
    assert sorted(texts) == ["0", "1"]  # the second zero is used again
    *_, plate, ones, tens, hundreds = face.stack
    assert ones.at.e - tens.at.e == pytest.approx(tens.at.e - hundreds.at.e)
    assert {stamp.at.f for stamp in (plate, ones, tens, hundreds)} == {plate.at.f}
    assert plate.at.e < 45
