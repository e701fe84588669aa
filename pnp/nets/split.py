"""A net too large for its sheet, made of two parts with one more seam. mm."""

from __future__ import annotations

import math

from msgspec.structs import replace

from pnp.geometry.plane import bounds
from pnp.nets.core import Glue, Net, Panel, Pose
from pnp.nets.planar import depth_inside
from pnp.nets.shapes import Flap, flap_panel


def split(net: Net, name: str, pose: Pose, *, reach: float = 13.0) -> tuple[Net, Net]:
    """Part a net along the fold of the panel `name`: (what it hung on, the panel and its own).

    The panel gets a flap in place of the fold, which is glued behind its former parent: at most
    a fifth of that one's breadth wide, so that it stays clear of a thumb notch. `pose` says how
    the second part stands. Check the parts together: `fold_errors(split(...))`.
    Raises ValueError for a panel without a fold.
    """
    panel = net[name]
    if panel.hinge is None or panel.parent is None:
        raise ValueError(f"'{name}' hangs on nothing it could be parted from")
    moved = _hanging_on(net, name)
    run = math.dist(*panel.hinge)
    onto = bounds(net[panel.parent].polygon)
    across = onto.width if abs(panel.hinge[0].x - panel.hinge[1].x) < run / 2 else onto.height
    reach = min(reach, 0.2 * across)
    shape = Flap(reach, 0.0, min(reach * math.tan(math.radians(15)), 0.2 * run))
    flap = flap_panel(f"{name} seam", panel.hinge, shape, parent=name)
    first = tuple(p for p in net.panels if p.name not in moved)
    second = tuple(
        replace(p, parent=None, hinge=None) if p.name == name else p
        for p in net.panels
        if p.name in moved
    )
    seam = Glue(flap.name, panel.parent)
    return _part(net, first, net.pose), _part(net, (*second, flap), pose, seam)


def _hanging_on(net: Net, name: str) -> set[str]:
    """A panel and all that hang on it."""
    found = {name}
    while more := {p.name for p in net.panels if p.parent in found} - found:
        found |= more
    return found


def _part(net: Net, panels: tuple[Panel, ...], pose: Pose | None, *seams: Glue) -> Net:
    """Some panels of a net with what belongs to them."""
    names = {p.name for p in panels}
    return replace(
        net,
        panels=panels,
        glues=(*(glue for glue in net.glues if glue.flap in names), *seams),
        cuts=tuple(
            path for path in net.cuts if any(depth_inside(path[0], p.polygon) > 0 for p in panels)
        ),
        pose=pose,
        meets=(),
        rests=tuple(one for one in net.rests if one in names),
    ).at_origin()
