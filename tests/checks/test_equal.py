"""Equal sides: the proof by distinct sides against laying every two tiles side by side."""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import given
from hypothesis import strategies as st

from pnp.checks.contacts import Sided, prove_equal, sides_fit
from pnp.families.the_labyrinth.hedges import Landscape
from pnp.geometry.topology import Maze

SIDES = "NESW"


@dataclass(frozen=True)
class Tile:
    """Four sides, each read clockwise."""

    sides: tuple[tuple[str, ...], ...]

    def edge(self, side: str, /) -> tuple[str, ...]:
        return self.sides[SIDES.index(side)]


def grid(tile: Tile, quarters: int) -> dict[tuple[int, int], str]:
    """What lies at the border of a 3 x 3 tile, by half cells, turned clockwise by quarters."""
    found = {}
    for number, side in enumerate(tile.sides):
        for i, what in enumerate(side):
            x, y = 2 * i + 1, 0
            for _ in range(number + quarters):
                x, y = 6 - y, x
            found[x, y] = what
    return found


def naive(tiles: list[Tile]) -> tuple[set[tuple[int, str]], bool]:
    """Sides without any partner, and whether all placements fit, by laying tiles to the east."""
    fits: dict[tuple[int, str], bool] = {(i, s): False for i in range(len(tiles)) for s in SIDES}
    always = True
    for i, one in enumerate(tiles):
        for turn in range(4):
            mine = grid(one, turn)
            side = SIDES[(1 - turn) % 4]  # the one that now lies in the east
            for other in tiles:
                for back in range(4):
                    yours = grid(other, back)
                    fit = all(mine[6, y] == yours[0, y] for y in (1, 3, 5))
                    fits[i, side] |= fit
                    always &= fit
    return {at for at, fit in fits.items() if not fit}, always


side = st.tuples(*[st.sampled_from(("field", "road"))] * 3)
tile = st.builds(Tile, st.tuples(side, side, side, side))


@given(st.lists(tile, min_size=1, max_size=3))
def test_distinct_sides_say_what_all_placements_say(tiles: list[Tile]) -> None:
    verdict = prove_equal(tiles)
    lonely, always = naive(tiles)
    assert set(verdict.lonely) == lonely
    assert verdict.always == always
    assert verdict.cases == (4 * len(tiles)) ** 2


def test_one_side_read_forwards_the_other_backwards() -> None:
    assert sides_fit(("field", "road", "field"), ("field", "road", "field"))
    assert sides_fit(("a", "b", "c"), ("c", "b", "a"))
    assert not sides_fit(("a", "b", "c"), ("a", "b", "c"))


def test_landscapes_have_sides_and_mazes_have_not() -> None:
    assert isinstance(Landscape(45, 4.5, "NESW", None, "#FFFFFF"), Sided)
    assert not issubclass(Maze, Sided)
