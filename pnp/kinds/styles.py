"""Boxes for a deck that is in no game: what a definition of one would say."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pnp.geometry import Size
from pnp.source import Written
from pnp.stocks import Sleeve, Stock
from pnp.units import format_mm

CARDS, BOX = "cards", "box"
"""Ids of the deck and of what is printed for it."""


@dataclass(frozen=True)
class Deck:
    """`count` cards of a size and a stock, in card sleeves or bare."""

    size: Size
    count: int
    stock: Stock
    sleeve: Sleeve | None = None

    @property
    def definition(self) -> dict[str, Written]:
        """Blank cards: the deck itself is not printed."""
        weight = f"{self.stock.grammage}g{' coated' if self.stock.coated else ''}"
        size = f"{format_mm(self.size.width)}mm x {format_mm(self.size.height)}mm"
        return {"kind": "blanks", "size": size, "copies": str(self.count), "stock": weight}


Components = dict[str, dict[str, Written]]


def _holding(deck: Deck, kind: str, **more: str) -> dict[str, Written]:
    worn = {"sleeve": deck.sleeve.name} if deck.sleeve else {}
    return {"kind": kind, "holds": [CARDS], **worn, **more}


def _tuck(deck: Deck) -> Components:
    return {BOX: _holding(deck, "tuckbox")}


def _tray(deck: Deck) -> Components:
    return {BOX: _holding(deck, "tray")}


def _drawbox(deck: Deck) -> Components:
    """Cards tumble in it: twice their own room, as wide as a card is long, and a hand's room."""
    grown = deck.sleeve.growth if deck.sleeve else Size(0, 0)
    film = deck.sleeve.film if deck.sleeve else 0.0
    short, long = sorted((deck.size.width + grown.width, deck.size.height + grown.height))
    hand = max(70.0, short + 8)
    width, depth = max(90.0, long + 10, hand + 10), max(90.0, long + 10)
    volume = short * long * (deck.stock.thickness + 2 * film) * deck.count
    height = max(70.0, volume / (0.48 * width * depth))
    size = " x ".join(f"{format_mm(side)}mm" for side in (width, depth, height))
    return {BOX: _holding(deck, "drawbox", size=size, hand=f"{format_mm(hand)}mm x 45mm")}


def _sleeve(deck: Deck) -> Components:
    """A slip case over the deck's tuck box."""
    return {"inner": _holding(deck, "tuckbox"), BOX: {"kind": "sleeve", "over": "inner"}}


STYLES: dict[str, Callable[[Deck], Components]] = {
    "tuck": _tuck,
    "tray": _tray,
    "drawbox": _drawbox,
    "sleeve": _sleeve,
}


def box_of(style: str, deck: Deck, **options: str) -> Components:
    """The components of a box in a style, deck included; `options` are keys of its definition."""
    components: Components = {CARDS: deck.definition, **STYLES[style](deck)}
    components[BOX] |= options
    return components
