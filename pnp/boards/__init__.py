"""Random boards. How tiles are laid follows from what they are: one table, one file per way."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pnp.board import Board
from pnp.board import random_board as maze_board
from pnp.boards.covers import CoverBoard, cover_board
from pnp.cells import CellCard
from pnp.topology import Maze

if TYPE_CHECKING:
    from pnp.plan import Plan

AnyBoard = Board | CoverBoard
Way = Callable[["Plan", int | None, int | None, int], AnyBoard]
"""Lays a board of columns and rows (None: as it likes) from a seed."""

WAYS: dict[type, Way] = {Maze: maze_board, CellCard: cover_board}
"""By the truth of the pieces that are laid."""


def random_board(
    plan: Plan, cols: int | None = None, rows: int | None = None, seed: int = 0
) -> AnyBoard:
    """A legal board of the plan's tiles, drawn by lot.

    Raises PnpError: BOARD001 when there is nothing to lay or too little for the size, BOARD002
    when no deal of many fits together.
    """
    truths = [type(piece.truth) for piece in plan.pieces if piece.id in plan.selected]
    way = next((WAYS[truth] for truth in truths if truth in WAYS), maze_board)
    return way(plan, cols, rows, seed)


__all__ = ["WAYS", "AnyBoard", "Board", "CoverBoard", "random_board"]
