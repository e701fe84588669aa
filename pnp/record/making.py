"""Records of the documents of a plan."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from msgspec.structs import replace

from pnp import __version__
from pnp.definition.model import Component
from pnp.game.options import ROWS
from pnp.game.plan import AnyDocument, Plan, SheetDocument
from pnp.layout.sheet import Placement, Sheet
from pnp.piece import Piece
from pnp.record.keys import face_key, piece_key
from pnp.record.model import (
    SCHEMA,
    ComponentRecord,
    PieceRecord,
    PlacedRecord,
    Record,
    SheetRecord,
)
from pnp.record.sources import (
    Origin,
    game_values,
    kept,
    needs_of,
    of_fronts,
    origin_of,
    pictures_of,
)


def make_record(plan: Plan, document: AnyDocument, contents: str = "") -> Record:
    """The record of a document; `contents` is the print key of a leaflet's pages."""
    if isinstance(document, SheetDocument):
        return _of_sheets(plan, _Same(document))
    return _plain(plan, document, contents)


class _Same:
    """A document by its identity: comparing its sheets would take longer than it saves."""

    def __init__(self, document: SheetDocument) -> None:
        self.document = document

    def __hash__(self) -> int:
        return id(self.document)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.document is self.document


@lru_cache(maxsize=16)  # a build asks for its keys, and then for the files
def _of_sheets(plan: Plan, same: _Same) -> Record:
    return replace(_plain(plan, same.document, ""), **_parts(plan, same.document))


def _plain(plan: Plan, document: AnyDocument, contents: str) -> Record:
    """What every record says."""
    file = plan.game.file
    return Record(
        schema_number=SCHEMA,
        program=f"pnp {__version__}",
        game=plan.game.id,
        title=file.title[:200],
        version=file.version[:200],
        document=document.name,
        stem=stem_of(plan, document),
        side="leaflet",
        paper=plan.options.paper.name,
        options=non_neutral(plan, document),
        file=(document.source.leaflet or "")[:200],
        contents=contents,
    )


def stem_of(plan: Plan, document: AnyDocument) -> str:
    """The name of a document as the definition writes it, `{paper}` not replaced."""
    for stem, source in plan.game.file.documents.items():
        if source is document.source:
            backs = isinstance(document, SheetDocument) and document.side == "backs"
            return source.backs if backs and source.backs else stem
    return document.name


def non_neutral(plan: Plan, document: AnyDocument) -> dict[str, str]:
    """The options that make a document other than it is without any, by their names.

    One that says what the definition says anyway, or that a document of this sort knows nothing
    of, is neutral.
    """
    of_sheets, single = isinstance(document, SheetDocument), plan.options.single
    counts = {
        "every": True,
        "paper": not (of_sheets and single),
        "sheets": of_sheets,
        "laid": of_sheets and not single,
    }
    found: dict[str, str] = {}
    for row in ROWS:
        text = row.record(plan, document) if counts[row.recorded] else None  # type: ignore[arg-type]
        if text is not None:
            short = kept(text)  # of many pieces a hash, but what it counts is looked for
            found[row.name] = short if short == text else f"{short} {text.split(',')[0]}"
    return found


def _parts(plan: Plan, document: SheetDocument) -> dict[str, object]:
    """What the record of sheets says beyond that of a leaflet."""
    printed = [p.piece for sheet in document.sheets for p in sheet.placements]
    origins = {
        id: _origin(plan, component, document)
        for id in dict.fromkeys(piece.component for piece in printed)
        if (component := plan.game.component(id))
    }
    return {
        "side": document.side,
        "flip": document.flip,
        "paper": plan.paper_name,
        "values": game_values(plan.game, _drawn(plan, document)),
        "components": {id: _component(plan, id, one) for id, one in origins.items()},
        "pieces": tuple(_pieces(document, origins)),
        "sheets": tuple(map(_sheet, document.sheets)),
    }


def _origin(plan: Plan, component: Component, document: SheetDocument) -> Origin:
    """The values of a component; of those of single pieces only `back` makes their backs. What all
    backs share is in the file of backs alone, so that another back leaves the fronts as they are.
    """
    pieces = plan.pieces_of(component.id)
    origin = origin_of(component, pieces, plan.game)
    if document.side == "fronts" and plan.options.sides == "separate":
        backed = document.source.backs is not None and any(piece.back for piece in pieces)
        return of_fronts(origin) if backed else origin
    if document.side != "backs":
        return origin
    own = {}
    for id, (path, values) in origin.own.items():
        backs = {key: text for key, text in values.items() if key.endswith(".back")}
        if backs:
            own[id] = path, backs
    return replace(origin, own=own)


def _drawn(plan: Plan, document: SheetDocument) -> str:
    """The SVG of everything in a document, each layer once, and its footers."""
    layers: dict[str, None] = {}
    for sheet in document.sheets:
        for stamp in (stamp for p in sheet.placements for stamp in p.face.stack):
            layers[stamp.layer.svg] = None
        for label in sheet.labels:
            layers[f'<text font-family="{plan.game.file.theme.fonts.label}">{label.text}'] = None
    return "".join(layers)


def _component(plan: Plan, id: str, origin: Origin) -> ComponentRecord:
    needed = {other: plan.pieces_of(other) for other in plan.needs.get(id, ())}
    return ComponentRecord(
        file=origin.file,
        values=origin.shared,
        needs=needs_of(needed),
        pictures=pictures_of(origin, plan.game),
    )


def _pieces(document: SheetDocument, origins: Mapping[str, Origin]) -> Iterator[PieceRecord]:
    """The pieces in the order of printing, with what makes the sides that are printed."""
    printed: dict[str, dict[str, Piece]] = {}
    for placed in (p for sheet in document.sheets for p in sheet.placements):
        printed.setdefault(placed.piece.id, {})[placed.side] = placed.piece
    for id, sides in printed.items():
        piece = next(iter(sides.values()))
        front = face_key(piece.front) if "front" in sides else ""
        back = face_key(piece.back) if piece.back and "back" in sides else ""
        bare = document.side == "fronts" and (piece.back is None or document.source.backs is None)
        place, values = origins[piece.component].own.get(id, ("", {}))
        width, height = piece.size
        yield PieceRecord(
            id=id,
            component=piece.component,
            size=(round(width, 4), round(height, 4)),
            front=front,
            back=back,
            bare=bare,
            key=piece_key(piece, front, back),
            corners=round(piece.corners, 4),
            copies=piece.copies,
            place=place,
            values=values,
        )


def _sheet(sheet: Sheet) -> SheetRecord:
    """A sheet as it is printed."""
    width, height = sheet.paper.size
    return SheetRecord(
        number=sheet.number,
        side=sheet.side,
        size=(round(width, 4), round(height, 4)),
        times=sheet.times,
        behind=sheet.behind,
        placed=tuple(_placed(sheet.printed)),
    )


def _placed(placements: Iterable[Placement]) -> Iterator[PlacedRecord]:
    slots = {"front": 0, "back": 0}
    for p in placements:
        slots[p.side] += 1
        x, y, width, height = (round(value, 4) for value in p.trim)
        turn = round(math.degrees(math.atan2(p.at.b, p.at.a)), 3) + 0.0
        told = {"turn": turn} if turn else {}  # what is told is kept twice: a quarter of its memory
        yield PlacedRecord(
            piece=p.piece.id, side=p.side, slot=slots[p.side], trim=(x, y, width, height), **told
        )
