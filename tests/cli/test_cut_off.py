"""Builds that are killed, meet each other, or lose their files: old or new, never half."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from again_help import BACK, BUILD, FRONT, MARKED, PLAIN, first_build, stands
from conftest import ROOT, Result

from pnp.outputs.folder import OutputFolder
from pnp.outputs.state import State, read_state

Run = Callable[..., Result]
Edit = Callable[..., None]


@pytest.fixture
def out(run_cli: Run, tiny_folder: Path) -> Path:
    return first_build(run_cli)


KILLER = """
import json, os, sys
from pathlib import Path
import pnp.cli.building, pnp.leaflet.document
from pnp.cli import run

build = ["build", "tiny", "-o", "out", "--no-preflight", "--tag", "t", "--retag"]
os.chdir(sys.argv[1])
tiles, versions, tags = Path("tiny/tiles.yaml"), [], []
plain = tiles.read_text()
other = plain.replace("back: labrys", "back: labyrinth").replace("| .   T   . |", "| .   .   . |")

def quietly(number=-1):
    child = os.fork()
    if not child:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os.dup2(os.open("said", os.O_WRONLY | os.O_CREAT | os.O_TRUNC), 2)
        count = 0
        def hook(event, args):
            nonlocal count
            writes = event == "open" and "w" in str(args[1])
            if writes or event in ("os.rename", "os.remove", "os.link", "os.mkdir"):
                if args and str(Path("out").absolute()) in os.path.abspath(str(args[0])):
                    if count == number:
                        os._exit(9)
                    count += 1
        sys.addaudithook(hook)
        os._exit(run(build))
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])

def files():
    return {p.name: p.read_bytes().hex() for p in Path("out/tiny").glob("*.pdf")}

def tag():
    return Path("out/tiny/.pnp/tags/t.zip").read_bytes().hex()

for text in (plain, other):
    tiles.write_text(text)
    assert quietly() == 0
    versions.append(files())
    tags.append(tag())
assert all(versions[0][name] != versions[1][name] for name in versions[0])
turn, number, reports = 1, 0, []
while True:
    turn = 1 - turn
    tiles.write_text([plain, other][turn])
    code = quietly(number)
    torn = files()
    assert set(torn) == set(versions[0]), torn.keys()
    assert all(data in (versions[0][name], versions[1][name]) for name, data in torn.items())
    assert tag() in tags, number
    mixed = torn not in versions
    assert quietly() == 0
    assert files() == versions[turn] and tag() == tags[turn], number
    reports.append((code, mixed, open("said").read()))
    if code == 0:
        break
    number += 1
