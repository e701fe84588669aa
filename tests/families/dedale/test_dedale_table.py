"""The table: either half is a wall, holes do not stop the Minotaur, zones stop at walls."""

from __future__ import annotations

import pytest

from pnp.families.dedale.conditions import parse_condition
from pnp.families.dedale.table import MINOTAUR, CardTable, Room, TopCell

RING = {(r, c): TopCell("red", "", "") for r in (-1, 0, 1) for c in (-1, 0, 1)}


def ring(**walls: str) -> CardTable:
    """Eight red Tiles round the Minotaur, walled off outside; `n=""` opens the north side."""
    tiles = dict(RING)
    for (row, col), _ in RING.items():
        sides = "".join(
            side
            for side, edge in (("N", row == -1), ("E", col == 1), ("S", row == 1), ("W", col == -1))
            if edge
        )
        tiles[row, col] = TopCell("red", "", sides)
    tiles[MINOTAUR] = TopCell("", "", "")
    for name, sides in walls.items():
        place = {"n": (-1, 0), "e": (0, 1), "s": (1, 0), "w": (0, -1)}[name]
        tiles[place] = tiles[place]._replace(walls=sides)
    return CardTable(tiles)


def room_of(table: CardTable) -> Room:
    room = table.locked_room()
    assert room is not None
    return room


def value(table: CardTable, text: str) -> bool:
    condition, slips = parse_condition(text, ["red", "blue"], ["theseus"])
    assert condition is not None, slips
    return room_of(table).failing(condition) is None


def test_walls_all_round_lock_the_minotaur() -> None:
    room = room_of(ring())
    assert (len(room.tiles), room.strict) == (8, True)
    assert MINOTAUR not in room.tiles


def test_one_open_edge_frees_it() -> None:
    assert ring(n="").locked_room() is None
    assert not ring(n="").strictly_locked()


def test_either_half_is_a_wall() -> None:
    table = ring(n="")
    table.lay({(-2, 0): TopCell("blue", "", "S")})
    assert len(room_of(table).tiles) == 8
    assert table.strictly_locked()


def test_a_hole_is_walked_over_but_counts_for_nothing() -> None:
    table = ring(n="")
    around = {(-2, -1): "E", (-3, 0): "S", (-2, 1): "W"}
    table.lay({place: TopCell("red", "", side) for place, side in around.items()})
    room = room_of(table)
    assert (len(room.tiles), room.strict, table.strictly_locked()) == (8, False, False)
    table.lay({(-2, 1): TopCell("red", "", "NES")})
    room = room_of(table)
    assert len(room.tiles) == 9, "the Tile beyond the hole belongs to the room"
    assert sorted(len(zone) for _, zone in room.zones) == [1, 8], "a hole joins no zone"


def test_walls_and_the_minotaur_part_zones() -> None:
    table = ring()
    for place in ((-1, -1), (0, -1), (1, -1)):
        table.tiles[place] = table.tiles[place]._replace(colour="blue")
    table.tiles[0, 1] = table.tiles[0, 1]._replace(walls="ENS")
    zones = sorted((colour, len(zone)) for colour, zone in room_of(table).zones)
    assert zones == [("blue", 3), ("red", 1), ("red", 2), ("red", 2)]


def test_terms_in_a_room() -> None:
    table = ring()
    table.tiles[0, 1] = table.tiles[0, 1]._replace(colour="blue", mark="theseus")
    for text, holds in {
        "tiles == 8": True,
        "tiles >= 9": False,
        "colours == 2": True,
        "colour(red) == 7": True,
        "zones(size>=7) == 1": True,
        "zones(size==1) >= 1": True,
        "zones(red, size==1) >= 1": False,
        "dcolours(size>=1) >= 2": True,
        "dcolours(size>=2) >= 2": False,
        "mark(theseus) == 1": True,
        "maxzone <= 6": False,
        "tiles == 8; mark(theseus) == 0": False,
    }.items():
        assert value(table, text) is holds, text


@pytest.mark.parametrize(
    ("places", "wanted", "says"),
    [
        ([(5, 5), (5, 6)], "", "it covers no Tile"),
        ([(0, 0), (0, 1)], "", "it covers the Minotaur"),
        ([(1, 1), (2, 1)], "blue", "it covers no blue Tile, though one is in sight"),
        ([(0, 1), (0, 2)], "blue", ""),
        ([(1, 1), (2, 1)], "green", ""),
        ([(1, 1), (2, 1)], "", ""),
    ],
)
def test_where_a_card_may_lie(places: list[tuple[int, int]], wanted: str, says: str) -> None:
    table = ring()
    table.tiles[0, 1] = table.tiles[0, 1]._replace(colour="blue")
    assert table.refusal(dict.fromkeys(places, TopCell("red", "", "")), wanted) == says


def test_the_picture_shows_walls_between_tiles() -> None:
    assert ring().picture() == "\n".join(
        (
            "+---+---+---+",
            "| r   r   r |",
            "+   +   +   +",
            "| r   @   r |",
            "+   +   +   +",
            "| r   r   r |",
            "+---+---+---+",
        )
    )
