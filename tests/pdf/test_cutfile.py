"""Cut lines as SVG and DXF read back: millimetres, positions, the same bytes."""

from __future__ import annotations

import io
import re
from xml.etree import ElementTree

import ezdxf
import pytest
from ezdxf import units

from pnp.geometry.plane import Point, Size
from pnp.layout.contours import QUARTER, Cut
from pnp.pdf.cutfile import cuts_dxf, cuts_svg

A4 = Size(210, 297)
CUTS = (
    Cut((Point(10, 20), Point(60, 20), Point(60, 90), Point(10, 90)), True),
    Cut((Point(100, 30.12346), Point(100, 280)), False),
)


def test_a_drawing_in_millimetres_from_the_bottom_left() -> None:
    drawing = ezdxf.read(io.StringIO(cuts_dxf(A4, CUTS).decode()))
    assert not drawing.audit().errors
    assert drawing.units == units.MM
    assert drawing.header["$EXTMIN"][:2] == (10, 17)
    assert drawing.header["$EXTMAX"][:2] == (100, 277)
    assert drawing.header["$LIMMAX"] == (210, 297)
    first, second = drawing.modelspace()
    assert [e.dxf.layer for e in (first, second)] == ["CUT", "CUT"]
    assert (first.closed, second.closed) == (True, False)
    assert [tuple(p[:2]) for p in first.get_points()] == [
        (10, 277),
        (60, 277),
        (60, 207),
        (10, 207),
    ]
    assert [tuple(p[:2]) for p in second.get_points()] == [
        pytest.approx((100, 266.8765)),
        (100, 17),
    ]


def test_the_same_cuts_the_same_bytes() -> None:
    assert cuts_dxf(A4, CUTS) == cuts_dxf(A4, CUTS)
    assert cuts_svg(A4, CUTS) == cuts_svg(A4, CUTS)
    text = cuts_dxf(A4, CUTS).decode()
    assert not re.search(r"20[2-9]\d-\d\d-\d\d", text)  # no date of today
    assert not ezdxf.options.write_fixed_meta_data_for_testing


def test_a_sheet_as_svg() -> None:
    root = ElementTree.fromstring(cuts_svg(A4, CUTS).encode())
    assert (root.get("width"), root.get("height")) == ("210mm", "297mm")
    assert root.get("viewBox") == "0 0 210 297"
    paths = [e.get("d") for e in root.iter("{http://www.w3.org/2000/svg}path")]
    assert paths == ["M10 20L60 20L60 90L10 90Z", "M100 30.1235L100 280"]


ROUND = Cut((Point(10, 23), Point(13, 20), Point(60, 20)), False, (QUARTER, 0.0))


def test_arcs_are_arcs() -> None:
    """A quarter circle about (13, 23), turning clockwise: its middle lies up and left of it."""
    drawing = ezdxf.read(io.StringIO(cuts_dxf(A4, (ROUND,)).decode()))
    assert not drawing.audit().errors
    (line,) = drawing.modelspace()
    arc, straight = line.virtual_entities()
    assert arc.dxftype() == "ARC" and straight.dxftype() == "LINE"
    assert arc.dxf.radius == pytest.approx(3)
    assert tuple(arc.dxf.center)[:2] == pytest.approx((13, 297 - 23))
    root = ElementTree.fromstring(cuts_svg(A4, (ROUND,)))
    (path,) = root.iter("{http://www.w3.org/2000/svg}path")
    assert path.attrib["d"] == "M10 23A3 3 0 0 1 13 20L60 20"
