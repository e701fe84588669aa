"""The calibration sheet as a PDF of two pages, front and back."""

from __future__ import annotations

from pnp.layout.duplex import Flip
from pnp.layout.paper import Paper
from pnp.pdf.metadata import Info
from pnp.pdf.pages import Page, write_pages
from pnp.pdf.testsheet import Example, back_layer, front_layer
from pnp.piece import Stamp
from pnp.system.filed import Filed


def calibration_pdf(paper: Paper, flip: Flip, example: Example) -> Filed:
    """Both pages; the same paper and flip give the same bytes."""
    layers = front_layer(paper, flip), back_layer(paper, flip, example)
    pages = [Page(paper.size, stamps=(Stamp(layer),)) for layer in layers]
    return write_pages(pages, Info(f"Calibration sheet, {paper.name}, {flip} edge"))
