"""Paths taken word by word are just what fontTools makes of them."""

from __future__ import annotations

import pytest
from fontTools.svgLib.path import parse_path
from hypothesis import given
from hypothesis import strategies as st

from pnp.draw.profile import num
from pnp.pdf import svgpath
from pnp.pdf.svgpath import path_operators

NUMBERS = st.one_of(
    st.integers(-1200, 1200).map(str),
    st.floats(-1500, 1500).map(num),
    st.sampled_from(["0", "-0", "-0.5", "0.0", "1.50", "007", ".5", "1e3", "+4", "0.1234567"]),
)
STEPS = st.tuples(
    st.sampled_from("MLHVCZzmlAQ"), st.lists(NUMBERS, max_size=7), st.sampled_from([" ", ","])
).map(lambda step: step[0] + step[2].join(step[1]))


def through_fonttools(d: str) -> str | None:
    pen = svgpath._PathPen()
    try:
        parse_path(d, pen)
    except Exception:
        return None
    return "\n".join(pen.out)


@given(st.lists(STEPS, max_size=8), st.sampled_from(["", " "]))
def test_any_path_is_as_fonttools_reads_it(steps: list[str], between: str) -> None:
    d = between.join(steps)
    wanted = through_fonttools(d)
    if wanted is None:
        with pytest.raises(Exception):  # noqa: B017 - whatever fontTools raises
            path_operators(d)
    else:
        assert path_operators(d) == wanted


PLAIN = {
    "M0,0H10V20.5L-3,4Z": "0 0 m\n10 0 l\n10 20.5 l\n-3 4 l\n0 0 l\nh",
    "M1 2 3 4ZM5,6L7,8": "1 2 m\n3 4 l\n1 2 l\nh\n5 6 m\n7 8 l",
    "M0,0C1,2 3,4 5,6 7,8 9,10 0,0Z": "0 0 m\n1 2 3 4 5 6 c\n7 8 9 10 0 0 c\nh",
    "M0,0": "0 0 m",
    "M0,0 H1 2": "0 0 m\n1 0 l\n2 0 l",
}


@pytest.mark.parametrize("d", PLAIN)
def test_plain_paths_need_no_library(d: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(svgpath, "parse_path")
    assert path_operators(d) == PLAIN[d] == through_fonttools(d)


@pytest.mark.parametrize("d", ["L1,1", "M1", "M0,0L1", "M0,0C1,2 3,4", "5", "M-0,0", "M0,0ZL1,1"])
def test_others_are_left_to_it(d: str) -> None:
    assert svgpath._plain_operators(d) is None
