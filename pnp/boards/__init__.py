"""Random boards. How tiles are laid follows from what they are: one file per way of laying."""

from __future__ import annotations

from pnp.board import Board
from pnp.board import random_board as maze_board
from pnp.boards.landscape import Patch, landscape_board
from pnp.hedges import Landscape
from pnp.plan import Plan


def random_board(
    plan: Plan, cols: int | None = None, rows: int | None = None, seed: int = 0
) -> Board | Patch:
    """A board of columns and rows (None: as it likes) of the plan's tiles, drawn by lot.

    Raises PnpError: BOARD001 when there is nothing to lay or too little for the size, BOARD002
    when no deal of many fits together.
    """
    if any(isinstance(p.truth, Landscape) for p in plan.pieces if p.id in plan.selected):
        return landscape_board(plan, cols, rows, seed)
    return maze_board(plan, cols, rows, seed)


__all__ = ["Board", "Patch", "random_board"]
