"""The printed side of a net: art on its panels, cut lines solid, folds dashed, glue hatched."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pnp.definition.model import Theme
from pnp.draw.ink import Ink
from pnp.draw.profile import num
from pnp.errors import Loc, Problem
from pnp.geometry.plane import Affine, Point, Polygon, Rect, Size, bounds
from pnp.nets.core import Net, Panel, fold_lines, outline
from pnp.piece import Face, Layer, Stamp

PAD = 0.5
"""Room round the net, mm, so that the cut line is printed in its whole width."""
CUT_WIDTH = 0.2
FOLD_WIDTH = 0.2
FOLD_DASH = (2.0, 1.2)
FOLD_COLOUR = "#7A7A7A"
GLUE_COLOUR = "#9A9A9A"
GLUE_PITCH = 2.2
LABEL_SIZE = 2.2

Art = Callable[[Ink, Size], None]
"""Draws a panel in its own coordinates: origin at its top left as read, extent `Size` in mm."""
Arts = Art | Sequence[Art]
"""What is drawn on a panel; several are layers, from below to above."""


def net_face(net: Net, arts: Mapping[str, Arts], theme: Theme, where: Loc | None = None) -> Face:
    """The face of a net; `arts` maps panel names to what is drawn on them.

    Art that says by a ValueError that it does not fit its panel is a problem at `where`.

    The same `Art` object on several panels is drawn once and stamped.
    """
    size = face_size(net)
    to_face = Affine.translation(PAD, PAD)
    drawn: dict[tuple[int, Size], Layer] = {}
    stack, problems = [], []
    for panel in net.panels:
        wanted = arts.get(panel.name, ())
        for art in wanted if isinstance(wanted, Sequence) else (wanted,):
            key = (id(art), panel.size)
            if key not in drawn:
                ink = Ink()
                try:
                    art(ink, panel.size)
                except ValueError as error:
                    problems.append(_misfit(panel, str(error), where))
                drawn[key] = ink.layer()
                problems += ink.problems
            if drawn[key].svg:
                stack.append(Stamp(drawn[key], to_face @ panel.frame))
    stack.append(Stamp(_structure(net, theme), to_face))
    unique: tuple[Problem, ...] = tuple(dict.fromkeys(problems))
    return Face(size, tuple(stack), problems=unique)


def _misfit(panel: Panel, reason: str, where: Loc | None) -> Problem:
    message = f"the art of the panel '{panel.name}' ({panel.size}) does not fit: {reason}"
    return Problem("ART001", "error", message, where, "make it larger")


def face_size(net: Net) -> Size:
    """What the face of a net measures."""
    return Size(net.size.width + 2 * PAD, net.size.height + 2 * PAD)


def net_outline(net: Net) -> Polygon:
    """The cut contour in face coordinates."""
    return tuple(Point(p.x + PAD, p.y + PAD) for p in outline(net)[0])


def folded(net: Net) -> dict[str, Any]:
    """What a piece that is folded from a net has besides its face."""
    return {"outline": net_outline(net), "net": net, "net_pad": PAD}


def _structure(net: Net, theme: Theme) -> Layer:
    ink = Ink()
    flaps = {glue.flap for glue in net.glues if not glue.back_to_back}
    for panel in net.panels:
        if panel.name in flaps:
            _draw_glue(ink, panel, theme)
    for start, end, angle in fold_lines(net):
        if not angle:
            continue  # a seam of two halves, which lies flat
        dash = FOLD_DASH if angle > 0 else (0.4, 1.2)
        ink.line(start, end, stroke=FOLD_COLOUR, stroke_width=FOLD_WIDTH, stroke_dasharray=dash)
    d = "".join(_path(contour) + "Z" for contour in outline(net))
    d += "".join(_path(cut) for cut in net.cuts)
    ink.path(d, fill="none", stroke="#000000", stroke_width=CUT_WIDTH, stroke_linejoin="round")
    return ink.layer()


def _path(points: Polygon | tuple[Point, ...]) -> str:
    return "M" + "L".join(f"{num(p.x)} {num(p.y)}" for p in points)


def _draw_glue(ink: Ink, panel: Panel, theme: Theme) -> None:
    """Hatching, and the word where the flap has room for it."""
    d = "".join(f"M{num(a.x)} {num(a.y)}L{num(b.x)} {num(b.y)}" for a, b in hatch(panel.polygon))
    ink.path(d, fill="none", stroke=GLUE_COLOUR, stroke_width=0.12)
    box = bounds(panel.polygon)
    long, short = max(box.width, box.height), min(box.width, box.height)
    if long < 12 or short < 3.4:
        return
    letters = LABEL_SIZE + (0.3 if long >= 14 and short >= 4 else 0.0)
    upright = box.height > box.width
    words = Affine.rotation(-90, box.centre) if upright else None
    plate = Rect(
        box.centre.x - 1.44 * letters, box.centre.y - 0.6 * letters, 2.88 * letters, 1.2 * letters
    )
    corners = [words.apply(p) for p in plate.corners] if words else plate.corners
    ink.polygon(corners, fill="#FFFFFF")
    ink.text(
        "glue",
        Point(box.centre.x, box.centre.y + 0.28 * letters),
        letters,
        family=theme.fonts.label,
        weight=500,
        anchor="middle",
        fill="#5A5A5A",
        turn=words,
    )


def hatch(polygon: Polygon, pitch: float = GLUE_PITCH) -> list[tuple[Point, Point]]:
    """Segments of 45-degree lines `pitch` mm apart inside a polygon (even-odd rule)."""
    turn = Affine.rotation(45)
    back = turn.inverse()
    points = [turn.apply(p) for p in polygon]
    box = bounds(points)
    found = []
    y = box.y + pitch / 2
    while y < box.bottom:
        crossings = []
        for p, q in zip(points, [*points[1:], points[0]], strict=True):
            if (p.y <= y) != (q.y <= y):
                crossings.append(p.x + (y - p.y) / (q.y - p.y) * (q.x - p.x))
        crossings.sort()
        for a, b in zip(crossings[::2], crossings[1::2], strict=False):
            if b - a > 0.8:
                found.append((back.apply(Point(a + 0.3, y)), back.apply(Point(b - 0.3, y))))
        y += pitch
    return found
