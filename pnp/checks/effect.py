"""What is written in a definition and changes nothing that is printed."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.deck import half_read
from pnp.checks.registry import Finding, check
from pnp.definition.model import Component, Document
from pnp.game.plan import Plan
from pnp.kinds.backs import NONE

_OF_SHEETS = ("backs", "flip", "gap", "apart")
"""Keys of documents that shape sheets."""


@check("DEF011", "warning")
def what_is_written_has_an_effect(plan: Plan) -> Iterator[Finding]:
    """Something is written that changes nothing: a key of a document, a `back`, a mark, a box.

    What: `flip` in a document without backs, `apart` with one component, keys of sheets beside
    `leaflet`; a `back` on what has none, or that each piece replaces by its own; a mark that no
    tile carries; an entry of `boxes` that `holds` nothing.
    Why: somebody wrote it for a reason, and will look for it on paper.
    Instead: take it out, or mend what was to make use of it.
    """
    for stem, document in plan.game.file.documents.items():
        yield from _idle_keys(stem, document)
    for component in plan.game.components:
        if not half_read(plan, component.id):
            yield from _idle_back(plan, component)
            yield from _idle_marks(plan, component)
    boxes = plan.game.file.at.node.fields.get("boxes")
    for id, node in boxes.fields.items() if boxes else ():
        box = plan.game.component(id)
        if box is not None and box.at.node is node and getattr(box, "holds", None) == ():
            at = boxes.keys[id] if boxes else box.loc
            yield Finding(f"nothing is put into '{id}'", at, "holds: [the components it is for]")


def _idle_keys(stem: str, document: Document) -> Iterator[Finding]:
    written = [name for name in (*_OF_SHEETS, "title") if name in document.at.node.fields]
    for name in written:
        if document.leaflet and name in _OF_SHEETS:
            why = "a leaflet has no pieces"
        elif name == "flip" and document.backs is None:
            why = "the document has no backs"
        elif name == "apart" and len(document.print) < 2:
            why = "it prints one component"
        elif name == "title":
            why = "titles stand in the game and in components"
        else:
            continue
        says = f"'{name}' of the document '{stem}' changes nothing: {why}"
        yield Finding(says, document.at.key(name), "take it out")


def _idle_back(plan: Plan, component: Component) -> Iterator[Finding]:
    """A back of what has none; that of other pieces is found where they are drawn."""
    pieces = plan.pieces_of(component.id)
    if component.back in (None, NONE) or not pieces or any(piece.back for piece in pieces):
        return
    says = f"'back' of '{component.id}' changes nothing: its pieces have no backs"
    yield Finding(says, component.at.key("back"), "take it out")


def _idle_marks(plan: Plan, component: Component) -> Iterator[Finding]:
    """Marks that no piece carries; those that other components use are theirs."""
    marks = getattr(component, "marks", None) or {}
    users = [c for c in plan.game.components if getattr(c, "like", None) == component.id]
    carried = {word for piece in plan.pieces_of(component.id) for word, n in piece.tallies if n}
    for letter, mark in marks.items() if not users else ():
        if getattr(mark, "name", letter) not in carried:
            at = component.at.node.fields["marks"].keys[letter]
            says = f"no piece of '{component.id}' carries the mark '{letter}'"
            yield Finding(says, at, "take it out, or draw it on a tile")


@check("DEF012", "note")
def the_theme_is_used(plan: Plan) -> Iterator[Finding]:
    """A colour of the theme is on nothing that is printed.

    What: colours of `ink_low` that no face shows as drawn, and those of `palette` if there is no
    leaflet, which may use them all. `ink` is that of footers.
    Instead: take it out, or mind a slip in its figures.
    """
    theme = plan.game.file.theme
    known = [piece for component in plan.game.components for piece in plan.pieces_of(component.id)]
    if plan.options.ink != "full" or plan.half_read or not known:
        return
    layers = {
        stamp.layer.svg
        for piece in known
        for face in (piece.front, piece.back)
        for stamp in (face.stack if face else ())
    }
    leaflets = any(document.leaflet for document in plan.game.file.documents.values())
    names = () if leaflets else ("accent", "paper", "grid", "number")
    written = [n for n in names if n in theme.palette.at.node.fields]
    found = [(getattr(theme.palette, n), theme.palette.at.key(n), n) for n in written]
    found += [(c, theme.at.of("ink_low", c), "ink_low") for c in theme.ink_low]
    for colour, at, name in found:
        if not any(f'"{colour}"' in svg or f'"{colour.upper()}"' in svg for svg in layers):
            yield Finding(f"nothing is printed in '{colour}' ({name})", at)
