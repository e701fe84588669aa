"""`pnp face`: one side of one piece as a file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from pnp.cli.options import ink_option, one_plan
from pnp.draw.ink import face_svg
from pnp.draw.tone import Inks
from pnp.errors import near
from pnp.export.files import write_files
from pnp.piece import Face, Piece
from pnp.plan import Options, Plan

ENDINGS = ("svg", "png", "pdf")
MAX_DPI = 4800


def ending_of(path: Path) -> str:
    """The file's ending in lower case. Raises UsageError for one we cannot write."""
    ending = path.suffix.lower().lstrip(".")
    if ending not in ENDINGS:
        raise click.UsageError(f"'{path}' does not end in .svg, .png or .pdf")
    return ending


class DpiType(click.FloatRange):
    """A resolution; `nan`, which lies in no range, is refused too."""

    def __init__(self) -> None:
        super().__init__(10, MAX_DPI)

    def convert(self, value: Any, param: Any, ctx: Any) -> float:
        dpi = float(super().convert(value, param, ctx))
        if dpi != dpi:
            self.fail(f"'{value}' is not a resolution", param, ctx)
        return dpi


def picture_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """`--dpi` and `-o` of commands that write one picture."""
    dpi = click.option(
        "--dpi", type=DpiType(), default=300, show_default=True, help="Resolution of a PNG."
    )
    output = click.option(
        "-o",
        "--output",
        type=click.Path(path_type=Path),
        required=True,
        help="A file that ends in .svg, .png or .pdf.",
    )
    return dpi(output(command))


@click.command("face")
@click.argument("game")
@click.argument("piece")
@click.option("--side", type=click.Choice(["front", "back"]), default="front", show_default=True)
@ink_option
@picture_options
def command(game: str, piece: str, side: str, ink: Inks, dpi: float, output: Path) -> None:
    """Write one side of PIECE of GAME."""
    ending = ending_of(output)
    plan = one_plan(game, Options(ink=ink))
    found = find_piece(plan, piece)
    face = found.front if side == "front" else found.back
    if face is None:
        raise click.UsageError(f"{found.id} has no back")
    write_files({output: face_bytes(face, f"{plan.game.file.title} {found.id}", ending, dpi)})


def find_piece(plan: Plan, id: str) -> Piece:
    """The piece of an id. Raises UsageError with the nearest one."""
    for piece in plan.pieces:
        if piece.id == id:
            return piece
    raise click.UsageError(
        f"{plan.game.id} has no piece '{id}' ({near(id, [p.id for p in plan.pieces])})"
    )


def face_bytes(face: Face, title: str, ending: str, dpi: float) -> bytes:
    if ending == "svg":
        return face_svg(face).encode()
    from pnp.export.pdf import face_pdf

    pdf = face_pdf(face, title)
    if ending == "pdf":
        return pdf
    from pnp.export.png import is_grey, page_image, png_bytes

    try:
        return png_bytes(page_image(pdf, dpi, grey=is_grey([face])), dpi)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
