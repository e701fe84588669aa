"""Why pieces changed: the values that they are drawn from and that were written otherwise.

Of a piece these are its own values, those of its component, and those of the game and of other
components that its component reads while it is drawn (`Plan.values_read`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from pathlib import Path

from msgspec.structs import replace

from pnp.errors import Loc
from pnp.game.options import LAYOUT
from pnp.game.plan import Plan, SheetDocument
from pnp.history.matching import NOTHING, Change, Changes, Why
from pnp.history.printed import Printed, PrintedBefore, components_of
from pnp.history.values import Value, node_at, text_at
from pnp.record import Record, make_record
from pnp.record.sources import kept, makes_backs, within

Was = tuple[Value, str | None]
"""A value and what it was, None where it was not written."""
MOST_VALUES = 100
"""Values of one sort that differ and are looked at: a record may be a stranger's."""
FACTS = {"recounted": "copies", "recut": "corners"}
"""The field that makes changes of these sorts, and that is drawn on nothing."""
ELSEWHERE = (
    "no value explains it: the program draws it otherwise, or a font or a picture file changed"
)


def explain(changes: Changes, held: PrintedBefore, plan: Plan) -> Changes:
    """The changes with their reasons."""
    if not changes.told:
        return changes
    each = replace(plan.options, sides="separate", single=True, printer=None)
    every = plan.relaid(each)  # a page a piece: there is a record whatever the paper holds
    documents = [d for d in every.documents if isinstance(d, SheetDocument)]
    reasons = _Reasons(held, every, [make_record(every, document) for document in documents])

    def with_whys(group: Sequence[Change]) -> tuple[Change, ...]:
        return tuple(replace(c, whys=tuple(reasons.of(c))) for c in group)

    return replace(
        changes,
        changed=with_whys(changes.changed),
        recounted=with_whys(changes.recounted),
        recut=with_whys(changes.recut),
        added=tuple(replace(c, whys=(_added(c),)) for c in changes.added),
        removed=tuple(replace(c, whys=(_removed(c, plan),)) for c in changes.removed),
    )


def _added(change: Change) -> Why:
    return Why(loc=change.new.loc if change.new else None, note=f"{change.id} is new")


def _removed(change: Change, plan: Plan) -> Why:
    assert change.old is not None
    file, what = change.old.shared.file, change.old.path or change.id
    value, copies = Value(file, change.old.path), Value(file, f"{change.old.path}.copies")
    node = node_at(plan.game, value) if change.old.path else None
    before, (left, loc) = _written_before([change.old])[copies], text_at(plan.game, copies)
    if node is not None and left not in (None, before):
        return Why(file, copies.path, before, left, loc)
    if node is not None:
        return Why(file, loc=node.loc, note=f"{what} is not printed any more")
    component = plan.game.component(change.component)
    return Why(file, loc=component.loc if component else None, note=f"{what} is gone")


def _written_before(pieces: Iterable[Printed]) -> dict[Value, str]:
    """The values of single pieces as they were; the number of copies also where nobody wrote it."""
    found: dict[Value, str] = {}
    for piece in pieces:
        file = piece.shared.file
        found[Value(file, f"{piece.path}.copies")] = str(piece.copies)
        found |= {Value(file, path): text for path, text in piece.own.items()}
    return found


def _rewritten(old: Mapping[str, str], new: Mapping[str, str]) -> set[str]:
    """The paths of values that have the short form on one side and the long one on the other:
    `fox: fox.png` and `fox: {art: fox.png}`."""
    found = set()
    for one, other in ((old, new), (new, old)):
        for path, text in one.items():
            above = path.rpartition(".")[0]
            if path not in other and other.get(above) == text:
                found |= {path, above}
    return found


