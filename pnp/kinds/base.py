"""What a kind of component is: a schema for what people write and an expansion into pieces."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, Annotated, Any, Generic, TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from pnp.art import Fit
from pnp.art.limits import Allowance
from pnp.definition.model import Component, Game
from pnp.definition.schema import Bounds, Value, aside, rule
from pnp.definition.values import NaturalLength, PositiveLength
from pnp.errors import Problem, near
from pnp.geometry.plane import Size
from pnp.kinds.packing import Inside
from pnp.limits import BLEED
from pnp.nets.stocks import SLEEVES, Sleeve, Stock, find_sleeve, parse_stock
from pnp.piece import Face, Piece

if TYPE_CHECKING:
    from pnp.art.faces import Wish

SleeveName = Annotated[Sleeve, Value(f"sleeve: {' | '.join(SLEEVES)}", find_sleeve)]
"""A grade of card sleeves, by its name in `pnp.nets.stocks`."""

StockName = Annotated[Stock, Value("paper, as 250g", parse_stock)]
"""A paper by its weight, as 250g."""


SAFE = 2.0
"""How far texts stay off the cut unless a component says otherwise, mm."""


class Context(Struct, frozen=True):
    """What an expansion may look at: the game, the pieces of other components, how many pixels per
    inch pictures may have at most, and how long slow drawings may still take. `half_read` names the
    components of which something could not be read, those whose pieces were asked for among them.
    """

    game: Game
    pieces_of: Callable[[str], tuple[Piece, ...]]
    max_ppi: float | None = None
    allowance: Allowance = field(default_factory=Allowance)
    half_read: AbstractSet[str] = frozenset()


class Expansion(Struct):
    """The pieces of a component and what was found wrong on the way.

    `unread` counts pieces that are written but could not be made, for the count checks.
    """

    pieces: list[Piece] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    unread: int = 0

    @property
    def told(self) -> list[Problem]:
        """What was found wrong on the way, and in drawing the pieces: at a piece's own place what
        names none."""
        drawn = [
            problem if problem.loc else replace(problem, loc=piece.loc)
            for piece in self.pieces
            for face in (piece.front, piece.back)
            for problem in (face.problems if face else ())
        ]
        return [*self.problems, *drawn]

    @property
    def failed(self) -> bool:
        """True if there is no piece, and an error says why."""
        return not self.pieces and any(problem.severity == "error" for problem in self.problems)


def printed_entries(
    component: Component, table: str, result: Expansion
) -> Iterator[tuple[str, Any]]:
    """The entries of a table by their ids, each with `copies`; those that could not be read are
    unread, and of those with 0 copies nothing is printed but a note."""
    entries = getattr(component, table)
    written = component.at.node.fields.get(table)
    result.unread += len(written.fields) - len(entries) if written else 0
    for id, entry in entries.items():
        if entry.copies == 0:
            says = f"{id} has 0 copies and is left out"
            result.problems.append(Problem("DECK005", "note", says, entry.at.of("copies")))
        else:
            yield id, entry


def own_piece(component: Component, front: Face, **more: Any) -> Piece:
    """A piece of a component, called and placed like it unless `more` says otherwise."""
    with aside():
        given: dict[str, Any] = {
            "id": component.id,
            "title": component.title or component.id,
            "loc": component.loc,
            "thickness": getattr(component, "caliper", 0.3),
            "corners": getattr(component, "corners", 0.0),
        }
    return Piece(component=component.id, part=component.part, front=front, **{**given, **more})


def entry_piece(component: Component, table: str, id: str, front: Face, **more: Any) -> Piece:
    """The piece of an entry of a table, called as it is and as many copies."""
    entry = getattr(component, table)[id]
    loc = component.at.node.fields[table].keys[id]
    with aside():
        title = getattr(entry, "title", None) or id
        given = {"id": id, "title": title, "loc": loc, "copies": entry.copies}
    return own_piece(component, front, **{**given, **more})


class Stocked(Component):
    """The paper is said by its `thickness` or, as 250g, by its weight: `stock`."""

    thickness: PositiveLength = 0.3
    stock: StockName | None = None

    @rule
    def _one_measure_of_paper(self) -> None:
        if self.stock is not None and "thickness" in self.at.node.fields:
            raise ValueError("either 'thickness' or 'stock' (whose thickness is known)")

    @property
    def caliper(self) -> float:
        """The thickness of a finished card, mm."""
        return self.thickness if self.stock is None else self.stock.thickness


class Cornered(Component):
    """Pieces are cut along a rectangle; `corners` is the radius to which its corners are rounded.

    Nothing is printed for `corners`: cut straight along the marks, then round them with a corner
    punch; machines get the round contour (`--cut-contour`, `pnp cutlines`).
    Texts keep `safe` mm away from the cut; 0 lets them stand anywhere.
    """

    corners: NaturalLength = 0.0
    safe: NaturalLength = SAFE


class Trimmed(Cornered):
    """The picture goes on beyond the cut by `bleed` mm."""

    bleed: Annotated[NaturalLength, Bounds(most=BLEED.most)] = 0.0


def parse_made_bleed(text: str) -> str:
    """How bleed is made. Raises ValueError."""
    if re.fullmatch(r"extend|mirror|#[0-9A-Fa-f]{6}", text) is None:
        raise ValueError(f"'{text}' makes no bleed; write extend, mirror or a colour as #RRGGBB")
    return text


MadeBleed = Annotated[str, Value("extend | mirror | #RRGGBB", parse_made_bleed)]


class Pictured(Trimmed):
    """Pictures, a card's art or a back, are files of the game folder: SVG, PNG, JPEG.

    `includes_bleed` says how far the pictures go on beyond the trim. If they do not, or not far
    enough for the `bleed` wanted, `make_bleed` makes some: `extend` repeats the outermost pixels,
    `mirror` mirrors the picture in its edges, a colour is a plain frame. `fit` is for art of other
    proportions than the piece: `cover` cuts some off, `contain` leaves some blank, `stretch`
    distorts.
    """

    includes_bleed: Annotated[NaturalLength, Bounds(most=BLEED.most)] = 0.0
    make_bleed: MadeBleed | None = None
    fit: Fit | None = None

    def wish(self, size: Size, max_ppi: float | None) -> Wish:
        """What a face of a picture is to be: `size` is the trim, mm."""
        from pnp.art.faces import Wish

        own, made = self.includes_bleed, self.make_bleed
        return Wish(size, self.bleed, own, made, self.fit, max_ppi)


Schema = TypeVar("Schema", bound=Component)


class Kind(Struct, Generic[Schema], frozen=True):
    """One kind: `expand` must be pure."""

    name: str
    schema: type[Schema]
    expand: Callable[[Schema, Context], Expansion]


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


def contents(ids: Sequence[str], context: Context) -> Inside:
    """What a box says it holds: each component with its number of pieces."""
    lines, backs = [], []
    for id in ids:
        component = context.game.component(id)
        try:
            count = sum(p.copies for p in context.pieces_of(id))
        except KeyError:
            continue
        name = component.title if component and component.title else id
        lines.append(f"{count} {name[:1].lower()}{name[1:]}")
        backs += [component.back] if component and component.back else []
    return Inside(tuple(lines), tuple(backs))
