"""Values of CSS, and of attributes that are CSS: tokens become texts that all renderers read alike.

A reader turns the tokens of a value into the text of a presentation attribute, in user units and
sRGB. None is an invalid value, which browsers pass over. `Undrawn` is raised for what browsers
draw and neither our vectors nor resvg do.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, Literal

from tinycss2 import serialize
from tinycss2.color4 import Color, parse_color

from pnp.units import svg_length

Tokens = Sequence[Any]


class Undrawn(Exception):
    """A feature that browsers draw and we do not: its name, and what to do about it."""

    def __init__(self, what: str, hint: str = "") -> None:
        super().__init__(what)
        self.what, self.hint = what, hint or "flatten it in the drawing program, or export as PNG"


Source = Literal["attribute", "style", "sheet"]
"""Where a value is written. Lengths need units in style sheets, in functions also in `style`; the
attribute `transform` has a syntax of its own."""
Reader = Callable[[Tokens, Source], str | None]
"""Reads a value without comments and spaces at its ends."""


def words_of(tokens: Tokens) -> list[Any]:
    """The tokens without spaces and comments."""
    return [t for t in tokens if t.type not in ("whitespace", "comment")]


def trimmed(tokens: Tokens) -> Tokens:
    """The tokens without comments and without spaces at the ends."""
    rest = [t for t in tokens if t.type != "comment"]
    while rest and rest[-1].type == "whitespace":
        rest.pop()
    start = next((i for i, t in enumerate(rest) if t.type != "whitespace"), 0)
    return rest[start:]


# -- numbers ---------------------------------------------------------------------------------------

_CSS_UNITS = {"rem", "ex", "ch", "ic", "cap", "lh", "rlh", "rex", "rch", "vw", "vh", "vi", "vb"}
_CSS_UNITS |= {"vmin", "vmax", "dvw", "dvh", "svw", "svh", "lvw", "lvh", "cqw", "cqh"}
_SUMS = {"calc", "min", "max", "clamp", "round", "mod", "rem", "sin", "cos", "tan", "abs", "env"}
_NUMBERS = ("number", "percentage", "dimension")
_ANGLES = {"deg": 1.0, "grad": 0.9, "rad": 180 / math.pi, "turn": 360.0}


def refuse_sums(token: Any) -> None:
    """Raises Undrawn for what would have to be worked out, and for numbers beyond all bounds."""
    if math.isinf(getattr(token, "value", 0.0) if token.type in _NUMBERS else 0.0):
        raise Undrawn("numbers far too large", "scale the drawing down")
    if token.type == "function" and token.lower_name in (*_SUMS, "attr"):
        raise Undrawn(f"{token.lower_name}() in a value", "write the number itself")


def number_text(value: float) -> str:
    """A number as it stands in the attributes of a resolved drawing."""
    return f"{value:.9g}"


def length_of(token: Any, bare: bool) -> str | None:
    """A length in user units, or in em or %; `bare` numbers may be lengths."""
    refuse_sums(token)
    if token.type == "number" and (bare or token.value == 0):
        return number_text(token.value)
    if token.type == "percentage":
        return f"{number_text(token.value)}%"
    if token.type != "dimension":
        return None
    unit = token.lower_unit
    if unit == "em":
        return f"{number_text(token.value)}em"
    if unit == "q":
        return number_text(svg_length(f"{token.value / 4!r}mm"))
    if unit in _CSS_UNITS:
        raise Undrawn(f"the unit {unit}", "use mm, px or a number")
    try:
        return number_text(svg_length(f"{token.value!r}{unit}"))
    except ValueError:
        return None


def read_length(
    tokens: Tokens,
    source: Source,
    bare: bool = False,
    least: float = -math.inf,
    *,
    words: tuple[str, ...] = (),
) -> str | None:
    """One length, or one of some words."""
    if len(tokens) != 1:
        return None
    (token,) = tokens
    if token.type == "ident":
        return token.lower_value if token.lower_value in words else None
    found = length_of(token, bare or source != "sheet")
    return None if found is not None and token.value < least else found


def read_lengths(tokens: Tokens, source: Source) -> str | None:
    """Dashes: a list of lengths parted by spaces or commas."""
    if [t.type for t in tokens] == ["ident"]:
        return "none" if tokens[0].lower_value == "none" else None
    parts = [t for t in words_of(tokens) if t != ","]
    found = [length_of(token, True) for token in parts]
    if not found or None in found or any(t.value < 0 for t in parts):
        return None
    return " ".join(filter(None, found))


def read_number(
    tokens: Tokens,
    source: Source,
    least: float = -math.inf,
    most: float = math.inf,
    percent: bool = True,
) -> str | None:
    """A number or percentage, kept between bounds."""
    if len(tokens) != 1:
        return None
    (token,) = tokens
    refuse_sums(token)
    if token.type == "percentage" and percent:
        value = token.value / 100
    elif token.type == "number":
        value = token.value
    else:
        return None
    return number_text(min(most, max(least, value)))


def read_miter(tokens: Tokens, source: Source) -> str | None:
    found = read_number(tokens, source, percent=False)
    return None if found is None or float(found) < 0 else found


def angle_of(token: Any) -> float | None:
    """Degrees."""
    refuse_sums(token)
    if token.type == "number" and token.value == 0:
        return 0.0
    if token.type == "dimension" and token.lower_unit in _ANGLES:
        return float(token.value * _ANGLES[token.lower_unit])
    return None


# -- words and references --------------------------------------------------------------------------


def _word(tokens: Tokens, source: Source, *known: str, undrawn: tuple[str, ...] = ()) -> str | None:
    if [t.type for t in tokens] != ["ident"]:
        return None
    word = tokens[0].lower_value
    if word in undrawn:
        raise Undrawn(f"'{word}'")
    return next((k for k in known if k.lower() == word), None)


def one_of(*known: str, undrawn: tuple[str, ...] = ()) -> Reader:
    """The reader of a word; those of `undrawn` browsers draw."""
    return lambda tokens, source: _word(tokens, source, *known, undrawn=undrawn)


def read_text(tokens: Tokens, source: Source) -> str | None:
    """Any value, as it is."""
    return serialize(tokens).strip() or None


def target_of(token: Any) -> str | None:
    """What url(#name) names; None for other tokens."""
    value = None
    if token.type == "url":
        value = token.value
    elif token.type == "function" and token.lower_name == "url":
        inner = words_of(token.arguments)
        value = inner[0].value if len(inner) == 1 and inner[0].type == "string" else None
    return value.strip()[1:] if value and value.strip().startswith("#") else None


def read_reference(tokens: Tokens, source: Source, what: str) -> str | None:
    """none or one url(#name); shapes and boxes in its place are drawn by browsers only."""
    parts = words_of(tokens)
    if len(parts) == 1 and parts[0].type == "ident" and parts[0].lower_value == "none":
        return "none"
    targets = [target_of(part) for part in parts]
    if len(parts) == 1 and targets[0] is not None:
        return f"url(#{targets[0]})"
    if any(targets) or any(part.type == "function" for part in parts):
        raise Undrawn(f"{what}: {serialize(tokens)[:40]}", f"make it a {what} of SVG")
    return None


# -- colours ---------------------------------------------------------------------------------------

_LATER = {"color-mix", "contrast-color", "device-cmyk", "color-contrast", "alpha", "color-layers"}


def colour_text(tokens: Tokens) -> str | None:
    """#RRGGBB, #RRGGBBAA or currentColor."""
    if len(tokens) != 1:
        return None
    (token,) = tokens
    if token.type == "function":
        inner = words_of(token.arguments)
        if token.lower_name == "light-dark":
            comma = [i for i, t in enumerate(inner) if t == ","]
            return colour_text(inner[: comma[0]]) if len(comma) == 1 else None
        relative = inner and inner[0].type == "ident" and inner[0].lower_value == "from"
        if token.lower_name in _LATER or relative:
            raise Undrawn(f"the colour {token.lower_name}(…)", "write it as #RRGGBB")
        for part in inner:
            refuse_sums(part)
    colour = parse_color(token)
    if colour is None:
        return None
    if isinstance(colour, str):
        return "currentColor"
    channels = [*_srgb(colour, token), colour.alpha]
    values = [math.floor(255 * min(1.0, max(0.0, c)) + 0.5) for c in channels]
    return "#" + "".join(f"{v:02X}" for v in values[: 3 if values[3] == 255 else 4])


def _srgb(colour: Color, token: Any) -> Sequence[float]:
    if colour.space == "hsl":
        hue, *rest = (c or 0.0 for c in colour.coordinates)
        colour = Color("hsl", [hue, *(min(100.0, max(0.0, c)) for c in rest)], 1)
    if colour.space in ("srgb", "hsl", "hwb"):
        return list(colour.to("srgb").coordinates)
    from coloraide import Color as Wide  # takes a while to import, and few drawings need it

    return [0.0 if math.isnan(c) else c for c in Wide(token.serialize()).convert("srgb").coords()]


def read_colour(tokens: Tokens, source: Source) -> str | None:
    return colour_text(tokens)


def read_paint(tokens: Tokens, source: Source) -> str | None:
    """A colour, none, or a reference with something to fall back on."""
    parts = words_of(tokens)
    if not parts:
        return None
    target = target_of(parts[0])
    if target is not None:
        rest = read_paint(parts[1:], source) if len(parts) > 1 else ""
        return f"url(#{target}) {rest}".strip() if rest is not None else None
    if len(parts) == 1 and parts[0].type == "ident":
        for word in ("none", "context-fill", "context-stroke"):
            if parts[0].lower_value == word:
                return word
    return colour_text(parts)


# -- filters, paths --------------------------------------------------------------------------------

_AMOUNTS = {"brightness", "contrast", "grayscale", "invert", "opacity", "saturate", "sepia"}


def read_filter(tokens: Tokens, source: Source) -> str | None:
    parts = words_of(tokens)
    if len(parts) == 1 and parts[0].type == "ident" and parts[0].lower_value == "none":
        return "none"
    found = [_filter_step(part, source) for part in parts]
    return None if not found or None in found else " ".join(filter(None, found))


def _filter_step(part: Any, source: Source) -> str | None:
    target = target_of(part)
    if target is not None or part.type != "function":
        return None if target is None else f"url(#{target})"
    name, inner = part.lower_name, words_of(part.arguments)
    if name == "drop-shadow":
        return _shadow(inner, source)
    if len(inner) > 1 or name not in (*_AMOUNTS, "blur", "hue-rotate"):
        return None
    value: str | None = ""
    if inner and name == "blur":
        if source == "attribute" and inner[0].type == "number" and inner[0].value:
            raise Undrawn("blur() without a unit", "write px behind it")
        value = _pixels(inner[0], source, 0.0)
    elif inner and name == "hue-rotate":
        degrees = angle_of(inner[0])
        value = None if degrees is None else f"{number_text(degrees)}deg"
    elif inner:
        value = read_number(inner, source)
        value = None if value is None or float(value) < 0 else value
    return None if value is None else f"{name}({value})"


def _pixels(token: Any, source: Source, least: float = -math.inf) -> str | None:
    """A length in px; no percentage."""
    found = length_of(token, source == "attribute")
    if found is None or token.type == "percentage" or token.value < least:
        return None
    return found if found.endswith("em") else f"{found}px"


def _shadow(inner: list[Any], source: Source) -> str | None:
    colours = [c for part in inner if (c := colour_text([part]))]
    lengths = [
        _pixels(p, source, 0.0 if i == 2 else -math.inf)
        for i, p in enumerate(
            part for part in inner if part.type in ("number", "dimension", "percentage")
        )
    ]
    if not 2 <= len(lengths) <= 3 or None in lengths or len(colours) > 1:
        return None
    if len(colours) + len(lengths) != len(inner):
        return None
    if (
        inner[0].type in ("number", "dimension")
        and colours
        and inner[-1].type in ("number", "dimension")
    ):
        return None
    return f"drop-shadow({' '.join([*colours[:1], *filter(None, lengths)])})"


def read_path(tokens: Tokens, source: Source) -> str | None:
    """The d of a path in CSS: path("M0 0…")."""
    if _word(tokens, source, "none"):
        return ""
    if len(tokens) == 1 and tokens[0].type == "function" and tokens[0].lower_name == "path":
        inner = words_of(tokens[0].arguments)
        return f"{inner[0].value}" if [t.type for t in inner] == ["string"] else None
    return None


_ORDERS = ("fill", "stroke", "markers")


def read_order(tokens: Tokens, source: Source) -> str | None:
    words = [t.lower_value if t.type == "ident" else "" for t in words_of(tokens)]
    if words == ["normal"]:
        return "normal"
    right = words and len(set(words)) == len(words) and set(words) <= set(_ORDERS)
    return " ".join(words) if right else None


def defaults(name: str, *known: str) -> Reader:
    """The reader of a property that is not drawn: only its defaults may be written."""

    def read(tokens: Tokens, source: Source) -> str | None:
        value = str(serialize(tokens)).strip().lower()
        if value not in known:
            raise Undrawn(f"{name}: {value[:40]}")
        return value

    return read
