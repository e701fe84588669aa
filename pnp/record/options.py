"""Which options of a build are not neutral: those that change a document, in words."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import fields, replace

from pnp.game.plan import AnyDocument, Options, Plan, SheetDocument, has_marks
from pnp.geometry.plane import IDENTITY
from pnp.layout.bleed import widest_bleed
from pnp.layout.calibration import NEUTRAL, Printer
from pnp.layout.contours import cuts_of
from pnp.layout.marks import DEFAULT_MARKS
from pnp.layout.paper import DEFAULT_MARGINS
from pnp.record.sources import kept
from pnp.units import format_mm

_PLAIN = Options()


def non_neutral(plan: Plan, document: AnyDocument) -> dict[str, str]:
    """The options that make a document other than it is without any, by their names.

    One that says what the definition says anyway, or that a document of this sort knows nothing
    of, is neutral.
    """
    found = [*_paper(plan, document), *_look(plan.options)]
    if isinstance(document, SheetDocument):
        found += _sheets(plan.options, document)
        found += [*_pieces(plan, document), *_resolution(plan, document)]
        if not plan.options.single:
            found += _marks(plan.options, document)
            found += _printer(plan.options.printer, document)
    return dict(found)


def _paper(plan: Plan, document: AnyDocument) -> Iterator[tuple[str, str]]:
    options = plan.options
    if options.single and isinstance(document, SheetDocument):
        yield "sheets", "single"
        return
    if options.paper.name != _PLAIN.paper.name:
        yield "paper", options.paper.name
    if options.paper.margins != DEFAULT_MARGINS and isinstance(document, SheetDocument):
        yield "margin", _lengths(*options.paper.margins)


def _look(options: Options) -> Iterator[tuple[str, str]]:
    if options.ink != _PLAIN.ink:
        yield "ink", options.ink
    if options.intent != _PLAIN.intent:
        yield "output-intent", options.intent


def _sheets(options: Options, document: SheetDocument) -> Iterator[tuple[str, str]]:
    if options.sides != _PLAIN.sides and document.source.backs is not None:
        yield "sides", options.sides
        if options.sides == "fold":
            yield "fold-axis", document.sheets[0].axis or "vertical"
    if document.flip != document.source.flip:
        yield "flip", document.flip
    if options.cut_contour and any(map(cuts_of, document.sheets)):
        yield "cut-contour", "yes"
    if options.single:
        return
    if any(sheet.paper.size.width > sheet.paper.size.height for sheet in document.sheets):
        yield "orientation", "landscape"
    if options.gap not in (None, document.source.gap):
        yield "gap", _lengths(options.gap or 0.0)
    if options.align != _PLAIN.align:
        yield "align", options.align
    if options.grid is not None:
        yield "grid", "x".join(map(str, options.grid))
    if options.pack is not None:
        yield "pack", options.pack


def _pieces(plan: Plan, document: SheetDocument) -> Iterator[tuple[str, str]]:
    options, whole = plan.options, plan.pieces_in(document.source)
    asked = {piece.id: piece.copies for piece in plan.printed_pieces(document.source)}
    counted = any(plan.chosen.get(piece.id) is not None for piece in whole)
    if counted or any(asked.get(piece.id) != piece.copies for piece in whole):
        said = ",".join(options.pieces)
        short = kept(said)  # of many pieces a hash, but what it counts is looked for
        yield "pieces", short if short == said else f"{short} {options.pieces[0]}"
    if options.bleed is not None:
        components = map(plan.game.component, {piece.component for piece in whole})
        if any(getattr(c, "bleed", options.bleed) != options.bleed for c in components):
            yield "bleed", _lengths(options.bleed)
    if options.bleed_edge != _PLAIN.bleed_edge and widest_bleed(whole) and not options.single:
        yield "bleed-edge", options.bleed_edge


def _resolution(plan: Plan, document: SheetDocument) -> Iterator[tuple[str, str]]:
    """The limit of pixels per inch, if it changes a picture."""
    most = plan.options.max_ppi
    if most is not None:
        here, fine = plan.pieces_in(document.source), plan.fine.pieces_in(document.source)
        if any((a.front, a.back) != (b.front, b.back) for a, b in zip(here, fine, strict=True)):
            yield "max-ppi", f"{most:g}"


def _marks(options: Options, document: SheetDocument) -> Iterator[tuple[str, str]]:
    pieces = [placed.piece for sheet in document.sheets for placed in sheet.placements]
    marks, plain = options.crop, DEFAULT_MARKS
    if not has_marks(pieces):
        return
    if marks.style != plain.style:
        yield "marks", marks.style
    bleed = widest_bleed(pieces)
    start, end = marks.ends(bleed)
    usual = replace(marks, length=None, offset=None).ends(bleed)
    if marks.style != "none" and (start, end) != usual:
        yield "mark-length", _lengths(end - start)
        yield "mark-offset", _lengths(start)
    if marks.colour != plain.colour:
        yield "mark-colour", marks.colour
    if marks.sides != plain.sides and any(s.side != marks.sides for s in document.sheets):
        yield "mark-sides", marks.sides


def _printer(printer: Printer | None, document: SheetDocument) -> Iterator[tuple[str, str]]:
    if printer is None or all(sheet.correction == IDENTITY for sheet in document.sheets):
        return
    numbers = ((f.name, getattr(printer.drift, f.name)) for f in fields(NEUTRAL))
    moved = [f"{name}={value:g}" for name, value in numbers if value != getattr(NEUTRAL, name)]
    yield "printer", " ".join([printer.name, *moved])


def _lengths(*values: float) -> str:
    return ",".join(f"{format_mm(value)}mm" for value in values)
