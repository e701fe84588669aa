"""The process of the command line: what it does beyond running a command."""

from __future__ import annotations

import json
import subprocess
import sys

CODE = """
import atexit, gc, json, sys
before = gc.get_threshold()[0], gc.get_freeze_count()
atexit.register(lambda: print(json.dumps([before, gc.get_threshold()[0], gc.get_freeze_count()])))
from pnp.cli import main, run
assert run(["list", "--help"]) == 0 and gc.get_threshold()[0] == before[0]
main(["face", "nowhere", "1", "-o", "a.svg"])
"""


def test_garbage_is_sought_seldom_and_not_at_the_end() -> None:
    """Only where the process is ours: who calls `run` keeps a collector of his own."""
    done = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True)
    assert done.returncode == 2
    (before, frozen), sought, kept = json.loads(done.stdout.splitlines()[-1])
    assert sought == 100_000 > before
    assert kept > 10_000 > frozen
