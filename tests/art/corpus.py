"""Compare our reading of many SVGs with the pictures of another renderer.

    python tests/art/corpus.py FOLDER [--only WORDS] [--known FILE] [--save DIR]

Every `x.svg` below FOLDER that has an `x.png` beside it is read as `pnp` reads art, drawn with the
proportions of its own view box as it would be printed (vectors through the PDF, or pixels), and
compared with the PNG on white. The drawings of linebender/resvg are a good folder:
`git clone https://github.com/linebender/resvg`, then `resvg/crates/resvg/tests/tests`.

Each drawing is on one line: REFUSED with the codes and the first message, or `vectors` or `pixels`
with the number of pixels that differ, those at edges not counted; then a summary. Exit 1 if any
drawing differs in more than a few pixels and is not in the `--known` file, of lines `path: reason`.
`--only text/` takes paths with these words, `--save` writes both pictures side by side for those
that differ.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from PIL import Image, ImageChops, ImageFilter

from pnp.art.faces import WHITE
from pnp.art.files import ArtFault
from pnp.art.render import render
from pnp.art.styles import Beyond
from pnp.art.svg import SvgArt, read_svg
from pnp.art.vector import translate
from pnp.geometry.plane import Affine, Size
from pnp.pdf.pages import face_pdf
from pnp.pdf.png import page_image
from pnp.piece import Face, Stamp
from pnp.units import MM_PER_INCH

SLACK = 30
"""How far a channel may lie outside those of the nine pixels round it in the other picture."""
MM = 0.4
"""A pixel of the picture that is compared with, on paper: thin lines must not become pixels."""
LEAST = 20
"""So many pixels may differ: ends of hair lines, rounding."""
FINER = 4
"""Pages are drawn with so many times the pixels, for PDFium widens lines thinner than one."""


def on_white(path: Path) -> Image.Image:
    image = Image.open(path).convert("RGBA")
    ground = Image.new("RGBA", image.size, "white")
    return Image.alpha_composite(ground, image).convert("RGB")


def drawn(art: SvgArt, size: tuple[int, int]) -> tuple[str, Image.Image]:
    """What of it is printed, "vectors" or "pixels", and how that looks in so many pixels."""
    width, height = size
    across, down = width * MM / art.view.width, height * MM / art.view.height
    at = Affine.scaling(across, down) @ Affine.translation(-art.view.x, -art.view.y)
    try:
        face = Face(Size(width * MM, height * MM), (Stamp(translate(art, at)),), 0.0)
    except Beyond:
        return "pixels", render(art, width, height, WHITE).image.convert("RGB")
    image = page_image(face_pdf(face, "face"), FINER * MM_PER_INCH / MM).convert("RGB")
    return "vectors", image.resize(size, Image.Resampling.BOX)


def differing(one: Image.Image, other: Image.Image) -> int:
    """How many pixels of either are unlike all those round the same place in the other."""
    outside = Image.new("L", one.size)
    for a, b in ((one, other), (other, one)):
        low = ImageChops.subtract(b.filter(ImageFilter.MinFilter(3)), a)
        high = ImageChops.subtract(a, b.filter(ImageFilter.MaxFilter(3)))
        for channel in (*low.split(), *high.split()):
            outside = ImageChops.lighter(outside, channel)
    return sum(outside.histogram()[SLACK + 1 :])


def compared(path: Path) -> tuple[str, int, str, Image.Image | None]:
    """How a drawing is printed, how many pixels differ, why it is refused, and its picture."""
    wanted = on_white(path.with_suffix(".png"))
    try:
        how, image = drawn(read_svg(path.read_bytes()), wanted.size)
    except ArtFault as fault:  # any other error ends the run: art must never cause one
        codes = sorted({fault.code, *(other.code for other in fault.others)})
        return "REFUSED", 0, f"{' '.join(codes)} {fault.says}", None
    return how, differing(image, wanted), "", image


def known_differences(path: Path) -> dict[str, str]:
    """The drawings that may differ, with reasons."""
    lines = [line.partition(": ") for line in path.read_text("utf-8").splitlines()]
    return {name: reason for name, _, reason in lines}


def drawings(folder: Path, only: str) -> Iterator[Path]:
    for path in sorted(folder.rglob("*.svg")):
        if path.with_suffix(".png").exists() and only in path.as_posix():
            yield path


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", default="")
    parser.add_argument("--save", type=Path)
    parser.add_argument("--known", type=Path)
    asked = parser.parse_args()
    known = known_differences(asked.known) if asked.known else {}
    counts: Counter[str] = Counter()
    for path in drawings(asked.folder, asked.only):
        name = path.relative_to(asked.folder).as_posix()
        how, unlike, why, image = compared(path)
        differs = unlike > LEAST and name not in known
        counts[f"{how} {why[:6]}".rstrip() + ", differ" * differs] += 1
        why = why or (known.get(name, "") if unlike > LEAST else "")
        print(f"{'DIFFERS ' if differs else ''}{how} {unlike or ''} {name} {why}", flush=True)
        if differs and asked.save and image:
            asked.save.mkdir(parents=True, exist_ok=True)
            pair = Image.new("RGB", (image.width * 2 + 10, image.height), "gray")
            pair.paste(image, (0, 0))
            pair.paste(on_white(path.with_suffix(".png")), (image.width + 10, 0))
            pair.save(asked.save / f"{name.replace('/', '+')}.png")
    print(*(f"{count} {what}" for what, count in sorted(counts.items())), sep="\n")
    return int(any("differ" in what for what in counts))


if __name__ == "__main__":
    sys.exit(main())
