"""What the user asks for beyond the definition, and which of it is worth a word on every sheet."""

from __future__ import annotations

from typing import Literal

from pnp.game.inks import Inks
from pnp.layout.calibration import NEUTRAL
from pnp.layout.imposition import Setting
from pnp.layout.paper import DEFAULT_MARGINS
from pnp.units import format_mm

Intent = Literal["none", "srgb"]
_LONGEST = 24
"""Characters of a selection of pieces that are shown."""


class Options(Setting, frozen=True):
    """What the user chose: how sheets are laid out, a selection of pieces (see `selection`) and
    of documents (`only`, by name or stem).

    `single`: one piece a page instead of sheets. `cut_contour`: a layer to cut. `ink`: colours as
    they are, spared, or grey. `intent`: the colour space that PDFs name. `max_ppi`: the most pixels
    per inch of pictures.
    """

    pieces: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    single: bool = False
    cut_contour: bool = False
    ink: Inks = "full"
    intent: Intent = "none"
    max_ppi: float | None = None


def footer_words(options: Options) -> tuple[str, ...]:
    """The options that change how what is printed measures or looks, in a few words each, the
    most telling first.

    What everybody sees on the sheet is left out (paper, orientation, grid, marks, the flip), and
    what does not print: a cut contour, an output intent.
    """
    found = []
    if options.single:
        found.append("single pieces")
    if options.ink != "full":
        found.append(f"ink {options.ink}")
    if options.bleed is not None:
        found.append(f"bleed {format_mm(options.bleed)} mm")
    if options.bleed_edge != "all":
        found.append(f"bleed {options.bleed_edge}")
    if options.gap is not None:
        found.append(f"gap {format_mm(options.gap)} mm")
    if options.paper.margins != DEFAULT_MARGINS:
        margins = (
            options.paper.margins
            if len(set(options.paper.margins)) > 1
            else [options.paper.margins.top]
        )
        found.append(f"margin {' '.join(map(format_mm, margins))} mm")
    if options.printer is not None and options.printer.drift != NEUTRAL:
        found.append(f"printer {options.printer.name}")
    if options.pieces:
        found.append(_selection(options.pieces))
    if options.sides == "fold":
        found.append("sides fold")
    return tuple(found)


def _selection(pieces: tuple[str, ...]) -> str:
    """The selection as it was written, if it is short and every font has its characters."""
    words = ",".join(pieces)
    plain = words.isascii() and words.isprintable()
    return f"pieces {words}" if plain and len(words) <= _LONGEST else "a selection of pieces"
