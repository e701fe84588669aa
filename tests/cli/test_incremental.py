"""Builds again: the same is not written, what is left over goes, what was torn is mended."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT, Result

from pnp.export.attachment import read_record
from pnp.export.shelf import Shelf
from pnp.export.state import STATE, State, read_state
from pnp.record import read_tag

Run = Callable[..., Result]
Edit = Callable[..., None]
FRONT, BACK = "cards_A4.pdf", "cards_back_A4.pdf"
MARKED, PLAIN = "    | .   T   . |", "    | .   .   . |"
BUILD = ("build", "tiny", "-o", "out")


@pytest.fixture
def out(run_cli: Run, tiny_folder: Path) -> Path:
    """The output folder of a first build."""
    done = run_cli(*BUILD)
    assert (done.code, done.err) == (0, "")
    assert done.out.endswith("tiny: 3 faces, 2 documents written\n")
    return Path("out/tiny").absolute()


def stands(out: Path) -> dict[str, tuple[bytes, int]]:
    return {p.name: (p.read_bytes(), p.stat().st_mtime_ns) for p in out.glob("*.pdf")}


def count_making(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the documents that are made from now on."""
    import pnp.cli.building as build

    made, real = [], build.export_document

    def export(plan: Any, document: Any) -> Any:
        made.append(document.name)
        return real(plan, document)

    monkeypatch.setattr(build, "export_document", export)
    return made


# -- what is rebuilt -------------------------------------------------------------------------------


