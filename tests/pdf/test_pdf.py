"""The written PDFs read back: boxes, positions, fonts, text, stored layers, bytes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pypdf
import pytest

from pnp.game.loader import bundled_games, load
from pnp.game.plan import Options, Plan, SheetDocument
from pnp.layout.paper import PAPERS
from pnp.outputs.documents import Output, export_document

MM = 72 / 25.4
PAINT = {"f", "f*", "S", "B", "B*", "Tj"}


def plan_for(paper: str = "A4", pieces: tuple[str, ...] = ()) -> Plan:
    game, problems = load(bundled_games()["labydo"])
    assert not problems
    return Plan(game, Options(PAPERS[paper], pieces=pieces))


@pytest.fixture(scope="module", params=["A4", "Letter"])
def built(request: Any) -> tuple[str, Plan, dict[str, Output]]:
    plan = plan_for(request.param)
    return request.param, plan, {d.name: export_document(plan, d) for d in plan.documents}


def reader(output: Output) -> pypdf.PdfReader:
    import io

    return pypdf.PdfReader(io.BytesIO(output.data))


def forms(page: Any) -> dict[str, Any]:
    """All forms a page reaches, by name."""
    found: dict[str, Any] = {}

    def walk(resources: Any) -> None:
        for name, ref in resources.get("/XObject", {}).items():
            if name not in found:
                found[name] = ref.get_object()
                walk(found[name]["/Resources"])

    walk(page["/Resources"])
    return found


def placements(page: Any) -> Iterator[tuple[float, float]]:
    """Where each face starts on the page, mm from the top left, from the content stream."""
    code = page.get_contents().get_data().decode("latin-1")
    first = re.match(r"([-\d.]+) 0 0 ([-\d.]+) 0 ([-\d.]+) cm", code)
    assert first
    scale, flip, top = (float(v) for v in first.groups())
    assert scale == pytest.approx(MM, abs=1e-6) and flip == -scale
    assert top == pytest.approx(float(page.mediabox.height), abs=1e-3)
    for match in re.finditer(
        r"q 1 0 0 1 ([-\d.]+) ([-\d.]+) cm (?:/FormXob\.F|[-\d. ]+ re W n)", code
    ):
        yield float(match[1]), float(match[2])


@pytest.mark.slow
def test_pages_have_exact_boxes(built: tuple[str, Plan, dict[str, Output]]) -> None:
    paper, _, outputs = built
    width, height = (v * MM for v in PAPERS[paper].size)
    for output in outputs.values():
        for page in reader(output).pages:
            for box in (page.mediabox, page.trimbox, page.cropbox):
                assert [float(v) for v in box] == pytest.approx([0, 0, width, height], abs=1e-3)


def test_page_counts(built: tuple[str, Plan, dict[str, Output]]) -> None:
    paper, _, outputs = built
    counts = {n.removesuffix(f"_{paper}"): len(reader(o).pages) for n, o in outputs.items()}
    leaflet = counts.pop("regras")
    assert counts == {
        "cartas_print": 8,
        "cartas_print_back": 1,
        "caixa_print": 1,
        "extras": 1,
    }
    assert 2 <= leaflet <= 4


def test_tiles_stand_where_the_record_says(built: tuple[str, Plan, dict[str, Output]]) -> None:
    paper, _, outputs = built
    for name in ("cartas_print", "cartas_print_back"):
        output = outputs[f"{name}_{paper}"]
        for page, record in zip(reader(output).pages, output.pages, strict=True):
            found = sorted(placements(page))
            assert len(found) == len(record) == 6
            wanted = sorted((r["x"], r["y"]) for r in record)
            for one, other in zip(found, wanted, strict=True):
                assert one == pytest.approx(other, abs=1e-3)


def test_tiles_are_edge_to_edge_and_true_to_size(
    built: tuple[str, Plan, dict[str, Output]],
) -> None:
    paper, _, outputs = built
    first = outputs[f"cartas_print_{paper}"].pages[0]
    assert {(r["width"], r["height"]) for r in first} == {(57.912, 115.824)}
    xs = sorted({r["x"] for r in first})
    ys = sorted({r["y"] for r in first})
    assert [b - a for a, b in pairwise(xs)] == pytest.approx([57.912] * 2)
    assert [b - a for a, b in pairwise(ys)] == pytest.approx([115.824])


def test_every_piece_is_printed_exactly_once() -> None:
    plan = plan_for()
    printed: Counter[str] = Counter()
    for document in plan.documents:
        if isinstance(document, SheetDocument) and document.side == "fronts":
            for page in export_document(plan, document).pages:
                printed.update(record["id"] for record in page)
    assert printed == Counter({p.id: p.copies for p in plan.pieces})


def test_fonts_are_embedded_and_ours(built: tuple[str, Plan, dict[str, Output]]) -> None:
    for output in built[2].values():
        seen = set()
        for page in reader(output).pages:
            for font in page["/Resources"].get("/Font", {}).values():
                entry = font.get_object()
                seen.add(entry["/BaseFont"])
                assert "/FontFile2" in entry["/FontDescriptor"], entry["/BaseFont"]
        assert seen and all(re.match(r"/[A-Z]{6}\+(Alegreya|Cinzel)", name) for name in seen)


def test_printers_are_asked_not_to_scale(built: tuple[str, Plan, dict[str, Output]]) -> None:
    for output in built[2].values():
        catalogue: Any = reader(output).trailer["/Root"]
        assert catalogue["/ViewerPreferences"]["/PrintScaling"] == "/None"


def test_each_distinct_layer_is_stored_once(built: tuple[str, Plan, dict[str, Output]]) -> None:
    paper, _, outputs = built
    for output in outputs.values():
        streams = Counter()
        for entry in forms_of(output).values():
            code = entry.get_data()
            if set(code.decode("latin-1").split()) & PAINT:
                streams[code] += 1
        assert streams and max(streams.values()) == 1
    cards = forms_of(outputs[f"cartas_print_{paper}"])
    # 48 walls, 4 marks, grid, numbers, and the furniture: far fewer than tiles times layers.
    assert 48 + 4 + 2 < len(cards) < 48 + 4 + 2 + 25


def forms_of(output: Output) -> dict[str, Any]:
    """The forms of a whole document by object number."""
    found = {}
    for page in reader(output).pages:
        for name, entry in forms(page).items():
            found[name] = entry
    return found


def test_pages_repeat_no_drawing(built: tuple[str, Plan, dict[str, Output]]) -> None:
    paper, _, outputs = built
    for name in ("cartas_print", "cartas_print_back", "caixa_print", "extras"):
        for page in reader(outputs[f"{name}_{paper}"]).pages:
            words = page.get_contents().get_data().decode("latin-1").split()
            assert not set(words) & PAINT, "pages only place forms"


def test_text_can_be_read_back(built: tuple[str, Plan, dict[str, Output]]) -> None:
    paper, _, outputs = built
    front = reader(outputs[f"cartas_print_{paper}"]).pages[2].extract_text()
    assert f"cartas_print_{paper}" in front and "sheet 3/8" in front and "100 %" in front
    assert "100 mm" in front and "long edge" in front
    back = reader(outputs[f"cartas_print_back_{paper}"]).pages[0].extract_text()
    assert "print 8 times, behind sheets 1–8" in back and "long edge" in back


def test_the_same_plan_gives_the_same_bytes() -> None:
    one = [export_document(plan_for(), d).data for d in plan_for().documents]
    two = [export_document(plan_for(), d).data for d in plan_for().documents]
    assert one == two


def test_a_selection_fills_from_the_top_left() -> None:
    whole, some = plan_for(), plan_for(pieces=("7-9", "exit-1"))
    fronts = export_document(some, some.documents[0])
    everything = export_document(whole, whole.documents[0])
    assert [r["id"] for page in fronts.pages for r in page] == [
        "lab-07",
        "lab-08",
        "lab-09",
        "exit-1",
    ]
    slots = [(r["x"], r["y"]) for r in everything.pages[0]][:4]
    assert [(r["x"], r["y"]) for r in fronts.pages[0]] == slots
    assert [d.name for d in some.documents] == ["cartas_print_A4", "cartas_print_back_A4"]
    backs = export_document(some, some.documents[1])
    for front, back in zip(fronts.pages[0], backs.pages[0], strict=True):
        assert front["x"] + back["x"] + front["width"] == pytest.approx(210, abs=1e-3)
        assert front["y"] == back["y"]
