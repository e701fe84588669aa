"""What was printed, as records tell it: every piece with its print keys, places and sources.

A document of backs prints equal pages once and names the front sheets they go behind. The back of a
piece is therefore the one that lies behind its front: the nearest to the mirrored place.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from msgspec import Struct, field
from msgspec.structs import replace

from pnp.errors import PnpError, Problem
from pnp.geometry.plane import Rect, Size
from pnp.layout.duplex import page_mirror
from pnp.layout.paper import Paper
from pnp.record import Record
from pnp.record.model import ComponentRecord, PieceRecord, PlacedRecord, SheetRecord

Values = Mapping[str, str]


class Place(Struct, frozen=True):
    """Where a side of a piece was printed; sheet and slot count from 1, `page` from 0."""

    document: str
    sheet: int
    slot: int
    side: str
    page: int

    def __str__(self) -> str:
        back = " (back)" if self.side == "back" else ""
        return f"{self.document}, sheet {self.sheet}{back}, slot {self.slot}"


def told(places: Sequence[Place]) -> str:
    """Places in words, those of a sheet together: t_A4, sheet 1, slots 1–3, 5; sheet 2, slot 1."""
    words, document = [], ""
    sheets = groupby(places, key=lambda p: replace(p, slot=0))
    for sheet, those in sheets:
        slots = [place.slot for place in those]
        where = str(sheet).removesuffix(" 0")
        if sheet.document == document:
            where = where.removeprefix(f"{document}, ")
        document = sheet.document
        words.append(f"{where}{'s' if len(slots) > 1 else ''} {', '.join(_runs(slots))}")
    return "; ".join(words)


def _runs(numbers: Sequence[int]) -> Iterator[str]:
    """Numbers with runs of them as one: 1–3, 5."""
    for _, group in groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0]):
        run = [number for _, number in group]
        yield f"{run[0]}–{run[-1]}" if len(run) > 1 else f"{run[0]}"


class Printed(Struct, frozen=True):
    """A piece as it was printed.

    `front` and `back` are print keys, "" for a side that it does not have and None for one that is
    not known. `shapes` are the keys of documents by the sides that are in them; `corners` is the
    radius, mm, to which it was to be cut. `places` are those of its fronts (of its backs, where
    only those are known), one for each copy. `own`, `shared` and `game` are the values that made
    it: of this piece alone, of its component, of the game.
    """

    id: str
    component: str
    size: Size
    front: str | None
    back: str | None
    copies: int
    shapes: tuple[tuple[bool, bool, str], ...] = ()
    corners: float = 0.0
    places: tuple[Place, ...] = ()
    path: str = ""
    own: Values = field(default_factory=dict)
    shared: ComponentRecord = field(default_factory=ComponentRecord)
    game: Mapping[str, Values] = field(default_factory=dict)

    @property
    def looks(self) -> tuple[object, ...]:
        return self.front, self.back, self.shapes


class PrintedBefore(Struct, frozen=True):
    """What somebody holds in their hands, from one or several records.

    `whole`: everything of the game was printed, so that a piece which is not among these is new;
    otherwise `stems` are the documents that speak. `options` are those that were not neutral.
    `blind` are documents of backs whose fronts are not known: they name some of their pieces only.
    """

    pieces: Mapping[str, Printed]
    leaflets: Mapping[str, str]
    components: Mapping[str, ComponentRecord]
    options: Values
    stems: frozenset[str]
    whole: bool
    programs: tuple[str, ...]
    blind: frozenset[str] = frozenset()


_COPIES = re.compile(r"\*[1-9][0-9]{0,3}(?:,|\Z)")
"""A number of copies behind a piece; `lab-*` is a pattern."""


def printed_before(
    records: Sequence[Record], name: str, *, whole: bool, complete: bool = False
) -> PrintedBefore:
    """What the records of one build say; `name` is what messages call it.

    `complete`: no document is missing, so that a piece without a back had none. Raises PnpError
    (OLD002) when a document is there twice, in two states.
    """
    records = _once(records, name)
    selections = [r for r in records if "pieces" in r.options]
    components = components_of(records)
    sheets = [_completed(r, components) for r in records if r.side != "leaflet"]
    return PrintedBefore(
        pieces=_printed(sheets, _merged(records), complete),
        leaflets={r.stem: r.contents for r in records if r.side == "leaflet"},
        components=components,
        options={k: v for r in reversed(records) for k, v in r.options.items()},
        stems=frozenset(r.stem for r in records if r not in selections),
        whole=whole and (complete or len(selections) < len(sheets)),
        programs=tuple(dict.fromkeys(printable(r.program) for r in records)),
        blind=frozenset(r.stem for r in sheets if r.side == "backs" and not _fronts_of(r, sheets)),
    )


def _printed(
    sheets: Sequence[Record], game: Mapping[str, Values], complete: bool
) -> dict[str, Printed]:
    """The pieces of records of sheets by their ids, with their backs."""
    found: dict[str, Printed] = {}
    for record in (r for r in sheets if r.side != "backs"):
        backs = _behind(record, sheets)
        for piece in _pieces(record, game):
            known = _with_back(piece, record, backs, complete)
            found[piece.id] = _joined(found[piece.id], known) if piece.id in found else known
    for record in (r for r in sheets if r.side == "backs"):
        found |= {p.id: p for p in _pieces(record, game) if p.id not in found}
    return found


def joined(one: PrintedBefore, later: PrintedBefore) -> PrintedBefore:
    """Both together: a later record wins for the pieces it holds, except that copies printed to
    complete a deck (`lab-07*1`) are added to those of the same picture."""
    pieces = dict(one.pieces)
    added = _COPIES.search(later.options.get("pieces", "")) is not None
    for id, piece in later.pieces.items():
        old = pieces.get(id)
        if old is not None:
            known = _laid_over(old, piece)
            same = (old.front, old.back) == (known.front, known.back)
            piece = _added(old, known) if added and same else known
        pieces[id] = piece
    return PrintedBefore(
        pieces,
        {**one.leaflets, **later.leaflets},
        {**one.components, **later.components},
        {**one.options, **{k: v for k, v in later.options.items() if k != "pieces"}},
        one.stems | later.stems,
        one.whole or later.whole,
        tuple(dict.fromkeys((*one.programs, *later.programs))),
        blind=one.blind,
    )


def printable(text: str) -> str:
    """A text of a record without what would steer a terminal: it may be a stranger's."""
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)


