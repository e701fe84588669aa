"""What YAML's parser complains about, in words for the person who wrote the file.

The parser stops where it can go on no more, often a line behind the mistake. Here the mistake is
looked for: a quote or bracket that is open, a colour that is read as a comment, a blank missing.
"""

from __future__ import annotations

import re

from pnp.errors import Loc, Problem

_COLOUR = re.compile(r"""^((?:[^"'#]|"[^"]*"|'[^']*')*\s)(#[0-9A-Fa-f]{6})\b""")
"""A line up to a colour that is not in quotes, and the colour."""
_VALUE = re.compile(r"\s*(- +)*[^\s:][^:]*:\s+\S")
"""The beginning of a line that holds a key and something of its value."""
_CLOSES = {"{": "}", "[": "]"}
_QUOTES = "put the text in quotes"
_COLUMN = "keys of one mapping begin in the same column"
Said = tuple[str, Loc, str]
"""A message, its place and a hint."""


def syntax_fault(said: str, text: str, at: Loc, begun: Loc | None, opened: Loc | None) -> Problem:
    """SRC004 for what the parser said of a text at a place.

    `begun` is where it began to read what it could not, `opened` where the innermost list or
    mapping begins.
    """
    lines = [*text.splitlines(), ""]
    found = _unclosed(said, lines, at, begun, opened)
    if found is None and "\t" in _line(lines, at):
        found = said, at, "YAML does not allow tabs for indentation; use spaces"
    message, loc, hint = found or _reworded(said, lines, at, begun or at)
    return Problem("SRC004", "error", f"not valid YAML: {message}", loc, hint)


def _line(lines: list[str], at: Loc) -> str:
    return lines[at.line - 1] if 0 < at.line <= len(lines) else ""


def _sign(lines: list[str], at: Loc) -> str:
    """The character at a place, nothing behind the end of a line."""
    return _line(lines, at)[at.col - 1 : at.col]


def _unclosed(
    said: str, lines: list[str], at: Loc, begun: Loc | None, opened: Loc | None
) -> Said | None:
    """A quote, or a bracket of an earlier line, that is still open, and why."""
    if "end of stream" in said and begun and (quote := _sign(lines, begun)) in ("'", '"'):
        return f"this {quote} is not closed", begun, f"write another {quote} behind the text"
    if opened is None or not 0 < opened.line < at.line:
        return None
    bracket = _sign(lines, opened)
    if bracket not in _CLOSES:
        return None
    for number in range(opened.line, at.line):
        if found := _COLOUR.match(_line(lines, Loc(at.file, number, 1))):
            comment = Loc(at.file, number, len(found[1]) + 1)
            says = f"from this # on the line is a comment, and the '{bracket}' before it stays open"
            return says, comment, f'write "{found[2]}", in quotes'
    return f"this '{bracket}' is not closed", opened, f"write '{_CLOSES[bracket]}'"


def _reworded(said: str, lines: list[str], at: Loc, begun: Loc) -> Said:
    line, sign = _line(lines, at), _sign(lines, at)
    before = line[: at.col - 1]
    if "cannot start any token" in said:
        return f"a text cannot begin with {sign}", at, _QUOTES
    if "alphabetic or numeric" in said:
        return f"a text cannot begin with {_sign(lines, begun)}", begun, _QUOTES
    if "mapping values are not allowed" in said:
        if _VALUE.match(before):
            return "a second ': ' in one line", at, f"{_QUOTES} if the ':' belongs to it"
        key = Loc(at.file, at.line, len(line) - len(line.lstrip()) + 1)
        return "a key below another one that has a value already", key, _COLUMN
    if "expected ':'" in said:
        broken = _line(lines, begun)
        spaced = re.sub(r":(?=\S)", ": ", broken, count=1).strip()
        if spaced != broken.strip():
            return "no blank behind the ':'", begun, f"write {spaced[:60]}"
        return "a line without ': '", begun, "write key: value"
    if "expected key" in said or "<block end>" in said:
        if sign in ("}", "]"):
            return f"this '{sign}' closes nothing", at, "leave it out"
        if not before.strip():
            return "this line begins in another column than those around it", at, _COLUMN
        return "something stands behind the end of a value", at, "put the whole value in quotes"
    if "',' or" in said:
        return said, at, "texts with ': ' or ', ' inside need quotes"
    return said, at, ""
