"""Games in temporary folders, the command line in-process, and problems expected by fixtures."""

from __future__ import annotations

import contextlib
import io
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import NamedTuple

import pytest

from pnp.art.store import use_store
from pnp.checks import run as run_checks
from pnp.cli import run
from pnp.errors import PnpError, Problem, sort_problems
from pnp.game.loader import bundled_games, load
from pnp.game.plan import Options, Plan

ROOT = Path(__file__).parents[1]
FIXTURES = Path(__file__).parent / "fixtures"

TINY_GAME = """\
title: Tiny
documents:
  cards_{paper}:
    print: [tiles]
    backs: cards_back_{paper}
placement: {contact: either wall}
"""
TINY_TILES = """\
kind: maze_tile
cells: 3x3
cell: 18mm
back: labrys
marks: {T: teleport}
tiles:
  one: |
    +---+   +---+
    | .   .   . |
    +   +---+   +
      .   .   .
    +   +---+   +
    | .   T   . |
    +---+   +---+
  two: |
    +---+   +---+
    | . | .   . |
    +   +   +   +
      .   . | .
    +   +   +   +
    | .   .   . |
    +---+   +---+
"""


class Result(NamedTuple):
    """What a command did."""

    code: int
    out: str
    err: str


def run_in_process(*args: object) -> Result:
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = run([str(arg) for arg in args])
    return Result(code, out.getvalue(), err.getvalue())


_tests = count()


@pytest.fixture(autouse=True)
def own_store(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own, not made yet, for outside art that a test draws."""
    folder = tmp_path_factory.getbasetemp() / f"cache-{next(_tests)}"
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder))
    use_store(cached=True)
    return folder / "pnp" / "drawn"


@pytest.fixture
def run_cli(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """The command line in this process; nothing is written beside the tests by accident."""
    monkeypatch.chdir(tmp_path)
    return run_in_process


@pytest.fixture
def run_process(tmp_path: Path) -> Callable[..., Result]:
    """The command line as a process of its own, for real exit codes; slow, so used sparingly."""

    def start(*args: object, env: dict[str, str] | None = None) -> Result:
        done = subprocess.run(
            [sys.executable, "-m", "pnp", *map(str, args)],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT), **(env or {})},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        return Result(done.returncode, done.stdout, done.stderr)

    return start


@pytest.fixture
def game_folder(tmp_path: Path) -> Path:
    """A copy of Labydo to be changed."""
    return Path(shutil.copytree(bundled_games()["labydo"], tmp_path / "labydo"))


@pytest.fixture
def tiny_folder(tmp_path: Path) -> Path:
    """A game of two tiles of 3 x 3 cells."""
    folder = tmp_path / "tiny"
    folder.mkdir()
    (folder / "game.yaml").write_text(TINY_GAME)
    (folder / "tiles.yaml").write_text(TINY_TILES)
    return folder


@pytest.fixture
def edit() -> Callable[..., None]:
    """`edit(path, old, new)` replaces a text that must stand exactly once in the file."""

    def replace(path: Path, old: str, new: str) -> None:
        text = path.read_text()
        assert text.count(old) == 1, f"{path}: {text.count(old)} times {old!r}"
        path.write_text(text.replace(old, new))

    return replace


def found_problems(folder: Path, options: Options = Options()) -> list[Problem]:  # noqa: B008
    """All problems of a game folder, from loading and from every check."""
    try:
        game, loading = load(folder)
    except PnpError as error:
        return sort_problems(error.problems)
    return list(run_checks(Plan(game, options), loading).problems)


@pytest.fixture
def problems_of() -> Callable[..., list[Problem]]:
    return found_problems


Expected = set[tuple[str, int, str]]
_EXPECT = re.compile(r"#\s*expect(\+\d+)?:\s*((?:[A-Z]+\d{3}\s*)+)")


def expected_in(folder: Path) -> Expected:
    """What `# expect: CODE …` comments announce for their line, `# expect+2:` for two lines on."""
    return {
        (path.name, number + int(match[1] or 0), code)
        for path in folder.glob("*.yaml")
        for number, line in enumerate(path.read_text().splitlines(), 1)
        for match in _EXPECT.finditer(line)
        for code in match[2].split()
    }


@pytest.fixture
def check_expected() -> Callable[[Path], list[Problem]]:
    """Asserts that the problems of a folder are those that its comments announce."""

    def compare(folder: Path) -> list[Problem]:
        problems = found_problems(folder)
        found = {
            (Path(p.loc.file).name if p.loc else "", p.loc.line if p.loc else 0, p.code)
            for p in problems
        }
        assert found == expected_in(folder), "\n".join(map(str, problems))
        return problems

    return compare
