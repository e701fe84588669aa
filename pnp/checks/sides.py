"""BACK: backs are declared, and fall behind their fronts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pnp.checks.registry import Finding, check
from pnp.checks.sheet import sheets_of
from pnp.definition.model import Component, Document
from pnp.definition.schema import fields_of
from pnp.errors import Proof
from pnp.game.plan import Plan, SheetDocument
from pnp.geometry.plane import Rect
from pnp.layout.sheet import Placement, Sheet
from pnp.record.sources import leaves


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
    for stem, source in plan.sources.items():
        if source.backs is None or source.leaflet:
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
                for number in () if plan.options.single else sheet.behind:
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
    """A document prints backs, but one of its components, or a piece of it, does not say which.

    Instead: write `back: labrys` (another ornament, or a picture of your own) in the component or
    the card, or `back: none`; with `backs:`, name every piece there or give the others a `back:`.
    """
    for stem, source in plan.game.file.documents.items():
        if source.backs is None:
            continue
        for id in source.print:
            component = plan.game.component(id)
            if component is None or _says_back(component):
                continue  # a piece that is left out is found when it is drawn
            if not any(piece.back for piece in plan.pieces_of(id)):
                yield Finding(
                    f"'{id}' has no back, but {plan.document_name(stem)} prints backs",
                    component.loc,
                    "write `back: labrys` or `back: none`",
                )


def _says_back(component: Component) -> bool:
    """True if a back, be it none, is written for the component or for any of its pieces."""
    return any({"back", "backs"} & set(path.split(".")) for path, _ in leaves(component.at.node))


@check("BACK005", "warning")
def declared_backs_are_printed(plan: Plan) -> Iterator[Finding | Proof]:
    """A document prints pieces that have backs, and no backs.

    What: a component says `back:` and a document that prints it has no `backs:`. With `--sides
    fronts` that is meant.
    Why: the whole deck would be printed, and its backs be blank.
    Instead: name the file of the backs in the document, or write `back: none` in the component.
    """
    for stem, source in plan.sources.items():
        misspelt = source.at.node.fields.keys() - fields_of(Document).keys()
        if source.backs is not None or misspelt or plan.options.sides == "fronts":
            continue
        for i, id in enumerate(source.print):
            component = plan.game.component(id)
            if component is not None and any(piece.back for piece in plan.pieces_of(id)):
                says = f"'{id}' has backs, but {plan.document_name(stem)} prints none"
                name = f"{stem.removesuffix('_{paper}')}_back_{{paper}}"
                hint = f'write `backs: "{name}"` in the document, or `back: none` in {id}'
                yield Finding(says, source.at.of("print", i), hint)


@check("BACK004", "note")
def needed_backs_are_printed(plan: Plan) -> Iterator[Finding | Proof]:
    """`--sides fronts` or `--only` leaves out backs that tell pieces apart.

    What: the backs of a component's pieces differ among each other, as the cards of Dédale each
    show a colour behind. One back for all only hides what is in front, and is not missed.
    Instead: print them too, with another `--sides` or with `--only` both, or later.
    """
    printed = {id(d.source) for d in plan.documents if getattr(d, "side", "") in ("backs", "both")}
    for source in plan.sources.values():
        if source.backs is None or id(source) in printed:
            continue
        pieces = plan.printed_pieces(source)
        fronts_only = plan.options.sides == "fronts"
        hint = f"--only leaves {plan.document_name(source.backs)} out"
        hint = "--sides fronts prints fronts only" if fronts_only else hint
        for name in dict.fromkeys(piece.component for piece in pieces):
            backs = {p.back.key for p in pieces if p.component == name and p.back is not None}
            component = plan.game.component(name)
            if len(backs) > 1 and component is not None:
                says = f"'{name}' has {len(backs)} different backs, which play needs; "
                yield Finding(f"{says}none is printed", component.loc, hint)
