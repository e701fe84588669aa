"""Mino Dice: dice that take tricks, with stickers, screens and tables of odds."""

from pnp.family import Family

FAMILY = Family(
    "mino-dice",
    kinds={
        "stickers": "pnp.families.mino_dice.stickers",
        "screen": "pnp.families.mino_dice.screen",
        "odds": "pnp.families.mino_dice.odds",
    },
    checks=("pnp.families.mino_dice.rules",),
)
