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

from pnp.art import limits
from pnp.art.files import MAX_PIXELS, ArtFault
from pnp.art.limits import MEMORY, WAIT, Allowance, seconds_spent
from pnp.art.raster import Pixels, as_rgb
from pnp.art.svg import SVG, SvgArt, font_faults, raise_faults
from pnp.resources import bundled

PPI = 600.0
"""Pixels per inch of a rendered drawing where it is placed."""
MANY = 50
"""Elements from which on a drawing gets a process with limits: each may cover the whole card, and
groups with opacity multiply."""
_SLOW = {"filter", "mask", "pattern", "image"}
_LAYERS = 256_000_000
"""Bytes of layers within layers from which on it gets one too."""
_WORDS = 2_000
"""And characters."""
_CHANNELS = 4
_OUT_OF_TIME, _KILLED = 24, 9
"""Signals on Unix: SIGXCPU after the processor time, SIGKILL of a system whose memory runs out."""
_SIMPLER = "export it as PNG, or ask for fewer pixels with --max-ppi"


def render(
    art: SvgArt, width: int, height: int, ground: str, allowance: Allowance | None = None
) -> Pixels:
    """The drawing's view box as so many pixels on a ground.

    More pixels than a picture may have are fewer of the same ratio. Raises ArtFault when resvg
    cannot, or not within the `allowance` (that of one drawing if there is none) and `MEMORY`.
    """
    raise_faults(font_faults(art.root))
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
    heavy = _is_heavy(art, width * height)
    within = (allowance or Allowance()) if heavy else None
    data = _draw(ElementTree.tostring(root, encoding="unicode"), ground, within)
    image = as_rgb(Image.open(io.BytesIO(data), formats=("PNG",)))
    if image.size != (width, height):
        image = image.resize((width, height), Image.Resampling.LANCZOS)
    return Pixels(image, photo=False)


def _is_heavy(art: SvgArt, pixels: int) -> bool:
    """True if a drawing may take very long or much memory: filters, masks, pictures can, and many
    layers."""
    elements = list(art.root.iter())
    if art.elements > MANY or any(element.tag in _SLOW for element in elements):
        return True
    if sum(len(element.text or "") + len(element.tail or "") for element in elements) > _WORDS:
        return True
    styled = any(element.tag == "style" for element in elements)
    layers = len(elements) if styled else sum(map(_is_layer, elements))
    return layers * pixels * _CHANNELS > _LAYERS


def _is_layer(element: ElementTree.Element) -> bool:
    """True if an element may be drawn on a layer of its own."""
    return any(key in ("opacity", "style", "clip-path") for key in element.attrib)


def _draw(svg: str, ground: str, within: Allowance | None) -> bytes:
    """The PNG that resvg draws, `within` an allowance in a process of its own.

    Raises ArtFault.
    """
    options = {
        "svg_string": svg,
        "background": ground,
        "skip_system_fonts": True,
        "font_dirs": [str(bundled("fonts"))],
    }
    if within is not None:
        return _draw_apart(options, within)
    import resvg_py

    try:
        return bytes(resvg_py.svg_to_bytes(**options))  # type: ignore[arg-type]
    except BaseException as error:
        # resvg is written in Rust, whose panics are no Exceptions
        if not isinstance(error, ValueError) and type(error).__name__ != "PanicException":
            raise
        raise _undrawn(str(error)) from None


_APART = """
import json, sys
try:
    import resource
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 2))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
except (ImportError, ValueError, OSError):
    pass
import resvg_py
sys.stdout.buffer.write(bytes(resvg_py.svg_to_bytes(**json.load(sys.stdin))))
"""
_NO_MEMORY = (b"memory allocation", b"MemoryError", b"bad_alloc")


def _draw_apart(options: dict[str, object], within: Allowance) -> bytes:
    """The PNG, drawn where neither time nor memory can run out (time only on other systems than
    Linux)."""
    most = within.most
    names = f"MEMORY, SECONDS = {MEMORY}, {math.ceil(most)}\n"
    command = [sys.executable, "-P", "-c", names + _APART]
    begun = seconds_spent()
    try:
        done = subprocess.run(
            command, input=json.dumps(options).encode(), capture_output=True, timeout=most * WAIT
        )
    except subprocess.TimeoutExpired:
        within.spend(most)
        raise _too_slow(most) from None
    within.spend(seconds_spent() - begun)
    if done.returncode == -_OUT_OF_TIME:
        raise _too_slow(most)
    killed = done.returncode == -_KILLED
    if killed or (done.returncode and any(words in done.stderr for words in _NO_MEMORY)):
        says = f"needs more than {MEMORY / 1e9:g} GB of memory to draw"
        raise ArtFault("ART005", says, _SIMPLER)
    if done.returncode:
        raise _undrawn(done.stderr.decode("utf-8", "replace").strip().rpartition("\n")[2])
    return done.stdout


def _too_slow(most: float) -> ArtFault:
    says = f"takes longer than {most:g} seconds to draw"
    if most < limits.MOST:
        says += f", and the slow drawings before it took what they may, {limits.ALL:g} together"
    return ArtFault("ART005", says, _SIMPLER)


def _undrawn(says: str) -> ArtFault:
    return ArtFault("ART004", f"cannot be drawn: {' '.join(says.split())[:120]}")
