"""A tray or lid too large for its sheet, made of two halves with a seam through its plate. mm."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from pnp.geometry.plane import Affine, Point, Rect, bounds
from pnp.nets.core import Glue, Net, Panel, Placed3D, Pose, fold
from pnp.nets.shapes import Flap, Side, flap_panel, side_of
from pnp.nets.space import Vec3

SECOND = " 2"
"""What the names of the second half's parts of panels end in."""
LEAST = 6.0
"""The least reach of a seam's flaps, mm."""


def halve(net: Net, *, reach: float = 13.0) -> tuple[Net, Net]:
    """Part a tray or lid through the middle of its plate's longer sides.

    The first half has a flap at each panel that is cut through, which is glued behind the other
    part of that panel. Check the halves together: `fold_errors(halve(...))`.
    Raises ValueError when the seam's flaps would meet the tabs of the walls.
    """
    pose = net.pose
    assert pose is not None
    plate = bounds(net[pose.panel].polygon)
    level = plate.height > plate.width  # the line of the cut is level
    at = plate.centre.y if level else plate.centre.x
    halves: tuple[list[Panel], list[Panel]] = ([], [])
    cut = []
    for panel in net.panels:
        box = bounds(panel.polygon)
        low, high = (box.y, box.bottom) if level else (box.x, box.right)
        if low < at < high:
            cut.append(panel.name)
            for half, part in zip(halves, _parts(box, at, level), strict=True):
                half.append(_piece_of(panel, part))
        else:
            halves[low >= at].append(panel)
    reach = min(reach, _room(net, cut, at, level) - 1.0)
    if reach < LEAST:
        raise ValueError("it is too small to be made of two halves")
    side: Side = "bottom" if level else "right"
    flaps = [_seam(panel, side, reach) for panel in halves[0] if panel.name in cut]
    folded = fold(net)
    first = _half(net, halves[0], pose, folded)
    second = _renamed(_half(net, halves[1], pose, folded), cut)
    glues = tuple(Glue(flap.name, f"{flap.parent}{SECOND}") for flap in flaps)
    first = replace(first, panels=(*first.panels, *flaps), glues=(*first.glues, *glues))
    return first.at_origin(), second.at_origin()


def _parts(box: Rect, at: float, level: bool) -> tuple[Rect, Rect]:
    if level:
        return box._replace(height=at - box.y), Rect(box.x, at, box.width, box.bottom - at)
    return box._replace(width=at - box.x), Rect(at, box.y, box.right - at, box.height)


def _piece_of(panel: Panel, part: Rect) -> Panel:
    """The part of a rectangular panel, read the same way; its fold is cut as well."""
    frame = panel.frame
    turn = Affine(frame.a, frame.b, frame.c, frame.d)
    read = bounds([turn.inverse().apply(corner) for corner in part.corners])
    hinge = panel.hinge and (_within(panel.hinge[0], part), _within(panel.hinge[1], part))
    return replace(
        panel,
        polygon=part.corners,
        size=read.size,
        frame=turn @ Affine.translation(read.x, read.y),
        hinge=hinge,
    )


def _within(point: Point, part: Rect) -> Point:
    """The nearest point of a rectangle."""
    x, y = min(max(point.x, part.x), part.right), min(max(point.y, part.y), part.bottom)
    return Point(x, y)


def _room(net: Net, cut: Sequence[str], at: float, level: bool) -> float:
    """What the tabs behind the walls that are cut leave up to the seam, mm."""
    tabs = [bounds(net[glue.flap].polygon) for glue in net.glues if glue.onto in cut]
    plate = bounds(net[net.pose.panel].polygon) if net.pose else Rect(0, 0, 0, 0)
    reach = max((tab.width if level else tab.height for tab in tabs), default=0.0)
    return (plate.bottom if level else plate.right) - at - reach


def _seam(panel: Panel, side: Side, reach: float) -> Panel:
    """A flap that goes on flat beyond the cut."""
    edge = side_of(bounds(panel.polygon), side)
    shape = Flap(reach, 0.5, min(2.0, 0.1 * reach))
    return flap_panel(f"{panel.name} seam", edge, shape, parent=panel.name, angle=0.0)


def _half(net: Net, panels: Sequence[Panel], pose: Pose, folded: dict[str, Placed3D]) -> Net:
    """The net of some panels, which stands where they stand in the whole."""
    names = {panel.name for panel in panels}
    corners = [
        folded[panel.name].at(point)
        for panel in panels
        if panel.role in ("panel", "base")
        for point in panel.polygon
    ]
    begin = Vec3(*(min(corner[axis] for corner in corners) for axis in range(3)))
    return replace(
        net,
        panels=tuple(panels),
        glues=tuple(glue for glue in net.glues if glue.flap in names),
        pose=pose._replace(at=begin),
        rests=tuple(name for name in net.rests if name in names),
    )


def _renamed(net: Net, cut: Sequence[str]) -> Net:
    """The second half: the panels that were cut through have names of their own."""
    names = {name: name + SECOND if name in cut else name for name in (p.name for p in net.panels)}
    assert net.pose is not None
    return replace(
        net,
        panels=tuple(
            replace(p, name=names[p.name], parent=p.parent and names[p.parent]) for p in net.panels
        ),
        glues=tuple(glue._replace(onto=names[glue.onto]) for glue in net.glues),
        pose=net.pose._replace(panel=names[net.pose.panel]),
        rests=tuple(names[name] for name in net.rests),
    )
