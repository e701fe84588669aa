"""Fast flood fill and erosion against slow ones that visit pixels."""

from __future__ import annotations

import random

import pytest
from PIL import Image

from pnp.preflight.raster import Raster, are_joined, clear_width, parts_of, raster_of


def picture(width: int, height: int, seed: int, share: float = 0.6) -> Raster:
    lot = random.Random(seed)
    rows = ("".join("01"[lot.random() < share] for _ in range(width)) for _ in range(height))
    return Raster(tuple(rows))


def filled(raster: Raster, x: int, y: int) -> set[tuple[int, int]]:
    """The part of a pixel, pixel by pixel."""
    if raster.rows[y][x] == "0":
        return set()
    seen, todo = {(x, y)}, [(x, y)]
    while todo:
        px, py = todo.pop()
        for qx, qy in ((px + 1, py), (px - 1, py), (px, py + 1), (px, py - 1)):
            inside = 0 <= qx < raster.width and 0 <= qy < raster.height
            if inside and (qx, qy) not in seen and raster.rows[qy][qx] == "1":
                seen.add((qx, qy))
                todo.append((qx, qy))
    return seen


def eroded(raster: Raster, radius: int) -> Raster:
    """Every disc looked at pixel by pixel; beyond the border the nearest pixel counts."""

    def is_open(x: int, y: int) -> bool:
        x, y = min(max(x, 0), raster.width - 1), min(max(y, 0), raster.height - 1)
        return raster.rows[y][x] == "1"

    disc = [
        (dx, dy)
        for dx in range(-radius, radius + 1)
        for dy in range(-radius, radius + 1)
        if dx * dx + dy * dy <= radius * radius
    ]
    return Raster(
        tuple(
            "".join(
                "01"[all(is_open(x + dx, y + dy) for dx, dy in disc)] for x in range(raster.width)
            )
            for y in range(raster.height)
        )
    )


@pytest.mark.parametrize("seed", range(12))
def test_parts_are_those_of_a_naive_fill(seed: int) -> None:
    raster = picture(17, 13, seed)
    pixels = [(x, y) for y in range(13) for x in range(17)]
    labels = dict(zip(pixels, raster.parts_at(pixels), strict=True))
    for x, y in pixels:
        part = filled(raster, x, y)
        assert part == {
            p for p in pixels if labels[p] == labels[x, y] and labels[p] is not None
        } or (not part and labels[x, y] is None)


@pytest.mark.parametrize("radius", [0, 1, 2, 3, 5])
def test_erosion_is_that_of_a_naive_disc(radius: int) -> None:
    for seed in range(4):
        raster = picture(31, 26, seed, 0.97)
        assert raster.eroded(radius) == eroded(raster, radius)


def test_edges_are_read_from_the_left_and_from_the_top() -> None:
    raster = Raster(("0110", "1000", "1001"))
    assert raster.edge("N") == ((1, 3),)
    assert raster.edge("S") == ((0, 1), (3, 4))
    assert raster.edge("W") == ((1, 3),)
    assert raster.edge("E") == ((2, 3),)


def corridor(width: int) -> Raster:
    """A corridor from west to east, `width` pixels wide in its narrow middle, 9 at its ends."""
    rows = []
    for y in range(21):
        wide, narrow = 6 <= y < 15, abs(y - 10) <= width // 2
        rows.append("".join("01"[narrow if 8 <= x < 14 else wide] for x in range(22)))
    return Raster(tuple(rows))


@pytest.mark.parametrize("width", [1, 3, 5, 7])
def test_clear_width_is_that_of_the_narrowest_place(width: int) -> None:
    raster = corridor(width)
    ports = {side: raster.edge(side)[0] for side in "EW"}
    assert clear_width(raster, ports) == width


def test_what_is_parted_has_no_clear_width() -> None:
    raster = Raster(("1111", "0000", "1111"))
    ports = {"N": (0, 4), "S": (0, 4)}
    assert not are_joined(raster, ports)
    assert clear_width(raster, ports) == 0
    assert len(set(parts_of(raster, ports).values())) == 2


def test_pixels_half_covered_count_as_open() -> None:
    image = Image.new("L", (4, 1))
    image.putdata([0, 127, 128, 255])
    assert raster_of(image).rows == ("0011",)
