"""The objects of a PDF file with a plain table of them (ISO 32000-1, 7.3 and 7.5), as we write it.

That is what PDFium has no functions for: which form a page uses by a name, what prints, what a
file says its colours mean. Of files of another form PDFium writes a plain copy first.
"""

from __future__ import annotations

import re
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from mmap import mmap
from typing import Any, NamedTuple

from pnp.system.filed import let_go

_START = re.compile(rb"startxref\s+(\d{1,12})\s")
_SECTION = re.compile(rb"(\d{1,10}) (\d{1,10}) *[\r\n]+((?:\d{10} \d{5} [fn][ \r\n]{2})*)")
_OBJECT = re.compile(rb"\s*(\d+)\s+\d+\s+obj\b")
_STREAM = re.compile(rb"\s*stream\r?\n")
_TOKEN = re.compile(
    rb"(?:\s|%[^\r\n]*[\r\n])*(?:(?P<ref>\d+)\s+\d+\s+R\b|(?P<number>[-+]?(?:\d+(?:\.\d*)?|\.\d+))"
    rb"|/(?P<name>[^\s()<>\[\]{}/%]*)|(?P<open><<|\[)|(?P<close>>>|\])|<(?P<hex>[\dA-Fa-f\s]*)>"
    rb"|\((?P<text>(?:[^()\\]|\\.|\((?:[^()\\]|\\.)*\))*)\)|(?P<word>[a-z]+))",
    re.DOTALL,
)
_SHOWN = re.compile(rb"/([^\s()<>\[\]{}/%]+)\s+Do\b")
_DEEPEST = 100
MOST_USES = 100_000
"""So many forms a page may show, those in forms counted for each use: PDFium has all at once."""
_INHERITED = ("MediaBox", "CropBox", "Resources", "Rotate")
_ESCAPE = re.compile(rb"\\([0-7]{1,3}|\r\n|.)", re.DOTALL)
_ESCAPED = dict(zip(b"nrtbf\n\r", [b"\n", b"\r", b"\t", b"\b", b"\f", b"", b""], strict=True))


class Ref(NamedTuple):
    """A reference to an object of a file."""

    number: int


def _unescape(found: re.Match[bytes]) -> bytes:
    word = found[1]
    return bytes([int(word, 8) & 0xFF]) if word.isdigit() else _ESCAPED.get(word[0], word)


_SIMPLE: dict[str | None, Callable[[bytes], Any]] = {
    "ref": lambda word: Ref(int(word)),
    "number": float,
    "name": lambda word: word.decode("latin-1"),
    "hex": lambda word: bytes.fromhex(word.decode("ascii") + "0" * (len(word) % 2)),
    "text": lambda word: _ESCAPE.sub(_unescape, word),
    "word": {b"true": True, b"false": False}.get,
}
"""What is made of a token of each kind."""


