"""Why pieces changed: which value in which file. A value is a reason only if putting the old one
back changes the picture again; what no value explains is said as well.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path

from msgspec.structs import replace

from pnp.errors import Loc, PnpError
from pnp.game.plan import Plan, SheetDocument
from pnp.history.matching import NOTHING, Change, Changes, Present, Why, is_recut, unlike
from pnp.history.printed import Held, Printed, components_of
from pnp.history.trial import Value, node_at, plan_with, text_at
from pnp.record import Record, make_record
from pnp.record.sources import kept, makes_backs

Was = tuple[Value, str | None]
"""A value and what it was, None where it was not written."""
Pieces = Mapping[str, Present]
MOST_TRIALS, MOST_SECONDS = 40, 8.0
"""How often a game is drawn with old values, and for how long: a record may be a stranger's, and
say that thousands of values were others."""
MOST_VALUES = 100
"""Values of one piece, or shared by pieces, that are looked at if they differ."""
UNTRIED = "one or several of the values that differ; these were not tried out"
ELSEWHERE = (
    "no value explains it: the program draws it otherwise, or a font or a picture file changed"
)
TOGETHER = "several of the values that changed make it so together, none of them alone"
# fmt: off
LAYOUT = frozenset({
    "paper", "margin", "orientation", "gap", "align", "grid", "pack", "sides", "flip", "fold-axis",
    "printer", "sheets", "cut-contour", "output-intent", "pieces", "bleed-edge",
    "marks", "mark-length", "mark-offset", "mark-colour", "mark-sides",
})
# fmt: on
"""Options of sheets, which change no picture of a piece."""


def explain(changes: Changes, held: Held, plan: Plan) -> Changes:
    """The changes with their reasons."""
    if not changes.told:
        return changes
    each = replace(plan.options, sides="separate", single=True, printer=None)
    every = plan.relaid(each)  # a page a piece: there is a record whatever the paper holds
    documents = [d for d in every.documents if isinstance(d, SheetDocument)]
    records = [make_record(every, document) for document in documents]
    reasons = _Reasons(held, every, records)
    whys = reasons.of((*changes.changed, *changes.recounted))
    cuts = reasons.of(changes.recut)

    def with_whys(group: Sequence[Change]) -> tuple[Change, ...]:
        return tuple(replace(c, whys=tuple(whys[c.id])) for c in group)

    return replace(
        changes,
        changed=with_whys(changes.changed),
        recounted=with_whys(changes.recounted),
        recut=tuple(replace(c, whys=tuple(cuts[c.id])) for c in changes.recut),
        added=tuple(replace(c, whys=(_added(c),)) for c in changes.added),
        removed=tuple(replace(c, whys=(_removed(c, plan),)) for c in changes.removed),
        notes=(*changes.notes, *reasons.notes),
    )


def _added(change: Change) -> Why:
    return Why(loc=change.new.loc if change.new else None, note=f"{change.id} is new")


def _removed(change: Change, plan: Plan) -> Why:
    assert change.old is not None
    file, what = change.old.shared.file, change.old.path or change.id
    value, copies = Value(file, change.old.path), Value(file, f"{change.old.path}.copies")
    node = node_at(plan.game, value) if change.old.path else None
    stood, (left, loc) = _standing([change.old])[copies], text_at(plan.game, copies)
    if node is not None and left not in (None, stood):
        return Why(file, copies.path, stood, left, loc)
    if node is not None:
        return Why(file, loc=node.loc, note=f"{what} is not printed any more")
    component = plan.game.component(change.component)
    return Why(file, loc=component.loc if component else None, note=f"{what} is gone")


def _standing(pieces: Iterable[Printed]) -> dict[Value, str]:
    """The values of single pieces as they were; the number of copies also where nobody wrote it."""
    found: dict[Value, str] = {}
    for piece in pieces:
        file = piece.shared.file
        found[Value(file, f"{piece.path}.copies")] = str(piece.copies)
        found |= {Value(file, path): text for path, text in piece.own.items()}
    return found


def _rewritten(old: Mapping[str, str], new: Mapping[str, str]) -> set[str]:
    """The paths of values that stand in the short form on one side and in the long one on the
    other: `fox: fox.png` and `fox: {art: fox.png}`."""
    found = set()
    for one, other in ((old, new), (new, old)):
        for path, text in one.items():
            above = path.rpartition(".")[0]
            if path not in other and other.get(above) == text:
                found |= {path, above}
    return found


class _Reasons:
    """Looks for reasons; `records` are those of the present plan."""

    def __init__(self, held: Held, plan: Plan, records: Sequence[Record]) -> None:
        self.held, self.plan = held, plan
        self.trials, self.end = 0, time.monotonic() + MOST_SECONDS
        self.untried: dict[Was, None] = {}
        self.cut = False
        self.known: dict[tuple[object, ...], list[Was]] = {}
        self.long: dict[Value, dict[Value, str]] = {}
        """What stood in long forms that are short now: other old values need it beside them."""
        self.standing = _standing(held.pieces.values())
        self.own = {p.id: (r, p) for r in reversed(records) for p in r.pieces}
        self.components = components_of(records)
        self.pictures = {
            k: v for r in records for c in r.components.values() for k, v in c.pictures.items()
        }
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

    @property
    def notes(self) -> tuple[str, ...]:
        """That not all values were tried, if so."""
        if not self.untried and not self.cut:
            return ()
        many = f"{len(self.untried)}{' or more' if self.cut else ''}"
        said = f"{many} of the values that differ were not tried out: it would take too long"
        return (f"reasons may be missing; {said}",)

    def of(self, changes: Sequence[Change]) -> dict[str, list[Why]]:
        """The reasons of changes by the ids of the pieces."""
        own = {c.id: self._own(c) for c in changes}
        wide = {c.id: self._wide(c) for c in changes}
        weak = {c.id: self._newly_drawn(c) for c in changes}
        far = {c.id: self._of_others(c) for c in changes}
        options = {c.id: [] if c.sort == "recut" else self.options for c in changes}
        found: dict[str, list[Why]] = {id: list(whys) for id, whys in options.items()}
        for depth in range(max(map(len, own.values()), default=0)):
            layer = {id: was[depth] for id, was in own.items() if depth < len(was)}
            for change in self._moved_by(layer.values(), [c for c in changes if c.id in layer]):
                found[change.id].append(self._why(layer[change.id]))
        everything = [was for values in (own, wide) for those in values.values() for was in those]
        for values in (wide, weak, far):
            of_whom: dict[Was, list[Change]] = {}
            for change in changes:
                for was in values[change.id]:
                    of_whom.setdefault(was, []).append(change)
            for was, open in of_whom.items():
                if values is not wide:
                    open = [c for c in open if not found[c.id]]
                for change in self._moved_by([was], open):
                    found[change.id].append(self._why(was))
                    everything.append(was)
        open = self._unexplained(changes, everything)
        for change in open:
            found[change.id] += self._rest(change)
        for change in changes:
            found[change.id] = found[change.id] or self._through_others(change, own)
        return found

    # -- candidates --------------------------------------------------------------------------------

    def _own(self, change: Change) -> list[Was]:
        """The values of this piece alone that differ."""
        old, (_, now) = change.old, self.own[change.id]
        if old is None or not old.path:
            return []
        file = self.components[change.component].file
        values = now.values if old.front is not None else {}  # backs name those of backs only
        own = {f"{now.place}{p.removeprefix(old.path)}": text for p, text in old.own.items()}
        return self._first(self._differing(old.shared.file, own, file, values))

    def _wide(self, change: Change) -> list[Was]:
        """The values that differ of the component, of those it needs, and of the game."""
        old = change.old
        assert old is not None
        group = change.component, id(old.shared), id(old.game)
        if group not in self.known:
            self.known[group] = self._first(self._shared(change.component, old))
        if old.back is None:  # a file of fronts does not say what made their backs
            return [was for was in self.known[group] if not makes_backs(was[0].path)]
        return self.known[group]

    def _shared(self, component: str, old: Printed) -> Iterator[Was]:
        for id in (component, *self.plan.needs.get(component, ())):
            before = old.shared if id == component else self.held.components.get(id)
            now = self.components.get(id)
            if before is not None and now is not None:
                yield from self._differing(before.file, before.values, now.file, now.values)
        for file, those in old.game.items():
            yield from self._differing(file, those, file, {})

    def _first(self, values: Iterable[Was]) -> list[Was]:
        """Values, each once, but for those that are too many."""
        found = list(dict.fromkeys(islice(values, MOST_VALUES + 1)))
        self.cut = self.cut or len(found) > MOST_VALUES
        return found[:MOST_VALUES]

    def _newly_drawn(self, change: Change) -> list[Was]:
        """Values of the game that were not drawn before, or not written."""
        assert change.old is not None
        game = change.old.game
        return [(value, None) for value in self.game if value.path not in game.get(value.file, {})]

    def _of_others(self, change: Change) -> list[Was]:
        """The values that differ of components that this one needs no pieces of: `like` takes
        colours from any."""
        group = change.component, "others"
        if group not in self.known:
            near = {change.component, *self.plan.needs.get(change.component, ())}
            self.known[group] = self._first(
                was
                for id, before in self.held.components.items()
                if id not in near and id in self.components
                for was in self._differing(
                    before.file, before.values, self.components[id].file, self.components[id].values
                )
            )
        return self.known[group]

    def _differing(
        self, old_file: str, old: Mapping[str, str], file: str, new: Mapping[str, str]
    ) -> Iterator[Was]:
        same = _rewritten(old, new)
        for path in same & old.keys() - new.keys():
            home = Value(old_file, path.rpartition(".")[0])
            self.long.setdefault(home, {})[Value(old_file, path)] = old[path]
        for path, text in old.items():
            if path in same:
                continue
            now = text_at(self.plan.game, Value(old_file, path))[0]
            if now is None or kept(now) != text:
                yield Value(old_file, path), text
        for path, text in new.items():
            value = Value(file, path)
            if path not in old and path not in same and self.standing.get(value) != text:
                yield value, self.standing.get(value)

    # -- trials ------------------------------------------------------------------------------------

    def _moved_by(self, values: Iterable[Was], changes: Sequence[Change]) -> list[Change]:
        """The changes whose pieces are other ones when values are as they were; none if there is
        no time left to try."""
        values = list(values)
        old = {value: text for value, text in values if not (text or "").startswith("sha256:")}
        if not changes or not old:
            return list(changes)
        self.trials += 1
        if self.trials > MOST_TRIALS or time.monotonic() > self.end:
            self.untried |= dict.fromkeys(values)
            return []
        there = self._pieces(old, changes)
        return [c for c in changes if _other(c, there.get(c.id))]

    def _pieces(self, old: Mapping[Value, str | None], changes: Sequence[Change]) -> Pieces:
        """The pieces of a trial by their ids; none if it cannot be drawn."""
        homes = (Value(value.file, value.path.rpartition(".")[0]) for value in old)
        longer = {value: text for home in homes for value, text in self.long.get(home, {}).items()}
        plan = plan_with(self.plan, {**longer, **old})
        if plan is None:
            return {}
        try:
            ids = dict.fromkeys(c.component for c in changes)
            pieces = [p for id in ids if plan.game.component(id) for p in plan.pieces_of(id)]
        except (PnpError, ValueError, KeyError):  # values that nobody wrote together
            return {}
        return {p.id: Present(p, True) for p in pieces}

    def _unexplained(self, changes: Sequence[Change], values: Iterable[Was]) -> list[Change]:
        """The changes that are not undone when all values are as they were."""
        if not changes or self.options:
            return []
        there = self._pieces(dict(values), changes)
        return [c for c in changes if not any(_is_old(c, there.get(i)) for i in (c.id, c.old_id))]

    def _rest(self, change: Change) -> list[Why]:
        """What is said of a change that values explain not, or not wholly: what the component was
        told of others, or that it lies elsewhere."""
        found = self._pictures_changed(change) or self._told_otherwise(change)
        programs = ", ".join(self.held.programs)
        return found or [Why(note=f"{ELSEWHERE} (printed by {programs})")]

    def _through_others(self, change: Change, own: Mapping[str, Sequence[Was]]) -> list[Why]:
        """Why a piece changed that none of its own values moves: values of pieces that its
        component was told of, as a box of the copies of a card."""
        needed = self.plan.needs.get(change.component, {})
        those = [was for id, all in own.items() if self._component_of(id) in needed for was in all]
        found = self._told_otherwise(change)
        found = found or [self._why(was) for was in those if self._moved_by([was], [change])]
        return found or [Why(note=UNTRIED if self.untried or self.cut else TOGETHER)]

    def _component_of(self, id: str) -> str:
        return self.own[id][1].component

    def _told_otherwise(self, change: Change) -> list[Why]:
        """What the component of a piece was told of others, where it was told otherwise."""
        assert change.old is not None
        before, present = change.old.shared.needs, self.components.get(change.component)
        needs = present.needs if present else {}
        file = self.plan.game.component(change.component)
        loc = file.loc if file else None
        found = []
        for id in islice({**before, **needs}, MOST_VALUES):
            old, new = before.get(id), needs.get(id)
            if old != new:
                said = f"it is made for {id}: {old or NOTHING} -> {new or NOTHING}"
                found.append(Why(path=id, old=old, new=new, loc=loc, note=said))
        return found

    def _pictures_changed(self, change: Change) -> list[Why]:
        """The files of art of a piece that hold something else than they did."""
        assert change.old is not None
        then = change.old.shared.pictures
        names = [*change.old.own.values(), *change.old.shared.values.values()]
        folder = Path(self.plan.game.path)
        return [
            Why(loc=Loc(str(folder / name)), note="the picture was changed")
            for name in islice(dict.fromkeys(names), MOST_VALUES)
            if name in then and then[name] != self.pictures.get(name, then[name])
        ]

    def _why(self, was: Was) -> Why:
        """A reason with the place of the new value: of its first line that differs."""
        value, old = was
        new, loc = text_at(self.plan.game, value)
        node = node_at(self.plan.game, value)
        if node is not None and old is not None and new is not None and node.indent is not None:
            loc = node.at(_first_row(old, new))
        return Why(value.file, value.path, old, None if new is None else kept(new), loc)


def _first_row(old: str, new: str) -> int:
    """How many lines at the beginning are the same, up to blanks at their ends."""
    rows = 0
    for one, other in zip(old.splitlines(), new.splitlines(), strict=False):
        if one.rstrip() != other.rstrip():
            break
        rows += 1
    return rows


def _other(change: Change, there: Present | None) -> bool:
    """True if the piece of a trial is another than the present one, in what changed of it."""
    new = change.new
    assert new is not None
    if there is None:
        return True
    if change.sort == "recounted":
        return there.piece.copies != new.copies
    if change.sort == "recut":
        return there.piece.corners != new.corners
    now = Present(new, True)
    if there.piece.outline != new.outline or there.piece.size != new.size:
        return True
    faces = {"front", "back"} & {*change.sides} or {"front", "back"}
    return any(getattr(there, side) != getattr(now, side) for side in faces)


def _is_old(change: Change, there: Present | None) -> bool:
    """True if the piece of a trial is just what was printed."""
    if there is None or change.old is None:
        return False
    if change.sort == "recounted":
        return there.piece.copies == change.old.copies
    if change.sort == "recut":
        return not is_recut(change.old, there.piece)
    old = change.old if "back" in change.sides else replace(change.old, back=None)
    return not unlike(replace(old, shapes=()), there)
