"""Build keys: a hash of everything that is read to make a document and to prove it.

Equal keys, equal bytes, and the same verdict. A key may change where no byte does: the document is
then made again and found to be the same.
"""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pnp
from pnp.layout.sheet import Sheet
from pnp.leaflet import find_art
from pnp.plan import AnyDocument, LeafletDocument, Plan, SheetDocument
from pnp.record import Record
from pnp.resources import bundled

_LIBRARIES = ("reportlab", "pillow", "pypdf", "pypdfium2", "resvg_py", "svgwrite")


def build_key(plan: Plan, document: AnyDocument, record: Record) -> str:
    """The key of a document; `record` is its record as far as the plan knows it.

    Raises OSError.
    """
    found = hashlib.sha256(program_key().encode())
    for part in _parts(plan, document, record):
        found.update(b"\0" + part.encode())
    return found.hexdigest()


@cache
def program_key() -> str:
    """A hash of our own code, the bundled fonts, and the versions of the libraries."""
    found = hashlib.sha256(platform.python_version().encode())
    for name in _LIBRARIES:
        try:
            found.update(f"{name} {version(name)}\n".encode())
        except PackageNotFoundError:  # a library put beside us without its metadata
            found.update(f"{name}\n".encode())
    code = Path(pnp.__file__).parent
    for path in (*sorted(code.rglob("*.py")), *sorted(bundled("fonts").glob("*.ttf"))):
        found.update(path.name.encode() + b"\0" + path.read_bytes())
    return found.hexdigest()


def _parts(plan: Plan, document: AnyDocument, record: Record) -> Iterator[str]:
    file, options = plan.game.file, plan.options
    yield record.json_bytes().decode()
    yield repr((document.name, file.title, file.subtitle, file.version, file.credits, file.licence))
    yield repr((file.theme, options.paper, options.cut_contour, options.intent))
    if isinstance(document, LeafletDocument):
        yield from _leaflet_parts(plan, document)
    else:
        yield from _sheet_parts(plan, document)


def _sheet_parts(plan: Plan, document: SheetDocument) -> Iterator[str]:
    yield repr((document.side, document.flip, document.source))
    for sheet in document.sheets:
        yield repr(replace(sheet, placements=()))
        yield from _placements(sheet)
    for id in dict.fromkeys(p.piece.component for s in document.sheets for p in s.placements):
        component = plan.game.component(id)
        yield repr((id, component.title if component else None))


def _placements(sheet: Sheet) -> Iterator[str]:
    for p in sheet.placements:
        piece = p.piece
        yield repr((p.side, p.at, p.clip, p.face.key, piece.id, piece.copies, piece.component))
        yield repr((piece.outline, piece.corners, piece.net, piece.net_pad))


def _leaflet_parts(plan: Plan, document: LeafletDocument) -> Iterator[str]:
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
