"""One build at a time in a folder: others wait, on Unix and on Windows.

On Unix the hidden folder itself is locked. Windows opens no folders; a file in it is locked there,
one byte of it (`_locking`, Microsoft's C runtime library).
"""

from __future__ import annotations

import contextlib
import errno
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

fcntl: Any
msvcrt: Any
try:
    import fcntl
except ImportError:
    fcntl = None
try:
    import msvcrt
except ImportError:
    msvcrt = None

FILE = "lock"
"""What is locked on Windows; it stays, for another process may wait for it."""
PAUSE = 0.1
"""How long a process waits between two tries on Windows, s."""
_HELD = (errno.EACCES, errno.EDEADLK, getattr(errno, "EDEADLOCK", errno.EDEADLK))


def lock(folder: Path) -> Callable[[], None]:
    """Wait until nobody else holds the folder, and hold it; gives back how to let it go.

    Nothing is held on a file system that knows no locks. Raises OSError if it cannot be opened.
    """
    if fcntl is not None:
        handle = os.open(folder, os.O_RDONLY)
        with contextlib.suppress(OSError):  # a file system that knows no locks
            fcntl.flock(handle, fcntl.LOCK_EX)
        return lambda: os.close(handle)
    handle = os.open(folder / FILE, os.O_RDWR | os.O_CREAT)
    held = msvcrt is not None and _wait(handle)

    def release() -> None:
        if held:
            os.lseek(handle, 0, os.SEEK_SET)
            with contextlib.suppress(OSError):
                msvcrt.locking(handle, msvcrt.LK_UNLCK, 1)
        os.close(handle)

    return release


def _wait(handle: int) -> bool:
    """Hold the first byte of a file, as soon as nobody else does; False if it cannot be locked.

    `LK_LOCK` would give up after ten seconds, and a build may take longer.
    """
    while True:
        try:
            os.lseek(handle, 0, os.SEEK_SET)
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError as error:
            if error.errno not in _HELD:
                return False
            time.sleep(PAUSE)
        else:
            return True
