"""Cell cards: coloured cells with half-walls and marks, written as text, on cards of one size."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Struct
from msgspec.structs import replace

from pnp.definition.model import Game, Theme
from pnp.definition.schema import OneByOne, Written
from pnp.definition.values import (
    Colour,
    Copies,
    GridSize,
    Id,
    PositiveLength,
    Table,
    Text,
    Title,
    letter_of,
)
from pnp.draw.cellface import (
    cell_back,
    field_layer,
    lone_layer,
    mark_layer,
    seam_layer,
    wall_layer,
)
from pnp.draw.overhang import cells_beyond
from pnp.draw.patterns import PATTERNS
from pnp.draw.symbols import SYMBOLS, near_symbol
from pnp.errors import Loc, Problem, near
from pnp.families.dedale.cells import CellCard, Legend
from pnp.geometry.notation import Letters, parse_maze
from pnp.geometry.plane import Affine, Size
from pnp.kinds.backs import Backed, Backs, designs_of
from pnp.kinds.base import Context, Expansion, Kind, Stocked, entry_piece, printed_entries
from pnp.piece import Face, Layer, Stamp

CELL_BACK = "cell"
"""The component's `back:` for cards that each show one colour on the back."""

Lower = Annotated[str, letter_of("a-z")]
Upper = Annotated[str, letter_of("A-Z")]


class CellColour(Written):
    """A cell's letter means a colour with its pattern, or a symbol alone without a colour."""

    name: Text
    colour: Colour | None = None
    pattern: Text | None = None
    symbol: Text | None = None


class CellMark(Written):
    """A second letter means a symbol on top of the cell's colour."""

    name: Text
    symbol: Text


class CardEntry(Written):
    """On a card, `back` is the letter of the colour its back shows."""

    short = "grid"

    grid: str
    back: Lower | None = None
    copies: Copies = 1
    title: Title | None = None


class CellCards(Stocked, Backed):
    """Cards of `cells` with sides of `cell` mm; `wall` is the width of a whole wall.

    `like` names a component whose `colours` and `marks` are used where this one has none.
    """

    cells: GridSize
    cell: PositiveLength
    wall: PositiveLength = 2.4
    like: Id | None = None
    colours: Table[Lower, CellColour] = {}
    marks: Table[Upper, CellMark] = {}
    cards: Annotated[Table[Id, CardEntry], OneByOne()]

    @property
    def size(self) -> Size:
        """Trim size in mm."""
        return Size(self.cells[0] * self.cell, self.cells[1] * self.cell)


class Scheme(Struct, frozen=True):
    """The colours and marks of a set of cards, as written."""

    colours: dict[str, CellColour]
    marks: dict[str, CellMark]

    @property
    def legend(self) -> Legend:
        return Legend(
            tuple((letter, c.name) for letter, c in self.colours.items() if c.colour),
            tuple(letter for letter, c in self.colours.items() if not c.colour),
            tuple((letter, mark.name) for letter, mark in self.marks.items()),
        )


def scheme_of(component: CellCards, game: Game) -> tuple[Scheme | None, list[Problem]]:
    """A component's colours and marks, those of the one it is `like` included, and their faults."""
    colours, marks = dict(component.colours), dict(component.marks)
    if component.like:
        model, problems = find_cards(game, component.like, component.at.of("like"))
        if model is None:
            return None, problems
        colours, marks = colours or dict(model.colours), marks or dict(model.marks)
    problems = [*_symbol_faults(colours, marks), *_colour_faults(colours)]
    if not any(entry.colour for entry in colours.values()):
        problems.append(
            Problem(
                "DEF003",
                "error",
                "no cell has a colour",
                component.at.of("colours"),
                'r: {name: red, colour: "#D55E00"}',
            )
        )
    return (None if problems else Scheme(colours, marks)), problems


def find_cards(game: Game, id: str, loc: Loc) -> tuple[CellCards | None, list[Problem]]:
    """The cell cards called `id`; no problem if they stand in the folder but are broken."""
    found = game.component(id)
    if isinstance(found, CellCards):
        return found, []
    if id in game.broken:
        return None, []
    known = [c.id for c in game.components if isinstance(c, CellCards)]
    return None, [
        Problem(
            "DEF009",
            "error",
            f"there are no cell cards '{id}'",
            loc,
            near(id, known) if known else "",
        )
    ]


def _symbol_faults(colours: dict[str, CellColour], marks: dict[str, CellMark]) -> list[Problem]:
    entries: list[CellColour | CellMark] = [*colours.values(), *marks.values()]
    named = [entry for entry in entries if entry.symbol]
    return [
        Problem(
            "DEF007",
            "error",
            f"there is no symbol '{entry.symbol}'",
            entry.at.of("symbol"),
            near_symbol(entry.symbol or ""),
        )
        for entry in named
        if entry.symbol not in SYMBOLS
    ]


def _colour_faults(colours: dict[str, CellColour]) -> list[Problem]:
    problems = []
    for entry in colours.values():
        if entry.pattern and entry.pattern not in PATTERNS:
            problems.append(
                Problem(
                    "DEF007",
                    "error",
                    f"there is no pattern '{entry.pattern}'",
                    entry.at.of("pattern"),
                    near(entry.pattern, PATTERNS),
                )
            )
        if bool(entry.colour) == bool(entry.symbol):
            problems.append(
                Problem(
                    "DEF003",
                    "error",
                    f"'{entry.name}' needs a colour or a symbol, and not both",
                    entry.loc,
                )
            )
    return problems


