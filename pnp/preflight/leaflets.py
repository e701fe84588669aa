"""Leaflets read back: as many pages as they say themselves, nothing in the margins."""

from __future__ import annotations

import re

from pnp.game.plan import LeafletDocument
from pnp.layout.paper import Paper
from pnp.preflight.findings import Findings
from pnp.preflight.ink import check_ink
from pnp.preflight.looks import FIRST
from pnp.preflight.pixels import Book, ink_outside, pixels_of
from pnp.preflight.reading import ReadFile
from pnp.system.filed import Filed

_NUMBER = re.compile(r"page (\d+)/(\d+)")


def check_leaflet(
    findings: Findings, document: LeafletDocument, file: ReadFile, paper: Paper, data: Filed
) -> None:
    """PDF002 for the pages' own numbers, PDF008 for margins, PDF009 and PDF010 for lines and type.

    Sizes and fonts are looked at for all documents together.
    """
    count, whole = len(file.pages), pixels_of(paper.size, FIRST)
    with Book(data) as book:
        for number, page in enumerate(file.pages, 1):
            name = f", page {number}"
            says = [(int(n), int(of)) for n, of in _NUMBER.findall(book.words(number - 1))]
            if (number, count) not in says:
                findings.say("PDF002", document, f"{name} does not say that it is one of {count}")
            check_ink(findings, document, name, page.content.loose)
            picture = book.view(number - 1, (0, 0, *whole), whole)
            edge = ink_outside(picture, paper.printable, paper.size)
            if edge:
                findings.say("PDF008", document, f"{name}: something is in the {edge} margin")
