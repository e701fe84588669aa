"""ReportLab's accelerator in C (`pip install pnp-labyrinths[accel]`) gives the same bytes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

BUILD = """
import sys
if sys.argv[1] == "without":
    sys.modules["_rl_accel"] = None
from reportlab.lib import rl_accel
from pnp.cli import run
code = run(["build", "labydo", "dedalos", "--no-preflight", "-o", sys.argv[2]])
print("in C" if type(rl_accel.fp_str).__name__ == "builtin_function_or_method" else "in Python")
sys.exit(code)
"""


def test_the_accelerator_changes_no_byte(tmp_path: Path) -> None:
    pytest.importorskip("_rl_accel")
    made = {}
    for how in ("with", "without"):
        command = [sys.executable, "-c", BUILD, how, str(tmp_path / how)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        assert done.stdout.splitlines()[-1] == ("in C" if how == "with" else "in Python")
        files = (tmp_path / how).rglob("*.pdf")
        made[how] = {path.name: path.read_bytes() for path in files}
    assert len(made["with"]) == 9
    assert made["with"] == made["without"]
