"""Makes the pictures of `print-shop.md`: one strip for every group of options."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from pictures import pages, save, strip
from PIL import Image, ImageDraw

from pnp.cli import run
from pnp.game.loader import bundled_games


def leave(place: Path) -> None:
    """Nothing has to lie there before."""


@dataclass(frozen=True)
class Shown:
    """Runs of `pnp` in a folder of their own, and the pages or pictures that stand in the strip.

    `part` is a part of each page (left, top, right, bottom as parts of its sides), `dpi` its scale;
    `prepare` lays out what must be there before, `change` what is changed before the last run.
    """

    runs: tuple[str, ...]
    pages: tuple[tuple[str, int], ...]
    dpi: float = 34
    part: tuple[float, float, float, float] = (0, 0, 1, 1)
    prepare: Callable[[Path], None] = leave
    change: Callable[[Path], None] = leave

    def pictures(self) -> list[Image.Image]:
        with tempfile.TemporaryDirectory() as place:
            folder = Path(place)
            os.chdir(folder)
            self.prepare(folder)
            for number, args in enumerate(self.runs, 1):
                if number == len(self.runs):
                    self.change(folder)
                if code := run(args.split()):
                    sys.exit(code)
            left, top, right, bottom = self.part
            return [
                page.crop(
                    (
                        round(left * page.width),
                        round(top * page.height),
                        round(right * page.width),
                        round(bottom * page.height),
                    )
                )
                for page in pages(folder, list(self.pages), self.dpi)
            ]


def built(
    game: str,
    options: str,
    *wanted: tuple[str, int],
    dpi: float = 34,
    part: tuple[float, float, float, float] = (0, 0, 1, 1),
) -> Shown:
    named = tuple((f"{game}/{name}.pdf", page) for name, page in wanted)
    return Shown((f"build {game} -o . {options}",), named, dpi, part)


def box(style: str) -> Shown:
    return Shown((f"box --size 63x88mm --count 60 --style {style} -o box.pdf",), (("box.pdf", 0),))


def marks(style: str) -> Shown:
    options = f"--only tiles --marks {style} --bleed 2mm --gap 5mm"
    return built("dedale", options, ("tiles_A4", 0), dpi=60, part=(0, 0, 0.62, 0.34))


def draw_cards(place: Path) -> None:
    """Nine cards and their backs as a designer's program would leave them."""
    (place / "cards").mkdir()
    for number in range(1, 10):
        for side, file in ((0, f"card-{number}.png"), (1, f"card-{number}-back.png")):
            card = Image.new("RGB", (744, 1039), ("#F3E3C3", "#22577A")[side])
            pen = ImageDraw.Draw(card)
            for i in range(number + 1):
                inset = 60 + 34 * i
                tint = ("#B4532A", "#57CC99")[side] if i % 2 else ("#111111", "#F8F9FA")[side]
                pen.ellipse((inset, inset + 140, 744 - inset, 1039 - inset - 140), fill=tint)
            card.save(place / "cards" / file)


def copy_labydo(place: Path) -> None:
    shutil.copytree(bundled_games()["labydo"], place / "labydo")


def open_a_wall(place: Path) -> None:
    """One tile of the copy is changed."""
    tiles = place / "labydo" / "labyrinth.yaml"
    old = "    | . | .   . |\n    +   +---+   +\n"
    tiles.write_text(tiles.read_text().replace(old, old.replace(". | .", ".   ."), 1))


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
    "drift": (Shown(("calibrate -o sheet.pdf",), (("sheet.pdf", 0), ("sheet.pdf", 1)), 40),),
    "boxes": tuple(map(box, ("tuck", "tray", "drawbox", "sleeve"))),
    "pack": (
        *(
            built(
                "labydo",
                f"--only cartas_print --paper Legal {pack}",
                ("cartas_print_Legal", 0),
                ("cartas_print_Legal", last),
            )
            for pack, last in (("", 7), ("--pack", 6))
        ),
    ),
    "ink": tuple(
        built("dedalos", f"--only tiles --ink {ink}", ("tiles_A4", 5), dpi=60, part=(0, 0, 1, 0.5))
        for ink in ("full", "low", "gray")
    ),
    "art": (
        Shown(
            (
                "sheets cards --size 63x88mm --backs paired --make-bleed mirror --bleed 2mm "
                "--gap 4mm --margin 4mm -o deck.pdf",
            ),
            (("deck.pdf", 0), ("deck_back.pdf", 0)),
            prepare=draw_cards,
        ),
    ),
    "diff": (
        Shown(
            ("build ./labydo -o old", "diff ./labydo --since old -o diff.pdf"),
            (("diff.pdf", 0),),
            50,
            prepare=copy_labydo,
            change=open_a_wall,
        ),
        Shown(
            ("build ./labydo -o old", "reprint ./labydo --since old -o again"),
            (("again/reprint_A4.pdf", 0), ("again/throw-away.pdf", 0)),
            prepare=copy_labydo,
            change=open_a_wall,
        ),
    ),
}


def main() -> int:
    for name, group in GROUPS.items():
        save(
            strip([picture for shown in group for picture in shown.pictures()]), f"shop-{name}.png"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