def _once(records: Sequence[Record], name: str) -> list[Record]:
    """Each document once; two papers are one document if they print the same pieces."""
    found: dict[tuple[str, bool], Record] = {}
    for record in records:
        other = found.setdefault((record.stem, "pieces" in record.options), record)
        if state_of(other) != state_of(record):
            message = f"{name} holds {other.document} and {record.document} in different states"
            hint = (
                "name the PDFs that were printed, each with --since; or build that paper once "
                "more: of several papers in one folder the last build counts"
            )
            raise PnpError(Problem("OLD002", "error", message, None, hint))
    return list(found.values())


def state_of(record: Record) -> tuple[object, ...]:
    """What two records of one document must agree in, whatever paper they are for."""
    keys = record.faces if record.side == "backs" else {(p.id, p.key) for p in record.pieces}
    return record.side, frozenset(keys), record.contents


def _joined_component(one: ComponentRecord, other: ComponentRecord) -> ComponentRecord:
    """What two records say of a component, the first where they differ: that of fronts does not
    know what all backs share."""
    return replace(
        one,
        values={**other.values, **one.values},
        needs={**other.needs, **one.needs},
        pictures={**other.pictures, **one.pictures},
    )


def components_of(records: Iterable[Record]) -> dict[str, ComponentRecord]:
    """All components of records, each with what any of them says."""
    found: dict[str, ComponentRecord] = {}
    for record in records:
        for id, said in record.components.items():
            found[id] = _joined_component(found[id], said) if id in found else said
    return found


def _completed(record: Record, components: Mapping[str, ComponentRecord]) -> Record:
    """A record that says of its components what others say of them as well."""
    own = {id: _joined_component(c, components[id]) for id, c in record.components.items()}
    return replace(record, components=own)


def _merged(records: Sequence[Record]) -> dict[str, dict[str, str]]:
    """The values of the game that any document of a build draws."""
    found: dict[str, dict[str, str]] = {}
    for record in records:
        for file, values in record.values.items():
            found.setdefault(file, {}).update(values)
    return found


def _pieces(record: Record, game: Mapping[str, Values]) -> Iterator[Printed]:
    counted = "back" if record.side == "backs" else "front"
    places: dict[str, list[Place]] = {}
    for page, sheet in enumerate(record.sheets):
        for p in sheet.placed:
            if p.side == counted:
                at = Place(printable(record.document), sheet.number, p.slot, p.side, page)
                places.setdefault(p.piece, []).append(at)
    for piece in record.pieces:
        yield _piece(record, piece, tuple(places.get(piece.id, ())), game)


