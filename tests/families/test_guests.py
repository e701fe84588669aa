"""A family from somewhere else: the worked example, installed into a folder of its own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pypdfium2
import pytest

from pnp.families.labydo import FAMILY as LABYDO
from pnp.family import GROUP, families

ROOT = Path(__file__).parents[2]
FILE = re.compile(r"<!-- file: (chips/\S+) -->\n```\w+\n(.*?)```", re.DOTALL)
GAME = """\
title: Market
rules: chips
documents:
  chips_{paper}:
    print: [money]
"""
MONEY = "kind: chip\nchips:\n  ten: {value: 10, copies: 9}\n  five: {value: 5}\n"


def install(home: Path, name: str, points: dict[str, str]) -> None:
    """What an installer leaves of a package beside its modules."""
    info = home / f"{name}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    lines = [f"[{GROUP}]", *(f"{key} = {value}" for key, value in points.items())]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A folder with the package of the example, and a game that uses it beside it."""
    home = tmp_path / "site"
    for name, body in FILE.findall((ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")):
        path = home / name.removeprefix("chips/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(body, encoding="utf-8")
    project = tomllib.loads((home / "pyproject.toml").read_text())["project"]
    install(home, project["name"], project["entry-points"][GROUP])
    (tmp_path / "market").mkdir()
    (tmp_path / "market" / "game.yaml").write_text(GAME)
    (tmp_path / "market" / "money.yaml").write_text(MONEY)
    return home


def pnp(home: Path, *words: str) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join(map(str, (home, ROOT)))
    return subprocess.run(
        [sys.executable, "-m", "pnp", *words],
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=home.parent,
        env={**os.environ, "PYTHONPATH": path},
    )


@pytest.mark.slow
def test_a_guest_brings_its_kind_and_its_rules(home: Path) -> None:
    done = pnp(home, "check", "./market")
    assert done.returncode == 1
    assert "market/game.yaml:1:1: CHIP001 the chips are worth 95 (at least 100)" in done.stdout
    assert "refuted CHIP001" in done.stdout
    (home.parent / "market" / "money.yaml").write_text(MONEY.replace("copies: 9", "copies: 10"))
    assert pnp(home, "check", "./market").returncode == 0
    assert pnp(home, "build", "./market", "-o", "out").returncode == 0
    page = pypdfium2.PdfDocument(home.parent / "out" / "market" / "chips_A4.pdf")[0]
    assert page.get_textpage().get_text_range().split().count("10") == 10
    again = pnp(home, "build", "./market", "-o", "out").stdout
    assert "0 of 1 document rewritten" in again
    chip = home / "pnp_chips" / "chip.py"
    chip.write_text(chip.read_text().replace("side * 0.65", "side * 0.75"))
    again = pnp(home, "build", "./market", "-o", "out").stdout
    assert "1 of 1 document rewritten" in again


@pytest.mark.slow
def test_a_guest_is_explained_like_ours(home: Path) -> None:
    assert "A chip is worth its `value`." in pnp(home, "explain", "chip").stdout
    assert "worth less than a hundred" in pnp(home, "explain", "CHIP001").stdout
    assert "chips" in pnp(home, "explain", "rules").stdout.split()


@pytest.mark.parametrize(
    ("module", "says"),
    [
        ("raise RuntimeError('not today')", "FAM001 the family 'odd' cannot be used: RuntimeError"),
        ("FAMILY = 7", "FAM001 the family 'odd' cannot be used: odd:FAMILY is no Family"),
        (
            "import pnp.family as f\nFAMILY = f.Family('odd', kinds={'maze_tile': 'odd.tile'})",
            "FAM002 two families are installed for 'kind: maze_tile', one is odd:FAMILY",
        ),
    ],
)
def test_a_guest_that_misbehaves_is_named(tmp_path: Path, module: str, says: str) -> None:
    home = tmp_path / "site"
    install(home, "odd", {"odd": "odd:FAMILY"})
    (home / "odd.py").write_text(module + "\n")
    done = pnp(home, "list", "labydo")
    assert (done.returncode, says in done.stderr) == (1, True), done.stderr


def test_ours_are_found_as_guests_are() -> None:
    assert families()["labydo"] is LABYDO
    assert len(families()) == 5
