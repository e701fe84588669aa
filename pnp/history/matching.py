"""What changed between what was printed and a plan: by print keys first, by names second."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pnp.errors import Loc
from pnp.game.plan import Plan
from pnp.history.printed import Place, Printed, PrintedBefore, printable, told
from pnp.history.renamed import find_renamed
from pnp.piece import Piece
from pnp.record import face_key, piece_key

NEAR = 1e-3
"""How far two sizes may differ and be one, mm: records round."""

NOTHING = "(nothing)"
"""How a value that is not written is shown."""


class Why(Struct, frozen=True):
    """A reason: a value that was written otherwise, or `note` where no value says it.

    `loc` is the place of the new value, or of what is left where it stood; `row` counts the lines
    of a text that are the same before the first that differs.
    """

    file: str = ""
    path: str = ""
    old: str | None = None
    new: str | None = None
    loc: Loc | None = None
    note: str = ""

    def __str__(self) -> str:
        place = f"{self.loc}: " if self.loc else f"{self.file}: " if self.file else ""
        if self.note:
            return f"{place}{self.note}"
        old, new, more = _shown(self.old, self.new)
        return f"{place}{self.path}: {old} -> {new}{more}"


def _shown(old: str | None, new: str | None) -> tuple[str, str, str]:
    """Two values as one line: of texts the first line that differs."""
    if old is None or new is None or "\n" not in old + new:
        return _short(old), _short(new), ""
    before, after = old.splitlines(), new.splitlines()
    rows = max(len(before), len(after))
    before += [""] * (rows - len(before))
    after += [""] * (rows - len(after))
    differ = [n for n in range(rows) if before[n].rstrip() != after[n].rstrip()]
    if not differ:
        return _short(old), _short(new), ""
    first, more = differ[0], len(differ) - 1
    rest = f" (and {more} more line{'' if more == 1 else 's'})" if more else ""
    return f"'{printable(before[first].rstrip())}'", f"'{printable(after[first].rstrip())}'", rest


def _short(text: str | None) -> str:
    if text is None:
        return NOTHING
    if text.startswith("sha256:"):
        return "(a long text)"
    first = printable(text.split("\n")[0])
    return f"{first[:60]} …" if len(first) > 60 or "\n" in text else first


class Change(Struct, frozen=True):
    """What became of a piece.

    `sides` are those that changed: front, back, size, outline. `more` copies are to be printed,
    `fewer` of the printed ones are to be thrown away; `old_places` are theirs.
    """

    sort: str
    id: str
    component: str
    sides: tuple[str, ...] = ()
    old_id: str = ""
    old_copies: int = 0
    new_copies: int = 0
    whys: tuple[Why, ...] = ()
    old: Printed | None = None
    new: Piece | None = None

    @property
    def more(self) -> int:
        """Copies to be printed."""
        if self.sort in ("changed", "added"):
            return self.new_copies
        return max(self.new_copies - self.old_copies, 0)

    @property
    def fewer(self) -> int:
        """Printed copies to be thrown away."""
        if self.sort in ("changed", "removed"):
            return self.old_copies
        return max(self.old_copies - self.new_copies, 0)

    @property
    def waste(self) -> tuple[Place, ...]:
        """Where the copies to be thrown away were printed: the last ones, if some stay."""
        places = self.old.places if self.old and self.fewer else ()
        return places[-self.fewer :]

    def waste_beside(self, whole: Collection[str]) -> tuple[int, str]:
        """How many copies go, but for those of documents that go as a whole, and where they were
        printed, in words."""
        places = [place for place in self.waste if place.document not in whole]
        lost = self.fewer - len(self.waste)
        unknown = f"{lost} more, place not known" if places else "place not known"
        words = "; ".join([told(places)] * bool(places) + [unknown] * bool(lost))
        return len(places) + lost, words


SORTS = ("changed", "added", "removed", "recounted", "renamed", "recut")


class Changes(Struct, frozen=True):
    """All differences, in printing order. A piece that only has another name is `renamed`, one
    whose corners are only cut otherwise `recut`: nothing is printed for these.

    `compared` counts pieces, `partly` those of which one side is not known, `missing` those of the
    game that what was printed does not speak of; `read` counts the leaflets that were compared.
    """

    changed: tuple[Change, ...] = ()
    added: tuple[Change, ...] = ()
    removed: tuple[Change, ...] = ()
    recounted: tuple[Change, ...] = ()
    renamed: tuple[Change, ...] = ()
    recut: tuple[Change, ...] = ()
    leaflets: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()
    compared: int = 0
    partly: int = 0
    missing: int = 0
    read: int = 0

    @property
    def groups(self) -> dict[Why, tuple[str, ...]]:
        """Every reason with the pieces that it changed, the widest reasons first."""
        found: dict[Why, list[str]] = {}
        for change in self.told:
            for why in change.whys:
                found.setdefault(why, []).append(change.id)
        return {why: tuple(found[why]) for why in sorted(found, key=lambda w: -len(found[w]))}

    @property
    def all(self) -> tuple[Change, ...]:
        """Everything that asks for paper or for the bin."""
        return (*self.changed, *self.added, *self.removed, *self.recounted)

    @property
    def thrown(self) -> tuple[Change, ...]:
        """Everything that asks for the bin, as it lies on the sheets; unknown places last."""
        those = [change for change in self.all if change.fewer]
        files = list(dict.fromkeys(p.document for c in those for p in c.waste))

        def place(change: Change) -> tuple[int, int, int]:
            places = [(files.index(p.document), p.sheet, p.slot) for p in change.waste]
            return min(places, default=(len(files), 0, 0))

        return tuple(sorted(those, key=place))

    @property
    def told(self) -> tuple[Change, ...]:
        """Everything that has reasons."""
        return (*self.all, *self.recut)

    @property
    def is_empty(self) -> bool:
        """True if nothing is to be printed or thrown away."""
        return not self.all and not self.leaflets

    @property
    def is_sure(self) -> bool:
        """True if all pieces of the game were compared, and there are some."""
        return self.compared > 0 and not self.partly and not self.missing


class Present(Struct, frozen=True):
    """A piece of the plan, and whether its back is printed."""

    piece: Piece
    backed: bool

    @property
    def front(self) -> str:
        return face_key(self.piece.front)

    @property
    def back(self) -> str:
        return face_key(self.piece.back) if self.piece.back and self.backed else ""


def present_pieces(plan: Plan, before: PrintedBefore) -> dict[str, Present]:
    """The pieces of a plan that what was printed speaks of; those with no copies are not printed.

    With `--sides fronts`, as what was printed was printed, those have backs that have printed ones.
    """
    found: dict[str, Present] = {}
    backed = {id for id, old in before.pieces.items() if old.back}
    bare = plan.options.sides == "fronts"
    for stem, source in plan.game.file.documents.items():
        speaks = before.whole or stem in before.stems or source.backs in before.stems
        speaks = speaks and source.backs not in before.blind
        for piece in plan.pieces_in(source):
            if piece.copies and (speaks or piece.id in before.pieces):
                known = piece.id in backed if piece.id in before.pieces else bool(backed)
                has = source.backs is not None and (known or not bare)
                found.setdefault(piece.id, Present(piece, has))
    return found


def unlike(old: Printed, new: Present) -> tuple[str, ...]:
    """In what a piece differs from what was printed, as far as that is known."""
    found = []
    if any(abs(a - b) > NEAR for a, b in zip(old.size, new.piece.size, strict=True)):
        found.append("size")
    if old.front is not None and new.front != old.front:
        found.append("front")
    if old.back is not None and new.back != old.back:
        found.append("back")
    return tuple(found) or (("outline",) if _other_outline(old, new) else ())


def _other_outline(old: Printed, new: Present) -> bool:
    """True if a piece is cut out otherwise; the outline of a net is drawn in its face."""
    if new.piece.net is not None and old.front is not None:
        return False
    return any(
        piece_key(new.piece, new.front if front else "", new.back if back else "") != key
        for front, back, key in old.shapes
    )


def is_recut(old: Printed, new: Piece) -> bool:
    """True if the corners of a piece are to be cut otherwise than those of the printed one."""
    return abs(old.corners - new.corners) > NEAR


def match(before: PrintedBefore, plan: Plan) -> Changes:
    """Compare what was printed with a plan; reasons are not looked for."""
    present = present_pieces(plan, before)
    olds = {id: old for id, old in before.pieces.items() if old.copies}
    pairs, gone = _paired(present, olds, plan)
    used = set(pairs.values())
    sorts: dict[str, list[Change]] = {sort: [] for sort in SORTS}
    for id, new in present.items():
        old = olds[pairs[id]] if id in pairs else None
        sides = unlike(old, new) if old else ()
        for sort in _sorts_of(old, new, sides):
            sorts[sort].append(_change(sort, old, new, sides))
    sorts["removed"] = [_change("removed", old, None) for old in gone if old.id not in used]
    notes = _notes(olds, present)
    found = Changes(
        notes=tuple(notes),
        compared=len(present.keys() | (olds.keys() - used)),
        partly=sum(notes.values()),
        missing=0 if before.blind else len(_printed_ids(plan) - present.keys()),
    )
    groups: dict[str, Any] = {sort: tuple(changes) for sort, changes in sorts.items()}
    return replace(found, **groups)


def _paired(
    present: Mapping[str, Present], olds: dict[str, Printed], plan: Plan
) -> tuple[dict[str, str], list[Printed]]:
    """The ids of present pieces with those they were printed under, and printed pieces of which
    copies are left over: first what looks the same, under its own name or another, then what was
    written alike, then what has the same name."""
    same = {id: id for id, new in present.items() if id in olds and not unlike(olds[id], new)}
    left = {id: new for id, new in present.items() if id not in same}
    other = {id: old for id, old in olds.items() if id not in same}
    names = _renamed(other, left)
    pairs, used = {**same, **names}, set(names.values())
    gone = [o for id, o in other.items() if id not in used and (id not in present or id in names)]
    gone = _shared_out(gone, olds, {pairs[id]: new for id, new in present.items() if id in pairs})
    return _with_alike(pairs, gone, left, olds, plan), gone


def _with_alike(
    pairs: dict[str, str],
    gone: Sequence[Printed],
    left: Mapping[str, Present],
    olds: Mapping[str, Printed],
    plan: Plan,
) -> dict[str, str]:
    """The pairs with those of pieces that are `left`: written alike, or of one name."""
    used = set(pairs.values())
    open = {id: new for id, new in left.items() if id not in pairs}
    come = [new.piece for id, new in open.items() if id not in olds or id in used]
    alike = find_renamed(gone, come, plan).items()
    found = {id: old for id, old in alike if unlike(olds[old], left[id])}
    used |= set(found.values())
    same = {id: id for id in open if id not in found and id in olds and id not in used}
    return {**pairs, **found, **same}


def _sorts_of(old: Printed | None, new: Present, sides: Sequence[str]) -> Iterator[str]:
    """What became of a piece that is there; `sides` differ."""
    if old is None:
        yield "added"
    elif sides:
        yield "changed"
    else:
        if old.copies != new.piece.copies:
            yield "recounted"
        if old.id != new.piece.id:
            yield "renamed"
        if is_recut(old, new.piece):
            yield "recut"


def _printed_ids(plan: Plan) -> set[str]:
    """The pieces that the game's documents print."""
    documents = plan.game.file.documents.values()
    return {p.id for document in documents for p in plan.pieces_in(document) if p.copies}