def test_nothing_changed(run_cli: Run, out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before, state = stands(out), (out / STATE).stat().st_mtime_ns
    made = count_making(monkeypatch)
    done = run_cli(*BUILD)
    assert done.out.endswith("tiny: 0 of 3 faces changed, 0 of 2 documents rewritten\n")
    assert f"{FRONT}: 1 page, 5 straight cuts, unchanged\n" in done.out
    assert stands(out) == before and made == []
    assert (out / STATE).stat().st_mtime_ns == state
    pages = json.loads(run_cli(*BUILD, "--format", "json").out)["documents"]
    assert [page["rewritten"] for page in pages] == [False, False]
    assert len(pages[0]["pages"][0]["pieces"]) == 2


def test_one_tile_changed(
    run_cli: Run, out: Path, tiny_folder: Path, edit: Edit, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, made = stands(out), count_making(monkeypatch)
    edit(tiny_folder / "tiles.yaml", MARKED, PLAIN)
    done = run_cli(*BUILD)
    assert done.out.endswith("tiny: 1 of 3 faces changed, 1 of 2 documents rewritten\n")
    after = stands(out)
    assert after[BACK] == before[BACK] and after[FRONT][0] != before[FRONT][0]
    assert made == ["cards_A4"]
    assert run_cli("build", "tiny", "-o", "fresh").code == 0
    assert {n: d for n, (d, _) in stands(Path("fresh/tiny")).items()} == {
        n: d for n, (d, _) in after.items()
    }


def test_one_tile_of_labydo(run_cli: Run, game_folder: Path, edit: Edit) -> None:
    run = ("build", game_folder, "-o", "out", "--no-preflight")
    assert run_cli(*run).out.endswith("labydo: 55 faces, 5 documents written\n")
    before = stands(Path("out/labydo"))
    path = game_folder / "labyrinth.yaml"
    path.write_text(path.read_text().replace("| .   T   . |", "| T   .   . |", 1))
    done = run_cli(*run)
    assert done.out.endswith("labydo: 1 of 55 faces changed, 1 of 5 documents rewritten\n")
    after = stands(Path("out/labydo"))
    assert [n for n in after if after[n] != before[n]] == ["cartas_print_A4.pdf"]


@pytest.mark.parametrize("text", ["# A comment.\n", "\n\n"])
def test_a_comment_rewrites_nothing(run_cli: Run, out: Path, tiny_folder: Path, text: str) -> None:
    before = stands(out)
    for name in ("game.yaml", "tiles.yaml"):
        path = tiny_folder / name
        path.write_text(text + path.read_text())
    done = run_cli(*BUILD)
    assert done.out.endswith("tiny: 0 of 3 faces changed, 0 of 2 documents rewritten\n")
    assert stands(out) == before


def test_a_new_version_changes_no_face(
    run_cli: Run, out: Path, tiny_folder: Path, edit: Edit
) -> None:
    edit(tiny_folder / "game.yaml", "title: Tiny\n", "title: Tiny\nversion: '7'\n")
    done = run_cli(*BUILD)
    assert done.out.endswith("tiny: 0 of 3 faces changed, 2 of 2 documents rewritten\n")


def test_another_program_makes_all_anew_and_writes_what_differs(
    run_cli: Run, out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pnp.export import buildkey

    before, made = stands(out), count_making(monkeypatch)
    monkeypatch.setattr(buildkey, "program_key", lambda: "another")
    assert "0 of 2 documents rewritten" in run_cli(*BUILD).out
    assert made == ["cards_A4", "cards_back_A4"]
    assert stands(out) == before


def test_without_the_cache_all_is_made(
    run_cli: Run, out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, made = stands(out), count_making(monkeypatch)
    done = run_cli(*BUILD, "--no-cache")
    assert made == ["cards_A4", "cards_back_A4"] and "read back in" in done.out
    assert stands(out) == before


@pytest.mark.parametrize("harm", ["cut", "gone", "other"])
def test_a_document_that_was_harmed_is_made_again(run_cli: Run, out: Path, harm: str) -> None:
    before, path = stands(out), out / BACK
    if harm == "gone":
        path.unlink()
    else:
        path.write_bytes(path.read_bytes()[:1000] if harm == "cut" else b"mine")
    done = run_cli(*BUILD)
    assert done.out.endswith("tiny: 0 of 3 faces changed, 1 of 2 documents rewritten\n")
    after = stands(out)
    assert after[BACK][0] == before[BACK][0] and after[FRONT] == before[FRONT]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        '{"schema_number": 2, "documents": {}}',
        '{"schema_number": 1, "documents": {"../x.pdf": {}}}',
        '{"documents": 3}',
        "\udcff",
        "[" * 50_000,
    ],
)
def test_a_state_that_is_none_is_ignored(run_cli: Run, out: Path, text: str) -> None:
    before = stands(out)
    (out / STATE).write_bytes(text.encode(errors="surrogateescape"))
    done = run_cli(*BUILD)
    assert (done.code, done.err) == (0, "")
    assert done.out.endswith("tiny: 3 faces, 0 documents written\n")
    assert stands(out) == before
    assert set(read_state(out).documents) == {FRONT, BACK}


def test_what_was_not_read_back_is_read_back_by_the_next_build(
    run_cli: Run, tiny_folder: Path
) -> None:
    assert run_cli(*BUILD, "--no-preflight").code == 0
    assert "read back in" in run_cli(*BUILD).out
    assert "read back in" not in run_cli(*BUILD).out
    assert "read back in" not in run_cli(*BUILD, "--no-preflight").out


# -- what is left over -----------------------------------------------------------------------------


def test_a_document_that_is_no_longer_made_goes(
    run_cli: Run, out: Path, tiny_folder: Path, edit: Edit
) -> None:
    edit(tiny_folder / "game.yaml", "    backs: cards_back_{paper}\n", "")
    done = run_cli(*BUILD)
    assert f"{BACK}: removed, the game makes it no longer\n" in done.out
    assert set(stands(out)) == set(read_state(out).documents) == {FRONT}


def test_backs_of_pieces_that_have_none_go(
    run_cli: Run, out: Path, tiny_folder: Path, edit: Edit
) -> None:
    edit(tiny_folder / "tiles.yaml", "back: labrys\n", "back: none\n")
    done = run_cli(*BUILD)
    assert done.code == 0, done.err
    assert set(stands(out)) == {FRONT}


def test_what_somebody_changed_stays(
    run_cli: Run, out: Path, tiny_folder: Path, edit: Edit
) -> None:
    (out / BACK).write_bytes(b"mine")
    (out / "notes.pdf").write_bytes(b"mine too")
    edit(tiny_folder / "game.yaml", "    backs: cards_back_{paper}\n", "")
    done = run_cli(*BUILD)
    assert f"{BACK}: made no longer, but changed by somebody; it stays\n" in done.out
    assert (out / BACK).read_bytes() == b"mine"
    assert (out / "notes.pdf").read_bytes() == b"mine too"
    assert set(read_state(out).documents) == {FRONT}


@pytest.mark.parametrize(
    "options",
    [
        ("--only", "cards"),
        ("--pieces", "one"),
        ("--sides", "fronts"),
        ("--sides", "interleaved"),
        ("--paper", "Letter"),
        ("--sheets", "single"),
    ],
)
def test_other_options_remove_nothing(run_cli: Run, out: Path, options: tuple[str, str]) -> None:
    before = stands(out)
    done = run_cli(*BUILD, *options)
    assert done.code == 0 and "removed" not in done.out
    assert set(before) <= set(stands(out))
    assert stands(out)[BACK] == before[BACK]


def test_a_selection_replaces_no_whole_document(run_cli: Run, out: Path) -> None:
    """It stands in a folder of its own: sheets and backs of the whole still belong together, and
    the next whole build has nothing to do."""
    before = stands(out)
    done = run_cli(*BUILD, "--pieces", "one")
    assert done.out.endswith("tiny: 2 faces, 2 documents written\n")
    assert f"out/tiny/selection/{FRONT}: 1 page" in done.out
    assert stands(out) == before and len(stands(out / "selection")) == 2
    done = run_cli(*BUILD)
    assert done.out.endswith("tiny: 0 of 3 faces changed, 0 of 2 documents rewritten\n")
    assert "0 of 2 faces changed" in run_cli(*BUILD, "--pieces", "one").out
    assert run_cli("diff", "tiny", "--since", "out", "--exit-code").code == 0


def test_a_deleted_piece_leaves_no_page(run_cli: Run, out: Path, tiny_folder: Path) -> None:
    path = tiny_folder / "tiles.yaml"
    path.write_text(path.read_text().partition("  two: |")[0])
    done = run_cli(*BUILD)
    assert done.out.endswith("tiny: 0 of 2 faces changed, 2 of 2 documents rewritten\n")
    record = read_record((out / FRONT).read_bytes(), FRONT)
    assert [piece.id for piece in record.pieces] == ["one"]
    assert [placed.piece for placed in record.sheets[0].placed] == ["one"]


# -- tags ------------------------------------------------------------------------------------------


def test_a_tag_keeps_the_record_of_a_build(
    run_cli: Run, out: Path, tiny_folder: Path, edit: Edit
) -> None:
    path = out / ".pnp" / "tags" / "first.json"
    assert run_cli(*BUILD, "--tag", "first").code == 0
    data = path.read_bytes()
    tag = read_tag(data, "it")
    assert (tag.tag, tag.game) == ("first", "tiny")
    assert [d.document for d in tag.documents] == ["cards_A4", "cards_back_A4"]
    assert tag.documents[0] == read_record((out / FRONT).read_bytes(), "it")
    assert run_cli(*BUILD, "--tag", "first").code == 0
    edit(tiny_folder / "tiles.yaml", MARKED, PLAIN)
    before = stands(out)
    done = run_cli(*BUILD, "--tag", "first")
    assert done.code == 2
    assert done.err.startswith("TAG001 there is a tag 'first' of another state of tiny (")
    assert path.read_bytes() == data and stands(out) == before
    assert run_cli(*BUILD, "--tag", "first", "--retag").code == 0
    assert path.read_bytes() != data and stands(out) != before


@pytest.mark.parametrize("name", ["", "../x", "a/b", ".hidden", "nul", "a b", "x" * 65, "é"])
def test_names_of_tags(run_cli: Run, tiny_folder: Path, name: str) -> None:
    done = run_cli(*BUILD, "--tag", name)
    assert done.code == 2 and "'--tag'" in done.err
    assert not Path("out").exists()


def test_a_tag_is_of_a_whole_build(run_cli: Run, tiny_folder: Path) -> None:
    for option in (("--only", "cards"), ("--pieces", "one")):
        done = run_cli(*BUILD, "--tag", "part", *option)
        assert done.code == 2 and "leave out --only and --pieces" in done.err


# -- cut off, at once, and without files -----------------------------------------------------------

KILLER = """
import json, os, sys
from pathlib import Path
import pnp.cli.building, pnp.export.leaflet
from pnp.cli import run

build = ["build", "tiny", "-o", "out", "--no-preflight"]
os.chdir(sys.argv[1])
tiles, versions = Path("tiny/tiles.yaml"), []
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

for text in (plain, other):
    tiles.write_text(text)
    assert quietly() == 0
    versions.append(files())
assert all(versions[0][name] != versions[1][name] for name in versions[0])
turn, number, reports = 1, 0, []
while True:
    turn = 1 - turn
    tiles.write_text([plain, other][turn])
    code = quietly(number)
    torn = files()
    assert set(torn) == set(versions[0]), torn.keys()
    assert all(data in (versions[0][name], versions[1][name]) for name, data in torn.items())
    mixed = torn not in versions
    assert quietly() == 0
    assert files() == versions[turn], number
    reports.append((code, mixed, open("said").read()))
    if code == 0:
        break
    number += 1
print(json.dumps(reports))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_build_killed_at_many_moments_is_mended_by_the_next(tiny_folder: Path) -> None:
    """Fronts and backs both change; killed between two renames, new fronts lie beside old backs
    until the next build, which finishes and says so."""
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
    backs, real, times = (out / BACK).read_bytes(), Shelf.change, []

    def change(self: Shelf, *args: Any) -> Any:
        if not times:
            times.append(1)
            (out / BACK).write_bytes(b"another build's")
        return real(self, *args)

    monkeypatch.setattr(Shelf, "change", change)
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
    import pnp.load as loading

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
    assert done.stderr.lstrip() == "interrupted; earlier files are untouched\n"
    assert stands(out) == before
    assert [p.name for p in (out / ".pnp").iterdir()] == ["state.json"]
