"""DECK: the pieces against the manifest, and against each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pnp.checks.registry import Finding, check
from pnp.definition.model import Manifest
from pnp.errors import Proof, near
from pnp.game.plan import LeafletDocument, Plan
from pnp.geometry.notation import format_maze
from pnp.geometry.topology import canonical
from pnp.piece import Piece


def count(plan: Plan, name: str) -> int | None:
    """How many pieces a component has, copies counted, or how often they carry a tally.

    `name` is a component (`labyrinth`) or a component and a tally (`labyrinth.T`). None when
    there is no such thing. Pieces that could not be read do not count: see `half_read`.
    """
    id, _, tally = name.partition(".")
    component = plan.game.component(id)
    if component is None:
        return None
    expansion = plan.expansion(component)
    if "." not in name:
        return sum(piece.copies for piece in expansion.pieces)
    if tally not in {word for piece in expansion.pieces for word, _ in piece.tallies}:
        return None
    return sum(
        n * piece.copies for piece in expansion.pieces for word, n in piece.tallies if word == tally
    )


def countable(plan: Plan) -> list[str]:
    """Every name the manifest may use."""
    names = []
    for component in plan.game.components:
        names.append(component.id)
        words = {word for piece in plan.expansion(component).pieces for word, _ in piece.tallies}
        names += [f"{component.id}.{word}" for word in sorted(words)]
    return names


def _compare(plan: Plan, section: str, whose: str) -> Iterator[Finding]:
    manifest: Manifest | None = plan.game.file.manifest
    if manifest is None:
        return
    for name, promised in getattr(manifest, section).items():
        found = count(plan, name)
        unknown = half_read(plan, name) or (not found and plan.half_read)
        if found is not None and found != promised and not unknown:
            yield Finding(
                f"{found} {name}, but {whose} {promised}",
                manifest.at.of(section, name),
                _difference_hint(plan, name, found - promised),
            )


def half_read(plan: Plan, name: str) -> bool:
    """True of what cannot be counted: a component of which something could not be read, what is
    made from such a one, and their tallies; `name` is as for `count`.
    """
    id = name.partition(".")[0]
    component = plan.game.component(id)
    if component is None:
        return id in plan.game.broken
    expansion = plan.expansion(component)
    if expansion.unread or any(half_read(plan, other) for other in plan.needs.get(id, ())):
        return True
    return expansion.failed


def _difference_hint(plan: Plan, name: str, difference: int) -> str:
    component = plan.game.component(name.partition(".")[0])
    file = component.loc.file if component else ""
    return f"{abs(difference)} too {'many' if difference > 0 else 'few'} in {file}"


@check("DECK001")
def count_against_rules(plan: Plan) -> Iterator[Finding | Proof]:
    """The number of pieces differs from what the rules promise.

    What: `manifest: rules:` repeats, independently of the definitions, how many pieces of each
    component the rules promise; copies count.
    Why: a deck that is one card short is noticed on the table, after printing.
    Example: `labyrinth: 40` in the manifest, 39 tiles in `labyrinth.yaml`.
    Instead: add the missing piece, or correct the manifest if the rules say otherwise.
    """
    found = list(_compare(plan, "rules", "the rules promise"))
    yield from found
    manifest = plan.game.file.manifest
    if manifest and manifest.rules:
        yield Proof(
            "DECK001",
            "the deck holds what the rules promise",
            len(manifest.rules),
            "refuted" if found else "proved",
        )


@check("DECK002", "warning")
def count_against_our_decision(plan: Plan) -> Iterator[Finding | Proof]:
    """The number of pieces differs from what we decided.

    What: `manifest: ours:` holds counts that the rules leave open and the kit's makers chose.
    Why: it is no broken promise, but probably not what was meant: hence a warning.
    Instead: change the definitions or the decision, in full view.
    """
    yield from _compare(plan, "ours", "our decision is")


@check("DECK003")
def ids_are_unique(plan: Plan) -> Iterator[Finding | Proof]:
    """Two pieces have the same id, or ids that differ only in case.

    Why: ids become file names and command line arguments; on many systems `A1` and `a1` are one.
    Instead: rename one of them.
    """
    seen: dict[str, Piece] = {}
    for piece in plan.pieces:
        other = seen.setdefault(piece.id.casefold(), piece)
        if other is not piece:
            how = "" if other.id == piece.id else f" (beside '{other.id}')"
            yield Finding(
                f"two pieces are called '{piece.id}'{how}",
                piece.loc,
                f"the other stands at {other.loc}",
            )


@check("DECK004")
def tiles_are_distinct(plan: Plan) -> Iterator[Finding | Proof]:
    """Two tiles are the same up to a turn.

    What: walls, marks and colours agree after turning one of the tiles; numbers do not count.
    Why: on the table tiles are turned freely, so a copy adds nothing and unbalances the deck.
    Instead: change one of them, or write `copies: 2` if the repetition is meant.
    """
    seen: dict[object, Piece] = {}
    tiles = [piece for piece in plan.pieces if piece.grid]
    clashes = 0
    for piece in tiles:
        assert piece.grid
        other = seen.setdefault((piece.part, canonical(piece.grid)), piece)
        if other is not piece:
            clashes += 1
            yield Finding(
                f"{piece.id} is {other.id} again, up to a turn",
                piece.loc,
                f"the other stands at {other.loc}",
                format_maze(piece.grid),
            )
    if tiles:
        pairs = len(tiles) * (len(tiles) - 1) // 2
        yield Proof(
            "DECK004",
            "no two tiles are equal up to a turn",
            pairs,
            "refuted" if clashes else "proved",
        )


@check("DECK005", "note")
def copies_of_zero(plan: Plan) -> Iterator[Finding | Proof]:
    """A piece has `copies: 0` and is left out.

    Why: leaving a piece out is sometimes meant, so this is a note; it is reported where the
    pieces are read, and never silent.
    """
    yield from ()


@check("DECK006", "note")
def mirrored_pairs(plan: Plan) -> Iterator[Finding | Proof]:
    """Two tiles are mirror images of each other.

    Why: they are different on the table, but look alike in the hand; worth knowing.
    """
    seen: dict[object, Piece] = {}
    for piece in plan.pieces:
        if piece.maze is None:
            continue
        image = canonical(piece.maze.mirrored())
        other = seen.get((piece.part, image))
        if other is not None and image != canonical(piece.maze):
            yield Finding(f"{piece.id} is the mirror image of {other.id}", piece.loc)
        seen.setdefault((piece.part, canonical(piece.maze)), piece)


@check("DECK007")
def manifest_names(plan: Plan) -> Iterator[Finding | Proof]:
    """The manifest counts something that does not exist.

    What: names are components (`labyrinth`) or a component and what its pieces carry
    (`labyrinth.T`).
    """
    manifest = plan.game.file.manifest
    known = countable(plan)
    for section in ("rules", "ours"):
        for name in getattr(manifest, section, {}):
            component = name.partition(".")[0]
            if half_read(plan, name):
                continue
            if count(plan, name) is not None:
                continue
            assert manifest
            at = manifest.at.node.fields[section].keys[name]
            if plan.game.component(component) is None:
                ids = [one.id for one in plan.game.components]
                says = f"there is no component '{component}' to count"
                yield Finding(says, at, near(component, ids))
            else:
                own = [other for other in known if other.partition(".")[0] == component]
                yield Finding(f"there is nothing called '{name}' to count", at, near(name, own))


@check("DECK008")
def documents_have_pieces(plan: Plan) -> Iterator[Finding | Proof]:
    """A document has nothing to print: none of its components has a piece.

    Why: no file would be written, and nobody would notice before the game is to be played.
    Instead: give a component of it tiles or copies, or remove the document.
    """
    for stem, source in plan.game.file.documents.items():
        components = [c for c in map(plan.game.component, source.print) if c is not None]
        whole = len(components) == len(source.print)
        unknown = any(half_read(plan, component.id) for component in components)
        if not source.print or not whole or unknown:
            continue
        if not plan.pieces_in(source):
            at = plan.game.file.at.node.fields["documents"].keys[stem]
            what = ", ".join(f"'{component.id}'" for component in components)
            yield Finding(
                f"{plan.document_name(stem)} has nothing to print: {what} without a piece",
                at,
                "write pieces, or copies above 0",
            )


@check("DECK009")
def promised_pieces_are_printed(plan: Plan) -> Iterator[Finding | Proof]:
    """A component that the rules promise is printed in no document.

    Why: the manifest and the definitions agree, everything is proved, and still the family finds no
    dice in the box.
    Instead: add it to the `print` list of a document; leave out of `manifest: rules:` what players
    are to bring themselves.
    """
    manifest = plan.game.file.manifest
    printed = {id for document in plan.game.file.documents.values() for id in document.print}
    for name, promised in _promises(plan).items():
        id = name.partition(".")[0]
        component = plan.game.component(id)
        if component is None or not promised or id in printed:
            continue
        assert manifest
        yield Finding(
            f"the rules promise {name}, but no document prints '{id}'",
            manifest.at.of("rules", name),
            "add it to the 'print' list of a document",
        )


@check("DECK010", "warning")
def components_are_printed(plan: Plan) -> Iterator[Finding | Proof]:
    """A component is printed in no document, and nothing that is printed holds or shows it.

    Why: it is read, drawn and checked, and still no sheet holds it.
    Instead: add it to the `print` list of a document in game.yaml, or take its file out of the
    folder.
    """
    options = plan.options
    printed = {id for document in plan.game.file.documents.values() for id in document.print}
    if not all(map(plan.game.component, printed)):  # a wrong name there, or a broken component
        return
    if options.only or options.pieces or options.single:  # leaflets are not looked at
        return
    promised = {name.partition(".")[0] for name, n in _promises(plan).items() if n}
    expansions = {component.id: plan.expansion(component) for component in plan.game.components}
    used = {id for needed in plan.needs.values() for id in needed} | printed | promised
    shown = _shown(plan)
    for component in plan.game.components:
        expansion = expansions[component.id]
        if component.id in used or expansion.problems or expansion.unread:
            continue
        if shown.isdisjoint(piece.id for piece in plan.pieces_of(component.id)):
            yield Finding(
                f"{component.id} is printed in no document",
                component.loc,
                "add it to the 'print' list of a document in game.yaml",
            )


def _shown(plan: Plan) -> set[str]:
    """What the pictures of the leaflets show."""
    from pnp.leaflet.reading import leaflet_of

    documents = [d for d in plan.documents if isinstance(d, LeafletDocument)]
    leaflets = [leaflet for d in documents if (leaflet := leaflet_of(d)[0])]
    return {picture.name for leaflet in leaflets for picture in leaflet.pictures}


def _promises(plan: Plan) -> Mapping[str, int]:
    manifest = plan.game.file.manifest
    return manifest.rules if manifest else {}
