"""A slip case that slides over another box of the game."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from pnp.definition.model import Component
from pnp.definition.schema import rule
from pnp.definition.values import BoxSize, NaturalLength, PositiveLength, Text
from pnp.draw.ink import Ink
from pnp.draw.netface import Art, face_size, folded, net_face
from pnp.errors import Problem, near
from pnp.geometry.plane import Affine, Rect, Size, bounds
from pnp.kinds.base import Context, Expansion, Kind, own_piece
from pnp.kinds.base import contents as counted
from pnp.kinds.boxart import draw_contents, draw_front, draw_side, emblem_problems
from pnp.kinds.packing import Wrapped, outer_of
from pnp.nets.core import Net, Panel, Pose
from pnp.nets.sleeve import Along, sleeve
from pnp.nets.space import Vec3
from pnp.nets.split import split
from pnp.piece import Piece


class SlipCase(Component):
    """A tube over the box `over`, or over a block of `size`, `fit` wider than it.

    `over` is a component's id, `size` is width x depth x height. `along` is the way the box slides:
    its longer one of height and width unless written. `split` makes the case of two parts for a
    sheet that is too small for one.
    """

    over: Text | None = None
    size: BoxSize | None = None
    along: Along | None = None
    fit: NaturalLength = 1.2
    glue: PositiveLength = 13.0
    split: bool = False

    @rule
    def _one_box(self) -> None:
        if (self.over is None) == (self.size is None):
            raise ValueError("either 'over' (a box of the game) or 'size' (of the box)")


def expand(component: SlipCase, context: Context) -> Expansion:
    """One case, or its two parts."""
    result = Expansion()
    result.problems += emblem_problems(context.game.file.theme)
    box = _box(component, context, result.problems)
    if box is None or result.problems:
        result.unread = 2 if component.split else 1
        return result
    along: Along = component.along or ("height" if box.z >= box.x else "width")
    width, depth, height = (side + component.fit for side in box)
    if along == "height":  # the case is as long as its box
        height = box.z
    else:
        width = box.x
    try:
        net = sleeve(width, depth, height, along=along, glue=component.glue)
        second = "right" if along == "height" else "top"
        halves = split(net, second, Pose("back", "turned"), reach=component.glue)
    except ValueError as error:
        message = f"{component.id}: {error}"
        result.problems.append(Problem("DEF003", "error", message, component.loc))
        result.unread = 2 if component.split else 1
        return result
    result.pieces += _pieces(component, context, net, halves, box)
    return result


def _box(case: SlipCase, context: Context, problems: list[Problem]) -> Vec3 | None:
    """The outer size of what the case goes over."""
    if case.size is not None:
        return Vec3(*case.size)
    name = case.over or ""
    at = case.at.of("over")
    try:
        pieces = context.pieces_of(name)
    except KeyError:
        known = [c.id for c in context.game.components if c.id != case.id]
        message = f"there is no component '{name}' to go over"
        problems.append(Problem("DEF009", "error", message, at, near(name, known)))
        return None
    if name in context.half_read:
        return None
    try:
        return outer_of(pieces)
    except ValueError as error:
        hint = "name a tuck box, a tray or a draw box, or write its size"
        problems.append(Problem("DEF003", "error", f"'{name}': {error}", at, hint))
        return None


def _pieces(
    case: SlipCase, context: Context, net: Net, halves: tuple[Net, Net], box: Vec3
) -> Iterator[Piece]:
    game = context.game
    arts = _arts(case, context, net)
    title = case.title or f"{game.file.title} slip case"
    parts = halves if case.split else (net,)
    for i, part in enumerate(parts):
        name = ("front", "back")[i] if case.split else ""
        yield own_piece(
            case,
            net_face(part, arts, game.file.theme, case.loc),
            id=f"{case.id}-{name}" if name else case.id,
            title=f"{title}, {name}" if name else title,
            **folded(part),
            joins=tuple(other for other in parts if other is not part),
            truth=Wrapped(box),
            parts=() if case.split else tuple(face_size(half) for half in halves),
        )


def _arts(case: SlipCase, context: Context, net: Net) -> dict[str, Art]:
    """The front's art and the contents on the notched walls, the title on the others."""
    game = context.game
    over = context.game.component(case.over or "")
    inside = counted(getattr(over, "holds", ()), context)
    front: Art = partial(draw_front, game)
    back: Art = partial(draw_contents, game, inside)
    side: Art = partial(draw_side, game)
    names = ("front", "back") if "top" not in {p.name for p in net.panels} else ("top", "bottom")
    arts: dict[str, Art] = dict.fromkeys(("front", "back", "top", "bottom", "left", "right"), side)
    for name, art in zip(names, (front, back), strict=True):
        arts[name] = partial(_beside_notch, _notch(net[name]), names[0] == "front", art)
    return arts


def _notch(panel: Panel) -> float:
    """How far the thumb notch reaches into a panel, mm."""
    box = bounds(panel.polygon)
    inside = [
        min(p.y - box.y, box.right - p.x)
        for p in panel.polygon
        if box.inset(1.0).covers(Rect(*p, 0, 0))
    ]
    return max(inside, default=0.0)


def _beside_notch(notch: float, above: bool, art: Art, ink: Ink, size: Size) -> None:
    """Art on what a notch at the top (or on the right) leaves of a wall."""
    inner = Ink()
    left = Size(size.width - (0 if above else notch), size.height - (notch if above else 0))
    art(inner, left)
    ink.problems += inner.problems
    ink.stamp(inner.layer(), Affine.translation(0, notch if above else 0))


KIND = Kind("sleeve", SlipCase, expand)
