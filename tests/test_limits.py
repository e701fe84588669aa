"""A length is bounded by what it measures; a message says the bounds."""

from __future__ import annotations

import pytest

from pnp.limits import BLEED, SHIFT, Limit
from pnp.units import LONGEST, parse_length, written_mm


@pytest.mark.parametrize("text", ["0", "3mm", "10mm", "1cm", "-0mm"])
def test_within(text: str) -> None:
    assert BLEED.parse(text) == parse_length(text)


@pytest.mark.parametrize("text", ["-0.1mm", "10.1mm", "2cm", "500in", "99999mm"])
def test_beyond(text: str) -> None:
    with pytest.raises(ValueError, match=f"'{text}': a bleed measures 0 to 10 mm$"):
        BLEED.parse(text)


def test_nothing_that_is_no_number_is_within() -> None:
    one = Limit("a thing", 0.0, 1.0)
    assert not any(map(one.allows, (float("nan"), float("inf"), -float("inf"))))
    with pytest.raises(ValueError, match=r"-10 to 10 mm; is the flip right\?"):
        SHIFT.parse("11mm")


@pytest.mark.parametrize(
    "text",
    [
        "1000000px@0.000001dpi",
        "5000in",
        "99999999cm",
        "9" * 10_000 + "mm",
        "-999999mm",
        "1px@0.0dpi",
    ],
)
def test_no_unit_makes_a_length_endless(text: str) -> None:
    with pytest.raises(ValueError, match=r"far too long|no resolution"):
        parse_length(text)
    assert parse_length(f"{LONGEST}mm") == LONGEST


@pytest.mark.parametrize("mm", [0.0, 1e-7, 2.54000000254e-08, 63.0, 63.5, 3.175, 100 / 3])
def test_lengths_are_written_as_they_are_read(mm: float) -> None:
    assert parse_length(written_mm(mm)) == mm
