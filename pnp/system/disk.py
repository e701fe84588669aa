"""Files that are read or replaced: regular ones, of which a size can be known. A pipe or a device
would never end, and a file in its place would be its end."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO

_FLAGS = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)


class TooLarge(OSError):
    """A file of more bytes than are read; `size` is how many it has."""

    def __init__(self, path: Path, size: int, most: int) -> None:
        says = f"too large: {_megabytes(size)}; at most {_megabytes(most)} are read"
        super().__init__(errno.EFBIG, says, str(path))
        self.size = size


def open_file(path: Path, most: int) -> BinaryIO:
    """A regular file of at most so many bytes, opened to be read.

    It is looked at before it is opened, for opening may do something to a device, and again
    afterwards, for another may have taken its place. Raises OSError that names the path.
    """
    _check(path, os.stat(path), most)  # noqa: PTH116 - as fstat
    handle = os.open(path, _FLAGS)
    try:
        _check(path, os.fstat(handle), most)
    except OSError:
        os.close(handle)
        raise
    return os.fdopen(handle, "rb")


def read_file(path: Path, most: int) -> bytes:
    """The bytes of a regular file of at most so many. Raises OSError that names the path."""
    with open_file(path, most) as file:
        size = os.fstat(file.fileno()).st_size
        data = file.read(size + 1)
        if len(data) > size:  # it grew meanwhile, or its system knows no sizes
            data += file.read(most + 1 - len(data))
    if len(data) > most:
        raise TooLarge(path, len(data), most)
    return data


def refuse_special(path: Path) -> None:
    """Raises OSError that names the path, if a file of this name would replace what is none."""
    try:
        found = os.stat(path)  # noqa: PTH116 - as fstat
    except FileNotFoundError:
        return
    _refuse_special(path, found)


def _refuse_special(path: Path, found: os.stat_result) -> None:
    if stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError(errno.EISDIR, "is a directory", str(path))
    if not stat.S_ISREG(found.st_mode):
        raise OSError(errno.EINVAL, "is no regular file", str(path))


def _check(path: Path, found: os.stat_result, most: int) -> None:
    """Raises OSError for what is no regular file, or too large."""
    _refuse_special(path, found)
    if found.st_size > most:
        raise TooLarge(path, found.st_size, most)


def _megabytes(size: int) -> str:
    return f"{size / 1e6:.0f} MB" if size >= 1e6 else f"{size} bytes"
