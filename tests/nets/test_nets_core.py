"""Folding and outlines against answers worked out by hand."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from nets_help import changed

from pnp.geometry.plane import Affine, Point, Rect, Size, polygon_area
from pnp.nets.closing import fold_errors
from pnp.nets.core import Glue, Meet, Net, Panel, Pose, fold, fold_lines, outline
from pnp.nets.planar import centroid, hull, overlap_area, touches_itself
from pnp.nets.shapes import Flap, arc, flap_panel, frame_of, rect_panel, rounded, side_of
from pnp.nets.stand import stance

LENGTH = st.floats(1, 100)


def two(angle: float = 90.0) -> Net:
    """A 10 x 10 panel and a narrower one, 4 x 6, on the middle of its right side."""
    return Net(
        (
            rect_panel("a", Rect(0, 0, 10, 10)),
            rect_panel("b", Rect(10, 3, 6, 4), parent="a", joined="left", angle=angle),
        )
    )


@pytest.mark.parametrize(
    ("angle", "x", "y"), [(0, 16, 0), (90, 10, 6), (-90, 10, -6), (180, 4, 0), (30, 15.19615, 3)]
)
def test_a_mountain_fold_goes_away_from_the_reader(angle, x, y):
    placed = fold(two(angle))
    corner = placed["b"].at(Point(16, 3))
    lowest = min(0.0, y)
    assert corner == pytest.approx((x, y - lowest, 7), abs=1e-4)


def test_poses():
    flat = Net((rect_panel("a", Rect(0, 0, 4, 3)),))
    corners = {
        "standing": ((0, 0, 3), (4, 0, 3), (4, 0, 0), (0, 0, 0)),
        "face_up": ((0, 3, 0), (4, 3, 0), (4, 0, 0), (0, 0, 0)),
        "face_down": ((0, 0, 0), (4, 0, 0), (4, 3, 0), (0, 3, 0)),
    }
    normals = {"standing": (0, -1, 0), "face_up": (0, 0, 1), "face_down": (0, 0, -1)}
    for how, wanted in corners.items():
        a = fold(replace(flat, pose=Pose("a", how)))["a"]
        for corner, point in zip(a.corners, wanted, strict=True):
            assert corner == pytest.approx(point)
        assert a.normal == pytest.approx(normals[how])


def test_the_outline_keeps_what_a_narrow_hinge_leaves():
    (contour,) = outline(two())
    assert polygon_area(contour) == pytest.approx(124)
    wanted = [(0, 0), (10, 0), (10, 3), (16, 3), (16, 7), (10, 7), (10, 10), (0, 10)]
    start = contour.index((0, 0))
    assert [*contour[start:], *contour[:start]] == [pytest.approx(p) for p in wanted]
    assert fold_lines(two()) == ((Point(10, 7), Point(10, 3), 90.0),)


def test_a_fold_is_recognised_despite_rounding():
    net = changed(two(), "b", hinge=(Point(10 + 1e-10, 3 - 1e-10), Point(10 - 1e-10, 7)))
    (contour,) = outline(net)
    assert len(contour) == 8


def test_panels_that_touch_without_a_fold_are_reported():
    net = Net(
        (
            rect_panel("a", Rect(0, 10, 20, 10)),
            rect_panel("b", Rect(0, 0, 10, 10), parent="a", joined="bottom"),
            rect_panel("c", Rect(10, 0, 10, 10), parent="a", joined="bottom"),
        )
    )
    assert any("touches itself" in error for error in fold_errors(net))
    apart = changed(net, "c", polygon=Rect(10.2, 0, 9.8, 10).corners)
    apart = changed(apart, "c", hinge=(Point(10.2, 10), Point(20, 10)))
    frame, size = frame_of(Rect(10.2, 0, 9.8, 10), "top")
    assert fold_errors(changed(apart, "c", frame=frame, size=size)) == []


def test_two_pieces_touching_in_a_corner_stay_two_polygons():
    net = Net(
        (
            rect_panel("a", Rect(0, 0, 10, 10)),
            rect_panel("b", Rect(10, 10, 10, 10)),
        )
    )
    contours = outline(net)
    assert len(contours) == 2
    assert [polygon_area(c) for c in contours] == [pytest.approx(100)] * 2


def _broken():
    a, b = two().panels
    yield "hangs on 'x'", (a, replace(b, parent="x"))
    yield "exactly one panel without a parent", (a, replace(b, parent=None, hinge=None))
    yield "both a parent and a hinge", (a, replace(b, hinge=None))
    yield "same name", (a, b, b)
    yield "hangs on itself", (a, b, replace(b, name="c", parent="c"))
    yield "not on an edge of 'a'", (a, replace(b, hinge=(Point(10.5, 3), Point(10.5, 7))))
    yield "overlap in the flat", (a, replace(b, polygon=Rect(8, 3, 8, 4).corners))
    yield "not a plain rotation", (a, replace(b, frame=Affine.mirror_x(26) @ b.frame))
    yield "0.50 mm off its polygon", (a, replace(b, size=Size(6.5, 4)))
    yield "glued to nothing", (a, replace(b, role="glue"))


@pytest.mark.parametrize(("words", "panels"), list(_broken()))
def test_damage_is_named(words, panels):
    assert any(words in error for error in fold_errors(Net(panels)))


def test_glue_needs_the_right_plane_side_and_place():
    def strip(angle=180.0, back_to_back=True, reach=4.0):
        body = rect_panel("a", Rect(0, 0, 10, 10))
        flap = flap_panel(
            "f", side_of(Rect(0, 0, 10, 10), "top"), Flap(reach, 0.5, 1), parent="a", angle=angle
        )
        return Net((body, flap), (Glue("f", "a", back_to_back),))

    assert fold_errors(strip()) == []
    assert fold_errors(strip(-180)) == []
    assert "plane" in fold_errors(strip(179))[0]
    assert "wrong side" in fold_errors(strip(back_to_back=False))[0]
    assert "sticks out" in fold_errors(strip(reach=10.2))[0]
    assert "does not exist" in fold_errors(replace(strip(), glues=(Glue("f", "z"),)))[0]


def test_glue_onto_a_hole_is_reported_even_if_all_corners_hold():
    body = (Point(0, 0), Point(10, 0), Point(10, 10), Point(6, 10), Point(6, 1), Point(4, 1))
    a = Panel("a", (*body, Point(4, 10), Point(0, 10)), "panel", Size(10, 10), Affine())
    flap = flap_panel("f", (Point(0, 0), Point(10, 0)), Flap(8, 0.5, 1), parent="a", angle=180)
    errors = fold_errors(Net((a, flap), (Glue("f", "a", True),)))
    assert any("sticks out" in error for error in errors)


def test_panels_passing_through_each_other_are_reported():
    def fins(x: float) -> Net:
        """Two walls on one base; the second leans over the first when it stands near enough."""
        return Net(
            (
                rect_panel("base", Rect(0, 0, 30, 10), role="base"),
                rect_panel("u", Rect(30, 0, 30, 10), parent="base", joined="left", angle=-x),
                rect_panel("v", Rect(-30, 0, 30, 10), parent="base", joined="right", angle=-120),
            )
        )

    assert fold_errors(fins(90)) == []
    assert any("pass through" in error for error in fold_errors(fins(140)))


def test_meeting_edges():
    net = Net(
        (
            rect_panel("a", Rect(0, 0, 10, 10)),
            rect_panel("b", Rect(10, 0, 10, 10), parent="a", joined="left", angle=120),
            rect_panel("c", Rect(20, 0, 10, 10), parent="b", joined="left", angle=120),
        ),
        meets=(Meet("a", "c"),),
    )
    assert fold_errors(net) == []
    assert any("do not meet" in error for error in fold_errors(changed(net, "c", angle=119)))


def test_a_flat_card_on_edge_does_not_stand_but_a_bent_one_does():
    def card(angle):
        return Net(
            (
                rect_panel("a", Rect(0, 0, 30, 20)),
                rect_panel("b", Rect(30, 0, 30, 20), parent="a", joined="left", angle=angle),
            ),
            rests=("a", "b"),
        )

    assert stance(card(0)).margin < 0.01
    stand = stance(card(90))
    # it stands on a right-angled triangle with legs of 30 mm
    assert stand.gravity == pytest.approx((22.5, 7.5, 10))
    assert stand.margin == pytest.approx(7.5)
    assert stand.tip == pytest.approx(math.degrees(math.atan(0.75)))


@given(LENGTH, LENGTH, LENGTH, LENGTH, st.floats(-50, 50), st.floats(-50, 50))
def test_overlap_area_of_rectangles(w, h, v, k, x, y):
    a, b = Rect(0, 0, w, h), Rect(x, y, v, k)
    common = a.intersect(b)
    wanted = max(0.0, common.width) * max(0.0, common.height)
    assert overlap_area(a.corners, b.corners) == pytest.approx(wanted, abs=1e-6, rel=1e-9)
    assert overlap_area(a.corners[::-1], b.corners) == pytest.approx(wanted, abs=1e-6, rel=1e-9)


def test_overlap_area_sees_a_notch():
    u = tuple(Point(*p) for p in [(0, 0), (9, 0), (9, 9), (6, 9), (6, 3), (3, 3), (3, 9), (0, 9)])
    assert overlap_area(u, Rect(3, 3, 3, 6).corners) == pytest.approx(0, abs=1e-9)
    assert overlap_area(u, Rect(2, 2, 5, 5).corners) == pytest.approx(25 - 12)
    assert overlap_area(u, u) == pytest.approx(polygon_area(u))


def test_small_tools():
    assert centroid((Point(0, 0), Point(6, 0), Point(0, 3))) == pytest.approx((2, 1))
    assert set(hull([Point(*p) for p in [(0, 0), (4, 0), (4, 4), (0, 4), (2, 2), (2, 0)]])) == {
        (0, 0),
        (4, 0),
        (4, 4),
        (0, 4),
    }
    assert touches_itself(Rect(0, 0, 3, 2).corners) is None
    assert touches_itself(tuple(Point(*p) for p in [(0, 0), (4, 4), (4, 0), (0, 4)])) is not None


@given(st.floats(0.5, 60), st.floats(-180, 180), st.floats(5, 350))
def test_arcs_stay_within_a_hundredth(radius, start, sweep):
    points = arc(Point(3, 4), radius, start, sweep)
    for p, q in pairwise(points):
        assert math.dist(p, (3, 4)) == pytest.approx(radius)
        middle = ((p.x + q.x) / 2, (p.y + q.y) / 2)
        assert radius - math.dist(middle, (3, 4)) < 0.0101


def test_rounding_a_corner_keeps_inside_and_touches_both_sides():
    square = Rect(0, 0, 10, 10).corners
    soft = rounded(square, {1: 3})
    assert polygon_area(soft) == pytest.approx(100 - 9 * (1 - math.pi / 4), abs=0.05)
    assert any(p == pytest.approx((7, 0)) for p in soft)
    assert any(p == pytest.approx((10, 3)) for p in soft)


@pytest.mark.parametrize("up", ["top", "right", "bottom", "left"])
def test_frames_put_the_head_where_they_say(up):
    rect = Rect(5, 7, 20, 10)
    frame, size = frame_of(rect, up)
    (p, q) = side_of(rect, up)
    assert frame.determinant == pytest.approx(1)
    assert frame.apply((0, 0)) == pytest.approx(p)
    assert frame.apply((size.width, 0)) == pytest.approx(q)
    assert frame.apply_rect(Rect(0, 0, *size)) == pytest.approx(rect)


def test_rounding_a_sharp_corner_keeps_the_radius():
    triangle = (Point(0, 0), Point(20, 0), Point(10, 10 * math.sqrt(3)))
    soft = rounded(triangle, {1: 2})
    back = 2 / math.tan(math.radians(30))
    assert any(p == pytest.approx((20 - back, 0)) for p in soft)
    centre = (20 - back, 2)
    on_arc = [p for p in soft if p not in triangle]
    assert len(on_arc) > 5
    assert all(math.dist(p, centre) == pytest.approx(2) for p in on_arc)
    assert overlap_area(soft, triangle) == pytest.approx(polygon_area(soft))
