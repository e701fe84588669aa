"""What a kind of component is: a schema for what people write and an expansion into pieces."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Annotated

from pydantic import Field

from pnp.errors import Problem, near
from pnp.model import Component, Game, NaturalLength
from pnp.piece import Piece

MAX_BLEED = 10.0
"""The widest bleed, mm."""


@dataclass(frozen=True)
class Context:
    """What an expansion may look at: the game, and the pieces of other components."""

    game: Game
    pieces_of: Callable[[str], tuple[Piece, ...]]


@dataclass
class Expansion:
    """The pieces of a component and what was found wrong on the way.

    `unread` counts pieces that are written but could not be made, for the count checks.
    """

    pieces: list[Piece] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    unread: int = 0


class Trimmed(Component):
    """Components whose pieces are cut along a rectangle; `bleed` mm of picture go on beyond it."""

    bleed: Annotated[NaturalLength, Field(le=MAX_BLEED)] = 0.0


@dataclass(frozen=True)
class Kind:
    """One kind: `expand` must be pure."""

    name: str
    schema: type[Component]
    expand: Callable[[Component, Context], Expansion]


def held_pieces(
    component: Component, ids: Sequence[str], context: Context
) -> tuple[list[Piece], list[Problem]]:
    """The pieces of the components that a box `holds`, and the problems of names that are none."""
    held: list[Piece] = []
    problems = []
    for i, id in enumerate(ids):
        try:
            held += context.pieces_of(id)
        except KeyError:
            known = [c.id for c in context.game.components if c.id != component.id]
            problems.append(
                Problem(
                    "DEF009",
                    "error",
                    f"there is no component '{id}' to hold",
                    component.at.of("holds", i),
                    near(id, known),
                )
            )
    return held, problems


def contents(ids: Sequence[str], context: Context) -> list[str]:
    """What a box says it holds: each component with its number of pieces."""
    lines = []
    for id in ids:
        component = context.game.component(id)
        try:
            count = sum(p.copies for p in context.pieces_of(id))
        except KeyError:
            continue
        name = component.title if component and component.title else id
        lines.append(f"{count} {name[:1].lower()}{name[1:]}")
    return lines
