"""Dedalo's kit, read back from its PDFs: pages, pieces, sizes, and every item of the contents."""

from __future__ import annotations

import io
import re
from functools import cache
from pathlib import Path

import pypdf
import pypdfium2
import pytest

from pnp.checks import run
from pnp.game.loader import bundled_games, load
from pnp.game.plan import Options, Plan
from pnp.layout.paper import PAPERS
from pnp.outputs.documents import Output, export_document
from pnp.units import pt_to_mm

FOLDER = bundled_games()["dedalos"]
PAGES = {"tiles": (7, 8), "backs": (3, 3), "box": (2, 2), "extras": (1, 1), "rules": (3, 3)}
FIGURES = [*(f"tribute-{n}" for n in range(1, 7)), "minotaur"]


@cache
def plan(paper: str) -> Plan:
    return Plan(load(FOLDER)[0], Options(PAPERS[paper]))


@cache
def outputs(paper: str) -> dict[str, Output]:
    made = [export_document(plan(paper), document) for document in plan(paper).documents]
    return {out.name: out for out in made}


@cache
def reader(paper: str, stem: str) -> pypdf.PdfReader:
    return pypdf.PdfReader(io.BytesIO(outputs(paper)[f"{stem}_{paper}"].data))


@pytest.mark.slow
@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_documents_and_pages(paper: str) -> None:
    index = ["A4", "Letter"].index(paper)
    counts = {
        name: len(pypdf.PdfReader(io.BytesIO(out.data)).pages)
        for name, out in outputs(paper).items()
    }
    assert counts == {f"{stem}_{paper}": pages[index] for stem, pages in PAGES.items()}
    width, height = PAPERS[paper].size
    for stem in PAGES:
        for page in reader(paper, stem).pages:
            assert pt_to_mm(float(page.mediabox.width)) == pytest.approx(width, abs=0.01)
            assert pt_to_mm(float(page.mediabox.height)) == pytest.approx(height, abs=0.01)


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_no_errors_on(paper: str) -> None:
    game, problems = load(FOLDER)
    report = run(Plan(game, Options(PAPERS[paper])), problems)
    assert [p.code for p in report.problems if p.severity != "note"] == []
    assert {proof.result for proof in report.proofs} == {"proved"}


def places(page: pypdf.PageObject) -> list[tuple[float, float]]:
    """Where forms and faces are drawn: the matrices of the page's content, in mm."""
    data = page.get_contents()
    assert data is not None
    found = re.findall(rb"q 1 0 0 1 ([-\d.]+) ([-\d.]+) cm", data.get_data())
    return [(float(x), float(y)) for x, y in found]


@pytest.mark.parametrize(("paper", "full"), [("A4", 24), ("Letter", 20)])
def test_tiles_stand_on_a_grid_of_45_mm(paper: str, full: int) -> None:
    """Positions are read from the PDF's matrices: whole steps of 45 mm from the first."""
    total = 0
    for number, page in enumerate(reader(paper, "tiles").pages):
        record = outputs(paper)[f"tiles_{paper}"].pages[number]
        expected = {(round(r["x"], 3), round(r["y"], 3)) for r in record}
        drawn = {(round(x, 3), round(y, 3)) for x, y in places(page)}
        assert expected <= drawn
        assert {(r["width"], r["height"]) for r in record} == {(45.0, 45.0)}
        left, top = min(x for x, _ in expected), min(y for _, y in expected)
        steps = [((x - left) / 45, (y - top) / 45) for x, y in expected]
        assert all(abs(v - round(v)) < 1e-4 for step in steps for v in step)
        assert len(record) == len(expected) <= full
        total += len(record)
    assert total == 150


