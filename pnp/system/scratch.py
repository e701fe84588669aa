"""The folder for large things that one run needs and leaves to nobody: it goes with the process."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from pathlib import Path

_made: list[Path] = []


def scratch_folder() -> Path:
    """The folder of this run, made when it is first asked for. Raises OSError."""
    if not _made:
        _made.append(Path(tempfile.mkdtemp(prefix="pnp-")))
        atexit.register(shutil.rmtree, _made[0], ignore_errors=True)
    return _made[0]


def take_over(folder: Path) -> None:
    """Use the folder of the process that this one works for: results outlive who made them."""
    _made[:] = [folder]


def clear() -> None:
    """Remove what is in the folder: nobody needs it any longer."""
    for folder in _made:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(mode=0o700, exist_ok=True)
