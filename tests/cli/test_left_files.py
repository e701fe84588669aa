"""Commands that write several files name those that an earlier run left under such names."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Result

Run = Callable[..., Result]
SQUARE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>'
LEFT = ": not written now; left from before, and no part of these\n"


def left(done: Result) -> list[str]:
    assert done.code == 0, done.err
    return [line.removesuffix(LEFT) for line in done.out.splitlines(True) if line.endswith(LEFT)]


@pytest.mark.parametrize("options", [(), ("--backs", "back.svg", "--sides", "interleaved")])
def test_old_backs_beside_new_sheets(
    run_cli: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("fox.svg", "back.svg"):
        Path(name).write_text(SQUARE)
    Path("s_backs.pdf").write_bytes(b"mine")
    run = ("sheets", "fox.svg", "--size", "50x50mm", "-o", "s.pdf")
    assert left(run_cli(*run, "--backs", "back.svg")) == []
    before = Path("s_back.pdf").read_bytes()
    assert left(run_cli(*run, *options)) == ["s_back.pdf"]
    said = json.loads(run_cli(*run, *options, "--format", "json").out)
    assert said["earlier"] == [{"path": "s_back.pdf", "fate": "older"}]
    assert Path("s_back.pdf").read_bytes() == before


def test_old_pages_of_a_box(run_cli: Run, tmp_path: Path) -> None:
    pages = [str(tmp_path / f"box-{n}.svg") for n in (1, 2)]
    for page in pages:
        Path(page).write_text("of a box of two pages")
    (tmp_path / "box-old.svg").write_text("mine")
    run = ("box", "--size", "63x88mm", "--count", "50", "-o", tmp_path / "box.svg")
    assert left(run_cli(*run)) == pages


def test_old_cut_lines(run_cli: Run, tiny_folder: Path, tmp_path: Path) -> None:
    (tmp_path / "cuts_old_A4.svg").write_text("mine")
    (tmp_path / "cuts.dxf").write_text("mine")
    done = run_cli("cutlines", tiny_folder, "-o", tmp_path / "cuts.svg")
    assert left(done) == [str(tmp_path / "cuts_old_A4.svg")]
