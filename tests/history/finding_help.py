"""What `--since` leads to, for tests of it."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from pnp.game.loader import load
from pnp.game.plan import Options, Plan
from pnp.history import compare
from pnp.history.finding import Old, find_old


def found(word: object, folder: Path, kept: Path | str = "output") -> Old:
    space = folder.parent / "space"
    shutil.rmtree(space, ignore_errors=True)
    space.mkdir()
    return find_old(str(word), Plan(load(folder)[0], Options()), Path(kept), space)


def changed(old: Old, folder: Path) -> list[str]:
    plan = Plan(load(folder)[0], Options())
    return [change.id for change in compare(old.held, plan, {}).all]


def run_git(folder: Path, *args: str) -> None:
    who = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *who, *args], cwd=folder, check=True, capture_output=True)
