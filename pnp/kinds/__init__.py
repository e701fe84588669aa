"""One file per kind of component. A new kind is one file here and its name in `KINDS`."""

from __future__ import annotations

from pnp.kinds import (
    blanks,
    card,
    cell_card,
    die,
    drawbox,
    envelope,
    labor,
    landscape,
    maze_tile,
    odds,
    path_tile,
    scorepad,
    screen,
    sleeve,
    standee,
    stickers,
    tray,
    tuckbox,
)
from pnp.kinds.base import Context, Expansion, Kind

KINDS: tuple[Kind, ...] = (
    maze_tile.KIND,
    cell_card.KIND,
    labor.KIND,
    landscape.KIND,
    path_tile.KIND,
    standee.KIND,
    die.KIND,
    stickers.KIND,
    tuckbox.KIND,
    drawbox.KIND,
    tray.KIND,
    envelope.KIND,
    sleeve.KIND,
    blanks.KIND,
    card.KIND,
    screen.KIND,
    scorepad.KIND,
    odds.KIND,
)
BY_NAME = {kind.name: kind for kind in KINDS}

__all__ = ["BY_NAME", "KINDS", "Context", "Expansion", "Kind"]
