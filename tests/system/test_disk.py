"""Only regular files are read or replaced, whatever stands under their names."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from pnp.system.disk import TooLarge, read_file, refuse_special
from pnp.system.files import write_files


def _socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as one:
        one.bind(str(path))


SPECIAL: dict[str, tuple[Callable[[Path], object], str]] = {
    "pipe": (os.mkfifo, "no regular file"),
    "socket": (_socket, "no regular file"),
    "device": (lambda path: path.symlink_to("/dev/zero"), "no regular file"),
    "folder": (Path.mkdir, "is a directory"),
}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
@pytest.mark.parametrize("kind", SPECIAL)
def test_special_files(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # a socket's path is short
    make, says = SPECIAL[kind]
    path = Path("x.pdf")
    make(path)
    before = path.lstat()
    for work in (
        lambda: read_file(path, 99),
        lambda: refuse_special(path),
        lambda: write_files({path: b"new"}),
    ):
        with pytest.raises(OSError, match=says) as caught:
            work()
        assert caught.value.filename == "x.pdf"
    assert (path.lstat().st_ino, path.lstat().st_mode) == (before.st_ino, before.st_mode)
    assert os.listdir() == ["x.pdf"]  # noqa: PTH208


def test_sizes(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"123")
    assert read_file(path, 3) == b"123"
    with pytest.raises(TooLarge, match="too large: 3 bytes; at most 2 bytes are read") as caught:
        read_file(path, 2)
    assert caught.value.size == 3
    with path.open("wb") as file:
        file.truncate(7_000_000_000)
    with pytest.raises(TooLarge, match="7000 MB; at most 8 MB"):
        read_file(path, 8_000_000)


def test_a_file_without_a_size_is_read_as_far_as_it_may() -> None:
    """Files of some systems say 0 bytes and hold more."""
    path = Path("/proc/self/status")
    if not path.exists():
        pytest.skip("no such system here")
    assert read_file(path, 1_000_000).startswith(b"Name:")
    with pytest.raises(TooLarge):
        read_file(path, 10)


def test_what_is_not_there(tmp_path: Path) -> None:
    (tmp_path / "round").symlink_to("round")
    for name in ("gone", "round", "gone/a", "n" * 300):
        with pytest.raises(OSError) as caught:
            read_file(tmp_path / name, 9)
        assert caught.value.filename == str(tmp_path / name)
    refuse_special(tmp_path / "gone")
