"""Checks and deliberate damage shared by the tests of nets."""

from __future__ import annotations

import math
from itertools import combinations

from msgspec.structs import replace

from pnp.geometry.plane import Affine, Point, bounds, polygon_area
from pnp.nets.closing import fold_errors
from pnp.nets.core import Net, Panel, fold, outline
from pnp.nets.shapes import frame_of


def sides(points):
    return list(zip(points, (*points[1:], points[0]), strict=True))


def crossing(a, b, c, d):
    """Do the open segments ab and cd cross?"""

    def turn(p, q, r):
        return (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x)

    return turn(a, b, c) * turn(a, b, d) < -1e-9 and turn(c, d, a) * turn(c, d, b) < -1e-9


def assert_good(net: Net) -> None:
    """What every net must satisfy, without asking the code under test where that is possible."""
    assert fold_errors(net) == []
    box = bounds([p for panel in net.panels for p in panel.polygon])
    assert math.hypot(box.x, box.y) < 1e-9
    contours = outline(net)
    assert len(contours) == 1
    total = sum(abs(polygon_area(panel.polygon)) for panel in net.panels)
    assert math.isclose(polygon_area(contours[0]), total, rel_tol=1e-9)
    assert len(set(contours[0])) == len(contours[0])
    for (a, b), (c, d) in combinations(sides(contours[0]), 2):
        assert not crossing(a, b, c, d)
    placed = fold(net)
    for panel in net.panels:
        folded = placed[panel.name].corners
        for (p, u), (q, v) in combinations(list(zip(panel.polygon, folded, strict=True))[:6], 2):
            assert math.isclose(math.dist(p, q), math.dist(u, v), abs_tol=1e-9)  # paper is stiff
        if panel.parent is not None:
            for end in panel.hinge:
                there = placed[panel.parent].at(end), placed[panel.name].at(end)
                assert math.dist(*there) < 1e-9  # a fold does not tear


def direction_of_head(panel: Panel) -> str:
    x, y = -panel.frame.c, -panel.frame.d
    if abs(x) > abs(y):
        return "right" if x > 0 else "left"
    return "bottom" if y > 0 else "top"


def reframed(panel: Panel) -> Panel:
    frame, size = frame_of(bounds(panel.polygon), direction_of_head(panel))
    return replace(panel, frame=frame, size=size)


def changed(net: Net, name: str, **what: object) -> Net:
    panels = [replace(p, **what) if p.name == name else p for p in net.panels]
    return replace(net, panels=tuple(panels))


def lengthened(net: Net, name: str, dx: float, dy: float, grow: float = 1.0) -> Net:
    """The net with one panel longer by grow·(dx, dy) on the side (dx, dy); what hangs there
    moves along. Frames follow, so that only the folded shape can give the damage away.
    """
    victim = net[name]
    by = (grow * dx, grow * dy)
    middle = bounds(victim.polygon).centre

    def beyond(p: Point) -> bool:
        return (p.x - middle.x) * dx + (p.y - middle.y) * dy > 1e-6

    carried = set()
    for panel in net.panels:
        if panel.parent == name:
            p, q = panel.hinge
            end = Point((p.x + q.x) / 2, (p.y + q.y) / 2)
            if beyond(end) and beyond(p) and beyond(q):
                carried.add(panel.name)
    while True:
        more = {p.name for p in net.panels if p.parent in carried} - carried
        if not more:
            break
        carried |= more
    panels = []
    for panel in net.panels:
        if panel.name == name:
            polygon = tuple(
                Point(p.x + by[0], p.y + by[1]) if beyond(p) else p for p in panel.polygon
            )
            panels.append(reframed(replace(panel, polygon=polygon)))
        else:
            panels.append(panel.mapped(Affine.translation(*by)) if panel.name in carried else panel)
    return replace(net, panels=tuple(panels))


def folded_errors(net: Net) -> list[str]:
    """The complaints about the folded thing, without those about the flat sheet."""
    words = ("flat", "frame", "cut line")
    return [e for e in fold_errors(net) if not any(word in e for word in words)]
