"""What SVG elements may look like: each property with the reader of its values."""

from __future__ import annotations

import re
from functools import partial

from msgspec import Struct

from pnp.art.readers import (
    Reader,
    defaults,
    one_of,
    read_colour,
    read_filter,
    read_length,
    read_lengths,
    read_miter,
    read_number,
    read_order,
    read_paint,
    read_path,
    read_reference,
    read_text,
)
from pnp.art.transforms import read_origin, read_transform


class Property(Struct, frozen=True):
    """A reader, the value that elements have if nothing is said, and whether they inherit it.

    `attribute` is False for properties that only CSS may set.
    """

    read: Reader
    initial: str
    inherited: bool = False
    attribute: bool = True


_side = partial(read_length, words=("auto",), least=0.0)
_opacity = Property(partial(read_number, least=0.0, most=1.0), "1")
_share = Property(partial(read_number, least=0.0, most=1.0), "1", True)
_marker = Property(partial(read_reference, what="marker"), "none", True)
_stop = Property(read_colour, "#000000")
_BLENDS = re.findall(
    r"\S+",
    "normal multiply screen overlay darken lighten color-dodge color-burn hard-light soft-light "
    "difference exclusion hue saturation color luminosity",
)
_RENDERINGS = ("auto", "optimizeSpeed", "crispEdges", "geometricPrecision")
_WORDS = {
    **dict.fromkeys(("font-family", "font-style", "font-weight", "font-stretch"), "normal"),
    **dict.fromkeys(("font-variant", "font-size-adjust", "font-kerning"), "normal"),
    "font-variation-settings": "normal",
    "font-optical-sizing": "auto",
    "text-anchor": "start",
    "writing-mode": "horizontal-tb",
    "direction": "ltr",
    "text-rendering": "auto",
    "glyph-orientation-vertical": "auto",
    "kerning": "auto",
}
"""Inherited properties of words."""
_ONE = {"text-decoration": "none", "dominant-baseline": "auto", "alignment-baseline": "auto"}
_ONE |= {"unicode-bidi": "normal", "inline-size": "auto", "shape-inside": "none"}
_ONE |= {f"text-decoration-{name}": "" for name in ("line", "style", "color", "thickness")}
_WORDS |= {
    **dict.fromkeys(("font-feature-settings", "font-variant-caps"), "normal"),
    **dict.fromkeys(("font-variant-position", "font-variant-numeric"), "normal"),
    "font-variant-alternates": "normal",
    "white-space": "normal",
    "text-transform": "none",
    "text-shadow": "none",
    "text-orientation": "mixed",
}
"""Those that are not inherited."""

