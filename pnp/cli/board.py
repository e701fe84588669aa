"""`pnp board`: a random legal board."""

from __future__ import annotations

import re
from pathlib import Path

import click

from pnp.cli.face import picture_options
from pnp.cli.options import Parsed, one_plan
from pnp.cli.outputs import ending_of, no_cache_option, seed_option
from pnp.cli.terminal import tell, usage_errors
from pnp.system.filed import Filed
from pnp.system.files import write_files


def parse_tiles(text: str) -> tuple[int, int]:
    """Columns and rows of tiles. Raises ValueError."""
    match = re.fullmatch(r"(\d{1,4})[xX×](\d{1,4})", text.strip())
    if match is None:
        raise ValueError(f"'{text}' is no size; write columns x rows, as 12x4")
    return int(match[1]), int(match[2])


@click.command("board")
@click.argument("game")
@seed_option("board")
@click.option(
    "--size", type=Parsed("CxR", parse_tiles), help="Columns x rows of tiles; by default all tiles."
)
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
    with usage_errors():
        if ending == "svg":
            data: Filed = board_svg(board).encode()
        elif ending == "pdf":
            data = board_pdf(board, f"{plan.game.file.title} board, seed {seed}")
        else:
            data = board_png(board, dpi)
    write_files({output: data})
    tell(f"{output}: {board.summary()}")
