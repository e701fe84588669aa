"""What people write: the frozen shapes of a game folder's YAML, every object knowing its place.

Values come from `pnp.source` as text; the types here decide what they mean. A key that no type
knows is a problem with a near name as its hint, and does not hide other problems.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeVar

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
    ValidationError,
    ValidationInfo,
    model_validator,
)
from pydantic_core import ErrorDetails

from pnp.errors import Loc, Problem, near
from pnp.source import Node
from pnp.units import parse_length

MAX_COPIES = 1000


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
        frozen=True, extra="ignore", arbitrary_types_allowed=True, hide_input_in_errors=True
    )

    at: At = Field(alias="__at__", repr=False)

    @model_validator(mode="before")
    @classmethod
    def _report_unknown_keys(cls, data: Any, info: ValidationInfo) -> Any:
        if not isinstance(data, Mapping):
            raise ValueError("a mapping (key: value) belongs here")
        known = {name for name in cls.model_fields if name != "at"}
        for key in data:
            if key == "__at__" or key in known:
                continue
            at: At = data["__at__"]
            if info.context is not None:
                info.context.append(
                    Problem(
                        "DEF002",
                        "error",
                        f"unknown key '{key}'",
                        at.key(key),
                        near(key, sorted(known)),
                    )
                )
        return data

    @property
    def loc(self) -> Loc:
        return self.at.loc


def length(value: Any) -> Any:
    """A written length in mm."""
    return parse_length(value) if isinstance(value, str) else value


def _pair(value: Any) -> Any:
    if isinstance(value, str):
        match = re.fullmatch(r"\s*(\d{1,4})\s*[xX×]\s*(\d{1,4})\s*", value)
        if match is None:
            raise ValueError(f"'{value}' is not a grid; write columns x rows, as 3x6")
        return int(match[1]), int(match[2])
    return value


def _size(value: Any) -> Any:
    if isinstance(value, str):
        left, cross, right = re.sub(r"[×X]", "x", value).partition("x")
        if not cross:
            raise ValueError(f"'{value}' is not a size; write width x height, as 63 x 88mm")
        unit = re.search(r"[a-zA-Z@]+.*$", right.strip())
        if unit and re.fullmatch(r"\s*[\d.]+\s*", left):
            left = left.strip() + unit.group()
        return parse_length(left), parse_length(right)
    return value


def _box(value: Any) -> Any:
    if isinstance(value, str):
        parts = [part.strip() for part in re.split("[xX×]", value)]
        unit = re.search(r"[a-zA-Z]+$", parts[-1])
        if len(parts) != 3:
            raise ValueError(
                f"'{value}' is no size of a box; write width x depth x height, as 120 x 60 x 40mm"
            )
        bare = unit.group() if unit else ""
        return tuple(parse_length(p + bare if re.fullmatch(r"[\d.]+", p) else p) for p in parts)
    return value


def _without_place(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: item for key, item in value.items() if key != "__at__"}
    return value


K = TypeVar("K")
V = TypeVar("V")
Table = Annotated[dict[K, V], BeforeValidator(_without_place)]
"""A mapping whose keys the author chooses."""

Length = Annotated[float, BeforeValidator(length)]
PositiveLength = Annotated[float, BeforeValidator(length), Field(gt=0)]
GridSize = Annotated[tuple[int, int], BeforeValidator(_pair)]
SizeMm = Annotated[tuple[float, float], BeforeValidator(_size)]
BoxSize = Annotated[tuple[PositiveLength, PositiveLength, PositiveLength], BeforeValidator(_box)]
Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
Id = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$")]
Colour = Annotated[str, StringConstraints(pattern=r"^#[0-9A-Fa-f]{6}$")]
Copies = Annotated[int, Field(ge=0, le=MAX_COPIES)]
FileStem = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9_{}-]*$")]


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
    """How tiles meet on the table: the edge rule and the step in cells along a side."""

    contact: Literal["connect"]
    step: Annotated[int, Field(ge=1, le=100)] = 1


class Manifest(Written):
    """What must be in the box: `rules` is promised by the rules, `ours` is our own decision."""

    rules: Table[str, Annotated[int, Field(ge=0)]] = {}
    ours: Table[str, Annotated[int, Field(ge=0)]] = {}


class Document(Written):
    """One entry of `documents`: sheets of components, or a leaflet made from a Markdown file."""

    print: tuple[Text, ...] = ()
    leaflet: Text | None = None
    backs: FileStem | None = None
    flip: Literal["long", "short"] = "long"
    gap: Annotated[float, BeforeValidator(length), Field(ge=0)] = 0.0
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
    theme: Theme
    documents: Table[FileStem, Document]
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
        problems += [_problem(detail, node) for detail in error.errors(include_url=False)]
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


_WORDING = {
    "missing": "the key '{key}' is missing",
    "int_parsing": "'{value}' is not a whole number",
    "int_from_float": "'{value}' is not a whole number",
    "string_type": "a text belongs here, not a {found}",
    "tuple_type": "a list belongs here",
    "dict_type": "a mapping (key: value) belongs here",
    "bool_parsing": "'{value}' is neither true nor false",
}


def _problem(detail: ErrorDetails, node: Node) -> Problem:
    path = tuple(step for step in detail["loc"] if step != "[key]")
    found = node.find(path)
    kind, key = detail["type"], str(path[-1]) if path else ""
    if found.empty and kind != "missing":
        return Problem(
            "DEF004", "error", f"'{key}' is empty", found.loc, "write a value or remove the key"
        )
    value = found.text if found.text is not None else found.kind
    if kind in _WORDING:
        message = _WORDING[kind].format(key=key, value=value, found=_kind_name(found))
    elif kind == "value_error":
        message = str(detail["ctx"]["error"])
    elif kind == "string_pattern_mismatch":
        message = _pattern_message(value, str(detail["ctx"]["pattern"]))
    else:
        message = f"'{value}': {detail['msg'][:1].lower()}{detail['msg'][1:]}"
    return Problem("DEF003", "error", message, found.loc, _range_hint(detail))


def _kind_name(node: Node) -> str:
    return {"scalar": "text", "list": "list", "map": "mapping"}[node.kind]


def _pattern_message(value: str, pattern: str) -> str:
    if pattern.startswith("^#"):
        return f"'{value}' is not a colour; write #RRGGBB"
    allowed = "letters, digits, '-' and '_'" + (" and {paper}" if "{" in pattern else "")
    return f"'{value}' is not a name; use {allowed}"


def _range_hint(detail: ErrorDetails) -> str:
    context = detail.get("ctx") or {}
    parts = [
        f"{word} {context[key]}"
        for key, word in (("ge", "at least"), ("gt", "more than"), ("le", "at most"))
        if key in context
    ]
    return ", ".join(parts)
