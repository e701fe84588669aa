"""Drawings that are no simple vectors, as pixels: resvg does it, with our fonts only."""

from __future__ import annotations

import copy
import io
import json
import math
import subprocess
import sys
from xml.etree import ElementTree

from PIL import Image

from pnp.art.files import MAX_PIXELS, ArtFault
from pnp.art.raster import Pixels
from pnp.art.svg import SVG, SvgArt
from pnp.fonts import families
from pnp.resources import bundled

PPI = 600.0
"""Pixels per inch of a rendered drawing where it is placed."""
MANY = 50
"""Elements from which on a drawing gets a process and a time limit: each may cover the whole card,
and groups with opacity multiply."""
_SLOW = {"filter", "mask", "pattern", "image"}
MOST = 60.0
"""The longest that a drawing may take, seconds."""


def render(art: SvgArt, width: int, height: int, ground: str) -> Pixels:
    """The drawing's view box as so many pixels on a ground. Raises ArtFault when resvg cannot.

    More pixels than a picture may have are fewer of the same ratio.
    """
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
    data = _draw(ElementTree.tostring(root, encoding="unicode"), ground, apart=_is_heavy(art))
    image = Image.open(io.BytesIO(data), formats=("PNG",)).convert("RGB")
    if image.size != (width, height):
        image = image.resize((width, height), Image.Resampling.LANCZOS)
    return Pixels(image, photo=False)


def _is_heavy(art: SvgArt) -> bool:
    """True if a drawing may take very long: filters, masks, pictures can, and many layers."""
    return art.elements > MANY or any(element.tag in _SLOW for element in art.root.iter())


def _draw(svg: str, ground: str, *, apart: bool) -> bytes:
    """The PNG that resvg draws; `apart` in a process of its own that is ended after `MOST` s.

    Raises ArtFault.
    """
    options = {
        "svg_string": svg,
        "background": ground,
        "skip_system_fonts": True,
        "font_dirs": [str(bundled("fonts"))],
    }
    if apart:
        return _draw_apart(options)
    import resvg_py

    try:
        return bytes(resvg_py.svg_to_bytes(**options))  # type: ignore[arg-type]
    except BaseException as error:
        # resvg is written in Rust, whose panics are no Exceptions
        if not isinstance(error, ValueError) and type(error).__name__ != "PanicException":
            raise
        raise _undrawn(str(error)) from None


_APART = """
import json, sys, resvg_py
sys.stdout.buffer.write(bytes(resvg_py.svg_to_bytes(**json.load(sys.stdin))))
"""


def _draw_apart(options: dict[str, object]) -> bytes:
    command = [sys.executable, "-P", "-c", _APART]
    try:
        done = subprocess.run(
            command, input=json.dumps(options).encode(), capture_output=True, timeout=MOST
        )
    except subprocess.TimeoutExpired:
        says = f"takes longer than {MOST:g} seconds to draw"
        raise ArtFault("ART005", says, "export it as PNG") from None
    if done.returncode:
        raise _undrawn(done.stderr.decode("utf-8", "replace").strip().rpartition("\n")[2])
    return done.stdout


def _undrawn(says: str) -> ArtFault:
    return ArtFault("ART004", f"cannot be drawn: {' '.join(says.split())[:120]}")


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
