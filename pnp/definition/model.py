"""What people write: the frozen shapes of a game folder's YAML, every object knowing its place.

Values come from `source` as text; the types here decide what they mean. A key that no type
knows is a problem with a near name as its hint, and does not hide other problems.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal

from pnp.definition.schema import Bounds, Written, rule
from pnp.definition.source import Node
from pnp.definition.values import (
    Colour,
    Copies,
    FileStem,
    FileText,
    Id,
    NaturalLength,
    Share,
    Table,
    Text,
    Title,
    Whole,
)
from pnp.limits import MOST_CELLS


class Palette(Written):
    """The colours of a game, as #RRGGBB; every one has a default fit for black-and-white paper.

    `ink` is that of words, walls and lines, `paper` of what is left blank in them, `accent` of
    ornaments and what stands out, `grid` of fine lines between cells, `number` of small numbers
    and remarks.
    """

    ink: Colour = "#111111"
    paper: Colour = "#FFFFFF"
    accent: Colour = "#B4532A"
    grid: Colour = "#B4B4B4"
    number: Colour = "#666666"


class Fonts(Written):
    """The families of a game; each must stand in the fonts folder.

    `title` is for titles and headings, `label` for what stands on pieces, sheets and boxes,
    `text` for the running text of leaflets.
    """

    title: Title = "Cinzel"
    label: Text = "Alegreya Sans"
    text: Text = "Alegreya"


class Theme(Written):
    """Palette, families and the silhouette that stands for the game.

    `ink_low` says what colours of areas become with `--ink low`; others are lightened by rule.
    """

    palette: Palette
    fonts: Fonts
    emblem: Text = "labrys"
    ink_low: Table[Colour, Colour] = {}


class PlacementRule(Written):
    """How tiles meet on the table: the edge rule and the step in cells along a side.

    `connect`: on every contact an opening faces an opening; `at least one`: on one contact of each
    new tile, and ways may end; `either wall`: every contact is legal, a wall stands where either
    side has one; `equal`: both sides show the same. A side of a path tile is one place, open or
    not, and `step` is nothing to it. `distance` is how many places exits lie from the entrance,
    in a straight line.
    """

    contact: Literal["connect", "at least one", "either wall", "equal"]
    step: Annotated[Whole, Bounds(least=1, most=MOST_CELLS)] = 1
    distance: Annotated[Whole, Bounds(least=1, most=MOST_CELLS)] | None = None


class Manifest(Written):
    """What must be in the box: `rules` is promised by the rules, `ours` is our own decision.

    `manifest: {rules: {cards: 20, tiles: 8}}` counts the pieces of components, copies counted;
    another number is an error. It may be left out, then nothing is counted.
    """

    rules: Table[Text, Annotated[Whole, Bounds(least=0)]] = {}
    ours: Table[Text, Annotated[Whole, Bounds(least=0)]] = {}


class Expected(Written):
    """What the pieces of a component (`of`) add up to, copies counted, within bounds.

    That is the `mean` of a tally, or the `share` of the pieces whose tallies are as given; `when`
    looks at some of the pieces only. Tallies are, of maze tiles, the letters of their marks; of
    path tiles `openings`, `stars` and `passages`; of dice the faces. `{of: ways, mean: stars, most:
    0.3}` is three stars on ten tiles at most, `{of: ways, share: {openings: 4}, least: 10%}` a
    crossing among ten at least.
    """

    of: Text
    when: Table[Text, Whole] = {}
    mean: Text | None = None
    share: Table[Text, Whole] = {}
    least: Share | None = None
    most: Share | None = None
    severity: Literal["error", "warning"] = "error"

    @rule
    def _one_measure(self) -> None:
        if bool(self.mean) == bool(self.share):
            raise ValueError("either 'mean' (a tally) or 'share' (tallies and their values)")
        if self.least is None and self.most is None:
            raise ValueError("'least', 'most' or both say what is expected")


class Document(Written):
    """One entry of `documents`: sheets of components, or a leaflet made from a Markdown file.

    Its key is the file's name, in which `{paper}` becomes the paper's. `print` names components,
    `backs` the file of their backs, `flip` the edge the paper is turned over; `gap` is the room
    between pieces. `apart`: every component begins on a sheet of its own.
    """

    print: tuple[Text, ...] = ()
    leaflet: FileText | None = None
    backs: FileStem | None = None
    flip: Literal["long", "short"] = "long"
    gap: NaturalLength = 0.0
    apart: bool = False
    title: Title | None = None

    @rule
    def _print_or_leaflet(self) -> None:
        if bool(self.print) == bool(self.leaflet):
            raise ValueError("a document has either 'print' (components) or 'leaflet' (a .md file)")


class Component(Written):
    """What all kinds of components share; each kind adds its own fields in `pnp.kinds`."""

    kind: Text
    id: Id
    title: Title | None = None
    role: Text | None = None
    back: FileText | None = None

    @property
    def part(self) -> str:
        """The part the component plays in its rule family."""
        return self.role or self.id


class GameFile(Written):
    """What the game is, what is printed, and what its rules promise.

    `rules` names the rule family whose checks apply (`pnp explain rules`). `boxes` are components
    like those of other files, tuck boxes unless they say another `kind`, as
    `boxes: {box: {holds: [cards]}}`; a document prints them by name. `manifest` counts pieces by
    component, or by component and tally as `labyrinth.stars`; `setup` says what is used of each
    for so many players.
    """

    title: Title
    id: Id | None = None
    subtitle: Title | None = None
    version: Text = "1"
    players: Text | None = None
    age: Text | None = None
    minutes: Text | None = None
    credits: tuple[Text, ...] = ()
    licence: Text | None = None
    rules: Text | None = None
    placement: PlacementRule | None = None
    manifest: Manifest | None = None
    setup: Table[Annotated[Whole, Bounds(least=1, most=99)], Table[Text, Copies]] = {}
    distribution: Table[Id, Expected] = {}
    theme: Theme
    documents: Annotated[Table[FileStem, Document], Bounds(least=1)]
    boxes: Table[Id, Node] = {}


class Game:
    """A whole game folder: `file` as written, and its components in the order of their files.

    `broken` names components that stand in the folder but could not be read, `rests` are what
    remains of them without their faults. `files` are the pictures, by name, of a game without a
    folder."""

    def __init__(
        self,
        id: str,
        path: str,
        file: GameFile,
        components: tuple[Component, ...],
        broken: frozenset[str] = frozenset(),
        files: Mapping[str, Path] | None = None,
        rests: tuple[Component, ...] = (),
    ) -> None:
        self.id = id
        self.path = path
        self.file = file
        self.components = components
        self.broken = broken
        self.files = files
        self.rests = rests

    def component(self, id: str) -> Component | None:
        return next((c for c in self.components if c.id == id), None)