def expand(component: CellCards, context: Context) -> Expansion:
    """One piece per card; a card whose cells cannot be read is a problem and no piece."""
    result = Expansion()
    scheme, result.problems = scheme_of(component, context.game)
    if scheme is None:
        result.unread = len(component.at.node.fields["cards"].fields)
        return result
    artist, cards = _Artist(component, scheme, context.game.file.theme), dict[str, CardEntry]()
    for id, card in printed_entries(component, "cards", result):
        truth, slips = _read_cells(component, scheme, card)
        result.problems += slips
        if truth is None:
            result.unread += card.copies
            continue
        cards[id] = card
        result.pieces.append(
            entry_piece(
                component,
                "cards",
                id,
                artist.face(truth),
                truth=truth,
                tallies=_tallies(truth),
            )
        )
    designs, problems = designs_of(component, cards, unread=bool(result.unread))
    result.problems += problems
    backs = Backs(component, component.size, context)
    for i, piece in enumerate(result.pieces):
        back, problems = artist.back(piece.id, cards[piece.id], designs[piece.id], backs)
        result.problems += problems
        result.pieces[i] = replace(piece, back=back)
    result.problems += backs.problems
    return result


def _tallies(card: CellCard) -> tuple[tuple[str, int], ...]:
    """How many cells of each colour and marks of each kind a card has, and its back's colour."""
    cells = card.cells()
    legend = card.legend
    found = [(name, sum(c.colour == letter for c in cells)) for letter, name in legend.colours]
    found += [(name, sum(c.mark == letter for c in cells)) for letter, name in legend.marks]
    found += [(f"{name}-backs", int(card.back == letter)) for letter, name in legend.colours]
    return tuple(found)


def _read_cells(
    component: CellCards, scheme: Scheme, card: CardEntry
) -> tuple[CellCard | None, list[Problem]]:
    text = card.at.node.fields["grid"]
    letters = Letters("".join(scheme.colours), "".join(scheme.marks), dot=False)
    maze, slips = parse_maze(card.grid, *component.cells, letters)
    problems = [
        Problem("DEF008", "error", slip.message, text.at(slip.row, slip.column), slip.hint)
        for slip in slips
    ]
    if maze is None:
        return None, problems
    return CellCard(maze, scheme.legend, card.back or ""), problems


class _Artist:
    """Draws the cards of one component; layers that cards have in common are made once."""

    def __init__(self, component: CellCards, scheme: Scheme, theme: Theme) -> None:
        self.component, self.scheme, self.theme = component, scheme, theme
        side, palette = component.cell, theme.palette
        self._fields: dict[str, Layer] = {
            letter: field_layer(side, entry.colour, entry.pattern, palette)
            if entry.colour
            else lone_layer(side, entry.symbol or "", palette)
            for letter, entry in scheme.colours.items()
        }
        self._marks = {
            letter: mark_layer(side, entry.symbol, palette)
            for letter, entry in scheme.marks.items()
        }
        self._seams = seam_layer(component.size, *component.cells, palette, component.bleed)
        self._backs: dict[str, Face] = {}

    def face(self, card: CellCard) -> Face:
        """Fields, the seams between them, marks, and above all the walls."""
        side, bleed = self.component.cell, self.component.bleed
        fields, marks = self._beyond(card), []
        for cell in card.cells():
            at = Affine.translation(cell.col * side, cell.row * side)
            fields.append(Stamp(self._fields[cell.letter], at))
            if cell.mark:
                marks.append(Stamp(self._marks[cell.mark], at))
        walls = wall_layer(card.maze, side, self.component.wall, self.theme.palette, bleed)
        stack = (*fields, Stamp(self._seams), *marks, Stamp(walls))
        return Face(self.component.size, stack, bleed)

    def _beyond(self, card: CellCard) -> list[Stamp]:
        """The fields in the bleed: each goes on as the cell of the card that is next to it."""
        side, (cols, rows) = self.component.cell, self.component.cells
        letters = {(cell.col, cell.row): cell.letter for cell in card.cells()}
        fields = []
        for col, row in cells_beyond(cols, rows, side, self.component.bleed):
            letter = letters[min(max(col, 0), cols - 1), min(max(row, 0), rows - 1)]
            if self.scheme.colours[letter].colour:
                at = Affine.translation(col * side, row * side)
                fields.append(Stamp(self._fields[letter], at))
        return fields

    def back(
        self, id: str, card: CardEntry, design: str, backs: Backs
    ) -> tuple[Face | None, list[Problem]]:
        """The back of a card: one big cell in its colour, an ornament or a picture."""
        if design != CELL_BACK:
            stray = (
                [
                    Problem(
                        "DEF003",
                        "error",
                        f"{id} names a colour for its back, which is not '{CELL_BACK}'",
                        card.at.of("back"),
                        f"leave it out, or write back: {CELL_BACK} for all",
                    )
                ]
                if card.back
                else []
            )
            return backs.face(design), stray
        colours = [letter for letter, entry in self.scheme.colours.items() if entry.colour]
        if card.back not in colours:
            what = f"there is no colour '{card.back}'" if card.back else f"{id} has no back"
            return None, [
                Problem(
                    "DEF003", "error", what, card.at.of("back"), f"back: one of {' '.join(colours)}"
                )
            ]
        entry = self.scheme.colours[card.back]
        return self._kept(
            card.back,
            lambda: cell_back(
                self.component.size,
                self.theme,
                entry.name,
                entry.colour or "",
                entry.pattern,
                entry.loc,
                self.component.bleed,
            ),
        ), []

    def _kept(self, key: str, make: Any) -> Face:
        if key not in self._backs:
            self._backs[key] = make()
        return self._backs[key]


KIND = Kind("cell_card", CellCards, expand)
