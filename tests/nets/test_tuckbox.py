"""The tuck box folds shut, holds its deck, and says so when it does not."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from nets_help import assert_good, changed, folded_errors, lengthened

from pnp.geometry.plane import polygon_area
from pnp.nets.closing import fold_errors
from pnp.nets.core import Glue, fold, fold_lines, outline
from pnp.nets.stand import inner_size
from pnp.nets.tuckbox import tuck_box

BOX = tuck_box(59.0, 116.9, 15.4)  # 48 tiles of 57.912 x 115.824 mm


@settings(deadline=None, max_examples=40)
@given(
    st.floats(15, 130),
    st.floats(20, 200),
    st.floats(2, 70),
    st.floats(5, 20),
    st.floats(5, 25),
    st.booleans(),
    st.sampled_from(["glued", "tuck"]),
)
def test_it_closes_at_any_size(width, height, depth, glue, tuck, notch, bottom):
    net = tuck_box(width, height, depth, glue=glue, tuck=tuck, notch=notch, bottom=bottom)
    assert_good(net)
    assert inner_size(net) == pytest.approx((width, depth, height))
    corners = {tuple(round(v, 6) + 0.0 for v in c) for p in fold(net).values() for c in p.corners}
    for x in (0, width):
        for y in (0, depth):
            for z in (0, height):
                assert min(math.dist(c, (x, y, z)) for c in corners) < 1e-5


def test_the_tile_box_fits_its_sheet_and_its_deck():
    assert BOX.size.width == pytest.approx(161.8)
    assert BOX.size.height == pytest.approx(177.7)
    x, y, z = inner_size(BOX, paper=0.3)
    assert x >= 57.912 and z >= 115.824 and y >= 48 * 0.30
    tight = inner_size(tuck_box(57.912, 115.824, 14.4), paper=0.3)
    assert tight.y < 14.4  # without clearance the deck would not go in


def test_a_pinched_box_has_less_room():
    low = lengthened(BOX, "back", 0, -1, grow=-2)
    assert inner_size(low).z == pytest.approx(116.9 - 2)
    assert inner_size(BOX, 0.5).z == pytest.approx(116.9 - 2 * (0.25 + 0.5))
    loose = replace(BOX, panels=tuple(p for p in BOX.panels if p.parent != "lid"))
    assert inner_size(loose, 0.5).y == pytest.approx(inner_size(BOX, 0.5).y)  # the foot's tongue
    assert inner_size(tuck_box(59, 116.9, 15.4, bottom="tuck"), 0.5).z == inner_size(BOX, 0.5).z


@pytest.mark.parametrize("name", ["left", "front", "right", "back", "lid", "bottom"])
@pytest.mark.parametrize("way", [(1, 0), (-1, 0), (0, 1), (0, -1)])
def test_one_millimetre_more_is_noticed(name, way):
    assert folded_errors(lengthened(BOX, name, *way))
    assert folded_errors(lengthened(BOX, name, *way, grow=-1.0))


@pytest.mark.parametrize(
    "name", ["left", "right", "back", "seam", "lid", "lid tongue", "dust left"]
)
@pytest.mark.parametrize("change", [1.0, -1.0, -180.0, 90.0])
def test_a_wrong_fold_is_noticed(name, change):
    assert fold_errors(changed(BOX, name, angle=90.0 + change))


def test_print_inside_is_noticed():
    net = replace(BOX, panels=tuple(replace(p, angle=-p.angle) for p in BOX.panels))
    assert any("print inside" in error or "no face" in error for error in fold_errors(net))


def test_a_missing_lid_and_a_wrong_target_are_noticed():
    gone = replace(BOX, panels=tuple(p for p in BOX.panels if not p.name.startswith("lid")))
    assert any("the top is covered by 0.0" in error for error in fold_errors(gone))
    wrong = replace(BOX, glues=(Glue("seam", "front"), *BOX.glues[1:]))
    assert any("'seam' does not lie in the plane" in error for error in fold_errors(wrong))


def test_a_corner_cut_off_is_noticed():
    back = BOX["back"]
    a, b, c, d = back.polygon
    cut = (a, b._replace(x=b.x - 3), b._replace(y=b.y + 3), c, d)
    assert any("lacks a corner" in e for e in fold_errors(changed(BOX, "back", polygon=cut)))


def test_text_stands_upright_all_round():
    placed = fold(BOX)
    for name in ("front", "left", "right", "back", "seam", "lid tongue", "bottom tongue"):
        assert placed[name].up == pytest.approx((0, 0, 1), abs=1e-9)
    outward = {"front": (0, -1, 0), "back": (0, 1, 0), "left": (-1, 0, 0), "right": (1, 0, 0)}
    for name, normal in outward.items():
        assert placed[name].normal == pytest.approx(normal, abs=1e-9)
        # right hand of the reader = up x (towards the reader)
        assert placed[name].right == pytest.approx(
            placed[name].up.cross(placed[name].normal), abs=1e-9
        )
    assert placed["lid"].up == pytest.approx((0, 1, 0), abs=1e-9)
    assert placed["bottom"].up == pytest.approx((0, -1, 0), abs=1e-9)
    assert placed["front"].art(0, 0) == pytest.approx((0, 0, 116.9))


def test_the_thumb_notch_is_a_half_circle_over_the_tongue():
    plain = tuck_box(59, 116.9, 15.4, notch=False)
    missing = polygon_area(outline(plain)[0]) - polygon_area(outline(BOX)[0])
    assert missing == pytest.approx(math.pi * 9**2 / 2, rel=2e-3)
    reach = BOX["lid tongue"].size.height
    assert reach > 9 + 3  # the tongue closes the notch


def test_every_fold_is_a_mountain():
    assert {angle for _, _, angle in fold_lines(BOX)} == {90.0}
    assert len(fold_lines(BOX)) == len(BOX.panels) - 1


@pytest.mark.parametrize("size", [(0, 10, 10), (10, -1, 10), (10, 10, 0)])
def test_nonsense_is_refused(size):
    with pytest.raises(ValueError):
        tuck_box(*size)
