"""Cut lines as files for cutting machines: SVG and DXF, in millimetres. The same cuts, the same
bytes."""

from __future__ import annotations

import io
from collections.abc import Sequence

from pnp.draw.ink import Ink, face_svg
from pnp.draw.profile import num
from pnp.geometry import Point, Size, bounds
from pnp.layout.contours import Cut
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
        d = "M" + "L".join(f"{num(x)} {num(y)}" for x, y in cut.points) + "Z" * cut.closed
        ink.path(d, fill="none", stroke=COLOUR, stroke_width=WIDTH)
    return face_svg(Face(size, (Stamp(ink.layer()),)))


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
            space.add_lwpolyline(points, close=cut.closed, dxfattribs={"layer": LAYER})
            drawn += points
        box = bounds(drawn)
        space.reset_extents((box.x, box.y, 0), (box.right, box.bottom, 0))
        space.reset_limits((0, 0), tuple(size))
        text = io.StringIO()
        drawing.write(text)
    finally:
        ezdxf.options.write_fixed_meta_data_for_testing = fixed
    return text.getvalue().encode()
