"""YAML text -> a tree of strings that remembers where every value stands.

Scalars stay text: what `no` or `1.10` means is decided by the schema, never by YAML. The tree is
built from parser events with an explicit stack, so that neither deep nesting nor aliases that
expand exponentially can exhaust the machine.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import yaml
from msgspec import Struct, field

from pnp.characters import composed
from pnp.definition.syntax import Stop, misread, syntax_fault
from pnp.errors import Loc, PnpError, Problem
from pnp.limits import MOST_TEXT
from pnp.system.disk import TooLarge, read_file

MAX_NODES = 500_000
MAX_DEPTH = 40
MAX_SCALAR, MAX_KEY = 100_000, 200
"""Characters of a value, of which a maze of 100 x 100 cells has 80,000, and of a key."""

Kind = Literal["scalar", "list", "map"]
_HASHED = re.compile(r"\s*(#[^\s#].*?)\s*$")
"""A comment that was perhaps meant as a value."""
_STRANGE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]")
"""Characters that stand in no XML and no YAML."""
_BREAKS = re.compile("[\x85\u2028\u2029]")
"""Line breaks that YAML's parser counts and editors do not."""
_NOTHING = ("", "~", "null", "Null", "NULL")
"""What a plain value may be that is none."""


class Node(Struct, eq=False):
    """A value with its place. `text` is None for an empty value, else composed (see
    `pnp.characters`), wherever it comes from; `keys` holds the keys' places.

    `indent` is the column of a block scalar's lines, `start` that of a text written on one line
    just as it is read; both from 0. `void` is what is written for no value, as null or a comment
    without a blank: #FF0000.
    """

    kind: Kind
    loc: Loc
    text: str | None = None
    items: list[Node] = field(default_factory=list)
    fields: dict[str, Node] = field(default_factory=dict)
    keys: dict[str, Loc] = field(default_factory=dict)
    indent: int | None = None
    start: int | None = None
    size: int = 1
    void: str = ""

    def __post_init__(self) -> None:
        if self.text:
            self.text = composed(self.text)

    @property
    def named(self) -> str:
        """What it is, in a word."""
        return {"scalar": "text", "list": "list", "map": "mapping"}[self.kind]

    @property
    def empty(self) -> bool:
        return self.kind == "scalar" and self.text is None

    def at(self, row: int, column: int = 0) -> Loc:
        """The place of a character inside a multi-line block scalar; both count from 0."""
        if self.indent is None:
            return self.loc
        return Loc(self.loc.file, self.loc.line + 1 + row, self.indent + column + 1)

    def on_line(self, column: int) -> Loc:
        """The place of a character of a text written on one line; the column counts from 0."""
        if self.start is None:
            return self.loc
        return Loc(self.loc.file, self.loc.line, self.start + column + 1)

    def find(self, path: tuple[int | str, ...]) -> Node:
        """The deepest existing node along a path of keys and indices."""
        node = self
        for step in path:
            if isinstance(step, int) and node.kind == "list" and step < len(node.items):
                node = node.items[step]
            elif isinstance(step, str) and step in node.fields:
                node = node.fields[step]
        return node


Written = str | Sequence["Written"] | Mapping[str, "Written"]
"""A tree as Python writes it: texts, lists and mappings."""


def node_of(written: Written, loc: Loc) -> Node:
    """The tree of a definition that stands in no file; every value has the one place."""
    if isinstance(written, str):
        return Node("scalar", loc, written)
    if isinstance(written, Mapping):
        fields = {key: node_of(value, loc) for key, value in written.items()}
        return Node("map", loc, fields=fields, keys=dict.fromkeys(fields, loc))
    return Node("list", loc, items=[node_of(value, loc) for value in written])


def read_text(path: Path) -> str:
    """The text of a UTF-8 file (a byte order mark is dropped).

    Raises PnpError with SRC codes: missing, unreadable, too large, or not UTF-8.
    """
    name = str(path)
    try:
        data = read_file(path, MOST_TEXT)
    except FileNotFoundError:
        raise PnpError(_fault("SRC001", "there is no such file", Loc(name))) from None
    except TooLarge as error:
        says, hint = f"the file is {error.strerror}", "split it into several files"
        raise PnpError(_fault("SRC002", says, Loc(name), hint)) from None
    except OSError as error:
        reason = error.strerror or "it cannot be read"
        raise PnpError(_fault("SRC001", f"the file cannot be read: {reason}", Loc(name))) from None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = error.object[: error.start].decode()
        line = before.count("\n") + 1
        column = len(before) - before.rfind("\n")
        bad = error.object[error.start]
        raise PnpError(
            _fault(
                "SRC003",
                f"the file is not UTF-8: byte 0x{bad:02X}",
                Loc(name, line, column),
                "save it as UTF-8 (it may be Latin-1 now)",
            )
        ) from None


