"""Makes the pictures of the README from real output: `make pictures`."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from PIL import Image

from pnp.cli import run
from pnp.pdf.png import page_image

DOCS = Path(__file__).parent
GROUND = (228, 228, 224)
GAP = 14


def pages(folder: Path, wanted: list[tuple[str, int]], dpi: float) -> list[Image.Image]:
    """Pages of PDFs as pictures."""
    return [
        page_image((folder / name).read_bytes(), dpi, number).convert("RGB")
        for name, number in wanted
    ]


def strip(pictures: list[Image.Image]) -> Image.Image:
    """Pictures side by side on a quiet ground."""
    width = sum(p.width + GAP for p in pictures) + GAP
    height = max(p.height for p in pictures) + 2 * GAP
    canvas = Image.new("RGB", (width, height), GROUND)
    x = GAP
    for picture in pictures:
        canvas.paste(picture, (x, GAP))
        x += picture.width + GAP
    return canvas


def save(picture: Image.Image, name: str) -> None:
    picture.quantize(255, dither=Image.Dither.NONE).save(DOCS / name, optimize=True)


SHOWN = {
    "labydo": [
        ("cartas_print", 0),
        ("cartas_print_back", 0),
        ("caixa_print", 0),
        ("extras", 0),
        ("regras", 0),
    ],
    "dedalos": [("tiles", 5), ("backs", 0), ("box", 1), ("extras", 0), ("rules", 0)],
    "dedale": [("tiles", 0), ("tiles", 2), ("backs", 0), ("box", 0), ("rules", 0)],
    "mino-dice": [("stickers", 0), ("nets", 0), ("screens", 0), ("drawbox", 1), ("rules", 0)],
    "the-labyrinth": [("tiles", 0), ("backs", 0), ("box", 0), ("rules", 0)],
}
"""Documents without paper, and pages from 0, that stand for each kit."""
BOARDS = {
    "labydo": ("7", "50"),
    "dedalos": ("3", "45"),
    "dedale": ("3", "130"),
    "the-labyrinth": ("105", "110"),
}
"""Seed and dpi of each board."""


def main() -> int:
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        if code := run(["build", "-o", place]):
            return code
        for game, shown in SHOWN.items():
            wanted = [(f"{name}_A4.pdf", page) for name, page in shown]
            save(strip(pages(folder / game, wanted, 45)), f"{game}-kit.png")
        for game, (seed, dpi) in BOARDS.items():
            path = folder / f"{game}.png"
            if code := run(["board", game, "--seed", seed, "--dpi", dpi, "-o", str(path)]):
                return code
            save(Image.open(path).convert("RGB"), f"{game}-board.png")
    return 0


if __name__ == "__main__":
    sys.exit(main())
