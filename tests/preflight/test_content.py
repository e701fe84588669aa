"""Content streams read: tokens, matrices, regions, forms, lines and type, and rubbish."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pypdf.generic import ArrayObject, DecodedStreamObject, DictionaryObject, FloatObject
from pypdf.generic import NameObject as Name

from pnp.geometry.plane import IDENTITY, Affine, Rect
from pnp.preflight.content import Content, Forms, read_content
from pnp.preflight.tokens import operations


def read(code: bytes, resources: object = None, base: Affine = IDENTITY) -> Content:
    return read_content(code, resources, base, Forms())


def form(code: bytes, box: tuple[float, ...], **entries: object) -> DecodedStreamObject:
    made = DecodedStreamObject()
    made.set_data(code)
    made[Name("/Subtype")] = Name("/Form")
    made[Name("/BBox")] = ArrayObject(FloatObject(v) for v in box)
    for name, value in entries.items():
        made[Name(f"/{name}")] = value
    return made


def resources(**forms: object) -> DictionaryObject:
    named = DictionaryObject({Name(f"/{name}"): one for name, one in forms.items()})
    return DictionaryObject({Name("/XObject"): named})


def test_tokens() -> None:
    code = rb"""q 1 -.5 +2. cm % a remark (with) Tj
    [(a\(b) -20 (c(d)e)] TJ <48656C6C6F> Tj (\101\n\
x) Tj /Name /OC <</A [1 2] /B <0A>>> BDC BI /W 2 ID \x00 (( EI Q f* ' """
    found = list(operations(code))
    assert found[0] == ("q", [])
    assert found[1] == ("cm", [1.0, -0.5, 2.0])
    assert found[2] == ("TJ", [[b"a(b", -20.0, b"c(d)e"]])
    assert found[3] == ("Tj", [b"Hello"])
    assert found[4] == ("Tj", [b"A\nx"])
    assert found[5] == ("BDC", ["/Name", "/OC", ["/A", [1.0, 2.0], "/B", b"\n"]])
    assert [operator for operator, _ in found[6:]] == ["Q", "f*", "'"]


def test_matrices_multiply_and_are_restored() -> None:
    code = b"2 0 0 2 10 20 cm q 0 1 -1 0 5 0 cm 0 0 3 4 re W n 0 0 1 1 re f Q 0 0 1 1 re f"
    found = read(code)
    (region,) = found.regions
    assert region.at == Affine(0, 2, -2, 0, 20, 20)
    assert region.box == Rect(0, 0, 3, 4)
    assert region.visible == Rect(12, 20, 8, 6)
    assert found.loose.boxes == [Rect(10, 20, 2, 2)]


def test_clips_within_clips_show_what_both_leave() -> None:
    code = b"q 0 0 10 10 re W n q 1 0 0 1 5 5 cm 0 0 10 10 re W n 0 0 9 9 re f Q Q"
    (region,) = read(code).regions
    assert region.visible == Rect(5, 5, 5, 5)
    assert region.box == Rect(0, 0, 10, 10)


def test_one_clip_is_one_region_however_much_it_holds() -> None:
    code = b"q 0 0 9 9 re W n 0 0 1 1 re f 2 2 1 1 re f Q q 0 0 9 9 re W n 0 0 1 1 re f Q"
    assert len(read(code).regions) == 2
    assert read(b"q 0 0 9 9 re W n Q").regions == ()


def test_forms_with_a_box_are_regions_and_endless_ones_are_not() -> None:
    near = form(b"0.5 w 0 0 m 1 1 l S", (0, 0, 10, 20))
    far = form(b"0.2 w 0 0 m 1 1 l S", (-20000, -20000, 20000, 20000))
    found = read(b"q 2 0 0 2 1 1 cm /N Do Q /F Do", resources(N=near, F=far))
    (region,) = found.regions
    assert (region.at, region.box) == (Affine(2, 0, 0, 2, 1, 1), Rect(0, 0, 10, 20))
    assert region.drawn.thinnest == 1.0
    assert found.loose.thinnest == 0.2 == found.whole.thinnest
    assert found.loose.boxes == [Rect(0, 0, 1, 1)]


def test_forms_within_forms_count_and_loops_end() -> None:
    inner = form(b"0.1 w 0 0 m 1 0 l S", (0, 0, 9, 9))
    outer = form(b"0.5 0 0 0.5 0 0 cm /I Do /O Do", (0, 0, 9, 9))
    outer[Name("/Resources")] = resources(I=inner, O=outer)
    (region,) = read(b"/O Do", resources(O=outer)).regions
    assert region.drawn.thinnest == pytest.approx(0.05)


def test_type_is_measured_with_all_matrices() -> None:
    code = b"2 0 0 2 0 0 cm BT /F 3 Tf 1 0 0 1 5 7 Tm (ab) Tj 0 -4 Td (c) ' ET"
    found = read(code)
    assert found.whole.smallest == 6.0
    assert found.loose.boxes[0].x == 10.0 and found.loose.boxes[0].width == 6.0
    assert read(b"BT /F 3 Tf 3 Tr (unseen) Tj ET").whole.boxes == []


def test_images_and_clips_by_other_shapes() -> None:
    image = DictionaryObject({Name("/Subtype"): Name("/Image")})
    image[Name("/Width")], image[Name("/Height")] = FloatObject(30), FloatObject(60)
    (picture,) = read(b"q 10 0 0 20 5 5 cm /P Do Q", resources(P=image)).whole.images
    assert (picture.pixels, picture.at) == ((30, 60), Affine(10, 0, 0, 20, 5, 5))
    code = b"q 5 0 m 10 5 l 5 10 l 0 5 l h W* n 0 0 9 9 re f Q"
    assert read(code).regions[0].box == Rect(0, 0, 10, 10)


@given(st.binary(max_size=300))
def test_rubbish_is_passed_over(code: bytes) -> None:
    read(code)


words = st.sampled_from(
    b"q Q cm re W n f S w Do Tf Tj TJ BT ET BDC EMC gs m l c h [ ] << >> ( ) < > /F 1 -2".split()
)


@given(st.lists(words, max_size=60))
def test_operators_without_sense_are_passed_over(code: list[bytes]) -> None:
    read(b" ".join(code), DictionaryObject())
