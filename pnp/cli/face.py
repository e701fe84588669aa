"""`pnp face`: one side of one piece as a file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from pnp.cli.options import (
    jobs_option,
    option_of,
    read_plan,
    refuse_errors,
)
from pnp.cli.outputs import dpi_option, ending_of, no_cache_option, output_option
from pnp.cli.report import counted
from pnp.cli.terminal import tell, usage_errors
from pnp.draw.ink import face_svg
from pnp.errors import PnpError, Problem, near
from pnp.game.inks import Inks
from pnp.game.plan import Options, Plan
from pnp.game.selection import runs_of, select
from pnp.piece import Face, Piece
from pnp.system.filed import Filed
from pnp.system.filenames import distinct
from pnp.system.files import write_files
from pnp.units import format_mm

HOLE = "{id}"
"""Where the ids stand in a name that stands for several files."""
_SHOWN = 3


def picture_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """`--dpi` and `-o` of commands that write one picture."""
    return dpi_option()(output_option("A file that ends in .svg, .png or .pdf.")(command))


@click.command("face")
@click.argument("game")
@click.argument("piece")
@click.option("--side", type=click.Choice(["front", "back"]), default="front", show_default=True)
@option_of("bleed")
@option_of("ink")
@no_cache_option()
@jobs_option
@picture_options
def command(
    game: str,
    piece: str,
    side: str,
    bleed: float | None,
    ink: Inks,
    jobs: int,
    dpi: float,
    output: Path,
) -> None:
    """Write one side of PIECE of GAME, as large as it is with its bleed.

    With {id} in the name of the output, PIECE may be several, as 7-9,lab-*: ids, else numbers in
    printing order, patterns. Each is written into a file of its own.
    """
    ending = ending_of(output)
    many = HOLE in output.name
    chosen = tuple(part.strip() for part in piece.split(",") if part.strip())
    asked = Options(pieces=chosen if many else (), ink=ink, bleed=bleed)
    plan, loading = read_plan(game, asked)
    try:
        pieces = [p for p in plan.pieces if p.id in plan.selected] if many else []
        pieces = pieces or [_only_piece(plan, piece, chosen, output)]
    except (PnpError, click.UsageError):
        refuse_errors([*loading, *plan.problems])  # they may be why it is not there
        raise
    refuse_errors(_problems_of(plan, loading, pieces))
    wanted, short = [], {}
    for found in pieces:
        face = found.front if side == "front" else found.back
        if face is None:
            raise click.UsageError(
                f"{found.id} has no back: its component says none, or it is of "
                "a kind without backs; leave out --side back"
            )
        path = output.with_name(output.name.replace(HOLE, found.id))
        wanted.append((path, found.id, (face, found.id)))
        if face.bleed < (bleed or 0) - 1e-6:
            short[found.id] = _why_short(plan, found, face)
    faces = distinct(wanted)
    _tell_short(short, len(faces), bleed)
    title = plan.game.file.title
    write_files(files_of(faces, title, ending, dpi, jobs))
    ids = ", ".join(runs_of([id for _, id in faces.values()]))
    told = f"the {side} of {ids}" if not many else f"{counted(len(faces), side)}: {ids}"
    tell(f"{output}: {told}")


def _problems_of(plan: Plan, loading: list[Problem], pieces: list[Piece]) -> Iterator[Problem]:
    """What is wrong with the game's own file, with the components of pieces and with those that
    they are drawn from; other components may have problems."""
    waiting, ids = list(dict.fromkeys(piece.component for piece in pieces)), set[str]()
    while waiting:
        ids.add(id := waiting.pop())
        waiting += [other for other in plan.needs.get(id, ()) if other not in ids]
    own = [component for component in plan.game.components if component.id in ids]
    files = {component.loc.file for component in own} | {plan.game.file.at.loc.file}
    yield from (p for p in loading if p.loc is None or p.loc.file in files)
    for component in own:
        yield from plan.problems_of(component)


def _why_short(plan: Plan, piece: Piece, face: Face) -> str:
    """Why a face has less bleed than was asked for, and what could be done."""
    if not hasattr(plan.game.component(piece.component), "bleed"):
        return "what is of its kind ends where it is cut (cards and tiles have bleed)"
    return (
        f"the picture goes on {format_mm(face.bleed)} mm beyond the cut (say more in "
        "includes_bleed if it does, else make_bleed: extend, mirror or a colour)"
    )


def _tell_short(short: Mapping[str, str], count: int, bleed: float | None) -> None:
    """Name the pieces whose bleed is less than wanted, and why. Raises UsageError if that is so of
    all `count` pieces."""
    wanted = f"a bleed of {format_mm(bleed or 0)} mm"
    for reason in dict.fromkeys(short.values()):
        ids = ", ".join(runs_of([id for id, why in short.items() if why == reason]))
        if len(short) == count:
            raise click.UsageError(f"--bleed: {ids} cannot have {wanted}: {reason}")
        tell(f"without {wanted}: {ids}: {reason}", err=True)


def _only_piece(plan: Plan, piece: str, chosen: tuple[str, ...], output: Path) -> Piece:
    """The piece of an id, or of a list of one. Raises UsageError, for what means several with the
    way to write them."""
    ids = [p.id for p in plan.pieces]
    try:
        several = [] if piece in ids else list(select(ids, chosen))
    except PnpError:
        several = []
    if not several or not chosen:
        return find_piece(plan, piece)
    if len(several) == 1:
        return find_piece(plan, several[0])
    shown = ", ".join(several[:_SHOWN]) + (", …" if len(several) > _SHOWN else "")
    name = output.with_name(f"{output.stem}-{HOLE}{output.suffix}")
    raise click.UsageError(
        f"'{piece}' is no id but a list, of {shown}: with {HOLE} in the name of the output "
        f"each gets a file of its own, as -o '{name}'"
    )


def find_piece(plan: Plan, id: str) -> Piece:
    """The piece of an id. Raises UsageError with the nearest one."""
    for piece in plan.pieces:
        if piece.id == id:
            return piece
    raise click.UsageError(
        f"{plan.game.id} has no piece '{id}' ({near(id, [p.id for p in plan.pieces])})"
    )


def files_of(
    faces: Mapping[Path, tuple[Face, str]], title: str, ending: str, dpi: float, jobs: int
) -> dict[Path, Filed]:
    """The files of faces with the ids of their pieces."""
    if ending == "svg":
        return {path: face_svg(face).encode() for path, (face, _) in faces.items()}
    from pnp.pdf.pages import face_pdf, faces_pdf

    if ending == "pdf":
        return {path: face_pdf(face, f"{title} {id}") for path, (face, id) in faces.items()}
    from pnp.pdf.png import is_grey, png_files, refuse_large

    drawn = [face for face, _ in faces.values()]
    with usage_errors():
        refuse_large({id: face.box.size for face, id in faces.values()}, dpi)
        made = png_files(faces_pdf(drawn, title), dpi, [is_grey([f]) for f in drawn], jobs)
    return {**dict(zip(faces, made, strict=True))}
