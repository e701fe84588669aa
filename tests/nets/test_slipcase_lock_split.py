"""Slip cases, slit locks and boxes of two parts fold into what they claim."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from nets_help import assert_good, changed, folded_errors, lengthened

from pnp.geometry.plane import bounds, polygon_area
from pnp.nets.closing import flat_errors, fold_errors
from pnp.nets.core import Net, Pose, fold, outline
from pnp.nets.lock import GAP, slit_of
from pnp.nets.planar import depth_inside, inside
from pnp.nets.sleeve import sleeve
from pnp.nets.space import Vec3
from pnp.nets.split import split
from pnp.nets.stand import inner_size, outer_size
from pnp.nets.tuckbox import tuck_box

WIDTH, HEIGHT, DEPTH = st.floats(15, 150), st.floats(20, 200), st.floats(2, 70)
ALONG = st.sampled_from(["height", "width"])
BEHIND = Pose("back", "turned")
CASE = sleeve(65.5, 21.1, 89.3)
LYING = sleeve(66.0, 92.0, 22.0, along="width")
LOCKED = tuck_box(64.0, 89.0, 19.6, lock=True)


@settings(deadline=None, max_examples=40)
@given(WIDTH, DEPTH, HEIGHT, ALONG, st.floats(3, 25))
def test_slip_cases_close_and_stay_open(width, depth, height, along, glue):
    net = sleeve(width, depth, height, along=along, glue=glue)
    assert_good(net)
    assert inner_size(net) == pytest.approx((width, depth, height))
    assert outer_size(net) == pytest.approx((width, depth, height))
    ends = {"height": {"top", "bottom"}, "width": {"left", "right"}}[along]
    assert net.solid and net.solid.open == ends
    placed = fold(net)
    for name in {"front", "back", "left", "right"} & set(placed):
        assert placed[name].up == pytest.approx((0, 0, 1), abs=1e-9)
    if along == "width":
        assert placed["top"].up == pytest.approx((0, 1, 0), abs=1e-9)
        assert placed["top"].normal == pytest.approx((0, 0, 1), abs=1e-9)


@pytest.mark.parametrize("net", [CASE, LYING], ids=["upright", "lying"])
@pytest.mark.parametrize("way", [(1, 0), (-1, 0), (0, 1), (0, -1)])
def test_a_millimetre_more_is_noticed(net, way):
    for name in {p.name for p in net.panels} - {"seam"}:
        assert folded_errors(lengthened(net, name, *way)), name


@pytest.mark.parametrize("net", [CASE, LYING], ids=["upright", "lying"])
def test_wrong_folds_and_closed_ends_are_noticed(net):
    for panel in net.panels:
        if panel.hinge is not None:
            assert fold_errors(changed(net, panel.name, angle=89.0))
    shut = replace(net, solid=replace(net.solid, open=frozenset()))
    assert any("is covered by 0.0" in error for error in fold_errors(shut))


def test_two_notches_bare_the_box():
    for net, size in ((CASE, (65.5, 89.3)), (LYING, (66.0, 92.0))):
        notched = [p for p in net.panels if len(p.polygon) > 10]
        assert len(notched) == 2
        for panel in notched:
            assert abs(polygon_area(panel.polygon)) < size[0] * size[1] - 100
            assert bounds(panel.polygon).size == pytest.approx(size)


# -- two parts -------------------------------------------------------------------------------------


@pytest.mark.slow
@settings(deadline=None, max_examples=30)
@given(WIDTH, DEPTH, HEIGHT, st.booleans(), st.floats(3, 25))
def test_tuck_boxes_of_two_parts_close(width, depth, height, lock, glue):
    try:
        net = tuck_box(width, height, depth, lock=lock, glue=glue)
    except ValueError as error:
        assert lock and "too small for a lock" in str(error)
        return
    parts = split(net, "right", BEHIND, reach=glue)
    assert fold_errors(parts) == []
    assert inner_size(parts) == pytest.approx((width, depth, height))
    for part in parts:
        assert flat_errors(part) == [] and len(outline(part)) == 1
        assert part.size.width < net.size.width
    whole = {p.name: fold(net)[p.name].corners for p in net.panels}
    halves = {n: w.corners for part in parts for n, w in fold(part).items()}
    assert set(halves) - set(whole) == {"right seam"}
    for name, corners in whole.items():
        for a, b in zip(corners, halves[name], strict=True):
            assert a == pytest.approx(b, abs=1e-6), name  # the very same box


@settings(deadline=None, max_examples=20)
@given(WIDTH, DEPTH, HEIGHT, ALONG)
def test_slip_cases_of_two_parts_close(width, depth, height, along):
    net = sleeve(width, depth, height, along=along)
    parts = split(net, "right" if along == "height" else "top", BEHIND)
    assert fold_errors(parts) == []
    assert inner_size(parts) == pytest.approx((width, depth, height))


def test_parts_of_different_boxes_do_not_close():
    first, second = split(CASE, "right", BEHIND)
    assert fold_errors(first) and fold_errors(second), "alone they do not close"
    other = split(sleeve(65.5, 22.1, 89.3), "right", BEHIND)
    assert fold_errors((first, other[1]))
    with pytest.raises(ValueError, match="hangs on nothing"):
        split(CASE, "front", BEHIND)


# -- the lock --------------------------------------------------------------------------------------


@settings(deadline=None, max_examples=40)
@given(WIDTH, DEPTH, HEIGHT)
def test_locked_boxes_close_or_say_why_not(width, depth, height):
    try:
        net = tuck_box(width, height, depth, lock=True)
    except ValueError as error:
        assert str(error) == "the lid is too small for a lock"
        assert width < 23 or height < 16 or depth < 6
        return
    assert_good(net)
    assert inner_size(net) == pytest.approx((width, depth, height))
    assert_locked(net)


def assert_locked(net: Net) -> None:
    """Folded, a shoulder of either dust flap stands in a slit of the tongue, and the tongue's
    corner is below it; behind the shoulder the flap keeps clear of the tongue."""
    placed = fold(net)
    assert net.solid
    width, _, height = net.solid.size
    tongue = placed["lid tongue"]
    for name, wall in (("dust left", 0.0), ("dust right", width)):
        flap = placed[name]
        front = [c for c in flap.corners if abs(c.y) < 1e-6]
        reach = max((abs(c.x - wall) for c in front), default=0.0)
        assert reach > 2.5, "no shoulder at the front wall"
        for share in (0.25, 0.5, 0.95):
            x = wall + (reach * share if wall == 0 else -reach * share)
            if abs(x - wall) < 0.8:  # beside the tongue
                continue
            slit = tongue.flat(Vec3(x, 0.0, height - GAP / 2))
            assert not inside(slit, tongue.panel.polygon)
            catch = tongue.flat(Vec3(x, 0.0, height - GAP - 0.5))
            assert depth_inside(catch, tongue.panel.polygon) > 0
        clear = [c.y for c in flap.corners if abs(c.x - wall) > reach + 0.6]
        assert min(clear) >= 0.3 * min(net.solid.size.y, 2.0) - 1e-6


def test_a_lock_without_shoulders_is_noticed():
    assert_locked(LOCKED)
    plain = tuck_box(64.0, 89.0, 19.6)
    with pytest.raises(AssertionError, match="no shoulder"):
        assert_locked(plain)
    panels = tuple(plain[p.name] if p.name == "lid tongue" else p for p in LOCKED.panels)
    with pytest.raises(AssertionError):
        assert_locked(replace(LOCKED, panels=panels))


def test_the_lock_changes_nothing_else():
    plain = tuck_box(64.0, 89.0, 19.6)
    differ = {p.name for p in LOCKED.panels if p != plain[p.name]}
    assert differ == {"lid tongue", "dust left", "dust right"}
    assert LOCKED.size == plain.size
    assert slit_of(64.0, 15.0, 23.5) == 8.0


@pytest.mark.parametrize("size", [(0, 10, 10), (10, -1, 10), (10, 10, 0)])
def test_nonsense_is_refused(size):
    with pytest.raises(ValueError, match="positive"):
        sleeve(*size)
