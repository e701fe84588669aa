"""DDL: each check has a game that passes and one that fails, at its place."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from dedale_help import copy_to, plan

from pnp.checks import run
from pnp.errors import Problem
from pnp.families.dedale.rules import roman
from pnp.family import families
from pnp.game.loader import load
from pnp.game.plan import Plan

WALLED = """\
      +   +---+   +
        r | bT| r
      +   +---+   +"""


def found(folder: Path) -> list[Problem]:
    game, loading = load(folder)
    return list(run(Plan(game), loading).problems)


def test_the_kit_breaks_no_rule() -> None:
    report = run(plan())
    assert report.problems == ()
    proved = {p.code: p.cases for p in report.proofs if p.result == "proved"}
    assert proved["DDL110"] == 413, "moves played again"
    assert proved["DECK004"] == 25 * 24 // 2
    assert proved["PATH013"] == 50_000, "25 cards, ordered pairs, 4 turns, 4 sides, 5 offsets"
    assert "dedale" in families()


Change = tuple[str, str, str]
"""A file, a text that stands in it once or more, and what the first one becomes."""

CHANGES: dict[str, tuple[list[Change], list[tuple[str, str]]]] = {
    "unknown role": (
        [("labyrinth.yaml", "kind: cell_card", "kind: cell_card\nrole: cards")],
        [("DDL101", "card-01 has the role 'cards', which these rules do not know")],
    ),
    "a second Minotaur Tile": (
        [("labyrinth.yaml", "| y   y   y\n", "| y   m   y\n")],
        [("DDL101", "card-01 has a Tile without a colour")],
    ),
    "another grid": (
        [("labyrinth.yaml", "cells: 3x3", "cells: 3x4")],
        [("DEF008", "the maze has 7 lines, not 9")],
    ),
    "backs": (
        [("labyrinth.yaml", "back: b\n", "back: g\n")],
        [("DDL103", "the backs show 6 red, 7 green, 5 blue, 6 yellow")],
    ),
    "colours": (
        [("labyrinth.yaml", "| y   y   y\n", "| y   y   r\n"),
         ("labyrinth.yaml", "  g   g   g |\n      +   +   +---+\n\n  card-02",
          "  g   r   r |\n      +   +   +---+\n\n  card-02")],
        [("DDL104", "the cards have 57 red, 52 green, 54 blue, 53 yellow Tiles")],
    ),
    "walls": (
        [("labyrinth.yaml", "      +   +   +---+\n      | y   y   y\n",
          "      +---+---+---+\n      | y | y | y |\n")],
        [("DDL105", "card-01 has 7 border walls, not 4 to 6")],
    ),
    "heroes": (
        [("labyrinth.yaml", "bT  b", "b   b")],
        [("DDL106", "theseus stands on 1 Tiles, not 2")],
    ),
    "Minotaur aside": (
        [("minotaur.yaml", "y   m   y", "m   y   y")],
        [("DDL107", "minotaur: the Minotaur is not alone in the middle")],
    ),
    "Minotaur walled": (
        [("minotaur.yaml", "y   m   y", "y | m   y")],
        [("DDL107", "minotaur: the Minotaur's Tile has walls")],
    ),
    "numbers": (
        [("labors.yaml", "number: IV", "number: IIII")],
        [("DDL108", "labor-4 is labor IIII, but the 4. in order")],
    ),
    "documented labor": (
        [("labors.yaml", "zones(size>=10) >= 1", "zones(size>=11) >= 1")],
        [("DDL109", "labor III asks for zones(size>=11) >= 1")],
    ),
    "grammar": (
        [("labors.yaml", "condition: tiles >= 6", "condition: tiles > 6")],
        [("DEF020", "'>' where '>=', '<=' or '==' belongs")],
    ),
    "a changed wall": (
        [("labyrinth.yaml", "      +---+   +---+\n        b   b   b\n",
          "      +   +   +   +\n        b   b   b\n")],
        [("DDL110", "a certificate fails: ")],
    ),
    "a changed labor": (
        [("labors.yaml", "tiles >= 6", "tiles >= 7")],
        [("DDL110", "a certificate fails: labor I asks for tiles >= 7, not tiles >= 6")],
    ),
    "a stranger in the deal": (
        [("certificates.json", '"deal": ["card-05"', '"deal": ["card-99"')],
        [("DDL110", "a certificate fails: the deal is not the deck: no card-05")],
    ),
    "broken file": (
        [("certificates.json", '"rot": 180', '"rot": "x"')],
        [("DDL110", "'x' is not a whole number")],
    ),
    "no file": (
        [("labors.yaml", "certificates: certificates.json", "certificates: nothing.json")],
        [("DDL110", "there is no such file"),
         ("DDL111", "labor I is certified for 0 numbers of players")],
    ),
    "another folder": (
        [("labors.yaml", "certificates: certificates.json", "certificates: ../x.json")],
        [("DEF003", "'../x.json'")],
    ),
    "twins": (
        [("labyrinth.yaml", "cards:\n", "cards:\n\n  twin:\n    back: b\n    grid: |\n"
          "      +---+   +   +\n      | y   b   g\n      +   +   +   +\n        y   b   g\n"
          "      +---+---+---+\n".replace("+---+---+---+", "+   +   +   +")
          + "        y   b   g |\n      +---+   +   +\n")],
        [("DECK001", "25 labyrinth, but the rules promise 24")],
    ),
    "a Tile walled in": (
        [("labyrinth.yaml", "        b   b   b\n      +   +   +   +\n        g   g   g |\n",
          "        b | b | b\n      +---+---+   +\n        g   g   g |\n"),
         ("labyrinth.yaml", "      +---+   +---+\n        b | b | b\n",
          "      +---+---+---+\n        b | b | b\n")],
        [("PATH002", "card-01: space 5 walled in on all sides")],
    ),
    "steps": (
        [("game.yaml", "  step: 1 ", "  step: 2 ")],
        [("PATH013", "card-01: 3 x 3 cells are no whole number of 2-cell units")],
    ),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", CHANGES)
def test_each_change_is_noticed(tmp_path: Path, name: str) -> None:
    changes, expected = CHANGES[name]
    folder = copy_to(tmp_path)
    for file, old, new in changes:
        text = (folder / file).read_text(encoding="utf-8")
        assert old in text, f"{file}: {old!r}"
        (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    problems = found(folder)
    assert problems and all(p.loc is not None for p in problems)
    for code, message in expected:
        assert any(p.code == code and p.message.startswith(message) for p in problems), "\n".join(
            map(str, problems)
        )


def test_a_card_turned_is_the_same_card(tmp_path: Path, edit: Callable[..., None]) -> None:
    """Card 2 drawn a quarter turned, in the place of card 1."""
    from pnp.geometry.notation import format_maze

    folder = copy_to(tmp_path)
    pieces = {p.id: p for p in plan().pieces}
    one, two = pieces["card-01"].grid, pieces["card-02"].grid
    assert one and two
    block = "\n".join(f"      {line}" for line in format_maze(one).split("\n"))
    turned = "\n".join(f"      {line}" for line in format_maze(two.turned(1)).split("\n"))
    edit(folder / "labyrinth.yaml", block, turned)
    assert ("DECK004", "card-02 is card-01 again, up to a turn") in [
        (p.code, p.message) for p in found(folder)
    ]


def test_one_number_of_players_is_not_enough(tmp_path: Path) -> None:
    folder = copy_to(tmp_path)
    path = folder / "certificates.json"
    data = json.loads(path.read_text(encoding="utf-8"))
    data["certificates"] = [
        c for c in data["certificates"] if c["labor"] != "VII" or c["players"] == 3
    ]
    path.write_text(json.dumps(data), encoding="utf-8")
    (problem,) = found(folder)
    assert (problem.code, problem.message) == (
        "DDL111",
        "labor VII is certified for 1 numbers of players",
    )
    assert problem.loc is not None and problem.loc.file.endswith("labors.yaml")


def test_an_unreadable_card_is_one_problem_not_sixty(tmp_path: Path) -> None:
    folder = copy_to(tmp_path)
    path = folder / "labyrinth.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("| y   y   y\n", "| y   q   y\n", 1), encoding="utf-8")
    codes = [p.code for p in found(folder)]
    assert codes == ["DEF008"], "nothing that only follows from it"


def test_the_family_is_chosen_by_rules_not_by_name(
    tmp_path: Path, edit: Callable[..., None]
) -> None:
    folder = copy_to(tmp_path).rename(tmp_path / "my-own")
    edit(folder / "labors.yaml", "number: IV", "number: IIII")
    assert "DDL108" in {p.code for p in found(folder)}
    edit(folder / "game.yaml", "rules: dedale\n", "")
    assert {p.code for p in found(folder)} == {"BOARD001"}, "the leaflet shows a solved labor"


def test_roman_numbers() -> None:
    assert [roman(n) for n in (1, 4, 9, 10, 14, 39)] == ["I", "IV", "IX", "X", "XIV", "XXXIX"]


def test_cards_of_another_grid_are_found(tmp_path: Path) -> None:
    """A card that is drawn well, but on 2 x 2 Tiles: DDL102 says so, at the card."""
    (tmp_path / "game.yaml").write_text(
        "title: Small\nrules: dedale\ntheme: {emblem: owl}\n"
        "documents: {cards: {print: [labyrinth]}}\nplacement: {contact: either wall}\n",
        encoding="utf-8",
    )
    (tmp_path / "labyrinth.yaml").write_text(
        "kind: cell_card\ncells: 2x2\ncell: 21mm\nback: none\n"
        'colours:\n  r: {name: red, colour: "#D03A1C", pattern: wave}\n'
        "cards:\n  small:\n    grid: |\n"
        "      +   +---+\n        r   r\n      +   +   +\n      | r   r\n      +   +   +\n",
        encoding="utf-8",
    )
    wrong = [p for p in found(tmp_path) if p.code == "DDL102"]
    assert [(p.message, p.severity) for p in wrong] == [("small has 2 x 2 Tiles", "error")]
    assert wrong[0].loc and wrong[0].loc.line == 8
