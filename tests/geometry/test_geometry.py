"""Rectangles and affine maps."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.geometry.plane import Affine, Point, Rect, bounds, polygon_area

numbers = st.floats(-500, 500, allow_nan=False).map(lambda v: round(v, 3))
points = st.builds(Point, numbers, numbers)
sides = st.floats(0.1, 300).map(lambda v: round(v, 3))
rects = st.builds(Rect, numbers, numbers, sides, sides)
rigid = st.builds(
    lambda turn, flip, x, y: (
        Affine.translation(x, y) @ Affine.rotation(turn) @ (Affine.mirror_x() if flip else Affine())
    ),
    st.one_of(st.sampled_from([0, 90, 180, 270]), st.integers(0, 359)),
    st.booleans(),
    numbers,
    numbers,
)


def close(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return all(math.isclose(a, b, abs_tol=1e-6) for a, b in zip(one, other, strict=True))


@given(rigid, rigid, points)
def test_composition_applies_the_right_one_first(one: Affine, other: Affine, p: Point) -> None:
    assert close((one @ other).apply(p), one.apply(other.apply(p)))
    assert math.isclose((one @ other).determinant, one.determinant * other.determinant)


@given(rigid, points)
def test_the_inverse_undoes(at: Affine, p: Point) -> None:
    assert close(at.inverse().apply(at.apply(p)), p)


@given(numbers, points)
def test_mirrors_are_their_own_inverse(axis: float, p: Point) -> None:
    for mirror in (Affine.mirror_x(axis), Affine.mirror_y(axis)):
        assert mirror.determinant == -1
        assert close(mirror.apply(mirror.apply(p)), p)
    assert close(Affine.mirror_x(axis).apply(p), (2 * axis - p.x, p.y))
    assert close(Affine.mirror_y(axis).apply(p), (p.x, 2 * axis - p.y))


@pytest.mark.parametrize(
    ("turn", "image"),
    [(0, (1, 0)), (90, (0, 1)), (180, (-1, 0)), (270, (0, -1)), (-90, (0, -1)), (450, (0, 1))],
)
def test_quarter_turns_are_exact_and_clockwise(turn: float, image: tuple[float, float]) -> None:
    assert tuple(Affine.rotation(turn).apply((1, 0))) == image


@given(st.integers(-720, 720), points)
def test_the_centre_of_a_turn_stays(turn: int, centre: Point) -> None:
    assert close(Affine.rotation(turn, centre).apply(centre), centre)


def test_a_turn_by_any_angle() -> None:
    x, y = Affine.rotation(30).apply((1, 0))
    assert (x, y) == pytest.approx((math.cos(math.pi / 6), math.sin(math.pi / 6)))


@given(rects, rects)
def test_rectangles(one: Rect, other: Rect) -> None:
    common = one.intersect(other)
    meet = common.width > 1e-6 and common.height > 1e-6
    assert one.overlaps(other) == other.overlaps(one) == meet
    if meet:
        assert one.covers(common) and other.covers(common)
    assert one.covers(one) and one.inset(-1).covers(one) and not one.covers(one.inset(-1))
    assert close(one.inset(2).inset(-2), one)
    assert bounds(one.corners) == pytest.approx(one)


def test_touching_rectangles_do_not_overlap() -> None:
    one = Rect(0, 0, 10, 10)
    assert not one.overlaps(Rect(10, 0, 10, 10))
    assert one.overlaps(Rect(9.99, 0, 10, 10))
    assert one.centre == Point(5, 5)


@given(rects, rigid)
def test_areas(rect: Rect, at: Affine) -> None:
    area = rect.width * rect.height
    assert polygon_area(rect.corners) == pytest.approx(area)
    moved = tuple(at.apply(corner) for corner in rect.corners)
    assert polygon_area(moved) == pytest.approx(area * at.determinant, rel=1e-3, abs=1e-3)
    assert at.apply_rect(rect).width >= min(rect.size) - 1e-6


def test_there_is_no_box_round_nothing() -> None:
    with pytest.raises(ValueError, match="empty"):
        bounds([])
    with pytest.raises(ZeroDivisionError):
        Affine.scaling(0).inverse()


@given(rigid, rects)
def test_a_mapped_rectangle_lies_round_its_corners(at: Affine, rect: Rect) -> None:
    assert close(at.apply_rect(rect), bounds([at.apply(corner) for corner in rect.corners]))


def test_equal_maps_are_one_key() -> None:
    known = {Affine.rotation(90) @ Affine.rotation(270): "none"}
    assert known[Affine()] == "none"
    assert repr(Affine()) == "Affine(a=1.0, b=0.0, c=0.0, d=1.0, e=0.0, f=0.0)"  # it is in keys
