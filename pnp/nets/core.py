"""Nets: flat panels joined at fold lines, and the finished thing they fold into.

Flat coordinates are mm, x right, y down, seen from the PRINTED side, the bounding box starting
at (0, 0). Folded coordinates are mm, x right, y away from somebody looking at the front, z up,
the finished thing standing on z = 0. Paper is taken as infinitely thin: allowances for its
thickness are the caller's clearances and the builders' set-backs.
"""

from __future__ import annotations

import math
from collections import defaultdict
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from pnp.geometry.plane import Affine, Point, Polygon, Size, bounds
from pnp.nets.planar import Segment, clockwise, distance, edges, without_straight_corners
from pnp.nets.space import Motion, Vec3

Role = Literal["panel", "glue", "tuck", "dust", "base"]
Stand = Literal["standing", "turned", "face_up", "face_down"]
Path = tuple[Point, ...]
SNAP = 1e-6  # mm: closer points are the same point


class Panel(Struct, frozen=True):
    """One flat piece between fold lines.

    `hinge` is the fold edge shared with `parent` (all of it, or a part of the parent's edge).
    `angle` is measured in degrees away from flat; positive folds away from the reader of the
    printed side (a mountain fold: the print ends outside). `frame` maps the panel's art
    coordinates to the net: origin at the top left AS READ when the finished thing stands
    upright, x right, y down, extent `size`.
    """

    name: str
    polygon: Polygon
    role: Role
    size: Size
    frame: Affine
    parent: str | None = None
    hinge: Segment | None = None
    angle: float = 90.0

    def mapped(self, motion: Affine) -> Panel:
        """The same panel shifted or turned on the sheet."""
        hinge = None
        if self.hinge is not None:
            hinge = (motion.apply(self.hinge[0]), motion.apply(self.hinge[1]))
        polygon = tuple(motion.apply(p) for p in self.polygon)
        return replace(self, polygon=polygon, hinge=hinge, frame=motion @ self.frame)


class Glue(NamedTuple):
    """`flap` is glued behind `onto` (print of the flap on the blank side of the target), or,
    `back_to_back`, blank side on blank side."""

    flap: str
    onto: str
    back_to_back: bool = False


class Meet(NamedTuple):
    """Two panels without a common fold that must share a whole edge once folded."""

    first: str
    second: str


class Pose(NamedTuple):
    """How one panel of the finished thing stands: upright, its print to the front or turned to
    the back, or lying face up or face down. `at` is where the panels' bounding box begins."""

    panel: str
    how: Stand = "standing"
    at: Vec3 = Vec3(0, 0, 0)


class Solid(Struct, frozen=True):
    """The cuboid a net must cover: x, y, z extents in mm, and the faces meant to stay open
    (left/right, front/back, bottom/top, as seen by somebody in front of it)."""

    size: Vec3
    open: frozenset[str] = frozenset()


class Net(Struct, frozen=True):
    """Panels as a tree, what is glued to what, cuts inside panels, and what it must become.

    `cuts` are paths in net coordinates; one whose last point equals its first is a hole.
    `rests` names the panels that must touch the table.
    """

    panels: tuple[Panel, ...]
    glues: tuple[Glue, ...] = ()
    cuts: tuple[Path, ...] = ()
    pose: Pose | None = None
    solid: Solid | None = None
    meets: tuple[Meet, ...] = ()
    rests: tuple[str, ...] = ()

    def __getitem__(self, name: str) -> Panel:
        """Raises KeyError for an unknown name."""
        for panel in self.panels:
            if panel.name == name:
                return panel
        raise KeyError(name)

    @property
    def size(self) -> Size:
        """Extent of the flat sheet; mm."""
        return bounds([p for panel in self.panels for p in panel.polygon]).size

    def mapped(self, motion: Affine) -> Net:
        """The same net shifted or turned on the sheet."""
        panels = tuple(panel.mapped(motion) for panel in self.panels)
        cuts = tuple(tuple(motion.apply(p) for p in path) for path in self.cuts)
        return replace(self, panels=panels, cuts=cuts)

    def at_origin(self) -> Net:
        """The same net with its bounding box starting at (0, 0)."""
        box = bounds([p for panel in self.panels for p in panel.polygon])
        return self.mapped(Affine.translation(-box.x, -box.y))

    def turned(self) -> Net:
        """The same net a quarter turn clockwise on the sheet; it folds into the same thing."""
        return self.mapped(Affine.rotation(90)).at_origin()


