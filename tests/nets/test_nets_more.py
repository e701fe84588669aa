"""Trays, lids, draw boxes, screens and envelopes fold into what they claim."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from nets_help import assert_good, changed, folded_errors, lengthened

from pnp.families.mino_dice.screennet import screen
from pnp.geometry.plane import Point, Rect, Size, bounds
from pnp.nets.closing import flat_errors, fold_errors
from pnp.nets.core import Net, Pose, fold, outline
from pnp.nets.drawbox import draw_box
from pnp.nets.envelope import envelope
from pnp.nets.planar import depth_inside
from pnp.nets.shapes import rect_panel
from pnp.nets.stand import inner_size, outer_size, stance
from pnp.nets.tray import lid, tray
from pnp.nets.tuckbox import tuck_box

LENGTH = st.floats(20, 150)
WAYS = [(1, 0), (-1, 0), (0, 1), (0, -1)]
UPRIGHT = ("front", "back", "left", "right")
OUTWARD = {"front": (0, -1, 0), "back": (0, 1, 0), "left": (-1, 0, 0), "right": (1, 0, 0)}


def assert_reads_upright(placed):
    for name in UPRIGHT:
        if name in placed:
            assert placed[name].up == pytest.approx((0, 0, 1), abs=1e-9)
            assert placed[name].normal == pytest.approx(OUTWARD[name], abs=1e-9)


@settings(deadline=None, max_examples=30)
@given(LENGTH, LENGTH, st.floats(8, 60))
def test_trays_and_lids_close(width, depth, height):
    net = tray(width, depth, height)
    assert_good(net)
    assert inner_size(net) == pytest.approx((width, depth, height))
    assert net.size == pytest.approx((width + 2 * height, depth + 2 * height))
    assert_reads_upright(fold(net))
    assert fold(net)["base"].normal == pytest.approx((0, 0, -1), abs=1e-9)
    cover = lid(width, depth, height)
    assert_good(cover)
    assert inner_size(cover) == pytest.approx((width + 1.6, depth + 1.6, height))
    assert_reads_upright(fold(cover))
    assert fold(cover)["top"].normal == pytest.approx((0, 0, 1), abs=1e-9)
    assert fold(cover)["top"].up == pytest.approx((0, 1, 0), abs=1e-9)


def test_the_lid_goes_over_the_tray():
    for paper in (0.2, 0.3):
        outside = outer_size(tray(120, 60, 40), paper)
        room = inner_size(lid(120, 60, 25), paper)
        assert room.x >= outside.x + 0.3 and room.y >= outside.y + 0.3
    tight = inner_size(lid(120, 60, 25, clearance=1.0), 0.3)
    assert tight.x < outer_size(tray(120, 60, 40), 0.3).x


@pytest.mark.parametrize("make", [tray, lid])
@pytest.mark.parametrize("name", ["front", "back", "left", "right"])
@pytest.mark.parametrize("way", WAYS)
def test_a_long_wall_is_noticed(make, name, way):
    assert folded_errors(lengthened(make(60, 50, 20), name, *way))


def test_an_open_face_must_be_open():
    net = tray(60, 50, 20)
    shut = replace(net, solid=replace(net.solid, open=frozenset()))
    assert any("the top is covered by 0.0" in error for error in fold_errors(shut))


@settings(deadline=None, max_examples=25)
@given(st.floats(80, 150), st.floats(80, 150), st.floats(40, 90), st.sampled_from(["slot", "star"]))
def test_draw_boxes_close_out_of_two_sheets(width, depth, height, opening):
    nets = draw_box(width, depth, height, opening=opening)
    assert fold_errors(nets) == []
    for net in nets:
        assert flat_errors(net) == []
        assert len(outline(net)) == 1
    assert inner_size(nets) == pytest.approx((width, depth, height))
    placed = {name: where for net in nets for name, where in fold(net).items()}
    assert_reads_upright(placed)
    assert {"top", "bottom", *UPRIGHT} <= set(placed)


def test_a_draw_box_needs_both_sheets_of_one_size():
    body, cover = draw_box()
    assert any("does not exist" in error for error in fold_errors(body))
    assert any("covered by 0.0" in error for error in fold_errors(cover))
    assert fold_errors((body, draw_box(91)[1]))
    for name in ("front", "bottom", "back"):
        for way in WAYS:
            assert fold_errors((lengthened(body, name, *way), cover))
    for name in ("left", "top", "right"):
        for way in WAYS:
            assert fold_errors((body, lengthened(cover, name, *way)))


def test_draw_box_sheets_and_openings():
    body, cover = draw_box()
    assert body.size == pytest.approx((114, 254))
    assert cover.size == pytest.approx((90, 230))
    (hole,) = cover.cuts
    assert hole[0] == hole[-1]
    assert bounds(hole).size == pytest.approx((45, 70), abs=0.03)  # turned with the sheet
    star = draw_box(opening="star")[1]
    assert len(star.cuts) == 4
    flaps = [fold(body)[name] for name in ("front to top", "back to top")]
    for path in (hole, *star.cuts):
        for point in path:
            spot = fold(cover)["top"].at(point)
            assert spot.z == pytest.approx(70)
            assert all(depth_inside(f.flat(spot), f.panel.polygon) < -2 for f in flaps)
            assert 9 < spot.x < 81
    with pytest.raises(ValueError, match="does not fit"):
        draw_box(hand=Size(70, 61))
    stray = replace(cover, cuts=((Point(1, 1), Point(200, 1)),))
    assert any("leaves its panel" in error for error in flat_errors(stray))


def test_no_flap_of_the_draw_box_lies_on_another():
    assert inner_size(draw_box(), paper=0.4) == pytest.approx((88.8, 89.6, 69.2))


@settings(deadline=None, max_examples=30)
@given(st.floats(60, 140), st.floats(60, 140), st.floats(30, 70), st.floats(30, 110))
def test_screens_stand_and_show_the_right_sides(middle, height, side, angle):
    net = screen(middle, height, side, angle=angle)
    assert_good(net)
    placed = fold(net)
    stand = stance(net)
    assert stand.margin > 0 and len(stand.footprint) == 4
    assert stand.shadow.height == pytest.approx(side * math.sin(math.radians(angle)))
    for name in ("left", "middle", "right"):
        inside, outside = placed[name], placed[f"outer {name}"]
        assert inside.up == pytest.approx((0, 0, 1), abs=1e-9)
        assert outside.up == pytest.approx((0, 0, 1), abs=1e-9)
        assert outside.normal == pytest.approx(inside.normal.times(-1), abs=1e-9)
        assert outside.art(0, 0).z == pytest.approx(height)
        assert min(c.z for c in inside.corners) == pytest.approx(0, abs=1e-9)
    assert placed["middle"].normal == pytest.approx((0, -1, 0), abs=1e-9)
    assert placed["left"].normal.x > 0 > placed["right"].normal.x  # they face the player
    wall = placed["middle"].corners[0].y
    assert all(c.y <= wall + 1e-9 for c in placed["left"].corners)


def test_screen_faults_are_noticed():
    net = screen()
    assert net.size.width == 200 and 2 * net.size.height < 287
    assert any("stand" in e for e in folded_errors(lengthened(net, "left", 0, 1)))
    assert folded_errors(changed(net, "outer left", angle=178))
    assert folded_errors(lengthened(net, "outer middle", 0, -1, grow=60))
    assert stance(screen()).tip > 10
    with pytest.raises(ValueError):
        screen(angle=5)


@settings(deadline=None, max_examples=30)
@given(st.floats(25, 150), st.floats(25, 150))
def test_envelopes_close(width, height):
    net = envelope(width, height)
    assert_good(net)
    assert outer_size(net) == pytest.approx((width, 0, height), abs=1e-9)
    placed = fold(net)
    assert_reads_upright({name: placed[name] for name in ("front", "back")})
    assert placed["closing"].normal == pytest.approx((0, 1, 0), abs=1e-9)
    assert net["closing"].size.height > min(7, height / 4)  # it shuts the notch


@pytest.mark.parametrize("name", ["front", "back"])
@pytest.mark.parametrize("way", WAYS)
def test_a_long_envelope_side_is_noticed(name, way):
    assert folded_errors(lengthened(envelope(), name, *way))


def test_turning_the_sheet_changes_nothing_but_the_sheet():
    for net in (tuck_box(59, 117, 15), screen(), tray(60, 50, 20), envelope()):
        turned = net.turned()
        assert turned.size == pytest.approx(net.size[::-1])
        assert_good(turned)
        before, after = fold(net), fold(turned)
        for name, where in before.items():
            for a, b in zip(where.corners, after[name].corners, strict=True):
                assert a == pytest.approx(b, abs=1e-9)
            assert where.up == pytest.approx(after[name].up, abs=1e-9)


@pytest.mark.parametrize("make", [tray, lid, screen, draw_box, envelope])
def test_nonsense_is_refused(make):
    sizes = (0, 50) if make is envelope else (50, 0, 20)
    with pytest.raises(ValueError):
        make(*sizes)


def test_a_strip_longer_than_its_screen_is_cut_short():
    net = screen(strip=200)
    assert fold_errors(net) == []
    assert net["outer middle"].size.height == pytest.approx(94)


def test_an_inner_wall_takes_room_away():
    """A channel 20 wide whose right wall comes back over 5 mm and down again."""
    channel = (
        rect_panel("base", Rect(0, 0, 20, 30), role="base"),
        rect_panel("left", Rect(-10, 0, 10, 30), parent="base", joined="right"),
        rect_panel("right", Rect(20, 0, 10, 30), parent="base", joined="left"),
        rect_panel("over", Rect(30, 0, 5, 30), parent="right", joined="left"),
        rect_panel("drop", Rect(35, 0, 9, 30), parent="over", joined="left"),
    )
    pose = Pose("base", "face_down")
    assert inner_size(Net(channel[:3], pose=pose)) == pytest.approx((20, 30, 10))
    assert inner_size(Net(channel, pose=pose)).x == pytest.approx(5)
