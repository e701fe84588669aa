"""Which build a word names, and what its records say."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from pnp.errors import PnpError, Problem, sort_problems
from pnp.game.loader import load
from pnp.game.plan import LeafletDocument, Options, Plan
from pnp.history import PrintedBefore, joined, printed_before
from pnp.history.printed import state_of
from pnp.history.reprint import THROWN
from pnp.history.revision import check_out, doubt, is_revision
from pnp.limits import MOST_PDF
from pnp.outputs.buildkey import build_key, key_parts
from pnp.outputs.documents import export_document
from pnp.outputs.folder import SELECTION
from pnp.outputs.state import read_state
from pnp.outputs.tagfile import ARCHIVE, find_tag, read_archive, tags_in
from pnp.pdf.attachment import has_record, read_record
from pnp.record import Record, make_record
from pnp.record.making import stem_of
from pnp.system.disk import TooLarge, open_file
from pnp.system.filed import Filed, digest_of

TAG, GIT = "tag:", "git:"


class Old(Struct, frozen=True):
    """What `--since` named: how it is called, its records, and where its pictures are.

    `files` are PDFs by the names of their documents; a revision has a `plan`. `whole`
    and `complete` are as in `printed_before`. `keys` are the print keys of leaflets by their build
    keys, `alike` those of leaflets that are the same now.
    """

    name: str
    records: tuple[Record, ...]
    whole: bool
    complete: bool = False
    files: Mapping[str, Filed] = field(default_factory=dict)
    plan: Plan | None = None
    notes: tuple[str, ...] = ()
    keys: Mapping[str, str] = field(default_factory=dict)
    alike: frozenset[str] = frozenset()

    @property
    def held(self) -> PrintedBefore:
        """What the records say; a reprint beside the build that it completes comes after it."""
        later = tuple(r for r in self.records if "pieces" in r.options)
        first = tuple(r for r in self.records if r not in later)
        if all(record.side == "leaflet" for record in first):  # a reprint holds leaflets as well
            first, later = (), self.records
        parts = [
            printed_before(part, self.name, whole=self.whole, complete=self.complete)
            for part in (first, later)
            if part
        ]
        return reduce(joined, parts)


def together(olds: Iterable[Old]) -> PrintedBefore:
    """What several words name. PDFs of different documents one after another are one build, as
    those of fronts and of backs; a later PDF of backs stands for the earlier one of the same name.
    """
    found: list[Old] = []
    for old in olds:
        last = found[-1] if found else None
        if last is not None and _is_beside(old, last):
            stem = old.records[0].stem
            others = tuple(record for record in last.records if record.stem != stem)
            found[-1] = replace(last, records=others + old.records)
        else:
            found.append(old)
    return reduce(joined, (old.held for old in found))


def _is_beside(old: Old, last: Old) -> bool:
    """True if a PDF belongs to the build before it."""
    records = (*last.records, *old.records)
    sorts = {"pieces" in record.options for record in records}
    if old.whole or len(sorts) > 1:
        return False
    (record,) = old.records
    if record.stem in {r.stem for r in last.records}:
        return record.side == "backs"
    return not last.whole


def leaflet_keys(plan: Plan, held: Mapping[str, str], olds: Sequence[Old]) -> dict[str, str]:
    """The print keys of a game's leaflets by their stems, "" for one that cannot be set; `held` are
    those of what was printed.

    A leaflet is set to learn its key, which takes seconds, unless an old one was made from the
    same (`Old.keys`, `Old.alike`).
    """
    known = {build: key for old in olds for build, key in old.keys.items()}
    alike = {key for old in olds for key in old.alike}
    found = {}
    for document, key in _with_keys(plan):
        stem = stem_of(plan, document)
        old = held.get(stem, "")
        if old and (old in alike or known.get(key) == old):
            found[stem] = old
            continue
        try:
            data = export_document(plan, document).data
            found[stem] = read_record(data, document.name).contents
        except PnpError:
            found[stem] = ""
    return found


def leaflets_of(plan: Plan) -> tuple[Plan, list[LeafletDocument]]:
    """The leaflets of a game, and the plan that sets them: no sheets are laid out for it."""
    items = plan.game.file.documents.items()
    names = tuple(plan.document_name(stem) for stem, source in items if source.leaflet)
    only = plan.relaid(replace(plan.options, only=names, pieces=()))
    found = only.documents if names else ()
    return only, [document for document in found if isinstance(document, LeafletDocument)]


def _with_keys(plan: Plan) -> Iterator[tuple[LeafletDocument, str]]:
    """The leaflets of a plan with their build keys, "" where there is none."""
    only, documents = leaflets_of(plan)
    for document in documents:
        try:
            yield document, build_key(key_parts(only, document, make_record(only, document)))
        except PnpError:
            yield document, ""


def find_old(word: str, plan: Plan, kept: Path, space: Path) -> Old:
    """What a word names: an existing file (a PDF or a tag's) or folder, a tag, a revision, in
    this order.

    `kept` is the output folder where tags are looked for, `space` an empty folder that must stay
    for as long as the result is used. Raises PnpError (OLD001 to OLD004, PDF001, REC001), OSError.
    """
    game, folder = plan.game, kept / plan.game.id
    tag = find_tag(folder, word.removeprefix(TAG))
    if word.startswith(TAG):
        if tag is None:
            raise _unknown(word, plan, folder)
        return _checked(_tag(tag), plan)
    if word.startswith(GIT):
        return _revision(word.removeprefix(GIT), plan, space)
    path = Path(word)
    plain = re.search(r"[/\\\\]", word) is None
    means = {
        "file": path.is_file(),
        "folder": path.is_dir(),
        "tag": tag is not None,
        "revision": (plain or not path.exists()) and is_revision(Path(game.path), word),
    }
    found = [what for what, true in means.items() if true]
    if len(found) > 1:
        message = f"'{word}' is a {' and a '.join(found)}"
        hint = f"write ./{word}, {TAG}{word} or {GIT}{word}"
        raise PnpError(Problem("OLD002", "error", message, None, hint))
    if not found:
        raise _unknown(word, plan, folder)
    if means["revision"]:
        return _revision(word, plan, space)
    if tag is not None:
        return _checked(_tag(tag), plan)
    return _checked(_file(path, folder) if means["file"] else _folder(path, plan), plan)


def _unknown(word: str, plan: Plan, folder: Path) -> PnpError:
    names = ", ".join(tags_in(folder))
    known = f"tags there: {names}" if names else "there are no tags"
    why, advice = doubt(Path(plan.game.path), word)
    git = f"and no git revision of {plan.game.path}" if not why else f"nor a revision: {why}"
    message = f"'{word}' is no PDF, no folder, no tag of {plan.game.id} in {folder}, {git}"
    hint = f"{known}; or give --in FOLDER"
    hint = f"{advice}; {hint}" if why and advice else f"{hint}{advice and '; '}{advice}"
    return PnpError(Problem("OLD001", "error", message, None, hint))


def _checked(old: Old, plan: Plan) -> Old:
    """Raises PnpError (OLD003) if a record is another game's."""
    other = next((r for r in old.records if r.game != plan.game.id), None)
    if other is not None:
        message = f"{old.name} is of the game '{other.game}', not of '{plan.game.id}'"
        raise PnpError(Problem("OLD003", "error", message))
    return old


def _file(path: Path, folder: Path) -> Old:
    """A PDF, or a tag by the path of its file; `folder` is the game's output folder."""
    data = _checked_size(path)
    with open_file(path, MOST_PDF) as opened:
        start = opened.read(4)
    if start == ARCHIVE:
        return _tag(path, str(path))
    record = read_record(data, str(path))
    return Old(str(path), (record,), False, files={record.document: data})


def _checked_size(path: Path, most: int = MOST_PDF) -> Path:
    """A PDF as it stands. Raises PnpError (PDF001) for one that nobody prints, OSError."""
    try:
        open_file(path, most).close()
    except TooLarge as error:
        message = f"{path} is {error.strerror}"
        raise PnpError(Problem("PDF001", "error", message)) from None
    return path


def _folder(path: Path, plan: Plan) -> Old:
    """The PDFs of a folder, or of the game's folder in it: of a selection if there are no others.

    Raises PnpError for broken ones.
    """
    below = path / plan.game.id
    places = (below, path, below / SELECTION, path / SELECTION)
    folder = next((place for place in places if any(place.glob("*.pdf"))), path)
    records, files, notes, keys = [], {}, [], {}
    problems: list[Problem] = []
    state, last = read_state(folder), set()
    for file in sorted(f for f in folder.glob("*.pdf") if f.is_file() and f.stem != THROWN):
        try:
            data = _checked_size(file)
            record = read_record(data, str(file))
        except PnpError as error:
            if error.problems[0].code == "REC001" and not has_record(data):
                notes.append(f"{file} carries no record; it is left out")
            else:
                problems += error.problems
            continue
        records.append(record)
        files[record.document] = data
        entry = state.documents.get(file.name)
        if entry is not None and entry.sha256 == digest_of(data):
            keys[entry.build] = record.contents
            last |= {record.document} if entry.way == state.last else set()
    if problems:
        raise PnpError(problems)
    if not records:
        message = f"neither {path} nor {below} holds a PDF with a record"
        raise PnpError(Problem("OLD001", "error", message))
    left = _outdated(records, last)
    if left:
        more = f" and {len(left) - 1} more" if len(left) > 1 else ""
        says = "holds documents of several builds: those of the last one count"
        notes.append(f"{path} {says}, not {left[0]}{more}")
    held = tuple(record for record in records if record.document not in left)
    return Old(str(path), held, True, files=files, notes=tuple(notes), keys=keys)


def _outdated(records: Sequence[Record], last: Collection[str]) -> list[str]:
    """The documents that others of the `last` build stand for, as on another paper; none if they
    all agree, so that it does not matter which count."""
    newest = {r.stem: r for r in records if r.document in last}
    others = [r for r in records if r.document not in last and r.stem in newest]
    differ = any(state_of(record) != state_of(newest[record.stem]) for record in others)
    return [record.document for record in others] if differ else []


def _tag(file: Path, name: str = "") -> Old:
    """The documents of a tag."""
    name = name or f"tag {file.stem}"
    kept = read_archive(file)
    records = {n: read_record(one.data, f"{file}: {n}") for n, one in kept.items()}
    pdfs = {record.document: kept[n].data for n, record in records.items()}
    keys = {one.key: records[n].contents for n, one in kept.items()}
    return Old(name, tuple(records.values()), True, True, pdfs, keys=keys)


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
    keys, alike = _leaflets_then(old.relaid(Options()), plan.relaid(Options()))
    records = tuple(make_record(old, d, keys.get(stem_of(old, d), "")) for d in old.documents)
    named = Old(f"revision {name}", records, True, True, plan=old, alike=alike)
    return _checked(named, plan)


def _leaflets_then(then: Plan, now: Plan) -> tuple[dict[str, str], frozenset[str]]:
    """The print keys of the leaflets of a revision, and those that stand for leaflets which are
    made from the same as now: these are not set."""
    present = {key for _, key in _with_keys(now) if key}
    same = {stem_of(then, d): key[:16] for d, key in _with_keys(then) if key in present}
    alike = frozenset(same.values())
    return leaflet_keys(then, same, [Old("", (), False, alike=alike)]), alike
