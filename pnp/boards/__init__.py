"""Random boards: how tiles are laid follows from their kind, and their family knows it."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from pnp.boards.table import Board, Laid, Laying, Shown, Touch, lay, refusal
from pnp.family import families, offered
from pnp.game.plan import Plan

Way = Callable[[Plan, int | None, int | None, int], Laying]
"""Lays a board of columns and rows (None: as it likes) from a seed."""


def random_board(
    plan: Plan,
    cols: int | None = None,
    rows: int | None = None,
    seed: int = 0,
    *,
    route: bool = False,
) -> Laying:
    """A legal board of the plan's tiles, drawn by lot, with the shortest way drawn if asked for.

    Raises PnpError: BOARD001 when there is nothing to lay or too little for the size, or no way to
    draw; BOARD002 when no deal of many fits together.
    """
    way = _way(plan)
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


def _way(plan: Plan) -> Way | None:
    """How the first tiles of the plan are laid."""
    ways = {kind: path for family in families().values() for kind, path in family.boards.items()}
    for piece in plan.pieces:
        component = plan.game.component(piece.component)
        if piece.id in plan.selected and piece.tile and component and component.kind in ways:
            way: Way = offered(ways[component.kind])
            return way
    return None


__all__ = ["Board", "Laid", "Laying", "Shown", "Touch", "Way", "lay", "random_board"]
