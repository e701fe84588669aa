"""Labydo: tiles that are mazes of many cells, laid edge to edge."""

from pnp.family import Family

FAMILY = Family(
    "labydo",
    kinds={"maze_tile": "pnp.families.labydo.maze_tile"},
    boards={"maze_tile": "pnp.families.labydo.board:maze_board"},
    checks=("pnp.families.labydo.rules",),
)