print(json.dumps(reports))
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_build_killed_at_many_moments_is_mended_by_the_next(tiny_folder: Path) -> None:
    """Fronts and backs both change; killed between two renames, new fronts lie beside old backs
    until the next build, which finishes and says so. A tag is old or new at every moment."""
    done = subprocess.run(
        [sys.executable, "-c", KILLER, str(tiny_folder.parent)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    reports = json.loads(done.stdout)
    assert {code for code, *_ in reports} == {9, 0} and len(reports) > 15
    assert any(mixed for _, mixed, _ in reports)
    for _, mixed, said in reports:
        assert not mixed or "IO002 note: an earlier build was cut off; finished first: " in said


def test_what_a_dead_build_needs_is_lost(run_cli: Run, out: Path) -> None:
    before = stands(out)
    journal = {"files": [[BACK, "0" * 64], [FRONT, "0" * 64]], "removed": []}
    (out / ".pnp" / "journal.json").write_text(json.dumps(journal))
    done = run_cli(*BUILD)
    assert done.code == 0
    said = f"IO002 note: an earlier build was cut off; lost: {BACK}, {FRONT}"
    assert done.err == f"out/tiny: {said}\n"
    assert stands(out) == before


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="needs locks of files")
def test_two_builds_at_once(run_cli: Run, out: Path, tiny_folder: Path, edit: Edit) -> None:
    """Of two builds of different definitions into one folder, one wins as a whole."""
    other = tiny_folder.parent / "two" / "tiny"
    other.mkdir(parents=True)
    for path in tiny_folder.iterdir():
        (other / path.name).write_text(path.read_text())
    edit(other / "tiles.yaml", "back: labrys", "back: labyrinth")
    edit(other / "tiles.yaml", MARKED, PLAIN)
    edit(tiny_folder / "tiles.yaml", MARKED, "    | T   .   . |")
    wanted = []
    for number, folder in enumerate((tiny_folder, other)):
        assert run_cli("build", folder, "-o", f"alone{number}").code == 0
        alone = stands(Path(f"alone{number}/tiny"))
        wanted.append({name: data for name, (data, _) in alone.items()})
    command = [sys.executable, "-m", "pnp", "build", "-o", "out"]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    running = [
        subprocess.Popen([*command, str(folder)], env=env, stdout=subprocess.DEVNULL)
        for folder in (tiny_folder, other, tiny_folder)
    ]
    assert [process.wait(120) for process in running] == [0, 0, 0]
    assert {name: data for name, (data, _) in stands(out).items()} in wanted
    assert [p.name for p in (out / ".pnp").iterdir()] == ["state.json"]
    for name, entry in read_state(out).documents.items():
        assert entry.sha256 == State(documents={name: entry}).documents[name].sha256
        assert read_state(out).holds(out, name, entry.build, proved=True)


def test_another_build_meanwhile(
    run_cli: Run, out: Path, tiny_folder: Path, edit: Edit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The backs stand when they are looked at, but not when the fronts are put in place."""
    edit(tiny_folder / "tiles.yaml", MARKED, PLAIN)
    backs, real, times = (out / BACK).read_bytes(), OutputFolder.change, []

    def change(self: OutputFolder, *args: Any) -> Any:
        if not times:
            times.append(1)
            (out / BACK).write_bytes(b"another build's")
        return real(self, *args)

    monkeypatch.setattr(OutputFolder, "change", change)
    done = run_cli(*BUILD)
    assert done.code == 0
    assert (out / BACK).read_bytes() == backs


def test_a_source_that_vanishes(
    run_cli: Run, out: Path, tiny_folder: Path, edit: Edit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the listing of the folder and reading, and between loading and the leaflet."""
    edit(tiny_folder / "game.yaml", "placement:", "  rules:\n    leaflet: rules.md\nplacement:")
    leaflet = tiny_folder / "rules.md"
    leaflet.write_text("# Rules\n\nGo.\n")
    before = stands(out)
    import pnp.cli.options as options
    import pnp.game.loader as loading

    real = options.load

    def load(folder: Path) -> Any:
        found = real(folder)
        leaflet.unlink()
        return found

    with monkeypatch.context() as patch:
        patch.setattr(options, "load", load)
        done = run_cli(*BUILD)
    assert (done.code, done.out) == (1, "")
    assert "LEAF003 the leaflet 'rules.md': there is no such file" in done.err
    leaflet.write_text("# Rules\n\nGo.\n")
    reading = loading.read_inside

    def read_inside(path: Path) -> Any:
        if path.name == "tiles.yaml":
            path.unlink()
        return reading(path)

    monkeypatch.setattr(loading, "read_inside", read_inside)
    done = run_cli(*BUILD)
    assert done.code == 1 and done.err.endswith("nothing was written\n")
    assert f"{tiny_folder}/tiles.yaml" in done.err or "tiny/tiles.yaml:1:1: SRC001" in done.err
    assert "Traceback" not in done.err
    assert stands(out) == before


def test_ctrl_c_in_a_real_process(out: Path, tiny_folder: Path, edit: Edit) -> None:
    """SIGINT while documents are made: one message, exit 130, nothing written."""
    edit(tiny_folder / "tiles.yaml", MARKED, PLAIN)
    script = (
        "import os, signal, sys\n"
        "import pnp.cli, pnp.cli.building as build\n"
        "real = build.export_document\n"
        "def export(*args):\n"
        "    os.kill(os.getpid(), signal.SIGINT)\n"
        "    return real(*args)\n"
        "build.export_document = export\n"
        "pnp.cli.main(['build', 'tiny', '-o', 'out'])\n"
    )
    before = stands(out)
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout) == (130, "")
    assert done.stderr.lstrip() == "IO003 interrupted; earlier files are untouched\n"
    assert stands(out) == before
    assert [p.name for p in (out / ".pnp").iterdir()] == ["state.json"]