def read_tree(path: Path, name: str | None = None) -> tuple[Node, list[Problem]]:
    """Parse one YAML file. Raises PnpError when there is nothing to go on with."""
    return parse_tree(read_text(path), name or str(path))


def parse_tree(text: str, name: str) -> tuple[Node, list[Problem]]:
    """Parse YAML text into a mapping node plus problems that do not stop the reading.

    Raises PnpError (SRC codes) for text that is not YAML, is empty, or is no mapping.
    """
    if found := _BREAKS.search(text):
        says = f"a character that ends no line in most programs: U+{ord(found[0]):04X}"
        raise PnpError(
            _fault("SRC004", says, _place(name, text, found), "begin a line, or leave it out")
        )
    builder = _Builder(name, text)
    try:
        root = builder.build()
    except yaml.MarkedYAMLError as error:
        raise PnpError(_syntax_fault(error, name, text, builder.innermost)) from None
    except yaml.reader.ReaderError as error:
        raise PnpError(_character_fault(error, name, text)) from None
    if root is None or root.empty:
        raise PnpError(_fault("SRC005", "the file is empty", Loc(name, 1, 1), "write key: value"))
    if root.kind != "map":
        what = "list" if root.kind == "list" else "single value"
        message = f"the file must hold a mapping (key: value), not a {what}"
        raise PnpError(_fault("SRC005", message, root.loc, "pnp explain kinds"))
    return root, builder.problems


def _fault(code: str, message: str, loc: Loc, hint: str = "") -> Problem:
    return Problem(code, "error", message, loc, hint)


def _syntax_fault(
    error: yaml.MarkedYAMLError, name: str, text: str, inside: Node | None
) -> Problem:
    def place(mark: Any) -> Loc | None:
        return Loc(name, mark.line + 1, mark.column + 1) if mark else None

    begun = place(error.context_mark)
    at = place(error.problem_mark) or begun or Loc(name, 1, 1)
    said = error.problem or error.context or "it cannot be read"
    opened = inside.loc if inside else None
    return syntax_fault(Stop(said, error.context or "", at, begun, opened), text)


def _character_fault(error: Any, name: str, text: str) -> Problem:
    found = _STRANGE.search(text)
    what = f"U+{ord(found.group()):04X}" if found else str(error.reason)
    says = f"a character that YAML does not allow: {what}"
    return _fault("SRC004", says, _place(name, text, found) if found else Loc(name, 1, 1))


def _place(name: str, text: str, found: re.Match[str]) -> Loc:
    before = text[: found.start()]
    return Loc(name, before.count("\n") + 1, len(before) - before.rfind("\n"))


