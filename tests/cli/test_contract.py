"""The command line as promised: exit codes, JSON shapes, selections, what is printed where."""

from __future__ import annotations

import contextlib
import io
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest
from conftest import Result
from folder_help import DOCUMENTS, names

from pnp.cli import COMMANDS, run

Run = Callable[..., Result]
Edit = Callable[..., None]


# -- exit codes ------------------------------------------------------------------------------------


def test_exit_codes_of_a_real_process(run_process: Run, tiny_folder: Path, edit: Edit) -> None:
    done = run_process("build", tiny_folder)
    assert (done.code, done.err) == (0, "")
    assert names(tiny_folder.parent / "output") == ["tiny/cards_A4.pdf", "tiny/cards_back_A4.pdf"]
    edit(tiny_folder / "tiles.yaml", "cell: 18mm", "cell: 18")
    done = run_process("check", tiny_folder)
    assert (done.code, done.err) == (1, "")
    done = run_process("build", "labido")
    assert (done.code, done.out) == (2, "")
    assert "did you mean 'labydo'?" in done.err


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["chek"], "there is no command 'chek' (did you mean 'check'?)"),
        (["frobnicate"], "known: list, check, build, watch, diff, reprint, "),
        (["build", "--papre", "A4"], "--paper"),
        (["build", "--paper", "Leter"], "there is no paper 'Leter' (did you mean 'Letter'?)"),
        (["check", "--paper", "B9"], "there is no paper 'B9'"),
        (["check", "--paper", "210x297"], "'210x297' has no unit; write '210x297mm'"),
        (["list", "--format", "xml"], "'xml' is not one of 'text', 'json'"),
        (["face", "labydo"], "Missing argument 'PIECE'"),
        (["face", "labydo", "lab-1", "-o", "x.svg"], "labydo has no piece 'lab-1' (did you mean"),
        (["face", "labydo", "lab-01", "-o", "x.jpg"], "does not end in .svg, .png or .pdf"),
        (["face", "labydo", "lab-01", "--side", "bak", "-o", "x.svg"], "'bak' is not one of"),
        (["face", "labydo", "die", "--side", "back", "-o", "x.svg"], "die has no back"),
        (["face", "labydo", "lab-01", "--dpi", "nan", "-o", "x.png"], "'nan' is no number"),
        (["face", "labydo", "lab-01", "--dpi", "1e9", "-o", "x.png"], "not in the range"),
        (["board", "labydo", "--size", "12", "-o", "x.svg"], "'12' is no size"),
        (["explain", "DECK01"], "nothing is called 'DECK01' (did you mean 'DECK0"),
        (["build", "labydo", "--retag"], "--retag replaces a tag: name it with --tag"),
        (
            ["build", "labydo", "--only", "cartas_print_back", "--sides", "fold"],
            "there is no document to write (with these options there are: cartas_print_A4, caixa_",
        ),
        (["build", "nothing", "labido"], "no game 'nothing'"),
        (["check", "/nowhere"], "there is no file or folder '/nowhere'"),
    ],
)
def test_usage_is_2_and_helps(run_cli: Run, tmp_path: Path, args: list[str], says: str) -> None:
    done = run_cli(*args)
    assert (done.code, done.out) == (2, ""), done
    assert says in done.err
    assert names(tmp_path) == []


def test_all_misspelt_games_at_once(run_cli: Run) -> None:
    done = run_cli("check", "labido", "nothing")
    assert [line.split("'")[1] for line in done.err.splitlines()] == ["labido", "nothing"]


@pytest.mark.parametrize("command", COMMANDS)
def test_help(run_cli: Run, command: str) -> None:
    for flag in ("--help", "-h"):
        done = run_cli(command, flag)
        assert (done.code, done.err) == (0, "")
        assert done.out.startswith(f"Usage: pnp {command}")
    assert command in run_cli("--help").out
    assert run_cli("--version").out.startswith("pnp, version ")


