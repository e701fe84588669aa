"""The calibration sheet as a PDF of two pages, front and back."""

from __future__ import annotations

from pnp.draw.calibration import Example, back_layer, front_layer
from pnp.export.filed import Filed
from pnp.export.metadata import Info
from pnp.export.pdf import Page, write_pages
from pnp.layout.duplex import Flip
from pnp.layout.paper import Paper
from pnp.piece import Stamp


def calibration_pdf(paper: Paper, flip: Flip, example: Example) -> Filed:
    """Both pages; the same paper and flip give the same bytes."""
    layers = front_layer(paper, flip), back_layer(paper, flip, example)
    pages = [Page(paper.size, stamps=(Stamp(layer),)) for layer in layers]
    return write_pages(pages, Info(f"Calibration sheet, {paper.name}, {flip} edge"))
