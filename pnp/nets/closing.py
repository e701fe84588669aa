"""Does a folded net close? Every question is answered from `fold`, in plain words."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from pnp.geometry.plane import bounds, polygon_area
from pnp.nets.core import Glue, Meet, Net, Panel, Placed3D, Solid, fold, outline
from pnp.nets.planar import (
    border_distance,
    depth_inside,
    distance,
    edges,
    overlap_area,
    touches_itself,
)
from pnp.nets.space import Vec3

SLIVER = 1e-4  # mm²: a smaller common area is rounding
FACES = {
    "left": (0, False),
    "right": (0, True),
    "front": (1, False),
    "back": (1, True),
    "bottom": (2, False),
    "top": (2, True),
}


def fold_errors(net: Net | Sequence[Net], slack: float = 0.05) -> list[str]:
    """Plain-language reasons why the net (or several sheets together) does not close; [] is good.

    `slack` in mm is how far planes, edges and corners may be off.
    """
    nets = [net] if isinstance(net, Net) else list(net)
    broken = [error for one in nets for error in tree_errors(one)]
    if broken:  # it cannot be folded at all
        return broken
    errors = [error for one in nets for error in flat_errors(one, slack)]
    placed: dict[str, Placed3D] = {}
    for one in nets:
        for name, where in fold(one).items():
            if name in placed:
                errors.append(f"two panels are called '{name}'")
            placed[name] = where
    glues = [glue for one in nets for glue in one.glues]
    errors += _glue_errors(placed, glues, slack)
    errors += _meet_errors(placed, [meet for one in nets for meet in one.meets], slack)
    for solid in {one.solid for one in nets if one.solid}:
        errors += _solid_errors(placed.values(), solid, slack)
    errors += _crossings(list(placed.values()), slack)
    for one in nets:
        errors += _rest_errors(placed, one.rests, slack)
    return errors


def tree_errors(net: Net) -> list[str]:
    """Names, parents and hinges that do not make a tree."""
    errors = []
    parents = {panel.name: panel.parent for panel in net.panels}
    if len(parents) < len(net.panels):
        errors.append("two panels of one net have the same name")
    if sum(parent is None for parent in parents.values()) != 1:
        errors.append("a net needs exactly one panel without a parent")
    for panel in net.panels:
        if panel.parent is not None and panel.parent not in parents:
            errors.append(f"'{panel.name}' hangs on '{panel.parent}', which does not exist")
        if (panel.parent is None) != (panel.hinge is None):
            errors.append(f"'{panel.name}' needs both a parent and a hinge, or neither")
        seen = {panel.name}
        above = panel.parent
        while above is not None and above not in seen:
            seen.add(above)
            above = parents.get(above)
        if above is not None:
            errors.append(f"'{panel.name}' hangs on itself")
    if net.pose and net.pose.panel not in parents:
        errors.append(f"the pose names '{net.pose.panel}', which does not exist")
    return errors


def flat_errors(net: Net, slack: float = 0.05) -> list[str]:
    """What is wrong with the flat sheet: hinges off the edges, overlaps, frames, the cut line."""
    errors: list[str] = []
    for panel in net.panels:
        errors += _hinge_errors(net, panel)
        errors += _frame_errors(panel, slack)
    boxed = [(panel, bounds(panel.polygon)) for panel in net.panels]
    for (a, box), (b, other) in combinations(boxed, 2):
        common = overlap_area(a.polygon, b.polygon) if box.overlaps(other, 1e-9) else 0.0
        if common > SLIVER:
            errors.append(f"'{a.name}' and '{b.name}' overlap in the flat by {common:.2f} mm²")
    for path in net.cuts:
        if not any(all(depth_inside(p, q.polygon) > slack for p in path) for q in net.panels):
            errors.append(f"a cut near ({path[0].x:.2f}, {path[0].y:.2f}) leaves its panel")
    contours = outline(net)
    if len(contours) != 1:
        errors.append(f"the cut line falls into {len(contours)} pieces")
    for contour in contours:
        place = touches_itself(contour)
        if place is not None:
            errors.append(f"the cut line touches itself near ({place.x:.2f}, {place.y:.2f})")
    return errors


def _hinge_errors(net: Net, panel: Panel) -> Iterator[str]:
    if panel.hinge is None or panel.parent is None:
        return
    for owner in (panel, net[panel.parent]):
        if not any(
            all(distance(p, edge) < 1e-6 for p in panel.hinge) for edge in edges(owner.polygon)
        ):
            yield f"the fold of '{panel.name}' is not on an edge of '{owner.name}'"


def _frame_errors(panel: Panel, slack: float) -> Iterator[str]:
    frame = panel.frame
    if abs(frame.determinant - 1) > 1e-9 or abs(frame.a**2 + frame.b**2 - 1) > 1e-9:
        yield f"the art frame of '{panel.name}' is not a plain rotation"
        return
    back = frame.inverse()
    box = bounds([back.apply(p) for p in panel.polygon])
    off = max(
        abs(box.x),
        abs(box.y),
        abs(box.right - panel.size.width),
        abs(box.bottom - panel.size.height),
    )
    if off > slack:
        yield f"the art frame of '{panel.name}' is {off:.2f} mm off its polygon"


def _glue_errors(placed: dict[str, Placed3D], glues: Sequence[Glue], slack: float) -> Iterator[str]:
    glued = {glue.flap for glue in glues}
    for name, where in placed.items():
        if where.panel.role == "glue" and name not in glued:
            yield f"glue flap '{name}' is glued to nothing"
    for glue in glues:
        missing = [name for name in (glue.flap, glue.onto) if name not in placed]
        if missing:
            yield f"glue names '{missing[0]}', which does not exist"
            continue
        flap, onto = placed[glue.flap], placed[glue.onto]
        yield from _glued(flap, onto, glue.back_to_back, slack)


def _glued(flap: Placed3D, onto: Placed3D, back_to_back: bool, slack: float) -> Iterator[str]:
    name, target = flap.panel.name, onto.panel.name
    off = max(abs(onto.height_over(corner)) for corner in flap.corners)
    if off > slack:
        yield f"flap '{name}' does not lie in the plane of '{target}': {off:.2f} mm off"
        return
    if flap.normal.dot(onto.normal) * (-1 if back_to_back else 1) < 0:
        yield f"flap '{name}' lies on '{target}' with the wrong side"
    shadow = tuple(onto.flat(corner) for corner in flap.corners)
    out = -min(depth_inside(corner, onto.panel.polygon) for corner in shadow)
    area = abs(polygon_area(shadow))
    around = sum(math.dist(p, q) for p, q in edges(shadow))
    loose = area - overlap_area(shadow, onto.panel.polygon)
    if out > slack or loose > slack * around:
        yield f"flap '{name}' sticks out of '{target}' by {max(out, 0):.2f} mm, {loose:.2f} mm²"


def _meet_errors(placed: dict[str, Placed3D], meets: Sequence[Meet], slack: float) -> Iterator[str]:
    for a, b in meets:
        if not any(
            _same_edge(first, second, slack)
            for first in _edges_in_space(placed[a])
            for second in _edges_in_space(placed[b])
        ):
            yield f"'{a}' and '{b}' do not meet along a whole edge"


def _edges_in_space(where: Placed3D) -> list[tuple[Vec3, Vec3]]:
    corners = where.corners
    return list(zip(corners, (*corners[1:], corners[0]), strict=True))


def _same_edge(first: tuple[Vec3, Vec3], second: tuple[Vec3, Vec3], slack: float) -> bool:
    (a, b), (c, d) = first, second
    straight = a.minus(c).length <= slack and b.minus(d).length <= slack
    return straight or (a.minus(d).length <= slack and b.minus(c).length <= slack)


def face_of(where: Placed3D, solid: Solid, slack: float) -> str | None:
    """The face of the cuboid in whose plane the panel lies (of two in one plane, as in an
    envelope, the one its print looks out of), or None."""
    found = None
    for name, (axis, far) in FACES.items():
        plane = solid.size[axis] if far else 0.0
        if all(abs(corner[axis] - plane) <= slack for corner in where.corners):
            if where.normal[axis] * (1 if far else -1) > 0:
                return name
            found = found or name
    return found


def _solid_errors(placed: Iterable[Placed3D], solid: Solid, slack: float) -> Iterator[str]:
    """Every panel on a face, print outside, and the faces tiled by the panels' rectangles."""
    covered = dict.fromkeys(FACES, 0.0)
    extent = "{:.2f} x {:.2f} x {:.2f}".format(*solid.size)
    for where in placed:
        panel = where.panel
        name = face_of(where, solid, slack)
        if name is None:
            yield f"'{panel.name}' lies on no face of the {extent} mm cuboid"
            continue
        axis, far = FACES[name]
        if where.normal[axis] * (1 if far else -1) < 0:
            yield f"'{panel.name}' has its print inside"
        out = max(
            max(-corner[i], corner[i] - solid.size[i]) for corner in where.corners for i in range(3)
        )
        if out > slack:
            yield f"'{panel.name}' sticks out of the {name} of the cuboid by {out:.2f} mm"
        if panel.role not in ("panel", "base"):
            continue
        covered[name] += panel.size.width * panel.size.height
        for corner in ((0.0, 0.0), (panel.size.width, 0.0), panel.size, (0.0, panel.size.height)):
            if border_distance(panel.frame.apply(corner), panel.polygon) > slack:
                yield f"'{panel.name}' lacks a corner"
    for name, (axis, _) in FACES.items():
        w, h = (solid.size[i] for i in range(3) if i != axis)
        wanted = 0.0 if name in solid.open else w * h
        if abs(covered[name] - wanted) > slack * 2 * (w + h):
            yield f"the {name} is covered by {covered[name]:.1f} mm² instead of {wanted:.1f} mm²"


