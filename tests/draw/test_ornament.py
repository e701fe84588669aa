"""Ornament: whole units, true corners, the symmetries backs rely on, light ink."""

from __future__ import annotations

import itertools
import re

import pytest
from draw_pixels import coverage, difference, ink_box, render, walk
from PIL import Image

from pnp.draw.ornament import (
    MIN_LINE,
    fit_key,
    key_frame,
    laurel,
    palmette,
    wave_band,
)
from pnp.draw.rosette import rosette, tile_labyrinth
from pnp.draw.shapes import Drawing

FRAMES = ((57.9, 115.8, 4.0, 3.0), (63.0, 63.0, 4.4, 3.0), (88.0, 63.0, 3.2, 2.0), (40, 40, 5, 0))
SQUARES = tuple(frame for frame in FRAMES if frame[0] == frame[1])
ALLOWED = re.compile(r"(?:[MLHVCQAZ]|-?\d+(?:\.\d{1,3})?|[ ,])+")


def _points(d: str) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in re.findall(r"(-?[\d.]+),(-?[\d.]+)", d)]


def _half_turn(image: Image.Image) -> float:
    return difference(image, image.transpose(Image.Transpose.ROTATE_180)) / coverage(image)


def _quarter_turn(image: Image.Image) -> float:
    return difference(image, image.transpose(Image.Transpose.ROTATE_90)) / coverage(image)


@pytest.mark.parametrize("frame", FRAMES)
def test_frame_is_the_same_after_a_half_turn(frame: tuple[float, ...]) -> None:
    assert _half_turn(render(key_frame(*frame), frame[0], frame[1], 10)) < 0.01


@pytest.mark.parametrize("frame", SQUARES)
def test_square_frame_is_the_same_after_a_quarter_turn(frame: tuple[float, ...]) -> None:
    assert _quarter_turn(render(key_frame(*frame), frame[0], frame[1], 10)) < 0.01


def test_the_symmetry_measure_notices_an_upright_ornament() -> None:
    image = render(palmette(20, 20, 30), 40, 40, 10)
    assert _half_turn(image) > 0.2


@pytest.mark.parametrize("frame", FRAMES)
def test_whole_units_fill_each_side_exactly(frame: tuple[float, ...]) -> None:
    width, height, unit, inset = frame
    fit = fit_key(*frame)
    corners = 7 * fit.step
    edges = 2 * (inset + fit.rule / 2 + fit.step)
    for count, length, side in (
        (fit.across, fit.unit_across, width),
        (fit.down, fit.unit_down, height),
    ):
        assert isinstance(count, int) and count >= 1
        assert count * length + corners + edges == pytest.approx(side)
        assert length == pytest.approx(unit, rel=0.25)
    key = key_frame(*frame)[1].d
    assert len(_points(key)) == 2 * 8 * (fit.across + fit.down) + 4 * 7
    assert key.count("M") == key.count("Z") == 1, "the key is one closed line"


def _gap(one: tuple[tuple[float, float], ...], other: tuple[tuple[float, float], ...]) -> float:
    """Distance of two axis-parallel segments (mm)."""
    spans = []
    for axis in (0, 1):
        a, b = sorted(p[axis] for p in one)
        c, d = sorted(p[axis] for p in other)
        spans.append(max(0.0, c - b, a - d))
    return float((spans[0] ** 2 + spans[1] ** 2) ** 0.5)


@pytest.mark.slow
@pytest.mark.parametrize("frame", FRAMES)
def test_key_never_touches_itself_and_turns_square(frame: tuple[float, ...]) -> None:
    fit = fit_key(*frame)
    points = _points(key_frame(*frame)[1].d)
    segments = list(zip(points, points[1:] + points[:1], strict=True))
    for (ax, ay), (bx, by) in segments:
        assert (abs(ax - bx) < 1e-6) != (abs(ay - by) < 1e-6), "a slanted or empty segment"
    closest = min(
        _gap(one, other)
        for one, other in itertools.combinations(segments, 2)
        if not set(one) & set(other)
    )
    assert closest >= 0.8 * fit.step


