"""SHEET: all fits the paper, marks and bleeds stay off the pieces."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec.structs import replace

from pnp.checks.registry import Finding, check
from pnp.errors import Proof
from pnp.game.plan import Plan, SheetDocument
from pnp.game.selection import runs_of
from pnp.geometry.plane import Affine, Rect, Size
from pnp.layout.bleed import widest_bleed
from pnp.layout.cuts import HAIR
from pnp.layout.footer import ems
from pnp.layout.grid import turn_for
from pnp.layout.imposition import Group, Way, refuse
from pnp.layout.marks import content_area, has_marks
from pnp.layout.offers import Offer, Saving, find_remedy, find_savings
from pnp.layout.paper import PAPERS, Paper
from pnp.layout.rulers import SHEETS
from pnp.layout.sheet import Label, Line, Placement, Sheet, mark_map
from pnp.limits import PAPER_EDGE
from pnp.piece import Piece
from pnp.units import format_mm


def sheets_of(plan: Plan) -> Iterator[tuple[SheetDocument, Sheet]]:
    for document in plan.documents:
        if isinstance(document, SheetDocument):
            for sheet in document.sheets:
                yield document, sheet


@check("SHEET001")
def pieces_fit_the_paper(plan: Plan) -> Iterator[Finding | Proof]:
    """A piece is larger than the room on the paper.

    What: the room is the paper less 5 mm along each edge that home printers leave blank, less the
    strips for crop marks, rulers and the footer, and less what the correction of `--printer` moves
    pieces into those. Pieces may lie turned by 90 degrees; nothing ever shrinks silently.
    Instead: take what the hint names first, narrower margins (`--margin 3mm`) or other marks
    (`--marks none`), else a larger paper, or make the piece smaller. A tuck box, tray or slip case
    can be made of two parts with one more seam, each on a sheet of its own: write `split: true`.
    """
    pieces = 0
    failures = 0
    alike: dict[tuple[str, str], list[Piece]] = {}
    for imposed in (one for groups in plan.laid_out.values() for one in groups):
        pieces += sum(len(sheet.placements) for sheet in imposed.sheets) + len(imposed.misfits)
        for misfit in imposed.misfits:
            failures += 1
            has = f"{plan.options.paper.name} has {_room(misfit.area)}"
            size = f"{misfit.piece.size}, but {has}"
            hint = _way_out(misfit.piece, imposed.group, plan)
            alike.setdefault((size, hint), []).append(misfit.piece)
    for (size, hint), those in alike.items():
        who = ", ".join(dict.fromkeys(runs_of([piece.id for piece in those])))
        verb = "measures" if len(those) == 1 else "measure"
        yield Finding(f"{who} {verb} {size} between the marks", those[0].loc, hint)
    if pieces and not plan.options.single:
        yield Proof(
            "SHEET001",
            f"every piece fits {plan.options.paper.name}",
            pieces,
            "refuted" if failures else "proved",
        )


def _room(area: Size) -> str:
    """What is left of the paper, in words."""
    return f"room for {area}" if min(area) > 0 else "no room"


def _way_out(piece: Piece, group: Group, plan: Plan) -> str:
    """The hint: the least that makes room, then a paper that takes the piece, and whether two parts
    of it would fit this one."""
    chosen = plan.options.paper
    room = content_area(chosen, marks=False).size
    parts = bool(piece.parts) and all(turn_for(size, room) is not None for size in piece.parts)
    halves = f"; made of two parts (split: true, --split) it fits {chosen.name}" if parts else ""
    alone = replace(group, pieces=(piece,))
    offer = find_remedy(alone, plan.options, lambda _, way: _turns(piece, way))
    nearest = f"it fits with {_offered(offer)}; else " if offer else ""
    return nearest + _fitting_paper(piece, plan) + halves


def _turns(piece: Piece, way: Way) -> bool:
    return turn_for(piece.size, way.area.size) is not None


def _offered(offer: Offer) -> str:
    return f"{offer.words} ({offer.but})" if offer.but else offer.words


def _fitting_paper(piece: Piece, plan: Plan) -> str:
    """The smallest paper we know that takes a piece, of the chosen one's family first."""
    chosen, around = plan.options.paper, plan.options.crop.shortest.room(widest_bleed([piece]))

    def rank(paper: Paper) -> tuple[bool, float]:
        family = paper.name.startswith("A") == chosen.name.startswith("A")
        return not family, paper.size.width * paper.size.height

    papers = sorted(PAPERS.values(), key=rank)
    for paper in papers:
        area = content_area(replace(paper, margins=chosen.margins), has_marks([piece]), around)
        if turn_for(piece.size, area.size) is not None:
            printer = plan.options.printer if paper.name == chosen.name else None
            return f"it fits {f'uncorrected for {printer.name}' if printer else paper.name}"
    return "no paper up to A3 is large enough" + _made_to_measure(piece, plan)


