"""A board as files: a PDF page of exactly its size, a PNG made from that page, and an SVG.

The page is as large as the table, so it is a picture to look at; the tiles to print and cut come
from the sheets.
"""

from __future__ import annotations

from pnp.boards import Shown
from pnp.draw.ink import sheet_svg
from pnp.pdf.metadata import Info
from pnp.pdf.pages import Page, write_pages
from pnp.pdf.png import is_grey, page_image, png_bytes, refuse_large
from pnp.system.filed import Filed


def board_pdf(board: Shown, title: str) -> Filed:
    """One page of the board's size; each tile is clipped to its trim, each layer stored once."""
    return write_pages((Page(board.size, faces=board.placed),), Info(title))


def board_png(board: Shown, dpi: float) -> bytes:
    """The page at a resolution: exactly round(size · dpi) pixels.

    Raises ValueError for a resolution that makes no picture or one too large to hold.
    """
    refuse_large({f"a board of {board.size}": board.size}, dpi)
    grey = is_grey(face for face, _ in board.faces)
    return png_bytes(page_image(board_pdf(board, ""), dpi, grey=grey), dpi)


def board_svg(board: Shown) -> str:
    """The board as one SVG file in mm; each distinct layer is defined once."""
    return sheet_svg(board.size, board.faces)