@pytest.mark.parametrize("frame", FRAMES)
def test_frame_keeps_its_inset_and_its_band(frame: tuple[float, ...]) -> None:
    width, height, _, inset = frame
    fit = fit_key(*frame)
    image = render(key_frame(*frame), width, height, 20, 2)
    left, top, right, bottom = (edge / 20 - 2 for edge in ink_box(image))
    assert (left, top) == pytest.approx((inset, inset), abs=0.08)
    assert (width - right, height - bottom) == pytest.approx((inset, inset), abs=0.08)
    free = [(2 + inset + fit.band + 0.1) * 20, (2 + inset + fit.band + 0.1) * 20]
    far = [(2 + side - inset - fit.band - 0.1) * 20 for side in (width, height)]
    assert coverage(image.crop((*map(round, free), *map(round, far)))) == 0


def test_a_frame_too_small_for_its_key_is_refused() -> None:
    with pytest.raises(ValueError, match="too short"):
        key_frame(10, 60, 5)


@pytest.mark.parametrize("axes", (4, 6, 8, 10, 12, 16))
def test_rosette_symmetry(axes: int) -> None:
    image = render(rosette(20, 20, 18, axes), 40, 40, 20)
    assert _half_turn(image) < 0.01
    if axes % 4 == 0:
        assert _quarter_turn(image) < 0.01
    else:
        assert _quarter_turn(image) > 0.05


@pytest.mark.parametrize("axes", (0, 1, 7))
def test_odd_rosettes_are_refused(axes: int) -> None:
    with pytest.raises(ValueError, match="even"):
        rosette(0, 0, 10, axes)


def test_tile_labyrinth_turns_and_leads_to_its_centre() -> None:
    image = render(tile_labyrinth(20, 20, 18), 40, 40, 10)
    assert _half_turn(image) < 0.01
    assert _quarter_turn(image) < 0.01
    steps = walk(image, (2, 2))
    beside_the_disc = (200, 200 - 18)
    assert beside_the_disc in steps, "no way in"
    assert steps[beside_the_disc] > 790, "the bars are missing: without them it is 750 steps"


ALL: dict[str, tuple[Drawing, float]] = {
    "frame": (key_frame(60, 60, 4), 60),
    "rosette": (rosette(30, 30, 29, 8), 60),
    "labyrinth": (tile_labyrinth(30, 30, 29), 60),
    "wave": (wave_band(2, 20, 56, 5), 60),
    "palmette": (palmette(30, 30, 20, 30), 60),
    "laurel": (laurel(30, 30, 25), 60),
}


@pytest.mark.parametrize("name", sorted(ALL))
def test_lines_print_and_ink_stays_light(name: str) -> None:
    drawing, side = ALL[name]
    for shape in drawing:
        assert ALLOWED.fullmatch(shape.d)
        assert shape.stroke == "none" or shape.width >= MIN_LINE
    assert 0 < coverage(render(drawing, side, side, 8)) < 0.3


def test_a_whole_back_stays_light() -> None:
    drawing = key_frame(57.9, 115.8, 4, 3) + rosette(28.95, 57.9, 18, 8)
    assert coverage(render(drawing, 57.9, 115.8, 8)) < 0.35


@pytest.mark.parametrize(("width", "height"), ((56.0, 5.0), (20.0, 3.0), (7.0, 6.0)))
def test_waves_fill_their_band_and_stay_inside(width: float, height: float) -> None:
    image = render(wave_band(5, 5, width, height), width + 10, height + 10, 20)
    left, top, right, bottom = (edge / 20 for edge in ink_box(image))
    assert left >= 5 - 0.4 and right <= 5 + width + 0.4
    assert top >= 5 - 0.1 and bottom <= 5 + height + 0.1
    assert bottom - top > 0.9 * height


@pytest.mark.parametrize("angle", (0, 90, 180, 270))
def test_palmette_is_centred_and_as_tall_as_asked(angle: int) -> None:
    image = render(palmette(20, 20, 24, angle), 40, 40, 20)
    left, top, right, bottom = (edge / 20 for edge in ink_box(image))
    tall = bottom - top if angle % 180 == 0 else right - left
    assert tall == pytest.approx(24, abs=0.8)
    assert ((left + right) / 2, (top + bottom) / 2) == pytest.approx((20, 20), abs=0.5)


def test_laurel_is_a_mirror_image_within_its_radius() -> None:
    image = render(laurel(20, 20, 18), 40, 40, 20)
    mirrored = image.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    assert difference(image, mirrored) / coverage(image) < 0.01
    left, top, right, bottom = (edge / 20 for edge in ink_box(image))
    assert min(left, top) >= 1.8 and max(right, bottom) <= 38.2
    assert right - left > 32
