"""Pages that an earlier build proved: the same bytes for the same plan need no second look.

A page is known by a hash of all that a viewer reads to draw it, and of what was planned for it.
What can be wrong between pages (number and size, copies, backs behind fronts) is proved anew.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from typing import Any

from pypdf.generic import IndirectObject, StreamObject

from pnp.preflight.entries import entry


class Kept:
    """Keys of pages that are `known` to be right, and those of the pages that were just proved, by
    the names of their documents."""

    def __init__(self, known: Collection[str] = ()) -> None:
        self.known = frozenset(known)
        self.pages: dict[str, list[str]] = {}

    def is_known(self, document: str, planned: str, digest: str) -> bool:
        """Note a page of a document; True if it was proved before."""
        key = hashlib.sha256(f"{planned} {digest}".encode()).hexdigest()
        self.pages.setdefault(document, []).append(key)
        return key in self.known


class Digests:
    """Hashes of pages of one file with everything they refer to, whatever numbers it has there."""

    def __init__(self, root: Any) -> None:
        self._known: dict[int, bytes] = {}
        self._layers = b""
        self._layers = self.of_page(entry(root, "/OCProperties", {})).encode()

    def of_page(self, page: Any) -> str:
        """The hash of a page; what is hidden in the file counts as well."""
        parts = [self._layers]
        self._add(page, parts)
        return hashlib.sha256(b" ".join(parts)).hexdigest()

    def _add(self, thing: Any, parts: list[bytes]) -> None:
        """What an object holds; references stand for the hash of what they lead to."""
        if isinstance(thing, IndirectObject):
            parts.append(self._known.get(thing.idnum) or self._target(thing))
        elif isinstance(thing, dict):
            parts.append(b"<<")
            for name in sorted(thing):
                if name != "/Parent":
                    parts.append(name.encode())
                    self._add(dict.__getitem__(thing, name), parts)
            if isinstance(thing, StreamObject):
                parts += (b"%d" % len(thing._data), thing._data)
            parts.append(b">>")
        elif isinstance(thing, list):
            parts.append(b"[")
            for one in list.__iter__(thing):
                self._add(one, parts)
            parts.append(b"]")
        else:
            parts.append(repr(thing).encode())

    def _target(self, reference: IndirectObject) -> bytes:
        number, parts = reference.idnum, list[bytes]()
        self._known[number] = b"..."  # for a thing that holds itself
        self._add(reference.get_object(), parts)
        self._known[number] = hashlib.sha256(b" ".join(parts)).digest()
        return self._known[number]