class Placed3D(Struct, frozen=True, dict=True):
    """A panel where folding brings it: `motion` takes flat (x, y, 0) to folded space."""

    panel: Panel
    motion: Motion

    def at(self, point: Point) -> Vec3:
        """Where a point of the flat net comes to lie."""
        return self.motion.apply(Vec3(point.x, point.y, 0.0))

    def art(self, x: float, y: float) -> Vec3:
        """Where a point of the panel's art comes to lie."""
        return self.at(self.panel.frame.apply((x, y)))

    def flat(self, v: Vec3) -> Point:
        """The flat net point below a point in space (projected onto the panel's plane)."""
        back = self._back.apply(v)
        return Point(back.x, back.y)

    @cached_property
    def _back(self) -> Motion:
        return self.motion.inverse()

    def height_over(self, v: Vec3) -> float:
        """Distance from the panel's plane, positive on the printed side; mm."""
        return v.minus(self.motion.shift).dot(self.normal)

    @cached_property
    def corners(self) -> tuple[Vec3, ...]:
        return tuple(self.at(p) for p in self.panel.polygon)

    @cached_property
    def normal(self) -> Vec3:
        """Unit vector out of the printed side."""
        return self.motion.turn(Vec3(0, 0, -1))

    @property
    def right(self) -> Vec3:
        """Unit vector along a line of text on this panel."""
        return self.motion.turn(Vec3(self.panel.frame.a, self.panel.frame.b, 0))

    @property
    def up(self) -> Vec3:
        """Unit vector from the foot to the head of text on this panel."""
        return self.motion.turn(Vec3(-self.panel.frame.c, -self.panel.frame.d, 0))


def fold_lines(net: Net) -> tuple[tuple[Point, Point, float], ...]:
    """Every fold: its two ends in the flat net and its angle in degrees (+ mountain, - valley)."""
    return tuple((*panel.hinge, panel.angle) for panel in net.panels if panel.hinge is not None)


def hinges_of(net: Net, name: str) -> list[Segment]:
    """The folds on the border of one panel: its own and its children's."""
    return [
        panel.hinge
        for panel in net.panels
        if panel.hinge is not None and name in (panel.name, panel.parent)
    ]


@lru_cache(maxsize=64)
def outline(net: Net) -> tuple[Polygon, ...]:
    """The outer cut line: the border of the union of the panels, clockwise on paper.

    Panel sides are split where a fold ends on them, the parts that are folds are dropped, and
    what is left is chained. One polygon for a net in one piece.
    """
    ends = [p for panel in net.panels if panel.hinge for p in panel.hinge]
    known: dict[tuple[int, int], Point] = {}
    leaving: defaultdict[Point, list[Point]] = defaultdict(list)
    for panel in net.panels:
        folds = hinges_of(net, panel.name)
        for p, q in edges(clockwise(panel.polygon)):
            left, right = min(p.x, q.x) - SNAP, max(p.x, q.x) + SNAP
            top, bottom = min(p.y, q.y) - SNAP, max(p.y, q.y) + SNAP
            near = [e for e in ends if left <= e.x <= right and top <= e.y <= bottom]
            stops = sorted(
                (p, q, *(e for e in near if distance(e, (p, q)) <= SNAP)),
                key=lambda e: math.dist(e, p),
            )
            for a, b in pairwise(stops):
                if math.dist(a, b) > SNAP and not any(
                    distance(a, fold) <= SNAP and distance(b, fold) <= SNAP for fold in folds
                ):
                    leaving[_snapped(a, known)].append(_snapped(b, known))
    contours = []
    while leaving:
        contours.append(without_straight_corners(_contour(leaving)))
    return tuple(contours)


