"""Boxes for a deck that is in no game: what a definition of one would say."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from pnp.definition.source import Written
from pnp.geometry.plane import Size
from pnp.nets.stocks import DEFAULT_STOCK, Sleeve, Stock

CARDS, BOX = "cards", "box"
"""Ids of the deck and of what is printed for it."""


class Deck(Struct, frozen=True):
    """`count` cards of a size and of a stock or a measured thickness, in card sleeves or bare."""

    size: Size
    count: int
    stock: Stock = DEFAULT_STOCK
    measured: float | None = None
    sleeve: Sleeve | None = None

    @property
    def thickness(self) -> float:
        """Of one bare card, mm."""
        return self.stock.thickness if self.measured is None else self.measured

    @property
    def definition(self) -> dict[str, Written]:
        """Blank cards: the deck itself is not printed."""
        return {
            "kind": "blanks",
            "title": "card" if self.count == 1 else "cards",
            "size": _sizes(*self.size),
            "copies": str(self.count),
            "thickness": _sizes(self.thickness),
        }


def _sizes(*sides: float) -> str:
    return " x ".join(f"{side:.4f}mm" for side in sides)


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
    volume = short * long * (deck.thickness + 2 * film) * deck.count
    size = _sizes(width, depth, max(70.0, volume / (0.48 * width * depth)))
    return {BOX: _holding(deck, "drawbox", size=size, hand=_sizes(hand, 45.0))}


def _sleeve(deck: Deck) -> Components:
    """A slip case over the deck's tuck box."""
    return {"inner": _holding(deck, "tuckbox"), BOX: {"kind": "sleeve", "over": "inner"}}


STYLES: dict[str, Callable[[Deck], Components]] = {
    "tuck": _tuck,
    "tray": _tray,
    "drawbox": _drawbox,
    "sleeve": _sleeve,
}


HAVE = {"lock": ("tuck",), "split": ("tuck", "sleeve", "tray")}
"""The styles that have an option."""


def box_of(style: str, deck: Deck, options: Sequence[str] = ()) -> Components:
    """The components of a box in a style, deck included; `options` are of those in `HAVE`.

    Raises ValueError for an option that the style does not have.
    """
    for option in options:
        if style not in HAVE[option]:
            raise ValueError(f"--{option} is for boxes of style {' or '.join(HAVE[option])}")
    components: Components = {CARDS: deck.definition, **STYLES[style](deck)}
    components[BOX] |= dict.fromkeys(options, "true")
    return components
