"""What a schema complains about, in words for the person who wrote it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from pydantic_core import ErrorDetails

from pnp.errors import Problem, near
from pnp.source import Node

_WORDING = {
    "missing": "the key '{key}' is missing",
    "int_parsing": "'{value}' is not a whole number",
    "int_from_float": "'{value}' is not a whole number",
    "int_type": "a whole number belongs here, not a {found}",
    "string_type": "a text belongs here, not a {found}",
    "string_too_short": "the text is empty",
    "string_too_long": "a text of {length:,} characters",
    "tuple_type": "a list belongs here",
    "dict_type": "a mapping (key: value) belongs here",
    "bool_parsing": "'{value}' is neither true nor false",
    "bool_type": "true or false belongs here, not a {found}",
    "too_short": "too few entries: {actual_length}",
    "too_long": "too many entries: {actual_length}",
    "literal_error": "'{value}' is not known here",
    "greater_than": "'{value}' is too small",
    "greater_than_equal": "'{value}' is too small",
    "less_than_equal": "'{value}' is too large",
}


def problem_of(detail: ErrorDetails, node: Node) -> Problem:
    """One of pydantic's complaints about a node as a problem with its place."""
    path = tuple(step for step in detail["loc"] if step != "[key]")
    found, kind = node.find(path), detail["type"]
    key = path[-1] if path else ""
    loc = found.loc
    if "[key]" in detail["loc"]:
        loc = node.find(path[:-1]).keys.get(str(key), loc)
    elif found.empty and kind != "missing":
        return empty_key(key if isinstance(key, str) else "", found)
    context = detail.get("ctx") or {}
    given = detail["input"]
    value = str(given) if isinstance(given, str | int) else found.text or found.kind
    if kind in _WORDING:
        words = {"key": key, "value": value, "found": found.named, "length": len(value), **context}
        message = _WORDING[kind].format(**words)
    elif kind == "value_error":
        message = str(context["error"])
    elif kind == "string_pattern_mismatch":
        message = _pattern_message(value, str(context["pattern"]))
    else:
        message = f"'{value}': {detail['msg'][:1].lower()}{detail['msg'][1:]}"
    hint = _hint(value, context)
    if kind == "tuple_type" and found.kind == "scalar" and len(value) < 60:
        hint = f"write [{value}]"
    return Problem("DEF003", "error", message, loc, hint)


def empty_key(key: str, value: Node) -> Problem:
    """A key (or an entry of a list) without a value."""
    what = f"'{key}' is empty" if key else "a value is missing here"
    text = f'; "{value.void}", in quotes, is a text' if value.void else ""
    return Problem("DEF004", "error", what, value.loc, f"write a value or remove the key{text}")


def _pattern_message(value: str, pattern: str) -> str:
    if pattern.startswith("^#"):
        return f"'{value}' is not a colour; write #RRGGBB"
    if pattern == "^[A-Z]$":
        return f"'{value}' is not a cell's letter; use one of A to Z"
    allowed = "letters, digits, '-' and '_'" + (" and {paper}" if "{}" in pattern else "")
    return f"'{value[:80]}' is not a name; use {allowed}"


def _hint(value: str, context: Mapping[str, Any]) -> str:
    """What would be right: the allowed words, or the limits."""
    if value.strip() == "":
        return ""
    if "expected" in context:
        return near(value, re.findall(r"'([^']*)'", str(context["expected"])))
    words = {
        "ge": "at least",
        "gt": "more than",
        "le": "at most",
        "min_length": "at least",
        "max_length": "at most",
    }
    return ", ".join(f"{words[key]} {context[key]}" for key in words if key in context)
