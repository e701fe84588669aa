"""The symbols of the house: black-figure silhouettes in a 100 x 100 box (y down).

Ink silhouettes carry ground-coloured incisions, so that every symbol works in black and white and
is still named at 8 mm.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from pnp.draw.shapes import Drawing
from pnp.draw.symbols.beasts import BEASTS
from pnp.draw.symbols.heroes import HEROES
from pnp.draw.symbols.marks import MARKS
from pnp.draw.symbols.things import THINGS
from pnp.errors import near

_ARTISTS: dict[str, Callable[[], Drawing]] = {**BEASTS, **THINGS, **MARKS, **HEROES}


class _Symbols(Mapping[str, Drawing]):
    """Drawings by name, each drawn when it is first asked for."""

    def __init__(self) -> None:
        self._drawn: dict[str, Drawing] = {}

    def __getitem__(self, name: str) -> Drawing:
        if name not in self._drawn:
            self._drawn[name] = _ARTISTS[name]()
        return self._drawn[name]

    def __contains__(self, name: object) -> bool:
        return name in _ARTISTS

    def __iter__(self) -> Iterator[str]:
        return iter(_ARTISTS)

    def __len__(self) -> int:
        return len(_ARTISTS)


SYMBOLS: Mapping[str, Drawing] = _Symbols()


def symbol(name: str) -> Drawing:
    """The drawing called `name`; a KeyError naming the nearest symbols when there is none."""
    try:
        return SYMBOLS[name]
    except KeyError:
        raise KeyError(f"no symbol {name!r}: {near_symbol(name)}") from None


def near_symbol(name: str) -> str:
    """The hint for an unknown symbol."""
    return near(name, sorted(SYMBOLS))


__all__ = ["SYMBOLS", "near_symbol", "symbol"]
