"""`pnp cutlines`: what a machine cuts on a game's sheets, as SVG or DXF."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from pnp.cli.options import failed, options_of, plans_of, sheet_options
from pnp.cli.outputs import ending_of, no_cache_option, output_option, tell_left
from pnp.cli.report import counted, refuse
from pnp.cli.terminal import tell
from pnp.errors import PnpError, Problem, near
from pnp.game.plan import Plan, SheetDocument
from pnp.geometry.plane import Size
from pnp.layout.contours import Cut, cuts_of
from pnp.system.filenames import distinct
from pnp.system.files import write_files

ENDINGS = ("svg", "dxf")
Layout = tuple[str, Size, tuple[Cut, ...]]
"""A document, the paper's size, and the cuts: sheets that are alike in these are cut alike."""


@click.command("cutlines")
@click.argument("game")
@sheet_options
@click.option("--only", multiple=True, metavar="DOCUMENT", help="Only this document; repeatable.")
@no_cache_option()
@output_option("A file that ends in .svg or .dxf.")
def command(game: str, only: tuple[str, ...], output: Path, **sheet: Any) -> int:
    """Write the cut lines of GAME's sheets, in mm, with the options that its sheets are built with.

    Sheets that are cut alike share one file. When several are needed, each is called after its
    document: cuts.dxf becomes cuts_tiles_A4.dxf, and so on.
    """
    ending_of(output, ENDINGS)
    plans, reports = plans_of((game,), options_of(sheet))
    if failed(reports, strict=False):
        return refuse(reports)
    layouts = _layouts(_wanted(plans[0], only))
    if not layouts:
        raise PnpError(Problem("GAME003", "error", "nothing is left to cut", None))
    files = _names(output, list(layouts))
    write_files({path: _bytes(path, layout) for path, layout in files.items()})
    for path, layout in files.items():
        length = sum(cut.length for cut in layout[2])
        many = f"{counted(len(layout[2]), 'cut')}, {length:.0f} mm"
        tell(f"{path}: {_sheets(layout[0], layouts[layout])}, {many}")
    tell_left(output, files, "(_.+)?")
    return 0


def _wanted(plan: Plan, only: tuple[str, ...]) -> list[SheetDocument]:
    """The documents with something to cut. Raises PnpError for a name that is none."""
    documents = [d for d in plan.documents if isinstance(d, SheetDocument) and d.side != "backs"]
    suffix = f"_{plan.paper_name}".casefold()
    names = [d.name.casefold().removesuffix(suffix) for d in documents]
    asked = [name.casefold().removesuffix(suffix) for name in only]
    strange = [name for name, bare in zip(only, asked, strict=True) if bare not in names]
    if strange:
        raise PnpError(
            [
                Problem(
                    "GAME003", "error", f"there are no sheets '{name}'", None, near(name, names)
                )
                for name in strange
            ]
        )
    return [d for name, d in zip(names, documents, strict=True) if not only or name in asked]


def _layouts(documents: Sequence[SheetDocument]) -> dict[Layout, list[int]]:
    """The distinct ways of cutting, and the numbers of their sheets."""
    found: dict[Layout, list[int]] = {}
    for document in documents:
        for sheet in document.sheets:
            cuts = cuts_of(sheet)
            if cuts:
                layout = (document.name, sheet.paper.size, cuts)
                found.setdefault(layout, []).append(sheet.number)
    return found


def _names(output: Path, layouts: Sequence[Layout]) -> dict[Path, Layout]:
    """The file of each way of cutting."""
    if len(layouts) == 1:
        return {output: layouts[0]}
    totals = [name for name, _, _ in layouts]
    files = []
    for i, layout in enumerate(layouts):
        name = layout[0]
        if totals.count(name) > 1:
            name += f"_{totals[: i + 1].count(name)}"
        files.append((output.with_name(f"{output.stem}_{name}{output.suffix}"), layout[0], layout))
    return distinct(files)


def _bytes(path: Path, layout: Layout) -> bytes:
    from pnp.pdf.cutfile import cuts_dxf, cuts_svg

    _, size, cuts = layout
    return cuts_dxf(size, cuts) if path.suffix.lower() == ".dxf" else cuts_svg(size, cuts).encode()


def _sheets(name: str, numbers: Sequence[int]) -> str:
    if len(numbers) == 1:
        return f"{name}, sheet {numbers[0]}"
    unbroken = list(numbers) == list(range(numbers[0], numbers[-1] + 1))
    which = f"{numbers[0]}–{numbers[-1]}" if unbroken else ", ".join(map(str, numbers))
    return f"{name}, sheets {which}"
