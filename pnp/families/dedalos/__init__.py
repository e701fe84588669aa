"""Dedalo's: path tiles, mazes of one cell, with stars and passages."""

from pnp.family import Family

FAMILY = Family(
    "dedalos",
    kinds={"path_tile": "pnp.families.dedalos.path_tile"},
    boards={"path_tile": "pnp.families.dedalos.board:path_board"},
    checks=("pnp.families.dedalos.rules",),
    plays="pnp.families.dedalos.play",
)
