"""Drawings that are no simple vectors, as pixels: resvg does it, with our fonts only."""

from __future__ import annotations

import copy
import io
import json
import math
import subprocess
import sys
from collections.abc import Iterator
from xml.etree import ElementTree

from PIL import Image

from pnp.art import limits
from pnp.art.cascade import LANGUAGE
from pnp.art.files import MAX_PIXELS, ArtFault
from pnp.art.limits import MEMORY, WAIT, Allowance, seconds_spent
from pnp.art.raster import Pixels, on_ground
from pnp.art.remarks import Remark
from pnp.art.sheets import SVG
from pnp.art.svg import SvgArt, raise_faults
from pnp.art.traces import look_for

PPI = 600.0
"""Pixels per inch of a rendered drawing where it is placed."""
MANY = 50
"""Elements from which on a drawing gets a process with limits: each may cover the whole card, and
groups with opacity multiply."""
_SLOW = {"filter", "mask", "pattern", "image"}
_LAYERS = 256_000_000
"""Bytes of layers within layers from which on it gets one too."""
_LAYERED = {"opacity", "clip-path", "mix-blend-mode"}
_WORDS = 2_000
"""And characters."""
_CHANNELS = 4
_OPTIONS = {
    "skip_system_fonts": True,
    "dpi": 96.0,
    "font_size": 16.0,
    "languages": [LANGUAGE],
    "shape_rendering": "geometric_precision",
    "text_rendering": "optimize_legibility",
    "image_rendering": "optimize_quality",
}
"""Every default of resvg that changes a drawing, as in browsers; its own dpi is 0."""
_OUT_OF_TIME, _KILLED = 24, 9
"""Signals on Unix: SIGXCPU after the processor time, SIGKILL of a system whose memory runs out."""
_SIMPLER = "export it as PNG, or ask for fewer pixels with --max-ppi"


def render(
    art: SvgArt,
    width: int,
    height: int,
    ground: str,
    allowance: Allowance | None = None,
    said: list[Remark] | None = None,
) -> Pixels:
    """The drawing's view box as so many pixels on a ground; what is to be said of it is `said`.

    More pixels than a picture may have are fewer of the same ratio. Raises ArtFault when resvg
    cannot, or not within the `allowance` (that of one drawing if there is none) and `MEMORY`; and
    when something is not there that should be.
    """
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
    fonts = [str(face.path) for face in art.words.faces.values()]

    def draw(roots: list[ElementTree.Element]) -> list[Image.Image]:
        found = _draw([_written(root) for root in roots], fonts, within)
        return [Image.open(io.BytesIO(data), formats=("PNG",)) for data in found]

    faults, remarks = look_for(root, art.words, draw)
    raise_faults(faults)
    if said is not None:
        said += [*art.words.remarks, *remarks]
    (drawn,) = draw([root])
    image = on_ground(drawn, ground)
    if image.size != (width, height):
        image = image.resize((width, height), Image.Resampling.LANCZOS)
    return Pixels(image, photo=False)


_OF_STYLE = ("mix-blend-mode", "isolation", "font-kerning", "image-rendering")
"""Properties that resvg reads in `style` only."""


def _written(root: ElementTree.Element) -> str:
    """A resolved drawing as resvg reads it."""
    root = copy.deepcopy(root)
    for element in root.iter():
        said = {name: element.attrib.pop(name) for name in _OF_STYLE if name in element.attrib}
        if said:
            element.set("style", ";".join(f"{name}:{value}" for name, value in said.items()))
    return ElementTree.tostring(root, encoding="unicode")


def _is_heavy(art: SvgArt, pixels: int) -> bool:
    """True if a drawing may take very long or much memory: filters, masks, pictures can, and many
    layers."""
    elements = list(art.root.iter())
    if art.elements > MANY or any(element.tag in _SLOW for element in elements):
        return True
    if sum(len(element.text or "") + len(element.tail or "") for element in elements) > _WORDS:
        return True
    layers = sum(not _LAYERED.isdisjoint(element.attrib) for element in elements)
    return layers * pixels * _CHANNELS > _LAYERS


def _draw(svgs: list[str], fonts: list[str], within: Allowance | None) -> list[bytes]:
    """The PNGs that resvg draws with some fonts, `within` an allowance in a process of its own.

    Raises ArtFault.
    """
    options = [{**_OPTIONS, "svg_string": svg, "font_files": fonts} for svg in svgs]
    if within is not None:
        return _draw_apart(options, within)
    import resvg_py

    try:
        return [bytes(resvg_py.svg_to_bytes(**one)) for one in options]  # type: ignore[arg-type]
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
for options in json.load(sys.stdin):
    drawn = bytes(resvg_py.svg_to_bytes(**options))
    sys.stdout.buffer.write(len(drawn).to_bytes(8) + drawn)
"""
_NO_MEMORY = (b"memory allocation", b"MemoryError", b"bad_alloc")


def _draw_apart(options: list[dict[str, object]], within: Allowance) -> list[bytes]:
    """The PNGs, drawn where neither time nor memory can run out (time only on other systems than
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
    return list(_parts(done.stdout))


def _parts(data: bytes) -> Iterator[bytes]:
    """What is written one after the other, each behind its length of eight bytes."""
    at = 0
    while at < len(data):
        length = int.from_bytes(data[at : at + 8])
        yield data[at + 8 : at + 8 + length]
        at += 8 + length


def _too_slow(most: float) -> ArtFault:
    says = f"takes longer than {most:g} seconds to draw"
    if most < limits.MOST:
        says += f", and the slow drawings before it took what they may, {limits.ALL:g} together"
    return ArtFault("ART005", says, _SIMPLER)


def _undrawn(says: str) -> ArtFault:
    return ArtFault("ART004", f"cannot be drawn: {' '.join(says.split())[:120]}")
