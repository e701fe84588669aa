"""Two builds at once: on Windows too, as far as a stand-in for its library tells."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import threading
from pathlib import Path
from types import SimpleNamespace

import pytest
from conftest import ROOT

from pnp.outputs.transaction import HIDDEN, locked
from pnp.system import locks
from pnp.system.locks import FILE, lock


class FakeWindows(SimpleNamespace):
    """`msvcrt.locking` as documented: it locks bytes from where the file stands, refuses with
    EACCES what another handle holds, and unlocks only what was locked."""

    LK_NBLCK, LK_UNLCK = 2, 0

    def __init__(self, refuses: int = errno.EACCES) -> None:
        super().__init__(held={}, calls=[], refuses=refuses)

    def locking(self, handle: int, mode: int, count: int) -> None:
        file = os.fstat(handle).st_ino, os.lseek(handle, 0, os.SEEK_CUR), count
        self.calls.append(mode)
        if mode == self.LK_UNLCK:
            if self.held.get(file) != handle:
                raise OSError(errno.EACCES, "not locked")
            del self.held[file]
        elif file in self.held or self.refuses == errno.EINVAL:
            raise OSError(self.refuses, "refused")
        else:
            self.held[file] = handle


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> FakeWindows:
    fake = FakeWindows()
    monkeypatch.setattr(locks, "fcntl", None)
    monkeypatch.setattr(locks, "msvcrt", fake)
    monkeypatch.setattr(locks, "PAUSE", 0.01)
    return fake


def in_turn(folder: Path) -> list[str]:
    """What happens when a second build starts while the first one holds the folder."""
    order: list[str] = []

    def second() -> None:
        with locked([folder]):
            order.append("second")

    with locked([folder]):
        thread = threading.Thread(target=second)
        thread.start()
        thread.join(0.2)
        order.append("first")
    thread.join(5)
    return order


def test_builds_wait_for_each_other(tmp_path: Path) -> None:
    """With the locks of the system that runs this test."""
    assert in_turn(tmp_path / "game") == ["first", "second"]


@pytest.mark.parametrize("refuses", [errno.EACCES, errno.EDEADLK])
def test_builds_wait_for_each_other_on_windows(
    windows: FakeWindows, tmp_path: Path, refuses: int
) -> None:
    windows.refuses = refuses
    assert in_turn(tmp_path / "game") == ["first", "second"]
    assert windows.held == {} and len(windows.calls) > 4
    assert (tmp_path / "game" / HIDDEN / FILE).stat().st_size == 0


def test_a_failed_build_lets_go(windows: FakeWindows, tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt), locked([tmp_path]):
        assert len(windows.held) == 1
        raise KeyboardInterrupt
    assert windows.held == {}


def test_a_file_system_without_locks_keeps_nobody_waiting(
    windows: FakeWindows, tmp_path: Path
) -> None:
    windows.refuses = errno.EINVAL
    with locked([tmp_path]), locked([tmp_path]):
        assert windows.held == {}


HOLD = """
import sys
from pathlib import Path
from pnp.system.locks import lock
release = lock(Path(sys.argv[1]))
print("held", flush=True)
sys.stdin.read()
release()
"""


def test_another_process_waits(tmp_path: Path) -> None:
    """With the locks of the system that runs this test."""
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert holder.stdin and holder.stdout and holder.stdout.readline() == b"held\n"
    got = threading.Event()
    thread = threading.Thread(target=lambda: (lock(tmp_path)(), got.set()))
    thread.start()
    assert not got.wait(0.3)
    holder.stdin.close()
    assert got.wait(5) and holder.wait(5) == 0
    holder.stdout.close()
    thread.join()
