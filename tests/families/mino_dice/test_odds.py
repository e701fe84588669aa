"""The picture of the odds says what the proof has counted."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from dice_help import DICE, piece_called, plan_of, sizes_of_text, words_of

from pnp.families.mino_dice.chances import Odds
from pnp.families.mino_dice.odds import percent, shade

CHART = "kind: odds\nof: dice\nsize: 80 x 60mm\n"


def test_every_number_is_the_counted_one(tmp_path: Path) -> None:
    plan, problems = plan_of(tmp_path, dice=DICE, wins=CHART)
    assert problems == []
    piece = piece_called(plan, "wins")
    odds = piece.truth
    assert isinstance(odds, Odds)
    numbers = [w for w in words_of(piece.front) if w.isdigit()]
    expected = [
        percent(part[i][j]) for i in range(2) for j in range(2) for part in (odds.later, odds.first)
    ]
    assert numbers == expected
    assert min(sizes_of_text(piece.front)) >= 2.2


@pytest.mark.parametrize(
    ("chance", "text"),
    [
        ("0", "0"),
        ("1/1000", "1"),
        ("1/200", "1"),
        ("5/36", "14"),
        ("25/36", "69"),
        ("1/2", "50"),
        ("999/1000", "99"),
        ("1", "100"),
        ("125/1000", "13"),
    ],
)
def test_percent(chance: str, text: str) -> None:
    assert percent(Fraction(chance)) == text


def test_shades_rise_with_the_chance() -> None:
    shades = [shade(Fraction(i, 10)) for i in range(11)]
    assert shades[0] == "#FFFFFF" and len(set(shades)) == 11
    greens = [int(s[3:5], 16) for s in shades]
    assert greens == sorted(greens, reverse=True)


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        (CHART.replace("of: dice", "of: dyce"), "DEF009", 2),
        (CHART.replace("80 x 60mm", "20 x 20mm"), "TEXT001", 3),
    ],
)
def test_mistakes(text: str, code: str, line: int, tmp_path: Path) -> None:
    _, problems = plan_of(tmp_path, dice=DICE, wins=text)
    assert (code, line) in {(p.code, p.loc.line if p.loc else 0) for p in problems}


@pytest.mark.parametrize(
    ("faces", "also"),
    [("[N, E, S, W, 1, 2]", ""), ("[flag, 1, 2, 3, 4, 5]", "blank: []")],
)
def test_odds_of_faces_that_decide_nothing_are_refused(
    faces: str, also: str, tmp_path: Path
) -> None:
    dice = f"kind: die\n{also}\ndice:\n  one: {{faces: {faces}}}\n"
    plan, problems = plan_of(tmp_path, dice=dice, wins=CHART)
    assert {(p.code, p.loc.line if p.loc else 0) for p in problems} == {("DICE003", 2)}
    assert not [piece for piece in plan.pieces if piece.component == "wins"]
