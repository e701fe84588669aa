"""Path tiles as truth: turns, shapes, and the maze of one cell they are."""

from __future__ import annotations

from itertools import combinations

import pytest

from pnp.families.dedalos.paths import OPPOSITE, SHAPES, PathTile, shape_of, turn_sides
from pnp.geometry.topology import SIDES

ALL = ["".join(c) for n in range(5) for c in combinations(SIDES, n)]


@pytest.mark.parametrize("sides", ALL)
def test_turning_the_tile_turns_its_maze(sides: str) -> None:
    for quarters in range(5):
        tile = PathTile(sides).turned(quarters)
        assert tile.grid == PathTile(sides).grid.turned(quarters)
        assert {port.side for port in tile.grid.ports} == set(tile.sides)
    assert PathTile(sides).turned(4) == PathTile(sides)


def test_a_turn_is_clockwise() -> None:
    assert [turn_sides("NE", q) for q in range(4)] == ["NE", "ES", "SW", "NW"]
    assert {side: turn_sides(side, 2) for side in SIDES} == OPPOSITE


def test_fifteen_ways_to_open_a_tile_are_five_shapes() -> None:
    shapes: dict[str, int] = {}
    for sides in ALL[1:]:
        shapes[shape_of(sides)] = shapes.get(shape_of(sides), 0) + 1
    assert shapes == {"N": 4, "NE": 4, "NS": 2, "NES": 4, "NESW": 1}
    assert set(SHAPES) == set(shapes)
    assert not PathTile("").joins and PathTile("N").joins


def test_tokens_say_whether_a_side_is_open() -> None:
    tile = PathTile("NS")
    assert [tile.tokens(side) for side in SIDES] == [((True,),), ((False,),)] * 2
    assert tile.openings == 2
