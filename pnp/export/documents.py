"""Documents of a plan as files in memory, with a record of what stands where."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pnp.draw.furniture import furniture_layers
from pnp.errors import PnpError
from pnp.export.pdf import Info, Page, write_pages
from pnp.layout.sheet import Sheet
from pnp.piece import Placed
from pnp.plan import AnyDocument, LeafletDocument, Plan


@dataclass(frozen=True)
class Output:
    """A finished document: its file name, bytes, and per page the pieces with side and box."""

    name: str
    data: bytes
    pages: tuple[tuple[dict[str, Any], ...], ...]

    @property
    def file_name(self) -> str:
        return f"{self.name}.pdf"


def export_document(plan: Plan, document: AnyDocument) -> Output:
    """Make one document. The same plan gives the same bytes."""
    if isinstance(document, LeafletDocument):
        return _export_leaflet(plan, document)
    pages = [_page(plan, sheet) for sheet in document.sheets]
    data = write_pages(pages, info_of(plan, document.name))
    return Output(document.name, data, tuple(map(_record, document.sheets)))


def info_of(plan: Plan, name: str) -> Info:
    file = plan.game.file
    return Info(f"{file.title} {file.version} – {name}", " ".join(file.credits), file.licence or "")


def _page(plan: Plan, sheet: Sheet) -> Page:
    faces = [Placed(placement.face, placement.at) for placement in sheet.printed]
    return Page(sheet.paper.size, faces, furniture_layers(sheet, plan.game.file.theme))


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
    from pnp.export.leaflet import leaflet_pdf

    if document.leaflet is None:
        raise PnpError(document.problems)
    data, count = leaflet_pdf(document.leaflet, plan, document.name)
    return Output(document.name, data, ((),) * count)
