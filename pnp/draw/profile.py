"""The SVG profile: the elements and attributes a face may use.

`draw.ink` writes nothing else and `export.svgpdf` reads all of it; anything outside is an error,
never silently dropped. Lengths are mm, numbers carry at most four decimals.
"""

from __future__ import annotations

from collections.abc import Sequence

from pnp.geometry.plane import Point

PAINT = frozenset(
    {
        "fill",
        "fill-rule",
        "stroke",
        "stroke-width",
        "stroke-linecap",
        "stroke-linejoin",
        "stroke-miterlimit",
        "stroke-dasharray",
        "stroke-dashoffset",
    }
)
FONT = frozenset({"font-family", "font-size", "font-weight", "font-style", "text-anchor"})

ELEMENTS: dict[str, frozenset[str]] = {
    "g": PAINT | {"transform"},
    "rect": PAINT | {"x", "y", "width", "height", "rx"},
    "circle": PAINT | {"cx", "cy", "r"},
    "ellipse": PAINT | {"cx", "cy", "rx", "ry"},
    "line": PAINT | {"x1", "y1", "x2", "y2"},
    "polyline": PAINT | {"points"},
    "polygon": PAINT | {"points"},
    "path": PAINT | {"d", "transform"},
    "image": frozenset({"x", "y", "width", "height", "href", "preserveAspectRatio"}),
    "text": frozenset({"x", "y", "fill", "transform", "style"}) | FONT,
}

TEXT_STYLE = "font-kerning:none;font-variant-ligatures:none"
"""Switches off what PDF text does not do; without it the two engines space text differently."""


def num(value: float) -> str:
    """The one rounding of numbers: four decimals, no exponent, no trailing zeros, no "-0"."""
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def line_path(points: Sequence[Point], *, close: bool = False) -> str:
    """Path data through points."""
    return "M" + "L".join(f"{num(x)} {num(y)}" for x, y in points) + ("Z" if close else "")
