"""The plan of a reprint: changed pieces of all documents on as few sheets as can be.

Pieces share sheets if their documents agree in backs, flip and gap. Those of one size stand on
sheets of their own, which are easier to cut, unless all sizes together need fewer.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from pnp.definition.model import Document, Game
from pnp.game.plan import Plan
from pnp.geometry.plane import Size
from pnp.history.matching import Changes

STEM = "reprint"
THROWN = "throw-away"
"""What the files of a reprint are called: of its sheets, and of the list of what goes."""


def amounts(changes: Changes) -> dict[str, int]:
    """How many copies of which pieces are to be printed."""
    return {change.id: change.more for change in changes.all if change.more}


def reprint_plan(plan: Plan, changes: Changes) -> Plan | None:
    """The plan of the sheets to print; None if there is nothing to print."""
    wanted = amounts(changes)
    if not wanted:
        return None
    asked = tuple(f"{id}*{copies}" for id, copies in wanted.items())
    options = replace(plan.options, pieces=asked)
    bundles = [
        bundle
        for sources in _alike(plan, wanted).values()
        for bundle in _bundled(plan, sources, wanted, options_plan=plan.relaid(options))
    ]
    stems = _stems(plan.game, len(bundles))
    documents = {
        stem: source.with_values(
            print=components,
            backs=None if source.backs is None else stem.replace(STEM, f"{STEM}_back"),
            apart=False,
            title=None,
        )
        for stem, (source, components) in zip(stems, bundles, strict=True)
    }
    return plan.relaid(options, _with_documents(plan.game, documents))


Bundle = tuple[Document, tuple[str, ...]]
"""The document whose backs, flip and gap count, and the components that are printed."""


def _alike(plan: Plan, wanted: Mapping[str, int]) -> dict[tuple[object, ...], dict[str, Document]]:
    """The components to print with their documents, by what their sheets must agree in."""
    found: dict[tuple[object, ...], dict[str, Document]] = {}
    seen: set[str] = set()
    for source in plan.game.file.documents.values():
        for id in source.print:
            if id in seen or not any(p.id in wanted for p in plan.pieces_of(id)):
                continue
            seen.add(id)
            key = source.backs is not None, source.flip, source.gap
            found.setdefault(key, {})[id] = source
    return found


def _bundled(
    plan: Plan, sources: Mapping[str, Document], wanted: Mapping[str, int], options_plan: Plan
) -> list[Bundle]:
    """Components by the sizes of their pieces, or all together if that needs fewer sheets."""
    by_size: dict[frozenset[Size], list[str]] = {}
    for id in sources:
        sizes = frozenset(p.size for p in plan.pieces_of(id) if p.id in wanted)
        by_size.setdefault(sizes, []).append(id)
    parts: list[Bundle] = [(sources[ids[0]], tuple(ids)) for ids in by_size.values()]
    first, everything = next(iter(sources.values())), tuple(sources)
    if len(parts) == 1 or plan.options.single:
        return [(first, everything)]
    whole: list[Bundle] = [(first, everything)]
    return min((parts, whole), key=lambda way: _count(options_plan, way))


def _count(plan: Plan, bundles: Sequence[Bundle]) -> int:
    """How many front sheets bundles need, a piece that fits none counting as many."""
    documents = {
        str(n): source.with_values(print=ids, apart=False)
        for n, (source, ids) in enumerate(bundles)
    }
    trial = plan.relaid(plan.options, _with_documents(plan.game, documents))
    laid = [imposed for groups in trial.laid_out.values() for imposed in groups]
    return sum(len(i.sheets) + 1000 * (len(i.misfits) + bool(i.refused)) for i in laid)


def _stems(game: Game, count: int) -> Iterable[str]:
    """Names of documents that the game does not use."""
    used = {s.casefold() for stem, d in game.file.documents.items() for s in (stem, d.backs) if s}
    first = STEM
    while any(name.startswith(first) for name in used):
        first += "-x"
    if count == 1:
        return [f"{first}_{{paper}}"]
    return [f"{first}-{n}_{{paper}}" for n in range(1, count + 1)]


def _with_documents(game: Game, documents: Mapping[str, Document]) -> Game:
    file = game.file.with_values(documents=documents)
    return Game(game.id, game.path, file, game.components, game.broken)
