"""Where something stands and what is wrong with it: the vocabulary of every message."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

Severity = Literal["error", "warning", "note"]
RANK: dict[str, int] = {"error": 0, "warning": 1, "note": 2}


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
    return UNPRINTED.sub(lambda found: ascii(found[0])[1:-1], text)


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

    `picture` is an optional drawing in plain text: the counter-example of a refusal.
    """

    code: str
    severity: Severity
    message: str
    loc: Loc | None = None
    hint: str = ""
    picture: str = ""

    def __str__(self) -> str:
        place = f"{self.loc}: " if self.loc else ""
        kind = "" if self.severity == "error" else f"{self.severity}: "
        hint = f" ({self.hint})" if self.hint else ""
        return plain(f"{place}{self.code} {kind}{self.message}{hint}")


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
    """Order problems by file and position; those without a place come last."""
    far = Loc("\uffff")
    return sorted(problems, key=lambda p: (p.loc or far, RANK[p.severity], p.code, p.message))


def near(name: str, known: Iterable[str]) -> str:
    """A hint that names the nearest known word, or all of them."""
    import difflib

    words = list(dict.fromkeys(known))
    folded = {word.casefold(): word for word in reversed(words)}
    found = difflib.get_close_matches(name.casefold(), folded, n=1)
    if found:
        return f"did you mean '{folded[found[0]]}'?"
    return f"known: {', '.join(words)}" if words else ""
