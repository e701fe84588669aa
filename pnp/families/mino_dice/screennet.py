"""A player's screen of three panels with a picture strip folded over its top edge. mm."""

from __future__ import annotations

from pnp.geometry.plane import Rect
from pnp.nets.core import Glue, Net, Pose
from pnp.nets.shapes import Flap, flap_panel, rect_panel, side_of


def screen(
    panel_width: float = 100.0,
    height: float = 95.0,
    side_width: float = 50.0,
    *,
    strip: float | None = None,
    angle: float = 60.0,
) -> Net:
    """Net of a screen, printed on ONE side: left | middle | right with the inside (what its
    player reads), and above each an outer strip, head down, that folds backwards over the top
    edge and is glued back to back, so that the others see its picture upright.

    `strip` is the strips' height (0.45 of the height unless given, at most the height less
    1 mm). The sides fold towards the player by `angle` degrees (valley folds); the screen then
    stands on the bottom edges of all three panels. The strips are set back and narrow a little,
    so that the upright folds stay free. Left and right are the player's: the others see "outer
    left" on their right.

    The flat is panel_width + 2·side_width by height + strip (200 x 137.75).
    """
    if min(panel_width, height, side_width) <= 0:
        raise ValueError("a screen needs positive sizes")
    if not 20 <= angle <= 120:
        raise ValueError("a screen stands with its sides folded by 20 to 120 degrees")
    reach = min(0.45 * height if strip is None else strip, height - 1)
    shape = Flap(reach, 0.6, 0.6)
    left = Rect(0, reach, side_width, height)
    middle = Rect(side_width, reach, panel_width, height)
    right = Rect(side_width + panel_width, reach, side_width, height)
    panels = [
        rect_panel("middle", middle),
        rect_panel("left", left, parent="middle", joined="right", angle=-angle),
        rect_panel("right", right, parent="middle", joined="left", angle=-angle),
    ]
    glues = []
    for name, rect in (("left", left), ("middle", middle), ("right", right)):
        edge = side_of(rect, "top")
        outer = f"outer {name}"
        panels.append(
            flap_panel(outer, edge, shape, parent=name, role="panel", up="bottom", angle=180)
        )
        glues.append(Glue(outer, name, back_to_back=True))
    rests = ("left", "middle", "right")
    return Net(tuple(panels), tuple(glues), pose=Pose("middle"), rests=rests).at_origin()
