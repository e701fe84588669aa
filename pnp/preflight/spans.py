"""A PDF file as spans of bytes, one for each object, if it is of just the form that we write.

That is ISO 32000-1, 7.5, at its plainest: a header, objects in the order of their numbers and
nothing between them, one table of their places, a trailer. Whatever else a file may be (with object
streams, later additions, encryption, a place too many or too few) it is not looked into further.
"""

from __future__ import annotations

import re
from itertools import pairwise
from mmap import mmap

_HEADER = re.compile(rb"%PDF-1\.\d\n%[^\r\n]*\n")
_TRAILER = re.compile(
    rb"""xref\n0\ (?P<size>\d{1,9})\n0000000000\ 65535\ f\ \n(?P<places>(?:\d{10}\ 00000\ n\ \n)*)
    trailer\n<<(?:[ \n]|/Root\ (?P<root>\d{1,9})\ 0\ R|/Info\ \d+\ 0\ R|/Size\ (?P<said>\d{1,9})
    |/ID[ \n]*\[[ ]?<[0-9a-f]*>[ ]?<[0-9a-f]*>[ ]?\]|%[ \w()-]*\n)*>>\nstartxref\n\d+\n%%EOF\n""",
    re.VERBOSE,
)
_START = re.compile(rb"\nstartxref\n(\d{1,12})\n%%EOF\n\Z")
_HEAD = re.compile(
    rb"(?:[ \n\d.\[\]-]+|/[\w.+-]+|<<|>>|(?<=\d 0 )R(?![\w.+-])|true|false|null"
    rb"|\((?:(?! 0 R)[^()\\]|\\[^ ])*\))*"
)
_LENGTH = re.compile(rb"/Length[ \n]+(?:(\d{1,10})[ \n]*(?=/|>>))?")
_TREE = re.compile(
    rb"(?=.*/Type)(?=.*/Count)(?=.*/Kids)<<"
    rb"(?:\s+(?:/Type /Pages|/Count (\d+)|/Kids \[((?:\s+\d+ 0 R)*)\s+\])){3}\s+>>\s+",
    re.DOTALL,
)


class Spans:
    """The objects of a file by their numbers; `tree` is that of the `pages`, which has nothing for
    pages to inherit. Raises ValueError, as its methods do, for a file of another form."""

    def __init__(self, data: bytes | mmap) -> None:
        header, start = _HEADER.match(data), _START.search(data, max(len(data) - 40, 0))
        found = _TRAILER.fullmatch(data, int(start[1])) if start else None
        if not (header and start and found) or found["said"] != found["size"]:
            raise ValueError("the file is of another form")
        self.data, self.version, self.root = data, header[0][:8], int(found["root"] or 0)
        places = [*map(int, found["places"].split()[::3]), int(start[1])]
        self._spans = [(0, 0)]
        for number, (first, end) in enumerate(pairwise(places), 1):
            title = b"%d 0 obj\n" % number
            body = first + len(title)
            if data[first:body] != title or data[max(body, end - 7) : end] != b"endobj\n":
                raise ValueError("an object is not at its place")
            self._spans.append((body, end))
        trailer = data[found.end("places") :]
        once = all(trailer.count(name) == 1 for name in (b"/Root", b"/Size"))
        if places[0] != header.end() or len(self._spans) != int(found["size"]) or not once:
            raise ValueError("the table is not that of the objects")
        if b"/Linearized" in self.parts(1)[0]:
            raise ValueError("the file has another table at its beginning")
        self.tree, self.pages = self._pages()

    def parts(self, number: int) -> tuple[bytes, bytes]:
        """An object up to the word that ends it or begins its stream, and the rest of it.

        The first part is nothing but words, numbers, names and strings without brackets in them.
        """
        if not 0 < number < len(self._spans):
            raise ValueError("there is no such object")
        first, end = self._spans[number]
        found = _HEAD.match(self.data, first, end)
        head, at = (found[0], found.end()) if found else (b"", first)
        rest = self.data[at:end]
        if rest != b"endobj\n":
            (length,) = _LENGTH.findall(head)
            after = rest[7 + int(length) :]
            if not rest.startswith(b"stream\n") or after.lstrip(b"\n") != b"endstream\nendobj\n":
                raise ValueError("an object is of another form")
        return head, rest

    def _pages(self) -> tuple[int, list[int]]:
        (tree,) = re.findall(rb"/Pages (\d{1,9}) 0 R", self.parts(self.root)[0])
        found = _TREE.fullmatch(self.parts(int(tree))[0])
        pages = [int(number) for number in found[2].split()[::3]] if found else []
        if not found or len(pages) != int(found[1]):
            raise ValueError("the pages are not in a row")
        for page in pages:
            head = self.parts(page)[0]
            if b"/Kids" in head or len(re.findall(rb"/Type /Page(?![\w.+-])", head)) != 1:
                raise ValueError("a page is none")
        return int(tree), pages
