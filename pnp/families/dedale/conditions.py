"""The language in which a labor says what a locked room must be, and what it means in English.

    condition = term (";" term)*        all terms must hold
    term      = function op number      op is >=, <= or ==
    function  = "tiles" | "colours" | "maxzone"
              | "colour(" COLOUR ")" | "mark(" MARK ")"
              | "zones(" [COLOUR ","] "size" op number ")"
              | "dcolours(size" op number ")"

`zones` counts the zones of such a size, `dcolours` the colours that have one. Names of colours and
marks are those of the cards. What a term is worth in a room is not decided here: the table of
the proofs does that, and the labor's picture and text are made from the same terms.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

from pnp.errors import near
from pnp.geometry.notation import Slip

OPS = (">=", "<=", "==")
FUNCTIONS = ("tiles", "colours", "colour", "zones", "dcolours", "mark", "maxzone")
_ARGUMENTS = {"colour": "colour", "mark": "mark", "zones": "size", "dcolours": "size"}
MOST = 999
_TOKEN = re.compile(r"\s*(>=|<=|==|[A-Za-z][\w-]*|\d+|\S)")


class Bound(Struct, frozen=True):
    """A comparison with a number."""

    op: str
    number: int

    def holds(self, value: int) -> bool:
        if self.op == ">=":
            return value >= self.number
        return value <= self.number if self.op == "<=" else value == self.number

    def __str__(self) -> str:
        return f"{self.op} {self.number}"


class Term(Struct, frozen=True):
    """One requirement: `function` of a room within `bound`.

    `name` is a colour or mark ("" for none), `size` the size a zone must have.
    """

    function: str
    bound: Bound
    name: str = ""
    size: Bound | None = None

    def __str__(self) -> str:
        size = f"size{self.size.op}{self.size.number}" if self.size else ""
        inside = ", ".join(filter(None, (self.name, size)))
        return f"{self.function}{f'({inside})' if inside else ''} {self.bound}"


class Condition(Struct, frozen=True):
    """All terms must hold. `str` writes the condition in one agreed spelling."""

    terms: tuple[Term, ...]

    def __str__(self) -> str:
        return "; ".join(map(str, self.terms))


# -- reading ---------------------------------------------------------------------------------------


def parse_condition(
    text: str, colours: Sequence[str], marks: Sequence[str]
) -> tuple[Condition | None, list[Slip]]:
    """Read a condition over these colours and marks; one slip for each term that is wrong."""
    reader = _Reader(text, colours, marks)
    terms, slips = [], []
    while True:
        try:
            terms.append(reader.term())
        except _Stop as stop:
            slips.append(stop.slip)
            reader.skip_term()
        if not reader.next_is(";"):
            break
        reader.take()
    return (None, slips) if slips else (Condition(tuple(terms)), [])


class _Stop(Exception):
    def __init__(self, slip: Slip) -> None:
        self.slip = slip


class _Reader:
    """Tokens with their columns, and one method for each line of the grammar."""

    def __init__(self, text: str, colours: Sequence[str], marks: Sequence[str]) -> None:
        self.names = {"colour": list(colours), "mark": list(marks)}
        self.tokens = list(_tokens(text))
        self.end = len(text.rstrip())
        self.at = 0

    def next_is(self, word: str) -> bool:
        return self.at < len(self.tokens) and self.tokens[self.at][0] == word

    def take(self) -> tuple[str, int]:
        """The next token and its column; an empty one at the end."""
        if self.at == len(self.tokens):
            return "", self.end
        self.at += 1
        return self.tokens[self.at - 1]

    def skip_term(self) -> None:
        while self.at < len(self.tokens) and not self.next_is(";"):
            self.at += 1

    def stop(self, found: tuple[str, int], wanted: str, hint: str = "") -> _Stop:
        word, column = found
        what = f"'{word}'" if word else "the condition ends"
        return _Stop(Slip(0, column, f"{what} where {wanted} belongs", hint))

    def expect(self, word: str) -> None:
        found = self.take()
        if found[0] != word:
            self.at -= bool(found[0])
            raise self.stop(found, f"'{word}'")

    def term(self) -> Term:
        found = self.take()
        function = found[0]
        if function not in FUNCTIONS:
            self.at -= bool(function)
            raise self.stop(found, "a function", near(function, FUNCTIONS))
        name, size = "", None
        if function in _ARGUMENTS:
            self.expect("(")
            name, size = self.arguments(function)
            self.expect(")")
        term = Term(function, self.bound(), name, size)
        if self.at < len(self.tokens) and not self.next_is(";"):
            raise self.stop(self.take(), "';' or the end")
        return term

    def arguments(self, function: str) -> tuple[str, Bound | None]:
        what = _ARGUMENTS[function]
        if what != "size":
            return self.name(what), None
        colour = ""
        if function == "zones" and not self.next_is("size"):
            colour = self.name("colour")
            self.expect(",")
        self.expect("size")
        return colour, self.bound()

    def name(self, what: str) -> str:
        found = self.take()
        if found[0] not in self.names[what]:
            self.at -= bool(found[0])
            raise self.stop(found, f"a {what}", near(found[0], self.names[what]))
        return found[0]

    def bound(self) -> Bound:
        op = self.take()
        if op[0] not in OPS:
            self.at -= bool(op[0])
            raise self.stop(op, "'>=', '<=' or '=='")
        number = self.take()
        if not (number[0].isascii() and number[0].isdigit()):
            self.at -= bool(number[0])
            raise self.stop(number, "a number")
        if len(number[0]) > 3:
            raise _Stop(Slip(0, number[1], f"{number[0]} is too large", f"at most {MOST}"))
        return Bound(op[0], int(number[0]))


def _tokens(text: str) -> Iterator[tuple[str, int]]:
    for match in _TOKEN.finditer(text):
        yield match[1], match.start(1)


# -- in English ------------------------------------------------------------------------------------

_WORDS = ("no", "one", "two", "three", "four", "five", "six")


def _word(number: int) -> str:
    return _WORDS[number] if 0 < number < len(_WORDS) else str(number)


def _amount(bound: Bound, noun: str) -> str:
    """`6 Tiles or more`, `exactly three colours`, `4 red Tiles or fewer`, `no Tiles`."""
    if bound.number == 0 and bound.op != ">=":
        return f"no {noun}s"
    number = _word(bound.number) if noun == "colour" else bound.number
    things = f"{number} {noun}{'' if bound.number == 1 else 's'}"
    if bound.op == "==":
        return f"exactly {things}"
    return f"{things} or {'more' if bound.op == '>=' else 'fewer'}"


def _of_size(size: Bound) -> str:
    if size.op == "==":
        return f"of exactly {size.number} Tile{'' if size.number == 1 else 's'}"
    return f"of {size.number} or {'more' if size.op == '>=' else 'fewer'} Tiles"


def sentence(term: Term, colours: Sequence[str]) -> str:
    """What a term asks of the room, as the end of "a room that …"."""
    return _SENTENCES[term.function](term, len(colours))


def _zones(term: Term, _: int) -> str:
    assert term.size
    number, op = term.bound.number, term.bound.op
    colour = f"{term.name} " if term.name else ""
    if number == 0 and op != ">=":
        return f"has no {colour}zone {_of_size(term.size)}"
    if number == 1:
        count = {">=": "a", "==": "exactly one", "<=": "at most one"}[op]
        return f"has {count} {colour}zone {_of_size(term.size)}"
    count = {">=": "", "==": "exactly ", "<=": "at most "}[op] + _word(number)
    return f"has {count} {colour}zones {_of_size(term.size)} each"


def _dcolours(term: Term, all_colours: int) -> str:
    assert term.size
    number, op = term.bound.number, term.bound.op
    if number == all_colours and op != "<=":
        where = f"in each of the {_word(number)} colours"
    elif number == 0 and op != ">=":
        where = "in no colour"
    else:
        count = {">=": "", "==": "exactly ", "<=": "at most "}[op] + _word(number)
        where = f"in {count} {'colour' if number == 1 else 'different colours'}"
    return f"has a zone {_of_size(term.size)} {where}"


def _mark(term: Term, _: int) -> str:
    name, number, op = term.name.capitalize(), term.bound.number, term.bound.op
    if number == 0 and op != ">=":
        return f"does not show {name}"
    if number == 1 and op == ">=":
        return f"shows {name}"
    times = "once" if number == 1 else f"{_word(number)} times"
    return f"shows {name} {({'>=': 'at least ', '==': 'exactly ', '<=': 'at most '})[op]}{times}"


def _maxzone(term: Term, _: int) -> str:
    return f"has a largest zone {_of_size(term.bound)}"


_SENTENCES = {
    "tiles": lambda term, _: f"has {_amount(term.bound, 'Tile')}",
    "colours": lambda term, _: f"has {_amount(term.bound, 'colour')}",
    "colour": lambda term, _: f"has {_amount(term.bound, f'{term.name} Tile')}",
    "zones": _zones,
    "dcolours": _dcolours,
    "mark": _mark,
    "maxzone": _maxzone,
}
