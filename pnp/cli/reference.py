"""What may be written where, told by the schemas themselves: keys, values, defaults.

Nothing here knows a kind: a key that a schema gains stands in the reference at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from inspect import cleandoc
from typing import Any

from msgspec import Struct

from pnp.definition.model import (
    Component,
    Document,
    Expected,
    GameFile,
    Manifest,
    Palette,
    PlacementRule,
    Theme,
)
from pnp.definition.schema import FAULT, Written, fields_of
from pnp.draw.back import MOTIFS
from pnp.draw.symbols import SYMBOLS
from pnp.family import families
from pnp.geometry.topology import Tile
from pnp.kinds import all_kinds
from pnp.kinds.base import Kind
from pnp.nets.stocks import SLEEVES

Topic = Callable[[], str]


class Key(Struct, frozen=True):
    """One key of a schema: its name, its value and its default in words; what stands below it."""

    name: str
    value: str
    default: str
    below: type[Written] | None


def keys_of(schema: type[Written]) -> Iterator[Key]:
    """The keys of a schema, in the order in which they are declared."""
    for name, field in fields_of(schema).items():
        value, below = field.reader.words, field.reader.below
        default = "required" if field.required else _default(field.default)
        if default and value.startswith(("length", "size")) and default != "required":
            default += "mm" if value.startswith("length") else " mm"
        if issubclass(schema, Component) and name == "id":
            default = "the file's name"
        yield Key(name, value, default, below)


def _default(value: Any) -> str:
    if value in (None, FAULT, ()) or value == {}:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        joint = " x " if all(isinstance(part, float) for part in value) else ", "
        return joint.join(map(_default, value))
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def _page(title: str, schema: type[Written]) -> str:
    """A schema as text: what it is, its keys, and those of every schema below it."""
    lines = [title, "", *_about(schema)]
    lines += _table(schema)
    for key in keys_of(schema):
        if key.below:
            lines += ["", *_below(key.name, key.below)]
    return "\n".join(lines)


def _about(schema: type[Written]) -> list[str]:
    """What a schema is, and what keys mean that it shares with others."""
    shared = [c for c in schema.__mro__[1:] if issubclass(c, Component) and c is not Component]
    return [line for c in (schema, *shared) for line in (cleandoc(c.__doc__ or ""), "")]


SHARED = """\
Keys of all kinds: `title` names the component on boxes that hold it and in galleries. `role` is the
part it plays in the game's rule family (`rules:` in game.yaml), if not that of its name; without a
family it does nothing. `back` is the design on the backs of cards and tiles (`pnp explain backs`);
folded things, figures, pads and other pieces of one printed side have none, and it does nothing."""


def _kind_page(name: str, schema: type[Written]) -> str:
    return f"{_page(f'kind: {name}', schema)}\n\n{SHARED}"


def _below(name: str, schema: type[Written]) -> list[str]:
    lines = [f"In {name}:", "", cleandoc(schema.__doc__ or ""), "", *_table(schema)]
    for key in keys_of(schema):
        if key.below:
            lines += ["", *_below(f"{name}.{key.name}", key.below)]
    return lines


def _table(schema: type[Written]) -> list[str]:
    rows = list(keys_of(schema))
    wide = max(len(key.name) for key in rows)
    broad = min(max(len(key.value) for key in rows), 44)
    return [
        f"  {key.name:<{wide}}  {key.value:<{broad}}  {_in_brackets(key.default)}".rstrip()
        for key in rows
    ]


def _in_brackets(default: str) -> str:
    return f"({default})" if default else ""


def _kinds() -> str:
    title = "Kinds of components (`pnp explain maze_tile` for the keys of one):"
    return "\n".join([title, "", *_rows(all_kinds())])


def _rows(kinds: Sequence[Kind[Any]]) -> list[str]:
    """Kinds with the first line of what is said of them."""
    wide = max(len(kind.name) for kind in kinds)
    return [f"  {kind.name:<{wide}}  {_first_line(kind.schema)}" for kind in kinds]


def _first_line(schema: type[Written]) -> str:
    return cleandoc(schema.__doc__ or "").partition("\n")[0]


def _names(title: str, names: list[str]) -> str:
    return "\n".join([title, "", *(f"  {name}" for name in names)])


LEAFLET = """\
A leaflet: a Markdown file of the game folder, named by `leaflet:` in an entry of `documents`.

  # ## ###            the title, sections, smaller headings
  *italic* **bold**   a paragraph of italics after the title is the lead
  - item, 1. item     lists, one inside another at most
  | a | b |           tables; a row that begins with a file of backs is left out
                      when --sides writes no such file
  {paper}             the paper's name, so that tiles_{paper}.pdf is tiles_A4.pdf
  {flip}              the edge that sheets are turned over: long edge or short edge
  {backs}             how backs are printed, in a sentence or two, as --sides and --flip are

