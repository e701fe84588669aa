"""The Labyrinth as a kit: files, pages, pieces and sizes, read back from the PDFs."""

from __future__ import annotations

import io
from functools import cache
from itertools import combinations

import pypdf
import pypdfium2
import pytest

from pnp.checks import run as run_checks
from pnp.families.the_labyrinth.hedges import Landscape
from pnp.game.loader import bundled_games, load
from pnp.game.plan import Options, Plan
from pnp.layout.paper import PAPERS
from pnp.outputs.documents import Output, export_document
from pnp.preflight import run as run_preflight
from pnp.units import pt_to_mm

PAGES = {"tiles": 1, "backs": 1, "box": 1, "rules": 2}


@cache
def plan(paper: str) -> Plan:
    return Plan(load(bundled_games()["the-labyrinth"])[0], Options(PAPERS[paper]))


@cache
def outputs(paper: str) -> dict[str, Output]:
    made = plan(paper)
    return {d.name.removesuffix(f"_{paper}"): export_document(made, d) for d in made.documents}


@pytest.fixture(params=["A4", "Letter"])
def paper(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_no_problem_of_any_kind(paper: str) -> None:
    game, loading = load(bundled_games()["the-labyrinth"])
    made = Plan(game, Options(PAPERS[paper]))
    report = run_preflight(made, run_checks(made, loading))
    assert report.problems == ()
    assert {proof.result for proof in report.proofs} == {"proved"}
    proved = {proof.code for proof in report.proofs}
    assert {"CAR102", "CAR201", "CAR202", "CAR203", "PATH011", "BOX001", "BOX002"} <= proved


def test_documents_pages_and_paper(paper: str) -> None:
    found = outputs(paper)
    assert {name: len(out.pages) for name, out in found.items()} == PAGES
    for out in found.values():
        reader = pypdf.PdfReader(io.BytesIO(out.data))
        assert len(reader.pages) == len(out.pages)
        for page in reader.pages:
            size = (pt_to_mm(float(page.mediabox.width)), pt_to_mm(float(page.mediabox.height)))
            assert size == pytest.approx(tuple(PAPERS[paper].size), abs=0.01)


def test_pieces_and_sizes(paper: str) -> None:
    found = outputs(paper)
    (tiles,) = found["tiles"].pages
    assert [(p["id"], p["width"], p["height"]) for p in tiles] == [
        ("square", 45.0, 45.0),
        ("round", 45.0, 45.0),
    ]
    (backs,) = found["backs"].pages
    assert sorted(p["id"] for p in backs) == ["round", "square"]
    wide = PAPERS[paper].size.width
    for front in tiles:
        back = next(p for p in backs if p["id"] == front["id"])
        assert front["x"] + back["x"] + 45 == pytest.approx(wide, abs=1e-3)
        assert front["y"] == pytest.approx(back["y"], abs=1e-3)
    assert [p["id"] for p in found["box"].pages[0]] == ["envelope"]


def test_tiles_are_printed_where_they_are_said_to_be() -> None:
    """The road's ground in the middle of the sides, the meadow beside it; measured on the page."""
    out = outputs("A4")["tiles"]
    page = pypdfium2.PdfDocument(out.data)[0]
    picture = page.render(scale=300 / 72).to_pil().convert("RGB")
    dots = 300 / 25.4
    for piece in out.pages[0]:
        for share, colour in ((0.5, (0xF7, 0xEB, 0xCB)), (0.3, (0xDD, 0xE8, 0xC6))):
            x, y = piece["x"] + share * 45, piece["y"] + 0.4
            assert picture.getpixel((int(x * dots), int(y * dots))) == colour


def test_the_contents_list_is_printed() -> None:
    """Every line of the leaflet's list: two tiles, an envelope, the leaflet itself."""
    found = outputs("A4")
    printed = [piece["id"] for out in found.values() for page in out.pages for piece in page]
    assert printed.count("envelope") == 1
    assert printed.count("square") == printed.count("round") == 2  # front and back
    text = " ".join(
        page.extract_text() for page in pypdf.PdfReader(io.BytesIO(found["rules"].data)).pages
    )
    for words in ("Labyrinth tiles, 45", "Envelope to fold", "This leaflet", "Basic", "dvanced"):
        assert words in text
    for name in ("tiles_A4.pdf", "backs_A4.pdf", "box_A4.pdf", "rules_A4.pdf"):
        assert name in text


def test_gates_of_the_chosen_seeds() -> None:
    """What the mazes were chosen for: far apart, evenly, many dead ends."""
    found = {}
    for piece in plan("A4").pieces:
        if isinstance(piece.truth, Landscape) and piece.truth.maze:
            steps = [s for s in piece.truth.maze.gate_steps.values() if s is not None]
            found[piece.id] = (min(steps), max(steps), len(piece.truth.maze.dead_ends))
    assert found == {"square": (10, 14, 10), "round": (11, 18, 11)}


def test_example_of_the_leaflet_is_one_network_of_thirteen_tiles() -> None:
    """The picture's sentence, counted again: 13 tiles, two roads between the mazes, four open."""
    from pnp.families.the_labyrinth.board import Patch, edge_of, landscape_board
    from pnp.geometry.topology import SIDES, STEPS

    board = landscape_board(plan("A4"), 5, 3, 105)
    assert isinstance(board, Patch)
    tiles = {(t.col, t.row): t for t in board.laid}
    roads = {
        (place, (place[0] + STEPS[s][0], place[1] + STEPS[s][1]))
        for place, tile in tiles.items()
        for s in SIDES
        if "road" in edge_of(tile, s)
    }
    mazes = [place for place, tile in tiles.items() if tile.piece.id in ("square", "round")]
    network, todo = set(mazes[:1]), mazes[:1]
    while todo:
        here = todo.pop()
        for start, end in roads:
            if start == here and end in tiles and end not in network:
                network.add(end)
                todo.append(end)
    assert set(mazes) <= network and len(network) == 13
    assert sum(end not in tiles for start, end in roads if start in network) == 4
    passed = network - set(mazes)
    assert all(sum(start == place for start, _ in roads) == 2 for place in passed)


def test_two_builds_give_the_same_bytes() -> None:
    made = Plan(load(bundled_games()["the-labyrinth"])[0])
    for document in made.documents:
        if "rules" not in document.name:
            stem = document.name.removesuffix("_A4")
            assert export_document(made, document).data == outputs("A4")[stem].data


def test_the_two_tiles_differ() -> None:
    fronts = [p.front.key for p in plan("A4").pieces]
    assert all(a != b for a, b in combinations(fronts, 2))
