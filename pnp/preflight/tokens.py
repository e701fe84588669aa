"""The words of a PDF content stream: numbers, names, strings, arrays and operators."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

Operand = float | str | bytes | list["Operand"]
"""A number, a name with its slash, a string, or an array (a dictionary is read as one)."""

_TOKEN = re.compile(
    rb"%[^\r\n]*|[-+.\d][-+.\d]*|/[^\s()<>\[\]{}/%]*|<<|>>|<[\dA-Fa-f\s]*>|[\[\]]|\(|[A-Za-z'\"][\w*'\"]*"
)
_NUMBER = rb"-?\d+(?:\.\d+)?"
_STAMP = re.compile(rb"q((?: " + _NUMBER + rb"){6}) cm (/[\w.+]+) Do Q(?=\s)")
STAMP = "q cm Do Q"
"""The operator that stands for these four, which put a form on a page and leave all as it was."""
_INLINE_END = re.compile(rb"\sEI(?=\s|$)")
_STEP = re.compile(rb"[^()\\]+|\\.|[()]", re.DOTALL)
_ESCAPE = re.compile(rb"\\([0-7]{1,3}|\r\n|.)", re.DOTALL)
_ESCAPED = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}


def operations(code: bytes) -> Iterator[tuple[str, list[Operand]]]:
    """Every operator with its operands. What is no PDF is passed over, inline images too.

    A form put on a page by a matrix of its own is given as one operator, `STAMP`.
    """
    place, stack, operands = 0, list[list[Operand]](), list[Operand]()
    while found := _TOKEN.search(code, place):
        word, place = found[0], found.end()
        first = word[:1]
        if first in b"-+.0123456789":
            operands.append(_number(word))
        elif first == b"/":
            operands.append(word.decode("latin-1"))
        elif word in (b"[", b"<<"):
            stack.append(operands)
            operands = []
        elif word in (b"]", b">>"):
            inner, operands = operands, stack.pop() if stack else []
            operands.append(inner)
        elif first == b"<":
            operands.append(_hex(word))
        elif first == b"(":
            text, place = _string(code, place)
            operands.append(text)
        elif word == b"BI":
            end = _INLINE_END.search(code, place)
            place, operands = (end.end() if end else len(code)), []
        elif word == b"q" and (stamp := _STAMP.match(code, found.start())):
            place, operands, stack = stamp.end(), [], []
            yield STAMP, _stamped(stamp[0])
        elif first != b"%":
            yield word.decode("latin-1"), operands
            operands, stack = [], []


@lru_cache(maxsize=4096)
def _stamped(code: bytes) -> list[Operand]:
    """The matrix and the name of a stamp; equal ones are read once."""
    words = code.split()
    return [*map(float, words[1:7]), words[8].decode("latin-1")]


def _number(word: bytes) -> float:
    try:
        return float(word)
    except ValueError:
        return 0.0


def _hex(word: bytes) -> bytes:
    digits = re.sub(rb"[^\dA-Fa-f]", b"", word)
    return bytes.fromhex((digits + b"0" * (len(digits) % 2)).decode("ascii"))


def _string(code: bytes, start: int) -> tuple[bytes, int]:
    """A string in parentheses, which may nest, and the place behind it."""
    depth, place = 1, start
    while depth and (found := _STEP.match(code, place)):
        depth += {b"(": 1, b")": -1}.get(found[0], 0)
        place = found.end()
    return _ESCAPE.sub(_unescape, code[start : place - 1]), place


def _unescape(match: re.Match[bytes]) -> bytes:
    word = match[1]
    if word[:1].isdigit() and word[:1] in b"01234567":
        return bytes([int(word, 8) & 0xFF])
    return b"" if word in (b"\n", b"\r\n", b"\r") else _ESCAPED.get(word, word)
