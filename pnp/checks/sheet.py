"""SHEET and BACK: all fits the paper, marks stay off the pieces, backs fall behind fronts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pnp.checks.registry import Finding, check
from pnp.errors import Proof
from pnp.geometry import Rect, bounds
from pnp.layout.grid import turn_for
from pnp.layout.marks import CHARACTER, content_area
from pnp.layout.paper import PAPERS, Paper
from pnp.layout.sheet import Label, Line, Placement, Sheet
from pnp.piece import Piece
from pnp.plan import Plan, SheetDocument, has_marks


def sheets_of(plan: Plan) -> Iterator[tuple[SheetDocument, Sheet]]:
    for document in plan.documents:
        if isinstance(document, SheetDocument):
            for sheet in document.sheets:
                yield document, sheet


@check("SHEET001")
def pieces_fit_the_paper(plan: Plan) -> Iterator[Finding | Proof]:
    """A piece is larger than the room on the paper.

    What: the room is the paper less 5 mm along each edge that home printers leave blank, less the
    strips for crop marks, rulers and the footer. Pieces may lie turned by 90 degrees; nothing
    ever shrinks silently.
    Instead: choose a larger paper or make the piece smaller. A tuck box or slip case can be made
    of two parts with one more seam, each on a sheet of its own: write `split: true`.
    """
    pieces = 0
    failures = 0
    for imposed in (one for groups in plan.laid_out.values() for one in groups):
        pieces += sum(len(sheet.placements) for sheet in imposed.sheets) + len(imposed.misfits)
        for misfit in imposed.misfits:
            failures += 1
            yield Finding(
                f"{misfit.piece.id} measures {misfit.piece.size}, but {plan.options.paper.name} "
                f"has room for {misfit.area} between the marks",
                misfit.piece.loc,
                _way_out(misfit.piece, plan.options.paper),
            )
    if pieces:
        yield Proof(
            "SHEET001",
            f"every piece fits {plan.options.paper.name}",
            pieces,
            "refuted" if failures else "proved",
        )


def _way_out(piece: Piece, chosen: Paper) -> str:
    """The hint: a paper that takes the piece, and whether two parts of it would fit this one."""
    room = content_area(chosen, marks=False).size
    parts = bool(piece.parts) and all(turn_for(size, room) is not None for size in piece.parts)
    halves = f"; made of two parts (split) it fits {chosen.name}" if parts else ""
    return _fitting_paper(piece, chosen) + halves


def _fitting_paper(piece: Piece, chosen: Paper) -> str:
    """The smallest paper we know that takes a piece, of the chosen one's family first."""

    def rank(paper: Paper) -> tuple[bool, float]:
        family = paper.name.startswith("A") == chosen.name.startswith("A")
        return not family, paper.size.width * paper.size.height

    papers = sorted(PAPERS.values(), key=rank)
    for paper in papers:
        if turn_for(piece.size, content_area(paper, has_marks([piece])).size) is not None:
            return f"it fits {paper.name}"
    return "no paper up to A3 is large enough"


@check("SHEET004")
def grids_fit_the_paper(plan: Plan) -> Iterator[Finding | Proof]:
    """The grid asked for with `--grid` does not fit the paper.

    What: columns x rows of the document's largest piece, with the gap between them, in the room
    that marks and rulers leave. Nothing shrinks, nothing spills onto another page.
    Instead: take the grid of the hint, a larger paper or a smaller gap.
    """
    for stem, groups in plan.laid_out.items():
        for imposed in groups:
            if imposed.refused is None:
                continue
            (cols, rows), over = imposed.refused.grid, imposed.refused.over
            near = "x".join(map(str, imposed.refused.nearest))
            yield Finding(
                f"{plan.document_name(stem)}: {cols}x{rows} pieces overflow "
                f"{plan.options.paper.name} by {over.width:.1f} x {over.height:.1f} mm",
                plan.game.file.documents[stem].loc,
                f"{near} fits",
            )


def printed_boxes(sheet: Sheet) -> list[Rect]:
    """Boxes round lines, labels and pieces as they are sent to the printer, drift corrected."""
    boxes = []
    for line in sheet.lines:
        at = sheet.moves(line)
        boxes.append(bounds((at.apply(line.start), at.apply(line.end))))
    boxes += [sheet.moves(label).apply_rect(label_box(label)) for label in sheet.labels]
    return boxes + [placement.trim for placement in sheet.printed]


def label_box(label: Label) -> Rect:
    """A generous box round a label: 0.62 em a character, ascent 0.8 em, descent 0.25 em."""
    width = CHARACTER * label.size * len(label.text)
    left = {"start": 0.0, "middle": width / 2, "end": width}[label.anchor]
    up, down = 0.8 * label.size, 0.25 * label.size
    if label.turn:
        return Rect(label.at.x - up, label.at.y - width + left, up + down, width)
    return Rect(label.at.x - left, label.at.y - up, width, up + down)


