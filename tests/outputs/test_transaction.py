"""Files put in place together: killed before every call to the system, on a full disk, by two."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT

from pnp.outputs import transaction
from pnp.outputs.transaction import (
    HIDDEN,
    Exchange,
    Recovery,
    file_digest,
    is_clean,
    locked,
    put_in_place,
    recover,
    refuse_link,
)

TAG = ".pnp/tags/t.zip"
OLD = {"a.pdf": b"old a", "b.pdf": b"old b", "gone.pdf": b"old", TAG: b"old"}
NEW = {"a.pdf": b"new a", "b.pdf": b"new b", ".pnp/state.json": b"{}", "c.pdf": b"c", TAG: b"new"}
KILLER = """
import json, os, sys
from pathlib import Path
from pnp.outputs.transaction import Exchange, locked, put_in_place, recover

root, old, new = Path(sys.argv[1]), *map(json.loads, sys.argv[2:4])
CALLS = ("open", "os.rename", "os.remove", "os.link", "os.mkdir", "os.rmdir", "shutil.rmtree")
reports = []

def kill_before(number):
    count = 0
    def hook(event, args):
        nonlocal count
        if event in CALLS:
            if count == number:
                os._exit(9)
            count += 1
    sys.addaudithook(hook)

def change(folder):
    with locked([folder]):
        recover(folder)
        files = {name: text.encode() for name, text in new.items()}
        put_in_place([Exchange(folder, files, ["gone.pdf"])])

def stands(folder):
    return {p.relative_to(folder).as_posix(): p.read_text() for p in folder.rglob("*")
            if p.is_file() and "new" not in p.parts and p.name != "journal.json"}

for number in range(500):
    folder = root / str(number)
    folder.mkdir()
    for name, text in old.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    child = os.fork()
    if not child:
        kill_before(number)
        change(folder)
        os._exit(0)
    killed = os.waitpid(child, 0)[1] != 0
    torn = stands(folder)
    with locked([folder]):
        recover(folder)
    waste = sorted(p.name for p in (folder / ".pnp").iterdir())
    reports.append((killed, torn, stands(folder), waste))
    if not killed:
        break
