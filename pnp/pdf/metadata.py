"""What a PDF says of itself: title, author, licence, version, how it wants to be printed."""

from __future__ import annotations

from typing import Any, Literal
from xml.sax.saxutils import escape

from msgspec import Struct
from reportlab.pdfbase.pdfdoc import XMP
from reportlab.pdfgen.canvas import Canvas

from pnp import __version__
from pnp.game.options import Intent
from pnp.pdf.intent import name_srgb

Duplex = Literal["Simplex", "DuplexFlipLongEdge", "DuplexFlipShortEdge"]
_PACKET = """\
<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about=""
 xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:xmp="http://ns.adobe.com/xap/1.0/"
 xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/">
{entries}
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>"""
_LANGUAGES = '<rdf:Alt><rdf:li xml:lang="x-default">{}</rdf:li></rdf:Alt>'


class Info(Struct, frozen=True):
    """Document metadata; `duplex` is how a printer is asked to treat the sides, `intent` the colour
    space that is named."""

    title: str
    author: str = ""
    subject: str = ""
    licence: str = ""
    version: str = ""
    duplex: Duplex | None = None
    intent: Intent = "none"


def describe(canvas: Canvas, info: Info) -> None:
    """Metadata, the request not to scale, and which sides to print. No dates: same bytes."""
    canvas.setTitle(info.title)
    canvas.setAuthor(info.author)
    canvas.setSubject(info.subject)
    canvas.setCreator(f"pnp {__version__}")
    canvas.setViewerPreference("PrintScaling", "None")
    if info.duplex:
        canvas.setViewerPreference("Duplex", info.duplex)
    if info.intent == "srgb":
        name_srgb(canvas._doc)
    packet = xmp(info).encode()

    def content(_: Any) -> bytes:
        return packet

    canvas._doc.Catalog.Metadata = XMP(creator=content)


def xmp(info: Info) -> str:
    """The same as an XMP packet; what is not known is left out."""
    entries = ["<dc:format>application/pdf</dc:format>"]
    entries.append(f"<dc:title>{_LANGUAGES.format(escape(info.title))}</dc:title>")
    if info.author:
        author = f"<rdf:Seq><rdf:li>{escape(info.author)}</rdf:li></rdf:Seq>"
        entries.append(f"<dc:creator>{author}</dc:creator>")
    if info.licence:
        entries.append(f"<dc:rights>{_LANGUAGES.format(escape(info.licence))}</dc:rights>")
    if info.version:
        entries.append(f"<xmpMM:VersionID>{escape(info.version)}</xmpMM:VersionID>")
    entries.append(f"<xmp:CreatorTool>pnp {__version__}</xmp:CreatorTool>")
    return _PACKET.format(entries="\n".join(entries))
