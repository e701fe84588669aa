"""CAR2: landscape tiles rendered as they would be printed, measured and searched pixel by pixel."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property, lru_cache

from msgspec import Struct
from msgspec.structs import replace

from pnp.checks.registry import Finding, check
from pnp.errors import Proof
from pnp.families.the_labyrinth.hedges import Landscape
from pnp.families.the_labyrinth.rules import (
    FAMILY,
    NAMES,
    PORT,
    ROAD,
    TOLERANCE,
    Found,
    landscapes_of,
)
from pnp.game.plan import Plan
from pnp.piece import Face, Layer, Piece, Stamp
from pnp.preflight.raster import Raster, Run, clear_width, parts_of, raster_of
from pnp.units import MM_PER_INCH

DPI = 300
_COLOUR = re.compile("#[0-9A-Fa-f]{6}")
MIN_CLEAR = 1.5
"""The narrowest passage that is still seen as one, mm."""


class Print(Struct, frozen=True, dict=True):
    """A rendered tile: what is ground, and where its roads leave the picture."""

    raster: Raster
    roads: str
    mm: float

    @cached_property
    def ports(self) -> dict[str, Run]:
        """The run of ground of each road; sides with none or several are missing."""
        found = {side: self.raster.edge(side) for side in self.roads}
        return {side: runs[0] for side, runs in found.items() if len(runs) == 1}

    @property
    def parts(self) -> dict[str, int | None]:
        """The connected part of the ground that each road belongs to."""
        return parts_of(self.raster, self.ports)

    @property
    def joined(self) -> bool:
        """True if every road of the truth is there, and all are one."""
        return len(self.ports) == len(self.roads) and len(set(self.parts.values())) <= 1

    @property
    def clear(self) -> float:
        """The widest disc that rolls from each road to every other, mm."""
        return clear_width(self.raster, self.ports) * self.mm if self.joined else 0.0


@lru_cache(maxsize=16)
def print_of(face: Face, truth: Landscape, dpi: float = DPI) -> Print:
    """Render a tile's front as a stencil at a resolution; the last few are remembered."""
    from pnp.pdf.pages import face_pdf
    from pnp.pdf.png import page_image

    image = page_image(face_pdf(stencil(face, truth.ground), ""), dpi, grey=True)
    return Print(raster_of(image), truth.roads, MM_PER_INCH / dpi)


def stencil(face: Face, ground: str) -> Face:
    """The same drawing with one colour white and every other one black.

    Nothing is moved or left out; only so are half-covered pixels told apart without a bias.
    """

    def tint(found: re.Match[str]) -> str:
        return "#FFFFFF" if found[0].casefold() == ground.casefold() else "#000000"

    stack = (
        Stamp(Layer(_COLOUR.sub(tint, s.layer.svg), s.layer.bitmaps), s.at) for s in face.stack
    )
    return replace(face, stack=tuple(stack), bleed=0.0)


def _printed(plan: Plan) -> Iterator[tuple[Piece, Landscape]]:
    """The landscapes with their ground in the colour that is printed."""
    for piece, truth in landscapes_of(plan):
        yield piece, replace(truth, ground=plan.tone.colour(truth.ground, "area"))


@check("CAR201", rules=FAMILY, stage="print")
def printed_roads_meet_the_edge(plan: Plan) -> Found:
    """A printed road does not leave in the middle of its side, or not 4.5 mm wide.

    What: the tile is rendered at 300 dpi; along each side there must be one run of ground, 4.5 mm
    wide with its middle 22.5 mm from the corner, each to 0.1 mm.
    Why: it must go on in the road of a neighbour that another press printed.
    """
    cases = failures = 0
    for piece, truth in _printed(plan):
        made = print_of(piece.front, truth)
        for side in truth.roads:
            cases += 1
            run = made.ports.get(side)
            if run is None:
                failures += 1
                yield Finding(f"{piece.id}: not one road in the {NAMES[side]} side", piece.loc)
                continue
            middle, width = sum(run) / 2 * made.mm, (run[1] - run[0]) * made.mm
            if abs(middle - PORT) > TOLERANCE or abs(width - ROAD) > TOLERANCE:
                failures += 1
                yield Finding(
                    f"{piece.id}: the road in the {NAMES[side]} side is printed {width:.2f} mm "
                    f"wide, {middle:.2f} mm from the corner, not {ROAD:g} and {PORT:g}",
                    piece.loc,
                )
    if cases:
        statement = "every road is printed in the middle of its side, 4.5 mm wide"
        yield Proof("CAR201", statement, cases, "refuted" if failures else "proved")


@check("CAR202", rules=FAMILY, stage="print")
def printed_roads_are_joined(plan: Plan) -> Found:
    """In the printed picture a road does not lead to the others.

    What: the ground of the rendered tile is filled from each road. The picture must agree with
    the graph that it was drawn from (CAR102).
    Why: a hedge drawn in the wrong place, or one that is missing, is seen by no graph.
    """
    cases = failures = 0
    for piece, truth in _printed(plan):
        made = print_of(piece.front, truth)
        cases += len(truth.roads)
        if not made.joined:
            failures += 1
            yield Finding(f"{piece.id}: {_groups(made)}", piece.loc, "a hedge stands in the way")
        elif not truth.joined:
            failures += 1
            yield Finding(
                f"{piece.id}: the roads are joined in the picture, but not in the maze",
                piece.loc,
                "a hedge is missing in the picture",
            )
    if cases:
        statement = "in the printed picture each road leads to every other"
        yield Proof("CAR202", statement, cases, "refuted" if failures else "proved")


def _groups(made: Print) -> str:
    """Which roads lead to which in a picture."""
    groups: dict[int | None, list[str]] = {}
    for side in made.roads:
        groups.setdefault(made.parts.get(side), []).append(NAMES[side])
    return "in the picture the roads fall into " + " | ".join(map(", ".join, groups.values()))


@check("CAR203", rules=FAMILY, stage="print")
def printed_ways_are_wide(plan: Plan) -> Found:
    """The ways between the roads are less than 1.5 mm wide in the printed picture.

    What: the largest disc that can be rolled from each road to every other one.
    Why: narrower ways close up in print and for the eye.
    Instead: fewer cells, a larger maze, thinner hedges.
    """
    cases = failures = 0
    least = MIN_CLEAR
    for piece, truth in _printed(plan):
        made = print_of(piece.front, truth)
        if not made.joined or not truth.roads:
            continue
        cases += 1
        least = made.clear if cases == 1 else min(least, made.clear)
        if made.clear < MIN_CLEAR:
            failures += 1
            yield Finding(
                f"{piece.id}: a way between the roads is only {made.clear:.2f} mm wide",
                piece.loc,
                f"at least {MIN_CLEAR:g} mm",
            )
    if cases:
        statement = f"every road is reached by a way at least {least:.2f} mm wide"
        yield Proof("CAR203", statement, cases, "refuted" if failures else "proved")
