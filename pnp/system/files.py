"""Files put in place all at once: written beside their target first, renamed at the end."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path

from pnp.system.disk import refuse_special
from pnp.system.filed import Filed, copy_into


def write_files(files: Mapping[Path, Filed]) -> None:
    """Write every file, or none: what stood there before stays whole until all are ready.

    Folders are made as needed. Raises OSError, naming the target, when one cannot be written.
    """
    waiting: list[tuple[Path, Path]] = []
    try:
        for target, data in files.items():
            waiting.append((_write_beside(target, data), target))
        for temporary, target in waiting:
            try:
                temporary.replace(target)
            except OSError as error:
                raise type(error)(error.errno, error.strerror, str(target)) from None
    except BaseException:
        for temporary, _ in waiting:
            with contextlib.suppress(OSError):
                temporary.unlink(missing_ok=True)
        raise


def _write_beside(target: Path, data: Filed) -> Path:
    try:
        refuse_special(target)
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=".pnp-", suffix=".tmp", dir=target.parent)
    except OSError as error:
        raise type(error)(error.errno, error.strerror, str(target)) from None
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            copy_into(data, file)
        temporary.chmod(0o666 & ~_umask())
    except BaseException as error:
        temporary.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise type(error)(error.errno, error.strerror, str(target)) from None
        raise
    return temporary


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
