"""`pnp reprint` as promised: only what changed, proved, and a list of what to throw away."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pypdf
import pytest
from conftest import Result

from pnp.pdf.attachment import read_record

Run = Callable[..., Result]
Edit = Callable[..., None]
OLD_WALL, NEW_WALL = "    | . | .   . |", "    | .   .   . |"


@pytest.fixture
def built(run_cli: Run, tiny_folder: Path) -> Path:
    done = run_cli("build", tiny_folder, "--no-preflight")
    assert done.code == 0, done.err
    return tiny_folder


def names(folder: str) -> list[str]:
    return sorted(path.name for path in Path(folder).iterdir()) if Path(folder).exists() else []


FILES = ["reprint_A4.pdf", "reprint_back_A4.pdf", "throw-away.pdf", "throw-away.txt"]


def test_only_what_changed(run_cli: Run, built: Path, edit: Edit) -> None:
    edit(built / "tiles.yaml", OLD_WALL, NEW_WALL)
    done = run_cli("reprint", built, "--since", "output", "-o", "again")
    assert (done.code, done.err) == (0, "")
    assert names("again") == FILES
    assert done.out.splitlines()[:2] == [
        "again/reprint_A4.pdf: 1 page: two; paper or card as for cards_A4",
        "again/reprint_back_A4.pdf: 1 page, backs of the sheets before",
    ]
    record = read_record(Path("again/reprint_A4.pdf").read_bytes(), "it")
    assert [(p.id, p.copies) for p in record.pieces] == [("two", 1)]
    assert record.options == {"pieces": "two*1"}
    back = read_record(Path("again/reprint_back_A4.pdf").read_bytes(), "it")
    front, behind = record.sheets[0].placed[0].trim, back.sheets[0].placed[0].trim
    assert front[0] + behind[0] + behind[2] == pytest.approx(210, abs=1e-3)
    assert front[1] == behind[1]
    text = Path("again/throw-away.txt").read_text()
    assert text.splitlines()[-1] == "two: cards_A4, sheet 1, slot 2"
    (page,) = pypdf.PdfReader("again/throw-away.pdf").pages
    assert "cards_A4, sheet 1, slot 2" in page.extract_text()
    assert len(page.images) == 1


def test_afterwards_nothing_is_to_be_done(run_cli: Run, built: Path, edit: Edit) -> None:
    """A changed, a removed and a re-counted piece: nothing is printed again; what was to be thrown
    away before is so still."""
    text = (built / "tiles.yaml").read_text()
    third = text[text.index("  two:") :].replace("two:", "three:").replace("| . |", "| .  ", 1)
    (built / "tiles.yaml").write_text(
        text.replace("  one: |\n", "  one:\n   copies: 3\n   maze: |\n") + third
    )
    assert run_cli("build", built, "-o", "old", "--no-preflight").code == 0
    edit(built / "tiles.yaml", third, "")
    edit(built / "tiles.yaml", "copies: 3", "copies: 2")
    edit(built / "tiles.yaml", OLD_WALL, NEW_WALL.replace(".   .   .", ".   . | ."))
    done = run_cli("reprint", built, "--since", "old", "-o", "again")
    assert done.code == 0, done.err
    assert Path("again/throw-away.txt").read_text().splitlines()[4:] == [
        "one: cards_A4, sheet 1, slot 3",
        "two: cards_A4, sheet 1, slot 4",
        "three: cards_A4, sheet 1, slot 5",
    ]
    shown = pypdf.PdfReader("again/throw-away.pdf").pages[0].extract_text()
    assert shown.index("slot 3") < shown.index("slot 4") < shown.index("slot 5")
    done = run_cli("diff", built, "--since", "old", "--since", "again")
    assert "; 0 copies to print, 2 copies to throw away" in done.out
    assert run_cli("diff", built, "--since", "old", "--exit-code").code == 1


def test_one_more_copy(run_cli: Run, built: Path, edit: Edit) -> None:
    edit(built / "tiles.yaml", "  two: |\n", "  two:\n   copies: 3\n   maze: |\n")
    done = run_cli("reprint", built, "--since", "output", "-o", "again", "--format", "json")
    data = json.loads(done.out)
    pages = [page["pieces"] for document in data["documents"] for page in document["pages"]]
    assert [[piece["id"] for piece in page] for page in pages] == [["two", "two"]] * 2
    assert data["throw_away"] == [] and data["problems"] == []
    assert names("again") == FILES[:2]
    assert run_cli("diff", built, "--since", "output", "--since", "again", "--exit-code").code == 0


def test_a_whole_document_to_throw_away_is_one_line(run_cli: Run, built: Path, edit: Edit) -> None:
    edit(built / "tiles.yaml", "cell: 18mm", "cell: 17mm")
    assert run_cli("reprint", built, "--since", "output", "-o", "again").code == 0
    text = Path("again/throw-away.txt").read_text()
    assert text.splitlines()[4:] == ["all of cards_A4: 2 copies"]
    (page,) = pypdf.PdfReader("again/throw-away.pdf").pages
    words = page.extract_text()
    assert "2 printed copies" in words and "all of cards_A4: 2 copies" in words
    assert not page.images
    done = run_cli("diff", built, "--since", "output", "--since", "again", "--exit-code")
    assert done.code == 0, done.out


def test_nothing_to_print(run_cli: Run, built: Path) -> None:
    done = run_cli("reprint", built, "--since", "output", "-o", "again")
    assert (done.code, done.err) == (0, "")
    assert done.out == "tiny: nothing to print or to throw away since output; nothing was written\n"
    assert not Path("again").exists()


def test_only_something_to_throw_away(run_cli: Run, built: Path, edit: Edit) -> None:
    edit(built / "tiles.yaml", "  two: |\n", "  two:\n   copies: 0\n   maze: |\n")
    assert run_cli("reprint", built, "--since", "output", "-o", "again").code == 0
    assert names("again") == FILES[2:]


def test_options_are_those_of_the_build(run_cli: Run, tiny_folder: Path, edit: Edit) -> None:
    asked = ("--paper", "A5", "--sides", "interleaved", "--flip", "short", "--bleed", "2mm")
    assert run_cli("build", tiny_folder, *asked, "--no-preflight").code == 0
    edit(tiny_folder / "tiles.yaml", OLD_WALL, NEW_WALL)
    done = run_cli("reprint", tiny_folder, "--since", "output", "-o", "again")
    assert done.code == 0, done.err
    first = done.out.splitlines()[0]
    assert first.startswith("options as output was printed: ")
    for words in ("--paper A5", "--sides interleaved", "--flip short", "--bleed 2mm"):
        assert words in first
    assert names("again") == ["reprint_A5.pdf", *FILES[2:]]
    record = read_record(Path("again/reprint_A5.pdf").read_bytes(), "it")
    assert record.side == "both" and record.flip == "short"
    done = run_cli(
        "reprint",
        tiny_folder,
        "--since",
        "output",
        "-o",
        "b",
        "--paper",
        "A4",
        "--sides",
        "separate",
    )
    assert "--paper" not in done.out.splitlines()[0]
    assert names("b") == FILES


def test_single_pages_and_contours(run_cli: Run, tiny_folder: Path, edit: Edit) -> None:
    asked = ("--sheets", "single", "--cut-contour")
    assert run_cli("build", tiny_folder, *asked, "--no-preflight").code == 0
    edit(tiny_folder / "tiles.yaml", OLD_WALL, NEW_WALL)
    done = run_cli("reprint", tiny_folder, "--since", "output", "-o", "again")
    assert (done.code, done.err) == (0, "")
    assert names("again") == ["reprint_back_single.pdf", "reprint_single.pdf", *FILES[2:]]
    assert "--cut-contour" in done.out and "--sheets single" in done.out


def test_given_options_overrule_recorded_ones(run_cli: Run, tiny_folder: Path, edit: Edit) -> None:
    """`--sheets single` knows no fold, `--pack` no grid: the recorded ones give way."""
    asked = ("--sides", "fold", "--grid", "1x1")
    assert run_cli("build", tiny_folder, *asked, "--no-preflight").code == 0
    edit(tiny_folder / "tiles.yaml", OLD_WALL, NEW_WALL)
    since = ("reprint", tiny_folder, "--since", "output")
    done = run_cli(*since, "-o", "one", "--sheets", "single")
    assert (done.code, done.err) == (0, "")
    assert "reprint_single.pdf" in names("one")
    done = run_cli(*since, "-o", "two", "--pack")
    assert (done.code, done.err) == (0, "")
    assert "--sides fold" in done.out and "--grid" not in done.out


def test_an_unknown_printer_is_said(
    run_cli: Run, tiny_folder: Path, edit: Edit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tiny_folder.parent / "config"))
    assert run_cli("printer", "set", "office", "--dx", "0.4mm").code == 0
    assert run_cli("build", tiny_folder, "--printer", "office", "--no-preflight").code == 0
    edit(tiny_folder / "tiles.yaml", OLD_WALL, NEW_WALL)
    done = run_cli("reprint", tiny_folder, "--since", "output", "-o", "one")
    assert done.code == 0 and "--printer office" in done.out
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tiny_folder.parent / "elsewhere"))
    done = run_cli("reprint", tiny_folder, "--since", "output", "-o", "two")
    assert done.code == 0
    assert "there is no printer 'office' here: its drift is not corrected" in done.out


def test_an_earlier_reprint_is_not_mixed_in(run_cli: Run, built: Path, edit: Edit) -> None:
    edit(built / "tiles.yaml", OLD_WALL, NEW_WALL)
    for _ in range(2):
        assert run_cli("reprint", built, "--since", "output", "-o", "again").code == 0
    edit(built / "tiles.yaml", "back: labrys", "back: labyrinth")
    before = {name: (Path("again") / name).read_bytes() for name in names("again")}
    done = run_cli("reprint", built, "--since", "output", "-o", "again")
    assert done.code == 2 and "holds an earlier reprint" in done.err
    assert {name: (Path("again") / name).read_bytes() for name in names("again")} == before


@pytest.mark.slow
@pytest.mark.parametrize("folder", ["output", "output/tiny"])
@pytest.mark.parametrize("forgotten", [False, True])
def test_a_folder_of_a_build_is_refused(
    run_cli: Run, built: Path, edit: Edit, folder: str, forgotten: bool
) -> None:
    """Also when its state was deleted."""
    edit(built / "tiles.yaml", OLD_WALL, NEW_WALL)
    if forgotten:
        shutil.rmtree("output/tiny/.pnp")
    before = names("output"), names("output/tiny")
    done = run_cli("reprint", built, "--since", "output", "-o", folder)
    assert done.code == 2 and "'output/tiny' holds a build; take another folder" in done.err
    assert (names("output"), names("output/tiny")) == before


def test_a_folder_of_other_files_is_taken(run_cli: Run, built: Path, edit: Edit) -> None:
    edit(built / "tiles.yaml", OLD_WALL, NEW_WALL)
    Path("again").mkdir()
    Path("again/notes.pdf").write_bytes(b"mine")
    assert run_cli("reprint", built, "--since", "output", "-o", "again").code == 0


@pytest.fixture
def with_rules(run_cli: Run, built: Path, edit: Edit) -> Path:
    """The game with a leaflet and two copies of a piece, built and tagged."""
    (built / "rules.md").write_text("# Rules\n\nGo in.\n")
    edit(built / "game.yaml", "placement:", "  rules_{paper}: {leaflet: rules.md}\nplacement:")
    edit(built / "tiles.yaml", "  one: |\n", "  one:\n   copies: 2\n   maze: |\n")
    assert run_cli("build", built, "--tag", "first").code == 0
    return built


@pytest.mark.slow
def test_leaflets_that_changed_are_printed_whole(run_cli: Run, with_rules: Path) -> None:
    (with_rules / "rules.md").write_text("# Rules\n\nCome out.\n")
    done = run_cli("reprint", with_rules, "--since", "first", "-o", "again")
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines() == [
        "again/rules_A4.pdf: 1 page: the whole leaflet, which changed",
        "tiny: none of 2 pieces changed; 1 leaflet changed",
        "tiny: 0 errors, 0 warnings, 0 notes",
    ]
    assert "Come out." in pypdf.PdfReader("again/rules_A4.pdf").pages[0].extract_text()
    both = ("diff", with_rules, "--since", "first", "--since", "again", "--exit-code")
    assert run_cli(*both).code == 0
    first = Path("again/rules_A4.pdf").read_bytes()
    assert run_cli("reprint", with_rules, "--since", "first", "-o", "again").code == 0
    assert Path("again/rules_A4.pdf").read_bytes() == first
    (with_rules / "rules.md").write_text("# Rules\n\nStay.\n")
    done = run_cli("reprint", with_rules, "--since", "first", "-o", "again")
    assert done.code == 2 and "holds an earlier reprint (again/rules_A4.pdf)" in done.err
    assert run_cli(*both).code == 1


def test_leaflets_beside_pieces(run_cli: Run, with_rules: Path, edit: Edit) -> None:
    """One more copy, another piece thrown away, and the rules: then all is as it should."""
    (with_rules / "rules.md").write_text("# Rules\n\nCome out.\n")
    edit(with_rules / "tiles.yaml", "copies: 2", "copies: 3")
    edit(with_rules / "tiles.yaml", OLD_WALL, NEW_WALL)
    done = run_cli("reprint", with_rules, "--since", "first", "-o", "again")
    assert (done.code, done.err) == (0, "")
    assert names("again") == [*FILES[:2], "rules_A4.pdf", *FILES[2:]]
    thrown = Path("again/throw-away.txt").read_text().splitlines()[4:]
    assert thrown == ["the leaflet rules_A4", "two: cards_A4, sheet 1, slot 3"]
    done = run_cli("diff", with_rules, "--since", "first", "--since", "again", "--exit-code")
    assert done.code == 0, done.out
    data = json.loads(
        run_cli("reprint", with_rules, "--since", "first", "-o", "two", "--format", "json").out
    )
    assert data["documents"][-1] == {"path": "two/rules_A4.pdf", "pages": [{"pieces": []}]}


def test_a_leaflet_that_is_new_or_gone(run_cli: Run, with_rules: Path, edit: Edit) -> None:
    edit(with_rules / "game.yaml", "rules_{paper}", "book_{paper}")
    done = run_cli("reprint", with_rules, "--since", "first", "-o", "again")
    assert "again/book_A4.pdf: 1 page: the whole leaflet, which is new\n" in done.out
    assert "the leaflet rules_A4 is gone\n" in done.out
    assert names("again") == ["book_A4.pdf"]


def test_a_game_with_errors_is_not_printed(run_cli: Run, built: Path, edit: Edit) -> None:
    edit(built / "tiles.yaml", "      .   . | .\n", "      . | . | .\n")
    with (built / "game.yaml").open("a") as file:
        file.write("manifest: {rules: {tiles: 9}}\n")
    done = run_cli("reprint", built, "--since", "output", "-o", "again")
    assert done.code == 1 and "nothing was written" in done.err
    assert "DECK" in done.err and not Path("again").exists()


def test_what_does_not_fit_is_refused(run_cli: Run, built: Path, edit: Edit) -> None:
    edit(built / "tiles.yaml", OLD_WALL, NEW_WALL)
    done = run_cli("reprint", built, "--since", "output", "-o", "again", "--paper", "50x50mm")
    assert done.code in (1, 2) and not Path("again").exists()
    done = run_cli("reprint", built, "--since", "output", "-o", "again", "--grid", "9x9")
    assert done.code == 1 and "SHEET" in done.err and not Path("again").exists()
