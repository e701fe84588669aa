"""Everything fits the paper, marks stay off the pieces, backs fall behind their fronts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from pnp.checks import run
from pnp.checks.registry import CHECKS, run_check
from pnp.checks.sheet import label_box
from pnp.draw.fonts import find_font
from pnp.errors import Problem
from pnp.game.loader import bundled_games, load
from pnp.game.plan import Options, Plan, SheetDocument
from pnp.geometry.plane import Affine, Point, Rect
from pnp.layout.marks import content_area
from pnp.layout.paper import PAPERS
from pnp.layout.sheet import Label, Line

Find = Callable[..., list[Problem]]
Edit = Callable[..., None]


def plan_of(folder: Path, paper: str = "A4", *pieces: str) -> Plan:
    return Plan(load(folder)[0], Options(PAPERS[paper], pieces=pieces))


@pytest.mark.parametrize("paper", ["A4", "A3", "Letter", "Legal", "Tabloid"])
def test_labydo_passes_on_every_paper(paper: str) -> None:
    report = run(plan_of(bundled_games()["labydo"], paper))
    assert {p.code for p in report.problems} == ({"SHEET014"} if paper == "Legal" else set())
    proved = {p.code: p.result for p in report.proofs}
    assert all(proved[code] == "proved" for code in ("SHEET001", "SHEET002", "SHEET003", "BACK001"))


@pytest.mark.parametrize(
    ("cell", "hint"),
    [
        ("80mm", "it fits A3"),
        ("95mm", "no paper up to A3"),
        ("300mm", "no paper up to A3"),
        ("62.9mm", None),
        ("63.9mm", None),
        ("64.1mm", "it fits with --marks cross; else it fits A3"),
        ("65mm", "it fits with --margin 3mm (not every printer"),
    ],
)
def test_a_tile_larger_than_the_paper(
    tiny_folder: Path, problems_of: Find, edit: Edit, cell: str, hint: str | None
) -> None:
    edit(tiny_folder / "tiles.yaml", "cell: 18mm", f"cell: {cell}")
    problems = problems_of(tiny_folder)
    if hint is None:
        assert problems == []
        return
    (first,) = problems
    assert first.code == "SHEET001"
    side = 3 * float(cell.removesuffix("mm"))
    assert f"one, two measure {side:g} x {side:g} mm" in first.message
    assert "A4 has room for 189 x 276 mm" in first.message
    assert first.hint.startswith(hint)
    assert first.loc and Path(first.loc.file).name == "tiles.yaml" and first.loc.line == 7


def test_a_long_tile_is_turned_before_it_is_refused(tiny_folder: Path, edit: Edit) -> None:
    (tiny_folder / "tiles.yaml").write_text(
        "kind: maze_tile\ncells: 4x1\ncell: 60mm\ntiles:\n  one: |\n"
        "    +   +   +   +   +\n      .   .   .   .\n    +   +   +   +   +\n"
    )
    edit(tiny_folder / "game.yaml", "    backs: cards_back_{paper}\n", "")
    plan = Plan(load(tiny_folder)[0], Options(PAPERS["A4"], orientation="portrait"))
    assert run(plan).problems == ()
    (document,) = plan.documents
    assert isinstance(document, SheetDocument)
    (placed,) = document.sheets[0].placements
    assert placed.trim.size == pytest.approx((60, 240))
    assert placed.at.determinant == 1


def test_a_missing_back_is_named(tiny_folder: Path, problems_of: Find, edit: Edit) -> None:
    edit(tiny_folder / "tiles.yaml", "back: labrys\n", "")
    (problem,) = problems_of(tiny_folder)
    assert problem.code == "BACK002"
    assert "'tiles' has no back" in problem.message
    edit(tiny_folder / "tiles.yaml", "kind: maze_tile\n", "kind: maze_tile\nback: none\n")
    assert problems_of(tiny_folder) == []


def test_an_unknown_back_is_named(tiny_folder: Path, problems_of: Find, edit: Edit) -> None:
    edit(tiny_folder / "tiles.yaml", "back: labrys", "back: labris")
    (problem,) = problems_of(tiny_folder)
    assert (problem.code, problem.hint) == ("DEF007", "did you mean 'labrys'?")
    assert problem.loc and problem.loc.line == 4


# -- sheets spoilt on purpose ----------------------------------------------------------------------


def spoilt(code: str, change: Callable[[SheetDocument], SheetDocument], name: str) -> list[Problem]:
    plan = plan_of(bundled_games()["labydo"])
    documents = [
        change(d) if isinstance(d, SheetDocument) and d.name == name else d for d in plan.documents
    ]
    plan.__dict__["documents"] = tuple(documents)
    return run_check(CHECKS[code], plan)[0]


def with_sheet(document: SheetDocument, **change: object) -> SheetDocument:
    first, *rest = document.sheets
    return replace(document, sheets=(replace(first, **change), *rest))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "end", [Point(4.9, 100), Point(205.1, 100), Point(100, 4.9), Point(100, 292.1)]
)
def test_a_line_in_the_margin(end: Point) -> None:
    line = Line(Point(100, 100), end, 0.1, "mark")
    (problem,) = spoilt(
        "SHEET002", lambda d: with_sheet(d, lines=(*d.sheets[0].lines, line)), "extras_A4"
    )
    assert "extras_A4, sheet 1" in problem.message


def test_a_label_that_runs_out_of_the_printable_area() -> None:
    label = Label("x" * 60, Point(180, 290), 2.8)
    assert spoilt("SHEET002", lambda d: with_sheet(d, labels=(label,)), "caixa_print_A4")


def test_a_line_on_a_piece_and_two_pieces_on_each_other() -> None:
    def add_line(document: SheetDocument) -> SheetDocument:
        trim = document.sheets[0].placements[0].trim
        inside = Line(trim.centre, Point(trim.centre.x + 5, trim.centre.y), 0.1, "mark")
        return with_sheet(document, lines=(inside,))

    def shift(document: SheetDocument) -> SheetDocument:
        placed = list(document.sheets[0].placements)
        placed[1] = replace(placed[1], at=Affine.translation(-0.1, 0) @ placed[1].at)
        return with_sheet(document, placements=tuple(placed))

    for change in (add_line, shift):
        (problem,) = spoilt("SHEET003", change, "cartas_print_A4")
        assert "cartas_print_A4, sheet 1" in problem.message


def test_a_back_that_is_shifted_missing_or_another() -> None:
    def shift(document: SheetDocument) -> SheetDocument:
        placed = list(document.sheets[0].placements)
        placed[3] = replace(placed[3], at=Affine.translation(0.01, 0) @ placed[3].at)
        return with_sheet(document, placements=tuple(placed))

    def drop(document: SheetDocument) -> SheetDocument:
        return with_sheet(document, placements=document.sheets[0].placements[1:])

    def swap(document: SheetDocument) -> SheetDocument:
        placed = list(document.sheets[0].placements)
        other = replace(placed[0].piece, back=placed[0].piece.front)
        placed[0] = replace(placed[0], piece=other)
        return with_sheet(document, placements=tuple(placed))

    for change in (shift, drop, swap):
        problems = spoilt("BACK001", change, "cartas_print_back_A4")
        assert len(problems) == 8
        assert "sheet 1 does not fall behind its fronts" in problems[0].message


# -- the room that labels are given ----------------------------------------------------------------


@pytest.mark.parametrize("turn", [0, -90])
@pytest.mark.parametrize("anchor", ["start", "middle"])
def test_label_boxes(anchor: str, turn: float) -> None:
    label = Label("abcdefghij", Point(100, 50), 10, anchor, turn)
    along = {"start": 0, "middle": 31}[anchor]
    flat = Rect(100 - along, 42, 62, 10.5)
    wanted = Affine.rotation(turn, label.at).apply_rect(flat)
    assert label_box(label) == pytest.approx(wanted)


def test_the_box_is_generous_for_the_labels_we_write() -> None:
    font = find_font("Alegreya Sans", 500)
    for paper in PAPERS:
        for document in plan_of(bundled_games()["labydo"], paper).documents:
            for sheet in document.sheets if isinstance(document, SheetDocument) else ():
                for label in sheet.labels:
                    box = label_box(label)
                    assert font.width(label.text, label.size) <= max(box.width, box.height)
                    assert sheet.paper.printable.covers(box, 1e-4)
                    assert label.size >= 2.2


@pytest.mark.parametrize("length", [1, 40, 200])
def test_long_titles_shorten_in_the_footer(tiny_folder: Path, edit: Edit, length: int) -> None:
    edit(tiny_folder / "game.yaml", "title: Tiny", "title: " + "W" * length)
    edit(tiny_folder / "game.yaml", "    backs: cards_back_{paper}\n", "")
    edit(tiny_folder / "tiles.yaml", "back: labrys\n", "")
    plan = Plan(load(tiny_folder)[0], Options(PAPERS["A4"], orientation="portrait"))
    assert run(plan).problems == ()
    (document,) = plan.documents
    assert isinstance(document, SheetDocument)
    footer = document.sheets[0].labels[-1].text
    assert "sheet 1/1 · fronts · " in footer and footer.endswith("print at 100 %")
    assert ("…" in footer) == (length == 200)


def test_the_room_for_pieces() -> None:
    assert content_area(PAPERS["A4"], marks=True) == Rect(10.5, 10.5, 189, 276)
    assert content_area(PAPERS["Letter"], marks=False).size == pytest.approx((200.9, 264.4))
