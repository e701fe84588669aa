"""What was made of outside art, kept on the disk: it is drawn once, whatever command asks for it.

All games share one folder, in the user's folder for caches: commands without an output folder find
there what others drew, and no folder that comes from somebody else brings pictures of its own. It
is bounded, and what was not used for longest goes first. A file in it is believed only as far as it
has the hashes that it names; one that cannot be read or written is no fault: the thing is made
again.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import struct
import tempfile
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from msgspec import MsgspecError, msgpack

from pnp.errors import PnpError, Problem
from pnp.piece import InMemory, Source, hash_of
from pnp.system.disk import open_file
from pnp.system.program import program_key
from pnp.system.scratch import scratch_folder

MOST_BYTES = 1_000_000_000
"""All files together; a fifth of it is made free at once."""
_HEAD = struct.Struct(">8s32sI")
"""A sign, the SHA-256 of the first part, and its length; the second part is the bitmaps."""
_SIGN = b"pnp-kept"
_NAME = re.compile(r"[0-9a-f]{64}(\.[a-z0-9_]{1,20}\.tmp)?")

T = TypeVar("T")


class _Again(Source):
    """A bitmap of a thing that is kept in a file, at a place; made again if it is not there."""

    def __init__(self, file: Path, span: tuple[int, int], again: Callable[[], object]) -> None:
        self.file, self.span, self.again = file, span, again

    def read(self, key: str) -> bytes:
        with contextlib.suppress(OSError), open_file(self.file, MOST_BYTES) as file:
            file.seek(self.span[0])
            data = file.read(self.span[1])
            if hash_of(data) == key:
                return data
        for data in _packed("", self.again())[1]:
            if hash_of(data) == key:
                return data
        raise changed_meanwhile()


def changed_meanwhile() -> PnpError:
    """What is said if a file of art is not what it was when the command began."""
    says = "a picture was changed while it was being printed"
    return PnpError(Problem("ART002", "error", says, None, "do it once more"))


class Store:
    """Things with bitmaps in a folder, by what they are made from."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._room = 0

    def kept(
        self,
        made_from: Sequence[bytes],
        shape: type[T],
        make: Callable[[], T],
        again: Callable[[], T],
        origin: Source | None = None,
    ) -> T:
        """A thing of this shape, as it was made before or else by `make`.

        `made_from` is everything that decides what comes of it, but for the program. `again` makes
        it when a bitmap is asked for that is no longer kept; it can be pickled, and holds nothing
        large. Bitmaps whose source is the `origin` are read there. What `make` raises is raised
        and not kept: a refusal may hang on time and memory, and whoever is refused changes the
        file next.
        """
        found = hashlib.sha256(program_key().encode())
        for part in (shape.__name__.encode(), *made_from):
            found.update(b"%d:%b" % (len(part), part))
        key = found.hexdigest()
        file = self.folder / key

        def unpack(meta: bytes, start: int) -> T:
            def source(_: type, span: Any) -> Source:
                if span is None:
                    assert origin is not None
                    return origin
                return _Again(file, (start + span[0], span[1]), again)

            pair: Any = tuple[str, shape]  # type: ignore[valid-type]
            told, thing = msgpack.decode(meta, type=pair, dec_hook=source)
            if told != key:
                raise ValueError("it is another one")
            made: T = thing
            return made

        with contextlib.suppress(OSError, MsgspecError, ValueError, struct.error):
            meta = _read(file)
            return unpack(meta, _HEAD.size + len(meta))
        meta, blobs = _packed(key, make())
        self._write(file, meta, blobs)
        return unpack(meta, _HEAD.size + len(meta))

    def _write(self, file: Path, meta: bytes, blobs: Sequence[bytes]) -> None:
        """Put a file in place, whole or not at all; a disk that is full or read only keeps none."""
        size = _HEAD.size + len(meta) + sum(map(len, blobs))
        if size > MOST_BYTES // 5:
            return
        with contextlib.suppress(OSError):
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if size > self._room:
                self._room = make_room(self.folder)
            self._room -= size
            handle, draft = tempfile.mkstemp(".tmp", f"{file.name}.", self.folder)
            try:
                with os.fdopen(handle, "wb") as out:
                    out.write(_HEAD.pack(_SIGN, hashlib.sha256(meta).digest(), len(meta)))
                    out.writelines([meta, *blobs])
                Path(draft).replace(file)
            except BaseException:
                with contextlib.suppress(OSError):
                    Path(draft).unlink()
                raise


def make_room(folder: Path) -> int:
    """Remove what was not used for longest until a fifth of `MOST_BYTES` is free; how much of that
    one process may write before it looks again. Raises OSError."""
    found = []
    with os.scandir(folder) as entries:
        for entry in entries:
            if _NAME.fullmatch(entry.name) and entry.is_file(follow_symlinks=False):
                about = entry.stat(follow_symlinks=False)
                found.append((about.st_mtime, about.st_size, entry.path))
    total = sum(size for _, size, _ in found)
    for _, size, path in sorted(found) if total > MOST_BYTES * 4 // 5 else ():
        if total <= MOST_BYTES * 4 // 5:
            break
        with contextlib.suppress(OSError):
            Path(path).unlink()
        total -= size
    return MOST_BYTES // 5


def _packed(key: str, thing: object) -> tuple[bytes, list[bytes]]:
    """A thing as bytes, and the files of its bitmaps one after the other, those of an origin left
    out."""
    blobs: list[bytes] = []

    def span(source: Any) -> tuple[int, int] | None:
        if not isinstance(source, InMemory):
            return None
        blobs.append(source.data)
        return sum(map(len, blobs[:-1])), len(source.data)

    return msgpack.encode((key, thing), enc_hook=span), blobs


def _read(file: Path) -> bytes:
    """The first part of a file, which counts as used. Raises OSError, ValueError, struct.error."""
    with open_file(file, MOST_BYTES) as opened:
        sign, digest, length = _HEAD.unpack(opened.read(_HEAD.size))
        if sign != _SIGN or length > file.stat().st_size:
            raise ValueError("it is none of ours")
        meta = opened.read(length)
    if hashlib.sha256(meta).digest() != digest:
        raise ValueError("it is broken")
    with contextlib.suppress(OSError):
        os.utime(file)
    return meta


_choice = {"cached": True}


def use_store(cached: bool) -> None:
    """Keep things from now on for all runs, or (`--no-cache`) for this one alone."""
    _choice["cached"] = cached
    _store.cache_clear()


def store() -> Store:
    """The store in use."""
    return _store(_choice["cached"])


@cache
def _store(cached: bool) -> Store:
    """That of all runs; one of this run, if that is asked for or nothing can be written there."""
    import platformdirs

    folder = platformdirs.user_cache_path("pnp", appauthor=False) / "drawn"
    with contextlib.suppress(OSError):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with contextlib.suppress(OSError):
        if not cached or not os.access(folder, os.W_OK):
            folder = Path(tempfile.mkdtemp(dir=scratch_folder()))
    return Store(folder)
