"""Schemas: classes whose annotated fields say what a mapping of a definition may hold.

One pass over the nodes reads a schema: every field gives a value, or problems with their places.
The same fields describe themselves for the reference (`pnp explain`).
"""

from __future__ import annotations

import re
import sys
import types
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Annotated, Any, Generic, Literal, Self, TypeVar, Union, get_args, get_origin
from typing import get_type_hints as hints_of

import msgspec
from msgspec import Struct

from pnp.definition.source import Node
from pnp.errors import Loc, Problem, near

FAULT: Any = object()
"""What reading gives for a value that cannot be used; the problem says why."""


class Value(Struct, frozen=True):
    """How a text becomes a value: `parse` raises ValueError in words for the person who wrote it.

    `words` describe it in the reference and in refusals, as "length, as 12mm". `stand_in` takes the
    place of a required one that is wrong, so that the rest can be looked at; `blank` is what a key
    without a value means, if it may have none.
    """

    words: str
    parse: Callable[[str], Any]
    stand_in: Any = FAULT
    blank: Any = FAULT


class Bounds(Struct, frozen=True):
    """Limits of a number, or of how many entries a list or mapping has."""

    least: float | None = None
    most: float | None = None
    above: float | None = None

    def fault(self, value: Any) -> tuple[str, str] | None:
        """What is wrong with a value, and what would be right."""
        many = isinstance(value, tuple | dict)
        size = len(value) if many else value
        if self.least is not None and size < self.least:
            word, hint = "small", f"at least {self.least}"
        elif self.above is not None and size <= self.above:
            word, hint = "small", f"more than {self.above}"
        elif self.most is not None and size > self.most:
            word, hint = "large", f"at most {self.most}"
        else:
            return None
        return (
            f"too {'few' if word == 'small' else 'many'} entries: {size}"
            if many
            else f"is too {word}",
            hint,
        )


class OneByOne(Struct, frozen=True):
    """Marks a table whose broken entries do not break the whole: they are missing in it."""


