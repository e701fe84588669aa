"""Documents of a plan as finished files, with a record of what stands where."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from pnp.errors import PnpError
from pnp.game.plan import AnyDocument, LeafletDocument, Plan, SheetDocument
from pnp.layout.contours import cuts_of
from pnp.layout.sheet import Sheet
from pnp.pdf.furniture import furniture_layers
from pnp.pdf.metadata import Duplex, Info
from pnp.pdf.pages import Page, write_pages
from pnp.piece import Placed
from pnp.record import make_record
from pnp.system.filed import Filed


class Output(Struct, frozen=True):
    """A finished document: its file name, bytes, and per page the pieces with side and box."""

    name: str
    data: Filed
    pages: tuple[tuple[dict[str, Any], ...], ...]

    @property
    def file_name(self) -> str:
        return f"{self.name}.pdf"


def export_document(plan: Plan, document: AnyDocument) -> Output:
    """Make one document. The same plan gives the same bytes."""
    if isinstance(document, LeafletDocument):
        return _export_leaflet(plan, document)
    begins = _begins(plan, document.sheets)
    pages = [_page(plan, sheet, new) for sheet, new in zip(document.sheets, begins, strict=True)]
    info, record = info_of(plan, document.name, _duplex(document)), make_record(plan, document)
    data = write_pages(pages, info, lambda: record)
    return Output(document.name, data, pages_of(document))


def pages_of(document: AnyDocument) -> tuple[tuple[dict[str, Any], ...], ...]:
    """Per page the pieces with side and box; nothing of a leaflet, whose pages are not planned."""
    return tuple(map(_record, document.sheets)) if isinstance(document, SheetDocument) else ()


def info_of(plan: Plan, name: str, duplex: Duplex) -> Info:
    file = plan.game.file
    title, licence = f"{file.title} {file.version} – {name}", file.licence or ""
    author, intent = " ".join(file.credits), plan.options.intent
    return Info(title, author, licence, licence, file.version, duplex, intent)


def _duplex(document: SheetDocument) -> Duplex:
    """How to print a file: its pages are fronts and backs in turn, or each a sheet of its own."""
    if not any(sheet.side == "back" for sheet in document.sheets) or document.side != "both":
        return "Simplex"
    long = document.flip == "long"
    if document.sheets[0].trim is not None:  # backs of single pieces stand upright
        width, height = document.sheets[0].paper.size
        long = width <= height
    return "DuplexFlipLongEdge" if long else "DuplexFlipShortEdge"


def _begins(plan: Plan, sheets: Sequence[Sheet]) -> list[tuple[str, ...]]:
    """The titles of the components that come first on each sheet, for bookmarks."""
    seen: set[str] = set()
    found = []
    for sheet in sheets:
        new = [p.piece.component for p in sheet.placements if p.piece.component not in seen]
        seen.update(new)
        components = ((id, plan.game.component(id)) for id in dict.fromkeys(new))
        found.append(tuple(c.title if c and c.title else id for id, c in components))
    return found


def _page(plan: Plan, sheet: Sheet, bookmarks: Sequence[str]) -> Page:
    faces = [Placed(placement.face, placement.at, placement.clip) for placement in sheet.printed]
    stamps = plan.tone.stamps(furniture_layers(sheet, plan.game.file.theme))
    cuts = cuts_of(sheet) if plan.options.cut_contour else ()
    return Page(sheet.paper.size, faces, stamps, sheet.trim, cuts, bookmarks)


def _record(sheet: Sheet) -> tuple[dict[str, Any], ...]:
    return tuple(
        {
            "id": p.piece.id,
            "side": p.side,
            "x": round(p.trim.x, 4),
            "y": round(p.trim.y, 4),
            "width": round(p.trim.width, 4),
            "height": round(p.trim.height, 4),
        }
        for p in sheet.printed
    )


def _export_leaflet(plan: Plan, document: LeafletDocument) -> Output:
    from pnp.leaflet.document import leaflet_pdf
    from pnp.leaflet.reading import leaflet_of

    leaflet, problems = leaflet_of(document)
    if leaflet is None:
        raise PnpError(problems)
    data, count = leaflet_pdf(leaflet, plan, document)
    return Output(document.name, data, ((),) * count)
