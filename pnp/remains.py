"""What remains of a definition when what is wrong in it is left out.

It is made into pieces for the sake of their problems, so that one fault does not hide the next;
nothing of it is counted, laid out or printed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, get_args

from pnp.errors import Problem
from pnp.model import Written, fill_sections, plain, tried
from pnp.source import Node
from pnp.values import BoxSize, GridSize, PositiveLength, SizeMm, Text, Whole

Model = TypeVar("Model", bound=Written)

ROUNDS = 20
"""So often is left out what is wrong; each time leads to less."""
STAND_INS = (
    (SizeMm, "60 x 60mm"),
    (BoxSize, "60 x 60 x 60mm"),
    (GridSize, "2x2"),
    (PositiveLength, "20mm"),
    (Whole, "1"),
    (Text, "?"),
)
"""What stands for a required value that is wrong or missing, by its type."""
ALONE = {"DEF002", "DEF004", "DEF007", "ART002", "ART003", "ART004", "ART006", "ART007"}
"""Codes of what is wrong by itself, whatever stands beside it."""


def remains_of(
    model: type[Model], node: Node, implied: Mapping[str, Any] | None = None
) -> Model | None:
    """What `read` makes of a node without its faults; None if too little is left."""
    data = plain(node)
    if not isinstance(data, dict):
        return None
    data = {**(implied or {}), **data}
    for _ in range(ROUNDS):
        fill_sections(model, data, node)
        found = tried(model, data)
        if not isinstance(found, list):
            return found
        for loc, missing in sorted(found, key=lambda fault: [*map(str, fault[0])], reverse=True):
            path = loc[: loc.index("[key]")] if "[key]" in loc else loc
            if len(path) == 1 and missing:
                stand_in = _stand_in(model, str(path[0])) or (implied or {}).get(str(path[0]))
                if stand_in is None:
                    return None
                data[str(path[0])] = stand_in
            elif not _leave_out(data, path[:-1] if missing else path):
                return None
    return None


def _stand_in(model: type[Written], name: str) -> str | None:
    marks = model.model_fields[name].metadata
    fitting = (words for alias, words in STAND_INS if get_args(alias)[1] in marks)
    return next(fitting, None)


def _leave_out(data: Any, path: tuple[int | str, ...]) -> bool:
    """Remove the deepest value there is along a path; False if there is none."""
    found: list[tuple[Any, int | str]] = []
    for step in path:
        if isinstance(data, list):
            known = isinstance(step, int) and step < len(data)
        else:
            known = isinstance(data, dict) and step in data
        if not known:
            break
        found.append((data, step))
        data = data[step]
    if found:
        holder, step = found[-1]
        del holder[step]
    return bool(found)


def stands_alone(problem: Problem) -> bool:
    """Is a problem of what remains of a component true of the component as well?"""
    return problem.severity == "error" and problem.code in ALONE
