"""Folded things as trees of flat panels: cut line, folds, glue flaps, and proof that they close."""

from pnp.nets.closing import flat_errors, fold_errors
from pnp.nets.core import (
    Glue,
    Meet,
    Net,
    Panel,
    Placed3D,
    Pose,
    Solid,
    fold,
    fold_lines,
    outline,
)
from pnp.nets.die import OPPOSITE, die
from pnp.nets.drawbox import draw_box
from pnp.nets.envelope import envelope
from pnp.nets.halves import halve
from pnp.nets.screen import screen
from pnp.nets.sleeve import sleeve
from pnp.nets.space import Motion, Vec3
from pnp.nets.split import split
from pnp.nets.stand import Stance, inner_size, outer_size, stance
from pnp.nets.standee import standee
from pnp.nets.tray import lid, tray
from pnp.nets.tuckbox import tuck_box

__all__ = [
    "OPPOSITE",
    "Glue",
    "Meet",
    "Motion",
    "Net",
    "Panel",
    "Placed3D",
    "Pose",
    "Solid",
    "Stance",
    "Vec3",
    "die",
    "draw_box",
    "envelope",
    "flat_errors",
    "fold",
    "fold_errors",
    "fold_lines",
    "halve",
    "inner_size",
    "lid",
    "outer_size",
    "outline",
    "screen",
    "sleeve",
    "split",
    "stance",
    "standee",
    "tray",
    "tuck_box",
]
