"""Paper by its weight and card sleeves by their film: how thick a card is, bare and sleeved. mm.

A sheet's thickness is its weight times its bulk: mm = g/m² x cm³/g / 1000 (ISO 534 calls the
bulk "apparent specific volume"). Makers differ by a tenth; whoever owns a calliper measures 20
sheets, divides, and writes `thickness:` instead. The bulks below are typical values:

- uncoated card and office paper: 1.3 at 80 g/m² (a ream of 500 is 5 cm high), falling evenly to
  1.2 at 200 g/m² and staying there, so that 250 g/m² is 0.30 mm, as a poker deck measures;
- coated (silk or gloss) card: 0.9, for its filled surface makes it thinner.

Sleeves are named by grade. Makers print the thickness of ONE film on the pack; a card lies
between two. The growth is what a sleeve's outside measures beyond the card it is sold for.
"""

from __future__ import annotations

import re

from msgspec import Struct

from pnp.errors import near
from pnp.geometry.plane import Size

LIGHTEST, HEAVIEST = 80, 350
"""The stocks whose bulk is known here, g/m²."""
BULKY, BULK, COATED = 1.3, 1.2, 0.9
"""cm³/g: uncoated at 80 g/m², uncoated from 200 g/m² on, coated."""
EVEN = 200
"""From this weight on uncoated stock has one bulk, g/m²."""
CUSTOMARY = (80, 90, 100, 120, 160, 200, 220, 250, 280, 300, 350)
"""The weights that shops sell, for tables."""
_STOCK = re.compile(r"(\d{1,4})\s*(?:g|gsm|g/m2|g/m²)(\s+coated)?", re.IGNORECASE)


class Stock(Struct, frozen=True):
    """Paper or card of a weight in g/m²."""

    grammage: int
    coated: bool = False

    @property
    def bulk(self) -> float:
        """Apparent specific volume, cm³/g."""
        if self.coated:
            return COATED
        share = min(1.0, (self.grammage - LIGHTEST) / (EVEN - LIGHTEST))
        return BULKY + share * (BULK - BULKY)

    @property
    def thickness(self) -> float:
        """mm, to a tenth of a µm."""
        return round(self.grammage * self.bulk / 1000, 4)

    def __str__(self) -> str:
        return f"{self.grammage} g/m²{' coated' if self.coated else ''}"


DEFAULT_STOCK = Stock(250)


class Sleeve(Struct, frozen=True):
    """A grade of card sleeves: thickness of one film, and how much wider and higher than its
    card it is; mm. `source` says where the numbers are from."""

    name: str
    film: float
    growth: Size
    source: str


_USUAL = Size(3.0, 3.0)  # 66 x 91 for 63 x 88, 66.5 x 91 for 63.5 x 88: as sold
SLEEVES = {
    sleeve.name: sleeve
    for sleeve in (
        Sleeve("penny", 0.04, _USUAL, "40 µm on the pack: Mayday Standard, UG Classic"),
        Sleeve("inner", 0.05, Size(1.0, 1.0), "50 µm; typical of perfect-fit inner sleeves"),
        Sleeve("standard", 0.065, _USUAL, "60 µm, two films measured 0.13: Sleeve Kings"),
        Sleeve("premium", 0.09, _USUAL, "90 µm on the pack: Mayday Premium"),
        Sleeve("thick", 0.10, _USUAL, "100 µm on the pack: Gamegenic Prime"),
        Sleeve("matte", 0.12, _USUAL, "120 µm on the pack: Dragon Shield"),
        Sleeve("double", 0.15, _USUAL, "typical: an inner sleeve of 50 µm in one of 100 µm"),
    )
}


def parse_stock(text: object) -> Stock:
    """The stock of a text as `250g`, `250gsm`, `250 g/m2` or `300g coated`.

    Raises ValueError, worded for the person who wrote it.
    """
    match = _STOCK.fullmatch(str(text).strip())
    if match is None:
        raise ValueError(f"'{text}' is no stock; write its weight, as 250g or 300g coated")
    grammage = int(match[1])
    if not LIGHTEST <= grammage <= HEAVIEST:
        raise ValueError(
            f"a stock of {grammage} g/m² is not in the table ({LIGHTEST} to {HEAVIEST}); "
            "measure it and write its thickness"
        )
    return Stock(grammage, match[2] is not None)


def find_sleeve(text: object) -> Sleeve:
    """The sleeve of a name in any case. Raises ValueError with the nearest one."""
    found = SLEEVES.get(str(text).strip().casefold())
    if found is None:
        raise ValueError(f"there is no card sleeve '{text}' ({near(str(text), SLEEVES)})")
    return found
