"""Which pieces `--pieces` means: ids, numbers in printing order, ranges, patterns, and copies."""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Iterator, Mapping, Sequence

from pnp.errors import PnpError, Problem
from pnp.limits import MOST_COPIES

_SPAN = r"([0-9]{1,12})(?:-([0-9]{1,12}))?"


def select(ids: Sequence[str], parts: Sequence[str]) -> dict[str, int | None]:
    """The selected ids with the copies asked for, None for as many as are declared.

    All ids without parts. Raises PnpError (GAME002) for a part that matches nothing.
    """
    if not parts:
        return dict.fromkeys(ids)
    chosen: dict[str, int | None] = {}
    known: dict[str, list[str]] = {}
    for id in ids:
        known.setdefault(id.casefold(), []).append(id)
    for part in parts:
        found, copies = _match(ids, known, part)
        if not found:
            hint = f"numbers 1–{len(ids)} or ids such as {ids[0]}" if ids else ""
            raise PnpError(Problem("GAME002", "error", f"no piece matches '{part}'", None, hint))
        chosen |= dict.fromkeys(found, copies)
    return chosen


def _match(
    ids: Sequence[str], known: Mapping[str, list[str]], part: str
) -> tuple[list[str], int | None]:
    """The ids that a part names, in their order, and their copies: `7-9`, `lab-*`, `X-0*2`.
    `known` are all of them in lower case.

    A whole id goes before numbers: `7` and `7-9` may be ids themselves. A number behind a star
    means copies only where a piece's number or whole id, or a range of numbers, stands before it.
    """
    amount = re.fullmatch(r"(.+)\*([1-9][0-9]{0,3})", part)
    if amount and int(amount[2]) <= MOST_COPIES:
        found = _named(known, amount[1]) or _spanned(ids, amount[1])
        if found:
            return found, int(amount[2])
    if found := _named(known, part):
        return found, None
    if re.fullmatch(_SPAN, part):
        return _spanned(ids, part), None
    return [id for id in ids if fnmatch.fnmatchcase(id.casefold(), part.casefold())], None


def _named(known: Mapping[str, list[str]], part: str) -> list[str]:
    """The id that is just this word; else those that are but for its case."""
    found = known.get(part.casefold(), [])
    return [part] if part in found else found


def _spanned(ids: Sequence[str], part: str) -> list[str]:
    """The ids that a number or a range of numbers names, counted from 1."""
    span = re.fullmatch(_SPAN, part)
    if not span:
        return []
    first, last = int(span[1]), int(span[2] or span[1])
    return list(ids[max(first, 1) - 1 : last]) if first <= last else []


def runs_of(ids: Sequence[str]) -> Iterator[str]:
    """Ids, three and more that count up by one as first … last."""
    runs: list[list[str]] = []
    for id in ids:
        if runs and _follows(runs[-1][-1], id):
            runs[-1].append(id)
        else:
            runs.append([id])
    for run in runs:
        yield from run if len(run) < 3 else [f"{run[0]} … {run[-1]}"]


def _follows(one: str, other: str) -> bool:
    """Does one id count up to the other: a-08 to a-09 and a-9 to a-10, but not a-9 to a-010?"""
    stem = one.rstrip("0123456789")
    digits = one[len(stem) :]
    if not 0 < len(digits) < 10:
        return False
    return other == f"{stem}{int(digits) + 1:0{len(digits)}}"
