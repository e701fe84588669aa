"""Pages that an earlier build proved: the same bytes for the same plan need no second look.

A page is known by a hash of all that a viewer reads to draw it, its size among that, and of what
was planned for it. What can be wrong between pages (their number, copies, backs behind fronts) is
proved anew.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection

from pnp.preflight.spans import Spans
from pnp.system.filed import Filed, let_go, mapped

_NAMES = re.compile(rb"/Names (\d{1,9}) 0 R")
_ASIDE = re.compile(rb"/AF \[ \d+ 0 R \]|/(?:Metadata|Names|Outlines|Pages) \d+ 0 R")


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


def page_digests(data: Filed) -> list[tuple[int, str]]:
    """The pages of a file by the numbers of their objects, with their hashes; none at all if it is
    not of just the form that we write, or a page leads to itself."""
    try:
        digests = Digests(Spans(mapped(data)))
        return [(number, digests.of_page(number)) for number in digests.spans.pages]
    except (ValueError, RecursionError):
        return []


class Digests:
    """Hashes of pages of one file with everything they refer to, whatever numbers it has there.

    A viewer asks of a layer which one it is, not what it holds: so what the catalogue leads to is
    told apart by its place there. Its words about the document count for no page.
    """

    def __init__(self, spans: Spans) -> None:
        self.spans = spans
        self._known = {spans.tree: b"pages"}
        head, rest = spans.parts(spans.root)
        for names in _NAMES.findall(head):
            rest += re.sub(rb"\d+ 0 R", b"", spans.parts(int(names))[0])
        self._whole = self._hash(spans.version + _ASIDE.sub(b"/Aside null", head), rest)
        for place, number in enumerate(self._known):
            self._known[number] = b"%b %d" % (self._whole, place)

    def of_page(self, number: int) -> str:
        """The hash of a page; what is hidden in the file counts as well."""
        return hashlib.sha256(self._whole + self._of(number)).hexdigest()

    def _of(self, number: int) -> bytes:
        found = self._known.get(number)
        if found is None:
            self._known[number] = b""
            found = self._known[number] = self._hash(*self.spans.parts(number))
        if not found:
            raise ValueError("a thing holds itself")
        return found

    def _hash(self, head: bytes, rest: bytes) -> bytes:
        """Of the two parts of an object; references stand for the hash of what they lead to."""
        *pieces, last = head.split(b" 0 R")
        found = hashlib.sha256()
        for piece in pieces:
            words = piece.rstrip(b"0123456789")
            number = piece[len(words) :]
            if words[-1:] not in (b" ", b"\n", b"[") or number.startswith(b"0"):
                raise ValueError("a reference is of another form")
            found.update(b"%b%b R" % (words, self._of(int(number))))
        found.update(last + rest)
        let_go(self.spans.data)
        return found.hexdigest().encode()