def _snapped(point: Point, known: dict[tuple[int, int], Point]) -> Point:
    """The first point seen within about SNAP of this one."""
    i, j = round(point.x / (4 * SNAP)), round(point.y / (4 * SNAP))
    for di in (0, -1, 1):
        for dj in (0, -1, 1):
            found = known.get((i + di, j + dj))
            if found is not None and math.dist(found, point) <= 2 * SNAP:
                return found
    known[i, j] = point
    return point


def _contour(leaving: defaultdict[Point, list[Point]]) -> Polygon:
    """Take one closed chain out of the directed segments, turning right at a pinch."""
    start = min(leaving)
    chain = [start]
    came = (0.0, -1.0)
    here = start
    while here in leaving:
        choices = leaving[here]

        def turn(to: Point, at: Point = here, came: tuple[float, float] = came) -> float:
            dx, dy = to.x - at.x, to.y - at.y
            return math.atan2(came[0] * dy - came[1] * dx, came[0] * dx + came[1] * dy)

        there = max(choices, key=turn)
        choices.remove(there)
        if not choices:
            del leaving[here]
        came = (there.x - here.x, there.y - here.y)
        here = there
        if here == start:
            break
        chain.append(here)
    return tuple(chain)


def fold(net: Net) -> dict[str, Placed3D]:
    """Fold every hinge and stand the result on z = 0, its panels' bounding box at the origin
    (or where the pose says).

    A child turns with its parent and then about its hinge: with v the direction from the hinge
    into the child and d = away from the reader, the turn takes v towards d, so its axis is v x d.
    """
    by_name = {panel.name: panel for panel in net.panels}
    motions: dict[str, Motion] = {}

    def motion(panel: Panel) -> Motion:
        if panel.name not in motions:
            if panel.parent is None or panel.hinge is None:
                motions[panel.name] = Motion()
            else:
                motions[panel.name] = motion(by_name[panel.parent]) @ hinge_turn(panel)
        return motions[panel.name]

    for panel in net.panels:
        motion(panel)
    stand = _standing(net, motions)
    placed = {p.name: Placed3D(p, stand @ motions[p.name]) for p in net.panels}
    body = [c for q in placed.values() if q.panel.role in ("panel", "base") for c in q.corners]
    lowest = Vec3(min(c.x for c in body), min(c.y for c in body), min(c.z for c in body))
    begin = net.pose.at if net.pose else Vec3(0, 0, 0)
    shift = Motion(shift=begin.minus(lowest))
    return {name: replace(q, motion=shift @ q.motion) for name, q in placed.items()}


def hinge_turn(panel: Panel) -> Motion:
    """The turn of a panel about its own hinge, in flat coordinates. Needs a hinge."""
    assert panel.hinge is not None
    p, q = panel.hinge
    ux, uy = q.x - p.x, q.y - p.y
    side = sum(
        (a.x + b.x - 2 * p.x) * -uy + (a.y + b.y - 2 * p.y) * ux for a, b in edges(panel.polygon)
    )
    inward = Vec3(-uy, ux, 0.0) if side > 0 else Vec3(uy, -ux, 0.0)
    return Motion.about(Vec3(p.x, p.y, 0.0), inward.cross(Vec3(0, 0, 1)), panel.angle)


def _standing(net: Net, motions: dict[str, Motion]) -> Motion:
    """The turn that stands the pose panel as wanted; the first root stands upright by default."""
    pose = net.pose or Pose(next(panel.name for panel in net.panels if panel.parent is None))
    frame = net[pose.panel].frame
    right, down, away = Vec3(frame.a, frame.b, 0), Vec3(frame.c, frame.d, 0), Vec3(0, 0, 1)
    rows = {
        "standing": (right, away, down.times(-1)),
        "turned": (right.times(-1), away.times(-1), down.times(-1)),
        "face_up": (right, down.times(-1), away.times(-1)),
        "face_down": (right, down, away),
    }[pose.how]
    return Motion(rows) @ motions[pose.panel].inverse()
