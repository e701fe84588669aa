"""The edge rule `at least one`: the proof by tokens against trying all pairs, sides and turns."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.checks.continues import prove_continues
from pnp.families.dedalos.paths import PathTile
from pnp.geometry.notation import parse_maze
from pnp.geometry.topology import SIDES, Maze

FACING = {"N": "S", "E": "W", "S": "N", "W": "E"}


def naive(tiles: list[Maze]) -> tuple[bool, int]:
    """Lay each tile, in each turn, at each open side of each tile; squares of one size only."""
    good, cases = True, 0
    for first, second in product(tiles, tiles):
        for side in SIDES:
            mine = first.border(side)
            if not any(mine):
                continue
            cases += 1
            good &= any(
                any(
                    a and b
                    for a, b in zip(mine, reversed(turned.border(FACING[side])), strict=True)
                )
                for turned in map(second.turned, range(4))
            )
    return good, cases


def square(bits: int) -> Maze:
    """A tile of 2 x 2 cells, open inside, whose eight border walls are bits."""
    shut = [bool(bits >> i & 1) for i in range(8)]
    across = (tuple(shut[0:2]), (False, False), tuple(shut[2:4]))
    down = ((shut[4], False, shut[5]), (shut[6], False, shut[7]))
    return Maze(2, 2, across, down, ("",) * 4, ("",) * 4)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.integers(0, 255), min_size=1, max_size=5))
def test_tokens_and_trying_agree_on_wide_sides(walls: list[int]) -> None:
    tiles = [square(w) for w in walls]
    verdict = prove_continues(tiles, 2)
    assert (verdict.result == "proved", verdict.cases) == naive(tiles)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sets(st.sampled_from(SIDES)), min_size=1, max_size=6))
def test_tokens_and_trying_agree_on_path_tiles(sides: list[set[str]]) -> None:
    tiles = [PathTile("".join(s for s in SIDES if s in one)) for one in sides]
    verdict = prove_continues(tiles, 1)
    assert (verdict.result == "proved", verdict.cases) == naive([tile.grid for tile in tiles])


def test_all_shapes_continue_each_other() -> None:
    tiles = [PathTile(sides) for sides in ("N", "NS", "NE", "NES", "NESW")]
    verdict = prove_continues(tiles, 1)
    assert (verdict.result, verdict.cases) == ("proved", (1 + 2 + 2 + 3 + 4) * 5)


def test_the_example_is_a_tile_that_really_fits_nowhere() -> None:
    left, _ = parse_maze(
        "+   +---+\n|       |\n+   +   +\n|       |\n+---+---+".replace("|       |", "| .   . |"),
        2,
        2,
        "",
    )
    right, _ = parse_maze("+---+   +\n| .   . |\n+   +   +\n| .   . |\n+---+---+", 2, 2, "")
    assert left and right
    verdict = prove_continues([left, right], 2)
    assert verdict.result == "refuted" and verdict.example
    pair = [left, right][verdict.example.first], [left, right][verdict.example.second]
    side = verdict.example.side
    mine = pair[0].border(side)
    for turned in map(pair[1].turned, range(4)):
        facing = turned.border(FACING[side])[::-1]
        assert not any(a and b for a, b in zip(mine, facing, strict=True))


def test_sides_that_are_no_whole_units_are_refused() -> None:
    with pytest.raises(ValueError, match="no whole number"):
        prove_continues([square(0)], 3)
