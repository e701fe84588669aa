"""Random boards. How tiles are laid follows from what they are: one table, one file per way."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from pnp.boards.covers import cover_board
from pnp.boards.landscape import landscape_board
from pnp.boards.mazes import maze_board
from pnp.boards.paths import path_board
from pnp.boards.table import Board, Contact, Laid, Picture, Table, lay, refusal
from pnp.cells import CellCard
from pnp.hedges import Landscape
from pnp.paths import PathTile
from pnp.plan import Plan
from pnp.topology import Maze

Way = Callable[[Plan, int | None, int | None, int], Table]
"""Lays a board of columns and rows (None: as it likes) from a seed."""

WAYS: dict[type, Way] = {
    Maze: maze_board,
    PathTile: path_board,
    CellCard: cover_board,
    Landscape: landscape_board,
}
"""By the truth of the pieces that are laid."""


def random_board(
    plan: Plan,
    cols: int | None = None,
    rows: int | None = None,
    seed: int = 0,
    *,
    route: bool = False,
) -> Table:
    """A legal board of the plan's tiles, drawn by lot, with the shortest way drawn if asked for.

    Raises PnpError: BOARD001 when there is nothing to lay or too little for the size, or no way to
    draw; BOARD002 when no deal of many fits together.
    """
    truths = [type(piece.truth) for piece in plan.pieces if piece.id in plan.selected]
    way = next((WAYS[truth] for truth in truths if truth in WAYS), None)
    if way is None:
        raise refusal(f"{plan.game.id} has no tiles to lay", "a board is made of maze tiles")
    board = way(plan, cols, rows, seed)
    if not route:
        return board
    if not isinstance(board, Board):
        raise refusal("there is no way to draw on this board", "leave out --route")
    from pnp.boards.route import route_face, shortest

    cells = shortest(board.maze, board.starts, board.goals)
    if not cells:
        raise refusal("there is no way from a start to an exit", "try another --seed or --size")
    line = route_face(board, cells, plan.theme.palette)
    note = "; ".join(
        filter(None, (board.note, f"the shortest way to an exit: {len(cells) - 1} steps"))
    )
    return replace(board, over=(*board.over, line), note=note)


__all__ = ["WAYS", "Board", "Contact", "Laid", "Picture", "Table", "Way", "lay", "random_board"]
