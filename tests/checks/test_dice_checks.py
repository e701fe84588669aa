"""Checks of the dice of any game; each fixture says which problems it should have."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from pnp.checks.registry import CHECKS, run_check
from pnp.errors import Problem, Proof
from pnp.game.loader import load
from pnp.game.plan import Plan

GAME = "title: Own\ndocuments:\n  dice_{paper}: {print: [dice]}\n"
GOOD = """\
kind: die
beats: {ox: Cat}
blank: [Flag]
deal: {2: 2}
dice:
  a: {faces: [ox, Cat, 1, 2, 3, Flag], letter: A, copies: 2}
  b: {faces: [1, 2, 3, 4, 5, Flag], letter: B, copies: 2}
"""

Run = Callable[..., tuple[list[Problem], list[Proof]]]


@pytest.fixture
def check(tmp_path: Path) -> Run:
    def run(code: str, dice: str) -> tuple[list[Problem], list[Proof]]:
        (tmp_path / "game.yaml").write_text(GAME)
        (tmp_path / "dice.yaml").write_text(dice)
        game, problems = load(tmp_path)
        assert not problems, problems
        return run_check(CHECKS[code], Plan(game))

    return run


@pytest.mark.parametrize("code", ["DICE001", "DICE002", "DICE003", "DICE004", "DICE005"])
def test_good_dice_pass(code: str, check: Run) -> None:
    problems, _ = check(code, GOOD)
    assert problems == []


@pytest.mark.parametrize(
    ("code", "old", "new", "line", "words"),
    [
        ("DICE001", "[1, 2, 3, 4, 5, Flag]", "[4, 4, 4, 4, 4, 4]", 7, "b shows 4 on every face"),
        ("DICE002", "{ox: Cat}", "{ox: Cat, Cat: ox}", 2, "ox and Cat beat each other"),
        ("DICE002", "{ox: Cat}", "{ox: ox}", 2, "ox and ox beat each other"),
        ("DICE002", "{ox: Cat}", "{ox: Cat, Cat: dog}", 2, "'dog' stands on no die"),
        ("DICE002", "[Flag]", "[flug]", 3, "'flug' stands on no die"),
        ("DICE002", "deal: {2: 2}", "circle: cow", 4, "'cow' is no character"),
        ("DICE003", "[1, 2, 3, 4, 5, Flag]", "[1, 2, 3, 4, Owl, 5]", 7, "'Owl' decides nothing"),
        ("DICE004", "{2: 2}", "{2: 2, 3: 2}", 4, "3 players need 3 x 2 = 6 dice, there are 4"),
        ("DICE005", "letter: B", "letter: A", 7, "b and a both show 1"),
    ],
)
def test_bad_dice_do_not(code: str, old: str, new: str, line: int, words: str, check: Run) -> None:
    assert GOOD.count(old) == 1
    problems, _ = check(code, GOOD.replace(old, new))
    assert any(words in p.message for p in problems), problems
    assert {p.loc.line for p in problems if p.loc} == {line}
    assert all(p.hint for p in problems)


def test_a_full_circle_needs_a_winner(check: Run) -> None:
    circle = GOOD.replace("{ox: Cat}", "{ox: Cat, Cat: Owl, Owl: ox}").replace("3, Flag", "3, Owl")
    problems, _ = check("DICE002", circle)
    assert [p.message for p in problems] == ["when all characters meet nobody wins"]
    problems, _ = check("DICE002", circle.replace("blank: [Flag]", "blank: [Flag]\ncircle: Owl"))
    assert problems == []


def test_enough_dice_is_proved_or_refuted(check: Run) -> None:
    assert [p.result for p in check("DICE004", GOOD)[1]] == ["proved"]
    assert [p.result for p in check("DICE004", GOOD.replace("{2: 2}", "{5: 1}"))[1]] == ["refuted"]


def test_equal_dice_in_two_colours_are_no_problem(check: Run) -> None:
    """Two sets of ordinary dice may differ in colour: they mean the same."""
    dice = "kind: die\ndice:\n  red: {ground: '#AA0000'}\n  blue: {ground: '#0000AA'}\n"
    assert check("DICE005", dice)[0] == []
