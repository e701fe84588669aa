"""All files of a build together: every piece is in them as often as it is declared, and no file of
an earlier build that shows it otherwise lies beside them unnamed.

What is declared comes from the definition and the options alone, what is in a file from the pieces
that were found on its places: neither names of files nor lists of documents decide.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from pnp.errors import Loc, PnpError, Problem, Proof
from pnp.game.plan import Plan, SheetDocument
from pnp.layout.sheet import Placement
from pnp.outputs.earlier import is_as_recorded
from pnp.pdf.attachment import read_record
from pnp.piece import Piece

Counts = Counter[tuple[str, str]]
"""How often sides are printed: fronts by the ids of their pieces, backs by the keys of their faces,
for a sheet of equal backs is in a file once."""


def count(document: SheetDocument, sides: Sequence[Iterable[Placement]]) -> Counts:
    """What lies on the pages of a document, each as often as it is to be printed."""
    found: Counts = Counter()
    for sheet, placements in zip(document.sheets, sides, strict=False):
        for p in placements:
            if p.face.stack:
                found[p.side, p.piece.id if p.side == "front" else p.face.key] += sheet.times
    return found


def _declared(plan: Plan) -> Iterator[tuple[str, str, Piece]]:
    """Every side of every piece that the options ask for."""
    sides = plan.options.sides
    for stem, source in plan.sources.items():
        fronts = sides != "backs" and plan.asks_for(stem)
        apart = sides in ("separate", "backs")
        backs = sides != "fronts" and plan.asks_for(source.backs if apart else stem)
        for piece in plan.printed_pieces(source) if source.print else ():
            if fronts and piece.front.stack:
                yield "front", piece.id, piece
            if backs and source.backs and piece.back is not None and piece.back.stack:
                yield "back", piece.back.key, piece


def check_whole(plan: Plan, held: Mapping[str, Counts]) -> tuple[list[Problem], list[Proof]]:
    """PDF014: what is declared against what the files hold, by their names."""
    wanted: Counts = Counter()
    pieces: dict[tuple[str, str], Piece] = {}
    for side, key, piece in _declared(plan):
        wanted[side, key] += piece.copies
        pieces.setdefault((side, key), piece)
    found: Counts = sum(held.values(), Counter())
    lacks: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for one in pieces:
        if found[one] != wanted[one]:
            lacks.setdefault((one[0], pieces[one].component), []).append(one)
    problems = []
    for (side, id), ones in lacks.items():
        names = ", ".join(pieces[one].id for one in ones[:3]) + ", …" * (len(ones) > 3)
        asked, there = sum(wanted[one] for one in ones), sum(found[one] for one in ones)
        says = f"of '{id}' ({names}) {asked} {side}s are declared, and the files hold {there}"
        problems.append(Problem("PDF014", "error", says, pieces[ones[0]].loc))
    if not wanted:
        return problems, []
    says = "the files hold every piece as often as it is declared"
    cases = sum(wanted.values())
    return problems, [Proof("PDF014", says, cases, "refuted" if problems else "proved")]


def strays(plan: Plan, folder: Path, known: Collection[str]) -> Iterator[Problem]:
    """PDF015: files of this game in a folder that are not among the known ones, and show its pieces
    otherwise than they are now. The records in them are read."""
    for path in sorted(folder.glob("*.pdf")):
        if path.name in known or not path.is_file():
            continue
        try:
            record = read_record(path, path.name)
        except (PnpError, OSError):
            continue
        if record.game != plan.game.id or record.side == "leaflet":
            continue
        if not is_as_recorded(plan, record):
            says = f"it shows pieces of {plan.game.id} otherwise than they are now"
            hint = "this build did not write it: do not print it with the others"
            yield Problem("PDF015", "note", says, Loc(str(path)), hint)
