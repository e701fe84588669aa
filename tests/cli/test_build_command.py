"""`pnp build`: documents, selections, what is said and what is refused."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pypdf
import pytest
from conftest import Result
from folder_help import DOCUMENTS, names

from pnp.units import pt_to_mm

Run = Callable[..., Result]
Edit = Callable[..., None]


def test_build_labydo(run_cli: Run, tmp_path: Path) -> None:
    """The documents, their pages, and what the JSON says stands where, read back from the files."""
    done = run_cli("build", "labydo", "--format", "json")
    assert (done.code, done.err) == (0, "")
    data = json.loads(done.out)
    documents = {Path(d["path"]).stem: d for d in data["documents"]}
    assert list(documents) == DOCUMENTS
    for document in documents.values():
        assert {"game", "path", "paper", "rewritten", "pages"} <= set(document)
        assert (document["game"], document["paper"]) == ("labydo", "A4")
        pages = pypdf.PdfReader(tmp_path / document["path"]).pages
        assert len(pages) == len(document["pages"])
        for page in pages:
            size = [pt_to_mm(float(v)) for v in page.mediabox[2:]]
            assert size == pytest.approx([210, 297], abs=0.01)
    cards = documents["cartas_print_A4"]["pages"]
    assert [len(page["pieces"]) for page in cards] == [6] * 8
    first = cards[0]["pieces"][0]
    assert set(first) == {"id", "side", "x", "y", "width", "height"}
    assert (first["id"], first["side"]) == ("lab-01", "front")
    assert (first["width"], first["height"]) == pytest.approx((57.912, 115.824), abs=1e-3)
    (back,) = documents["cartas_print_back_A4"]["pages"]
    assert {piece["side"] for piece in back["pieces"]} == {"back"}
    by_place = {(round(p["x"], 3), round(p["y"], 3)) for p in back["pieces"]}
    assert by_place == {
        (round(210 - p["x"] - p["width"], 3), round(p["y"], 3)) for p in cards[0]["pieces"]
    }
    text = pypdf.PdfReader(tmp_path / documents["cartas_print_back_A4"]["path"]).pages[0]
    assert "print 8 times" in text.extract_text()
    assert names(tmp_path) == sorted(f"output/labydo/{name}.pdf" for name in DOCUMENTS)


def test_two_builds_give_the_same_bytes(run_cli: Run, tiny_folder: Path) -> None:
    data = []
    for name in ("one", "two"):
        assert run_cli("build", tiny_folder, "-o", tiny_folder / name).code == 0
        data.append([p.read_bytes() for p in sorted((tiny_folder / name).rglob("*.pdf"))])
    assert data[0] == data[1] and len(data[0]) == 2


@pytest.mark.parametrize(
    "name",
    [
        "cards",
        "cards_A4",
        "cards_{paper}",
        "cards.pdf",
        "CARDS_a4",
        "cards_A4.pdf",
        "cards_{paper}.pdf",
    ],
)
def test_only(run_cli: Run, tiny_folder: Path, name: str) -> None:
    done = run_cli("build", tiny_folder, "--only", name, "-o", tiny_folder / "out")
    assert done.code == 0, done.err
    assert names(tiny_folder / "out") == ["tiny/cards_A4.pdf"]


def test_only_is_repeatable_and_knows_the_paper(run_cli: Run, tiny_folder: Path) -> None:
    out = tiny_folder / "out"
    done = run_cli(
        "build",
        tiny_folder,
        "--only",
        "cards",
        "--only",
        "cards_back",
        "--paper",
        "letter",
        "-o",
        out,
    )
    assert done.code == 0
    assert names(out) == ["tiny/cards_Letter.pdf", "tiny/cards_back_Letter.pdf"]
    box = pypdf.PdfReader(out / "tiny" / "cards_Letter.pdf").pages[0].mediabox
    assert [float(v) for v in box] == pytest.approx([0, 0, 612, 792], abs=0.01)


def test_only_what_is_not_there(run_cli: Run, tiny_folder: Path) -> None:
    done = run_cli(
        "build", tiny_folder, "--only", "card", "--only", "xyz", "-o", tiny_folder / "out"
    )
    assert done.code == 2
    assert "GAME003 there is no document 'card' (did you mean 'cards'?)" in done.err
    assert "no document 'xyz'" in done.err
    assert not (tiny_folder / "out").exists()


@pytest.mark.parametrize(
    ("chosen", "ids"),
    [
        ("7-9", ["lab-07", "lab-08", "lab-09"]),
        ("1", ["lab-01"]),
        ("ent-*", ["ent-1", "ent-2", "ent-3", "ent-4"]),
        ("LAB-40", ["lab-40"]),
        ("exit-[12], 2", ["lab-02", "exit-1", "exit-2"]),
        ("47-999", ["exit-3", "exit-4"]),
        ("lab-0?,1-3", [f"lab-0{i}" for i in range(1, 10)]),
    ],
)
def test_pieces(run_cli: Run, tmp_path: Path, chosen: str, ids: list[str]) -> None:
    done = run_cli(
        "build",
        "labydo",
        "--only",
        "cartas_print",
        "--pieces",
        chosen,
        "--format",
        "json",
        "-o",
        tmp_path,
    )
    (document,) = json.loads(done.out)["documents"]
    found = [piece["id"] for page in document["pages"] for piece in page["pieces"]]
    assert found[: len(ids)] == ids or chosen == "47-999"
    assert set(found) >= set(ids)
    assert len(found) == len(ids)
    first, last = document["pages"][0]["pieces"][0], document["pages"][0]["pieces"][-1]
    cols, rows = min(len(ids), 3), 1 + (min(len(ids), 6) > 3)
    assert first["x"] == pytest.approx(105 - cols * 57.912 / 2, abs=0.01)
    assert first["y"] == pytest.approx(148.5 - rows * 115.824 / 2, abs=0.01)
    assert last["x"] >= first["x"] and last["y"] >= first["y"]


@pytest.mark.parametrize(
    "chosen", ["", ",", " , ", "99", "9-7", "0", "nothing", "lab-41", "1,x", "é*", "[", "../x"]
)
def test_an_empty_selection_is_told(run_cli: Run, tmp_path: Path, chosen: str) -> None:
    done = run_cli("build", "labydo", "--pieces", chosen, "-o", tmp_path / "out")
    assert (done.code, done.out) == (2, "")
    assert "no piece" in done.err
    assert not (tmp_path / "out").exists()


def test_a_selection_prints_only_documents_that_hold_it(run_cli: Run, tmp_path: Path) -> None:
    assert run_cli("build", "labydo", "--pieces", "pawn-1", "-o", tmp_path).code == 0
    assert names(tmp_path) == ["labydo/selection/extras_A4.pdf"]
    done = run_cli(
        "build", "labydo", "--pieces", "pawn-1", "--only", "cartas_print", "-o", tmp_path
    )
    assert done.code == 2


def test_a_failing_game_stops_the_other(
    run_cli: Run, tiny_folder: Path, tmp_path: Path, edit: Edit
) -> None:
    good = Path(shutil.copytree(tiny_folder, tmp_path / "good"))
    edit(tiny_folder / "tiles.yaml", "cell: 18mm", "cell: 18")
    for games in ((good, tiny_folder), (tiny_folder, good)):
        done = run_cli("build", *games, "-o", tmp_path / "out")
        assert (done.code, done.out) == (1, "")
        assert "nothing was written" in done.err
        assert not (tmp_path / "out").exists()


def test_two_games_of_one_name_do_not_overwrite_each_other(
    run_cli: Run, tiny_folder: Path, tmp_path: Path
) -> None:
    (tmp_path / "other").mkdir()
    other = Path(shutil.copytree(tiny_folder, tmp_path / "other" / "tiny"))
    done = run_cli("build", tiny_folder, other, "-o", tmp_path / "out")
    assert done.code == 2
    assert "both called 'tiny'" in done.err
    done = run_cli("build", tiny_folder, f"{tiny_folder}/game.yaml", "-o", tmp_path / "out")
    assert done.code == 0


def test_a_document_is_suggested_as_it_is_called(run_cli: Run, tiny_folder: Path) -> None:
    for wrong, right in (("crads_A4", "cards_A4"), ("crads", "cards"), ("card_back", "cards_back")):
        done = run_cli("build", tiny_folder, "--only", wrong)
        assert done.code == 2 and f"(did you mean '{right}'?)" in done.err


def test_what_to_print_first(run_cli: Run, tiny_folder: Path, edit: Edit) -> None:
    """The leaflet if there is one, then a sheet to be measured; a build after a change says what
    changed instead."""
    first = ("build", "labydo", "--no-preflight")
    said = run_cli(*first).out.splitlines()[-1]
    assert said == (
        f"labydo: print first: {Path('output/labydo/regras_A4.pdf')}, the leaflet; "
        "then one sheet, whose rulers must measure 100 mm"
    )
    data = json.loads(run_cli(*first, "--format", "json").out)
    assert data["print_first"] == [str(Path("output/labydo/regras_A4.pdf"))]
    paper = ("build", tiny_folder, "--paper", "90x90mm", "--no-preflight")
    said = "tiny: print first: one sheet, whose rulers must measure 50 mm"
    assert run_cli(*paper).out.splitlines()[-1] == said
    edit(tiny_folder / "tiles.yaml", "back: labrys", "back: labyrinth")
    assert "print first" not in run_cli(*paper).out
    (tiny_folder.parent / "output/tiny/.pnp/state.json").unlink()
    assert "print first" not in run_cli(*paper, "--sheets", "single").out
