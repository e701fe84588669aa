"""Lengths as people write them."""

from __future__ import annotations

import contextlib
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.units import format_mm, mm_to_pt, mm_to_px, parse_length, pt_to_mm, svg_length


@pytest.mark.parametrize(
    ("text", "mm"),
    [
        ("57.9mm", 57.9),
        ("1.2cm", 12),
        ("1in", 25.4),
        ("72pt", 25.4),
        ("684px@300dpi", 57.912),
        ("228px@300dpi", 19.304),
        ("1368 px @ 300 dpi", 115.824),
        (" 5 MM ", 5),
        (".5in", 12.7),
        ("-3mm", -3),
        ("0", 0),
        ("0.0", 0),
        ("300px@72.0dpi", 300 / 72 * 25.4),
    ],
)
def test_lengths_become_millimetres(text: str, mm: float) -> None:
    assert parse_length(text) == pytest.approx(mm, abs=1e-12)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "5",
        "mm",
        "5 m",
        "5mm5",
        "5,5mm",
        "1e3mm",
        "1e400px",
        "nan",
        "nanmm",
        "inf",
        "٣mm",
        "5px",
        "5px@dpi",
        "5px@0dpi",
        "--5mm",
        "5 5mm",
        "1_0mm",
        "9999999mm",
        "5\nmm!",
        "+5mm",
    ],
)
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"\S"):
        parse_length(text)


def test_the_refusal_says_what_to_write() -> None:
    with pytest.raises(ValueError, match="has no unit; write '5mm'"):
        parse_length("5")
    with pytest.raises(ValueError, match="no resolution"):
        parse_length("5px@0dpi")


@given(st.text(max_size=20))
def test_parsing_never_fails_otherwise(text: str) -> None:
    with contextlib.suppress(ValueError):
        assert math.isfinite(parse_length(text))


@given(st.decimals(0, 3_900, places=3))
def test_units_agree(number: object) -> None:
    mm = parse_length(f"{number}mm")
    assert parse_length(f"{number}cm") == pytest.approx(10 * mm)
    assert parse_length(f"{number}in") == pytest.approx(72 * parse_length(f"{number}pt"))
    assert parse_length(f"{number}px@254dpi") == pytest.approx(mm / 10)
    assert pt_to_mm(mm_to_pt(mm)) == pytest.approx(mm)


def test_points_and_pixels() -> None:
    assert mm_to_pt(25.4) == pytest.approx(72)
    assert (mm_to_px(57.912, 300), mm_to_px(115.824, 300)) == (684, 1368)


@pytest.mark.parametrize(
    ("mm", "text"),
    [(5.0, "5"), (5.5, "5.5"), (3.175, "3.175"), (100, "100"), (0, "0"), (10.0004, "10")],
)
def test_lengths_in_messages(mm: float, text: str) -> None:
    assert format_mm(mm) == text


@pytest.mark.parametrize(
    ("text", "user"),
    [
        ("12", 12),
        ("1in", 96),
        ("25.4mm", 96),
        ("2.54cm", 96),
        ("72pt", 96),
        ("6pc", 96),
        ("9px", 9),
    ],
)
def test_lengths_of_svg_are_user_units(text: str, user: float) -> None:
    assert svg_length(text) == pytest.approx(user)


@pytest.mark.parametrize("text", ["", "50%", "2em", "1 2", "mm", "1,5"])
def test_lengths_that_depend_on_something_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no absolute length"):
        svg_length(text)
