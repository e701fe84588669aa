"""Every distinct face of a game, once, with the pieces that carry it and their number."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from pnp.game.plan import Plan
from pnp.layout.sheet import Side
from pnp.piece import Face, Piece


class Shown(Struct, frozen=True):
    """A face, the ids of the pieces that carry it on a side, and how many those are with copies.

    `net` is True for the sheet of a thing to fold, which carries its own cut line.
    """

    face: Face
    side: Side
    ids: tuple[str, ...]
    count: int
    net: bool = False
    title: str = ""
    """What all the pieces are called besides their ids; "" for a back."""

    @property
    def caption(self) -> str:
        """The ids, shortened to the first and last of many."""
        first, *rest = self.ids
        names = ", ".join(self.ids) if len(rest) < 3 else f"{first} … {rest[-1]}"
        return names if self.side == "front" else f"back of {names}"


class FirstFaces(Struct, frozen=True):
    """The faces that a component is the first to show."""

    title: str
    shown: tuple[Shown, ...]


def sections_of(plan: Plan) -> tuple[FirstFaces, ...]:
    """The distinct faces in printing order, by component: its fronts, then its backs.

    A face that several components share stands with the first of them and counts for all.
    """
    pieces = [piece for piece in plan.pieces if piece.id in plan.selected]
    found: dict[tuple[str, Side], list[Piece]] = {}
    sides: tuple[Side, ...] = ("front", "back")
    for side in sides:
        for piece in pieces:
            face = piece.front if side == "front" else piece.back
            if face is not None:
                found.setdefault((face.key, side), []).append(piece)
    homes: dict[str, list[Shown]] = {}
    for (_, side), group in found.items():
        homes.setdefault(group[0].component, []).append(_shown(group, side))
    order = dict.fromkeys(piece.component for piece in pieces)
    return tuple(
        FirstFaces(_title(plan, component), tuple(homes[component]))
        for component in order
        if component in homes
    )


def _shown(group: Sequence[Piece], side: Side) -> Shown:
    first = group[0]
    face = first.front if side == "front" else first.back
    assert face is not None
    return Shown(
        face,
        side,
        tuple(p.id for p in group),
        sum(p.copies for p in group),
        first.outline is not None,
        _shared_title(group) if side == "front" else "",
    )


def _shared_title(pieces: Sequence[Piece]) -> str:
    """The title that pieces share, if it says more than their ids."""
    titles = {piece.title for piece in pieces}
    return titles.pop() if len(titles) == 1 and not titles & {p.id for p in pieces} else ""


def _title(plan: Plan, id: str) -> str:
    component = plan.game.component(id)
    return component.title if component is not None and component.title else id
