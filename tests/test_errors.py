"""Messages are one line each, whatever the words in them are made of."""

from __future__ import annotations

import pytest

from pnp.errors import Loc, Problem, plain

HARM = [
    ("\x1b[2J", "\\x1b[2J"),
    ("\r", "\\r"),
    ("a\nb", "a\\nb"),
    ("\x07", "\\x07"),
    ("\x9b31m", "\\x9b31m"),
    ("\u202egnp", "\\u202egnp"),
    ("\u2066x\u2069", "\\u2066x\\u2069"),
    ("\u2028", "\\u2028"),
    ("\udcff", "\\udcff"),
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
