"""A game folder as it was at a git revision: its files in a temporary folder, read by `git`.

Only plain files are taken, with paths that stay inside; nothing of the repository is run.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import BinaryIO

from pnp.errors import PnpError, Problem
from pnp.system.environment import copied_without

MOST_BYTES = 10_000_000_000
"""All files together; they are written one at a time."""
MOST_FILES = 5_000
_LIMIT = 60
"""Seconds that one call of git may take."""
_ALONE = {
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",
    "GIT_TERMINAL_PROMPT": "0",
    "LC_ALL": "C",
}
"""No object is fetched: a repository names programs for that, and it may be a stranger's."""
_PLACES = {"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"}
"""What a hook sets, of a repository that need not be the game's."""
_MISSING = re.compile(r"promisor|lazy fetch|unable to read|bad (file|object)|missing (blob|tree)")
"""What git says when an object is not there: a partial clone, or a damaged one."""
_ENTRY = re.compile(rb"(\d{6}) (\w+) ([0-9a-f]{40,64}) +(-|BAD|\d+)\t(.*)", re.DOTALL)


def is_revision(folder: Path, name: str) -> bool:
    """True if git knows a commit of this name in the folder's repository. Never raises."""
    try:
        _git(folder, "rev-parse", "--verify", "--quiet", f"{name}^{{commit}}")
    except PnpError:
        return False
    return not name.startswith("-")


def doubt(folder: Path, name: str) -> tuple[str, str]:
    """Why git cannot say whether there is a revision of this name, as it says itself, and its
    advice; "" where it can. Never raises."""
    try:
        _git(folder, "rev-parse", "--git-dir")
    except PnpError as error:
        return error.problems[0].message, error.problems[0].hint
    try:
        _git(folder, "rev-parse", "--verify", "--quiet", name)
    except PnpError:
        return "", "the clone is shallow: git fetch --unshallow" if is_shallow(folder) else ""
    return f"{name} is no commit, or one that is not in this clone, which may be damaged", ""


def is_shallow(folder: Path) -> bool:
    """True if the folder's repository holds the latest revisions only. Never raises."""
    try:
        return _git(folder, "rev-parse", "--is-shallow-repository").strip() == b"true"
    except PnpError:
        return False


def check_out(folder: Path, name: str, target: Path) -> None:
    """Write the files of a game folder at a revision below `target`, which is empty.

    Raises PnpError (OLD004) when git, the repository or the folder is missing.
    """
    if name.startswith("-"):
        raise _failed(f"'{name}' is no revision")
    if not is_revision(folder, name):
        says, hint = doubt(folder, name)
        raise _failed(says or f"git knows no {name}", hint)
    try:
        _write_files(folder, name, target)
    except PnpError as error:
        if not _MISSING.search(error.problems[0].message):
            raise
        says = f"files of revision {name} are not in this clone, which holds a part or is damaged"
        command = shlex.join(["git", "-C", str(folder), "archive", "-o", os.devnull, name])
        hint = f"fetch them: {command}"
        raise _failed(says, hint) from None


def _write_files(folder: Path, name: str, target: Path) -> None:
    """Raises PnpError (OLD004)."""
    revision = _git(folder, "rev-parse", "--verify", "--quiet", f"{name}^{{commit}}").decode()
    listed = _git(folder, "ls-tree", "-r", "-l", "-z", revision.strip(), "--", ".")
    entries = list(_entries(listed))
    if not entries:
        raise _failed(f"revision {name} has no folder {folder.name}")
    if len(entries) > MOST_FILES or sum(size for _, size, _ in entries) > MOST_BYTES:
        raise _failed(f"the folder {folder.name} of revision {name} is too large")
    for path, _, blob in entries:
        file = target.joinpath(*path.parts)
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("wb") as out:
            _git(folder, "cat-file", "blob", blob, out=out)


def _entries(listed: bytes) -> Iterator[tuple[PurePosixPath, int, str]]:
    """Plain files with their sizes and object names: no links, no modules, nothing outside.

    Raises PnpError (OLD004) for a file of which git does not know the size: it is not there.
    """
    for line in listed.split(b"\0"):
        found = _ENTRY.fullmatch(line)
        if found is None or found[1] not in (b"100644", b"100755") or found[2] != b"blob":
            continue
        path = PurePosixPath(found[5].decode("utf-8", "surrogateescape"))
        strange = any(part in ("", "..", ".git") or "\\" in part for part in path.parts)
        if found[4] == b"BAD":
            raise _failed(f"missing blob of {path}")
        if not path.is_absolute() and not strange:
            yield path, int(found[4]), found[3].decode()


def _git(folder: Path, *args: str, out: BinaryIO | None = None) -> bytes:
    """What git prints, or nothing if that goes `out`. Raises PnpError (OLD004)."""
    program = shutil.which("git")
    if program is None:
        raise _failed("there is no git on this machine")
    quiet = ("-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "--no-pager")
    try:
        done = subprocess.run(
            [program, *quiet, *args],
            cwd=folder,
            env=copied_without(_PLACES) | _ALONE,
            stdin=subprocess.DEVNULL,
            stdout=out or subprocess.PIPE,
            stderr=subprocess.PIPE,
            timeout=_LIMIT,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired, ValueError) as error:
        raise _failed(f"git cannot be run: {error}") from None
    if done.returncode:
        told = done.stderr.decode(errors="replace").splitlines()
        lines = [" ".join(line.split()) for line in told]
        says = [line for line in lines if line.startswith(("fatal:", "error:"))] or lines[:1]
        advice = " ".join(line for line in lines if line and line not in says)
        raise _failed(
            "; ".join(says) or f"git knows no {args[-1].removesuffix('^{commit}')}", advice
        )
    return done.stdout or b""


def _failed(message: str, hint: str = "") -> PnpError:
    return PnpError(Problem("OLD004", "error", message, None, hint))