print(json.dumps(reports))
"""


def filled(folder: Path) -> Path:
    folder.mkdir()
    for name, data in OLD.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    return folder


def found_in(folder: Path) -> dict[str, bytes]:
    files = (p for p in folder.rglob("*") if p.is_file())
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in files}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_kill_at_any_moment_is_mended(tmp_path: Path) -> None:
    """Before every single call that touches the disk; each file is old or new, never half, and
    the next run makes the folder wholly old or wholly new."""
    old = {name: data.decode() for name, data in OLD.items()}
    new = {name: data.decode() for name, data in NEW.items()}
    done = subprocess.run(
        [sys.executable, "-c", KILLER, str(tmp_path), json.dumps(old), json.dumps(new)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    reports = json.loads(done.stdout)
    assert [killed for killed, *_ in reports] == [True] * (len(reports) - 1) + [False]
    assert len(reports) > 30
    mixed = 0
    for _, torn, mended, waste in reports:
        for name, text in torn.items():
            assert text in (old.get(name), new.get(name))
        mixed += torn not in (old, new)
        assert mended in (old, new)
        assert set(waste) <= {"state.json", "tags"}
    assert mixed >= 4, "no kill fell between two renames"
    results = [mended == new for *_, mended, _ in reports]
    assert results == sorted(results) and results[-1] and not results[0]


def test_a_failing_rename_undoes_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = filled(tmp_path / "game")
    times = {path: path.stat().st_mtime_ns for path in folder.glob("*.pdf")}
    real, broken = transaction._rename, [True]

    def rename(old: Path, new: Path) -> None:
        if new.name == "c.pdf" and broken:
            raise PermissionError(13, "Permission denied")
        real(old, new)

    monkeypatch.setattr(transaction, "_rename", rename)
    with locked([folder]), pytest.raises(PermissionError) as error:
        put_in_place([Exchange(folder, NEW, ["gone.pdf"])])
    assert error.value.filename == str(folder / "c.pdf")
    assert found_in(folder) == OLD
    assert {path: path.stat().st_mtime_ns for path in times} == times
    broken.clear()
    with locked([folder]):
        put_in_place([Exchange(folder, NEW, ["gone.pdf"])])
    assert found_in(folder) == NEW


def test_a_full_disk_at_any_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = transaction._write
    for full in ("0", "1", "2", "3", "4", "journal"):
        folder = filled(tmp_path / full)

        def write(path: Path, data: bytes, full: str = full) -> None:
            if path.name == full:
                path.write_bytes(data[:1])
                raise OSError(28, "No space left on device")
            real(path, data)

        monkeypatch.setattr(transaction, "_write", write)
        with locked([folder]), pytest.raises(OSError, match="No space left"):
            put_in_place([Exchange(folder, NEW, ["gone.pdf"])])
        assert found_in(folder) == OLD
        assert is_clean(folder)


@pytest.mark.parametrize(
    "journal",
    [
        "",
        "[]",
        '{"files": 3, "removed": []}',
        '{"files": [["../out.pdf", "x"]], "removed": []}',
        '{"files": [], "removed": [["/etc/passwd", "x"]]}',
        '{"files": [[".pnp/../../a", "x"]], "removed": []}',
        '{"files": [[".pnp/new", "x"]], "removed": []}',
        "[" * 100_000,
    ],
)
def test_a_journal_that_is_none_of_ours_is_ignored(tmp_path: Path, journal: str) -> None:
    folder = filled(tmp_path / "game")
    (folder / ".pnp" / "journal.json").write_text(journal)
    with locked([folder]):
        assert recover(folder) == Recovery()
    assert found_in(folder) == OLD


def test_what_a_journal_needs_is_lost(tmp_path: Path) -> None:
    folder = filled(tmp_path / "game")
    text = json.dumps({"files": [["a.pdf", "0" * 64]], "removed": [["gone.pdf", "0" * 64]]})
    (folder / ".pnp" / "journal.json").write_text(text)
    with locked([folder]):
        assert recover(folder) == Recovery(lost=("a.pdf",))
    assert found_in(folder) == OLD


def test_a_link_in_place_of_what_is_kept_is_not_followed(tmp_path: Path) -> None:
    folder, other = tmp_path / "game", tmp_path / "other"
    (other / "new" / "mine").mkdir(parents=True)
    folder.mkdir()
    (folder / HIDDEN).symlink_to(other)
    with pytest.raises(OSError, match="is a link") as caught, locked([folder]):
        pass
    assert caught.value.filename == str(folder / HIDDEN)
    with pytest.raises(OSError, match="is a link"):
        refuse_link(folder)
    assert (other / "new" / "mine").is_dir()
    (folder / HIDDEN).unlink()
    (folder / HIDDEN).mkdir()
    (folder / HIDDEN / "tags").symlink_to(other)
    with pytest.raises(OSError, match="is a link") as caught, locked([folder]):
        pass
    assert caught.value.filename == str(folder / HIDDEN / "tags")


def test_a_file_in_place_of_what_is_kept_is_named(tmp_path: Path) -> None:
    (tmp_path / HIDDEN).write_text("mine")
    with pytest.raises(FileExistsError) as caught, locked([tmp_path]):
        pass
    assert caught.value.filename == str(tmp_path / HIDDEN)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_has_no_digest(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.pdf")
    assert file_digest(tmp_path / "a.pdf") == ""


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes are Unix")
def test_named_pipes_in_the_hidden_folder_are_not_waited_for(tmp_path: Path) -> None:
    """Read in a process, which could be ended if it waited."""
    (tmp_path / ".pnp").mkdir()
    for name in ("state.json", "journal.json"):
        os.mkfifo(tmp_path / ".pnp" / name)
    code = (
        "import sys; from pathlib import Path; from pnp.outputs.state import State, read_state\n"
        "from pnp.outputs.transaction import Recovery, recover\n"
        "folder = Path(sys.argv[1]); assert read_state(folder) == State()\n"
        "assert recover(folder) == Recovery()"
    )
    command = [sys.executable, "-c", code, str(tmp_path)]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    assert subprocess.run(command, env=env, timeout=30).returncode == 0
