"""What a kind of component is: a schema for what people write and an expansion into pieces."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from pnp.errors import Problem
from pnp.model import Component, Game
from pnp.piece import Piece


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


@dataclass(frozen=True)
class Kind:
    """One kind: `expand` must be pure."""

    name: str
    schema: type[Component]
    expand: Callable[[Component, Context], Expansion]
