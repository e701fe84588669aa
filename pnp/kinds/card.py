"""Cards whose pictures are made elsewhere: art from files of the game folder on both sides."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

from msgspec import Struct

from pnp.characters import composed
from pnp.definition.schema import Bounds, OneByOne
from pnp.definition.source import Node, node_of
from pnp.definition.values import Copies, FileText, Id, SizeMm, Table, Title, parse_id
from pnp.errors import Loc, Problem, plain
from pnp.geometry.plane import Size
from pnp.kinds.backs import Backed, OwnBack, add_backs
from pnp.kinds.base import Context, Expansion, Kind, Stocked, entry_piece, printed_entries
from pnp.limits import CARD_EDGE
from pnp.units import written_mm

MAX_CARDS = 10_000
"""The most cards of a component, copies counted."""


class Card(OwnBack):
    """A card may be written as its `art` alone: `whale: art/whale.png`.

    `title` is for those who read the file: nothing is drawn on a card but its art, and lists name
    cards by their ids.
    """

    short = "art"

    art: FileText
    copies: Copies = 1
    title: Title | None = None


class Cards(Stocked, Backed):
    """Cards of one `size` with pictures of your own on both sides.

    `cards` are pictures by ids: `cards: {gull: {art: art/gull.svg, copies: 4}, owl: art/owl.png}`.
    `back` is that of all cards that have none of their own and are in no entry of `backs`.
    """

    size: SizeMm
    cards: Annotated[Table[Id, Card], OneByOne(), Bounds(least=1)]


def expand(component: Cards, context: Context) -> Expansion:
    """One piece per card; a card whose art cannot be used is a problem and no piece."""
    from pnp.art.faces import Gallery

    result = Expansion()
    written = component.at.node.fields["cards"]
    if not all(map(CARD_EDGE.allows, component.size)):
        says = f"a card of {Size(*component.size)} cannot be made"
        hint = f"edges measure {CARD_EDGE}"
        result.problems.append(Problem("DEF003", "error", says, component.at.of("size"), hint))
        result.unread = len(written.fields)
        return result
    cards = list(printed_entries(component, "cards", result))
    total = sum(card.copies for _, card in cards)
    if total > MAX_CARDS:
        says = f"{total:,} cards are too many"
        hint = f"{MAX_CARDS:,} at most, copies counted"
        result.problems.append(Problem("DEF003", "error", says, component.at.of("cards"), hint))
        result.unread += total
        return result
    gallery = Gallery(context.game, context.allowance)
    size = Size(*component.size)
    wish = component.wish(size, context.max_ppi)
    for id, card in cards:
        front, problems = gallery.face(card.art, wish, card.at.of("art"))
        result.problems += problems
        if front is None:
            result.unread += card.copies
        else:
            result.pieces.append(entry_piece(component, "cards", id, front))
    add_backs(component, size, context, result, dict(cards), gallery)
    return result


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