Pictures stand in paragraphs of their own, those of one paragraph side by side where there is room;
words in the brackets are the caption:

  ![A hall](face:hall?height=40mm)             a piece, also &side=back
  ![Teleport](symbol:teleport?height=9mm)      a symbol (pnp explain symbols)
  ![A board](board:3x2?height=60mm&seed=7)     tiles laid by lot

With &words=readable, words of a piece or board that come out smaller than 6 pt are left out.
Pictures that are too large for a column are shrunk to fit it, to half their height at least; paper
that is too narrow for two columns of 65 mm gets one."""


BLEED = """\
Bleed: a picture that goes on beyond the cut, so that a cut that is half a millimetre off shows no
sliver of something else.

  --bleed 2mm --gap 4mm       every piece has its own; the gap keeps neighbours off it
  --bleed 2mm                 pieces that touch (no gap): a bleed at the outer edges only

Pieces that touch share one cut. If their colours reach it and differ, a cut that is off leaves a
sliver of the neighbour on one of them; nobody is warned of that, for every sheet without gaps would
be named. It is not seen where both are dark there, or leave the same white rim; else give them
`gap:` in the document and `bleed:` in the component, or take `--sheets single` to a print shop."""


BOXES = """\
`boxes`, in game.yaml, are components under names of their own, as those of other files; a document
prints them by these names. They are tuck boxes unless they say another kind.

  boxes:
    box: {holds: [cards, tiles]}
    tray: {kind: tray, size: 120 x 90 x 30mm}
  documents:
    box_{paper}:
      print: [box, tray]

A file box.yaml with `kind: tuckbox` and `holds: [cards, tiles]` says the same as the first of them.
`pnp box` makes a box for cards that are in no game.

Kinds of boxes (`pnp explain tuckbox` for the keys of one):
"""


def _boxes() -> str:
    """The section, and the kinds that hold other components or go over one."""
    kinds = [k for k in all_kinds() if {"holds", "over"} & fields_of(k.schema).keys()]
    return "\n".join([BOXES, *_rows(kinds)])


def _placement() -> str:
    """The edge rules, and the tiles that each is proved for."""
    all_kinds()
    proved: dict[str, list[str]] = {}
    for tile in sorted(Tile.__subclasses__(), key=lambda tile: tile.called):
        for contact in tile.proved:
            proved.setdefault(contact, []).append(tile.called)
    wide = max(map(len, proved))
    rows = [f"  {contact:<{wide}}  {', '.join(tiles)}" for contact, tiles in proved.items()]
    page = _page("placement, in game.yaml", PlacementRule)
    return "\n".join([page, "", "Proved, by rule, for:", "", *rows])


def _sleeves() -> str:
    rows = [
        f"  {s.name:<9} film {s.film:.3f} mm, {s.growth.width:g} x {s.growth.height:g} mm larger"
        for s in SLEEVES.values()
    ]
    return "\n".join(["Card sleeves, for `sleeve:` of boxes and --sleeve:", "", *rows])


def palette_page() -> str:
    """How colours are written, and those of a game."""
    return _page('Colours are written as #RRGGBB, in quotes: ink: "#0072B2".', Palette)


@cache
def places_of_keys() -> dict[str, list[tuple[str, str]]]:
    """Every key of definitions: the places where it may stand, each with its value and default."""
    found: dict[str, dict[tuple[str, str], None]] = {}

    def add(schema: type[Written], place: str) -> None:
        for key in keys_of(schema):
            shared = issubclass(schema, Component) and key.name in fields_of(Component)
            says = f"{key.value}  {_in_brackets(key.default)}".rstrip()
            found.setdefault(key.name, {})["every kind" if shared else place, says] = None
            if key.below:
                add(key.below, f"{place}, in {key.name}")

    add(GameFile, "game.yaml")
    for kind in all_kinds():
        add(kind.schema, kind.name)
    return {name: list(rows) for name, rows in sorted(found.items())}


def topics() -> dict[str, Topic]:
    """Every topic by the name used with `pnp explain`."""
    found: dict[str, Topic] = {
        "kinds": _kinds,
        "game": lambda: _page("game.yaml", GameFile),
        "documents": lambda: _page("documents, in game.yaml", Document),
        "boxes": _boxes,
        "placement": _placement,
        "manifest": lambda: _page("manifest, in game.yaml", Manifest),
        "distribution": lambda: _page("entries of distribution, in game.yaml", Expected),
        "theme": lambda: _page("theme, in game.yaml or in theme.yaml", Theme),
        "leaflet": lambda: LEAFLET,
        "bleed": lambda: BLEED,
        "rules": lambda: _names("Rule families, for `rules:` in game.yaml:", [*families()]),
        "sleeves": _sleeves,
        "symbols": lambda: _names("Symbols, for `symbol:`, `emblem:` and dice:", sorted(SYMBOLS)),
        "backs": lambda: _names("Backs, for `back:`:", ["none", *MOTIFS]),
    }
    for kind in all_kinds():
        found[kind.name] = lambda kind=kind: _kind_page(kind.name, kind.schema)  # type: ignore[misc]
    return found
