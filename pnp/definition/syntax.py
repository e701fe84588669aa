"""What YAML's parser complains about, in words for the person who wrote the file.

The parser stops where it can go on no more, often a line behind the mistake. Here the mistake is
looked for: a quote or bracket that is open, a colour that is read as a comment, a blank missing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from pnp.errors import Loc, Problem

_HASHED = re.compile(
    r"""^((?:[^"'#]|"[^"]*"|'[^']*')*[\s\[{,])(#[^\s,\]}](?:[^,\]}]*[^\s,\]}])?)"""
)
"""A line up to a colour or other text that begins with # and is not in quotes, and the text."""
_VALUE = re.compile(r"\s*(- +)*[^\s:][^:]*:\s+\S")
"""The beginning of a line that holds a key and something of its value."""
_ANCHOR = re.compile(r"[&*][\w-]+[^\w\s,\[\]{}-]")
"""An anchor or alias with a character that ends its name."""
_CLOSES = {"{": "}", "[": "]"}
_QUOTES = "put the text in quotes"
_COLUMN = "keys of one mapping begin in the same column"
_SPACES = "YAML does not allow tabs for indentation; use spaces"
Said = tuple[str, Loc, str]
"""A message, its place and a hint."""


class Stop(NamedTuple):
    """Where and why the parser gave up: its words, what it was doing, the place, where it began
    to read what it could not, and where the innermost list or mapping begins."""

    said: str
    during: str
    at: Loc
    begun: Loc | None
    opened: Loc | None


class _Text(NamedTuple):
    """A text by its lines."""

    lines: list[str]

    def line(self, at: Loc) -> str:
        return self.lines[at.line - 1] if 0 < at.line <= len(self.lines) else ""

    def sign(self, at: Loc | None) -> str:
        """The character at a place, nothing behind the end of a line."""
        return self.line(at)[at.col - 1 : at.col] if at else ""

    def above(self, at: Loc) -> str:
        """The last line above a place that is not blank."""
        return next((line for line in reversed(self.lines[: at.line - 1]) if line.strip()), "")


def syntax_fault(stop: Stop, text: str) -> Problem:
    """SRC004 for what the parser said of a text."""
    read = _Text([*re.split(r"\r\n|\r|\n", text), ""])
    found = _unclosed(stop, read) or _tab(stop, read) or _of_flow(stop, read)
    message, loc, hint = found or _constant(stop) or _of_block(stop, read)
    return Problem("SRC004", "error", f"not valid YAML: {message}", loc, hint)


def _tab(stop: Stop, read: _Text) -> Said | None:
    if read.sign(stop.at) == "\t":
        return "a tab where only blanks may be", stop.at, _SPACES
    return (stop.said, stop.at, _SPACES) if "\t" in read.line(stop.at) else None


def _unclosed(stop: Stop, read: _Text) -> Said | None:
    """A quote, or a bracket, that is still open, and why."""
    quote = read.sign(stop.begun)
    if "end of stream" in stop.said and stop.begun and quote in ("'", '"'):
        return f"this {quote} is not closed", stop.begun, f"write another {quote} behind the text"
    opened = stop.opened
    bracket = read.sign(opened)
    if opened is None or bracket not in _CLOSES or _walk(read, opened, None).closed:
        return None
    for number in range(opened.line, stop.at.line):
        if found := _HASHED.match(read.lines[number - 1]):
            comment = Loc(opened.file, number, len(found[1]) + 1)
            says = f"from this # on the line is a comment, and the '{bracket}' before it stays open"
            return says, comment, f'write "{found[2]}", in quotes'
    return f"this '{bracket}' is not closed", opened, f"write '{_CLOSES[bracket]}'"


class _Walk(NamedTuple):
    """What lies between a bracket and a place: whether the bracket is closed, and the beginning of
    the entry at the place."""

    closed: bool
    entry: str


_END = re.compile(r"[\s,\]}]|$")
"""What may follow the name of an anchor."""
_HEADER = re.compile(r"(?:[&!]\S*\s+)*[|>][-+0-9]*")
"""How a text of several lines begins."""
_PIECES = re.compile(
    r"""(?sx) (?<![^\s\[{,:]) (?: "(?:[^"\\]|\\.)*" | '(?:[^']|'')*' )
    | (?<![^\s\[{,]) \#[^\n]* | ."""
)
"""A quoted text, a comment, or one character."""


def _walk(read: _Text, opened: Loc, until: Loc | None) -> _Walk:
    """Follow brackets, quotes and comments from a bracket on, `until` a place or to the end."""
    lines = read.lines[opened.line - 1 : until.line if until else None]
    if until:
        lines = [*lines[:-1], lines[-1][: until.col - 1]]
    depth, entry = 0, ""
    for piece in _PIECES.finditer("\n".join(lines), opened.col - 1):
        sign = piece[0]
        depth += (sign in _CLOSES) - (sign in _CLOSES.values())
        if depth == 0:
            return _Walk(True, entry)
        entry = "" if sign == "," or sign in _CLOSES else entry + sign
    return _Walk(False, entry)


def _of_flow(stop: Stop, read: _Text) -> Said | None:
    """What may be wrong between brackets."""
    at, sign = stop.at, read.sign(stop.at)
    if "found unexpected ':'" in stop.said:
        return "no blank behind the ':'", at, "write ': ', or put the text in quotes"
    if "node content" in stop.said and read.line(at).startswith(("---", "...")):
        return "a line that begins with --- or ... ends the text", at, "leave it out"
    if "node content" in stop.said and sign == ",":
        return "nothing before this ','", at, "leave it out"
    if "',' or" in stop.said and stop.opened:
        entry = _walk(read, stop.opened, at).entry
        spread = "\n" in entry.strip() or ("\n" in entry and sign == ":")
        braced = re.compile(r"[{\[][^{}\[\]\s]*[}\]][\w-]*").match(read.line(at), at.col - 1)
        if braced and (word := re.split(r"[\s:]", entry)[-1]):
            return f"a '{sign}' in a text", at, f'write "{word}{braced[0]}", in quotes'
        if sign == ":" and spread and ": " not in entry:
            return "a ':' on another line than its key", at, "write key and ':' on one line"
        if spread:
            return "a ',' is missing before this, or on the line above", at, "write one"
        return stop.said, at, "texts with ': ' or ', ' inside need quotes"
    if "node content" in stop.said and sign in (*":%@`-?",):
        return f"a text cannot begin with {sign}", at, _QUOTES
    return None


_CONSTANT = (
    ("mapping keys are not allowed", "", "a text cannot begin with ?", _QUOTES),
    (
        "sequence entries",
        "",
        "a list begins in the middle of a line",
        "write every '- ' on a line of its own",
    ),
    (
        "document indicator",
        "",
        "a line of a text in quotes begins with --- or ...",
        "indent the text",
    ),
    (
        "unknown escape",
        "",
        "no such escape with \\ in double quotes",
        "write \\\\ for a backslash, or use single quotes",
    ),
    ("indentation indicator", "", "the number behind | or > is 0", "leave it out"),
    (
        "comment or (a )?line break",
        "block scalar",
        "something stands behind | or >",
        "a text begins on the line below",
    ),
    (
        "whitespace or line break|expected .* but found",
        "tag",
        "what begins with ! is a tag of YAML, and not a right one",
        _QUOTES,
    ),
    (
        "undefined tag handle",
        "",
        "what begins with ! is a tag of YAML, and not a right one",
        _QUOTES,
    ),
    (
        "",
        "directive",
        "what begins a line with % is a directive of YAML, and not a right one",
        "leave the line out, or put the text in quotes",
    ),
    ("%YAML directive", "", "a second line %YAML", "leave it out"),
    (
        "incompatible YAML document",
        "",
        "another version of YAML than 1.1 or 1.2",
        "leave the line %YAML out",
    ),
)
"""What the parser says (a pattern), what it is doing then, our words and a hint."""


def _constant(stop: Stop) -> Said | None:
    for said, during, message, hint in _CONSTANT:
        if re.search(said, stop.said) and during in stop.during:
            return message, stop.at, hint
    return None


def _of_block(stop: Stop, read: _Text) -> Said:
    said, at, begun = stop.said, stop.at, stop.begun or stop.at
    line, sign = read.line(at), read.sign(at)
    before = line[: at.col - 1]
    if "cannot start any token" in said:
        return f"a text cannot begin with {sign}", at, _QUOTES
    if "alphabetic or numeric" in said:
        return f"a text cannot begin with {read.sign(begun)}", begun, _QUOTES
    if "mapping values are not allowed" in said:
        return _second_value(at, line, before)
    if "expected ':'" in said:
        return _no_value(begun, read)
    if "<document start>" in said:
        return _behind_the_end(at, read)
    if "'-' indicator" in said:
        return "a list goes on here, and the line does not begin with '- '", at, "write - "
    if "expected key" in said or "<block end>" in said:
        return _no_key(at, read)
    return said, at, ""


def _second_value(at: Loc, line: str, before: str) -> Said:
    key = Loc(at.file, at.line, len(line) - len(line.lstrip()) + 1)
    if line.startswith("---"):
        return "a key on the line of ---", at, "write it on the line below"
    if found := _ANCHOR.match(before.lstrip() + ":"):
        says = f"the name behind {found[0][0]} ends before this"
        return says, at, "anchors are named with letters, digits, '-' and '_'"
    if before.rstrip().endswith(("]", "}")):
        return "a list or mapping as a key", at, "a key is a text"
    if before.rstrip().endswith(('"', "'")) and before.count(before.rstrip()[-1]) % 2:
        return "a key of several lines", at, "write it on one line"
    if _VALUE.match(before):
        return "a second ': ' in one line", at, f"{_QUOTES} if the ':' belongs to it"
    return "a key below another one that has a value already", key, _COLUMN


def _no_value(begun: Loc, read: _Text) -> Said:
    broken = read.line(begun)
    spaced = re.sub(r":(?=\S)", ": ", broken, count=1).strip()
    if read.sign(begun) in ("'", '"') and broken.count(read.sign(begun)) % 2:
        return "a key of several lines", begun, "write it on one line"
    if read.sign(begun) in ("&", "!"):
        return f"what begins with {read.sign(begun)} stands alone on its line", begun, _QUOTES
    if spaced != broken.strip():
        return "no blank behind the ':'", begun, f"write {spaced[:60]}"
    return "a line without ': '", begun, "write key: value"


def _behind_the_end(at: Loc, read: _Text) -> Said:
    if read.sign(at) in _CLOSES.values():
        return f"this '{read.sign(at)}' closes nothing", at, "leave it out"
    before = read.lines[: at.line]
    if any(line.startswith("%") for line in before) and "---" not in before:
        return "there is no line --- below the line with %", at, "leave the line with % out"
    if any(line.startswith("...") for line in before):
        return "something stands behind the line ..., which ends the file", at, "leave it out"
    return "something stands behind the end of the value", at, "a file is a mapping (key: value)"


def _no_key(at: Loc, read: _Text) -> Said:
    sign, before, above = read.sign(at), read.line(at)[: at.col - 1], read.above(at)
    if sign in _CLOSES.values():
        return f"this '{sign}' closes nothing", at, "leave it out"
    if sign == ":":
        return "there is no key before this ':'", at, "write one"
    if sign in ("&", "*") and "&" in before + above:
        return "a second anchor or alias for one value", at, "leave one out"
    if before.strip():
        return "something stands behind the end of a value", at, "put the whole value in quotes"
    if re.search(r"(^|\s)#", above) and ": " not in read.line(at):
        return "a text cannot go on below a comment", at, "put the comment elsewhere"
    return "this line begins in another column than those around it", at, _COLUMN


# -- what the parser takes for something else ------------------------------------------------------


def misread(event: Any, loc: Loc, line_of: Callable[[int], str]) -> Iterator[Problem]:
    """What an event of the parser leaves out or takes for what it is not; `line_of` counts lines
    from 0."""
    line, at = line_of(loc.line - 1), loc.col - 1
    anchor, tag = getattr(event, "anchor", None), getattr(event, "tag", None)
    if anchor and line.startswith("&", at) and not _END.match(line, at + 1 + len(anchor)):
        says = f"the anchor &{anchor} ends before a character that it cannot have"
        hint = "anchors are named with letters, digits, '-' and '_'"
        yield Problem("SRC006", "error", says, loc, hint)
    if tag not in (None, "!"):
        says = f"the YAML tag {tag} is not understood"
        yield Problem("SRC006", "error", says, loc, "write the plain value")
    if comment := _close_comment(event, line_of):
        says = "no blank before this #, which begins a comment"
        hint = "write one, or quote the whole value"
        yield Problem("SRC004", "error", says, Loc(loc.file, *comment), hint)


def _close_comment(event: Any, line_of: Callable[[int], str]) -> tuple[int, int] | None:
    """Line and column of a comment right behind a quote, a bracket, or the sign | or >."""
    style, mark = getattr(event, "style", None), event.end_mark
    row, column = mark.line, mark.column
    if style in ("|", ">"):
        row = event.start_mark.line
        header = _HEADER.match(line_of(row), event.start_mark.column)
        column = header.end() if header else 0
    line = line_of(row)
    ended = style in ("'", '"', "|", ">") or line.endswith(("]", "}"), 0, column)
    return (row + 1, column + 1) if ended and column and line.startswith("#", column) else None
