"""Rows of options in which every two values meet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

Axes = Mapping[str, Sequence[Any]]
Row = dict[str, Any]
Cell = tuple[str, int]
"""A value of an axis, by its number."""


def is_excluded(row: Row, excluded: Sequence[Row]) -> bool:
    """True if the row holds a pair of values that is excluded."""
    return any(all(k in row and row[k] == v for k, v in pair.items()) for pair in excluded)


def pairs_of(axes: Axes, excluded: Sequence[Row]) -> Iterator[tuple[Cell, Cell]]:
    """Every two values of two axes that may stand together."""
    for one, other in combinations(axes, 2):
        for i, a in enumerate(axes[one]):
            for j, b in enumerate(axes[other]):
                if not is_excluded({one: a, other: b}, excluded):
                    yield (one, i), (other, j)


def covering(axes: Axes, excluded: Sequence[Row]) -> list[Row]:
    """Rows that hold every allowed pair, few but not the fewest; the same ones every time.

    Greedy: a row begins with a pair that is still missing, and every other axis takes the value
    that adds most missing pairs. `excluded` holds pairs of values, and leaves every axis a value
    that goes with all others.
    """
    pairs = list(pairs_of(axes, excluded))
    allowed = {*pairs, *((b, a) for a, b in pairs)}
    missing = dict.fromkeys(pairs)
    rows: list[Row] = []
    while missing:
        row = list(next(iter(missing)))
        for axis in sorted(
            axes.keys() - {axis for axis, _ in row}, key=lambda a: (-len(axes[a]), a)
        ):
            cells = [(axis, i) for i in range(len(axes[axis]))]
            fitting = [c for c in cells if all((c, other) in allowed for other in row)]
            row.append(max(fitting, key=lambda c: _gain(c, row, missing)))
        for one, other in combinations(row, 2):
            missing.pop((one, other), None)
            missing.pop((other, one), None)
        rows.append({axis: axes[axis][i] for axis, i in row})
    return rows


def _gain(cell: Cell, row: Sequence[Cell], missing: Mapping[tuple[Cell, Cell], None]) -> int:
    """The missing pairs that a value adds to a row."""
    return sum((cell, other) in missing or (other, cell) in missing for other in row)
