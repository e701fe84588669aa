"""Which back each piece of a component has: one for all, others by id or pattern, or none."""

from __future__ import annotations

import fnmatch
from collections.abc import Iterable

from msgspec.structs import replace

from pnp.draw.back import back_face
from pnp.errors import Problem, near
from pnp.geometry import Size
from pnp.kinds.base import Expansion, Trimmed
from pnp.model import Game
from pnp.piece import Face
from pnp.values import Table, Text

NONE = "none"
"""The design of pieces without a back."""


class Backed(Trimmed):
    """`back` is the design on the backs of all pieces that no entry of `backs` names.

    `backs` maps a design (or none) to ids of pieces, or patterns as `exit-*`, case ignored.
    """

    backs: Table[Text, tuple[Text, ...]] = {}


def designs_of(
    component: Backed, ids: Iterable[str], *, unread: bool
) -> tuple[dict[str, str], list[Problem]]:
    """The design of each piece (none where nothing is declared at all), and what is wrong.

    BACK002 is a piece that no entry names although others are, BACK003 a name of no piece (not
    looked for when some are `unread`) or a piece with two designs.
    """
    known, problems = list(ids), list[Problem]()
    found: dict[str, str] = {}
    for design, patterns in component.backs.items():
        for i, pattern in enumerate(patterns):
            at = component.at.of("backs", design, i)
            named = [id for id in known if fnmatch.fnmatchcase(id.casefold(), pattern.casefold())]
            if not named and not unread:
                says = f"no piece matches '{pattern}'"
                problems.append(Problem("BACK003", "error", says, at, near(pattern, known)))
            for id in named:
                other = found.setdefault(id, design)
                if other != design:
                    says = f"{id} has two backs, {other} and {design}"
                    problems.append(Problem("BACK003", "error", says, at, "name it once"))
    if component.backs and component.back is None:
        at = component.at.key("backs")
        hint = "name it in backs, or say back: none for all others"
        for id in known:
            if id not in found:
                problems.append(Problem("BACK002", "error", f"{id} has no back", at, hint))
    default = component.back or NONE
    return {id: found.get(id, default) for id in known}, problems


def add_backs(component: Backed, size: Size, game: Game, result: Expansion) -> None:
    """Give the pieces of an expansion their backs; each design is drawn once."""
    ids = [piece.id for piece in result.pieces]
    designs, problems = designs_of(component, ids, unread=bool(result.unread))
    result.problems += problems
    faces: dict[str, Face | None] = {NONE: None}
    for design in dict.fromkeys(designs.values()):
        if design != NONE:
            faces[design] = ornament(component, size, game, design)
    result.pieces = [replace(p, back=faces[designs[p.id]]) for p in result.pieces]


def ornament(component: Backed, size: Size, game: Game, design: str) -> Face:
    """The face of a design; an unknown one is a problem at its place."""
    where = component.at.of("backs", design) if design in component.backs else None
    return back_face(size, game, design, component.at, component.bleed, where)