class _Builder:
    """Builds the tree from parser events; the stack is ours, so depth is bounded by a limit."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.text = text
        self.lines: list[str] | None = None
        self.problems: list[Problem] = []
        self.anchors: dict[str, Node] = {}
        self.aliases = 0
        self.root: Node | None = None
        self.stack: list[tuple[Node, list[Node], str | None]] = []  # node, pending key, anchor

    def build(self) -> Node | None:
        documents = 0
        for event in self._events():
            loc = Loc(self.name, event.start_mark.line + 1, event.start_mark.column + 1)
            if isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                if documents > 1:
                    raise PnpError(
                        _fault(
                            "SRC005",
                            "a second YAML document in one file",
                            loc,
                            "put it into a file of its own",
                        )
                    )
            elif isinstance(event, yaml.AliasEvent):
                self._add(self._alias(event, loc), None)
            elif isinstance(event, yaml.ScalarEvent):
                self._check_size(event, loc)
                self.problems += misread(event, loc, self._line)
                self._add(self._scalar(event, loc), event.anchor)
            elif isinstance(event, yaml.MappingStartEvent | yaml.SequenceStartEvent):
                self.problems += misread(event, loc, self._line)
                self._open(
                    "map" if isinstance(event, yaml.MappingStartEvent) else "list",
                    loc,
                    event.anchor,
                )
            elif isinstance(event, yaml.MappingEndEvent | yaml.SequenceEndEvent):
                node, _, anchor = self.stack.pop()
                self.problems += misread(event, loc, self._line)
                self._add(node, anchor)
        return self.root

    @property
    def _at_key(self) -> bool:
        """Is the next value a key?"""
        return bool(self.stack) and self.stack[-1][0].kind == "map" and not self.stack[-1][1]

    @property
    def innermost(self) -> Node | None:
        """The list or mapping that is being read."""
        return self.stack[-1][0] if self.stack else None

    def _events(self) -> Iterator[Any]:
        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        iterator: Iterator[Any] = yaml.parse(self.text, Loader=loader)
        return iterator

    def _check_size(self, event: Any, loc: Loc) -> None:
        most = MAX_KEY if self._at_key else MAX_SCALAR
        if len(event.value) > most:
            what, count = "key" if self._at_key else "value", len(event.value)
            says = f"a {what} of {count:,} characters"
            raise PnpError(_fault("SRC006", says, loc, f"at most {most:,}"))

    def _open(self, kind: Kind, loc: Loc, anchor: str | None) -> None:
        if len(self.stack) >= MAX_DEPTH:
            says, hint = (
                f"nested more than {MAX_DEPTH} levels deep",
                "no definition is; leave some out",
            )
            raise PnpError(_fault("SRC006", says, loc, hint))
        self.stack.append((Node(kind, loc), [], anchor))

    def _alias(self, event: Any, loc: Loc) -> Node:
        target = self.anchors.get(event.anchor)
        if target is None:
            says, hint = (
                f"the alias *{event.anchor} has no anchor before it",
                "put a text in quotes",
            )
            raise PnpError(_fault("SRC004", says, loc, f'{hint}: "*{event.anchor}"'))
        self.aliases += 1
        return target

    def _scalar(self, event: Any, loc: Loc) -> Node:
        plain = event.style is None or event.style == ""
        text: str | None = str(event.value)
        strange = _STRANGE.search(event.value)
        if strange:
            what = f"U+{ord(strange.group()):04X}"
            self.problems.append(_fault("SRC004", f"the text holds the character {what}", loc))
            text = _STRANGE.sub("", event.value)
        void = ""
        if plain and text in _NOTHING and not (text and self._at_key):
            text, void = None, str(event.value)
            if not void and (comment := _HASHED.match(self._rest(event))):
                void = comment[1]
        indent = self._block_indent(event) if event.style == "|" else None
        return Node("scalar", loc, text, indent=indent, start=self._line_start(event), void=void)

    def _line(self, row: int) -> str:
        if self.lines is None:
            self.lines = re.split(r"\r\n|\r|\n", self.text)
        return self.lines[row] if row < len(self.lines) else ""

    def _rest(self, event: Any) -> str:
        """What the line holds from the beginning of a value on."""
        return self._line(event.start_mark.line)[event.start_mark.column :]

    def _line_start(self, event: Any) -> int | None:
        """The column of a text that stands on one line exactly as it is read."""
        mark = event.start_mark
        if event.end_mark.line != mark.line:
            return None
        start = int(mark.column) + (event.style in ("'", '"'))
        return start if self._line(mark.line).startswith(event.value, start) else None

    def _block_indent(self, event: Any) -> int | None:
        first = event.value.split("\n", 1)[0]
        line = self._line(event.start_mark.line + 1)
        return max(len(line) - len(first), 0) if first and line else None

    def _add(self, node: Node, anchor: str | None) -> None:
        if anchor:
            self.anchors[anchor] = node
        if not self.stack:
            self.root = node
            return
        parent, pending, _ = self.stack[-1]
        parent.size += node.size
        if parent.size > MAX_NODES:
            many = f"more than {MAX_NODES:,} values"
            if self.aliases:
                says, hint = f"{many} (aliases expanded)", "an alias repeats too much"
            else:
                says, hint = many, "split the file into several"
            raise PnpError(_fault("SRC006", says, parent.loc, hint))
        if parent.kind == "list":
            parent.items.append(node)
        elif not pending:
            pending.append(node)
        else:
            self._add_field(parent, pending.pop(), node)

    def _no_key(self, key: Node) -> Problem:
        if key.kind == "scalar":
            return _fault("SRC006", "a key is missing here", key.loc, "write one, as key: value")
        words = self._line(key.loc.line - 1)[key.loc.col - 1 :].partition(":")[0].strip()
        closed = words[:1] + words[-1:] in ("{}", "[]")
        hint = f'if it is a text, write "{words}"' if closed else "write key: value"
        return _fault("SRC006", f"a key is a text, not a {key.named}", key.loc, hint)

    def _add_field(self, parent: Node, key: Node, value: Node) -> None:
        if key.kind != "scalar" or key.text is None:
            self.problems.append(self._no_key(key))
            return
        if self._line(key.loc.line - 1).endswith("?", 0, key.loc.col - 1):
            says = "this ? is read as a sign of YAML before a key"
            self.problems.append(_fault("SRC006", says, key.loc, "put the key in quotes"))
        if key.text in parent.fields:
            first = parent.keys[key.text]
            self.problems.append(
                _fault(
                    "DEF001",
                    f"the key '{key.text}' stands twice",
                    key.loc,
                    f"first at line {first.line}",
                )
            )
            return
        parent.fields[key.text] = value
        parent.keys[key.text] = key.loc
