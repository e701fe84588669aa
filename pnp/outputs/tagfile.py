"""Tags: the PDFs of a build kept under a name, each tag one ZIP archive.

A single file is replaced by a single rename: whoever reads a tag finds the old or the new one, also
while a build is killed. Tags of earlier versions hold records only, as JSON.
"""

from __future__ import annotations

import re
import shutil
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from pnp.errors import PnpError, Problem
from pnp.limits import MOST_PDF
from pnp.outputs.transaction import HIDDEN
from pnp.system.disk import TooLarge, open_file
from pnp.system.filed import CHUNK, Draft, Filed, opened, size_of, take_in

TAGS = f"{HIDDEN}/tags"
ARCHIVE = b"PK\x03\x04"
"""What a ZIP archive begins with."""
MOST_PACKED = 500_000_000
"""So much more than the archive itself its documents may be, if somebody has compressed them."""
MOST_FILES = 1_000
_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
_FILE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._{}-]{0,130}\.pdf")
_KEY = re.compile(rb"[0-9a-f]{64}")
_PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_BROKEN = (zipfile.BadZipFile, zlib.error, ValueError, RuntimeError, EOFError)
"""What the library raises for what is no archive, or a broken one."""
_DAY = (1980, 1, 1, 0, 0, 0)
"""The date of all files, the first that an archive can say: the same build gives the same bytes."""


class Kept(NamedTuple):
    """A document of a tag: its file, and its build key, "" if that is not known."""

    data: Filed
    key: str = ""


def archive_name(name: str) -> str:
    """Where a tag stands in the output folder of its game."""
    return f"{TAGS}/{name}.zip"


def tag_file(documents: Mapping[str, Kept]) -> Filed:
    """Documents by their file names as one file; the same documents give the same bytes.

    They are stored as they are: PDFs are compressed. Raises PnpError (TAG003) for too many,
    OSError.
    """
    size = sum(size_of(kept.data) for kept in documents.values())
    if size > MOST_PDF or len(documents) > MOST_FILES:
        message = f"{len(documents)} documents of {size / 1e6:.0f} MB are too much for a tag"
        hint = f"at most {MOST_FILES} documents and {MOST_PDF / 1e6:.0f} MB; see --max-ppi"
        raise PnpError(Problem("TAG003", "error", message, None, hint))
    out: Any = Draft()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for name, kept in documents.items():
            entry = zipfile.ZipInfo(name, _DAY)
            entry.create_system, entry.external_attr = 3, 0o644 << 16
            entry.comment = kept.key.encode()
            entry.file_size = size_of(kept.data)
            with archive.open(entry, "w") as file, opened(kept.data) as data:
                shutil.copyfileobj(data, file, CHUNK)
    kept_all: Filed = out.filed()
    return kept_all


def read_archive(path: Path) -> dict[str, Kept]:
    """The documents of a tag by their file names. Nothing in it is trusted.

    Raises PnpError (REC001) for what is no tag or too large, OSError.
    """
    try:
        with open_file(path, 2 * MOST_PDF) as file, zipfile.ZipFile(file) as archive:
            most = size_of(path) + MOST_PACKED
            entries = archive.infolist()
            size = sum(entry.file_size for entry in entries)
            if len(entries) > MOST_FILES or size > min(MOST_PDF, most):
                raise ValueError("it is too large")
            names = [entry.filename for entry in entries]
            if not names or len(set(names)) < len(names) or not all(map(_FILE.fullmatch, names)):
                raise ValueError("it holds other files than PDFs")
            if any(e.compress_type not in _PACKED for e in entries):
                raise ValueError("it is packed in a way of its own")
            return {e.filename: Kept(_data(archive, e), _key(e.comment)) for e in entries}
    except TooLarge as error:
        raise _no_tag(path, str(error.strerror)) from None
    except (*_BROKEN, OSError) as error:
        if isinstance(error, OSError) and error.filename:
            raise  # else it is a place before the start of the file
        raise _no_tag(path, " ".join(str(error).split())[:200]) from None


def _no_tag(path: Path, says: str) -> PnpError:
    return PnpError(Problem("REC001", "error", f"{path} is no tag that can be read: {says}"))


def _data(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> Filed:
    """What an entry holds, as far as the size it says, piece by piece."""
    with archive.open(entry) as file:
        return take_in(file)


def _key(comment: bytes) -> str:
    return comment.decode() if _KEY.fullmatch(comment) else ""


def find_tag(folder: Path, name: str) -> Path | None:
    """The file of a tag of a game's output folder, None if there is none: no link is followed."""
    if _NAME.fullmatch(name) is None:
        return None
    return tags_in(folder).get(name)


def tags_in(folder: Path) -> dict[str, Path]:
    """All tags in a game's output folder with their files."""
    tags = folder / TAGS
    if not tags.is_dir() or any(path.is_symlink() for path in (folder / HIDDEN, tags)):
        return {}
    files = [p for p in tags.iterdir() if p.is_file() and not p.is_symlink()]
    known = [p for p in files if p.suffix == ".zip" and _NAME.fullmatch(p.stem)]
    return {path.stem: path for path in sorted(known)}