def _piece(
    record: Record, piece: PieceRecord, places: tuple[Place, ...], game: Mapping[str, Values]
) -> Printed:
    backs = record.side == "backs"
    known = piece.back if backs or record.side == "both" else None
    shared = record.components.get(piece.component, ComponentRecord())
    return Printed(
        id=printable(piece.id),
        component=printable(piece.component),
        size=Size(*piece.size),
        front=None if backs else piece.front,
        back="" if piece.bare else known,
        copies=piece.copies if backs else len(places),
        shapes=((bool(piece.front), bool(piece.back), piece.key),),
        corners=piece.corners,
        places=places,
        path=printable(piece.place),
        own=piece.values,
        shared=shared,
        game=game,
    )


def _joined(one: Printed, other: Printed) -> Printed:
    """A piece that two documents print: its copies are not counted twice."""
    more = one if one.copies >= other.copies else other
    backs = [piece.back for piece in (one, other) if piece.back is not None]
    back = max(backs, default=None)  # of a key and none, the key
    return replace(more, back=back)


def _laid_over(old: Printed, piece: Printed) -> Printed:
    """A later record of a piece; what it does not know of the picture, the earlier one does."""
    if piece.front is None and old.front is not None:
        fronts = (shape for shape in old.shapes if not shape[1])
        return replace(old, back=piece.back, shapes=(*fronts, *piece.shapes))
    if piece.back is None and piece.front == old.front:
        backs = (shape for shape in old.shapes if not shape[0])
        return replace(piece, back=old.back, shapes=(*piece.shapes, *backs))
    return piece


def _added(one: Printed, more: Printed) -> Printed:
    return replace(one, copies=one.copies + more.copies, places=one.places + more.places)


# -- backs that lie behind -------------------------------------------------------------------------


def _behind(fronts: Record, records: Iterable[Record]) -> Record | None:
    """The record of the backs that belong to a document of fronts."""
    ids = {piece.id for piece in fronts.pieces}
    for record in records:
        if record.side == "backs" and {piece.id for piece in record.pieces} <= ids:
            return record
    return None


def _fronts_of(backs: Record, records: Iterable[Record]) -> bool:
    """True if the fronts of a document of backs are known."""
    ids = {piece.id for piece in backs.pieces}
    known = ({piece.id for piece in r.pieces} for r in records if r.side != "backs")
    return any(ids <= fronts for fronts in known)


def _with_back(piece: Printed, record: Record, backs: Record | None, complete: bool) -> Printed:
    """The piece of a document of fronts with its back."""
    if piece.back is not None:
        return piece
    if backs is None:
        return replace(piece, back="") if complete else piece
    known = {p.id: p for p in backs.pieces}
    if piece.id in known:
        own = known[piece.id]
        shape = (bool(own.front), bool(own.back), own.key)
        return replace(piece, back=own.back, shapes=(*piece.shapes, shape))
    other = _found_behind(piece, record, backs)
    return replace(piece, back=known[other].back if other in known else "")


def _found_behind(piece: Printed, record: Record, backs: Record) -> str:
    """The id of the piece whose back was printed behind a front, "" if there is none."""
    if not piece.places:
        return ""
    place = piece.places[0]
    sheet = record.sheets[place.page]
    front = next(p for p in sheet.placed if p.slot == place.slot and p.side == "front")
    if all(not back.behind for back in backs.sheets):  # single pages: one back for all
        return backs.sheets[0].placed[0].piece if backs.sheets and backs.sheets[0].placed else ""
    for back in backs.sheets:
        if sheet.number in back.behind:
            return _nearest(front, sheet, back, backs)
    return ""


def _nearest(front: PlacedRecord, sheet: SheetRecord, back: SheetRecord, backs: Record) -> str:
    """The piece whose back covers the mirrored place of a front; a corrected printer moves both."""
    mirror = page_mirror(Paper("", sheet.paper), backs.flip)
    wanted = mirror.apply_rect(front.box)
    counts: Counter[str] = Counter()
    for placed in back.placed:
        common = placed.box.intersect(wanted)
        if min(common.width, common.height) > 0:
            counts[placed.piece] = max(counts[placed.piece], int(1000 * _area(common)))
    best = counts.most_common(1)
    return best[0][0] if best and best[0][1] > 500 * _area(front.box) else ""


def _area(box: Rect) -> float:
    return box.width * box.height
