"""What people write: the frozen shapes of a game folder's YAML, every object knowing its place.

Values come from `pnp.source` as text; the types here decide what they mean. A key that no type
knows is a problem with a near name as its hint, and does not hide other problems.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeVar, get_args

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
    ValidationError,
    ValidationInfo,
    model_validator,
)
from pydantic.fields import FieldInfo

from pnp.errors import Loc, Problem, near
from pnp.source import Node
from pnp.units import parse_length
from pnp.wording import empty_key, problem_of

MAX_COPIES = 1000
MAX_CELLS = 100


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
                found.append(empty_key(key, at.of(key)))
            elif key != "__at__" and key not in known:
                hint = near(key, sorted(known))
                found.append(Problem("DEF002", "error", f"unknown key '{key}'", at.key(key), hint))
        return data

    @property
    def loc(self) -> Loc:
        return self.at.loc


def _may_be_none(field: FieldInfo) -> bool:
    return type(None) in get_args(field.annotation)


def _length(value: Any) -> Any:
    if not isinstance(value, str):
        raise ValueError("a length belongs here, as 12mm")
    return parse_length(value)


def _pair(value: Any) -> Any:
    if not isinstance(value, str):
        raise ValueError("a grid belongs here: columns x rows, as 3x6")
    match = re.fullmatch(r"\s*(\d{1,9})\s*[xX×]\s*(\d{1,9})\s*", value, re.ASCII)
    if match is None:
        raise ValueError(f"'{value}' is not a grid; write columns x rows, as 3x6")
    cols, rows = int(match[1]), int(match[2])
    if not (1 <= cols <= MAX_CELLS and 1 <= rows <= MAX_CELLS):
        raise ValueError(f"'{value}': a grid has 1 to {MAX_CELLS} columns and rows")
    return cols, rows


def parse_size(value: Any) -> Any:
    if not isinstance(value, str):
        raise ValueError("a size belongs here: width x height, as 63 x 88mm")
    left, cross, right = re.sub(r"[×X]", "x", value).partition("x")
    if not cross:
        raise ValueError(f"'{value}' is not a size; write width x height, as 63 x 88mm")
    unit = re.search(r"[a-zA-Z@]+.*$", right.strip())
    if unit and re.fullmatch(r"\s*[\d.]+\s*", left):
        left = left.strip() + unit.group()
    return parse_length(left), parse_length(right)


def _whole(value: Any) -> Any:
    if isinstance(value, str):
        if re.fullmatch(r"-?(0|[1-9][0-9]*)", value) is None:
            raise ValueError(f"'{value}' is not a whole number")
        if len(value) > 9:
            raise ValueError(f"'{value[:12]}…' is far too large a number")
    return value


def _box(value: Any) -> Any:
    if not isinstance(value, str):
        raise ValueError("a size belongs here: width x depth x height, as 120 x 60 x 40mm")
    parts = [part.strip() for part in re.split("[xX×]", value)]
    if len(parts) != 3:
        raise ValueError(f"'{value}' is not a size; write width x depth x height, as 12 x 6 x 4cm")
    unit = re.search(r"[a-zA-Z]+$", parts[-1])
    bare = unit.group() if unit else ""
    return tuple(parse_length(p + bare if re.fullmatch(r"[\d.]+", p) else p) for p in parts)


def _share(value: Any) -> Any:
    match = re.fullmatch(r"(\d{1,6}(?:\.\d{1,6})?)\s*(%?)", str(value), re.ASCII)
    if match is None:
        raise ValueError(f"'{value}' is not a number; write 2.5 or 12%")
    return float(match[1]) / (100 if match[2] else 1)


def _one_line(value: Any) -> Any:
    return re.sub(r"[ \t\r\n]+", " ", value) if isinstance(value, str) else value


def _safe_name(value: str) -> str:
    """Names become files: not those that Windows keeps for devices."""
    if re.fullmatch(r"(?i)con|prn|aux|nul|com[0-9]|lpt[0-9]", value):
        raise ValueError(f"'{value}' is a name that Windows keeps for itself")
    return value


def _only_paper(value: str) -> str:
    if set("{}") & set(value.replace("{paper}", "")):
        raise ValueError(f"'{value}': only {{paper}} may stand in braces")
    return _safe_name(value)


def _without_place(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: item for key, item in value.items() if key != "__at__"}
    return value


K = TypeVar("K")
V = TypeVar("V")
Table = Annotated[dict[K, V], BeforeValidator(_without_place)]
"""A mapping whose keys the author chooses."""

PositiveLength = Annotated[float, BeforeValidator(_length), Field(gt=0)]
GridSize = Annotated[tuple[int, int], BeforeValidator(_pair)]
SizeMm = Annotated[tuple[float, float], BeforeValidator(parse_size)]
Side = Annotated[float, Field(gt=0)]
BoxSize = Annotated[tuple[Side, Side, Side], BeforeValidator(_box)]
NaturalLength = Annotated[float, BeforeValidator(_length), Field(ge=0)]
Whole = Annotated[int, BeforeValidator(_whole)]
Share = Annotated[float, BeforeValidator(_share)]
Text = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1), BeforeValidator(_one_line)
]
Id = Annotated[
    str,
    StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$"),
    AfterValidator(_safe_name),
]
Colour = Annotated[str, StringConstraints(pattern=r"^#[0-9A-Fa-f]{6}$")]
Copies = Annotated[Whole, Field(ge=0, le=MAX_COPIES)]
FileStem = Annotated[
    str,
    StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9_{}-]{0,99}$"),
    AfterValidator(_only_paper),
]


class Palette(Written):
    """The colours of a game, as #RRGGBB; every one has a default fit for black-and-white paper."""

    ink: Colour = "#111111"
    paper: Colour = "#FFFFFF"
    accent: Colour = "#B4532A"
    grid: Colour = "#B4B4B4"
    number: Colour = "#666666"


