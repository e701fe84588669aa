"""The words of a PDF content stream: numbers, names, strings, arrays and operators."""

from __future__ import annotations

import re
from collections.abc import Iterator

Operand = float | str | bytes | list["Operand"]
"""A number, a name with its slash, a string, or an array (a dictionary is read as one)."""

_TOKEN = re.compile(
    rb"%[^\r\n]*|[-+.\d][-+.\d]*|/[^\s()<>\[\]{}/%]*|<<|>>|<[\dA-Fa-f\s]*>|[\[\]]|\(|[A-Za-z'\"][\w*'\"]*"
)
_NUMBER = rb"-?\d+(?:\.\d+)?"
_STAMP = rb"q(?: " + _NUMBER + rb"){6} cm /[\w.+]+ Do Q\n"
_PLACE = re.compile(
    rb"q((?: "
    + _NUMBER
    + rb"){6}) cm((?: "
    + _NUMBER
    + rb"){4}) re W n\n((?:"
    + _STAMP
    + rb")+)Q\s"
)
PLACE = "q cm re W n … Q"
"""The operator that stands for a box and forms put into it: a piece on its place."""
_INLINE_END = re.compile(rb"\sEI(?=\s|$)")
_STEP = re.compile(rb"[^()\\]+|\\.|[()]", re.DOTALL)
_ESCAPE = re.compile(rb"\\([0-7]{1,3}|\r\n|.)", re.DOTALL)
_ESCAPED = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}


def operations(code: bytes) -> Iterator[tuple[str, list[Operand]]]:
    """Every operator with its operands. What is no PDF is passed over, inline images too.

    A box with forms put into it, each by a matrix of its own, is given as one operator, `PLACE`:
    its operands are the matrix and the box, and a list of the forms' lines for `stamp_of`.
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
        elif word == b"q" and (piece := _PLACE.match(code, found.start())):
            place, operands, stack = piece.end(), [], []
            numbers = [float(number) for number in (piece[1] + piece[2]).split()]
            yield PLACE, [*numbers, list(piece[3].splitlines())]
        elif first != b"%":
            yield word.decode("latin-1"), operands
            operands, stack = [], []


def stamp_of(line: bytes) -> tuple[list[float], str]:
    """The matrix and the name of a form that is put into a place."""
    words = line.split()
    return list(map(float, words[1:7])), words[8].decode("latin-1")


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
