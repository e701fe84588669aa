"""What people write: the frozen shapes of a game folder's YAML, every object knowing its place.

Values come from `pnp.source` as text; the types here decide what they mean. A key that no type
knows is a problem with a near name as its hint, and does not hide other problems.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar, get_args

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    ValidationError,
    ValidationInfo,
    model_validator,
)
from pydantic.fields import FieldInfo

from pnp.errors import Loc, Problem, near
from pnp.source import Node
from pnp.values import (
    MAX_CELLS,
    Colour,
    Copies,
    FileStem,
    Id,
    NaturalLength,
    Share,
    Table,
    Text,
    Title,
    Whole,
)
from pnp.wording import empty_key, problem_of


class At:
    """The places of a written object and of its fields."""

    __slots__ = ("node",)

    def __init__(self, node: Node) -> None:
        self.node = node

    @property
    def loc(self) -> Loc:
        return self.node.loc

    def of(self, *path: int | str) -> Loc:
        """The place of a value below this object (or of the deepest part that exists)."""
        return self.node.find(path).loc

    def key(self, name: str) -> Loc:
        """The place of a key."""
        return self.node.keys.get(name, self.node.loc)


class Written(BaseModel):
    """Base of everything read from a definition."""

    model_config = ConfigDict(
        frozen=True,
        extra="ignore",
        arbitrary_types_allowed=True,
        hide_input_in_errors=True,
        defer_build=True,
    )

    at: At = Field(alias="__at__", repr=False)

    @model_validator(mode="before")
    @classmethod
    def _report_unknown_keys(cls, data: Any, info: ValidationInfo) -> Any:
        if not isinstance(data, Mapping):
            raise ValueError("a mapping (key: value) belongs here")
        known = {name for name in cls.model_fields if name != "at"}
        at: At = data["__at__"]
        found = [] if info.context is None else info.context
        for key, value in data.items():
            if key in known and value is None and _may_be_none(cls.model_fields[key]):
                found.append(empty_key(key, at.node.find((key,))))
            elif key != "__at__" and key not in known:
                hint = near(key, sorted(known))
                found.append(Problem("DEF002", "error", f"unknown key '{key}'", at.key(key), hint))
        return data

    @property
    def loc(self) -> Loc:
        return self.at.loc


def _may_be_none(field: FieldInfo) -> bool:
    return type(None) in get_args(field.annotation)


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


class Placement(Written):
    """How tiles meet on the table: the edge rule and the step in cells along a side.

    `connect`: on every contact an opening faces an opening; `at least one`: on one contact of each
    new tile, and ways may end; `either wall`: every contact is legal, a wall stands where either
    side has one; `equal`: both sides show the same. A side of a path tile is one place, open or
    not, and `step` is nothing to it. `distance` is how many places exits lie from the entrance,
    in a straight line.
    """

    contact: Literal["connect", "at least one", "either wall", "equal"]
    step: Annotated[Whole, Field(ge=1, le=MAX_CELLS)] = 1
    distance: Annotated[Whole, Field(ge=1, le=MAX_CELLS)] | None = None


class Manifest(Written):
    """What must be in the box: `rules` is promised by the rules, `ours` is our own decision.

    `manifest: {rules: {cards: 20, tiles: 8}}` counts the pieces of components, copies counted;
    another number is an error. It may be left out, then nothing is counted.
    """

    rules: Table[str, Annotated[Whole, Field(ge=0)]] = {}
    ours: Table[str, Annotated[Whole, Field(ge=0)]] = {}


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

    @model_validator(mode="after")
    def _one_measure(self) -> Expected:
        if bool(self.mean) == bool(self.share):
            raise ValueError("either 'mean' (a tally) or 'share' (tallies and their values)")
        if self.least is None and self.most is None:
            raise ValueError("'least', 'most' or both say what is expected")
        return self


class Document(Written):
    """One entry of `documents`: sheets of components, or a leaflet made from a Markdown file.

    Its key is the file's name, in which `{paper}` becomes the paper's. `print` names components,
    `backs` the file of their backs, `flip` the edge the paper is turned over; `gap` is the room
    between pieces. `apart`: every component begins on a sheet of its own.
    """

    print: tuple[Text, ...] = ()
    leaflet: Text | None = None
    backs: FileStem | None = None
    flip: Literal["long", "short"] = "long"
    gap: NaturalLength = 0.0
    apart: bool = False
    title: Title | None = None

    @model_validator(mode="after")
    def _print_or_leaflet(self) -> Document:
        if bool(self.print) == bool(self.leaflet):
            raise ValueError("a document has either 'print' (components) or 'leaflet' (a .md file)")
        return self


class Component(Written):
    """What all kinds of components share; each kind adds its own fields in `pnp.kinds`."""

    kind: Text
    id: Id
    title: Title | None = None
    role: Text | None = None
    back: Text | None = None

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
    placement: Placement | None = None
    manifest: Manifest | None = None
    setup: Table[Annotated[Whole, Field(ge=1, le=99)], Table[Text, Copies]] = {}
    distribution: Table[Id, Expected] = {}
    theme: Theme
    documents: Annotated[Table[FileStem, Document], Field(min_length=1)]
    boxes: Table[Id, Any] = {}


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


Model = TypeVar("Model", bound=Written)


def plain(node: Node) -> Any:
    """A node as the nested text, lists and mappings that pydantic reads; mappings carry `At`."""
    if node.kind == "map":
        return {"__at__": At(node), **{key: plain(value) for key, value in node.fields.items()}}
    if node.kind == "list":
        return [plain(item) for item in node.items]
    return node.text


def read(
    model: type[Model], node: Node, implied: Mapping[str, str] | None = None
) -> tuple[Model | None, list[Problem]]:
    """Validate a node as a `model`; `implied` fills fields that are not written."""
    problems: list[Problem] = []
    data = plain(node)
    if node.kind == "map":
        data = {**(implied or {}), **data}
    fill_sections(model, data, node)
    try:
        return model.model_validate(data, context=problems), problems
    except ValidationError as error:
        problems += [problem_of(detail, node) for detail in error.errors(include_url=False)]
        return None, problems


def tried(model: type[Model], data: Any) -> Model | list[tuple[tuple[int | str, ...], bool]]:
    """What pydantic makes of data, else the path of each fault and whether a key is missing."""
    try:
        return model.model_validate(data, context=[])
    except ValidationError as error:
        return [(d["loc"], d["type"] == "missing") for d in error.errors(include_url=False)]


def fill_sections(model: type[Written], data: Any, node: Node) -> None:
    """Put empty sections where they are left out, as those may whose fields all have defaults."""
    for path in _section_paths(model, data):
        _fill_section(data, path, node)


def _section_paths(model: type[Written], data: Any) -> list[tuple[str, ...]]:
    """The paths of nested sections that may be left out because all their fields have defaults."""
    paths: list[tuple[str, ...]] = []
    for name, field in model.model_fields.items():
        kind = field.annotation
        if isinstance(kind, type) and issubclass(kind, Written):
            paths.append((name,))
            paths += [(name, *rest) for rest in _section_paths(kind, None)]
    return paths


def _fill_section(data: Any, path: tuple[str, ...], node: Node) -> None:
    for step in path[:-1]:
        data = data.get(step) if isinstance(data, dict) else None
    if isinstance(data, dict):
        data.setdefault(path[-1], {"__at__": At(Node("map", node.loc))})
