"""Builds that must leave what stood there before."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from conftest import Result

Run = Callable[..., Result]
Edit = Callable[..., None]
PLACE = re.compile(r"^(?P<file>.+?):(?P<line>\d+):(?P<col>\d+): (?P<code>[A-Z]{2,5}\d{3}) \S", re.M)


def build(run: Run, folder: Path, *extra: object) -> Result:
    """Build beside an earlier file, which must stay whole unless the build succeeds."""
    old = folder.parent / "out" / "tiny" / "cards_A4.pdf"
    old.parent.mkdir(parents=True, exist_ok=True)
    old.write_bytes(b"earlier")
    done = run("build", folder, "-o", folder.parent / "out", *extra)
    left = sorted(p.name for p in (folder.parent / "out").rglob("*") if p.is_file())
    if done.code:
        assert old.read_bytes() == b"earlier"
        assert left == ["cards_A4.pdf"]
    else:
        assert left == ["cards_A4.pdf", "cards_back_A4.pdf", "state.json"]
        assert old.read_bytes().startswith(b"%PDF-1.7")
    assert "Traceback" not in done.out + done.err
    return done


def refused(run: Run, folder: Path, code: str, file: str, line: int, *says: str) -> Result:
    """The build is refused with exactly one message, at a place, and the check says the same."""
    done = build(run, folder)
    assert done.code == 1, done
    found = [m.groupdict() for m in PLACE.finditer(done.err)]
    assert [(f["code"], Path(f["file"]).name, int(f["line"])) for f in found] == [
        (code, file, line)
    ], done.err
    assert all(word in done.err for word in says), done.err
    assert done.err.rstrip().endswith("nothing was written")
    checked = run("check", folder)
    assert (checked.code, checked.err) == (1, "")
    assert PLACE.findall(checked.out) == PLACE.findall(done.err)
    return done
