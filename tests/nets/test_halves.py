"""Trays and lids of two halves fold up together, and nothing else does."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.nets.closing import fold_errors
from pnp.nets.core import fold
from pnp.nets.halves import halve
from pnp.nets.stand import inner_size, outer_size
from pnp.nets.tray import lid, tray

lengths = st.integers(60, 300).map(float)
heights = st.integers(15, 90).map(float)


@settings(max_examples=25, deadline=None)
@given(lengths, lengths, heights, st.booleans())
def test_halves_close_and_hold_as_much(
    width: float, depth: float, height: float, over: bool
) -> None:
    net = lid(width, depth, height) if over else tray(width, depth, height)
    first, second = halve(net)
    assert fold_errors((first, second)) == []
    assert inner_size((first, second)) == pytest.approx(inner_size(net))
    assert outer_size((first, second)) == pytest.approx(outer_size(net))
    long = 0 if net.size.width > net.size.height else 1
    if width != depth:
        assert max(first.size[long], second.size[long]) < net.size[long] / 2 + 14
    assert all(panel.angle == 0 for panel in first.panels if panel.name.endswith("seam"))


def test_a_half_alone_does_not_close() -> None:
    first, second = halve(tray(100, 140, 40))
    assert fold_errors(first) and fold_errors(second)


def test_halves_of_different_trays_do_not_close() -> None:
    one, other = halve(tray(100, 140, 40)), halve(tray(100, 141, 40))
    assert fold_errors((one[0], other[1]))
    assert fold_errors((halve(tray(100, 140, 40))[0], halve(tray(100, 140, 41))[1]))


def test_the_second_half_stands_beside_the_first() -> None:
    first, second = halve(tray(100, 140, 40))
    depths = [
        {round(c.y, 6) for c in fold(half)[name].corners}
        for half, name in ((first, "base"), (second, "base 2"))
    ]
    assert sorted(depths[0] | depths[1]) == [0, 70, 140] and depths[0] & depths[1] == {70}


def test_too_small_for_a_seam() -> None:
    with pytest.raises(ValueError, match="too small"):
        halve(tray(20, 22, 15))
