"""Messages are one line each, whatever the words in them are made of."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from pnp.errors import QUOTED, SAID, SHOWN, Loc, Problem, near, plain, sort_problems

HARM = [
    ("\x1b[2J", "\\x1b[2J"),
    ("\r", "\\r"),
    ("a\nb", "a\\nb"),
    ("\x07", "\\x07"),
    ("\x9b31m", "\\x9b31m"),
    ("\u202egnp", "\\u202egnp"),
    ("\u2066x\u2069", "\\u2066x\\u2069"),
    ("\u2028", "\\u2028"),
    ("\udcff", "\\xff"),
]


@pytest.mark.parametrize(("word", "shown"), HARM)
def test_what_could_harm_a_terminal_is_shown_as_an_escape(word: str, shown: str) -> None:
    assert plain(word) == shown
    problem = Problem("DEF003", "error", f"'{word}'", Loc(f"a{word}.yaml", 2, 3), f"not {word}")
    assert str(problem) == f"a{shown}.yaml:2:3: DEF003 '{shown}' (not {shown})"


def test_words_of_any_language_stay() -> None:
    words = "Žluťoučký Ωmega 迷路 🐂 C:\\pnp – “x” لعبة"
    assert plain(words) == words


def test_a_picture_has_no_lines() -> None:
    assert [str(Loc(name)) for name in ("a.png", "b.JPG", "c.pdf", "d.yaml")] == [
        "a.png",
        "b.JPG",
        "c.pdf",
        "d.yaml:1:1",
    ]
    assert str(Loc("e.svg", 3, 2)) == "e.svg:3:2"


def lost(line: int, file: str = "a.yaml", word: str = "fox") -> Problem:
    return Problem("DEF007", "error", f"there is no symbol '{word}'", Loc(file, line, 3), "look")


def test_one_cause_in_many_places_stands_once() -> None:
    other = lost(2, word="owl")
    (first, second) = sort_problems([lost(9), other, lost(1), lost(4, "b.yaml"), lost(9)])
    assert second == other
    assert first.places == (Loc("a.yaml", 1, 3), Loc("a.yaml", 9, 3), Loc("b.yaml", 4, 3))
    assert str(first) == (
        "a.yaml:1:3: DEF007 there is no symbol 'fox'; 3 places, also 9:3, b.yaml:4:3 (look)"
    )
    assert sort_problems([*sort_problems([lost(1), lost(9)]), lost(4, "b.yaml"), other]) == [
        first,
        second,
    ]


def test_of_many_places_the_first_are_named() -> None:
    (problem,) = sort_problems(map(lost, range(1, SHOWN + 4)))
    assert f"; {SHOWN + 3} places, also 2:3, " in str(problem)
    assert f", {SHOWN + 1}:3 and 2 more (look)" in str(problem)


@pytest.mark.parametrize(
    "change", [{"code": "DEF003"}, {"severity": "note"}, {"hint": "other"}, {"picture": "+-+"}]
)
def test_other_causes_stay_apart(change: dict[str, str]) -> None:
    assert len(sort_problems([lost(1), replace(lost(2), **change)])) == 2  # type: ignore[arg-type]


def test_what_names_no_word_stays_apart() -> None:
    said = [Problem("DEF003", "error", "a list belongs here", Loc("a.yaml", n, 1)) for n in (1, 2)]
    assert sort_problems(said) == said


def test_hints_name_many_words_in_part() -> None:
    words = [f"w{n}x" for n in range(60)]
    assert near("zzzzzz", words[:3]) == "known: w0x, w1x, w2x"
    assert near("zzzzzz", words).endswith(", …") and "w59x" not in near("zzzzzz", words)
    assert near("zzzzzz", []) == ""


def test_long_words_are_cut() -> None:
    word = "x" * 100_000
    problem = Problem("DEF003", "error", f"'{word}' is not 'a length'", Loc("a.yaml", 1, 2), "mm")
    assert str(problem) == (f"a.yaml:1:2: DEF003 '{'x' * (QUOTED - 1)}…' is not 'a length' (mm)")
    assert problem.message.startswith(f"'{word}'")
    told = replace(problem, message="it's " + word, hint=f"'it's {word}' '{word}'")
    assert f" it's {'x' * (SAID - 6)}… ('it's {'x' * (QUOTED - 6)}…' 'xx" in str(told)
    assert len(str(replace(told, hint=word))) < 600


@pytest.mark.parametrize("word", ["x" * QUOTED, "the fox's den", "", "\x1b" * 15])
def test_other_words_stay_whole(word: str) -> None:
    says = f"a card's '{word}' is the same as {'y' * 90} of '{word}'"
    shown = plain(says)
    assert str(Problem("DEF003", "error", says)) == f"DEF003 {shown}"


def test_slips_of_mazes_stand_once_though_they_quote_nothing() -> None:
    slips = [
        Problem("DEF008", "error", "a cell without a letter", Loc("a.yaml", n, 1)) for n in (2, 1)
    ]
    (problem,) = sort_problems(slips)
    assert problem.places == (Loc("a.yaml", 1, 1), Loc("a.yaml", 2, 1))
