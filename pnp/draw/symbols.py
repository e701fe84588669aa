"""The symbols of the house: black-figure silhouettes, a file of `pnp/symbols` each.

A file is an SVG with a viewBox of 100 x 100 and paths only. Their classes say what they are painted
with, so that every game's palette fits: `ink`, `paper` or `accent` for an area, `line` for none,
and `ink-line`, `paper-line` or `accent-line` for a stroke of `stroke-width`. The style in a file
shows it to drawing programs and is not read. Whoever draws can add one: the file's name is the
symbol's.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import get_args
from xml.etree import ElementTree

from pnp.draw.shapes import Drawing, Role, Shape
from pnp.errors import near

_FOLDER = Path(__file__).resolve().parents[1] / "symbols"
_SVG = "{http://www.w3.org/2000/svg}"


class _Symbols(Mapping[str, Drawing]):
    """Drawings by name, each read when it is first asked for."""

    def __init__(self) -> None:
        self._drawn: dict[str, Drawing | None] = dict.fromkeys(
            sorted(path.stem for path in _FOLDER.glob("*.svg"))
        )

    def __getitem__(self, name: str) -> Drawing:
        drawn = self._drawn[name]
        if drawn is None:
            text = (_FOLDER / f"{name}.svg").read_text("utf-8")
            drawn = self._drawn[name] = read_symbol(text)
        return drawn

    def __contains__(self, name: object) -> bool:
        return name in self._drawn

    def __iter__(self) -> Iterator[str]:
        return iter(self._drawn)

    def __len__(self) -> int:
        return len(self._drawn)


SYMBOLS: Mapping[str, Drawing] = _Symbols()


def symbol(name: str) -> Drawing:
    """The drawing called `name`; a KeyError naming the nearest symbols when there is none."""
    if name not in SYMBOLS:
        raise KeyError(f"no symbol {name!r}: {near_symbol(name)}")
    return SYMBOLS[name]


def read_symbol(svg: str) -> Drawing:
    """The paths of a symbol's file. Raises ValueError for anything else in it."""
    found = []
    for element in ElementTree.fromstring(svg):
        if element.tag == f"{_SVG}path":
            found.append(_shape(element.attrib))
        elif element.tag != f"{_SVG}style":
            raise ValueError(f"a symbol is made of paths, not of {element.tag}")
    return tuple(found)


def _shape(attributes: Mapping[str, str]) -> Shape:
    classes = attributes["class"].split()
    fill, stroke = "none", "none"
    for name in classes:
        role = name.removesuffix("-line")
        if name == "line":
            continue
        if role not in get_args(Role):
            raise ValueError(f"a symbol has no class '{name}'")
        if role == name:
            fill = role
        else:
            stroke = role
    width = float(attributes.get("stroke-width", 0))
    return Shape(attributes["d"], fill, stroke, width)  # type: ignore[arg-type]


def near_symbol(name: str) -> str:
    """The hint for an unknown symbol."""
    return near(name, sorted(SYMBOLS))
