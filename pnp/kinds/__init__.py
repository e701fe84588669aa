"""One file per kind of component. A new kind is one file here and its name in `KINDS`."""

from __future__ import annotations

from pnp.kinds import cell_card, die, labor, maze_tile, standee, tuckbox
from pnp.kinds.base import Context, Expansion, Kind

KINDS: tuple[Kind, ...] = (
    maze_tile.KIND,
    cell_card.KIND,
    labor.KIND,
    standee.KIND,
    die.KIND,
    tuckbox.KIND,
)
BY_NAME = {kind.name: kind for kind in KINDS}

__all__ = ["BY_NAME", "KINDS", "Context", "Expansion", "Kind"]
