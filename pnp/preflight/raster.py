"""Black-and-white pictures as rows of runs: flood fill, erosion by a disc, measuring an edge.

Parts are found by joining the runs of neighbouring rows, erosion works on the whole picture as one
large number: both take thousands of times fewer steps than visiting pixels.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from PIL.Image import Image

_ONES = re.compile("1+")
_BITS = bytes(48 + (value >= 128) for value in range(256))


Run = tuple[int, int]
"""Pixels from the first number up to the second, without it."""


class Raster(Struct, frozen=True, dict=True):
    """A picture of open ("1") and shut ("0") pixels, row by row from the top."""

    rows: tuple[str, ...]

    @property
    def width(self) -> int:
        return len(self.rows[0])

    @property
    def height(self) -> int:
        return len(self.rows)

    @cached_property
    def runs(self) -> tuple[tuple[Run, ...], ...]:
        """The open runs of every row, from the left."""
        found: list[tuple[Run, ...]] = []
        for y, row in enumerate(self.rows):
            same = y and row == self.rows[y - 1]
            found.append(found[-1] if same else _runs(row))
        return tuple(found)

    def edge(self, side: str) -> tuple[Run, ...]:
        """The open runs along a side of the picture, from the left or from the top."""
        if side in "NS":
            return self.runs[0 if side == "N" else -1]
        return _runs("".join(row[-1 if side == "E" else 0] for row in self.rows))

    def parts_at(self, pixels: list[tuple[int, int]]) -> list[int | None]:
        """The connected part (4 neighbours) that each pixel (x, y) lies in; None if it is shut."""
        first, parents = self._joined
        found: list[int | None] = []
        for x, y in pixels:
            i = bisect_right(self.runs[y], (x, self.width + 1)) - 1
            inside = i >= 0 and x < self.runs[y][i][1]
            found.append(_root(parents, first[y] + i) if inside else None)
        return found

    @cached_property
    def _joined(self) -> tuple[list[int], list[int]]:
        """The number of each row's first run, and for each run one that it is joined to."""
        first: list[int] = []
        parents: list[int] = []
        for y, row in enumerate(self.runs):
            here = len(parents)
            first.append(here)
            if y and row is self.runs[y - 1]:
                parents += range(first[y - 1], here)
                continue
            parents += range(here, here + len(row))
            if y:
                _join(parents, self.runs[y - 1], first[y - 1], row, here)
        return first, parents

    def eroded(self, radius: int) -> Raster:
        """The pixels round which a disc of 2·radius + 1 pixels is open.

        Beyond its border the picture goes on as its outermost pixels do.
        """
        wide = [row[0] * radius + row + row[-1] * radius for row in self.rows]
        padded = [wide[0]] * radius + wide + [wide[-1]] * radius
        stride = self.width + 2 * radius
        bits = int("".join(padded), 2)
        # `line` is open where `half` pixels to the left and to the right are: a disc's widest row
        # first would need all of them, so the rows are visited from its top to its middle.
        line, half = bits, 0
        found = bits
        for dy in range(radius, -1, -1):
            while half < int((radius * radius - dy * dy) ** 0.5):
                half += 1
                line &= bits << half & bits >> half
            found &= line << dy * stride & line >> dy * stride
        text = f"{found & (1 << len(padded) * stride) - 1:0{len(padded) * stride}b}"
        starts = range(radius * stride + radius, (radius + self.height) * stride, stride)
        return Raster(tuple(text[start : start + self.width] for start in starts))


def _runs(row: str) -> tuple[Run, ...]:
    return tuple(found.span() for found in _ONES.finditer(row))


def _join(
    parents: list[int], above: tuple[Run, ...], first: int, row: tuple[Run, ...], here: int
) -> None:
    """Join the runs of a row (numbered from `here`) with those that touch them from above."""
    i = j = 0
    while i < len(above) and j < len(row):
        (start, end), (low, high) = above[i], row[j]
        if start < high and low < end:
            one, other = _root(parents, first + i), _root(parents, here + j)
            if one != other:
                parents[max(one, other)] = min(one, other)
        if end < high:
            i += 1
        else:
            j += 1


def _root(parents: list[int], run: int) -> int:
    while parents[run] != run:
        parents[run] = parents[parents[run]]
        run = parents[run]
    return run


def raster_of(image: Image) -> Raster:
    """The pixels of a picture that are nearer to white than to black."""
    grey = image.convert("L")
    text = grey.tobytes().translate(_BITS).decode("ascii")
    return Raster(tuple(text[i : i + grey.width] for i in range(0, len(text), grey.width)))


def parts_of(raster: Raster, ports: dict[str, Run]) -> dict[str, int | None]:
    """The part of the picture that the middle of each port, a run along a side, lies in."""
    last = {"N": 0, "W": 0, "S": raster.height - 1, "E": raster.width - 1}
    pixels = []
    for side, run in ports.items():
        middle = (sum(run) - 1) // 2
        pixels.append((middle, last[side]) if side in "NS" else (last[side], middle))
    return dict(zip(ports, raster.parts_at(pixels), strict=True))


def are_joined(raster: Raster, ports: dict[str, Run]) -> bool:
    """True if the middles of all ports are open and lie in one part."""
    parts = set(parts_of(raster, ports).values())
    return len(parts) <= 1 and None not in parts


def clear_width(raster: Raster, ports: dict[str, Run]) -> int:
    """The diameter, in pixels, of the largest disc that rolls from each port to every other.

    0 when they are not joined at all.
    """
    if not ports or not are_joined(raster, ports):
        return 0
    low, high = 0, max(end - start for start, end in ports.values())
    while high - low > 1:
        middle = (low + high) // 2
        if are_joined(raster.eroded(middle), ports):
            low = middle
        else:
            high = middle
    return 2 * low + 1
