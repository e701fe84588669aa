"""Cards whose pictures are made elsewhere: art from files of the game folder on both sides."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

from msgspec import Struct

from pnp.art.files import is_art
from pnp.characters import composed
from pnp.definition.schema import Bounds, OneByOne, Written
from pnp.definition.source import Node, node_of
from pnp.definition.values import Copies, FileText, Id, SizeMm, Table, Title, parse_id
from pnp.draw.back import back_face
from pnp.errors import Loc, Problem, plain
from pnp.geometry.plane import Size
from pnp.kinds.backs import replaced_back
from pnp.kinds.base import Context, Expansion, Kind, Pictured, Stocked, entry_piece, printed_entries
from pnp.limits import CARD_EDGE
from pnp.piece import Face
from pnp.units import written_mm

MAX_CARDS = 10_000
"""The most cards of a component, copies counted."""


class Card(Written):
    """A card may be written as its `art` alone: `whale: art/whale.png`.

    `title` is for those who read the file: nothing is drawn on a card but its art, and lists name
    cards by their ids.
    """

    short = "art"

    art: FileText
    back: FileText | None = None
    copies: Copies = 1
    title: Title | None = None


class Cards(Stocked, Pictured):
    """Cards of one `size` with pictures of your own on both sides.

    `cards` are pictures by ids: `cards: {gull: {art: art/gull.svg, copies: 4}, owl: art/owl.png}`.
    `back` is that of all cards that have none of their own: a picture, an ornament's name or none.
    """

    size: SizeMm
    cards: Annotated[Table[Id, Card], OneByOne(), Bounds(least=1)]


def expand(component: Cards, context: Context) -> Expansion:
    """One piece per card; a card whose art cannot be used is a problem and no piece."""
    result = Expansion()
    written = component.at.node.fields["cards"]
    if not all(map(CARD_EDGE.allows, component.size)):
        says = f"a card of {Size(*component.size)} cannot be made"
        hint = f"edges measure {CARD_EDGE}"
        result.problems.append(Problem("DEF003", "error", says, component.at.of("size"), hint))
        result.unread = len(written.fields)
        return result
    artist = _Artist(component, context)
    cards = list(printed_entries(component, "cards", result))
    total = sum(card.copies for _, card in cards)
    if total > MAX_CARDS:
        says = f"{total:,} cards are too many"
        hint = f"{MAX_CARDS:,} at most, copies counted"
        result.problems.append(Problem("DEF003", "error", says, component.at.of("cards"), hint))
        result.unread += total
        return result
    backed = component.back is not None or any(card.back for _, card in cards)
    if component.back is not None and cards and all(card.back for _, card in cards):
        result.problems.append(replaced_back(component))
    for id, card in cards:
        at = card.at.of("art")
        front, problems = artist.face(card.art, at)
        result.problems += problems
        back, problems, known = artist.back(id, card, backed)
        result.problems += problems
        if front is None or not known:
            result.unread += card.copies
            continue
        result.pieces.append(
            entry_piece(
                component,
                "cards",
                id,
                front,
                back=back,
            )
        )
    result.problems += artist.gallery.problems
    return result


class _Artist:
    """Makes the sides of a component's cards."""

    def __init__(self, component: Cards, context: Context) -> None:
        from pnp.art.faces import Gallery

        self.component, self.game = component, context.game
        self.gallery = Gallery(context.game, context.allowance)
        self.wish = component.wish(Size(*component.size), context.max_ppi)
        self._ornaments: dict[str, Face] = {}

    def face(self, art: str, loc: Loc) -> tuple[Face | None, list[Problem]]:
        return self.gallery.face(art, self.wish, loc)

    def back(self, id: str, card: Card, backed: bool) -> tuple[Face | None, list[Problem], bool]:
        """A card's back, the problems, and False if it should have one that cannot be made."""
        own = card.back is not None
        name = card.back or self.component.back
        at = card.at if own else self.component.at
        if name is None and backed:
            says, hint = f"{id} has no back, though others have", "back: a picture, or none"
            return None, [Problem("BACK002", "error", says, card.loc, hint)], False
        if name in (None, "none"):
            return None, [], True
        assert name is not None
        if is_art(name):
            face, problems = self.face(name, at.of("back"))
            return face, problems, face is not None
        if name not in self._ornaments:
            bleed = self.component.bleed
            self._ornaments[name] = back_face(self.wish.size, self.game, name, at, bleed)
        return self._ornaments[name], [], True


KIND = Kind("card", Cards, expand)


# -- decks without a definition --------------------------------------------------------------------

DECK = "cards"
"""What the component of a deck without a game is called."""


class Style(Struct, frozen=True):
    """How finished images become cards; lengths in mm, the rest as in definitions."""

    size: Size
    count: int = 1
    includes_bleed: float = 0.0
    make_bleed: str | None = None
    fit: str | None = None
    corners: float = 0.0


def deck_of_images(
    deck: Sequence[tuple[Path, Path | None]], style: Style
) -> tuple[Node, dict[str, Path]]:
    """What would stand in a component's file: a card for each image and its back; and the files.

    Every card stands at its image, so that problems name it.
    """
    files: dict[str, Path] = {}
    cards: dict[str, Node] = {}
    for front, back in deck:
        card = {"art": _called(front, files), "copies": str(style.count)}
        card["back"] = "none" if back is None else _called(back, files)
        cards[_id_of(front, cards)] = node_of(card, Loc(str(front)))
    written = {
        "kind": KIND.name,
        "size": " x ".join(map(written_mm, style.size)),
        "includes_bleed": written_mm(style.includes_bleed),
    }
    if style.make_bleed is not None:
        written["make_bleed"] = style.make_bleed
    if style.fit is not None:
        written["fit"] = style.fit
    if style.corners:
        written["corners"] = written_mm(style.corners)
    node = node_of(written, Loc(DECK))
    places = {id: card.loc for id, card in cards.items()}
    node.fields["cards"] = Node("map", node.loc, fields=cards, keys=places)
    return node, files


def _called(path: Path, files: dict[str, Path]) -> str:
    """How a card calls a file: its name, or its whole path if another file has that name; as
    definitions have them, without characters that they cannot hold."""
    names = [" ".join(plain(composed(name)).split()) for name in (path.name, str(path))]
    name = next((n for n in names if files.get(n, path) == path), f"{len(files)} {names[0]}")
    files[name] = path
    return name


def _id_of(path: Path, taken: Mapping[str, object]) -> str:
    """An id like the file's name that no other card has."""
    bare = re.sub(r"[^A-Za-z0-9_-]+", "-", path.stem).strip("-_")[:50] or "card"
    try:
        bare = parse_id(bare)
    except ValueError:  # names that Windows keeps for itself
        bare = f"card-{bare}"
    known = {id.casefold() for id in taken}
    id, number = bare, 2
    while id.casefold() in known:
        id, number = f"{bare}-{number}", number + 1
    return id
