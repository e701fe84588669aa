"""Conditions of labors: read exactly, with places for mistakes, and said in English."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.families.dedale.conditions import Bound, Condition, Term, parse_condition, sentence

COLOURS = ["red", "green", "blue", "yellow"]
MARKS = ["ariadne", "theseus"]

bounds = st.builds(Bound, st.sampled_from([">=", "<=", "=="]), st.integers(0, 999))
terms = st.one_of(
    st.builds(Term, st.sampled_from(["tiles", "colours", "maxzone"]), bounds),
    st.builds(Term, st.just("colour"), bounds, st.sampled_from(COLOURS)),
    st.builds(Term, st.just("mark"), bounds, st.sampled_from(MARKS)),
    st.builds(Term, st.just("zones"), bounds, st.sampled_from(["", *COLOURS]), bounds),
    st.builds(Term, st.just("dcolours"), bounds, st.just(""), bounds),
)


@given(st.lists(terms, min_size=1, max_size=5))
def test_what_is_written_is_read(found: list[Term]) -> None:
    condition = Condition(tuple(found))
    assert parse_condition(str(condition), COLOURS, MARKS) == (condition, [])
    tight = re.sub(r"\s", "", str(condition))
    assert parse_condition(tight, COLOURS, MARKS) == (condition, [])


@pytest.mark.slow
@given(st.text(max_size=40))
def test_reading_never_raises(text: str) -> None:
    condition, slips = parse_condition(text, COLOURS, MARKS)
    assert (condition is None) == bool(slips)
    assert all(slip.row == 0 and 0 <= slip.column <= len(text) for slip in slips)


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("", 0, "the condition ends where a function belongs"),
        ("tiles", 5, "the condition ends where '>=', '<=' or '==' belongs"),
        ("tile >= 6", 0, "'tile' where a function belongs"),
        ("tiles => 6", 6, "'=' where '>=', '<=' or '==' belongs"),
        ("tiles > 6", 6, "'>' where '>=', '<=' or '==' belongs"),
        ("tiles >= six", 9, "'six' where a number belongs"),
        ("tiles >= -1", 9, "'-' where a number belongs"),
        ("tiles >= 1000", 9, "1000 is too large"),
        ("tiles >= 6;", 11, "the condition ends where a function belongs"),
        ("tiles >= 6 tiles", 11, "'tiles' where ';' or the end belongs"),
        ("zones >= 1", 6, "'>=' where '(' belongs"),
        ("zones(size>=4 >= 1", 14, "'>=' where ')' belongs"),
        ("zones(pink, size>=4) >= 1", 6, "'pink' where a colour belongs"),
        ("zones(red size>=4) >= 1", 10, "'size' where ',' belongs"),
        ("dcolours(red, size>=4) >= 1", 9, "'red' where 'size' belongs"),
        ("mark(icarus) >= 1", 5, "'icarus' where a mark belongs"),
        ("colour(ariadne) >= 1", 7, "'ariadne' where a colour belongs"),
    ],
)
def test_a_mistake_has_its_place(text: str, column: int, message: str) -> None:
    condition, (slip,) = parse_condition(text, COLOURS, MARKS)
    assert condition is None
    assert (slip.column, slip.message) == (column, message)


def test_every_wrong_term_is_named() -> None:
    _, slips = parse_condition("tile >= 1; tiles >= 2; mark(x) >= 1", COLOURS, MARKS)
    assert [slip.column for slip in slips] == [0, 28]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("tiles >= 6", "has 6 Tiles or more"),
        ("tiles == 1", "has exactly 1 Tile"),
        ("tiles <= 9", "has 9 Tiles or fewer"),
        ("colours == 3", "has exactly three colours"),
        ("colour(red) >= 5", "has 5 red Tiles or more"),
        ("colour(red) == 0", "has no red Tiles"),
        ("zones(size>=10) >= 1", "has a zone of 10 or more Tiles"),
        ("zones(size>=4) >= 2", "has two zones of 4 or more Tiles each"),
        ("zones(size==6) == 2", "has exactly two zones of exactly 6 Tiles each"),
        ("zones(red, size>=4) >= 1", "has a red zone of 4 or more Tiles"),
        ("zones(size<=2) == 0", "has no zone of 2 or fewer Tiles"),
        ("dcolours(size>=4) >= 4", "has a zone of 4 or more Tiles in each of the four colours"),
        ("dcolours(size>=4) >= 3", "has a zone of 4 or more Tiles in three different colours"),
        ("mark(theseus) >= 1", "shows Theseus"),
        ("mark(ariadne) == 0", "does not show Ariadne"),
        ("mark(ariadne) >= 2", "shows Ariadne at least two times"),
        ("maxzone == 5", "has a largest zone of exactly 5 Tiles"),
    ],
)
def test_terms_in_english(text: str, said: str) -> None:
    condition, _ = parse_condition(text, COLOURS, MARKS)
    assert condition is not None
    assert sentence(condition.terms[0], COLOURS) == said


@given(terms)
def test_every_term_can_be_said_with_its_numbers(term: Term) -> None:
    said = sentence(term, COLOURS)
    assert said
    if term.size and term.size.number > 6:
        assert str(term.size.number) in said
