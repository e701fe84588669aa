"""The Labyrinth: landscape tiles with hedge mazes, to be laid among those of another game."""

from pnp.family import Family

FAMILY = Family(
    "the-labyrinth",
    kinds={"landscape": "pnp.families.the_labyrinth.landscape"},
    boards={"landscape": "pnp.families.the_labyrinth.board:landscape_board"},
    checks=("pnp.families.the_labyrinth.rules",),
    printed=("pnp.families.the_labyrinth.printed",),
)