@check("SHEET002")
def ink_stays_printable(plan: Plan) -> Iterator[Finding | Proof]:
    """A mark, ruler, text or piece lies in the 5 mm along the paper's edge.

    Why: home printers cannot print there; it would be missing or shrink the page. Places are those
    on the paper, after the correction of `--printer`.
    """
    cases = failures = 0
    for document, sheet in sheets_of(plan):
        area = sheet.paper.printable
        boxes = printed_boxes(sheet)
        cases += len(boxes)
        outside = [box for box in boxes if not area.covers(box, 1e-4)]
        if outside:
            failures += 1
            box = outside[0]
            yield Finding(
                f"{document.name}, sheet {sheet.number}: something at {box.x:.1f}, "
                f"{box.y:.1f} mm lies outside the printable area",
                document.source.loc,
                f"{len(outside)} in all",
            )
    if cases:
        yield Proof(
            "SHEET002",
            "nothing is printed within 5 mm of the paper's edge",
            cases,
            "refuted" if failures else "proved",
        )


@check("SHEET003")
def marks_stay_off_pieces(plan: Plan) -> Iterator[Finding | Proof]:
    """A crop mark, ruler or text lies on a piece, or two pieces overlap.

    Why: it would still be seen on the finished piece.
    """
    cases = failures = 0
    for document, sheet in sheets_of(plan):
        trims = [placement.trim for placement in sheet.placements]
        boxes = _unmoved(sheet)
        cases += len(boxes) * len(trims)
        hits = [box for box in boxes if any(box.overlaps(trim) for trim in trims)]
        clashes = [one for i, one in enumerate(trims) if any(one.overlaps(t) for t in trims[:i])]
        for box in (*hits[:1], *clashes[:1]):
            failures += 1
            yield Finding(
                f"{document.name}, sheet {sheet.number}: a mark or piece at {box.x:.1f}, "
                f"{box.y:.1f} mm lies on a piece",
                document.source.loc,
            )
    if cases:
        yield Proof(
            "SHEET003", "no mark lies on a piece", cases, "refuted" if failures else "proved"
        )


def _unmoved(sheet: Sheet) -> list[Rect]:
    """Boxes round lines and labels as the pieces see them, which are moved by the correction."""
    back = sheet.correction.inverse()
    marks: list[tuple[Line | Label, Rect]] = [
        (line, bounds((line.start, line.end)).inset(-line.width / 2)) for line in sheet.lines
    ]
    marks += [(label, label_box(label)) for label in sheet.labels]
    return [
        box if sheet.moves(mark) == sheet.correction else back.apply_rect(box)
        for mark, box in marks
    ]


@check("BACK001")
def backs_mirror_fronts(plan: Plan) -> Iterator[Finding | Proof]:
    """A back does not fall exactly behind its front.

    What: for every slot and the sheet turned over its long (short) edge, or folded along its
    middle, the left (top) distance of the front and of the back, plus the piece's extent, add up to
    the paper's.
    """
    cases = failures = 0
    for document, sheet, fronts, backs in _pairs(plan):
        pairs = [p for p in fronts if p.piece.back is not None]
        cases += len(pairs)
        wrong = len(pairs) != len(backs) or any(
            _miss(document, sheet, one.trim, other.trim) > 1e-3
            or one.piece.back != other.piece.back
            for one, other in zip(pairs, backs, strict=False)
        )
        if wrong:
            failures += 1
            yield Finding(
                f"{document.name}, sheet {sheet.number} does not fall behind its fronts",
                document.source.loc,
            )
    if cases:
        yield Proof(
            "BACK001",
            "every back falls behind its front",
            cases,
            "refuted" if failures else "proved",
        )


Placed = Sequence[Placement]


def _pairs(plan: Plan) -> Iterator[tuple[SheetDocument, Sheet, Placed, Placed]]:
    """Every printed side with backs: the fronts they belong to, and the backs."""
    for stem, source in plan.game.file.documents.items():
        if source.backs is None:
            continue
        fronts = plan.front_sheets(stem)
        for document, sheet in sheets_of(plan):
            if document.source is not source:
                continue
            if sheet.side == "fold":
                both = sheet.placements
                yield (
                    document,
                    sheet,
                    [p for p in both if p.side == "front"],
                    [p for p in both if p.side == "back"],
                )
            elif sheet.side == "back":
                for number in sheet.behind:
                    yield document, sheet, fronts[number - 1].placements, sheet.placements


def _miss(document: SheetDocument, sheet: Sheet, front: Rect, back: Rect) -> float:
    """How far, in mm, a back misses its front."""
    width, height = sheet.paper.size
    sideways = (document.flip == "long") == (width <= height)
    if sheet.axis is not None:
        sideways = sheet.axis == "vertical"
    if sideways:
        return max(abs(front.x + back.right - width), abs(front.y - back.y))
    return max(abs(front.y + back.bottom - height), abs(front.x - back.x))


@check("BACK002")
def backs_are_declared(plan: Plan) -> Iterator[Finding | Proof]:
    """A document prints backs, but one of its components does not say which.

    Instead: write `back: labrys` (or another ornament) in the component, or `back: none`.
    """
    for stem, source in plan.game.file.documents.items():
        if source.backs is None:
            continue
        for id in source.print:
            component = plan.game.component(id)
            if component is not None and component.back is None:
                yield Finding(
                    f"'{id}' has no back, but {plan.document_name(stem)} prints backs",
                    component.loc,
                    "write `back: labrys` or `back: none`",
                )
