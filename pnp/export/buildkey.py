"""Build keys: a hash of everything that is read to make a document and to prove it.

Equal keys, equal bytes, and the same verdict. A key may change where no byte does: the document is
then made again and found to be the same.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from msgspec import json
from msgspec.structs import replace

from pnp.layout.sheet import Sheet
from pnp.plan import AnyDocument, LeafletDocument, Plan, SheetDocument
from pnp.program import program_key
from pnp.record import Record


def build_key(plan: Plan, document: AnyDocument, record: Record) -> str:
    """The key of a document; `record` is its record as far as the plan knows it.

    Raises OSError.
    """
    found = hashlib.sha256(program_key().encode())
    for part in _parts(plan, document, record):
        found.update(b"\0" + part)
    return found.hexdigest()


def sheet_key(document: SheetDocument, sheet: Sheet) -> str:
    """The key of what is planned for one page of a document; its other pages do not count."""
    found = hashlib.sha256(program_key().encode())
    for part in (_written(document.side, document.flip), *_sheet_part(sheet)):
        found.update(b"\0" + part)
    return found.hexdigest()


def leaflet_page_key(plan: Plan, number: int, count: int) -> str:
    """The same for a page of a leaflet, which says itself that it is one of so many."""
    words = f"{program_key()} {plan.options.paper} {number} {count}"
    return hashlib.sha256(words.encode()).hexdigest()


def _written(*values: object) -> bytes:
    """Values as bytes, equal ones alike in every process (sets are sorted): as JSON, which takes a
    tenth of the time of `repr`."""
    return json.encode(values, enc_hook=repr, order="deterministic")


def _parts(plan: Plan, document: AnyDocument, record: Record) -> Iterator[bytes]:
    file, options = plan.game.file, plan.options
    yield record.json_bytes()
    yield _written(document.name, file.title, file.subtitle, file.version)
    yield _written(file.credits, file.licence)
    yield _written(file.theme, options.paper, options.cut_contour, options.intent)
    if isinstance(document, LeafletDocument):
        yield from map(str.encode, _leaflet_parts(plan, document))
    else:
        yield from _sheet_parts(plan, document)


def _sheet_parts(plan: Plan, document: SheetDocument) -> Iterator[bytes]:
    yield _written(document.side, document.flip, document.source)
    for sheet in document.sheets:
        yield from _sheet_part(sheet)
    for id in dict.fromkeys(p.piece.component for s in document.sheets for p in s.placements):
        component = plan.game.component(id)
        yield _written(id, component.title if component else None)


def _sheet_part(sheet: Sheet) -> Iterator[bytes]:
    yield _written(replace(sheet, placements=()))
    for p in sheet.placements:
        piece = p.piece
        yield _written(p.side, p.at, p.clip, p.face.key, piece.id, piece.copies, piece.component)
        yield _written(piece.outline, piece.corners, piece.net, piece.net_pad)


def _leaflet_parts(plan: Plan, document: LeafletDocument) -> Iterator[str]:
    from pnp.illustrations import find_art

    leaflet = document.leaflet
    if leaflet is None:
        return
    place = f"file={plan.game.path!r}"[:-1]  # wherever the folder of the game lies
    yield repr(leaflet).replace(place, "file='")
    art, problems = find_art(leaflet, plan)
    for picture, shown in art.items():
        faces = [(face.key, at) for face, at in shown.faces]
        said = repr((picture, shown.size, faces, shown.drawing, shown.framed))
        yield said.replace(place, "file='")
    yield repr(problems)