def _shared_out(
    gone: Sequence[Printed], olds: dict[str, Printed], stay: Mapping[str, Present]
) -> list[Printed]:
    """What is left of pieces that are gone when those that stay, by their ids in `olds`, have got
    the copies that they lack from the same pictures; both are noted in `olds`."""
    lacking: dict[str | None, list[str]] = {}
    for id, new in stay.items():
        if olds[id].copies < new.piece.copies:
            lacking.setdefault(olds[id].front, []).append(id)
    for piece in gone:
        for id in lacking.get(piece.front, ()):
            here, new = olds[piece.id], stay[id]
            few = min(new.piece.copies - olds[id].copies, here.copies)
            if few > 0 and not unlike(here, new):
                places = (*olds[id].places, *here.places[:few])
                olds[id] = replace(olds[id], copies=olds[id].copies + few, places=places)
                olds[piece.id] = replace(here, copies=here.copies - few, places=here.places[few:])
    left = [olds[piece.id] for piece in gone]
    for piece in left:
        if not piece.copies:
            del olds[piece.id]
    return [piece for piece in left if piece.copies]


def _notes(olds: Mapping[str, Printed], news: Mapping[str, Present]) -> Counter[str]:
    """What could not be compared, once for each document, with the number of pieces."""
    found: Counter[str] = Counter()
    for id, new in news.items():
        old = olds.get(id)
        name = old.places[0].document if old and old.places else ""
        if old and old.front is None:
            found[f"{name} holds backs only: the fronts of its pieces are not compared"] += 1
        elif old and old.back is None and new.backed and new.piece.back:
            found[f"{name} holds fronts only: the backs of its pieces are not compared"] += 1
    return found


def _renamed(olds: Mapping[str, Printed], news: Mapping[str, Present]) -> dict[str, str]:
    """New ids whose picture was printed under another name: the old id of each.

    Pieces of one component come first, then those with as many copies.
    """
    by_front: dict[tuple[str | None, str | None], list[Printed]] = {}
    for old in olds.values():
        by_front.setdefault((old.front, old.back if old.front is None else None), []).append(old)
    found: dict[str, str] = {}
    taken: set[str] = set()
    for id, new in news.items():
        near = [*by_front.get((new.front, None), ()), *by_front.get((None, new.back), ())]
        fits = [old for old in near if old.id not in taken and not unlike(old, new)]
        if fits:
            piece = new.piece
            best = min(
                fits, key=lambda o: (o.component != piece.component, o.copies != piece.copies)
            )
            found[id] = best.id
            taken.add(best.id)
    return found


def _change(
    sort: str, old: Printed | None, new: Present | None, sides: Sequence[str] = ()
) -> Change:
    piece = new.piece if new else None
    one = piece or old
    assert one is not None
    return Change(
        sort,
        one.id,
        one.component,
        tuple(sides),
        old.id if old else "",
        old.copies if old else 0,
        piece.copies if piece else 0,
        (),
        old,
        piece,
    )