def test_every_item_of_the_contents_list_is_printed() -> None:
    printed: dict[str, int] = {}
    for name, out in outputs("A4").items():
        if not name.startswith("backs"):
            for page in out.pages:
                for record in page:
                    printed[record["id"]] = printed.get(record["id"], 0) + 1
    labyrinth = {id: n for id, n in printed.items() if re.fullmatch(r"[DILTX]-[0-3]", id)}
    assert sum(labyrinth.values()) == 132
    stars = {level: sum(n for id, n in labyrinth.items() if id.endswith(level)) for level in "0123"}
    assert stars == {"0": 84, "1": 30, "2": 14, "3": 4}
    specials = ("entrance", "exit", "collapse", "red-minotaur", "white-minotaur")
    assert [printed[id] for id in specials] == [1, 4, 3, 4, 6]
    assert [printed[id] for id in FIGURES] == [1] * 7
    assert (printed["bag-body"], printed["bag-cover"]) == (1, 1)
    rest = set(printed) - set(labyrinth) - set(specials) - set(FIGURES)
    assert rest == {"bag-body", "bag-cover"}


def test_the_manifest_adds_up_to_150_tiles() -> None:
    manifest = plan("A4").game.file.manifest
    assert manifest
    kinds = ("entrance", "exit", "labyrinth", "collapse", "minotaur")
    assert sum(manifest.rules[kind] for kind in kinds) == 150


def test_tributes_differ_in_silhouette_letter_and_colour() -> None:
    component = plan("A4").game.component("tributes")
    assert component
    figures = component.figures.values()  # type: ignore[attr-defined]
    for field in ("symbol", "letter", "colour"):
        assert len({getattr(figure, field) for figure in figures}) == 6


@pytest.mark.slow
@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_backs_are_printed_as_often_as_there_are_fronts(paper: str) -> None:
    text = [page.extract_text() for page in reader(paper, "backs").pages]
    times = [re.search(r"print (once|(\d+) times)", page) for page in text]
    counts = [int(match[2] or 1) for match in times if match]
    assert sum(counts) == PAGES["tiles"][["A4", "Letter"].index(paper)]
    assert text[0].count("DEDALO") == 4 * len(outputs(paper)[f"backs_{paper}"].pages[0])


def test_a_printed_sheet_is_light_and_its_paths_bright() -> None:
    """The middle of the first sheet's first tile is the entrance's gate, a corridor beside it."""
    pdf = pypdfium2.PdfDocument(outputs("A4")["tiles_A4"].data)
    image = pdf[1].render(scale=127 / 72, grayscale=True).to_pil()
    record = outputs("A4")["tiles_A4"].pages[1][0]
    middle = [round((record[k] + 22.5) * 5) for k in ("x", "y")]
    assert image.getpixel((middle[0], middle[1] - 60)) > 225, "sand"
    rock = [round((record[k] + 2.5) * 5) for k in ("x", "y")]
    assert 180 < image.getpixel((rock[0], rock[1] + 100)) < 225


def test_the_leaflet_names_what_is_printed() -> None:
    text = " ".join(page.extract_text() for page in reader("A4", "rules").pages)
    text = " ".join(text.split())
    for words in (
        "Labyrinth tiles",
        "132",
        "150",
        "tiles_A4.pdf",
        "every page once",
        "Tiles in the bag",
        "143",
        "144",
        "draw box",
        "six colours",
        "Collapses",
    ):
        assert words in text, words
    (file,) = FOLDER.glob("rules.md")
    pictures = re.findall(r"\(face:([\w-]+)", file.read_text(encoding="utf-8"))
    assert set(pictures) <= {piece.id for piece in plan("A4").pieces} and len(pictures) == 11


def test_two_builds_give_the_same_bytes() -> None:
    fresh = Plan(load(FOLDER)[0], Options(PAPERS["A4"]))
    for document in fresh.documents:
        if not document.name.startswith("rules"):
            assert export_document(fresh, document).data == outputs("A4")[document.name].data


def test_files_are_small() -> None:
    sizes = {name: len(out.data) for name, out in outputs("A4").items()}
    assert sizes["tiles_A4"] < 120_000 and sizes["backs_A4"] < 80_000
    assert all(Path(name).suffix == "" for name in sizes)
