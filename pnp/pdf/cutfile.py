"""Cut lines as files for cutting machines: SVG and DXF, in millimetres. The same cuts, the same
bytes."""

from __future__ import annotations

import io
from collections.abc import Sequence

from pnp.draw.ink import Ink, face_svg
from pnp.draw.profile import num
from pnp.geometry.plane import Point, Size, bounds
from pnp.layout.contours import Cut, radius_of
from pnp.piece import Face, Stamp

LAYER = "CUT"
RED = 1
"""The colour number of DXF for lines to cut."""
COLOUR = "#FF0000"
WIDTH = 0.1


def cuts_svg(size: Size, cuts: Sequence[Cut]) -> str:
    """A sheet of `size` mm with a path for each cut, and nothing else."""
    ink = Ink()
    for cut in cuts:
        ink.path(_path(cut), fill="none", stroke=COLOUR, stroke_width=WIDTH)
    return face_svg(Face(size, (Stamp(ink.layer()),)))


def _path(cut: Cut) -> str:
    d = "M{} {}".format(*map(num, cut.points[0]))
    for start, end, bend in cut.steps:
        x, y = map(num, end)
        if bend:
            radius = num(radius_of(start, end, bend))
            d += f"A{radius} {radius} 0 {int(abs(bend) > 1)} {int(bend > 0)} {x} {y}"
        elif end != cut.points[0]:
            d += f"L{x} {y}"
    return d + "Z" * cut.closed


def cuts_dxf(size: Size, cuts: Sequence[Cut]) -> bytes:
    """A drawing with the sheet's bottom left at the origin, y upwards; a polyline for each cut.

    Raises ValueError when there is nothing to cut.
    """
    import ezdxf
    from ezdxf import units

    fixed, ezdxf.options.write_fixed_meta_data_for_testing = (
        ezdxf.options.write_fixed_meta_data_for_testing,
        True,
    )
    try:
        drawing = ezdxf.new("R2000", units=units.MM)
        drawing.header["$MEASUREMENT"] = 1
        drawing.layers.add(LAYER, color=RED)
        space = drawing.modelspace()
        drawn = []
        for cut in cuts:
            points = [Point(round(x, 4), round(size.height - y, 4)) for x, y in cut.points]
            bends = cut.bends or (0.0,) * len(points)
            bulges = [-bend for bend in (*bends, 0.0)]  # DXF counts arcs anticlockwise
            vertices = [(*point, bulge) for point, bulge in zip(points, bulges, strict=False)]
            space.add_lwpolyline(vertices, "xyb", close=cut.closed, dxfattribs={"layer": LAYER})
            drawn += points
        box = bounds(drawn)
        space.reset_extents((box.x, box.y, 0), (box.right, box.bottom, 0))
        space.reset_limits((0, 0), tuple(size))
        text = io.StringIO()
        drawing.write(text)
    finally:
        ezdxf.options.write_fixed_meta_data_for_testing = fixed
    return text.getvalue().encode()