def _crossings(placed: list[Placed3D], slack: float) -> Iterator[str]:
    """Panels that pass through each other."""
    boxes = [
        [(min(c[i] for c in p.corners), max(c[i] for c in p.corners)) for i in range(3)]
        for p in placed
    ]
    for i, j in combinations(range(len(placed)), 2):
        if any(a[0] > b[1] or b[0] > a[1] for a, b in zip(boxes[i], boxes[j], strict=True)):
            continue
        if _cross(placed[i], placed[j], slack):
            yield f"'{placed[i].panel.name}' and '{placed[j].panel.name}' pass through each other"


def _cross(one: Placed3D, other: Placed3D, slack: float) -> bool:
    """Is some point more than `slack` inside both? The planes share a line; each panel covers
    stretches of it; the middle of every common stretch is tried."""
    along = one.normal.cross(other.normal)
    if along.length < 1e-6:
        return False
    for a, b in _stretches(one, other, along, slack):
        for c, d in _stretches(other, one, along, slack):
            low = max(a, c, key=along.dot)
            high = min(b, d, key=along.dot)
            middle = low.plus(high).times(0.5)
            if along.dot(high) > along.dot(low) and all(
                depth_inside(where.flat(middle), where.panel.polygon) > slack
                for where in (one, other)
            ):
                return True
    return False


