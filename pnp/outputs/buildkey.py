"""Build keys: a hash of everything that is read to make a document and to prove it.

Equal keys, equal bytes, and the same verdict. A key may change where no byte does: the document is
then made again and found to be the same.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping

from msgspec import json
from msgspec.structs import replace

from pnp.game.plan import AnyDocument, LeafletDocument, Plan, SheetDocument
from pnp.record import Record
from pnp.system import environment
from pnp.system.program import program_key

_NAMED = ("title", "subtitle", "version", "credits", "licence")
OPTIONS = "options"
PROGRAM, THEME, LAYOUT = "another version of the program", "the theme", "where things lie"
"""What a document is made from besides what its words name; given as a reason if there is no
other."""


def build_key(parts: Mapping[str, str]) -> str:
    """The key of a document of these parts."""
    return _hash(_written(sorted(parts.items())))


def key_parts(plan: Plan, document: AnyDocument, record: Record) -> dict[str, str]:
    """What a document is made and proved from: hashes by words that say what differs when one does.

    `record` is its record as far as the plan knows it. Raises OSError.
    """
    file, options = plan.game.file, plan.options
    found = {
        "title, version or credits": _written(
            document.name, *(getattr(file, name) for name in _NAMED)
        ),
        OPTIONS: _written(record.options, options.paper, options.cut_contour, options.intent),
        "pieces or copies": _written([(p.id, p.copies) for p in record.pieces]),
        PROGRAM: f"{program_key()}{environment.date()}".encode(),
        THEME: _written(file.theme),
    }
    for name, values in record.values.items():
        said = {path: text for path, text in values.items() if path.partition(".")[0] not in _NAMED}
        found |= {f"{path} in {name}": _written(text) for path, text in said.items()}
    for id, component in record.components.items():
        own = [(p.place, p.values) for p in record.pieces if p.component == id]
        found[component.file or id] = _written(found.get(component.file or id), component, own)
    found[LAYOUT] = record.json_bytes()
    if isinstance(document, LeafletDocument):
        found |= _leaflet_parts(plan, document)
    else:
        found[LAYOUT] += b"\0".join(_sheet_parts(plan, document))
    return {words: _hash(data) for words, data in found.items()}


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _written(*values: object) -> bytes:
    """Values as bytes, equal ones alike in every process (sets are sorted): as JSON, which takes a
    tenth of the time of `repr`."""
    return json.encode(values, enc_hook=repr, order="deterministic")


def _sheet_parts(plan: Plan, document: SheetDocument) -> Iterator[bytes]:
    yield _written(document.side, document.flip, document.source)
    for sheet in document.sheets:
        yield _written(replace(sheet, placements=()))
        for p in sheet.placements:
            one = p.piece
            yield _written(p.side, p.at, p.clip, p.face.key, one.id, one.copies, one.component)
            yield _written(one.outline, one.corners, one.net, one.net_pad)
    for id in dict.fromkeys(p.piece.component for s in document.sheets for p in s.placements):
        component = plan.game.component(id)
        yield _written(id, component.title if component else None)


def _leaflet_parts(plan: Plan, document: LeafletDocument) -> dict[str, bytes]:
    from pnp.leaflet.pictures import find_art
    from pnp.leaflet.reading import leaflet_of

    leaflet, _ = leaflet_of(document)
    if leaflet is None:
        return {}
    place = f"file={plan.game.path!r}"[:-1]  # wherever the folder of the game lies
    art, problems = find_art(leaflet, plan)
    pictures = []
    for picture, shown in art.items():
        faces = [(face.key, at) for face, at in shown.faces]
        pictures.append(repr((picture, shown.size, faces, shown.drawing, shown.framed)))
    return {
        "its text": repr(leaflet).replace(place, "file='").encode(),
        "its pictures": "\0".join([*pictures, repr(problems)]).replace(place, "file='").encode(),
    }
