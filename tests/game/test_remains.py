"""One fault does not hide the next: in a component, in game.yaml, and without news that follow."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import TINY_TILES, Result

from pnp.definition.model import GameFile
from pnp.definition.schema import fields_of
from pnp.definition.schema import read as read_schema
from pnp.definition.source import Node, node_of, parse_tree
from pnp.errors import Loc
from pnp.families.dedalos.path_tile import PathTiles
from pnp.kinds import all_kinds
from pnp.kinds.card import Cards
from pnp.kinds.standee import Standees

Check = Callable[..., Result]


@pytest.fixture
def told(run_cli: Callable[..., Result], tiny_folder: Path) -> Callable[[], list[str]]:
    """Place and code of everything that `pnp check` says."""

    def check() -> list[str]:
        lines = run_cli("check", tiny_folder).out.splitlines()
        places = [line.partition(f"{tiny_folder}/")[2] for line in lines if line[:1] == "/"]
        return [" ".join(place.replace(":", " ").split()[i] for i in (0, 1, 3)) for place in places]

    return check


CARDS = """\
kind: card
size: 63 x 88
back: lion
corners: round
cards:
  fox: {art: fox.png, copies: two}
  owl: art/owl.png
  elk: elk.svg
  hen: {art: hen.gif, copis: 2}
"""
SVG = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88"/>'
FIGURES = "kind: standee\nfigures:\n  red: {symbol: pawm}\n  blue: {symbol: owl, colour: blue}\n"


def test_a_component_is_told_as_a_whole(told: Callable[[], list[str]], tiny_folder: Path) -> None:
    (tiny_folder / "deck.yaml").write_text(CARDS)
    (tiny_folder / "elk.svg").write_bytes(SVG)
    (tiny_folder / "figures.yaml").write_text(FIGURES)
    assert told() == [
        "deck.yaml 2 DEF003",
        "deck.yaml 3 DEF007",
        "deck.yaml 4 DEF003",
        "deck.yaml 6 DEF003",
        "deck.yaml 7 ART002",
        "deck.yaml 9 ART003",
        "deck.yaml 9 DEF002",
        "figures.yaml 3 DEF007",
        "figures.yaml 4 DEF003",
    ]


@pytest.mark.parametrize(
    ("game", "codes"),
    [
        ("title: Tiny\n", ["1 DEF003"]),
        ("titel: Tiny\ndocuments: {a: {print: tiles}}\n", ["1 DEF002", "1 DEF003", "2 DEF003"]),
        ("title: [\n", ["1 SRC004"]),
        ("title: Tiny\ntheme: {emblem: howl}\n", ["1 DEF003", "2 DEF007"]),
    ],
)
def test_a_broken_game_file_hides_no_component(
    told: Callable[[], list[str]], tiny_folder: Path, game: str, codes: list[str]
) -> None:
    (tiny_folder / "game.yaml").write_text(game)
    (tiny_folder / "figures.yaml").write_text(FIGURES)
    (tiny_folder / "deck.yaml").write_text(CARDS.replace("63 x 88", "63 x 88mm"))
    found = told()
    assert "deck.yaml 7 ART002" in found and "figures.yaml 3 DEF007" in found
    assert [line for line in found if line.startswith("game")] == [f"game.yaml {c}" for c in codes]


def test_leaflets_are_read_beside_a_broken_game_file(
    told: Callable[[], list[str]], tiny_folder: Path
) -> None:
    text = "titel: Tiny\ndocuments:\n  rules:\n    leaflet: missing.md\n"
    (tiny_folder / "game.yaml").write_text(text)
    assert "game.yaml 4 LEAF003" in told()


def test_nothing_follows_from_what_was_left_out(
    told: Callable[[], list[str]], tiny_folder: Path
) -> None:
    """A tile without its size has no thick walls; a shape that is no shape is counted nowhere."""
    tiles = TINY_TILES.replace("18mm", "18").replace("cells: 3x3", "cells: 3 by 3")
    (tiny_folder / "tiles.yaml").write_text(tiles)
    (tiny_folder / "ways.yaml").write_text(
        "kind: path_tile\ntile: 45\ncorridor: 40mm\nback: labrys\n"
        "shapes: {D: Q}\ncounts: {D: [3]}\n"
    )
    assert told() == [
        "tiles.yaml 2 DEF003",
        "tiles.yaml 3 DEF003",
        "ways.yaml 2 DEF003",
        "ways.yaml 5 DEF003",
    ]


def read(text: str) -> Node:
    return parse_tree(text, "x.yaml")[0]


def test_what_is_right_remains() -> None:
    cards = read_schema(Cards, read(CARDS), {"id": "deck"}).rest
    assert cards is not None and (cards.size, cards.corners) == ((60.0, 60.0), 0.0)
    assert [*cards.cards] == ["owl", "elk", "hen"]
    figures = read_schema(Standees, read(FIGURES), {"id": "figures"}).rest
    assert figures is not None and figures.figures["blue"].colour == "#111111"
    text = (
        "kind: path_tile\nshapes: {A: N, B: X}\ntiles: {a: {sides: 5}, b: {copies: -1, stars: 2}}"
    )
    tiles = read_schema(PathTiles, read(text), {"id": "ways", "kind": "path_tile"}).rest
    assert tiles is not None and (tiles.shapes, tiles.tiles["b"].stars) == ({"A": "N"}, 2)


def test_nothing_remains_of_what_is_no_mapping() -> None:
    rest = read_schema(Standees, read("kind: standee\nfigures: 5"), {"id": "f"}).rest
    assert rest is not None and not rest.figures
    assert read_schema(GameFile, Node("list", Loc("x"))).rest is None


@pytest.mark.parametrize("kind", all_kinds(), ids=lambda kind: kind.name)
@pytest.mark.parametrize("value", ["?", ["?"], {"?": "?"}, {"?": ["?"]}, [{"?": {"?": "?"}}]])
def test_nonsense_ends_the_reading(kind: object, value: object) -> None:
    """Every key of every kind is nonsense: something remains, or nothing, but it ends."""
    schema = kind.schema  # type: ignore[attr-defined]
    written = {name: value for name in fields_of(schema) if name not in ("kind", "id")}
    node = node_of({"kind": kind.name, **written}, Loc("x"))  # type: ignore[attr-defined]
    rest = read_schema(schema, node, {"id": "x"}).rest
    assert rest is None or rest.kind == kind.name  # type: ignore[attr-defined]
