"""Several files of one folder changed at once: a kill at any moment leaves old or new files, and
the next run finishes what was begun.

New files are written whole into `.pnp/new` beside their targets; a journal then says what is to be
renamed, and is removed at the end. While there is a journal, its files are complete, so that a run
that finds one rolls forward. Without one, whatever stands in `.pnp/new` is waste of a dead run.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import re
import shutil
import signal
import threading
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct, field

from pnp.limits import MOST_STATE
from pnp.system.disk import read_file, refuse_special
from pnp.system.filed import Filed, copy_into, digest_of
from pnp.system.locks import lock

HIDDEN = ".pnp"
"""The folder for what is kept beside the documents of a game."""
_NEW, _JOURNAL = f"{HIDDEN}/new", f"{HIDDEN}/journal.json"
_NAME = re.compile(r"(?:\.pnp/tags/)?[A-Za-z0-9][A-Za-z0-9._{}-]*\Z|\.pnp/state\.json\Z")
"""Names that a journal may hold: nothing outside the folder is ever touched."""


class Exchange(Struct, frozen=True):
    """What becomes of a folder: files by their names in it, and names that are removed."""

    folder: Path
    files: Mapping[str, Filed]
    removed: Sequence[str] = ()


class Recovery(Struct, frozen=True):
    """What was found of a run that was cut off: names put in place now, and names that were lost
    because somebody removed what the journal needed."""

    finished: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()


class _Journal(Struct):
    """New files by their place in `.pnp/new`, with their hashes, and what is removed."""

    files: list[tuple[str, str]] = field(default_factory=list)
    removed: list[tuple[str, str]] = field(default_factory=list)


@contextlib.contextmanager
def locked(folders: Sequence[Path]) -> Iterator[None]:
    """Folders that no other build changes meanwhile; they are made as needed. Raises OSError."""
    with contextlib.ExitStack() as stack:
        for folder in sorted(set(folders)):
            refuse_link(folder)
            with _named(folder):
                folder.mkdir(parents=True, exist_ok=True)
            with _named(folder / HIDDEN):
                (folder / HIDDEN).mkdir(exist_ok=True)
                stack.callback(lock(folder / HIDDEN))
        yield


def refuse_link(folder: Path) -> None:
    """Raises OSError if a hidden folder is a link: what it leads to is none of ours."""
    for path in (folder / HIDDEN, folder / HIDDEN / "tags"):
        if path.is_symlink():
            raise OSError(errno.ELOOP, "is a link; remove it", str(path))


def put_in_place(changes: Sequence[Exchange]) -> None:
    """Make all changes, or none. The folders must be `locked`.

    Raises OSError, naming the target, when one cannot be written; everything is then as it was.
    """
    journals = []
    try:
        for change in changes:
            journals.append(_prepare(change))
        with _uninterrupted():
            _commit(changes, journals)
    except BaseException:
        for change in changes:
            if not (change.folder / _JOURNAL).exists():
                _sweep(change.folder)
        raise


def is_clean(folder: Path) -> bool:
    """True if no run was cut off in a folder (or is just changing it)."""
    return not (folder / _JOURNAL).exists() and not (folder / _NEW).exists()


def recover(folder: Path) -> Recovery:
    """Finish what a run began that was cut off, and sweep away its waste. The folder is `locked`.

    Raises OSError.
    """
    journal = _read_journal(folder / _JOURNAL)
    finished, lost = [], []
    with _uninterrupted():
        for number, (name, digest) in enumerate(journal.files):
            waiting = folder / _NEW / str(number)
            if file_digest(waiting) == digest:
                _rename(waiting, folder / name)
                finished.append(name)
            elif file_digest(folder / name) != digest:
                lost.append(name)
        for name, digest in journal.removed:
            if file_digest(folder / name) == digest:
                (folder / name).unlink()
        (folder / _JOURNAL).unlink(missing_ok=True)
        _sweep(folder)
    return Recovery(tuple(finished), tuple(lost))


def file_digest(path: Path) -> str:
    """The SHA-256 of a file, empty if there is none that can be read."""
    try:
        return digest_of(path)
    except OSError:
        return ""


def _prepare(change: Exchange) -> _Journal:
    """Write the new files, and links to the old ones in case one cannot be put in place."""
    folder, journal = change.folder, _Journal()
    _sweep(folder)
    with _named(folder / _NEW):
        (folder / _NEW).mkdir()
    for number, (name, data) in enumerate(change.files.items()):
        target = folder / name
        with _named(target):
            refuse_special(target)
            target.parent.mkdir(parents=True, exist_ok=True)
            _write(folder / _NEW / str(number), data)
            _keep(target, folder / _NEW / f"old-{number}")
        journal.files.append((name, digest_of(data)))
    for number, name in enumerate(change.removed, len(change.files)):
        with _named(folder / name):
            _keep(folder / name, folder / _NEW / f"old-{number}")
        journal.removed.append((name, file_digest(folder / name)))
    return journal


def _commit(changes: Sequence[Exchange], journals: Sequence[_Journal]) -> None:
    """From here on a run that is cut off will be finished by the next one."""
    done: list[tuple[Path, Path]] = []
    try:
        for change, journal in zip(changes, journals, strict=True):
            _write_journal(change.folder, journal)
        for change in changes:
            for number, name in enumerate([*change.files, *change.removed]):
                target, new = change.folder / name, change.folder / _NEW
                done.append((target, new / f"old-{number}"))
                with _named(target):
                    if number < len(change.files):
                        _rename(new / str(number), target)
                    else:
                        target.unlink()
    except OSError:
        for target, old in reversed(done):
            if old.exists():
                _rename(old, target)
            else:
                target.unlink(missing_ok=True)
        for change in changes:
            (change.folder / _JOURNAL).unlink(missing_ok=True)
        raise
    for change in changes:
        (change.folder / _JOURNAL).unlink()
        _sweep(change.folder)


def _write_journal(folder: Path, journal: _Journal) -> None:
    with _named(folder / _JOURNAL):
        draft = folder / _NEW / "journal"
        _write(draft, json.dumps({"files": journal.files, "removed": journal.removed}).encode())
        _rename(draft, folder / _JOURNAL)


def _read_journal(path: Path) -> _Journal:
    """The journal, an empty one if there is none or it is none of ours."""
    try:
        data = json.loads(read_file(path, MOST_STATE))
        journal = _Journal(
            [(str(name), str(digest)) for name, digest in data["files"]],
            [(str(name), str(digest)) for name, digest in data["removed"]],
        )
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return _Journal()
    names = [name for name, _ in (*journal.files, *journal.removed)]
    return journal if all(map(_NAME.match, names)) else _Journal()


def _write(path: Path, data: Filed) -> None:
    with path.open("wb") as file:
        copy_into(data, file)
        file.flush()
        os.fsync(file.fileno())


def _keep(target: Path, old: Path) -> None:
    """A second name for a file, or a copy where links are not to be had."""
    if target.exists():
        try:
            old.hardlink_to(target)
        except OSError:
            shutil.copy2(target, old)


def _rename(old: Path, new: Path) -> None:
    os.replace(old, new)  # noqa: PTH105 - the one place; tests stop it at every call


def _sweep(folder: Path) -> None:
    shutil.rmtree(folder / _NEW, ignore_errors=True)


@contextlib.contextmanager
def _named(target: Path) -> Iterator[None]:
    """An OSError within names the target, not what was written on the way to it."""
    try:
        yield
    except OSError as error:
        raise type(error)(error.errno, error.strerror, str(target)) from None


@contextlib.contextmanager
def _uninterrupted() -> Iterator[None]:
    """Ctrl-C waits no longer than a few renames: between them nobody is served by it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    usual = signal.signal(signal.SIGINT, lambda *_: None)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)
