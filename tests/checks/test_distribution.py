"""DIST and SETUP: expectations about sums, and set-ups, on own games."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from pnp.errors import Problem

Problems = Callable[[Path], list[Problem]]
TILES = """\
kind: path_tile
title: Ways
back: none
shapes: {D: N, I: NS}
counts:
  D: [6, 1]
  I: [12, 1]
"""


@pytest.fixture
def game(tmp_path: Path) -> Callable[[str], Path]:
    """A game of 7 dead ends and 13 straights with something in game.yaml."""

    def write(more: str) -> Path:
        (tmp_path / "game.yaml").write_text(
            f"title: Ways\n{more}\ndocuments:\n  sheets:\n    print: [ways]\n", encoding="utf-8"
        )
        (tmp_path / "ways.yaml").write_text(TILES, encoding="utf-8")
        return tmp_path

    return write


def found(problems: list[Problem]) -> list[tuple[str, int, str]]:
    return [(p.code, p.loc.line if p.loc else 0, p.message) for p in problems]


@pytest.mark.parametrize(
    "rule",
    [
        "{of: ways, mean: openings, least: 1.65, most: 1.65}",
        "{of: ways, share: {openings: 1}, least: 35%, most: 35%}",
        "{of: ways, when: {stars: 1}, mean: openings, least: 1.5}",
        "{of: ways, share: {stars: 1, openings: 2}, most: 5%}",
        "{of: ways, mean: stars, most: 0.1}",
    ],
)
def test_expectations_that_hold(
    game: Callable[[str], Path], problems_of: Problems, rule: str
) -> None:
    assert problems_of(game(f"distribution:\n  sum: {rule}")) == []


@pytest.mark.parametrize(
    ("rule", "code", "says"),
    [
        (
            "{of: ways, mean: openings, least: 1.7}",
            "DIST001",
            "sum: 1.65 of 20 ways, expected at least 1.7",
        ),
        (
            "{of: ways, mean: openings, most: 1.6}",
            "DIST001",
            "sum: 1.65 of 20 ways, expected at most 1.6",
        ),
        (
            "{of: ways, share: {openings: 1}, most: 34%}",
            "DIST001",
            "sum: 35 % of 20 ways, expected at most 34 %",
        ),
        (
            "{of: ways, share: {openings: 1}, most: 0.34, severity: warning}",
            "DIST002",
            "sum: 35 % of 20 ways, expected at most 34 %",
        ),
        (
            "{of: ways, when: {stars: 0}, share: {openings: 2}, least: 67%}",
            "DIST001",
            "sum: 66.7 % of 18 ways, expected at least 67 %",
        ),
        ("{of: way, mean: openings, least: 1}", "DIST003", "there is no component 'way'"),
        ("{of: ways, mean: opening, least: 0}", "DIST003", "ways carries no 'opening'"),
        ("{of: ways, share: {stairs: 1}, least: 0}", "DIST003", "ways carries no 'stairs'"),
        (
            "{of: ways, when: {stars: 3}, mean: openings, least: 1}",
            "DIST003",
            "no piece of ways is looked at",
        ),
        ("{of: ways, least: 1}", "DEF003", "either 'mean' (a tally) or 'share'"),
        ("{of: ways, mean: openings}", "DEF003", "'least', 'most' or both"),
        ("{of: ways, mean: openings, least: many}", "DEF003", "'many' is not a number"),
    ],
)
def test_expectations_that_do_not(
    game: Callable[[str], Path], problems_of: Problems, rule: str, code: str, says: str
) -> None:
    problems = found(problems_of(game(f"distribution:\n  sum: {rule}")))
    assert any(c == code and line == 3 and says in message for c, line, message in problems), (
        problems
    )


def test_setups_that_hold(game: Callable[[str], Path], problems_of: Problems) -> None:
    """`ways.D-0` counts what pieces carry; nothing is spare."""
    text = "players: 2-3\nsetup:\n  2: {ways: 20, ways.D-0: 3}\n  3: {ways.D-0: 6}"
    assert problems_of(game(text)) == []


@pytest.mark.parametrize(
    ("setup", "code", "line", "says"),
    [
        (
            "2: {ways: 21}\n  3: {ways: 20}",
            "SETUP001",
            4,
            "2 players take 21 ways, there are only 20",
        ),
        ("2: {wais: 1}\n  3: {ways: 20}", "SETUP001", 4, "there is nothing called 'wais'"),
        (
            "2: {ways: 17}\n  3: {ways: 19}",
            "SETUP002",
            4,
            "ways: 20 pieces, at most 19 are ever used; 1 spare",
        ),
        ("2: {ways: 20}", "SETUP003", 4, "there is no set-up for 3 players"),
        (
            "2: {ways: 20}\n  3: {ways: 20}\n  4: {ways: 20}",
            "SETUP003",
            6,
            "a set-up for 4 players",
        ),
        ("0: {ways: 20}", "DEF003", 4, ""),
    ],
)
def test_setups_that_do_not(
    game: Callable[[str], Path], problems_of: Problems, setup: str, code: str, line: int, says: str
) -> None:
    problems = found(problems_of(game(f"players: 2–3\nsetup:\n  {setup}")))
    assert any(c == code and at == line and says in m for c, at, m in problems), problems
