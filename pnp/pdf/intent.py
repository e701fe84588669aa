"""The colour space that a PDF's colours are meant in, as an output intent with its profile.

An output intent alone claims no standard: PDF/X and PDF/A are claimed by entries of the metadata,
which are not written. Of the subtypes of ISO 32000-1 (14.11.5) that of PDF/A is used, because
the one of PDF/X stands for the printing condition of a press.
"""

from __future__ import annotations

from typing import Any

from reportlab.pdfbase import pdfdoc

from pnp.limits import MOST_TEXT
from pnp.pdf.catalogue import enter
from pnp.system.disk import read_file
from pnp.system.resources import bundled

CONDITION = "sRGB IEC61966-2.1"
PROFILE = "sRGB.icc"


def name_srgb(document: Any) -> None:
    """Say in a ReportLab document that device colours are sRGB."""
    stream: Any = pdfdoc.PDFStream(content=read_file(bundled("profiles") / PROFILE, MOST_TEXT))
    stream.dictionary["N"] = 3
    stream.filters = []
    intent = pdfdoc.PDFDictionary(
        {
            "Type": pdfdoc.PDFName("OutputIntent"),
            "S": pdfdoc.PDFName("GTS_PDFA1"),
            "OutputConditionIdentifier": pdfdoc.PDFString(CONDITION),
            "RegistryName": pdfdoc.PDFString("http://www.color.org"),
            "Info": pdfdoc.PDFString(CONDITION),
            "DestOutputProfile": document.Reference(stream),
        }
    )
    enter(document, "OutputIntents", pdfdoc.PDFArray([intent]))