def test_a_bug_of_ours_is_3_with_a_report_to_attach(
    run_cli: Run, tiny_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import tempfile

    import pnp.cli.building

    def broken(*_: object) -> None:
        raise RuntimeError("the drawer is stuck")

    monkeypatch.setattr(pnp.cli.building, "export_document", broken)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    done = run_cli("build", tiny_folder, "-o", tmp_path / "out")
    assert (done.code, done.out) == (3, "")
    assert done.err.count("\n") == 1 and "Traceback" not in done.err
    (report,) = tmp_path.glob("pnp-bug-*.txt")
    assert str(report) in done.err
    text = report.read_text()
    assert "the drawer is stuck" in text and "Traceback" in text and str(tiny_folder) in text
    assert not (tmp_path / "out").exists()


def test_too_little_memory_is_no_bug_of_ours(
    run_cli: Run, tiny_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import pnp.cli.building

    def greedy(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(pnp.cli.building, "export_document", greedy)
    done = run_cli("build", tiny_folder, "-o", tmp_path / "out")
    assert (done.code, done.out) == (1, "")
    assert done.err == "IO001 there is not enough memory\n"


@pytest.mark.parametrize("interruption", [KeyboardInterrupt, click.Abort])
def test_interrupted_is_130_and_changes_nothing(
    run_cli: Run,
    tiny_folder: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    interruption: type[BaseException],
) -> None:
    from pnp.outputs import transaction

    out = tmp_path / "out" / "tiny"
    out.mkdir(parents=True)
    (out / "cards_A4.pdf").write_bytes(b"earlier")
    real, calls = transaction._write, []

    def second(*args: Any) -> None:
        calls.append(1)
        if len(calls) == 2:
            raise interruption
        real(*args)

    monkeypatch.setattr(transaction, "_write", second)
    done = run_cli("build", tiny_folder, "-o", tmp_path / "out")
    assert done.code == 130
    assert "interrupted" in done.err and "Traceback" not in done.err
    assert names(out) == ["cards_A4.pdf"]
    assert (out / "cards_A4.pdf").read_bytes() == b"earlier"


# -- list ------------------------------------------------------------------------------------------


def test_list_as_json(run_cli: Run, tiny_folder: Path) -> None:
    data = json.loads(run_cli("list", "--format", "json", tiny_folder, "labydo").out)
    assert list(data) == ["games"]
    tiny, labydo = data["games"]
    assert tiny == {
        "game": "tiny",
        "title": "Tiny",
        "path": str(tiny_folder),
        "pieces": ["one", "two"],
        "copies": [1, 1],
        "documents": ["cards_A4", "cards_back_A4"],
    }
    assert list(labydo) == ["game", "title", "path", "pieces", "copies", "documents"]
    assert labydo["documents"] == DOCUMENTS
    assert len(labydo["pieces"]) == len(labydo["copies"]) == 48 + 4 + 1 + 1
    assert Path(labydo["path"]).is_dir()


def test_list_without_games_shows_the_bundled_ones(run_cli: Run) -> None:
    assert "\nlabydo: Labydo (" in "\n" + run_cli("list").out
    assert "lab-01 … lab-40" in run_cli("list").out


# -- check -----------------------------------------------------------------------------------------


def test_check_as_json(run_cli: Run, tiny_folder: Path) -> None:
    (tiny_folder / "tiles.yaml").write_text(
        (tiny_folder / "tiles.yaml")
        .read_text()
        .replace("|\n    +   +---+   +\n      .   .", "|\n    +---+---+---+\n      .   .", 1)
    )
    done = run_cli("check", tiny_folder, "labydo", "--format", "json")
    assert done.code == 1
    data = json.loads(done.out)
    assert list(data) == ["problems", "proofs"]
    (problem,) = data["problems"]
    assert {k: problem[k] for k in ("code", "severity", "file", "line", "column")} == {
        "code": "PATH001",
        "severity": "error",
        "file": f"{tiny_folder}/tiles.yaml",
        "line": 7,
        "column": 3,
    }
    assert problem["message"].startswith("one: spaces 4, 5, 6, 7, 8, 9 cannot be reached")
    assert problem["hint"] and "x" in problem["picture"]
    for proof in data["proofs"]:
        assert {"code", "statement", "cases", "result"} <= set(proof)
        assert proof["result"] in ("proved", "refuted", "unknown")
    results = {(p["game"], p["code"]): (p["cases"], p["result"]) for p in data["proofs"]}
    assert results["labydo", "PATH003"] == (73_728, "proved")
    assert results["tiny", "PATH001"][1] == "refuted"


def test_check_as_text(run_cli: Run) -> None:
    done = run_cli("check", "labydo")
    assert (done.code, done.err) == (0, "")
    assert "proved PATH003" in done.out and "(73,728 cases)" in done.out
    assert done.out.endswith("labydo: 0 errors, 0 warnings, 0 notes\n")


def test_json_is_json_even_when_a_file_is_not_yaml(run_cli: Run, tiny_folder: Path) -> None:
    (tiny_folder / "game.yaml").write_text("a: [\n")
    for command in ("check", "build"):
        done = run_cli(command, tiny_folder, "--format", "json")
        assert (done.code, done.err) == (1, "")
        (problem,) = json.loads(done.out)["problems"]
        assert problem["code"] == "SRC004"


def test_strict_turns_warnings_into_failure(run_cli: Run, tiny_folder: Path) -> None:
    with (tiny_folder / "game.yaml").open("a") as file:
        file.write("manifest: {ours: {tiles: 9}}\n")
    for command in ("check", "build"):
        args = [command, tiny_folder] + (["-o", tiny_folder / "out"] if command == "build" else [])
        assert run_cli(*args).code == 0
        shutil.rmtree(tiny_folder / "out", ignore_errors=True)
        done = run_cli(*args, "--strict")
        assert done.code == 1
        assert "DECK002 warning: 2 tiles" in done.out + done.err
    assert not (tiny_folder / "out").exists()


def test_one_cause_is_one_line_and_every_place_is_in_json(
    run_cli: Run, tiny_folder: Path, edit: Edit
) -> None:
    edit(tiny_folder / "tiles.yaml", "marks: {T: teleport}\n", "")
    edit(tiny_folder / "tiles.yaml", "      .   . | .", "      T   . | .")
    done = run_cli("check", tiny_folder)
    (line,) = (line for line in done.out.splitlines() if "DEF008" in line)
    assert line.startswith(f"{tiny_folder}/tiles.yaml:12:11: DEF008 unknown cell letter 'T'; ")
    assert "2 places, also 18:7 (write '.', or declare it" in line
    assert "tiny: 1 error, " in done.out
    found = json.loads(run_cli("check", tiny_folder, "--format", "json").out)["problems"]
    assert [(p["line"], p["column"]) for p in found] == [(12, 11), (18, 7)]
    assert {p["message"] for p in found} == {"unknown cell letter 'T'"}


# -- face and board --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ending", "magic"),
    [("svg", b"<?xml"), ("png", b"\x89PNG"), ("pdf", b"%PDF-"), ("PNG", b"\x89PNG")],
)
def test_faces(run_cli: Run, tmp_path: Path, ending: str, magic: bytes) -> None:
    dpi = ("--dpi", 72) if ending in ("png", "PNG") else ()
    for side in ("front", "back"):
        path = tmp_path / "new" / f"{side}.{ending}"
        done = run_cli("face", "labydo", "lab-01", "--side", side, "-o", path, *dpi)
        assert (done.code, done.out, done.err) == (0, f"{path}: the {side} of lab-01\n", "")
        assert path.read_bytes().startswith(magic)
    assert (tmp_path / f"new/front.{ending}").read_bytes() != path.read_bytes()


def test_a_face_of_a_broken_game(
    run_cli: Run, tiny_folder: Path, tmp_path: Path, edit: Edit
) -> None:
    edit(tiny_folder / "tiles.yaml", ".   T   .", ".   Q   .")
    done = run_cli("face", tiny_folder, "two", "-o", tmp_path / "x.svg")
    assert done.code == 1
    assert "tiles.yaml:13:11: DEF008" in done.err
    assert not (tmp_path / "x.svg").exists()


@pytest.mark.parametrize("size", ["0x0", "13x4", "9999x9999"])
def test_boards_that_cannot_be_laid(run_cli: Run, tmp_path: Path, size: str) -> None:
    done = run_cli("board", "labydo", "--size", size, "-o", tmp_path / "b.svg")
    assert done.code == 1
    assert done.err.startswith("BOARD001 ") and names(tmp_path) == []


# -- terminals and pipes ---------------------------------------------------------------------------


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def on_terminal(*args: object) -> tuple[int, str, str]:
    out, err = Terminal(), Terminal()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = run([str(arg) for arg in args])
    return code, out.getvalue(), err.getvalue()


def test_colour_and_progress_only_on_a_terminal(
    run_cli: Run, tiny_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    args = ("build", tiny_folder, "-o", tiny_folder / "out")
    assert "building" in on_terminal(*args)[2]
    done = run_cli(*args)
    assert "building" not in done.err and "\x1b" not in done.out + done.err
    code, out, _ = on_terminal("check", tiny_folder)
    assert (code, "\x1b[" in out) == (0, True)
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[" not in on_terminal("check", tiny_folder)[1]


def test_problems_in_a_pipe_are_plain(run_cli: Run, tiny_folder: Path, edit: Edit) -> None:
    edit(tiny_folder / "tiles.yaml", "cell: 18mm", "cell: 18")
    done = run_cli("check", tiny_folder)
    assert done.out.splitlines()[0] == (
        f"{tiny_folder}/tiles.yaml:3:7: DEF003 '18' has no unit; write '18mm' for millimetres"
    )
    assert done.out.splitlines()[-1] == "tiny: 1 error, 0 warnings, 0 notes"


def test_only_what_is_asked_for_must_fit_the_paper(run_cli: Run) -> None:
    small = ("build", "dedalos", "--paper", "4x6in", "--margin", "5mm", "-o", "out")
    refused = run_cli(*small)
    assert refused.code == 1 and "SHEET001 bag-body" in refused.err
    assert run_cli(*small, "--only", "backs").code == 0
    assert names(Path("out/dedalos")) == ["backs_4x6in.pdf"]
