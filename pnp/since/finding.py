"""Which build a word names, and what its records say."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import reduce
from pathlib import Path

from pnp.changes import Held, held_of, joined
from pnp.changes.printed import THROWN
from pnp.errors import PnpError, Problem, sort_problems
from pnp.export.attachment import has_record, read_record
from pnp.export.documents import export_document
from pnp.export.shelf import SELECTION
from pnp.export.transaction import HIDDEN
from pnp.load import load
from pnp.plan import LeafletDocument, Options, Plan
from pnp.record import Record, make_record, read_tag
from pnp.record.making import stem_of
from pnp.since.revision import check_out, is_revision

TAG, GIT = "tag:", "git:"


@dataclass(frozen=True)
class Old:
    """What `--since` named: how it is called, its records, and where its pictures are.

    `files` are the bytes of PDFs by the names of their documents; a revision has a `plan`. `whole`
    and `complete` are as in `held_of`.
    """

    name: str
    records: tuple[Record, ...]
    whole: bool
    complete: bool = False
    files: Mapping[str, bytes] = field(default_factory=dict)
    plan: Plan | None = None
    notes: tuple[str, ...] = ()

    @property
    def held(self) -> Held:
        """What the records say; a reprint beside the build that it completes comes after it."""
        later = tuple(r for r in self.records if {"pieces", THROWN} & r.options.keys())
        first = tuple(r for r in self.records if r not in later)
        parts = [
            held_of(part, self.name, whole=self.whole, complete=self.complete)
            for part in (first, later)
            if part
        ]
        return reduce(joined, parts)


def leaflet_keys(plan: Plan) -> dict[str, str]:
    """The print keys of a game's leaflets by their stems, "" for one that cannot be set."""
    found = {}
    for document in plan.documents:
        if isinstance(document, LeafletDocument):
            try:
                data = export_document(plan, document).data
                record = read_record(data, document.name)
                found[record.stem] = record.contents
            except PnpError:
                found[stem_of(plan, document)] = ""
    return found


def find_old(word: str, plan: Plan, kept: Path, space: Path) -> Old:
    """What a word names: an existing file or folder, a tag, a revision, in this order.

    `kept` is the output folder where tags are looked for, `space` an empty folder that must stay
    for as long as the result is used. Raises PnpError (OLD001 to OLD004, PDF001, REC001), OSError.
    """
    game, name = plan.game, word.removeprefix(TAG)
    tags = kept / game.id / HIDDEN / "tags"
    tag = tags / f"{name if re.fullmatch('[A-Za-z0-9_-]{1,64}', name) else ''}.json"
    if word.startswith(TAG):
        return _checked(_tag(tag, word, kept / game.id, plan), plan)
    if word.startswith(GIT):
        return _revision(word.removeprefix(GIT), plan, space)
    path = Path(word)
    plain = re.search(r"[/\\\\]", word) is None
    means = {
        "file": path.is_file(),
        "folder": path.is_dir(),
        "tag": tag.is_file(),
        "revision": (plain or not path.exists()) and is_revision(Path(game.path), word),
    }
    found = [what for what, true in means.items() if true]
    if len(found) > 1:
        message = f"'{word}' is a {' and a '.join(found)}"
        hint = f"write ./{word}, {TAG}{word} or {GIT}{word}"
        raise PnpError(Problem("OLD002", "error", message, None, hint))
    if not found:
        raise _unknown(word, plan, tag)
    if means["revision"]:
        return _revision(word, plan, space)
    if means["tag"]:
        return _checked(_tag(tag, word, kept / game.id, plan), plan)
    return _checked(_pdf(path) if means["file"] else _folder(path, plan), plan)


def _unknown(word: str, plan: Plan, tag: Path) -> PnpError:
    names = sorted(path.stem for path in tag.parent.glob("*.json"))
    known = f"tags there: {', '.join(names)}" if names else "there are no tags"
    message = (
        f"'{word}' is no PDF, no folder, no tag of {plan.game.id} in {tag.parent.parent.parent}, "
        f"and no git revision of {plan.game.path}"
    )
    return PnpError(Problem("OLD001", "error", message, None, f"{known}; or give --in FOLDER"))


def _checked(old: Old, plan: Plan) -> Old:
    """Raises PnpError (OLD003) if a record is another game's."""
    other = next((r for r in old.records if r.game != plan.game.id), None)
    if other is not None:
        message = f"{old.name} is of the game '{other.game}', not of '{plan.game.id}'"
        raise PnpError(Problem("OLD003", "error", message))
    return old


def _pdf(path: Path) -> Old:
    data = path.read_bytes()
    record = read_record(data, str(path))
    return Old(str(path), (record,), False, files={record.document: data})


def _folder(path: Path, plan: Plan) -> Old:
    """The PDFs of a folder, or of the game's folder in it: of a selection if there are no others.

    Raises PnpError for broken ones.
    """
    below = path / plan.game.id
    places = (below, path, below / SELECTION, path / SELECTION)
    folder = next((place for place in places if any(place.glob("*.pdf"))), path)
    records, files, notes = [], {}, []
    problems: list[Problem] = []
    for file in sorted(file for file in folder.glob("*.pdf") if file.is_file()):
        data = file.read_bytes()
        try:
            record = read_record(data, str(file))
        except PnpError as error:
            if error.problems[0].code == "REC001" and not has_record(data):
                notes.append(f"{file} carries no record; it is left out")
            else:
                problems += error.problems
            continue
        records.append(record)
        files[record.document] = data
    if problems:
        raise PnpError(problems)
    if not records:
        message = f"neither {path} nor {below} holds a PDF with a record"
        raise PnpError(Problem("OLD001", "error", message))
    return Old(str(path), tuple(records), True, files=files, notes=tuple(notes))


def _tag(file: Path, word: str, folder: Path, plan: Plan) -> Old:
    """A kept record. The PDFs beside it may still show some of its pictures."""
    if not file.is_file():
        raise _unknown(word, plan, file)
    tag = read_tag(file.read_bytes(), str(file))
    files = {}
    for record in tag.documents:
        path = folder / f"{Path(record.document).name}.pdf"
        if path.is_file():
            files[record.document] = path.read_bytes()
    return Old(f"tag {tag.tag}", tag.documents, True, True, files)


def _revision(name: str, plan: Plan, space: Path) -> Old:
    """The game at a revision, drawn by today's program. Its id is that of the present game."""
    folder = Path(plan.game.path).resolve()
    target = space / folder.name
    target.mkdir(parents=True)
    check_out(folder, name, target)
    try:
        game, problems = load(target)
        plain = replace(plan.options, pieces=(), printer=None, sides="separate", single=False)
        old = Plan(game, plain)
        problems += old.problems
    except PnpError as error:
        problems, old = list(error.problems), None
    errors = [p for p in problems if p.severity == "error"]
    if old is None or errors:
        says = str(sort_problems(errors)[0]).replace(str(target), f"{name}:{folder.name}")
        raise PnpError(Problem("OLD004", "error", f"the game of {name} cannot be drawn: {says}"))
    keys = leaflet_keys(Plan(game, Options()))
    records = tuple(make_record(old, d, keys.get(stem_of(old, d), "")) for d in old.documents)
    named = Old(f"revision {name}", records, True, True, plan=old)
    return _checked(named, plan)
