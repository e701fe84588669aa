"""The parts of a leaflet's page as ReportLab flowables: prose, lists, tables, rows of pictures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from xml.sax.saxutils import escape

from reportlab.lib.enums import TA_CENTER, TA_LEFT, TA_RIGHT
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Flowable
from reportlab.platypus import Paragraph as Prose
from reportlab.platypus import Table as Grid

from pnp.draw.ink import Ink
from pnp.export.pdf import register
from pnp.export.svgpdf import colour, number, numbers
from pnp.geometry import Affine, Rect
from pnp.leaflet import Art, Heading, Listing, Paragraph, Picture, Role, Run, Table, Text, font_of
from pnp.model import Theme
from pnp.piece import Stamp
from pnp.units import PT_PER_MM, mm_to_pt

HAIRLINE = 0.15
"""Width of the line round a pictured tile, mm."""
_ALIGNS = {"left": TA_LEFT, "center": TA_CENTER, "right": TA_RIGHT}
_NOWHERE = Run("", loc=None)  # type: ignore[arg-type]


@dataclass(frozen=True)
class Style:
    """A paragraph style and the role of its family."""

    role: Role
    paragraph: ParagraphStyle
    bold: bool = False
    italic: bool = False


@dataclass(frozen=True)
class Look:
    """All styles of a leaflet at one size of text (points)."""

    theme: Theme
    size: float

    @classmethod
    def of(cls, theme: Theme, size: float) -> Look:
        return cls(theme, size)
