"""Makes the pictures of the README from real output: `make pictures`."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from PIL import Image

from pnp.cli import run
from pnp.export.png import page_image

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


def main() -> int:
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        code = run(["build", "labydo", "-o", place]) or run(
            ["board", "labydo", "--seed", "7", "--dpi", "50", "-o", str(folder / "board.png")]
        )
        if code:
            return code
        kit = folder / "labydo"
        first = [("cartas_print_A4.pdf", 0), ("cartas_print_back_A4.pdf", 0)]
        rest = [("caixa_print_A4.pdf", 0), ("extras_A4.pdf", 0), ("regras_A4.pdf", 0)]
        save(strip(pages(kit, first + rest, 45)), "labydo-kit.png")
        save(Image.open(folder / "board.png").convert("RGB"), "labydo-board.png")
    return 0


if __name__ == "__main__":
    sys.exit(main())
