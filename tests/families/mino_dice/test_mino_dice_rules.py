"""Every DIC check fails on a small change of Mino Dice, and passes on the game itself."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from pnp.checks import all_checks
from pnp.checks.registry import run_check
from pnp.errors import Problem, Proof
from pnp.game.loader import bundled_games, load
from pnp.game.plan import Plan

CHECKS = all_checks()
CODES = sorted(code for code in CHECKS if code.startswith("DIC1"))
IVORY, BRONZE = "[flag, flag, flag, 1, 1, 7]", "[1, 2, 2, 2, 3, 3]"
AZURE, CRIMSON = "[3, 3, 4, 4, 5, 5]", "[5, 5, 6, 6, 6, 7]"
MERMAID = "[mermaid, mermaid, mermaid, mermaid, flag, flag]"

Check = Callable[..., tuple[list[Problem], list[Proof]]]


@pytest.fixture
def check(tmp_path: Path) -> Check:
    """Runs one check on the game with some texts of dice.yaml replaced."""

    def run(code: str, *changes: tuple[str, str]) -> tuple[list[Problem], list[Proof]]:
        folder = tmp_path / "own-game"
        shutil.copytree(bundled_games()["mino-dice"], folder)
        path = folder / "dice.yaml"
        text = path.read_text()
        for old, new in changes:
            assert text.count(old) == 1, f"{text.count(old)} times {old}"
            text = text.replace(old, new)
        path.write_text(text)
        game, problems = load(folder)
        assert not problems, problems
        return run_check(CHECKS[code], Plan(game))

    return run


def test_the_family_is_complete() -> None:
    assert [f"DIC1{n:02}" for n in range(1, 12)] == CODES
    assert all(CHECKS[code].severity == "error" for code in CODES)
    assert all(CHECKS[code].rules == "mino-dice" for code in CODES)
    assert all(len(CHECKS[code].manual) > 40 for code in CODES)


@pytest.mark.slow
@pytest.mark.parametrize("code", CODES)
def test_mino_dice_passes(code: str, check: Check) -> None:
    problems, proofs = check(code)
    assert problems == []
    assert all(proof.result == "proved" for proof in proofs)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("code", "old", "new", "words"),
    [
        ("DIC101", "strength: 4", "strength: 3", "strengths 1, 2, 3, 3"),
        ("DIC101", MERMAID, "[1, 2, 3, 4, 5, flag]", "2 types of character dice and 5 of number"),
        (
            "DIC102",
            "title: Griffin\n    copies: 2",
            "title: Griffin\n    copies: 3",
            "3 dice die-g",
        ),
        (
            "DIC102",
            "title: Bronze\n    copies: 8",
            "title: Bronze\n    copies: 7",
            "29 number dice",
        ),
        (
            "DIC103",
            MERMAID,
            MERMAID.replace("mermaid, flag", "flag, flag"),
            "3 x mermaid, 3 x flag",
        ),
        ("DIC103", MERMAID, MERMAID.replace("mermaid, flag", "griffin, flag"), "1 x griffin"),
        ("DIC104", "mermaid: minotaur}", "mermaid: griffin}", "minotaur > griffin > mermaid"),
        ("DIC104", ", mermaid: minotaur}", "}", "minotaur > griffin > mermaid"),
        ("DIC105", AZURE, "[3, 3, 3, 3, 5, 5]", "have no 4"),
        ("DIC105", CRIMSON, "[5, 5, 6, 6, 8, 7]", "a 8 too much"),
        ("DIC106", AZURE, "[2, 3, 4, 4, 5, 5]", "in common: 2, 3"),
        ("DIC106", CRIMSON, "[6, 6, 6, 6, 6, 7]", "in common: none"),
        ("DIC107", BRONZE, "[flag, 2, 2, 2, 3, 3]", "die-bronze has 1 flags"),
        ("DIC107", IVORY, "[1, 1, 1, 1, 1, 7]", "die-ivory has no flag"),
        ("DIC108", IVORY, "[flag, flag, flag, 1, 7, 7]", "2 sevens"),
        ("DIC108", IVORY, "[flag, flag, flag, 1, 1, 1]", "0 sevens"),
        ("DIC109", BRONZE, "[1, 2, 4, 4, 4, 4]", "median of Azure is 4, of Bronze 4"),
        ("DIC110", ", 5: 7", "", "for 5 players"),
        ("DIC111", BRONZE, "[1, 2, 2, 2, 2, 3]", "Bronze beats Azure with a chance of 1/36"),
        ("DIC111", IVORY, "[1, 1, 1, 7, 7, 7]", "Ivory beats Bronze"),
    ],
)
def test_a_changed_die_does_not(code: str, old: str, new: str, words: str, check: Check) -> None:
    problems, _ = check(code, (old, new))
    assert any(words in problem.message for problem in problems), problems
    assert all(p.loc and p.loc.file.endswith("dice.yaml") and p.loc.line > 1 for p in problems)


def test_too_many_hands_is_found_for_any_game(check: Check) -> None:
    problems, _ = check("DICE004", ("6: 6}", "6: 7}"))
    assert [p.message for p in problems] == ["6 players need 6 x 7 = 42 dice, there are 36"]


def test_one_value_is_found_for_any_game(check: Check) -> None:
    assert check("DICE001", (CRIMSON, "[6, 6, 6, 6, 6, 6]"))[0]


@pytest.mark.parametrize("rules", ["rules: mino-dice\n", ""])
def test_the_family_goes_by_rules_not_by_id(
    rules: str, tmp_path: Path, problems_of: Callable[..., list[Problem]]
) -> None:
    text = (bundled_games()["mino-dice"] / "dice.yaml").read_text()
    (tmp_path / "dice.yaml").write_text(text.replace(CRIMSON, "[6, 6, 6, 6, 6, 7]"))
    game = f"title: Copy\n{rules}documents:\n  tiles_{{paper}}: {{print: [dice]}}\n"
    (tmp_path / "game.yaml").write_text(game)
    assert ("DIC106" in {p.code for p in problems_of(tmp_path)}) == bool(rules)