class Objects:
    """The objects of a file; `pages` in their order, with what they inherit.

    Raises ValueError, as its methods do, and what else dictionaries of another form lead to.
    """

    def __init__(self, data: bytes | mmap) -> None:
        self.data = data
        self._places: dict[int, int] = {}
        self._known: dict[int, tuple[Any, int]] = {}
        start = _START.search(data, max(data.rfind(b"startxref"), 0))
        self._start = int(start[1]) if start else 0
        self.root = self.entry(self._table(self._start), "Root", {})
        self.pages = list(self._below(self.root.get("Pages"), {}, 0))

    def _table(self, place: int) -> Any:
        """Read a table of places, and give the trailer behind it."""
        if self.data[place : place + 4] != b"xref":
            raise ValueError("it has no plain table of its objects")
        place = _spaces(self.data, place + 4)
        while found := _SECTION.match(self.data, place):
            for number, line in enumerate(found[3].splitlines(), int(found[1])):
                if line[17:18] == b"n":
                    self._places[number] = int(line[:10])
            place = found.end()
        trailer, _ = _value(self.data, place + len(b"trailer"))
        if not isinstance(trailer, dict) or trailer.keys() & {"Prev", "XRefStm", "Encrypt"}:
            raise ValueError("it has more than one table of its objects, or is encrypted")
        return trailer

    def get(self, thing: Any) -> Any:
        """What a reference stands for; anything else as it is."""
        return self._read(thing.number)[0] if isinstance(thing, Ref) else thing

    def entry(self, mapping: Any, name: str, default: Any = None) -> Any:
        """An entry of a dictionary, the default if there is none or the thing is no dictionary."""
        mapping = self.get(mapping)
        found = self.get(mapping.get(name)) if isinstance(mapping, dict) else None
        return default if found is None else found

    def stream(self, thing: Any) -> bytes:
        """The content of a stream, or of several in a row."""
        if isinstance(self.get(thing), list):
            return b"\n".join(map(self.stream, self.get(thing)))
        if not isinstance(thing, Ref):
            return b""
        about, place = self._read(thing.number)
        begins, filters = _STREAM.match(self.data, place), self.entry(about, "Filter", [])
        if begins is None:
            raise ValueError("a stream is missing")
        length = int(self.entry(about, "Length", 0))
        data = self.data[begins.end() : begins.end() + length]
        for name in filters if isinstance(filters, list) else [filters]:
            if name != "FlateDecode" or self.entry(about, "DecodeParms"):
                raise ValueError(f"a stream is packed in another way: {name}")
            data = zlib.decompress(data)
        return data

    def _read(self, number: int) -> tuple[Any, int]:
        """An object, and where it ends. What is missing is nothing."""
        if number not in self._places:
            return None, 0
        if number not in self._known:
            begins = _OBJECT.match(self.data, self._places[number])
            if begins is None or int(begins[1]) != number:
                raise ValueError("an object is not at its place")
            self._known[number] = _value(self.data, begins.end())
            let_go(self.data)
        return self._known[number]

    def _below(self, node: Any, inherited: dict[str, Any], depth: int) -> Iterator[dict[str, Any]]:
        found = self.get(node)
        if not isinstance(found, dict) or depth > _DEEPEST:
            raise ValueError("its pages are not in a tree")
        if "Kids" not in found:
            yield inherited | found
            return
        passed = {k: v for k, v in found.items() if k in _INHERITED}
        for kid in self.entry(found, "Kids", []):
            yield from self._below(kid, inherited | passed, depth + 1)

    def uses(self, holder: Any, code: Any, known: dict[int, int], depth: int = 0) -> int:
        """How many forms a page or form shows by its `code`, those in forms for each use; those of
        forms are kept in `known`. Raises ValueError for more than `MOST_USES`.

        Where the content is packed in some way of its own, each form counts twice.
        """
        named = self.entry(self.entry(holder, "Resources"), "XObject", {})
        forms = {}
        for name, thing in named.items():
            if isinstance(thing, Ref) and self.entry(thing, "Subtype") == "Form":
                if thing.number not in known:
                    known[thing.number] = 0  # one that holds itself shows nothing there
                    within = self.uses(self.get(thing), thing, known, depth + 1)
                    known[thing.number] = within
                forms[name.encode("latin-1")] = 1 + known[thing.number]
        try:
            shown = Counter(_SHOWN.findall(self.stream(code)))
        except (ValueError, zlib.error):
            shown = Counter(dict.fromkeys(forms, 2))
        plain = {name.encode("latin-1") for name in named}
        other = sum(n for name, n in shown.items() if name not in plain)  # spelt in another way
        found = sum(shown[name] * n for name, n in forms.items())
        found += other * max(forms.values(), default=0)
        if found > MOST_USES or depth > _DEEPEST:
            raise ValueError("its forms hold each other too many times")
        return found

    def with_pages(self, end: int, groups: Sequence[Sequence[int]]) -> bytes:
        """What to add at the `end` of the file (7.5.6) for it to have other pages: each uses a
        group of forms, in their order."""
        first = max(self._places) + 1
        kids = b" ".join(b"%d 0 R" % (first + 2 + 2 * n) for n in range(len(groups)))
        made = [b"<</Type/Catalog/Pages %d 0 R>>" % (first + 1)]
        made.append(b"<</Type/Pages/Count %d/Kids[%b]>>" % (len(groups), kids))
        for forms in groups:
            named = b"".join(b"/X%d %d 0 R" % (n, n) for n in forms)
            code = b"".join(b"/X%d Do\n" % n for n in forms)
            uses = b"/Contents %d 0 R/Resources<</XObject<<%b>>>>" % (first + len(made) + 1, named)
            made.append(b"<</Type/Page/Parent %d 0 R/MediaBox[0 0 9 9]%b>>" % (first + 1, uses))
            made.append(b"<</Length %d>>stream\n%bendstream" % (len(code), code))
        added, places = b"\n", b""
        for n, one in enumerate(made, first):
            places += b"%010d 00000 n \n" % (end + len(added))
            added += b"%d 0 obj\n%b\nendobj\n" % (n, one)
        trailer = b"<</Size %d/Root %d 0 R/Prev %d>>" % (first + len(made), first, self._start)
        table = b"xref\n%d %d\n%btrailer\n%b\n" % (first, len(made), places, trailer)
        return added + table + b"startxref\n%d\n%%%%EOF\n" % (end + len(added))

    def is_printed(self, group: Any) -> bool:
        """False for the content of an optional group that is shown on screens only."""
        default = self.entry(self.entry(self.root, "OCProperties"), "D")
        state = self.entry(self.entry(self.entry(group, "Usage"), "Print"), "PrintState")
        return group is None or (state != "OFF" and group not in self.entry(default, "OFF", []))

    def hidden(self) -> frozenset[bytes]:
        """The names of optional groups that are not printed."""
        groups = self.entry(self.entry(self.root, "OCProperties"), "OCGs", [])
        return frozenset(self.entry(g, "Name", b"") for g in groups if not self.is_printed(g))

    def intents(self) -> Iterator[str]:
        """The printing conditions or colour spaces that output intents with a profile name."""
        for intent in self.entry(self.root, "OutputIntents", []):
            if self.entry(intent, "DestOutputProfile") is not None:
                name: bytes = self.entry(intent, "OutputConditionIdentifier", b"")
                is_wide = name.startswith(b"\xfe\xff")  # text strings, 7.9.2.2
                yield name.decode("utf-16" if is_wide else "latin-1", "replace")


def _spaces(data: bytes | mmap, place: int) -> int:
    while data[place : place + 1].isspace():
        place += 1
    return place


def _value(data: bytes | mmap, place: int) -> tuple[Any, int]:
    """A number, name, string, reference, array or dictionary, and where it ends."""
    stack: list[list[Any]] = [[]]
    while True:
        found = _TOKEN.match(data, place)
        if found is None or len(stack) > _DEEPEST:
            raise ValueError("an object is of another form")
        place, kind = found.end(), found.lastgroup
        if kind == "open":
            stack.append([])
        elif kind != "close":
            stack[-1].append(_SIMPLE[kind](found[kind or 0]))
        elif len(stack) > 1:
            inner = stack.pop()
            is_array = found["close"] == b"]"
            stack[-1].append(inner if is_array else dict(zip(inner[::2], inner[1::2], strict=True)))
        if len(stack) == 1:
            return stack[0][0], place
