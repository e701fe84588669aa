"""A small file of ours, its objects, and what its pages hold as pypdf reads it."""

from __future__ import annotations

import io
import re
from collections.abc import Collection
from functools import cache
from itertools import pairwise
from typing import Any

import pypdf
from PIL import Image
from pypdf.generic import IndirectObject, StreamObject

from pnp.geometry.plane import Affine, Point, Rect, Size
from pnp.layout.contours import Cut
from pnp.pdf.metadata import Info
from pnp.pdf.pages import Page, write_pages
from pnp.piece import Face, Layer, Placed, Stamp
from pnp.preflight.kept import page_digests

SQUARE = Cut((Point(1, 1), Point(9, 1), Point(9, 9)), True)


def face(*fills: str) -> Face:
    rects = [Layer(f'<rect x="1" y="1" width="5" height="6" fill="{fill}"/>') for fill in fills]
    return Face(Size(8, 8), tuple(Stamp(layer, Affine()) for layer in rects))


@cache
def small() -> bytes:
    """Three pages: forms in forms; a picture; a cut on a layer that is not printed."""
    pair, red = face("#ff0000", "#00ff00"), face("#ff0000")
    picture = Image.new("RGB", (2, 2), "#123456")
    places = [Affine.translation(x, 1) for x in (1, 11)]
    pages = [
        Page(Size(20, 10), [Placed(pair, at) for at in places], bookmarks=["one"]),
        Page(Size(20, 10), [Placed(red, places[0])], pictures=[(picture, Rect(10, 1, 5, 5))]),
        Page(Size(20, 10), [Placed(pair, places[0])], cuts=[SQUARE]),
    ]
    return write_pages(pages, Info("small", "somebody"))


def places(data: bytes) -> list[int]:
    """Where the objects of a file begin, and where the last one ends."""
    found = re.findall(rb"(?m)^(\d{10}) 00000 n $", data)
    return [*map(int, found), data.rindex(b"xref\n0 ")]


def objects(data: bytes) -> list[bytes]:
    """The objects of a file of ours, the first at 0, without their first and last words."""
    spans = [data[first:end] for first, end in pairwise(places(data))]
    return [span[span.index(b"\n") + 1 : -7] for span in spans]


def written(
    bodies: list[bytes], root: int | None = None, header: bytes = b"%PDF-1.7\n%\xe2\xe3\n"
) -> bytes:
    """A file of objects in their order, with a table that is right."""
    out, starts = bytearray(header), list[int]()
    for number, body in enumerate(bodies, 1):
        starts.append(len(out))
        out += b"%d 0 obj\n%bendobj\n" % (number, body)
    found = [n for n, body in enumerate(bodies, 1) if b"/Type /Catalog" in body]
    table, size = len(out), len(bodies) + 1
    out += b"xref\n0 %d\n0000000000 65535 f \n" % size
    out += b"".join(b"%010d 00000 n \n" % start for start in starts)
    out += b"trailer\n<<\n/Root %d 0 R\n/Size %d\n>>\n" % (root or found[0], size)
    return bytes(out + b"startxref\n%d\n%%%%EOF\n" % table)


def digests(data: bytes) -> list[str]:
    return [digest for _, digest in page_digests(data)]


def looks(data: bytes, pages: Collection[int]) -> dict[int, str]:
    """What pages hold, by their numbers, with everything they refer to and what they inherit."""
    reader = pypdf.PdfReader(io.BytesIO(data))
    layers = dict.get(reader.trailer["/Root"], "/OCProperties", {})
    groups = [one.idnum for one in layers.get("/OCGs", [])]
    return {
        page.indirect_reference.idnum: repr((_tree(page, (), groups), _tree(layers, (), groups)))
        for page in reader.pages
        if page.indirect_reference.idnum in pages
    }


def _tree(thing: Any, path: tuple[int, ...], groups: list[int]) -> Any:
    if isinstance(thing, IndirectObject):
        if thing.idnum in path:
            return f"up {path[::-1].index(thing.idnum)}"
        which = groups.index(thing.idnum) if thing.idnum in groups else None
        return which, _tree(thing.get_object(), (*path, thing.idnum), groups)
    if isinstance(thing, dict):
        names = [name for name in thing if name != "/Parent"]
        held = [(name, _tree(dict.__getitem__(thing, name), path, groups)) for name in names]
        return sorted(held, key=str), thing._data if isinstance(thing, StreamObject) else None
    if isinstance(thing, list):
        return [_tree(one, path, groups) for one in list.__iter__(thing)]
    return repr(thing)


def reached(data: bytes) -> list[set[int]]:
    """The numbers of the objects that each page, or the catalogue's layers, lead to."""
    reader, found = pypdf.PdfReader(io.BytesIO(data)), []
    layers = dict.get(reader.trailer["/Root"], "/OCProperties", {})
    for page in reader.pages:
        seen = {page.indirect_reference.idnum}  # type: ignore[union-attr]
        for thing in (page, layers):
            _reach(thing, seen)
        found.append(seen)
    return found


def _reach(thing: Any, seen: set[int]) -> None:
    if isinstance(thing, IndirectObject):
        if thing.idnum in seen:
            return
        seen.add(thing.idnum)
        thing = thing.get_object()
    if isinstance(thing, dict | list):
        names = thing if isinstance(thing, dict) else range(len(thing))
        for name in names:
            if name != "/Parent":
                held = dict if isinstance(thing, dict) else list
                _reach(held.__getitem__(thing, name), seen)
