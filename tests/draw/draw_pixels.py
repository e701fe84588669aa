"""Rendering drawings to pixels, for the tests of this folder."""

from __future__ import annotations

import io
from collections import deque

import resvg_py
from PIL import Image, ImageChops

from pnp.draw.shapes import Drawing, Shape

COLOURS = {"ink": "#000000", "accent": "#000000", "paper": "#ffffff", "none": "none"}


def _path(shape: Shape) -> str:
    cap, join = ("butt", "miter") if shape.sharp else ("round", "round")
    rule = "evenodd" if shape.evenodd else "nonzero"
    return (
        f'<path d="{shape.d}" fill="{COLOURS[shape.fill]}" stroke="{COLOURS[shape.stroke]}"'
        f' stroke-width="{shape.width}" stroke-linecap="{cap}" stroke-linejoin="{join}"'
        f' fill-rule="{rule}"/>'
    )


def render(
    drawing: Drawing, width: float, height: float, scale: float, margin: float = 0.0
) -> Image.Image:
    """`drawing` in grey on white, `scale` pixels to the unit, with `margin` units all round."""
    w, h = width + 2 * margin, height + 2 * margin
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{round(w * scale)}"'
        f' height="{round(h * scale)}" viewBox="{-margin} {-margin} {w} {h}">'
        f'<rect x="{-margin}" y="{-margin}" width="{w}" height="{h}" fill="#fff"/>'
        f"{''.join(map(_path, drawing))}</svg>"
    )
    return Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=svg)))).convert("L")


def coverage(image: Image.Image) -> float:
    """The share of ink, 0..1."""
    counts = image.histogram()
    return sum((255 - value) * n for value, n in enumerate(counts)) / (255 * sum(counts))


def difference(one: Image.Image, other: Image.Image) -> float:
    """The mean difference of two pictures of one size, 0..1 of the full scale."""
    return coverage(ImageChops.invert(ImageChops.difference(one, other)))


def ink_box(image: Image.Image) -> tuple[int, int, int, int]:
    """Bounds of everything darker than a light grey, in pixels."""
    box = image.point(lambda value: 255 if value < 200 else 0).getbbox()
    assert box is not None, "nothing is drawn"
    return box


def walk(image: Image.Image, start: tuple[int, int]) -> dict[tuple[int, int], int]:
    """Steps from `start` to every pixel reached over white paper."""
    pixels = image.load()
    width, height = image.size
    steps = {start: 0}
    queue = deque([start])
    while queue:
        x, y = queue.popleft()
        for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            inside = 0 <= near[0] < width and 0 <= near[1] < height
            if inside and near not in steps and pixels[near] > 140:
                steps[near] = steps[x, y] + 1
                queue.append(near)
    return steps
