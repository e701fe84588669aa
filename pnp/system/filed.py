"""Finished files: in memory while they are small, else on the disk, never twice at a time."""

from __future__ import annotations

import contextlib
import hashlib
import io
import mmap
import os
import shutil
import tempfile
from pathlib import Path
from typing import IO

from pnp.limits import MOST_PDF
from pnp.system.disk import open_file
from pnp.system.scratch import scratch_folder

Filed = bytes | Path
"""A finished file: its bytes, or where it is; in the scratch folder if it is not in place yet."""
SMALL = 16_000_000
"""The largest file that is held in memory, bytes."""
CHUNK = 1 << 20


class Draft:
    """A file that is being written: in memory at first, in the scratch folder once it is large.

    Raises OSError when the disk is full.
    """

    def __init__(self) -> None:
        self._file: IO[bytes] = io.BytesIO()
        self._path: Path | None = None

    def write(self, data: bytes) -> int:
        if self._path is None and self._file.tell() + len(data) > SMALL:
            handle, name = tempfile.mkstemp(dir=scratch_folder())
            start, self._file = self._file, os.fdopen(handle, "w+b")
            self._path = Path(name)
            self._file.write(start.getvalue())  # type: ignore[attr-defined]
            self._file.seek(start.tell())
        return self._file.write(data)

    def seek(self, place: int, whence: int = 0) -> int:
        return self._file.seek(place, whence)

    def tell(self) -> int:
        return self._file.tell()

    def flush(self) -> None:
        self._file.flush()

    def filed(self) -> Filed:
        """What was written, which is finished."""
        if self._path is None:
            return self._file.getvalue()  # type: ignore[attr-defined,no-any-return]
        self._file.close()
        return self._path


def take_in(file: IO[bytes]) -> Filed:
    """All that is left to read of an open file."""
    draft = Draft()
    shutil.copyfileobj(file, draft, CHUNK)
    return draft.filed()


def opened(filed: Filed) -> IO[bytes]:
    """The file, to be read from its start. Raises OSError."""
    return open_file(filed, MOST_PDF) if isinstance(filed, Path) else io.BytesIO(filed)


def copy_into(filed: Filed, out: IO[bytes] | Draft) -> None:
    """Write all of a file. Raises OSError."""
    with opened(filed) as file:
        shutil.copyfileobj(file, out, CHUNK)


def size_of(filed: Filed) -> int:
    """Its size in bytes. Raises OSError."""
    return filed.stat().st_size if isinstance(filed, Path) else len(filed)


def digest_of(filed: Filed) -> str:
    """Its SHA-256. Raises OSError."""
    found = hashlib.sha256()
    with opened(filed) as file:
        while part := file.read(CHUNK):
            found.update(part)
    return found.hexdigest()


def mapped(filed: Filed) -> bytes | mmap.mmap:
    """The bytes of a file at their places, none of them read yet. Raises OSError, ValueError."""
    if not isinstance(filed, Path):
        return filed
    with open_file(filed, MOST_PDF) as file:
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)


def let_go(data: bytes | mmap.mmap) -> None:
    """Keep nothing in memory of what was read of a file; it can be read again."""
    if isinstance(data, mmap.mmap) and hasattr(data, "madvise"):
        with contextlib.suppress(OSError, ValueError):
            data.madvise(mmap.MADV_DONTNEED)
