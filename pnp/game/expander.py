"""The components of a game drawn: each once, what it is made from first, in the inks asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet

from msgspec.structs import replace

from pnp.art.limits import Allowance
from pnp.definition.model import Component, Game
from pnp.definition.schema import Written, fields_of, noting
from pnp.errors import PnpError, Problem
from pnp.game.inks import Tone
from pnp.game.options import Options
from pnp.kinds import Context, Expansion, find_kind
from pnp.piece import Piece

ALONE = {"DEF002", "DEF004", "DEF007", "ART002", "ART003", "ART004", "ART006", "ART007"}
"""Codes of what is wrong by itself, whatever stands beside it: true of a component if it is true of
what remains of it without its faults."""


class Expander:
    """Components -> pieces, on demand; `needs` says which components a component asked for."""

    def __init__(self, game: Game, options: Options) -> None:
        self.game, self.options = game, options
        self.tone = Tone(options.ink, game.file.theme.ink_low)
        self.needs: dict[str, dict[str, None]] = {}
        self._drawn: dict[str, Expansion] = {}
        self._toned: dict[str, Expansion] = {}
        self._open: list[str] = []
        self._half_read = set(game.broken)
        self.allowance = Allowance()

    def values_read(self) -> Mapping[str, AbstractSet[tuple[str, str]]]:
        """From which values each component is drawn: the files and names of the fields.

        All components are drawn anew for it. Raises PnpError (DEF009).
        """
        fresh = Expander(self.game, self.options)
        fresh.allowance = self.allowance
        found: dict[str, set[tuple[str, str]]] = {one.id: set() for one in self.game.components}

        def note(written: Written, name: str) -> None:
            if fresh._open:
                found[fresh._open[-1]].add((written.loc.file, name))

        with noting(note):
            for component in self.game.components:
                fresh._expand(component)
        return found

    def share(self, other: Expander) -> None:
        """Draw nothing that `other` has drawn; its options must ask for the same pictures."""
        self._drawn, self._toned, self.needs = other._drawn, other._toned, other.needs
        self.allowance, self._half_read = other.allowance, other._half_read

    def expansion(self, component: Component) -> Expansion:
        """A component's pieces in the inks asked for; what it depends on is expanded first.

        Cycles are problems (DEF009, raised as PnpError).
        """
        if component.id not in self._toned:
            drawn = self._expand(component)
            pieces = [self.tone.piece(piece) for piece in drawn.pieces]
            self._toned[component.id] = replace(drawn, pieces=pieces)
        return self._toned[component.id]

    def pieces_of(self, id: str) -> tuple[Piece, ...]:
        """The pieces of one component, none if it is broken. Raises KeyError for an unknown id."""
        component = self._known(id)
        return tuple(self.expansion(component).pieces) if component else ()

    def _expand(self, component: Component) -> Expansion:
        """A component's pieces as their kind draws them."""
        if component.id not in self._drawn:
            if component.id in self._open:
                chain = " -> ".join([*self._open, component.id])
                says = f"components need each other: {chain}"
                raise PnpError(Problem("DEF009", "error", says, component.loc))
            self._open.append(component.id)
            made = self._drawn[component.id] = self._made(self._with_bleed(component))
            if made.unread or made.failed:
                self._half_read.add(component.id)
            self._open.pop()
        return self._drawn[component.id]

    def _made(self, component: Component) -> Expansion:
        needed = self._needed_by(component.id)
        context = Context(self.game, needed, self.options.max_ppi, self.allowance, self._half_read)
        return find_kind(component.kind).expand(component, context)

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What went wrong while expanding and drawing, and would with broken components."""
        found: list[Problem] = []
        for component in self.game.components:
            found += self.expansion(component).told
        for rest in self.game.rests:
            found += (p for p in self._made(rest).told if p.severity == "error" and p.code in ALONE)
        return tuple(dict.fromkeys(found))

    def _needed_by(self, id: str) -> Callable[[str], tuple[Piece, ...]]:
        """`pieces_of` for a component, which keeps in `needs` what it asked for."""

        def pieces_of(other: str) -> tuple[Piece, ...]:
            found = self._drawn_pieces(other)
            self.needs.setdefault(id, {})[other] = None
            return found

        return pieces_of

    def _with_bleed(self, component: Component) -> Component:
        """The component with the bleed that the user asks for, if its pieces can have one."""
        if self.options.bleed is None or "bleed" not in fields_of(type(component)):
            return component
        wider: Component = component.with_values(bleed=self.options.bleed)
        return wider

    def _drawn_pieces(self, id: str) -> tuple[Piece, ...]:
        """The pieces for other kinds, which draw in the definition's colours."""
        component = self._known(id)
        return tuple(self._expand(component).pieces) if component else ()

    def _known(self, id: str) -> Component | None:
        component = self.game.component(id)
        if component is None and id not in self.game.broken:
            raise KeyError(id)
        return component