PROPERTIES: dict[str, Property] = {
    "fill": Property(read_paint, "#000000", True),
    "stroke": Property(read_paint, "none", True),
    "color": Property(read_colour, "#000000", True),
    "stroke-width": Property(partial(read_length, bare=True, least=0.0), "1", True),
    "stroke-dasharray": Property(read_lengths, "none", True),
    "stroke-dashoffset": Property(partial(read_length, bare=True), "0", True),
    "stroke-linecap": Property(one_of("butt", "round", "square"), "butt", True),
    "stroke-linejoin": Property(
        one_of("miter", "round", "bevel", "miter-clip", undrawn=("arcs",)), "miter", True
    ),
    "stroke-miterlimit": Property(read_miter, "4", True),
    "fill-rule": Property(one_of("nonzero", "evenodd"), "nonzero", True),
    "clip-rule": Property(one_of("nonzero", "evenodd"), "nonzero", True),
    "opacity": _opacity,
    "fill-opacity": _share,
    "stroke-opacity": _share,
    "stop-opacity": _opacity,
    "flood-opacity": _opacity,
    "stop-color": _stop,
    "flood-color": _stop,
    "lighting-color": Property(read_colour, "#FFFFFF"),
    "display": Property(read_text, "inline"),
    "visibility": Property(one_of("visible", "hidden", "collapse"), "visible", True),
    "overflow": Property(one_of("visible", "hidden", "scroll", "auto"), "visible"),
    "clip-path": Property(partial(read_reference, what="clip-path"), "none"),
    "mask": Property(partial(read_reference, what="mask"), "none"),
    "mask-type": Property(one_of("luminance", "alpha"), "luminance"),
    "filter": Property(read_filter, "none"),
    "marker-start": _marker,
    "marker-mid": _marker,
    "marker-end": _marker,
    "mix-blend-mode": Property(
        one_of(*_BLENDS, undrawn=("plus-lighter", "plus-darker")), "normal", attribute=False
    ),
    "isolation": Property(one_of("auto", "isolate"), "auto", attribute=False),
    "paint-order": Property(read_order, "normal", True),
    "color-interpolation": Property(one_of("auto", "sRGB", "linearRGB"), "sRGB", True),
    "color-interpolation-filters": Property(one_of("auto", "sRGB", "linearRGB"), "linearRGB", True),
    "shape-rendering": Property(one_of(*_RENDERINGS), "auto", True),
    "image-rendering": Property(
        one_of(
            "auto",
            "optimizeSpeed",
            "optimizeQuality",
            "smooth",
            "pixelated",
            "crisp-edges",
            "high-quality",
        ),
        "auto",
        True,
    ),
    "transform": Property(read_transform, "matrix(1 0 0 1 0 0)"),
    "transform-origin": Property(read_origin, "0 0"),
    "transform-box": Property(
        one_of("view-box", "fill-box", "stroke-box", "border-box", "content-box"),
        "view-box",
        attribute=False,
    ),
    "background-color": Property(read_colour, "#00000000", attribute=False),
    "font-size": Property(
        partial(
            read_length,
            least=0.0,
            words=(
                "xx-small",
                "x-small",
                "small",
                "medium",
                "large",
                "x-large",
                "xx-large",
                "smaller",
                "larger",
            ),
        ),
        "medium",
        True,
    ),
    "letter-spacing": Property(partial(read_length, words=("normal",)), "normal", True),
    "word-spacing": Property(partial(read_length, words=("normal",)), "normal", True),
    "baseline-shift": Property(
        partial(read_length, words=("baseline", "sub", "super")), "baseline"
    ),
    **{name: Property(read_text, initial, True) for name, initial in _WORDS.items()},
    **{name: Property(read_text, initial) for name, initial in _ONE.items()},
    "vector-effect": Property(defaults("vector-effect", "none"), "none"),
}
"""What can be drawn, and `vector-effect`, which may be an attribute."""

GEOMETRY: dict[str, tuple[Reader, tuple[str, ...]]] = {
    "x": (read_length, ("svg", "rect", "image", "use")),
    "y": (read_length, ("svg", "rect", "image", "use")),
    "width": (_side, ("svg", "rect", "image", "use")),
    "height": (_side, ("svg", "rect", "image", "use")),
    "cx": (read_length, ("circle", "ellipse")),
    "cy": (read_length, ("circle", "ellipse")),
    "r": (partial(read_length, least=0.0), ("circle",)),
    "rx": (_side, ("rect", "ellipse")),
    "ry": (_side, ("rect", "ellipse")),
    "d": (read_path, ("path",)),
}
"""Properties that CSS may set on some elements; as attributes they are no CSS."""

_DEFAULTS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(
        ("translate", "rotate", "scale", "offset-path", "offset", "perspective"), ("none",)
    ),
    **dict.fromkeys(("mask-image", "mask-border", "mask-border-source"), ("none",)),
    "mask-mode": ("match-source",),
    "mask-composite": ("add",),
    "animation": ("none",),
    "animation-name": ("none",),
    "all": (),
}
ON_ROOT: dict[str, tuple[str, ...]] = {
    "background-image": ("none",),
    **dict.fromkeys(("border", "outline", "border-style", "outline-style"), ("none", "0")),
    "box-shadow": ("none",),
    "padding": ("0", "0px"),
}
UNDRAWN = {name: defaults(name, *known) for name, known in (_DEFAULTS | ON_ROOT).items()}
"""What browsers draw and we do not, unless it has one of these values."""