def _stretches(
    one: Placed3D, other: Placed3D, along: Vec3, slack: float
) -> list[tuple[Vec3, Vec3]]:
    """Where the panel `one` goes through the plane of `other`: pairs of border points."""
    corners = one.corners
    heights = [other.height_over(corner) for corner in corners]
    off = [i for i, height in enumerate(heights) if abs(height) > slack]
    hits = []
    for last, i in zip(off, (*off[1:], *off[:1]), strict=True):
        if heights[i] * heights[last] < 0:
            between = (last + 1) % len(corners)
            if between == i:
                share = heights[last] / (heights[last] - heights[i])
                hits.append(corners[last].plus(corners[i].minus(corners[last]).times(share)))
            else:  # a corner in the plane, or a side along it
                hits.append(corners[between])
    hits.sort(key=along.dot)
    return list(zip(hits[::2], hits[1::2], strict=True))


def _rest_errors(placed: dict[str, Placed3D], rests: Sequence[str], slack: float) -> Iterator[str]:
    for name in rests:
        if sum(abs(corner.z) <= slack for corner in placed[name].corners) < 2:
            yield f"'{name}' does not stand on the table"
    if rests:
        for name, where in placed.items():
            if min(corner.z for corner in where.corners) < -slack:
                yield f"'{name}' reaches below the table"