def _made_to_measure(piece: Piece, plan: Plan) -> str:
    """The size of paper that takes a piece which is larger than all we know."""
    marks, around = has_marks([piece]), plan.options.crop.shortest.room(widest_bleed([piece]))
    short, long = sorted(piece.size)
    edge = 0
    while max(short, long) + edge <= PAPER_EDGE.most:
        edge += 1
        size = Size(math.ceil(short) + edge, math.ceil(long) + edge)
        area = content_area(replace(plan.options.paper, size=size), marks, around)
        if turn_for(piece.size, area.size) is not None and max(size) <= PAPER_EDGE.most:
            return f"; it needs {size.width:g}x{size.height:g}mm"
    return ""


@check("SHEET004")
def grids_fit_the_paper(plan: Plan) -> Iterator[Finding | Proof]:
    """The grid asked for with `--grid` does not fit the paper.

    What: columns x rows of the document's largest piece, with the gap between them, in the room
    that marks and rulers leave. Nothing shrinks, nothing spills onto another page.
    Instead: take what the hint names, narrower margins, other marks, a smaller gap or the paper
    turned, or the grid that fits as it is.
    """
    for stem, groups in plan.laid_out.items():
        for imposed in groups:
            if imposed.refused is None:
                continue
            (cols, rows), over = imposed.refused.grid, imposed.refused.over
            near = "x".join(map(str, imposed.refused.nearest))
            yield Finding(
                f"{plan.document_name(stem)}: {cols}x{rows} pieces overflow "
                f"{plan.options.paper.name} by {over}",
                plan.game.file.documents[stem].loc,
                _room_for(imposed.group, plan) + f"{near} fits",
            )


def _room_for(group: Group, plan: Plan) -> str:
    """The beginning of the hint: the least that makes room for a grid."""
    offer = find_remedy(group, plan.options, lambda s, way: refuse(group, way.area, s) is None)
    return f"it fits with {_offered(offer)}; else " if offer else ""


@check("SHEET014", "note")
def other_options_take_fewer_sheets(plan: Plan) -> Iterator[Finding | Proof]:
    """A document would take fewer sheets with another option, or with two.

    What: the paper turned (`--orientation auto`), pieces turned and shifted (`--pack`), hair
    lines or nothing in place of crop marks (`--marks cross`, `none`), margins of 3 mm
    (`--margin 3mm`), no gap (`--gap 0mm`). None of these takes more sheets for any document.
    Marks are made shorter without being asked where that saves a sheet.

    Instead: nothing has to be done. Many printers can print 3 mm from the edge, but not all: try it
    with one sheet, whose rulers and footer must be whole.
    """
    for stem, groups in plan.laid_out.items():
        sheets = sum(len(imposed.sheets) for imposed in groups)
        if plan.options.single or sheets < 2 or any(imposed.misfits for imposed in groups):
            continue
        savings = find_savings([imposed.group for imposed in groups], plan.options, sheets)
        if savings:
            name, less = plan.document_name(stem), ", ".join(map(_saved, savings))
            yield Finding(
                f"{name} takes {sheets} sheets, but {less}",
                plan.game.file.documents[stem].loc,
                next((saving.offer.but for saving in savings if saving.offer.but), ""),
            )


def _saved(saving: Saving) -> str:
    many = f" ({saving.slots} a sheet)" if saving.slots else ""
    return f"{saving.sheets} with {saving.offer.words}{many}"


