"""What was drawn on a page or in a form: lines, type, images, the places of pieces."""

from __future__ import annotations

import math
from functools import lru_cache

from msgspec import Struct, field

from pnp.geometry.plane import IDENTITY, Affine, Point, Rect, bounds

Quad = tuple[Point, ...]
"""The corners of a box, which may have been turned."""


class Picture(Struct, frozen=True):
    """An image: its pixels and the map from its unit square to the page."""

    pixels: tuple[int, int]
    at: Affine


class Drawn(Struct):
    """What was drawn in one space: the thinnest line, the smallest type, the corners of boxes
    round all paths and words, fonts by name and whether the file carries them, and images.
    `words`: nothing but words was drawn."""

    thinnest: float = math.inf
    smallest: float = math.inf
    quads: list[Quad] = field(default_factory=list)
    fonts: set[tuple[str, bool]] = field(default_factory=set)
    images: list[Picture] = field(default_factory=list)
    words: bool = False

    @property
    def boxes(self) -> list[Rect]:
        """Upright boxes round all paths and words."""
        return list(map(box_of, self.quads))

    def add(self, other: Drawn, at: Affine, *, quads: bool = True) -> None:
        """Take over what was drawn in another space that `at` maps to this one."""
        thinnest, smallest = other.thinnest, other.smallest
        if at is not IDENTITY:
            scale = math.sqrt(abs(at.a * at.d - at.b * at.c))
            thinnest, smallest = thinnest * scale, smallest * scale
        if thinnest < self.thinnest:
            self.thinnest = thinnest
        if smallest < self.smallest:
            self.smallest = smallest
        if quads:
            self.quads += mapped(tuple(other.quads), at)
        self.fonts |= other.fonts
        if other.images:
            self.images += [Picture(image.pixels, at @ image.at) for image in other.images]


@lru_cache(maxsize=256)
def mapped(quads: tuple[Quad, ...], at: Affine) -> tuple[Quad, ...]:
    """Boxes in another space; most pages carry the same marks as the one before."""
    return tuple(tuple(map(at.apply, quad)) for quad in quads)


@lru_cache(maxsize=4096)
def box_of(quad: Quad) -> Rect:
    """The upright box round a quad."""
    return bounds(quad)


Put = tuple[int, Affine]
"""A form, by a number of its own in the file, and the map from its space to where it is put."""


class Region(Struct):
    """A piece's place as the file has it: `at` maps its own mm to the page's, `box` is the clip in
    its own mm, `visible` what all clips leave of it on the page, `forms` what is put into it and
    `parts` what these draw."""

    at: Affine
    box: Rect
    visible: Rect
    forms: list[Put] = field(default_factory=list)
    parts: list[Drawn] = field(default_factory=list)

    @property
    def drawn(self) -> Drawn:
        """All that is drawn in it."""
        found = Drawn()
        for (_, inner), part in zip(self.forms, self.parts, strict=True):
            found.add(part, self.at @ inner)
        return found


class Content(Struct, frozen=True):
    """A page read: its regions in order, what lies outside all of them, and everything. `forms` are
    those outside the regions, with what they draw."""

    regions: tuple[Region, ...]
    loose: Drawn
    whole: Drawn
    forms: tuple[tuple[Put, Drawn], ...] = ()
