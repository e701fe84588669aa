"""What a sheet puts where: matrices, regions, forms and rubbish; and what the forms draw."""

from __future__ import annotations

import io
from typing import Any

import pypdf
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pypdf.generic import ArrayObject, DictionaryObject, TextStringObject
from pypdf.generic import NameObject as Name
from reportlab.pdfgen.canvas import Canvas

from pnp.errors import PnpError
from pnp.geometry.plane import IDENTITY, Affine, Rect
from pnp.preflight.content import Form, Use, read_uses
from pnp.preflight.drawn import Content
from pnp.preflight.reading import ReadFile

FORMS = {"N": Form(1, Rect(0, 0, 10, 20)), "F": Form(2, Rect(-20000, -20000, 40000, 40000))}
MM = 72 / 25.4


def read(code: bytes, *, sheet: bool = True) -> list[Use]:
    return read_uses(code, FORMS, IDENTITY, sheet=sheet)


def test_matrices_multiply_and_are_restored() -> None:
    one, other = read(b"2 0 0 2 10 20 cm q 0 1 -1 0 5 0 cm 0 0 3 4 re W n /F Do Q /F Do")
    assert one.region is not None and one.inner == IDENTITY
    assert one.at == one.region.at == Affine(0, 2, -2, 0, 20, 20)
    assert one.region.box == Rect(0, 0, 3, 4)
    assert one.region.visible == Rect(12, 20, 8, 6)
    assert (other.region, other.at) == (None, Affine(2, 0, 0, 2, 10, 20))


def test_clips_within_clips_show_what_both_leave() -> None:
    (use,) = read(b"q 0 0 10 10 re W n q 1 0 0 1 5 5 cm 0 0 10 10 re W n /F Do Q Q")
    assert use.region is not None
    assert (use.region.visible, use.region.box) == (Rect(5, 5, 5, 5), Rect(0, 0, 10, 10))


def test_one_clip_is_one_region_however_much_it_holds() -> None:
    uses = read(b"q 0 0 9 9 re W n /F Do q 1 0 0 1 3 4 cm /F Do Q Q q 0 0 9 9 re W n /F Do Q")
    assert len({id(use.region) for use in uses}) == 2
    assert [use.inner for use in uses] == [IDENTITY, Affine.translation(3, 4), IDENTITY]


def test_forms_with_a_box_are_regions_and_endless_ones_are_not() -> None:
    near, far = read(b"q 2 0 0 2 1 1 cm /N Do Q /F Do")
    assert near.region is not None and far.region is None
    assert (near.region.at, near.region.box) == (Affine(2, 0, 0, 2, 1, 1), Rect(0, 0, 10, 20))


PLACED = b"""q 2 0 0 2 10 20 cm 0 0 45 45 re W n
q 1 0 0 1 5 5 cm /F Do Q
q 0 1 -1 0 5 6.5 cm /F Do Q
Q
"""


def test_a_place_reads_the_same_in_one_step_and_in_many() -> None:
    one, other = read(PLACED), read(PLACED.replace(b"cm /F Do Q", b"cm q /F Do Q Q"))
    assert [use.inner for use in one] == [Affine.translation(5, 5), Affine(0, 1, -1, 0, 5, 6.5)]
    assert [(use.at, use.inner) for use in one] == [(use.at, use.inner) for use in other]


@pytest.mark.parametrize(
    "more",
    [b"0.5 g", b"2 w", b"0 0 9 9 re f", b"/X gs", b"0 0 m 3 3 l S", b"/S sh", b"1 2 3 4 re n"],
)
def test_what_else_a_sheet_does_is_refused(more: bytes) -> None:
    """It could change what the forms look like, or hide them."""
    with pytest.raises(ValueError, match="something else"):
        read(more + b"\n" + PLACED)
    assert len(read(more + b"\n" + PLACED, sheet=False)) == 2


def test_words_of_a_leaflet_are_no_operators() -> None:
    code = rb"BT /F1 9 Tf (Do \( q 1 0 0 1 5 5 cm (Q)) Tj ET q 0 0 9 9 re W n /F Do Q /F Do"
    one, other = read(code, sheet=False)
    assert one.region is not None and (other.region, other.at) == (None, IDENTITY)


@given(st.binary(max_size=300))
def test_rubbish_is_passed_over_or_refused(code: bytes) -> None:
    try:
        read(code, sheet=False)
    except ValueError:
        with pytest.raises(ValueError, match="something else"):
            read(code)


# -- what is drawn ---------------------------------------------------------------------------------


def drawn(canvas: Canvas, out: io.BytesIO) -> Content:
    canvas.save()
    return ReadFile("it", out.getvalue()).pages[0].content


def blank() -> tuple[Canvas, io.BytesIO]:
    out = io.BytesIO()
    return Canvas(out, pagesize=(100 * MM, 200 * MM)), out


def test_lines_and_type_are_measured_with_all_matrices() -> None:
    canvas, out = blank()
    canvas.beginForm("inner", 0, 0, 9, 9)
    canvas.setLineWidth(0.1 * MM)
    canvas.line(0, 0, 5, 5)
    canvas.endForm()
    canvas.scale(0.5, 0.5)
    canvas.doForm("inner")
    canvas.setFont("Helvetica", 12)
    canvas.drawString(50, 50, "half as large")
    found = drawn(canvas, out).whole
    assert found.thinnest == pytest.approx(0.05, abs=1e-4)
    assert found.smallest == pytest.approx(6 / MM, abs=1e-4)
    assert found.fonts == {("Helvetica", False)}