class _Reasons:
    """Looks for reasons; `records` are those of the present plan."""

    def __init__(self, held: PrintedBefore, plan: Plan, records: Sequence[Record]) -> None:
        self.held, self.plan = held, plan
        self.before = _written_before(held.pieces.values())
        self.own = {p.id: p for r in reversed(records) for p in r.pieces}
        self.components = components_of(records)
        self.game = {
            Value(file, path): text
            for record in records
            for file, those in record.values.items()
            for path, text in those.items()
        }
        now = {k: v for r in records for k, v in r.options.items() if k not in LAYOUT}
        then = {k: v for k, v in held.options.items() if k not in LAYOUT}
        self.options = [
            Why(path=f"--{name}", old=then.get(name), new=now.get(name))
            for name in sorted(then.keys() | now.keys())
            if then.get(name) != now.get(name)
        ]

    def of(self, change: Change) -> list[Why]:
        """The reasons of a change."""
        assert change.old is not None
        own = self._own(change.old, change.id)
        shared = self._shared(change.component, change.old)
        fact = FACTS.get(change.sort)
        if fact:
            said = [was for was in (*own, *shared) if was[0].path.rpartition(".")[2] == fact]
            found = [self._why(was) for was in said or own]
        else:
            needed = [self._of_others(id) for id in self.plan.needs.get(change.component, ())]
            wide = (*own, *shared, *chain.from_iterable(needed), *self._of_game(change.old))
            drawn = [was for was in wide if self._reads(change, was)]
            found = [*self.options, *map(self._why, drawn)]
            found += self._made_for_others(change) + self._pictures_changed(change.old)
        found = found or [self._why(was) for was in self._elsewhere(change)]
        programs = ", ".join(self.held.programs)
        return list(dict.fromkeys(found)) or [Why(note=f"{ELSEWHERE} (printed by {programs})")]

    # -- values that differ ------------------------------------------------------------------------

    def _own(self, old: Printed, id: str) -> list[Was]:
        """The values of a piece alone that differ."""
        if not old.path:
            return []
        now = self.own[id]
        values = now.values if old.front is not None else {}  # backs name those of backs only
        own = {f"{now.place}{p.removeprefix(old.path)}": text for p, text in old.own.items()}
        return _first(self._differing(self.components[now.component].file, own, values))

    def _shared(self, component: str, old: Printed) -> list[Was]:
        """Those of its component; a file of fronts does not say what made their backs."""
        now = self.components.get(component)
        found = self._differing(now.file, old.shared.values, now.values) if now else ()
        return _first(w for w in found if old.back is not None or not makes_backs(w[0].path))

    def _of_others(self, component: str) -> list[Was]:
        """Those of another component."""
        before, now = self.held.components.get(component), self.components.get(component)
        if before is None or now is None:
            return []
        found = self._differing(now.file, before.values, now.values)
        return _first(was for was in found if not makes_backs(was[0].path))

    def _of_game(self, old: Printed) -> list[Was]:
        """Those of the game and its theme that were drawn."""
        return _first(
            was for file, those in old.game.items() for was in self._differing(file, those, {})
        )

    def _elsewhere(self, change: Change) -> list[Was]:
        """What explains a piece when nothing nearer does: values of the game that were not drawn
        before, and of other components, which this one reads; then those of the pieces that it is
        made for."""
        assert change.old is not None
        game = change.old.game
        new: list[Was] = [
            (value, None) for value in self.game if value.path not in game.get(value.file, {})
        ]
        others = [one for id in self.components if id != change.component for one in self._all(id)]
        read = [was for was in (*new, *others) if self._reads(change, was)]
        needed = self.plan.needs.get(change.component, {})
        return read or [was for id in needed for was in self._all(id)]

    def _all(self, component: str) -> list[Was]:
        """The values of a component and of its pieces that differ."""
        found = self._of_others(component)
        for old in self.held.pieces.values():
            if old.component == component and old.id in self.own and len(found) < MOST_VALUES:
                found += self._own(old, old.id)
        return found

    def _reads(self, change: Change, was: Was) -> bool:
        """True if the component of a piece is drawn from a value."""
        value = was[0]
        read = self.plan.values_read.get(change.component, frozenset())
        names = {name for file, name in read if within(file, self.plan.game) == value.file}
        names -= {*FACTS.values()}
        return value.path == self._place(change) or not names.isdisjoint(value.path.split("."))

    def _place(self, change: Change) -> str:
        return self.own[change.id].place

    def _differing(
        self, file: str, old: Mapping[str, str], new: Mapping[str, str]
    ) -> Iterator[Was]:
        """Values of a file that are others than they were, or in `new` and were not written."""
        same = _rewritten(old, new)
        for path, text in old.items():
            now = None if path in same else text_at(self.plan.game, Value(file, path))[0]
            if path not in same and (now is None or kept(now) != text):
                yield Value(file, path), text
        for path, text in new.items():
            value = Value(file, path)
            if path not in old and path not in same and self.before.get(value) != text:
                yield value, self.before.get(value)

    # -- what is no value --------------------------------------------------------------------------

    def _made_for_others(self, change: Change) -> list[Why]:
        """What the pieces of others are for which a component is made, where they are others."""
        assert change.old is not None
        before, present = change.old.shared.needs, self.components.get(change.component)
        needs = present.needs if present else {}
        component = self.plan.game.component(change.component)
        loc = component.loc if component else None
        found = []
        for id in islice({**before, **needs}, MOST_VALUES):
            old, new = before.get(id), needs.get(id)
            if old != new:
                note = f"it is made for {id}: {old or NOTHING} -> {new or NOTHING}"
                found.append(Why(path=id, old=old, new=new, loc=loc, note=note))
        return found

    def _pictures_changed(self, old: Printed) -> list[Why]:
        """The files of art of a piece that hold something else than they did."""
        then = old.shared.pictures
        now = {k: v for c in self.components.values() for k, v in c.pictures.items()}
        names = dict.fromkeys((*old.own.values(), *old.shared.values.values()))
        folder = Path(self.plan.game.path)
        return [
            Why(loc=Loc(str(folder / name)), note="the picture was changed")
            for name in islice(names, MOST_VALUES)
            if name in then and then[name] != now.get(name, then[name])
        ]

    def _why(self, was: Was) -> Why:
        """A reason with the place of the new value: of its first line that differs."""
        value, old = was
        new, loc = text_at(self.plan.game, value)
        node = node_at(self.plan.game, value)
        if node is not None and old is not None and new is not None and node.indent is not None:
            loc = node.at(_first_row(old, new))
        return Why(value.file, value.path, old, None if new is None else kept(new), loc)


def _first(values: Iterable[Was]) -> list[Was]:
    """Values, each once, but for those that are too many."""
    return list(dict.fromkeys(islice(values, MOST_VALUES)))


def _first_row(old: str, new: str) -> int:
    """How many lines at the beginning are the same, up to blanks at their ends."""
    rows = 0
    for one, other in zip(old.splitlines(), new.splitlines(), strict=False):
        if one.rstrip() != other.rstrip():
            break
        rows += 1
    return rows
