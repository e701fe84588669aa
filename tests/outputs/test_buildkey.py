"""The key of the program: whatever changes a file of ours, or a library, changes the key."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from pnp.system import program as program_module
from pnp.system.program import program_key


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program of two modules and a font that builds believe to be ours."""
    for name in ("pnp/__init__.py", "pnp/kinds/token.py", "pnp/kinds/notes.txt", "fonts/A.ttf"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x = 1\n")
    monkeypatch.setattr(program_module.pnp, "__file__", str(tmp_path / "pnp" / "__init__.py"))
    monkeypatch.setattr(program_module, "bundled", lambda folder: tmp_path / folder)
    return tmp_path


def key() -> str:
    program_key.cache_clear()
    return program_key()


def rewrite(path: Path) -> None:
    """Other bytes of the same length; even the time is put back."""
    before = path.stat()
    path.write_text("x = 2\n")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


@pytest.mark.parametrize("name", ["pnp/__init__.py", "pnp/kinds/token.py", "fonts/A.ttf"])
@pytest.mark.parametrize(
    "change", [rewrite, Path.unlink, lambda path: path.rename(path.with_stem("B"))]
)
def test_any_change_of_a_file_changes_the_key(
    program: Path, name: str, change: Callable[[Path], None]
) -> None:
    before = key()
    assert key() == before
    change(program / name)
    assert key() != before


def test_what_is_not_ours_changes_nothing(program: Path) -> None:
    before = key()
    (program / "pnp" / "__pycache__").mkdir()
    (program / "pnp" / "__pycache__" / "token.py").write_text("")
    rewrite(program / "pnp" / "kinds" / "notes.txt")
    assert key() == before


def test_another_library_changes_the_key(program: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = key()
    monkeypatch.setattr(program_module, "_LIBRARIES", (*program_module._LIBRARIES, "click"))
    with_click = key()
    monkeypatch.setattr(
        program_module, "_LIBRARIES", (*program_module._LIBRARIES[:-1], "no_such_library")
    )
    assert len({before, with_click, key()}) == 3


@pytest.mark.slow
def test_a_net_that_is_open_at_both_ends_has_one_key_in_every_process() -> None:
    code = (
        "from pnp.outputs.buildkey import _written; from pnp.nets.sleeve import sleeve; "
        "print(_written(sleeve(60, 20, 90)).decode())"
    )
    found = set()
    for seed in range(6):  # of which some turn a set of two names round
        environment = {**os.environ, "PYTHONHASHSEED": str(seed)}
        done = subprocess.run(
            [sys.executable, "-c", code],
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
        found.add(done.stdout)
    (written,) = found
    assert '["bottom","top"]' in written
