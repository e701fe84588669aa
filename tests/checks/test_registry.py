"""Rule families are read when a game names them, and all of them where every check is wanted."""

from __future__ import annotations

import importlib
import pkgutil
import subprocess
import sys

import pytest
from pnp.checks.families import FAMILIES, read_family

from pnp.checks import all_checks, families

READ = """
import sys
from pnp.cli import run
assert run(["check", "labydo"]) == 0
print("read", *sorted(name for name in sys.modules if name.startswith("pnp.")))
"""


def test_every_file_of_families_has_its_name_in_the_table() -> None:
    files = [module.name for module in pkgutil.iter_modules(families.__path__)]
    assert files == sorted(name.replace("-", "_") for name in FAMILIES)
    for name in files:
        assert importlib.import_module(f"{families.__name__}.{name}").FAMILY in FAMILIES


@pytest.mark.parametrize("name", FAMILIES)
def test_every_family_has_checks(name: str) -> None:
    assert [check.code for check in all_checks().values() if check.rules == name]


def test_an_unknown_family_is_refused() -> None:
    with pytest.raises(KeyError, match="chess"):
        read_family("chess")


def test_a_game_reads_its_own_kinds_and_rules_only() -> None:
    done = subprocess.run([sys.executable, "-c", READ], capture_output=True, text=True, check=True)
    read = set(done.stdout.split("read ")[1].split())
    assert {"pnp.families.labydo.maze_tile", "pnp.families.labydo.rules"} <= read
    assert not read & {
        "pnp.families.dedalos.path_tile",
        "pnp.kinds.scorepad",
        "pnp.families.dedale.rules",
    }
    assert not read & {"pnp.pdf.pages", "pnp.preflight.build", "pnp.families.the_labyrinth.printed"}
