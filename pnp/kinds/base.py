"""What a kind of component is: a schema for what people write and an expansion into pieces."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, Annotated, Any, get_args

from msgspec import Struct, field
from msgspec.structs import replace
from pydantic import AfterValidator, Field, PlainValidator, model_validator

from pnp.art import Fit
from pnp.art.limits import Allowance
from pnp.errors import Problem, near
from pnp.geometry import Size
from pnp.limits import BLEED
from pnp.model import Component, Game, Written, read
from pnp.packing import Inside
from pnp.piece import Piece
from pnp.source import Node
from pnp.stocks import Sleeve, Stock, find_sleeve, parse_stock
from pnp.values import NaturalLength, PositiveLength

if TYPE_CHECKING:
    from pnp.art.faces import Wish

SleeveName = Annotated[Sleeve, PlainValidator(find_sleeve)]
"""A grade of card sleeves, by its name in `pnp.stocks`."""

StockName = Annotated[Stock, PlainValidator(parse_stock)]
"""A paper by its weight, as 250g."""


SAFE = 2.0
"""How far texts stay off the cut unless a component says otherwise, mm."""


class Each(Struct, frozen=True):
    """Marks entries that a kind reads one by one, so that a broken one does not hide the rest."""

    schema: type[Written]


def entry_problems(schema: type[Component], node: Node) -> list[Problem]:
    """What is wrong with the entries of a component that a kind reads one by one."""
    found: list[Problem] = []
    for name, key in schema.model_fields.items():
        each = _each_of(key.annotation)
        entries = node.fields[name].fields.values() if each and name in node.fields else ()
        for entry in entries:
            if each and entry.kind == "map":
                found += read(each.schema, entry)[1]
    return found


def _each_of(kind: Any) -> Each | None:
    """The mark somewhere in a type."""
    marks = [mark for mark in getattr(kind, "__metadata__", ()) if isinstance(mark, Each)]
    below = (_each_of(part) for part in get_args(kind))
    return next(filter(None, [*marks, *below]), None)


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


class Stocked(Component):
    """The paper is said by its `thickness` or, as 250g, by its weight: `stock`."""

    thickness: PositiveLength = 0.3
    stock: StockName | None = None

    @model_validator(mode="after")
    def _one_measure_of_paper(self) -> Stocked:
        if self.stock is not None and "thickness" in self.model_fields_set:
            raise ValueError("either 'thickness' or 'stock' (whose thickness is known)")
        return self

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

    bleed: Annotated[NaturalLength, Field(le=BLEED.most)] = 0.0


def parse_made_bleed(text: str) -> str:
    """How bleed is made. Raises ValueError."""
    if re.fullmatch(r"extend|mirror|#[0-9A-Fa-f]{6}", text) is None:
        raise ValueError(f"'{text}' makes no bleed; write extend, mirror or a colour as #RRGGBB")
    return text


MadeBleed = Annotated[str, AfterValidator(parse_made_bleed)]


class Pictured(Trimmed):
    """Pictures, a card's art or a back, are files of the game folder: SVG, PNG, JPEG.

    `includes_bleed` says how far the pictures go on beyond the trim. If they do not, or not far
    enough for the `bleed` wanted, `make_bleed` makes some: `extend` repeats the outermost pixels,
    `mirror` mirrors the picture in its edges, a colour is a plain frame. `fit` is for art of other
    proportions than the piece: `cover` cuts some off, `contain` leaves some blank, `stretch`
    distorts.
    """

    includes_bleed: Annotated[NaturalLength, Field(le=BLEED.most)] = 0.0
    make_bleed: MadeBleed | None = None
    fit: Fit | None = None

    def wish(self, size: Size, max_ppi: float | None) -> Wish:
        """What a face of a picture is to be: `size` is the trim, mm."""
        from pnp.art.faces import Wish

        own, made = self.includes_bleed, self.make_bleed
        return Wish(size, self.bleed, own, made, self.fit, max_ppi)


class Kind(Struct, frozen=True):
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