class Faults:
    """The problems met in reading; `fatal` counts those that leave a value out."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self.fatal = 0

    def add(self, message: str, loc: Loc, hint: str = "", code: str = "DEF003") -> Any:
        self.problems.append(Problem(code, "error", message, loc, hint))
        self.fatal += 1
        return FAULT

    def add_empty(self, key: str, node: Node) -> Any:
        what = f"'{key}' is empty" if key else "a value is missing here"
        text = f'; "{node.void}", in quotes, is a text' if node.void else ""
        return self.add(what, node.loc, f"write a value or remove the key{text}", "DEF004")


class Reader:
    """Reads one kind of value; `words` describe it, `below` is the schema of mappings in it."""

    words = ""
    below: type[Written] | None = None
    stand_in: Any = FAULT
    blank: Any = FAULT

    def read(self, node: Node, faults: Faults, key: str = "") -> Any:
        """The value of a node that is not empty, or FAULT."""
        raise NotImplementedError


class _Scalar(Reader):
    def __init__(self, value: Value, bounds: tuple[Bounds, ...] = ()) -> None:
        self.value, self.bounds = value, bounds
        self.words, self.stand_in, self.blank = value.words, value.stand_in, value.blank

    def read(self, node: Node, faults: Faults, key: str = "") -> Any:
        if node.kind != "scalar":
            head, comma, more = self.words.partition(",")
            what = head.replace(" | ", " or ") if " | " in head else f"a {head}"
            text = _as_text(node) if self.words in ("text", "name", "file name") else ""
            hint = f'if it is a text, put it in quotes: "{text}"' if text else ""
            says = f"{what} belongs here{comma}{more}, not a {node.named}"
            return faults.add(says, node.loc, hint)
        return self.parse(node.text or "", node.loc, faults)

    def parse(self, text: str, loc: Loc, faults: Faults) -> Any:
        try:
            value = self.value.parse(text)
        except ValueError as error:
            hint = error.args[1] if len(error.args) > 1 else ""
            return faults.add(str(error.args[0]), loc, hint)
        for bounds in self.bounds:
            fault = bounds.fault(value)
            if fault:
                return faults.add(f"'{text}' {fault[0]}", loc, fault[1])
        return value


def _as_text(node: Node) -> str:
    """What was perhaps meant as a text and read as a short list or mapping: `{paper}`, `1: 2`."""
    parts = [one.text or "" for one in node.items]
    parts += [f"{key}: {value.text}" if value.text else key for key, value in node.fields.items()]
    held = [*node.items, *node.fields.values()]
    if not held or any(one.kind != "scalar" for one in held) or sum(map(len, parts)) > 40:
        return ""
    opened, closed = ("[", "]") if node.kind == "list" else ("{", "}")
    bare = len(held) == 1 and node.kind == "map" and not held[0].empty
    return parts[0] if bare else f"{opened}{', '.join(parts)}{closed}"


class _List(Reader):
    stand_in = ()

    def __init__(self, item: Reader, bounds: tuple[Bounds, ...]) -> None:
        self.item, self.bounds = item, bounds
        self.words, self.below = f"list of: {item.words}", item.below

    def read(self, node: Node, faults: Faults, key: str = "") -> Any:
        if node.kind != "list":
            short = node.kind == "scalar" and len(node.text or "") < 60
            hint = f"write [{node.text}]" if short else ""
            return faults.add("a list belongs here", node.loc, hint)
        read = (_read_value(self.item, item, faults) for item in node.items)
        return _within(
            tuple(v for v in read if v is not FAULT), len(node.items), self, node, faults
        )


class _Table(Reader):
    stand_in: Mapping[Any, Any] = types.MappingProxyType({})

    def __init__(
        self, key: _Scalar, value: Reader, bounds: tuple[Bounds, ...], one_by_one: bool
    ) -> None:
        self.key, self.value, self.bounds, self.one_by_one = key, value, bounds, one_by_one
        words = "mapping" if isinstance(value, _Section) and one_by_one else value.words
        self.words = words if one_by_one else f"{key.words} → {words}"
        self.below = value.below

    def read(self, node: Node, faults: Faults, key: str = "") -> Any:
        if node.kind != "map":
            return faults.add("a mapping (key: value) belongs here", node.loc)
        found = {}
        for name, item in node.fields.items():
            known = self.key.parse(name, node.keys[name], faults)
            before = faults.fatal
            value = _read_value(self.value, item, faults, name)
            if self.one_by_one:
                value = FAULT if faults.fatal > before else value
                faults.fatal = before
            if known is not FAULT and value is not FAULT:
                found[known] = value
        return _within(found, len(node.fields), self, node, faults)


class _Section(Reader):
    words = "mapping"

    def __init__(self, schema: type[Written]) -> None:
        self.below = schema

    def read(self, node: Node, faults: Faults, key: str = "") -> Any:
        assert self.below is not None
        short = self.below.short
        if short and node.kind == "scalar":
            node = Node("map", node.loc, fields={short: node}, keys={short: node.loc})
        return _read_fields(self.below, node, faults, {})


class _Raw(Reader):
    """A node that somebody else reads."""

    words = "mapping"

    def read(self, node: Node, faults: Faults, key: str = "") -> Any:
        return node


def _within(value: Any, count: int, reader: Any, node: Node, faults: Faults) -> Any:
    """A list or table whose number of written entries lies within its bounds."""
    for bounds in reader.bounds:
        fault = bounds.fault(value if len(value) == count else (None,) * count)
        if fault:
            return faults.add(fault[0], node.loc, fault[1])
    return value


def _read_value(reader: Reader, node: Node, faults: Faults, key: str = "") -> Any:
    if node.empty:
        return faults.add_empty(key, node) if reader.blank is FAULT else reader.blank
    return reader.read(node, faults, key)


# -- schemas ---------------------------------------------------------------------------------------


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


class Field(Struct, frozen=True):
    """A field of a schema; `default` is FAULT where a value is required."""

    name: str
    reader: Reader
    default: Any = FAULT

    @property
    def required(self) -> bool:
        return self.default is FAULT and not self.implied

    @property
    def implied(self) -> bool:
        """True for a section that may be left out, because all of its fields may."""
        below = self.reader.below
        if not isinstance(self.reader, _Section) or below is None or self.default is not FAULT:
            return False
        return not any(field.required for field in fields_of(below).values())


class Written:
    """Base of everything read from a definition: frozen.

    A field is an annotated attribute; its value is the default. A method marked by `rule` raises
    ValueError for fields that contradict each other. `short` names the field that a text alone
    stands for.
    """

    short: str = ""
    at: At

    def __init__(self, at: At, **values: Any) -> None:
        self.__dict__.update(
            {field.name: field.default for field in fields_of(type(self)).values()}
        )
        self.__dict__.update(values, at=at)

    @property
    def loc(self) -> Loc:
        return self.at.loc

    def with_values(self, **values: Any) -> Self:
        """The same with other values of some fields."""
        known = {name: self.__dict__[name] for name in fields_of(type(self))}
        return type(self)(self.at, **{**known, **values})

    def __repr__(self) -> str:
        """The values alone, the same in every process: build keys are made of it."""
        values = ", ".join(f"{name}={self.__dict__[name]!r}" for name in fields_of(type(self)))
        return f"{type(self).__name__}({values})"

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"{type(self).__name__} is frozen")


Note = Callable[[Written, str], None]
_aside = False


@contextmanager
def noting(note: Note) -> Iterator[None]:
    """Calls `note` with every written object and the name of its field whose value is read.

    Nothing is noted of sections and tables of them, whose own fields are, nor `aside`.
    """

    def read(self: Written, name: str) -> Any:
        value = object.__getattribute__(self, name)
        if name[0] != "_" and not _aside and name in fields_of(type(self)):
            field = fields_of(type(self))[name]
            if field.reader.below is None:
                note(self, name)
        return value

    Written.__getattribute__ = read  # type: ignore[assignment,method-assign]
    try:
        yield
    finally:
        del Written.__getattribute__


@contextmanager
def aside() -> Iterator[None]:
    """What is read here is not noted: it is drawn on nothing."""
    global _aside
    _aside, before = True, _aside
    try:
        yield
    finally:
        _aside = before


def rule(method: Callable[[Any], None]) -> Callable[[Any], None]:
    """Marks a method of a schema that is called when all fields are read."""
    method.is_rule = True  # type: ignore[attr-defined]
    return method


_FIELDS: dict[type, Mapping[str, Field]] = {}


def fields_of(schema: type[Written]) -> Mapping[str, Field]:
    """The fields of a schema by their names, those of base classes first."""
    if schema not in _FIELDS:
        hints = hints_of(schema, include_extras=True)
        _FIELDS[schema] = {
            name: Field(name, reader_of(kind), getattr(schema, name, FAULT))
            for name, kind in hints.items()
            if name not in ("short", "at")
        }
    return _FIELDS[schema]


def _rules_of(schema: type[Written]) -> tuple[str, ...]:
    return tuple(n for n in dir(schema) if getattr(getattr(schema, n), "is_rule", False))


def default_of(schema: type[Written], loc: Loc) -> Any:
    """A section as it is where nothing is written."""
    return _read_fields(schema, Node("map", loc), Faults(), {})


def _read_fields(
    schema: type[Written], node: Node, faults: Faults, implied: Mapping[str, str], top: bool = False
) -> Any:
    """An object of a schema. What is wrong has its default, at the `top` also a stand-in."""
    if node.kind != "map":
        return faults.add("a mapping (key: value) belongs here", node.loc)
    fields, before, usable = fields_of(schema), faults.fatal, True
    values: dict[str, Any] = {}
    for key in node.fields:
        if key not in fields:
            hint = near(key, sorted(fields))
            loc = node.keys[key]
            faults.problems.append(Problem("DEF002", "error", f"unknown key '{key}'", loc, hint))
    for field in fields.values():
        value = _read_field(field, node, faults, implied)
        if value is FAULT:
            value = field.default
            if value is FAULT and isinstance(field.reader, _Section) and field.implied:
                value = default_of(field.reader.below, node.loc)  # type: ignore[arg-type]
            if value is FAULT and top:
                value = field.reader.stand_in
        usable = usable and value is not FAULT
        values[field.name] = value
    if not usable:
        return FAULT
    made = schema(At(node), **values)
    if faults.fatal == before:
        for name in _rules_of(schema):
            try:
                getattr(made, name)()
            except ValueError as error:
                faults.add(str(error), node.loc)
    return made


def _read_field(field: Field, node: Node, faults: Faults, implied: Mapping[str, str]) -> Any:
    child = node.fields.get(field.name)
    if child is not None:
        before = faults.fatal
        value = _read_value(field.reader, child, faults, field.name)
        if child.empty and not field.required:
            faults.fatal = before
        return value
    if field.name in implied:
        return field.reader.read(Node("scalar", node.loc, implied[field.name]), faults)
    if field.required:
        return faults.add(f"the key '{field.name}' is missing", node.loc)
    return FAULT


Schema = TypeVar("Schema", bound=Written)


class Reading(Struct, Generic[Schema], frozen=True):
    """What was read: the `value`, None if something in it is wrong, and the `problems`.

    `rest` is the value without what is wrong in it, None if too little is left. It is drawn for the
    sake of its problems, so that one fault does not hide the next, and never printed.
    """

    value: Schema | None
    rest: Schema | None
    problems: list[Problem] = msgspec.field(default_factory=list)


def read(
    schema: type[Schema], node: Node, implied: Mapping[str, str] | None = None
) -> Reading[Schema]:
    """Read a node; `implied` are the texts of fields that are not written."""
    faults = Faults()
    if node.empty:
        faults.add_empty("", node)
        return Reading(None, None, faults.problems)
    if schema.short and node.kind == "scalar":
        node = Node("map", node.loc, fields={schema.short: node}, keys={schema.short: node.loc})
    found = _read_fields(schema, node, faults, implied or {}, top=True)
    rest = None if found is FAULT else found
    return Reading(None if faults.fatal else rest, rest, faults.problems)


# -- readers of types ------------------------------------------------------------------------------


def reader_of(kind: Any) -> Reader:
    """What reads values of an annotated type. Raises TypeError for one that nothing reads."""
    marks: tuple[Any, ...] = ()
    while get_origin(kind) is Annotated:
        kind, *more = get_args(kind)
        marks = (*more, *marks)
    bounds = tuple(mark for mark in marks if isinstance(mark, Bounds))
    values = [mark for mark in marks if isinstance(mark, Value)]
    if values:
        return _Scalar(values[-1], bounds)
    origin, parts = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        return reader_of(next(part for part in parts if part is not type(None)))
    if origin is tuple:
        return _List(reader_of(parts[0]), bounds)
    if origin is dict:
        key = reader_of(parts[0])
        assert isinstance(key, _Scalar)
        return _Table(key, reader_of(parts[1]), bounds, OneByOne() in marks)
    if origin is Literal:
        return _Scalar(_choice(parts))
    if kind is Node:
        return _Raw()
    if isinstance(kind, type) and issubclass(kind, Written):
        return _Section(kind)
    if kind in _PLAIN:
        return _Scalar(_PLAIN[kind], bounds)
    raise TypeError(f"nothing reads {kind}")


def _choice(words: tuple[Any, ...]) -> Value:
    def parse(text: str) -> str:
        if text not in words:
            raise ValueError(f"'{text}' is not known here", near(text, words))
        return sys.intern(text)  # records leave out what *is* their default

    return Value(" | ".join(words), parse)


def _bool(text: str) -> bool:
    word = text.strip().casefold()
    if word in ("true", "yes", "on", "y", "t", "1"):
        return True
    if word in ("false", "no", "off", "n", "f", "0"):
        return False
    raise ValueError(f"'{text}' is neither true nor false")


def _number(text: str) -> float:
    if re.fullmatch(r"\s*-?\d{1,9}(\.\d{1,9})?\s*", text, re.ASCII) is None:
        raise ValueError(f"'{text}' is not a number; write 2.5")
    return float(text)


def _verbatim(text: str) -> str:
    if not text:
        raise ValueError("the text is empty")
    return text


_PLAIN: Mapping[Any, Value] = {
    str: Value("text", _verbatim),
    bool: Value("true | false", _bool),
    float: Value("number", _number),
}
