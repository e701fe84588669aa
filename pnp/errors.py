"""Where something stands and what is wrong with it: the vocabulary of every message."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

Severity = Literal["error", "warning", "note"]
RANK: dict[str, int] = {"error": 0, "warning": 1, "note": 2}
MAZE = "DEF008"
"""The code of slips in mazes: in a maze drawn otherwise every cell has the same one."""
SHOWN, KNOWN = 8, 24
"""How many further places of one cause are named, and how many known words."""


UNPRINTED = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)
"""What moves a cursor, changes colours or the order of letters, or is no character: controls (C0,
C1, bidirectional ones of Unicode UAX 9), separators of lines and paragraphs, and lone surrogates,
which stand for the bytes of file names that are not UTF-8."""


_WITHOUT_LINES = (".png", ".jpg", ".jpeg", ".svg", ".pdf")
"""Endings of pictures: nobody looks for a line there."""


def plain(text: str) -> str:
    """Words from outside in one line that does nothing to a terminal: `\\x1b` for an escape."""
    return UNPRINTED.sub(_escaped, text)


def _escaped(found: re.Match[str]) -> str:
    """A character as an escape; a byte that is no character as it was: `\\xff`."""
    char = found[0]
    return f"\\x{ord(char) - 0xDC00:02x}" if "\udc80" <= char <= "\udcff" else ascii(char)[1:-1]


def is_text(text: str) -> bool:
    """False for names of other bytes than UTF-8, and for what no name can hold."""
    return "\0" not in text and not any("\ud800" <= char <= "\udfff" for char in text)


QUOTED, SAID = 60, 280
"""The most characters that a line quotes of a word, and that it has for a message or a hint."""
_QUOTE = re.compile(r"(?<!\w)'((?:[^']|'(?=\w))*)'(?!\w)")
"""A quoted word; apostrophes inside words, its own among them, end none."""


def shortened(text: str, most: int = SAID) -> str:
    """A message or hint for one line, long words cut."""
    cut = _QUOTE.sub(lambda found: f"'{_head(found[1], most * QUOTED // SAID)}'", plain(text))
    return _head(cut, most)


def _head(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


class Loc(Struct, frozen=True, order=True):
    """A place in a file; line and column count from 1, 0 meaning "the whole file"."""

    file: str
    line: int = 0
    col: int = 0

    def __str__(self) -> str:
        if not self.line and self.file.lower().endswith(_WITHOUT_LINES):
            return plain(self.file)
        return f"{plain(self.file)}:{max(self.line, 1)}:{max(self.col, 1)}"


class Problem(Struct, frozen=True):
    """One thing that is wrong, or worth knowing, and where.

    `picture` is an optional drawing in plain text: the counter-example of a refusal. `also` are
    the other places of the same cause, in order. As text it is one line, its long words cut.
    """

    code: str
    severity: Severity
    message: str
    loc: Loc | None = None
    hint: str = ""
    picture: str = ""
    also: tuple[Loc, ...] = ()

    @property
    def places(self) -> tuple[Loc | None, ...]:
        """Every place of the cause; a problem without any has one that is None."""
        return (self.loc, *self.also)

    def __str__(self) -> str:
        place = f"{self.loc}: " if self.loc else ""
        kind = "" if self.severity == "error" else f"{self.severity}: "
        hint = f" ({shortened(self.hint)})" if self.hint else ""
        return f"{place}{self.code} {kind}{shortened(self.message)}{self._others()}{hint}"

    def _others(self) -> str:
        """How many places there are, and the first of them."""
        if not self.also:
            return ""
        file = self.loc.file if self.loc else ""
        shown = [f"{p.line}:{p.col}" if p.file == file else str(p) for p in self.also[:SHOWN]]
        more = f" and {len(self.also) - SHOWN} more" if len(self.also) > SHOWN else ""
        return f"; {len(self.places)} places, also {', '.join(shown)}{more}"


class Proof(Struct, frozen=True):
    """A statement about a game with its verdict; `cases` is the number of cases it covers."""

    code: str
    statement: str
    cases: int
    result: Literal["proved", "refuted", "unknown"]


class PnpError(Exception):
    """Raised where work cannot go on; carries every problem found so far."""

    def __init__(self, problems: Problem | Iterable[Problem]) -> None:
        found = (problems,) if isinstance(problems, Problem) else tuple(problems)
        self.problems: tuple[Problem, ...] = found
        super().__init__("\n".join(map(str, found)))


def sort_problems(problems: Iterable[Problem]) -> list[Problem]:
    """Order problems by file and position; those without a place come last.

    What says the same of the same quoted word, or of a maze, is one cause: it stands once, at its
    first place, and tells the others in `also`.
    """
    far = Loc("\uffff")
    causes: dict[Problem, set[Loc]] = {}
    merged = []
    for problem in problems:
        if "'" not in problem.message and problem.code != MAZE:
            merged.append(problem)
            continue
        places = causes.setdefault(replace(problem, loc=None, also=()), set())
        places |= {loc for loc in problem.places if loc is not None}
    merged += [_at(cause, sorted(places)) for cause, places in causes.items()]
    return sorted(merged, key=lambda p: (p.loc or far, RANK[p.severity], p.code, p.message))


def _at(cause: Problem, places: list[Loc]) -> Problem:
    return replace(cause, loc=places[0], also=tuple(places[1:])) if places else cause


def near(name: str, known: Iterable[str]) -> str:
    """A hint that names the nearest known word, or all of them, of many the first."""
    import difflib

    words = list(dict.fromkeys(known))
    folded = {word.casefold(): word for word in reversed(words)}
    found = difflib.get_close_matches(name.casefold(), folded, n=1)
    if found:
        return f"did you mean '{folded[found[0]]}'?"
    return f"known: {', '.join(words[:KNOWN])}{', …' * (len(words) > KNOWN)}" if words else ""
