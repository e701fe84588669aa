"""Families of games: guests that bring kinds, checks, boards and proofs of their own.

A family is one `Family` under an entry point of the group `pnp.families`, ours like anybody's. It
names modules only; they are imported when a game names one of its kinds or its rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pkgutil import resolve_name
from typing import Any

from msgspec import Struct

from pnp.errors import PnpError, Problem

GROUP = "pnp.families"


class Family(Struct, frozen=True):
    """What a family offers. Modules are named as `package.module`, things in them as
    `package.module:thing`.

    `name` is what `rules:` calls it. `kinds` have a module each with the kind as `KIND`; `boards`
    lay out the tiles of a kind by lot (a `pnp.boards.Way`). `checks` are modules of checks for
    games with these rules; those of `printed` look at pictures of pieces. `plays` is a module that
    plays games by lot (`pnp.cli.simulate`), `prover` one that searches solutions
    (`pnp.cli.prove`).
    """

    name: str
    kinds: Mapping[str, str] = {}
    boards: Mapping[str, str] = {}
    checks: tuple[str, ...] = ()
    printed: tuple[str, ...] = ()
    plays: str = ""
    prover: str = ""


@cache
def families() -> Mapping[str, Family]:
    """The installed families by name, in the order of their names.

    Raises PnpError: FAM001 for one that cannot be used, FAM002 for a name that two of them have.
    """
    found: dict[str, Family] = {}
    owners: dict[str, Family] = {}
    for point in sorted(entry_points(group=GROUP), key=lambda p: p.name):
        family = _loaded(point)
        for name in (f"rules: {family.name}", *(f"kind: {kind}" for kind in family.kinds)):
            if owners.setdefault(name, family) != family:
                says = f"two families are installed for '{name}', one is {point.value}"
                raise _refusal("FAM002", says, "uninstall one of the two")
        found[family.name] = family
    if not found:
        raise _refusal("FAM001", "no family of games is installed", "install pnp, as with pip")
    return found


def _loaded(point: EntryPoint) -> Family:
    try:
        family = point.load()
    except Exception as error:  # whatever a module of somebody else does
        why = " ".join(f"{type(error).__name__}: {error}".split())[:200]
    else:
        if isinstance(family, Family):
            return family
        why = f"{point.value} is no Family"
    says = f"the family '{point.name}' cannot be used: {why}"
    raise _refusal("FAM001", says, "update its package, or uninstall it")


def _refusal(code: str, message: str, hint: str) -> PnpError:
    return PnpError(Problem(code, "error", message, None, hint))


def offered(path: str) -> Any:
    """A module or a thing in it that a family names."""
    return resolve_name(path)


def family_with(kind: str) -> Family | None:
    """The family that brings a kind; None if it is one of everybody's."""
    return next((f for f in families().values() if kind in f.kinds), None)
