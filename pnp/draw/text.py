"""Text that fits: measured with the font that prints it."""

from __future__ import annotations

import re

from pnp.draw.fonts import find_font

_WORD = re.compile(r"(?:\S|[\u00a0\u202f\u2007])+")
"""What stands between blanks at which a line may be broken."""


def fit_size(
    words: str, family: str, weight: int, width: float, size: float, least: float
) -> tuple[float, bool]:
    """The largest size (mm) up to `size` at which one line is at most `width` mm wide.

    The second value is False when even `least` mm is too wide; the size is then `least`. An
    unknown family gives `size`: the pen that draws the text reports it.
    """
    try:
        natural = find_font(family, weight).width(words, 1.0)
    except KeyError:
        return size, True
    wanted = min(size, width / natural) if natural > 0 else size
    return (wanted, True) if wanted >= least else (least, False)


def text_width(words: str, family: str, weight: int, size: float) -> float:
    """The width of one line in mm; a guess for an unknown family, which the pen reports."""
    try:
        return find_font(family, weight).width(words, size)
    except KeyError:
        return 0.5 * size * len(words)


def break_in_two(words: str, family: str, weight: int) -> tuple[str, str] | None:
    """The words broken at the blank that leaves the shortest lines; None for a single word."""
    parts = _WORD.findall(words)
    breaks = [(" ".join(parts[:at]), " ".join(parts[at:])) for at in range(1, len(parts))]
    widths = [max(text_width(half, family, weight, 1.0) for half in both) for both in breaks]
    return min(zip(widths, breaks, strict=True))[1] if breaks else None


def wrap(words: str, family: str, weight: int, size: float, width: float) -> list[str]:
    """Lines of at most `width` mm at `size` mm, broken at blanks; forced breaks are kept.

    A single word that is wider stands on a line of its own.
    """
    font = find_font(family, weight)
    lines = []
    for paragraph in words.split("\n"):
        line = ""
        for word in _WORD.findall(paragraph):
            longer = f"{line} {word}".strip()
            if line and font.width(longer, size) > width:
                lines.append(line)
                line = word
            else:
                line = longer
        lines.append(line)
    return lines
