"""Records of a game folder as it is, and what changed since."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pnp.game.loader import load
from pnp.game.plan import Options, Plan
from pnp.history import Changes, PrintedBefore, compare, printed_before
from pnp.record import Record, make_record


def plan_of(folder: Path, **options: Any) -> Plan:
    return Plan(load(folder)[0], Options(**options))


def records_of(folder: Path, **options: Any) -> list[Record]:
    plan = plan_of(folder, **options)
    return [make_record(plan, document) for document in plan.documents]


def held(folder: Path, **options: Any) -> PrintedBefore:
    return printed_before(records_of(folder, **options), "it", whole=True)


def since(old: PrintedBefore, folder: Path, **options: Any) -> Changes:
    return compare(old, plan_of(folder, **options), old.leaflets)


def summary(changes: Changes) -> dict[str, list[str]]:
    """The ids of what changed, by what became of them."""
    sorts = ("changed", "added", "removed", "recounted", "renamed")
    found = {sort: [change.id for change in getattr(changes, sort)] for sort in sorts}
    return {sort: ids for sort, ids in found.items() if ids}


def reasons(changes: Changes, folder: Path) -> dict[str, list[str]]:
    """Every reason in words, without the folder, with its pieces."""
    root = f"{folder}/"
    return {str(why).replace(root, ""): list(ids) for why, ids in changes.groups.items()}


THIRD = """\
  three: |
    +---+   +---+
    | .   .   . |
    +   +   +   +
      .   .   .
    +   +   +   +
    | .   .   . |
    +---+   +---+
"""


def add_third(folder: Path) -> None:
    with (folder / "tiles.yaml").open("a") as file:
        file.write(THIRD)