class Fonts(Written):
    """The families of a game; each must stand in the fonts folder."""

    title: Text = "Cinzel"
    label: Text = "Alegreya Sans"
    text: Text = "Alegreya"


class Theme(Written):
    """Palette, families and the silhouette that stands for the game."""

    palette: Palette
    fonts: Fonts
    emblem: Text = "labrys"


class Placement(Written):
    """How tiles meet on the table: the edge rule and the step in cells along a side.

    `connect`: on every contact an opening faces an opening; `at least one`: on one contact of each
    new tile; `either wall`: every contact is legal; `equal`: both sides show the same. `distance`
    is how many places exits lie from the entrance, in a straight line.
    """

    contact: Literal["connect", "at least one", "either wall", "equal"]
    step: Annotated[Whole, Field(ge=1, le=MAX_CELLS)] = 1
    distance: Annotated[Whole, Field(ge=1, le=MAX_CELLS)] | None = None


class Manifest(Written):
    """What must be in the box: `rules` is promised by the rules, `ours` is our own decision."""

    rules: Table[str, Annotated[Whole, Field(ge=0)]] = {}
    ours: Table[str, Annotated[Whole, Field(ge=0)]] = {}


class Expected(Written):
    """What the pieces of a component (`of`) add up to, copies counted, within bounds.

    `mean` of a tally, or the `share` of the pieces whose tallies are as given; `when` looks at
    some of the pieces only.
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

    `apart`: every component begins on a sheet of its own.
    """

    print: tuple[Text, ...] = ()
    leaflet: Text | None = None
    backs: FileStem | None = None
    flip: Literal["long", "short"] = "long"
    gap: NaturalLength = 0.0
    apart: bool = False
    title: Text | None = None

    @model_validator(mode="after")
    def _print_or_leaflet(self) -> Document:
        if bool(self.print) == bool(self.leaflet):
            raise ValueError("a document has either 'print' (components) or 'leaflet' (a .md file)")
        return self


class Component(Written):
    """What all kinds of components share; each kind adds its own fields in `pnp.kinds`."""

    kind: Text
    id: Id
    title: Text | None = None
    role: Text | None = None
    back: Text | None = None

    @property
    def part(self) -> str:
        """The part the component plays in its rule family."""
        return self.role or self.id


class GameFile(Written):
    """`game.yaml`."""

    title: Text
    id: Id | None = None
    subtitle: Text | None = None
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

    `broken` names components that stand in the folder but could not be read.
    """

    def __init__(
        self,
        id: str,
        path: str,
        file: GameFile,
        components: tuple[Component, ...],
        broken: frozenset[str] = frozenset(),
    ) -> None:
        self.id = id
        self.path = path
        self.file = file
        self.components = components
        self.broken = broken

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
    for path in _section_paths(model, data):
        _fill_section(data, path, node)
    try:
        return model.model_validate(data, context=problems), problems
    except ValidationError as error:
        problems += [problem_of(detail, node) for detail in error.errors(include_url=False)]
        return None, problems


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
