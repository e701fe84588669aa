"""What is declared round a piece: its bleed, the radius of its corners, where texts are safe."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations

from pnp.checks.registry import Finding, check
from pnp.draw.textboxes import TextBox, text_boxes
from pnp.errors import Proof
from pnp.game.plan import Plan, SheetDocument
from pnp.geometry.plane import Point, Rect, Size
from pnp.kinds.base import Cornered
from pnp.layout.sheet import Placement
from pnp.piece import Face, Piece
from pnp.units import format_mm

NEAR = 0.01
"""What a text may be off, mm."""
ASTRAY = 0.5
"""How far a cut by hand goes astray, mm."""


def _cornered(plan: Plan) -> Iterator[tuple[Cornered, tuple[Piece, ...]]]:
    for component in plan.game.components:
        if isinstance(component, Cornered):
            yield component, tuple(plan.expansion(component).pieces)


@check("SHEET011")
def corners_go_into_the_piece(plan: Plan) -> Iterator[Finding | Proof]:
    """The radius of round corners is more than half of the piece's shorter side.

    What: `corners: 3mm` rounds the cut of every piece of a component. Crop marks stay those of the
    rectangle: cut straight first, then round the corners with a punch. Cutting machines get the
    round contour (`--cut-contour`, `pnp cutlines`). Nothing is printed for it on the piece.
    Instead: take a smaller radius; playing cards have 3 mm.
    """
    for component, pieces in _cornered(plan):
        short = min((min(piece.size) for piece in pieces), default=math.inf)
        if component.corners > short / 2:
            yield Finding(
                f"corners of {format_mm(component.corners)} mm are more than half of "
                f"{format_mm(short)} mm, the shorter side",
                component.at.of("corners"),
                f"{format_mm(short / 2)} mm at most",
            )


@check("TEXT002", "warning")
def texts_stay_safe(plan: Plan) -> Iterator[Finding | Proof]:
    """A text comes so near to the cut that a cut which goes astray would hit it.

    What: every line of text on a face, with its font's advances, against the piece less its
    `safe` area (2 mm unless the component says otherwise), round corners included. Pictures
    are not looked at: they may go over the edge.
    Instead: move the text inwards, make it smaller, or declare a smaller `safe`.
    """
    cases = failures = 0
    for component, pieces in _cornered(plan):
        if not component.safe:
            continue
        for piece in pieces:
            for side, face in (("front", piece.front), ("back", piece.back)):
                lines = list(text_boxes(face)) if face else []
                cases += len(lines)
                worst = _worst(lines, face, component) if face else None
                if worst is not None:
                    failures += 1
                    near, safe = format_mm(worst[0]), format_mm(component.safe)
                    yield Finding(
                        f"{piece.id}, {side}: '{worst[1].words}' stands {near} mm too near "
                        f"to the cut, safe are {safe} mm",
                        piece.loc,
                        "a larger piece, fewer words, or a smaller safe:",
                    )
    if cases:
        yield Proof(
            "TEXT002",
            "every text keeps off the cut",
            cases,
            "refuted" if failures else "proved",
        )


def _worst(lines: list[TextBox], face: Face, component: Cornered) -> tuple[float, TextBox] | None:
    """The line that comes nearest to the cut, and how far it leaves the safe area, mm."""
    found = [
        (overrun(line.box, face.size, component.safe, component.corners), line) for line in lines
    ]
    over = max(found, key=lambda pair: pair[0], default=None)
    return over if over is not None and over[0] > NEAR else None


@check("SHEET012", "note")
def bleeds_have_room_between_pieces(plan: Plan) -> Iterator[Finding | Proof]:
    """Pieces with a bleed stand edge to edge, so none of it shows between them.

    Why: where the neighbour has another colour, a cut half a millimetre off leaves a sliver of it
    on the piece. Only pieces whose pictures differ are meant, and only those with a bleed: it says
    that their pictures go to the edge.
    Instead: give them room, as `--gap 6mm` with `--bleed 3mm`; that takes more sheets and twice
    the cuts. With `--bleed-edge outer` nothing is said.
    """
    if plan.options.bleed_edge == "outer":
        return
    said: set[str] = set()
    for document in plan.documents:
        for sheet in document.sheets if isinstance(document, SheetDocument) else ():
            placed = [p for p in sheet.placements if p.face.bleed >= ASTRAY]
            for one, other in combinations(placed, 2):
                name = one.piece.component
                if name in said or one.face.key == other.face.key or not _near(one, other):
                    continue
                said.add(name)
                bleed, component = one.face.bleed, plan.game.component(name)
                yield Finding(
                    f"{document.name}: between pieces edge to edge their bleed does not show, as "
                    f"of {one.piece.id} and {other.piece.id}",
                    component.loc if component else None,
                    f"--gap {format_mm(2 * bleed)}mm shows all of it",
                )


def _near(one: Placement, other: Placement) -> bool:
    """True if less than `ASTRAY` of the bleed of each shows between two pieces."""
    half = one.trim.inset(-ASTRAY)
    return half.overlaps(other.trim.inset(-ASTRAY))


@lru_cache(maxsize=4096)  # pieces are numbered at the same places
def overrun(box: Rect, size: Size, safe: float, radius: float) -> float:
    """How far a box reaches beyond the piece less `safe` mm all round, whose corners are round."""
    area = Rect(0, 0, *size).inset(safe)
    radius = max(radius - safe, 0.0)
    core = area.inset(radius)
    return max(_beyond(corner, core) for corner in box.corners) - radius


def _beyond(point: Point, core: Rect) -> float:
    """The distance of a point from a rectangle; in one it is minus that from the nearest side."""
    across = max(core.x - point.x, point.x - core.right)
    down = max(core.y - point.y, point.y - core.bottom)
    if across > 0 and down > 0:
        return math.hypot(across, down)
    return max(across, down)


@check("SHEET013", "note")
def options_do_something(plan: Plan) -> Iterator[Finding | Proof]:
    """An option can do nothing with this game.

    What: `--bleed-edge outer` where no piece has a bleed, `--max-ppi` where there is no picture.
    Options that can never do anything beside the others are refused before.
    Instead: leave it out, or add what it needs: `--bleed 3mm`, or `bleed:` in a component.
    """
    faces = [face for piece in plan.pieces for face in (piece.front, piece.back) if face]
    if plan.options.bleed_edge != "all" and not any(face.bleed for face in faces):
        yield Finding("--bleed-edge does nothing: no piece has a bleed", None, "see --bleed")
    layers = {stamp.layer for face in faces for stamp in face.stack}
    if plan.options.max_ppi is not None and not any(layer.bitmaps for layer in layers):
        yield Finding("--max-ppi does nothing: no picture is made of pixels")
