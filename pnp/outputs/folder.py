"""A game's output folder during a build: what of it stands, what is written, what goes."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from pnp.errors import PnpError, Problem
from pnp.game.plan import AnyDocument, Plan
from pnp.outputs.buildkey import build_key, key_parts
from pnp.outputs.documents import Output, pages_of
from pnp.outputs.earlier import look_of, reason, shows_key
from pnp.outputs.state import STATE, Entry, State, read_state
from pnp.outputs.tagfile import Kept, archive_name, find_tag, tag_file
from pnp.outputs.transaction import (
    Exchange,
    Recovery,
    file_digest,
    is_clean,
    recover,
    refuse_link,
)
from pnp.record import Record, make_record
from pnp.record.keys import face_key
from pnp.system.filed import Filed, digest_of, size_of

SELECTION = "selection"
"""The folder beside the documents of a game for those of `--pieces`: they have the same names."""


class Work(Struct, frozen=True):
    """A document to be made, or found as it stands: its record, and what it would be made from."""

    document: AnyDocument
    record: Record
    parts: dict[str, str]
    key: str

    @property
    def file_name(self) -> str:
        return f"{self.document.name}.pdf"


class Outcome(Struct, frozen=True):
    """What a build does to a folder: new print keys and all of them, how many pieces show a new one
    and how many there are, and documents that are written with the reasons.

    Of those that earlier builds made and this one does not, the names: `removed`, `left` because
    somebody changed them, `older` than the game is now, `beside` it and up to date. `first`: none
    of the documents was known before."""

    changed: frozenset[str] = frozenset()
    faces: frozenset[str] = frozenset()
    pieces: tuple[int, int] = (0, 0)
    written: Mapping[str, str] = {}
    removed: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    older: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    first: bool = True

    @property
    def fates(self) -> tuple[tuple[str, str], ...]:
        """The files of earlier builds that want a word, and what became of each."""
        words = {"removed": self.removed, "changed": self.left, "older": self.older}
        return tuple((name, fate) for fate, names in words.items() for name in names)

    @property
    def told(self) -> frozenset[str]:
        """The files of earlier builds that this one names or removes."""
        return frozenset((*self.removed, *self.left, *self.older, *self.beside))


class Over(Struct, frozen=True):
    """Documents of earlier builds that this one does not make: those that nobody needs any more,
    those that are older than the game, and those of other options that are up to date."""

    idle: list[str]
    older: list[str]
    beside: list[str]


class OutputFolder(Struct):
    """The folder of one game. `whole`: all its documents are built, so that what is left over goes;
    `proved`: only documents that were read back count as standing."""

    folder: Path
    plan: Plan
    works: Sequence[Work]
    whole: bool
    proved: bool
    state: State = field(default_factory=State)
    outcome: Outcome = Outcome()
    tagged: tuple[str, int] | None = None
    """The file of the tag of a build in the folder, and its size in bytes."""
    current: dict[str, bool] = field(default_factory=dict)
    """Whether documents that are not made show their pieces as they are now, as far as asked."""

    def open(self) -> Recovery:
        """Look at the folder; finish what a run began that was cut off. It is `locked` or clean.

        Raises OSError.
        """
        refuse_link(self.folder)
        found = Recovery() if is_clean(self.folder) else recover(self.folder)
        self.state = read_state(self.folder)
        self.current = {}
        return found

    def is_standing(self, work: Work) -> bool:
        """True if the document need not be made."""
        return self.state.holds(self.folder, work.file_name, work.key, self.proved)

    def output(self, work: Work) -> Output:
        """A document that stands, as if it had been made."""
        data = self.folder / work.file_name
        pages = pages_of(work.document) or ((),) * self.state.documents[work.file_name].pages
        return Output(work.document.name, data, pages)

    def change(self, made: Mapping[str, Output], tag: tuple[str, bool] | None) -> Exchange:
        """What the build changes, `made` being the documents that were not standing.

        `tag` is the name to keep its documents under, and whether they may replace others of that
        name. Raises PnpError (TAG001, TAG003), OSError.
        """
        entries = {w.file_name: self._entry(w, made[w.file_name]) for w in self._made(made)}
        files: dict[str, Filed] = {
            name: made[name].data
            for name, entry in entries.items()
            if file_digest(self.folder / name) != entry.sha256
        }
        over = self._leftovers()
        idle = {n: file_digest(self.folder / n) for n in over.idle}
        gone = [n for n, found in idle.items() if found == self.state.documents[n].sha256]
        self.outcome = replace(
            self._outcome(entries),
            written={n: self._reason(n, entries[n]) for n in files},
            removed=tuple(gone),
            left=tuple(n for n in idle if n not in gone and (self.folder / n).exists()),
            older=tuple(n for n in over.older if (self.folder / n).exists()),
            beside=tuple(n for n in over.beside if (self.folder / n).exists()),
        )
        state = self.state.changed(entries, over.idle, self._way())
        if state != self.state:
            files[STATE] = state.json_bytes()
        if tag is not None:
            files |= self._tag(*tag, made)
        present = [name for name in gone if (self.folder / name).exists()]
        return Exchange(self.folder, files, present)

    def _made(self, made: Mapping[str, Output]) -> list[Work]:
        return [work for work in self.works if work.file_name in made]

    def _entry(self, work: Work, output: Output) -> Entry:
        return Entry(
            build=work.key,
            sha256=digest_of(output.data),
            pages=len(output.pages),
            faces=sorted(work.record.faces),
            stem=work.record.stem,
            way=self._way(),
            proved=self.proved,
            parts=work.parts,
            side=work.record.side,
            look=look_of(work.record),
            shows=shows_key(self.plan, work.record.stem, work.record.side),
        )

    def _reason(self, name: str, entry: Entry) -> str:
        return reason(self.state.documents.get(name), entry, file_digest(self.folder / name))

    def _way(self) -> str:
        """A hash of the options, but for which of the documents they ask."""
        options = replace(self.plan.options, only=())
        return hashlib.sha256(repr(options).encode()).hexdigest()

    def _leftovers(self) -> Over:
        """Documents that an earlier build wrote and this one does not, as the state says: they may
        be gone, or somebody may have changed them since.

        Nobody needs those that the definition no longer has, that these options no longer make, or
        whose both sides now stand in one file and were others.
        """
        names = {work.file_name for work in self.works}
        over = Over([], [], [])
        for name, entry in self.state.documents.items():
            if name not in names:
                self._sort_out(name, entry, over)
        if not self.plan.options.pieces:
            chosen = read_state(self.folder / SELECTION).documents
            held = {f"{SELECTION}/{name}": entry for name, entry in chosen.items()}
            over.older.extend(n for n, one in held.items() if not self._is_current(n, one))
        return over

    def _sort_out(self, name: str, entry: Entry, over: Over) -> None:
        """Put a document that is not made this time where it belongs."""
        own = entry.way == self._way()
        if self.whole and (own or entry.stem not in self._stems):
            over.idle.append(name)
        elif not self._is_current(name, entry):
            (over.idle if self.whole and name in self._joined else over.older).append(name)
        elif not own:
            over.beside.append(name)

    @property
    def _stems(self) -> set[str | None]:
        """What the definition calls its documents."""
        items = self.plan.game.file.documents.items()
        return {s for stem, document in items for s in (stem, document.backs)}

    @property
    def _joined(self) -> set[str]:
        """The files of backs that now stand in one with their fronts."""
        both = [work.document.source for work in self.works if work.record.side == "both"]
        return {f"{self.plan.document_name(one.backs)}.pdf" for one in both if one.backs}

    def _is_current(self, name: str, entry: Entry) -> bool:
        if name not in self.current:
            now = shows_key(self.plan, entry.stem, entry.side, entry.look)
            self.current[name] = now == entry.shows != ""
        return self.current[name]

    def _outcome(self, entries: Mapping[str, Entry]) -> Outcome:
        documents, names = self.state.documents, {work.file_name for work in self.works}
        known = names & documents.keys()
        before = {
            face
            for name, entry in documents.items()
            if name in known or entry.way == self._way()  # a document may have another name
            for face in entry.faces
        }
        faces = frozenset(face for work in self.works for face in work.record.faces)
        new = faces - before
        sources = {id(work.document.source): work.document.source for work in self.works}
        pieces = {p.id: p for one in sources.values() for p in self.plan.printed_pieces(one)}
        sides = ((id, face) for id, p in pieces.items() for face in (p.front, p.back) if face)
        on = {id for id, face in sides if face_key(face) in new} if new else set()
        return Outcome(new, faces, (len(on), len(pieces)), first=not known)

    def _tag(self, name: str, anew: bool, made: Mapping[str, Output]) -> dict[str, Filed]:
        """All documents of the build as one file, unless it stands there already."""
        found = {}
        for work in self.works:
            known = made.get(work.file_name)
            data = known.data if known else self.folder / work.file_name
            found[work.file_name] = Kept(data, work.key)
        data, path = tag_file(found), archive_name(name)
        self.tagged = path, size_of(data)
        old = find_tag(self.folder, name)
        if old is None:
            return {path: data}
        if digest_of(old) == digest_of(data):
            return {}
        if not anew:
            message = f"there is a tag '{name}' of another state of {self.plan.game.id}"
            hint = "take another name, or --retag to replace it"
            raise PnpError(Problem("TAG001", "error", message, None, hint))
        return {path: data}


def folder_of(output: Path, plan: Plan) -> Path:
    """Where a build puts the documents of a game: a selection of pieces replaces no whole ones."""
    folder = output / plan.game.id
    return folder / SELECTION if plan.options.pieces else folder


def open_folder(
    folder: Path, plan: Plan, documents: Sequence[AnyDocument], proved: bool
) -> OutputFolder:
    """The folder of a game for a build of some documents, not looked at yet.

    Raises PnpError when a document cannot be made, OSError.
    """
    works = []
    for document in documents:
        record = make_record(plan, document)
        parts = key_parts(plan, document, record)
        works.append(Work(document, record, parts, build_key(parts)))
    whole = not plan.options.only and not plan.options.pieces
    return OutputFolder(folder, plan, works, whole, proved)