def printed_boxes(sheet: Sheet) -> Iterator[tuple[str, Rect]]:
    """What is sent to the printer, in words, and the box round it, drift corrected."""
    for line in sheet.lines:
        yield _LINES.get(line.role, "a mark"), line.box_at(sheet.moves(line))
    for label in sheet.labels:
        what = "the ruler's" if label.role == "ruler" else "the footer"
        yield f"{what} '{label.text}'", sheet.moves(label).apply_rect(label_box(label))
    for placement in sheet.printed:
        yield f"the piece {placement.piece.id}", placement.shown


_LINES = {"ruler": "a ruler", "fold": "the line to fold"}
"""What the lines of a sheet are that are no marks for cutting, by their role."""


def label_box(label: Label) -> Rect:
    """A generous box round a label: ascent 0.8 em, descent 0.25 em."""
    width = ems(label.text) * label.size
    left = {"start": 0.0, "middle": width / 2, "end": width}[label.anchor]
    up, down = 0.8 * label.size, 0.25 * label.size
    if label.turn:
        return Rect(label.at.x - up, label.at.y - width + left, up + down, width)
    return Rect(label.at.x - left, label.at.y - up, width, up + down)


@check("SHEET002")
def ink_stays_printable(plan: Plan) -> Iterator[Finding | Proof]:
    """A mark, ruler, text, piece or bleed lies in the margins of the paper, 5 mm unless asked.

    Why: home printers cannot print there; it would be missing or shrink the page. Places are those
    on the paper, after the correction of `--printer`.
    """
    cases = failures = 0
    for document, sheet in sheets_of(plan):
        area = sheet.paper.printable
        boxes = [*printed_boxes(sheet)]
        cases += len(boxes)
        outside = [(what, box) for what, box in boxes if not area.covers(box, 1e-4)]
        if outside:
            failures += 1
            what, box = outside[0]
            others = f"{len(outside) - 1} more; " if outside[1:] else ""
            yield Finding(
                f"{document.name}, sheet {sheet.number}: {what} at {format_mm(box.x)}, "
                f"{format_mm(box.y)} mm lies outside the printable area",
                document.source.loc,
                f"{others}smaller margins, or larger paper",
            )
    if cases:
        yield Proof(
            "SHEET002",
            "nothing is printed in the margins of the paper",
            cases,
            "refuted" if failures else "proved",
        )


@check("SHEET003")
def marks_stay_off_pieces(plan: Plan) -> Iterator[Finding | Proof]:
    """A crop mark, ruler or text lies on a piece, or two pieces overlap.

    Why: it would still be seen on the finished piece.

    The hair lines of `--marks cross` and `full` are 0.1 mm wide and lie outside the pieces,
    touching them. Only on an edge that two pieces share does each keep half of the line, 0.05 mm:
    less than the eye can tell from the edge itself, and no more than a knife takes. That is the one
    exception here, and it holds for nothing but such an edge.
    """
    cases = failures = 0
    for document, sheet in sheets_of(plan):
        trims = tuple(placement.trim for placement in sheet.placements)
        back = sheet.correction.inverse()
        labels = [_seen(label, label_box(label), sheet.correction, back) for label in sheet.labels]
        cases += (len(sheet.lines) + len(labels)) * len(trims)
        lying, clashes = _lying(sheet.lines, trims, sheet.correction)
        hits = [*lying, *(box for box in labels if any(box.overlaps(trim) for trim in trims))]
        for box in (*hits[:1], *clashes[:1]):
            failures += 1
            yield Finding(
                f"{document.name}, sheet {sheet.number}: a mark or piece at {format_mm(box.x)}, "
                f"{format_mm(box.y)} mm lies on a piece",
                document.source.loc,
            )
    if cases:
        yield Proof(
            "SHEET003", "no mark lies on a piece", cases, "refuted" if failures else "proved"
        )


@lru_cache(maxsize=SHEETS)
def _lying(
    lines: tuple[Line, ...], trims: tuple[Rect, ...], correction: Affine
) -> tuple[list[Rect], list[Rect]]:
    """Lines that lie on a piece, and pieces that lie on another; sheets alike are seen once."""
    back = correction.inverse()
    boxes = [(line, _seen(line, _line_box(line), correction, back)) for line in lines]
    hits = [box for line, box in boxes if _lies_on(line, box, trims)]
    clashes = [one for i, one in enumerate(trims) if any(one.overlaps(t) for t in trims[:i])]
    return hits, clashes


