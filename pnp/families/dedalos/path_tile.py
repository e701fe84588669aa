"""Path tiles: square tiles with open sides, stars, passages and symbols; counted by shape."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec.structs import replace

from pnp.definition.schema import Bounds, Value, Written
from pnp.definition.values import Colour, Copies, Id, PositiveLength, Table, Text, Title, Whole
from pnp.draw.symbols import SYMBOLS, near_symbol
from pnp.errors import Loc, Problem, near
from pnp.families.dedalos.pathart import Measures, PathColours
from pnp.families.dedalos.pathface import LEAST_STAR, Artist, star_size
from pnp.families.dedalos.paths import PathTile
from pnp.geometry.plane import Size
from pnp.geometry.topology import SIDES
from pnp.kinds.backs import Backed, add_backs
from pnp.kinds.base import Context, Expansion, Kind, Stocked, own_piece, printed_entries
from pnp.piece import Piece
from pnp.units import format_mm

MAX_STARS = 3


def _sides(value: str) -> str:
    letters = re.sub(r"[\s,]", "", value)
    if not letters or set(letters) - set(SIDES) or len(set(letters)) < len(letters):
        raise ValueError(f"'{value}' are no sides; write some of N E S W, each once, as NES")
    return "".join(side for side in SIDES if side in letters)


Sides = Annotated[str, Value("sides, as NES", _sides)]
Ground = Literal["path", "round", "square", "ring", "hatch", "rubble"]
"""What a symbol stands on: the corridor itself, a round or square plaza, a bare tile."""


class TileColours(Written):
    """The colours of path tiles are light enough for a home printer."""

    sand: Colour = "#F7ECD4"
    stone: Colour = "#3B342C"
    rock: Colour = "#D8D0C3"
    joint: Colour = "#BFB5A5"
    star: Colour = "#EDBB24"

    @property
    def plain(self) -> PathColours:
        return PathColours(self.sand, self.stone, self.rock, self.joint, self.star)


class SpecialTile(Written):
    """A tile may be listed by itself; without `sides` it is no part of the maze, nor joins it."""

    sides: Sides | None = None
    stars: Annotated[Whole, Bounds(least=0, most=MAX_STARS)] = 0
    passage: bool = False
    symbol: Text | None = None
    ground: Ground = "path"
    colour: Colour | None = None
    copies: Copies = 1
    title: Title | None = None


class PathTiles(Stocked, Backed):
    """Square tiles of one size, `tile` mm.

    Sides are N above, E right, S below, W left, as drawn, in any order. `shapes` names open sides,
    `counts` says how many of a shape there are without a star, with one, two, three; shapes of
    `passages` carry the passage's mark. `shapes: {T: NES, L: NE}`, `counts: {T: [4, 2], L: [6]}`
    and `passages: [T]` are four T without a star, two with one, and six L. `tiles` lists single
    ones: `tiles: {gate: {sides: NESW, symbol: labrys, copies: 2}}`.
    `numbered`: every copy is a piece of its own and carries its number, counted from 1 in order.
    Pieces are called by shape and stars, `T-0`, `T-1`, `L-0`, `gate`; if they are `numbered`, with
    the number behind: `T-0-1`, `T-1-5`, `gate-13`. Ways are `corridor` mm wide, walls `wall` mm.
    """

    tile: PositiveLength = 45.0
    corridor: PositiveLength = 12.0
    wall: PositiveLength = 4.0
    shapes: Table[Id, Sides] = {}
    counts: Table[Id, Annotated[tuple[Copies, ...], Bounds(most=MAX_STARS + 1)]] = {}
    names: Table[Id, Text] = {}
    passages: tuple[Id, ...] = ()
    tiles: Table[Id, SpecialTile] = {}
    numbered: bool = False
    colours: TileColours


def expand(component: PathTiles, context: Context) -> Expansion:
    """A piece `T-1` for each shape and number of stars that is counted, one per listed tile;
    `T-1-27` and so on if they are numbered."""
    result = Expansion()
    result.problems += _problems(component)
    if result.problems:
        counted = sum(sum(counts) for counts in component.counts.values())
        result.unread = counted + sum(tile.copies for tile in component.tiles.values())
        return result
    artist = Artist(component.colours.plain, context.game.file.theme, _measures(component))
    count = 0
    for id, written, title, copies, loc in _written(component, result):
        truth = PathTile(written.sides or "", written.stars, written.passage, written.symbol or "")
        face = artist.face(truth, written.ground, written.colour)
        piece = own_piece(
            component,
            face,
            id=id,
            title=title,
            loc=loc,
            copies=copies,
            truth=truth,
            tallies=_tallies(id, truth),
            corners=component.corners,
        )
        if component.numbered:
            result.pieces += _numbered(piece, range(count + 1, count + copies + 1), artist)
        else:
            result.pieces.append(piece)
        count += copies
    add_backs(component, Size(component.tile, component.tile), context, result)
    return result


def _measures(component: PathTiles) -> Measures:
    return Measures(component.tile / 2, component.corridor / 2, component.wall, component.bleed)


def _numbered(piece: Piece, numbers: range, artist: Artist) -> Iterator[Piece]:
    """The copies of a piece, each with a number of its own."""
    for number in numbers:
        face = artist.numbered(piece.front, number)
        title = f"{piece.title}, no. {number}"
        yield replace(piece, id=f"{piece.id}-{number}", title=title, front=face, copies=1)


def _tallies(id: str, truth: PathTile) -> tuple[tuple[str, int], ...]:
    """What the manifest and the distribution may count on the tile."""
    return (
        ("openings", truth.openings),
        ("stars", truth.stars),
        ("passages", int(truth.passage)),
        (id, 1),
    )


Row = tuple[str, SpecialTile, str, int, Loc]


def _written(component: PathTiles, result: Expansion) -> Iterator[Row]:
    """Every tile with its id, title, copies and place: counted shapes first."""
    at = component.at
    for shape, counts in component.counts.items():
        for stars, copies in enumerate(counts):
            if copies:
                tile = SpecialTile(
                    at,
                    sides=component.shapes[shape],
                    stars=stars,
                    passage=shape in component.passages,
                )
                name = component.names.get(shape, shape)
                yield (
                    f"{shape}-{stars}",
                    tile,
                    _title(name, stars),
                    copies,
                    at.of("counts", shape, stars),
                )
    for id, tile in printed_entries(component, "tiles", result):
        yield id, tile, tile.title or id, tile.copies, at.node.fields["tiles"].keys[id]


def _title(name: str, stars: int) -> str:
    return name if not stars else f"{name}, {stars} star{'' if stars == 1 else 's'}"


def _problems(component: PathTiles) -> list[Problem]:
    """Names that lead nowhere, and measures that leave no room."""
    at, found = component.at, []
    for shape in component.counts:
        if shape not in component.shapes:
            found.append(
                Problem(
                    "DEF009",
                    "error",
                    f"there is no shape '{shape}' to count",
                    at.node.fields["counts"].keys[shape],
                    near(shape, component.shapes),
                )
            )
    for shape in component.shapes:
        if shape not in component.counts:
            found.append(
                Problem(
                    "DEF009",
                    "error",
                    f"the shape '{shape}' has no counts",
                    at.node.fields["shapes"].keys[shape],
                    f"write {shape}: [n] under counts, n tiles without a star",
                )
            )
    for i, shape in enumerate(component.passages):
        if shape not in component.shapes:
            found.append(
                Problem(
                    "DEF009",
                    "error",
                    f"there is no shape '{shape}' for a passage",
                    at.of("passages", i),
                    near(shape, component.shapes),
                )
            )
    for tile in component.tiles.values():
        if tile.symbol is not None and tile.symbol not in SYMBOLS:
            found.append(
                Problem(
                    "DEF007",
                    "error",
                    f"there is no symbol '{tile.symbol}'",
                    tile.at.of("symbol"),
                    near_symbol(tile.symbol),
                )
            )
    return found + _tight(component)


def _tight(component: PathTiles) -> list[Problem]:
    """Measures that leave no stone, or no room for stars on it."""
    at = component.at.of
    if component.corridor + 2 * component.wall > 0.8 * component.tile:
        message = "corridor and walls leave no stone between them"
        hint = "corridor + 2 wall: at most 0.8 of the tile"
        return [Problem("DEF003", "error", message, at("corridor"), hint)]
    size = star_size(_measures(component))
    if _has_stars(component) and size < LEAST_STAR:
        room = f"{format_mm(max(size, 0))} mm each"
        message = f"there is no room for stars between the walls and the trim: {room}"
        hint = f"a larger tile, or narrower walls and corridor: stars need {LEAST_STAR:g} mm"
        return [Problem("DEF003", "error", message, at("wall"), hint)]
    return []


def _has_stars(component: PathTiles) -> bool:
    counted = any(sum(counts[1:]) for counts in component.counts.values())
    return counted or any(tile.stars for tile in component.tiles.values())


KIND = Kind("path_tile", PathTiles, expand)