def test_invisible_words_and_spaces_do_not_count() -> None:
    canvas, out = blank()
    canvas.setFont("Helvetica", 3)
    canvas.drawString(50, 50, "unseen", mode=3)
    canvas.drawString(50, 90, "   ")
    assert drawn(canvas, out).whole.fonts == set()


@pytest.mark.parametrize("printed", [True, False])
def test_layers_that_are_not_printed_do_not_count(printed: bool) -> None:
    canvas, out = blank()
    canvas.setLineWidth(0.5)
    canvas.line(0, 0, 50, 50)
    canvas._code.append("/OC /Layer BDC 0.01 w 0 0 m 9 9 l S EMC")
    canvas.save()
    writer, changed = pypdf.PdfWriter(io.BytesIO(out.getvalue())), io.BytesIO()
    group = DictionaryObject({Name("/Type"): Name("/OCG"), Name("/Name"): TextStringObject("Ä")})
    layer = writer._add_object(group)
    shown = DictionaryObject({Name("/OFF"): ArrayObject([] if printed else [layer])})
    layers = {Name("/OCGs"): ArrayObject([layer]), Name("/D"): shown}
    writer.root_object[Name("/OCProperties")] = DictionaryObject(layers)
    named: Any = writer.pages[0]["/Resources"]
    named[Name("/Properties")] = DictionaryObject({Name("/Layer"): layer})
    writer.write(changed)
    (page,) = ReadFile("it", changed.getvalue()).pages
    assert (page.content.whole.thinnest < 0.01) == printed


def test_an_encrypted_file_without_a_password_is_read_as_well() -> None:
    canvas, out = blank()
    canvas.setFont("Helvetica", 4)
    canvas.drawString(50, 50, "small")
    canvas.save()
    writer, locked = pypdf.PdfWriter(io.BytesIO(out.getvalue())), io.BytesIO()
    writer.encrypt("", "owner")
    writer.write(locked)
    (page,) = ReadFile("it", locked.getvalue()).pages
    assert page.size == pytest.approx((100, 200), abs=0.01)
    assert page.content.whole.fonts == {("Helvetica", False)}


def packed() -> bytes:
    """A file whose catalogue and pages lie in an object stream (ISO 32000-1, 7.5.7 and 7.5.8)."""
    held = [
        b"<</Type/Catalog/Pages 2 0 R/OutputIntents[<</DestOutputProfile 5 0 R"
        b"/OutputConditionIdentifier(Press)>>]>>",
        b"<</Type/Pages/Count 1/Kids[3 0 R]>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/UserUnit 2/Contents 5 0 R>>",
    ]
    starts = [sum(map(len, held[:n])) for n in range(len(held))]
    table = b" ".join(b"%d %d" % (n, at) for n, at in enumerate(starts, 1)) + b" "
    inner = table + b"".join(held)
    about = b"/Type/ObjStm/N 3/First %d" % len(table)
    data, places = b"%PDF-1.5\n", []
    for number, entries, content in ((4, about, inner), (5, b"", b"0.1 w 0 0 m 9 9 l S")):
        places.append(len(data))
        data += b"%d 0 obj\n<<%b/Length %d>>stream\n" % (number, entries, len(content))
        data += content + b"\nendstream\nendobj\n"
    rows = [(0, 0, 0), *((2, 4, n) for n in range(3)), *((1, at, 0) for at in (*places, len(data)))]
    cross = b"".join(bytes([kind, *at.to_bytes(2), more]) for kind, at, more in rows)
    entries = b"/Type/XRef/W[1 2 1]/Size 7/Root 1 0 R/Length %d" % len(cross)
    found = data + b"6 0 obj\n<<%b>>stream\n%b\nendstream\nendobj\n" % (entries, cross)
    return found + b"startxref\n%d\n%%%%EOF\n" % len(data)


def test_a_file_of_object_streams_is_read_as_well() -> None:
    file = ReadFile("it", packed())
    (page,) = file.pages
    assert (file.version, file.intents) == ("1.5", ("Press",))
    assert page.size == pytest.approx((400 / MM, 200 / MM))
    assert page.content.whole.thinnest == pytest.approx(0.2 / MM)


def test_a_file_whose_table_is_shifted_is_read_as_well() -> None:
    canvas, out = blank()
    canvas.line(0, 0, 50, 50)
    canvas.save()
    (page,) = ReadFile("it", b"\n\n" + out.getvalue()).pages
    assert page.content.whole.thinnest == pytest.approx(1 / MM)


def test_a_page_that_leads_to_itself_is_refused() -> None:
    canvas, out = blank()
    canvas.save()
    data = out.getvalue().replace(b"/Type /Page\n", b"/Type /Page \n")
    kids = data.index(b"/Kids [ ") + len(b"/Kids [ ")
    own = data.rindex(b" 0 obj", 0, data.index(b"/Kids"))
    number = data[data.rindex(b"\n", 0, own) + 1 : own]
    looped = data[:kids] + number + data[kids + len(number) :]
    with pytest.raises(PnpError, match="PDF001"):
        ReadFile("it", looped)
