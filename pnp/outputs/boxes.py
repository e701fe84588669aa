"""The sheets of a box as files in memory: one PDF, or a picture of every page."""

from __future__ import annotations

from pathlib import Path

from pnp.draw.ink import sheet_svg
from pnp.game.plan import Plan, SheetDocument
from pnp.geometry.plane import Affine
from pnp.layout.sheet import Sheet
from pnp.outputs.documents import export_document
from pnp.pdf.furniture import furniture_layers
from pnp.pdf.png import is_grey, page_image, png_bytes, refuse_large
from pnp.piece import Face
from pnp.system.filed import Filed


def box_files(plan: Plan, target: Path, ending: str, dpi: float) -> dict[Path, Filed]:
    """The plan's only document as the file `target`; several pictures are numbered.

    Raises ValueError for a picture too large to hold.
    """
    (document,) = (d for d in plan.documents if isinstance(d, SheetDocument))
    if ending == "png":
        refuse_large({f"page {s.number}": s.paper.size for s in document.sheets}, dpi)
    if ending == "svg":
        pages = [_svg(plan, sheet).encode() for sheet in document.sheets]
    else:
        pdf = export_document(plan, document).data
        if ending == "pdf":
            return {target: pdf}
        grey = is_grey(p.face for sheet in document.sheets for p in sheet.placements)
        pages = [
            png_bytes(page_image(pdf, dpi, number, grey=grey), dpi)
            for number in range(len(document.sheets))
        ]
    if len(pages) == 1:
        return {target: pages[0]}
    return {
        target.with_name(f"{target.stem}-{number}{target.suffix}"): page
        for number, page in enumerate(pages, 1)
    }


def _svg(plan: Plan, sheet: Sheet) -> str:
    """A page with its rulers and footer."""
    furniture = Face(sheet.paper.size, furniture_layers(sheet, plan.game.file.theme))
    placed = [(placement.face, placement.at) for placement in sheet.placements]
    return sheet_svg(sheet.paper.size, [*placed, (furniture, Affine())])
