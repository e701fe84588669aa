"""Which back each piece of a component has: one for all, others by id or pattern, or none."""

from __future__ import annotations

import fnmatch
from collections.abc import Iterable
from typing import TYPE_CHECKING

from msgspec.structs import replace

from pnp.art.files import is_art
from pnp.definition.model import Component
from pnp.definition.values import FileText, Table, Text
from pnp.draw.back import back_face
from pnp.errors import Loc, Problem, near
from pnp.geometry.plane import Size
from pnp.kinds.base import Context, Expansion, Pictured
from pnp.piece import Face

if TYPE_CHECKING:
    from pnp.art.faces import Gallery

NONE = "none"
"""The design of pieces without a back."""


class Backed(Pictured):
    """`back` is the design on the backs of all pieces that no entry of `backs` names.

    A design is an ornament's name or a picture, as `art/back.svg`. `backs` maps a design (or none)
    to ids of pieces, or patterns as `exit-*`, case ignored.
    """

    backs: Table[FileText, tuple[Text, ...]] = {}


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
    if component.back is not None and known and not unread and set(known) <= found.keys():
        problems.append(replaced_back(component))
    default = component.back or NONE
    return {id: found.get(id, default) for id in known}, problems


def replaced_back(component: Component) -> Problem:
    """DEF011: a back for all pieces, each of which has one of its own."""
    says = f"'back' of '{component.id}' changes nothing: each piece has one of its own"
    return Problem("DEF011", "warning", says, component.at.key("back"), "take it out")


class Backs:
    """Makes the backs of a component's pieces, each design once."""

    def __init__(self, component: Backed, size: Size, context: Context) -> None:
        self.component, self.size, self.context = component, size, context
        self._faces: dict[str, Face | None] = {NONE: None}
        self._faults: list[Problem] = []
        self._gallery: Gallery | None = None

    def face(self, design: str) -> Face | None:
        """The face of a design; None for none, and for a picture that cannot be used."""
        if design not in self._faces:
            at, named = self.component.at, design in self.component.backs
            where = at.of("backs", design) if named else at.of("back")
            make = self._picture if is_art(design) else self._ornament
            self._faces[design] = make(design, where)
        return self._faces[design]

    @property
    def problems(self) -> list[Problem]:
        """What is wrong with the pictures so far."""
        return [*self._faults, *(self._gallery.problems if self._gallery else ())]

    def _picture(self, name: str, where: Loc) -> Face | None:
        from pnp.art.faces import Gallery

        if self._gallery is None:
            self._gallery = Gallery(self.context.game, self.context.allowance)
        wish = self.component.wish(self.size, self.context.max_ppi)
        face, problems = self._gallery.face(name, wish, where)
        self._faults += problems
        return face

    def _ornament(self, name: str, where: Loc) -> Face:
        of = self.component
        return back_face(self.size, self.context.game, name, of.at, of.bleed, where)


def add_backs(component: Backed, size: Size, context: Context, result: Expansion) -> None:
    """Give the pieces of an expansion their backs; those whose picture fails are unread."""
    ids = [piece.id for piece in result.pieces]
    designs, problems = designs_of(component, ids, unread=bool(result.unread))
    backs, pieces = Backs(component, size, context), []
    for piece in result.pieces:
        face = backs.face(designs[piece.id])
        if face is None and designs[piece.id] != NONE:
            result.unread += piece.copies
        else:
            pieces.append(replace(piece, back=face))
    result.pieces = pieces
    result.problems += [*problems, *backs.problems]
