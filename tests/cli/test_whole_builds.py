"""Every piece is in the files of a build, and files of earlier builds go or are named."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from again_help import BACK, BUILD, FRONT, MARKED, PLAIN, first_build, stands
from conftest import Result

from pnp.game.plan import Plan
from pnp.outputs.folder import OutputFolder, Over
from pnp.outputs.state import STATE, read_state

Run = Callable[..., Result]
Edit = Callable[..., None]
MOVED = "no face changed, where things lie"
OLDER = "left from an earlier build, older than the game is now\n"


@pytest.fixture
def out(run_cli: Run, tiny_folder: Path) -> Path:
    return first_build(run_cli)


def remove_a_tile(folder: Path) -> None:
    path = folder / "tiles.yaml"
    path.write_text(path.read_text().partition("  two: |")[0])


def named(done: Result) -> list[str]:
    """The files that a build calls older."""
    lines = done.out.splitlines(keepends=True)
    return [line.removesuffix(f": {OLDER}") for line in lines if line.endswith(OLDER)]


# -- files of earlier builds -----------------------------------------------------------------------


def test_backs_that_are_in_one_file_with_their_fronts_go(
    run_cli: Run, out: Path, tiny_folder: Path
) -> None:
    remove_a_tile(tiny_folder)
    done = run_cli(*BUILD, "--sides", "interleaved")
    assert f"{BACK}: removed, it is made no longer\n" in done.out
    assert set(stands(out)) == {FRONT} == set(read_state(out).documents)


@pytest.mark.parametrize(
    ("options", "older"),
    [
        (("--sides", "fronts"), [BACK]),
        (("--sides", "backs"), [FRONT]),
        (("--only", "cards"), [BACK]),
        (("--only", "cards_back"), [FRONT]),
        (("--paper", "Letter"), [FRONT, BACK]),
        (("--sheets", "single"), [FRONT, BACK]),
        (("--paper", "Letter", "--sides", "fold"), [FRONT, BACK]),
    ],
)
def test_what_these_options_do_not_make_is_named(
    run_cli: Run, out: Path, tiny_folder: Path, options: tuple[str, ...], older: list[str]
) -> None:
    before = stands(out)
    remove_a_tile(tiny_folder)
    done = run_cli(*BUILD, *options)
    assert done.code == 0 and "removed" not in done.out
    assert named(done) == [f"out/tiny/{name}" for name in older]
    assert {name: stands(out)[name] for name in older} == {name: before[name] for name in older}
    again = run_cli(*BUILD, *options, "--format", "json")
    fates = {Path(one["path"]).name: one["fate"] for one in json.loads(again.out)["earlier"]}
    assert fates == dict.fromkeys(older, "older")


@pytest.mark.parametrize(
    "change",
    [
        ("tiles.yaml", MARKED, PLAIN),
        ("game.yaml", "title: Tiny\n", "title: Tinier\n"),
        ("tiles.yaml", "back: labrys", "back: labyrinth"),
        ("game.yaml", "title: Tiny\n", "title: Tiny\nversion: '7'\n"),
    ],
)
def test_another_paper_is_older_as_soon_as_a_piece_is(
    run_cli: Run, out: Path, tiny_folder: Path, edit: Edit, change: tuple[str, str, str]
) -> None:
    assert run_cli(*BUILD, "--paper", "Letter").code == 0
    done = run_cli(*BUILD)
    letter = "cards_Letter.pdf, cards_back_Letter.pdf"
    assert named(done) == [] and f"up to date: {letter}\n" in done.out
    name, old, new = change
    edit(tiny_folder / name, old, new)
    shown = [letter.split(", ")[1]] if "labrys" in old else letter.split(", ")
    if new == PLAIN:
        shown = [letter.split(", ")[0]]
    assert named(run_cli(*BUILD)) == [f"out/tiny/{file}" for file in shown]


@pytest.mark.slow
@pytest.mark.parametrize(
    "options", [("--ink", "low"), ("--bleed", "2mm"), ("--gap", "3mm"), ("--marks", "none")]
)
def test_another_look_is_no_other_state(
    run_cli: Run, out: Path, tiny_folder: Path, options: tuple[str, str]
) -> None:
    assert run_cli(*BUILD, "--paper", "Letter", *options).code == 0
    assert named(run_cli(*BUILD)) == []
    remove_a_tile(tiny_folder)
    assert len(named(run_cli(*BUILD))) == 2


def test_a_selection_is_older_with_its_pieces(
    run_cli: Run, out: Path, tiny_folder: Path, edit: Edit
) -> None:
    assert run_cli(*BUILD, "--pieces", "one").code == 0
    remove_a_tile(tiny_folder)
    assert named(run_cli(*BUILD)) == []
    edit(tiny_folder / "tiles.yaml", MARKED, PLAIN)
    assert named(run_cli(*BUILD)) == ["out/tiny/selection/cards_A4.pdf"]


def test_what_somebody_changed_is_named_and_kept(
    run_cli: Run, out: Path, tiny_folder: Path
) -> None:
    (out / BACK).write_bytes(b"mine")
    remove_a_tile(tiny_folder)
    done = run_cli(*BUILD, "--sides", "interleaved")
    assert f"{BACK}: made no longer, but changed by somebody; it stays\n" in done.out
    assert (out / BACK).read_bytes() == b"mine"


def test_a_leaflet_of_another_paper(run_cli: Run, tiny_folder: Path, edit: Edit) -> None:
    path, rules = tiny_folder / "game.yaml", tiny_folder / "rules.md"
    edit(path, "documents:\n", "documents:\n  rules_{paper}:\n    leaflet: rules.md\n")
    rules.write_text("# Tiny\n\nWords.\n")
    assert run_cli(*BUILD, "--paper", "Letter").code == 0
    remove_a_tile(tiny_folder)
    assert "rules_Letter.pdf" not in "".join(named(run_cli(*BUILD)))
    rules.write_text("# Tiny\n\nOther words.\n")
    assert "out/tiny/rules_Letter.pdf" in named(run_cli(*BUILD))


def test_backs_that_many_sheets_share(run_cli: Run, game_folder: Path) -> None:
    """They are in a file once, with the pieces of the first sheet; all their pieces count."""
    run = ("build", game_folder, "-o", "out", "--no-preflight")
    fronts = (*run, "--only", "cartas_print")
    assert run_cli(*run, "--only", "cartas_print_back").code == 0
    done = run_cli(*fronts)
    assert done.err == "" and "older" not in done.out
    (Path("out/labydo") / STATE).unlink()
    assert run_cli(*fronts).err == ""
    path = game_folder / "theme.yaml"
    path.write_text(path.read_text().replace("#B4532A", "#2A53B4"))
    assert "cartas_print_back_A4.pdf: PDF015" in run_cli(*fronts).err


@pytest.mark.slow
def test_pieces_count_though_their_back_is_one(run_cli: Run, game_folder: Path) -> None:
    """A new back is one face, on all tiles; `pnp diff` counts pieces too."""
    run = ("build", game_folder, "-o", "out", "--no-preflight")
    assert run_cli(*run).code == 0
    path = game_folder / "theme.yaml"
    path.write_text(path.read_text().replace("#B4532A", "#2A53B4"))
    done = run_cli(*run)
    news = "labydo: 2 of 55 faces changed (on 49 of 54 pieces), 4 of 5 documents rewritten\n"
    assert done.out.endswith(news)
    said = reasons(done)
    assert said["extras_A4.pdf"] == "no face changed, palette.accent in theme.yaml"
    assert said["cartas_print_back_A4.pdf"].startswith("1 of 1 face changed, palette.accent")


# -- the proof -------------------------------------------------------------------------------------


def test_a_file_that_no_list_knows_is_found_by_its_record(
    run_cli: Run, out: Path, tiny_folder: Path, edit: Edit
) -> None:
    """A copy, or the files of a build whose list is lost; those that are up to date are no matter,
    and neither are other PDFs."""
    shutil.copy(out / FRONT, out / "copy.pdf")
    (out / "notes.pdf").write_bytes(b"mine")
    (out / "folder.pdf").mkdir()
    assert run_cli(*BUILD).err == ""
    remove_a_tile(tiny_folder)
    done = run_cli(*BUILD)
    says = "PDF015 note: it shows pieces of tiny otherwise than they are now"
    assert done.code == 0 and done.err.startswith(f"out/tiny/copy.pdf: {says}")
    (out / STATE).unlink()
    (out / "copy.pdf").unlink()
    edit(tiny_folder / "tiles.yaml", "back: labrys", "back: labyrinth")
    assert run_cli(*BUILD, "--sides", "fronts").err.startswith(f"out/tiny/{BACK}: PDF015 note")


def test_stale_backs_are_found_though_nobody_looks_for_leftovers(
    run_cli: Run, out: Path, tiny_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(OutputFolder, "_leftovers", lambda shelf: Over([], [], []))
    remove_a_tile(tiny_folder)
    done = run_cli(*BUILD, "--sides", "interleaved")
    assert done.err.startswith("out/tiny/cards_back_A4.pdf: PDF015 note: it shows pieces of tiny")


@pytest.mark.parametrize("options", [(), ("--no-preflight",), ("--jobs", "1")])
def test_a_deck_that_another_replaces_is_missed(
    run_cli: Run,
    tiny_folder: Path,
    edit: Edit,
    monkeypatch: pytest.MonkeyPatch,
    options: tuple[str, ...],
) -> None:
    """Though names are not compared: what is in the files is counted."""
    tiles = (tiny_folder / "tiles.yaml").read_text()
    other = tiles.replace("one:", "three:").replace("two:", "four:").replace("18mm", "19mm")
    (tiny_folder / "more.yaml").write_text(other)
    edit(tiny_folder / "game.yaml", "placement:", "  cards_A4: {print: [more]}\nplacement:")
    assert "DEF006" in run_cli(*BUILD).err
    monkeypatch.setattr(Plan, "_clashing_names", lambda plan: iter(()))
    done = run_cli(*BUILD, *options)
    assert done.code == 1 and "PDF014" in done.err and not Path("out").exists()
    assert "2 fronts are declared, and the files hold 0" in done.err


@pytest.mark.slow
@pytest.mark.parametrize(
    "options",
    [
        (),
        ("--sides", "interleaved"),
        ("--sides", "fold"),
        ("--sides", "fronts"),
        ("--sides", "backs"),
        ("--sheets", "single"),
        ("--sheets", "single", "--sides", "interleaved"),
        ("--only", "cards_back"),
        ("--pieces", "two*3"),
    ],
)
def test_all_pieces_are_proved_to_be_there(
    run_cli: Run, tiny_folder: Path, options: tuple[str, ...]
) -> None:
    for _ in range(2):  # the second time, nothing is made
        done = run_cli(*BUILD, *options)
        assert (done.code, done.err) == (0, "")


# -- why a file is written -------------------------------------------------------------------------


def reasons(done: Result) -> dict[str, str]:
    """What is said of the documents after their pages and cuts."""
    lines = [line for line in done.out.splitlines() if ".pdf: " in line]
    return {Path(line.partition(": ")[0]).name: line.partition("rewritten: ")[2] for line in lines}


@pytest.mark.parametrize(
    ("name", "old", "new", "front", "back"),
    [
        ("tiles.yaml", MARKED, PLAIN, "1 of 2 faces changed, tiles.yaml", ""),
        ("tiles.yaml", "back: labrys", "back: labyrinth", "", "1 of 1 face changed, tiles.yaml"),
        (
            "game.yaml",
            "title: Tiny\n",
            "title: Tiny\nversion: '7'\n",
            "no face changed, title, version or credits",
            "no face changed, title, version or credits",
        ),
        (
            "game.yaml",
            "    backs: c",
            "    gap: 3mm\n    backs: c",
            *["no face changed, where things lie"] * 2,
        ),
    ],
)
def test_every_rewritten_file_says_why(
    run_cli: Run,
    out: Path,
    tiny_folder: Path,
    edit: Edit,
    name: str,
    old: str,
    new: str,
    front: str,
    back: str,
) -> None:
    edit(tiny_folder / name, old, new)
    assert reasons(run_cli(*BUILD)) == {FRONT: front, BACK: back}


def test_a_file_that_was_harmed_says_so(run_cli: Run, out: Path) -> None:
    (out / FRONT).unlink()
    (out / BACK).write_bytes(b"mine")
    said = reasons(run_cli(*BUILD))
    assert said[FRONT] == "no face changed, its file was gone"
    assert said[BACK] == "no face changed, its file was changed"


def test_a_colour_that_a_record_names(run_cli: Run, tiny_folder: Path, edit: Edit) -> None:
    """A value that no face shows differently is still the reason."""
    path = tiny_folder / "game.yaml"
    path.write_text(path.read_text() + 'theme: {palette: {accent: "#111111"}}\n')
    assert run_cli(*BUILD).code == 0
    edit(path, '"#111111"', '"#B4532A"')
    said = reasons(run_cli(*BUILD))
    assert said[FRONT] == "no face changed, theme.palette.accent in game.yaml"
