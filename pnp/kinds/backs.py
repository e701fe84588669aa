"""Which back each piece of a component has: one for all, others by id or pattern, or none."""

from __future__ import annotations

import fnmatch
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from msgspec.structs import replace

from pnp.art.files import is_art
from pnp.definition.schema import Written
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


class OwnBack(Written):
    """An entry whose piece may have a `back` of its own."""

    back: FileText | None = None


class Backed(Pictured):
    """`back` is the design on the backs of all pieces that no entry of `backs` names.

    A design is an ornament's name or a picture, as `art/back.svg`. `backs` maps a design (or none)
    to ids of pieces, or patterns as `exit-*`, case ignored.
    """

    backs: Table[FileText, tuple[Text, ...]] = {}


def designs_of(
    component: Backed, ids: Iterable[str], *, unread: bool, entries: Mapping[str, OwnBack] = {}
) -> tuple[dict[str, str], list[Problem]]:
    """The design of each piece (none where nothing is declared at all), and what is wrong;
    `entries` are those that may have a `back` of their own.

    BACK002 is a piece that no entry names although others are, BACK003 a name of no piece (not
    looked for when some are `unread`) or a piece with two designs.
    """
    known, problems = list(ids), list[Problem]()
    found = {id: entry.back for id, entry in entries.items() if entry.back is not None}
    declared = bool(component.backs or found)
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
    for id in known if declared and component.back is None else ():
        if id not in found:
            at = entries[id].loc if id in entries else component.at.key("backs")
            hint = "name it in backs, or say back: none for all others"
            hint = "back: a picture, or none" if id in entries else hint
            says = f"{id} has no back, though others have"
            problems.append(Problem("BACK002", "error", says, at, hint))
    if component.back is not None and known and not unread and set(known) <= found.keys():
        says = f"'back' of '{component.id}' changes nothing: each piece has one of its own"
        at = component.at.key("back")
        problems.append(Problem("DEF011", "warning", says, at, "take it out"))
    default = component.back or NONE
    return {id: found.get(id, default) for id in known}, problems


class Backs:
    """Makes the backs of a component's pieces, each design once; pictures are of a `gallery`."""

    def __init__(
        self, component: Backed, size: Size, context: Context, gallery: Gallery | None = None
    ) -> None:
        self.component, self.size, self.context = component, size, context
        self._faces: dict[tuple[str, Loc | None], Face | None] = {}
        self._faults: list[Problem] = []
        self._gallery = gallery

    def face(self, design: str, where: Loc | None = None) -> Face | None:
        """The face of a design; None for none, and for a picture that cannot be used. A fault is
        said of each place `where` an entry of its own names a picture."""
        key = design, where if is_art(design) else None
        if design != NONE and key not in self._faces:
            at, named = self.component.at, design in self.component.backs
            where = where or (at.of("backs", design) if named else at.of("back"))
            make = self._picture if is_art(design) else self._ornament
            self._faces[key] = make(design, where)
        return self._faces.get(key)

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


def add_backs(
    component: Backed,
    size: Size,
    context: Context,
    result: Expansion,
    entries: Mapping[str, OwnBack] = {},
    gallery: Gallery | None = None,
) -> None:
    """Give the pieces of an expansion their backs; those whose picture fails are unread. `entries`,
    of which some may be no pieces, may have backs of their own; a `gallery` made the fronts."""
    ids = dict.fromkeys([*(piece.id for piece in result.pieces), *entries])
    unread = bool(result.unread)
    designs, problems = designs_of(component, ids, unread=unread, entries=entries)
    backs, made, pieces = Backs(component, size, context, gallery), dict[str, Face | None](), []
    for id, design in designs.items():
        entry = entries.get(id)
        own = entry.at.of("back") if entry and entry.back is not None else None
        made[id] = backs.face(design, own)
    for piece in result.pieces:
        if made[piece.id] is None and designs[piece.id] != NONE:
            result.unread += piece.copies
        else:
            pieces.append(replace(piece, back=made[piece.id]))
    result.pieces = pieces
    result.problems += [*problems, *backs.problems]
