"""Dice as the rules see them: six faces, what beats what, who wins a throw. Pure.

A face is a word: a whole number is worth itself, a blank (a flag) is worth nothing, any other word
is a character that beats all numbers and some other characters.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from msgspec import Struct

_NUMBER = re.compile("[0-9]{1,9}")


class Contest(Struct, frozen=True):
    """How a throw is decided: pairs (winner, loser) of characters, blanks, a full circle's winner.

    `circle` wins when every character present is beaten by another one present.
    """

    beats: tuple[tuple[str, str], ...] = ()
    blanks: tuple[str, ...] = ()
    circle: str | None = None

    @property
    def characters(self) -> tuple[str, ...]:
        """All characters, in the order in which they are written."""
        return tuple(dict.fromkeys(name for pair in self.beats for name in pair))

    def winner(self, throw: Sequence[str]) -> int:
        """The place of the winning die among the faces in the order in which they were rolled.

        Characters before numbers, the unbeaten one among them; equal ones: the later. Only blanks:
        the leader, as of faces that are none of these. Raises ValueError for an empty throw.
        """
        if not throw:
            raise ValueError("nobody rolled a die")
        present = [name for name in self.characters if name in throw]
        if present:
            best = [
                name
                for name in present
                if not any((other, name) in self.beats for other in present)
            ] or [self.circle if self.circle in present else present[0]]
            return max(i for i, face in enumerate(throw) if face in best)
        worth = {i: self.value(face) for i, face in enumerate(throw) if self.can_win(face)}
        return max(worth, key=lambda i: (worth[i], i), default=0)

    def value(self, face: str) -> int | None:
        """What a number or a blank is worth, None for any other face."""
        if face in self.blanks:
            return 0
        return int(face) if _NUMBER.fullmatch(face) else None

    def knows(self, face: str) -> bool:
        """Whether a face is a character, a blank or a number; others decide nothing."""
        return face in self.characters or self.value(face) is not None

    def can_win(self, face: str) -> bool:
        """Whether a face is a character or a number."""
        return self.knows(face) and face not in self.blanks


class DieLook(Struct, frozen=True):
    """How a die is told from others: colours, border, a letter or symbol, strength as dots.

    `pictures` are those of faces that are files, by the file's name; only renderers look at them.
    """

    ground: str | None = None
    ink: str | None = None
    border: str = "none"
    letter: str | None = None
    strength: int = 0
    pips: bool = True
    pictures: tuple[tuple[str, Any], ...] = ()


class DieTruth(Struct, frozen=True):
    """What renderers and checks know of a die. `strength` orders number dice, 0 for none."""

    name: str
    faces: tuple[str, ...]
    contest: Contest = Contest()
    look: DieLook = DieLook()

    @property
    def strength(self) -> int:
        return self.look.strength

    @property
    def numbers(self) -> tuple[int, ...]:
        """The values of numbers and blanks, sorted; other faces are left out."""
        plain = [face for face in self.faces if face not in self.contest.characters]
        values = map(self.contest.value, plain)
        return tuple(sorted(value for value in values if value is not None))

    @property
    def median(self) -> Fraction:
        """The median of the values. Raises ValueError for a die without any."""
        values = self.numbers
        if not values:
            raise ValueError(f"{self.name} has no numbers")
        middle = len(values) // 2
        return Fraction(values[(len(values) - 1) // 2] + values[middle], 2)
