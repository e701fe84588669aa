"""Drawings that are no simple vectors, as pixels: resvg does it, with our fonts only."""

from __future__ import annotations

import copy
import io
import math
from xml.etree import ElementTree

from PIL import Image

from pnp.art.files import MAX_PIXELS, ArtFault
from pnp.art.raster import Pixels
from pnp.art.svg import SVG, SvgArt
from pnp.fonts import families
from pnp.resources import bundled

PPI = 600.0
"""Pixels per inch of a rendered drawing where it is placed."""


def render(art: SvgArt, width: int, height: int, ground: str) -> Pixels:
    """The drawing's view box as so many pixels on a ground. Raises ArtFault when resvg cannot.

    More pixels than a picture may have are fewer of the same ratio.
    """
    import resvg_py

    check_fonts(art)
    less = min(1.0, math.sqrt(MAX_PIXELS / (width * height)))
    width, height = max(1, int(width * less)), max(1, int(height * less))
    root = copy.copy(art.root)
    root.attrib = {
        **art.root.attrib,
        "xmlns": SVG,
        "viewBox": " ".join(map(repr, art.view)),
        "width": str(width),
        "height": str(height),
        "preserveAspectRatio": "none",
    }
    try:
        data = resvg_py.svg_to_bytes(
            svg_string=ElementTree.tostring(root, encoding="unicode"),
            background=ground,
            skip_system_fonts=True,
            font_dirs=[str(bundled("fonts"))],
        )
        image = Image.open(io.BytesIO(bytes(data)), formats=("PNG",)).convert("RGB")
    except BaseException as error:
        # resvg is written in Rust, whose panics are no Exceptions
        if not isinstance(error, ValueError) and type(error).__name__ != "PanicException":
            raise
        raise ArtFault("ART004", f"cannot be drawn: {' '.join(str(error).split())[:120]}") from None
    if image.size != (width, height):
        image = image.resize((width, height), Image.Resampling.LANCZOS)
    return Pixels(image, photo=False)


def check_fonts(art: SvgArt) -> None:
    """Words must be set in our fonts: system fonts are never used, so others would be missing.

    Raises ArtFault (ART007). Styles by class are not followed; such words need paths.
    """
    known = {family.casefold() for family in families()}

    def visit(element: ElementTree.Element, family: str) -> None:
        family = _family(element) or family
        if element.tag == "text" and "".join(element.itertext()).strip():
            wanted = [name.strip(" '\"").casefold() for name in family.split(",")]
            if not any(name in known for name in wanted):
                shown = family.strip() if family else "no font that it names"
                raise ArtFault(
                    "ART007",
                    f"has words in {shown}",
                    f"turn them into paths, or use {', '.join(families())}",
                )
        for child in element:
            visit(child, family)

    visit(art.root, "")


def _family(element: ElementTree.Element) -> str:
    for part in element.get("style", "").split(";"):
        name, _, value = part.partition(":")
        if name.strip() == "font-family":
            return value
    return element.get("font-family", "")
