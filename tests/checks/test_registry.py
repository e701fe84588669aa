"""Rule families are read when a game names them, and all of them where every check is wanted."""

from __future__ import annotations

import subprocess
import sys

import pytest

from pnp.checks import all_checks
from pnp.family import families

READ = """
import sys
from pnp.cli import run
assert run(["check", "labydo"]) == 0
print("read", *sorted(name for name in sys.modules if name.startswith("pnp.")))
"""


@pytest.mark.parametrize("name", families())
def test_every_family_has_checks(name: str) -> None:
    assert [check.code for check in all_checks().values() if check.rules == name]


def test_a_game_reads_its_own_kinds_and_rules_only() -> None:
    done = subprocess.run([sys.executable, "-c", READ], capture_output=True, text=True, check=True)
    read = set(done.stdout.split("\nread ")[1].split())
    assert {"pnp.families.labydo.maze_tile", "pnp.families.labydo.rules"} <= read
    assert not read & {
        "pnp.families.dedalos.path_tile",
        "pnp.kinds.scorepad",
        "pnp.families.dedale.rules",
    }
    assert not read & {"pnp.pdf.pages", "pnp.preflight.build", "pnp.families.the_labyrinth.printed"}
