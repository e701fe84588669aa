"""Makes the pictures of `print-shop.md`: one strip for every group of options."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pictures import pages, save, strip
from PIL import Image

from pnp.cli import run


@dataclass(frozen=True)
class Shown:
    """One run of `pnp`, and the pages of its files that stand in the strip.

    `part` is a part of each page (left, top, right, bottom as parts of its sides), `dpi` its scale.
    """

    args: str
    pages: tuple[tuple[str, int], ...]
    dpi: float = 34
    part: tuple[float, float, float, float] = (0, 0, 1, 1)


def built(
    game: str, options: str, *wanted: tuple[str, int], dpi: float = 34, **more: object
) -> Shown:
    named = tuple((f"{game}/{name}.pdf", page) for name, page in wanted)
    return Shown(f"build {game} -o . {options}", named, dpi, **more)  # type: ignore[arg-type]


def box(style: str) -> Shown:
    return Shown(f"box --size 63x88mm --count 60 --style {style} -o box.pdf", (("box.pdf", 0),))


def marks(style: str) -> Shown:
    options = f"--only tiles --marks {style} --bleed 2mm --gap 5mm"
    return built("dedale", options, ("tiles_A4", 0), dpi=60, part=(0, 0, 0.62, 0.34))


GROUPS: dict[str, Sequence[Shown]] = {
    "paper": (
        built("labydo", "--only cartas_print", ("cartas_print_A4", 2)),
        built("labydo", "--only cartas_print --paper Letter", ("cartas_print_Letter", 2)),
        built("labydo", "--only cartas_print --paper A3", ("cartas_print_A3", 0)),
        built("dedalos", "--only tiles --paper 4x6in --margin 5mm", ("tiles_4x6in", 10)),
    ),
    "sides": (
        built("dedale", "--only tiles --only backs", ("tiles_A4", 0), ("backs_A4", 0)),
        built("dedale", "--only tiles --sides fold", ("tiles_A4", 0)),
        built("dedale", "--only tiles --sides interleaved --flip short", ("tiles_A4", 1)),
    ),
    "marks": tuple(marks(style) for style in ("corner", "cross", "full", "outer")),
    "single": (
        built(
            "dedale",
            "--only tiles --sheets single --bleed 3mm",
            ("tiles_single", 3),
            ("tiles_single", 9),
            dpi=60,
        ),
        built(
            "dedale",
            "--only tiles --sheets single --bleed 3mm --cut-contour",
            ("tiles_single", 10),
            dpi=60,
        ),
    ),
    "drift": (Shown("calibrate -o sheet.pdf", (("sheet.pdf", 0), ("sheet.pdf", 1)), 40),),
    "boxes": tuple(map(box, ("tuck", "tray", "drawbox", "sleeve"))),
}


def main() -> int:
    for name, group in GROUPS.items():
        pictures: list[Image.Image] = []
        for shown in group:
            with tempfile.TemporaryDirectory() as place:
                os.chdir(place)
                if code := run(shown.args.split()):
                    return code
                for page in pages(Path(place), list(shown.pages), shown.dpi):
                    left, top, right, bottom = shown.part
                    box = (
                        round(left * page.width),
                        round(top * page.height),
                        round(right * page.width),
                        round(bottom * page.height),
                    )
                    pictures.append(page.crop(box))
        save(strip(pictures), f"shop-{name}.png")
    return 0


if __name__ == "__main__":
    sys.exit(main())