def _seen(mark: Line | Label, box: Rect, correction: Affine, back: Affine) -> Rect:
    """A box round a mark as the pieces see it, which are moved by the correction."""
    return box if mark_map(mark, correction) == correction else back.apply_rect(box)


def _line_box(line: Line) -> Rect:
    """What a line covers; hair lines end where they are drawn to, like all lines on sheets."""
    box, half = line.box, line.width / 2
    if line.role != "cut":
        return box.inset(-half)
    if box.height < box.width:
        return Rect(box.x, box.y - half, box.width, line.width)
    return Rect(box.x - half, box.y, line.width, box.height)


def _lies_on(line: Line, box: Rect, trims: Sequence[Rect]) -> bool:
    """True if a line lies on a piece, but for a hair line on an edge that two pieces share."""
    hit = [trim for trim in trims if box.overlaps(trim)]
    if not hit or line.role != "cut" or line.width > HAIR:
        return bool(hit)
    level = box.height < box.width
    if any(_depth(box, trim, level) > HAIR / 2 + 1e-4 for trim in hit):
        return True
    middle = line.start.y if level else line.start.x
    before = [t for t in hit if (t.bottom if level else t.right) <= middle + 1e-4]
    after = [t for t in hit if (t.y if level else t.x) >= middle - 1e-4]
    return not all(_covered(box, side, level) for side in (before, after))


def _depth(box: Rect, trim: Rect, level: bool) -> float:
    """How deep a level (or upright) line reaches into a piece, mm."""
    both = box.intersect(trim)
    return both.height if level else both.width


def _covered(box: Rect, trims: Sequence[Rect], level: bool) -> bool:
    """True if a line has pieces on one of its sides all along."""
    spans = sorted((t.x, t.right) if level else (t.y, t.bottom) for t in trims)
    at, end = (box.x, box.right) if level else (box.y, box.bottom)
    for low, high in spans:
        if low <= at + 1e-4:
            at = max(at, high)
    return at >= end - 1e-4


@check("SHEET010")
def bleeds_stay_off_pieces(plan: Plan) -> Iterator[Finding | Proof]:
    """A bleed covers another piece, or crosses the middle of the gap to it.

    What: the bleed is the part of the picture beyond the trim, so that a cut which goes astray
    shows no white. Between two pieces that face each other it is clipped at the middle of the gap,
    and it never lies on another piece. The gap decides the grid, not the bleed: edge to edge, only
    the outer edges show any.

    Instead: give the pieces a gap of twice the bleed (`--gap 6mm --bleed 3mm`) if every edge is to
    have all of it.
    """
    cases = failures = 0
    for document, sheet in sheets_of(plan):
        placed = sheet.placements
        for one in placed:
            if not one.face.bleed:
                continue
            others = [other for other in placed if other is not one]
            cases += len(others)
            wrong = [o for o in others if one.shown.overlaps(o.trim) or _past_middle(one, o)]
            if wrong or not one.shown.covers(one.trim, 1e-4):
                failures += 1
                yield Finding(
                    f"{document.name}, sheet {sheet.number}: the bleed of {one.piece.id} covers "
                    f"{wrong[0].piece.id if wrong else 'less than the piece'}",
                    document.source.loc,
                )
    if cases:
        yield Proof(
            "SHEET010",
            "no bleed lies on a piece or crosses the middle of a gap",
            cases,
            "refuted" if failures else "proved",
        )


def _past_middle(one: Placement, other: Placement) -> bool:
    """True if a bleed reaches past the middle between two pieces that face each other."""
    a, b, shown = one.trim, other.trim, one.shown
    if min(a.bottom, b.bottom) - max(a.y, b.y) > 1e-6:
        middles = ((a.right + b.x) / 2, (b.right + a.x) / 2)
        return shown.right > middles[0] + 1e-4 if b.x >= a.x else shown.x < middles[1] - 1e-4
    if min(a.right, b.right) - max(a.x, b.x) > 1e-6:
        middles = ((a.bottom + b.y) / 2, (b.bottom + a.y) / 2)
        return shown.bottom > middles[0] + 1e-4 if b.y >= a.y else shown.y < middles[1] - 1e-4
    return False
