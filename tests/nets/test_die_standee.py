"""Dice close with the right neighbours; standees stand."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nets_help import assert_good, changed, folded_errors, lengthened

from pnp.geometry.plane import bounds
from pnp.nets.closing import fold_errors
from pnp.nets.core import fold
from pnp.nets.die import OPPOSITE, die
from pnp.nets.stand import inner_size, stance
from pnp.nets.standee import standee

FACES = "123456"


@settings(deadline=None, max_examples=30)
@given(st.floats(8, 60))
def test_a_die_is_a_closed_cube(edge):
    net = die(edge)
    assert_good(net)
    placed = fold(net)
    centre = (edge / 2,) * 3
    for name in FACES:
        face = placed[name]
        middle = face.art(edge / 2, edge / 2)
        outward = [(m - c) / (edge / 2) for m, c in zip(middle, centre, strict=True)]
        assert face.normal == pytest.approx(outward, abs=1e-9)
        away = placed[OPPOSITE[name]].normal
        assert face.normal == pytest.approx(away.times(-1), abs=1e-9)
    assert len({tuple(round(v) for v in placed[n].normal) for n in FACES}) == 6
    assert all(int(a) + int(b) == 7 for a, b in OPPOSITE.items())
    assert inner_size(net) == pytest.approx((edge,) * 3)


def test_one_two_three_run_anticlockwise():
    a, b, c = (fold(die(20))[name].normal for name in "123")
    assert a.cross(b).dot(c) == pytest.approx(1)


def test_no_two_flaps_lie_on_each_other_and_none_on_a_face():
    placed = fold(die(20))
    flaps = [p for p in placed.values() if p.panel.role == "glue"]
    assert len(flaps) == 7  # 12 edges less 5 folds
    for net in (die(16), die(20)):
        assert inner_size(net, paper=0.2).z == pytest.approx(net["1"].size.height - 0.6)
    for flap in flaps:
        target = placed[flap.panel.name[-1]]
        assert flap.normal == pytest.approx(target.normal)  # print of the flap against the blank


def test_die_sheet():
    assert die(20).size == pytest.approx((86, 60))
    assert die(16).size.width < 70


@pytest.mark.parametrize("name", FACES)
@pytest.mark.parametrize("way", [(1, 0), (-1, 0), (0, 1), (0, -1)])
def test_a_long_face_is_noticed(name, way):
    assert folded_errors(lengthened(die(20), name, *way))


def test_a_flap_too_long_is_noticed():
    assert any("6 to 5" in e for e in folded_errors(lengthened(die(20), "6 to 5", 15, 0)))


@settings(deadline=None, max_examples=40)
@given(st.floats(8, 60), st.floats(20, 120), st.floats(0.2, 0.8))
def test_a_standee_closes_and_stands(width, height, share):
    foot = share * height
    net = standee(width, height, foot)
    assert_good(net)
    stand = stance(net)
    box = bounds(stand.footprint)
    assert (box.width, box.height) == pytest.approx((width, foot))
    assert stand.shadow == pytest.approx((width, foot))
    assert stand.gravity.z < height / 2
    placed = fold(net)
    assert {round(c.z, 6) + 0.0 for c in placed["base"].corners} == {0.0}
    tall = math.sqrt(height**2 - foot**2 / 4)
    for name, y in (("front", -1), ("back", 1)):
        face = placed[name]
        assert face.up.z == pytest.approx(tall / height)
        assert face.normal.y * y > 0 and face.normal.z > 0
        assert face.right.x == pytest.approx(-y)
        assert face.art(0, 0).z == pytest.approx(tall)
        assert face.art(0, height).z == pytest.approx(0, abs=1e-9)


def test_the_default_standee_fits_a_cell_and_cannot_be_breathed_over():
    net = standee()
    stand = stance(net)
    box = bounds(stand.footprint)
    assert box.height >= 12 and box.width <= 15 and stand.shadow.height <= 15
    assert stand.margin > 6 and stand.tip > 25
    assert all(p.up.z > 0.9 for n, p in fold(net).items() if n in ("front", "back"))
    assert net.size == pytest.approx((15, 82))


@pytest.mark.parametrize("name", ["front", "back", "base"])
def test_a_wrong_length_is_noticed(name):
    assert folded_errors(lengthened(standee(), name, 0, 1))
    assert folded_errors(lengthened(standee(), name, 0, -1))


def test_a_wrong_angle_or_width_is_noticed():
    net = standee()
    for name in ("back", "base", "flap"):
        assert fold_errors(changed(net, name, angle=net[name].angle + 1))
    assert any("meet" in e for e in folded_errors(lengthened(net, "back", 1, 0)))
    assert any("meet" in e for e in folded_errors(lengthened(net, "base", 1, 0)))


@pytest.mark.parametrize("size", [(15, 30, 61), (0, 30, 14), (15, 30, 0)])
def test_impossible_standees_are_refused(size):
    with pytest.raises(ValueError):
        standee(*size)


def test_a_die_needs_an_edge():
    with pytest.raises(ValueError):
        die(0)
