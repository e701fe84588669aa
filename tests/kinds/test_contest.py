"""Who wins a throw."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations, product

import pytest

from pnp.kinds.contest import Contest, DieTruth

CIRCLE = (("minotaur", "griffin"), ("griffin", "mermaid"), ("mermaid", "minotaur"))
RULES = Contest(CIRCLE, ("flag",), "mermaid")


@pytest.mark.parametrize(
    ("throw", "winner"),
    [
        ("6 6 7 flag", 2),  # the leaflet's first example: ivory's 7
        ("griffin minotaur 2", 1),  # its second example
        ("griffin minotaur 2 mermaid", 3),  # and how it goes on: all three characters
        ("mermaid griffin minotaur", 0),
        ("mermaid minotaur griffin mermaid", 3),  # with two mermaids the later
        ("5 3 5", 2),  # equal numbers: the later
        ("griffin griffin 7", 1),  # equal characters: the later
        ("mermaid minotaur", 0),
        ("minotaur mermaid", 1),
        ("griffin mermaid", 0),
        ("flag flag flag", 0),  # only flags: the leader
        ("flag 1", 1),
        ("1 flag", 0),
        ("flag", 0),
    ],
)
def test_winner(throw: str, winner: int) -> None:
    assert RULES.winner(throw.split()) == winner


def test_every_throw_of_four_has_the_winner_of_the_rules() -> None:
    """A slow, separate reading of the rules agrees on all throws of one to four dice."""
    faces = ("minotaur", "griffin", "mermaid", "flag", "1", "2")

    def beats(one: str, other: str) -> bool:
        if one == "flag" or (one, other) in CIRCLE:
            return one != "flag"
        if one.isalpha():
            return not other.isalpha() or other == "flag"
        return other == "flag" or (other.isdigit() and one > other)

    for count in range(1, 5):
        for throw in product(faces, repeat=count):
            kinds = set(throw)
            if kinds == {"flag"}:
                expected = 0
            elif {"minotaur", "griffin", "mermaid"} <= kinds:
                expected = max(i for i, f in enumerate(throw) if f == "mermaid")
            else:
                best = [f for f in kinds if f != "flag" and not any(beats(o, f) for o in kinds)]
                assert len(best) == 1, throw
                expected = max(i for i, f in enumerate(throw) if f == best[0])
            assert RULES.winner(throw) == expected, throw


def test_order_matters_only_between_equals() -> None:
    for throw in permutations(("3", "flag", "5", "minotaur")):
        assert throw[RULES.winner(throw)] == "minotaur"


def test_nobody_rolled() -> None:
    with pytest.raises(ValueError, match="nobody"):
        RULES.winner([])


@pytest.mark.parametrize(
    ("throw", "winner"),
    [("owl 3", 1), ("3 owl", 0), ("owl owl", 0), ("owl flag", 0), ("9999999999 1", 1)],
)
def test_a_face_that_decides_nothing_wins_nothing(throw: str, winner: int) -> None:
    assert RULES.winner(throw.split()) == winner
    assert not RULES.can_win("owl") and not RULES.knows("owl")


def test_a_circle_that_is_not_among_those_present_decides_nothing() -> None:
    assert Contest((("a", "b"), ("b", "a")), (), "mermaid").winner(["b", "a", "b"]) == 1


def test_numbers_and_medians() -> None:
    ivory = DieTruth("Ivory", ("flag", "7", "1", "flag", "1", "flag"), RULES)
    assert ivory.numbers == (0, 0, 0, 1, 1, 7)
    assert ivory.median == Fraction(1, 2)
    assert DieTruth("Beast", ("griffin",) * 6, RULES).numbers == ()
    with pytest.raises(ValueError, match="no numbers"):
        _ = DieTruth("Beast", ("griffin",) * 6, RULES).median
