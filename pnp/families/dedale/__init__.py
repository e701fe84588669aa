"""Dédale: cards of coloured cells that cover each other, and labors that they solve."""

from pnp.family import Family

FAMILY = Family(
    "dedale",
    kinds={
        "cell_card": "pnp.families.dedale.cell_card",
        "labor": "pnp.families.dedale.labor",
    },
    boards={"cell_card": "pnp.families.dedale.board:cover_board"},
    checks=("pnp.families.dedale.rules",),
    prover="pnp.families.dedale.prover",
)
