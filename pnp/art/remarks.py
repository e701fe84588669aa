"""What is said of pictures that can be used: once for all of a component with the same fault."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from msgspec import Struct

from pnp.errors import Loc, Problem

NAMED = 3
"""So many pictures with the same fault are named."""


class Remark(Struct, frozen=True):
    """What is said of `one` picture, after its name, and of `many` after theirs; if there is a
    `figure`, `{}` stands for the largest one of them."""

    code: str
    severity: Literal["warning", "note"]
    one: str
    many: str
    hint: str
    figure: float = 0.0


def remark_problems(said: Iterable[tuple[str, Loc, Remark]]) -> Iterator[Problem]:
    """The problems of pictures with names and places, in that order; those with the same fault are
    one, at the first place."""
    faults: dict[tuple[str, str, str, str], list[tuple[str, Loc, Remark]]] = {}
    for name, loc, remark in said:
        cause = remark.code, remark.severity, remark.many, remark.hint
        faults.setdefault(cause, []).append((name, loc, remark))
    for found in faults.values():
        names = list(dict.fromkeys(name for name, _, _ in found))
        if len(names) == 1:
            yield from (_problem(f"'{name}' {one.one}", one, loc) for name, loc, one in found)
        else:
            _, loc, one = found[0]
            figure = max(remark.figure for _, _, remark in found)
            words = one.many.replace("{}", f"{figure:.0f}") if figure else one.many
            yield _problem(f"{_listed(names)} {words}", one, loc)


def _problem(message: str, remark: Remark, loc: Loc) -> Problem:
    return Problem(remark.code, remark.severity, message, loc, remark.hint)


def _listed(names: list[str]) -> str:
    """The first names, and how many more there are."""
    shown = [f"'{name}'" for name in names[:NAMED]]
    if len(names) > NAMED:
        return f"{', '.join(shown)} and {len(names) - NAMED} more"
    return f"{', '.join(shown[:-1])} and {shown[-1]}"
