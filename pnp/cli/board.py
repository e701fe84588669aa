"""`pnp board`: a random legal board."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import click

from pnp.cli.face import picture_options
from pnp.cli.options import one_plan
from pnp.cli.outputs import ending_of, no_cache_option, seed_option
from pnp.cli.terminal import tell
from pnp.system.filed import Filed
from pnp.system.files import write_files


class GridType(click.ParamType):  # type: ignore[type-arg]
    """Columns and rows of tiles, as 12x4."""

    name = "CxR"

    def convert(self, value: Any, param: Any, ctx: Any) -> tuple[int, int]:
        if isinstance(value, tuple):
            return value
        match = re.fullmatch(r"(\d{1,4})[xX×](\d{1,4})", str(value).strip())
        if match is None:
            self.fail(f"'{value}' is no size; write columns x rows, as 12x4", param, ctx)
        return int(match[1]), int(match[2])


@click.command("board")
@click.argument("game")
@seed_option("board")
@click.option("--size", type=GridType(), help="Columns x rows of tiles; by default all tiles.")
@click.option("--route", is_flag=True, help="Draw the shortest way from a start to an exit.")
@no_cache_option()
@picture_options
def command(
    game: str, seed: int, size: tuple[int, int] | None, route: bool, dpi: float, output: Path
) -> None:
    """Draw a random legal board from the tiles of GAME, and say what can be reached."""
    ending = ending_of(output)
    from pnp.boards import random_board
    from pnp.pdf.board import board_pdf, board_png, board_svg

    plan = one_plan(game)
    cols, rows = size or (None, None)
    board = random_board(plan, cols, rows, seed, route=route)
    try:
        if ending == "svg":
            data: Filed = board_svg(board).encode()
        elif ending == "pdf":
            data = board_pdf(board, f"{plan.game.file.title} board, seed {seed}")
        else:
            data = board_png(board, dpi)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    write_files({output: data})
    tell(f"{output}: {board.summary()}")
