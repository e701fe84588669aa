"""LEAF: the leaflets' text and the pictures they ask for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from pnp.definition.source import read_text
from pnp.errors import Loc, Problem, near
from pnp.game.plan import LeafletDocument, Plan


def leaflet_findings(plan: Plan) -> Iterator[Problem]:
    """Everything wrong with the leaflets of a game: what cannot be read, set or shown."""
    for document in plan.documents:
        if isinstance(document, LeafletDocument):
            from pnp.leaflet.problems import leaflet_problems
            from pnp.leaflet.reading import leaflet_of

            leaflet, problems = leaflet_of(document)
            yield from problems
            if leaflet is None:
                continue
            for problem in leaflet_problems(leaflet, plan):
                if not (plan.half_read and problem.code in _FOLLOWING):
                    yield problem
            yield from _missing_files(document, leaflet.file, plan)


_FOLLOWING = ("LEAF001", "BOARD001", "BOARD002")
"""What follows from pieces that could not be read, and is no news then."""
_FILE = re.compile(r"[A-Za-z0-9][A-Za-z0-9_{}-]*\.pdf")


def _missing_files(document: LeafletDocument, file: str, plan: Plan) -> Iterator[Problem]:
    """File names in the text that are no document of the game, or of no file of this build."""
    written = {f"{name}.pdf" for name in plan.document_names}
    made = {f"{made.name}.pdf" for made in plan.documents} | _unfit(plan)
    part = plan.options.only or plan.options.pieces or plan.options.single
    for row, line in enumerate(read_text(Path(file)).splitlines(), 1):
        for match in _FILE.finditer(line):
            name = plan.document_name(match.group())
            if name in document.left_out and _begins(line, match.group()):
                continue
            loc = Loc(file, row, match.start() + 1)
            if name in written and name not in made and not part:
                yield Problem(
                    "LEAF006",
                    "note",
                    f"the leaflet names '{name}', which is not written with --sides "
                    f"{plan.options.sides}",
                    loc,
                    "print as the footers of the sheets say",
                )
            if name not in written:
                yield Problem(
                    "LEAF005",
                    "error",
                    f"the leaflet names '{name}', which is no document of the game",
                    loc,
                    near(name, sorted(written)),
                )


def _unfit(plan: Plan) -> set[str]:
    """The files of documents without a sheet: SHEET001 or SHEET004 says why."""
    stems = [s for s, groups in plan.laid_out.items() if not any(g.sheets for g in groups)]
    files = [(stem, plan.sources[stem].backs) for stem in stems]
    return {f"{plan.document_name(name)}.pdf" for pair in files for name in pair if name}


def _begins(line: str, name: str) -> bool:
    """Whether a line is a table row of which a name is the first cell, that is, left out."""
    return line.strip().removeprefix("|").partition("|")[0].strip(" *_") == name and "|" in line
