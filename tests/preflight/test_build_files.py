"""Files of a build read back: good ones are proved, tampered ones refused with the right code."""

from __future__ import annotations

import io
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Any, get_args

import pypdf
import pytest
from conftest import Result
from msgspec.structs import replace
from pypdf.generic import NameObject
from tamper_help import (
    Change,
    changed,
    codes,
    exchanged,
    game,
    moved,
    plan_of,
    sheets,
    tampered,
    with_placements,
)

from pnp.errors import Problem, Proof
from pnp.game.loader import bundled_games
from pnp.game.plan import LeafletDocument, Options, Plan
from pnp.geometry.plane import Affine, Point, Rect
from pnp.layout.imposition import Sides
from pnp.layout.paper import PAPERS, Margins
from pnp.layout.sheet import Label, Line, Placement
from pnp.outputs.documents import Output, export_document
from pnp.piece import Layer, Placed, Stamp
from pnp.preflight.build import prove_files
from pnp.preflight.looks import FIRST
from pnp.preflight.pixels import Alone, box_within, differ, pixels_of

Run = Callable[..., Result]


# -- good files ------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize("name", bundled_games())
def test_every_bundled_game_is_proved_on_all_sides(name: str, paper: str) -> None:
    backs = any(document.backs for document in game(name).file.documents.values())
    for sides in get_args(Sides) if backs else ("separate",):
        plan = Plan(game(name), Options(PAPERS[paper], sides=sides))
        leaflets = sides == "separate" and paper == "A4"
        documents = [d for d in plan.documents if leaflets or not isinstance(d, LeafletDocument)]
        built = [(d, export_document(plan, d).data) for d in documents]
        problems, proofs = prove_files(plan, built)
        assert problems == [], sides
        count = sum(len(s.placements) for d in documents for s in getattr(d, "sheets", ()))
        cases = {proof.code: proof.cases for proof in proofs}
        assert cases.get("PDF003", 0) == cases.get("PDF005", 0) == count
        assert {proof.result for proof in proofs} <= {"proved"}


@pytest.mark.parametrize("margin", [0.0, 12.0])
def test_landscape_and_margins_of_ones_own(margin: float) -> None:
    paper = replace(PAPERS["A4"], margins=Margins(*[margin] * 4))
    options = Options(paper, "landscape", gap=3.0, align="top-left", sides="interleaved")
    plan = Plan(game("labydo"), options)
    document = sheets(plan)
    problems, proofs = prove_files(plan, [(document, export_document(plan, document).data)])
    assert problems == []
    assert "PDF006" in {proof.code for proof in proofs}


@pytest.mark.slow
@pytest.mark.parametrize("name", ["labydo", "dedale", "mino-dice"])
def test_no_two_faces_look_the_same(name: str) -> None:
    """The comparison of pixels tells any two faces of one size apart, with room to spare."""
    plan, at, size = plan_of(name), Affine.translation(10.3, 10.7), PAPERS["A3"].size
    pages = [sheet for d in plan.documents for sheet in getattr(d, "sheets", ())]
    faces = {p.face.key: p.face for sheet in pages for p in sheet.placements}
    alone, whole = Alone(size), pixels_of(size, FIRST)
    alone.expect(Placed(face, at) for face in faces.values())
    for one, other in combinations(faces.values(), 2):
        if one.size == other.size:
            box = box_within(Rect(10.3, 10.7, *one.size), size, whole)
            pictures = [alone.view(Placed(face, at), box, whole) for face in (one, other)]
            assert differ(*pictures)


# -- tampered places -------------------------------------------------------------------------------


@pytest.mark.parametrize("sides", ["separate", "interleaved", "fold"])
def test_two_pieces_in_each_others_places(sides: Sides) -> None:
    problems = tampered("labydo", exchanged(0, 1), sides=sides)
    assert codes(problems) == ["PDF005", "PDF005"]
    assert "lab-01" in problems[0].message
    assert problems[0].loc and problems[0].loc.file.endswith("labyrinth.yaml")


def test_two_backs_in_each_others_places() -> None:
    """Backs that differ: those of Dédale's cards, in their own file and behind their fronts."""
    plan = plan_of("dedale")
    index = next(i for i, d in enumerate(plan.documents) if getattr(d, "side", "") == "backs")
    faces = [p.face.key for p in sheets(plan, index).sheets[0].placements]
    other = next(i for i, key in enumerate(faces) if key != faces[0])
    assert codes(tampered("dedale", exchanged(0, other), index)) == ["PDF005"] * 2
    assert codes(tampered("dedale", exchanged(0, other), 0, 1, sides="interleaved")) == [
        "PDF005",
        "PDF005",
    ]


@pytest.mark.parametrize("by", [(0.02, 0.0), (0.0, -0.02), (0.012, 0.012)])
def test_a_piece_off_its_place(by: tuple[float, float]) -> None:
    problems = tampered("labydo", moved(3, Affine.translation(*by)))
    assert codes(problems) == ["PDF003"]
    assert "lab-04 lies 0.0" in problems[0].message


def test_what_no_cutter_could_see_passes() -> None:
    assert tampered("labydo", moved(3, Affine.translation(0.006, 0.006))) == []


def test_a_back_off_its_place() -> None:
    change = moved(2, Affine.translation(0.02, 0.0))
    assert codes(tampered("labydo", change, 1)) == ["PDF003"]
    assert codes(tampered("labydo", change, 0, 1, sides="interleaved")) == ["PDF003"]


@pytest.mark.parametrize("factor", [1.001, 0.999])
def test_a_piece_of_another_size(factor: float) -> None:
    problems = tampered("labydo", moved(0, Affine.scaling(factor)))
    assert codes(problems) == ["PDF003"]
    assert "measures 57.9" in problems[0].message or "measures 57.8" in problems[0].message


def test_a_piece_upside_down() -> None:
    size = sheets(plan_of("labydo")).sheets[0].placements[0].piece.size
    turn = Affine.rotation(180, Point(size.width / 2, size.height / 2))
    assert codes(tampered("labydo", moved(0, turn))) == ["PDF004", "PDF004"]


def test_a_piece_that_is_missing() -> None:
    problems = tampered("labydo", with_placements(lambda placed: placed[1:]))
    assert codes(problems) == ["PDF004"]
    assert "lab-01 is missing" in problems[0].message


@pytest.mark.parametrize("by", [(0.0, 0.0), (1.0, 1.0)])
def test_a_piece_that_is_there_twice(by: tuple[float, float]) -> None:
    def double(placed: tuple[Placement, ...]) -> tuple[Placement, ...]:
        return (replace(placed[0], at=Affine.translation(*by) @ placed[0].at), *placed)

    assert "PDF004" in codes(tampered("labydo", with_placements(double)))


def test_a_cover_of_white_over_a_piece() -> None:
    """The plan has a piece whose drawing the file hides: only the pixels know."""
    plan = plan_of("labydo")
    document = sheets(plan)
    placed = document.sheets[0].placements[0]
    white = Layer('<rect x="5" y="5" width="40" height="90" fill="#FFFFFF" />')
    face = replace(placed.face, stack=(*placed.face.stack, Stamp(white)))
    piece = replace(placed.piece, front=face)
    change = with_placements(lambda all: (replace(all[0], piece=piece), *all[1:]))
    assert codes(tampered("labydo", change)) == ["PDF005"]


# -- a wrong plan ----------------------------------------------------------------------------------


def prove_changed(plan: Plan, change: Change, number: int) -> tuple[list[Problem], list[Proof]]:
    """Plan and file agree, but the plan was changed."""
    document = changed(sheets(plan), change, number)
    return prove_files(plan, [(document, export_document(plan, document).data)])


def test_backs_that_are_planned_wrongly() -> None:
    plan = plan_of("dedale", sides="interleaved")
    placed = sheets(plan).sheets[1].placements
    other = next(i for i, p in enumerate(placed) if p.face.key != placed[0].face.key)
    problems, proofs = prove_changed(plan, exchanged(0, other), 1)
    assert codes(problems) == ["PDF006"]
    assert {p.code: p.result for p in proofs}["PDF006"] == "refuted"
    shift = with_placements(
        lambda all: tuple(replace(p, at=Affine.translation(0.5, 0) @ p.at) for p in all)
    )
    assert codes(prove_changed(plan, shift, 1)[0]) == ["PDF006"]


def test_backs_in_a_file_of_their_own_without_the_fronts() -> None:
    plan = plan_of("dedale")
    index = next(i for i, d in enumerate(plan.documents) if getattr(d, "side", "") == "backs")
    backs = sheets(plan, index)
    shift = with_placements(
        lambda all: tuple(replace(p, at=Affine.translation(0, 0.5) @ p.at) for p in all)
    )
    wrong = changed(backs, shift)
    problems, _ = prove_files(plan, [(wrong, export_document(plan, wrong).data)])
    assert set(codes(problems)) == {"PDF006"}


def test_a_piece_that_is_planned_too_often() -> None:
    plan = plan_of("labydo")
    first = sheets(plan).sheets[0].placements[0].piece
    change = with_placements(lambda all: (all[0], replace(all[1], piece=first), *all[2:]))
    problems, _ = prove_changed(plan, change, 0)
    assert codes(problems) == ["PDF004", "PDF004"]
    assert "lab-01 stands on 2 places, but 1 are declared" in problems[0].message


# -- pages, fonts, marks ---------------------------------------------------------------------------


def test_pages_that_are_missing_or_of_another_size() -> None:
    plan = plan_of("labydo")
    document = sheets(plan)
    short = replace(document, sheets=document.sheets[:-1])
    problems, _ = prove_files(plan, [(document, export_document(plan, short).data)])
    assert codes(problems) == ["PDF002"] and "7 pages instead of 8" in problems[0].message
    letter = [replace(sheet, paper=PAPERS["Letter"]) for sheet in document.sheets]
    data = export_document(plan, replace(document, sheets=tuple(letter))).data
    assert "PDF002" in codes(prove_files(plan, [(document, data)])[0])


def rewritten(change: Callable[[pypdf.PdfWriter], None]) -> list[str]:
    """The codes when a good file is changed by another program."""
    plan = plan_of("labydo")
    document = sheets(plan, 1)
    writer, out = pypdf.PdfWriter(), io.BytesIO()
    writer.append(io.BytesIO(export_document(plan, document).data))
    change(writer)
    writer.write(out)
    return codes(prove_files(plan, [(document, out.getvalue())])[0])


def test_files_of_other_programs() -> None:
    def turn(writer: pypdf.PdfWriter) -> None:
        writer.pages[0].rotate(180)

    def trim(writer: pypdf.PdfWriter) -> None:
        writer.pages[0].trimbox.upper_right = (500, 500)

    def strip(writer: pypdf.PdfWriter) -> None:
        for entry in writer._objects:
            if isinstance(entry, dict) and "/FontFile2" in entry:
                del entry["/FontFile2"]

    def zoom(writer: pypdf.PdfWriter) -> None:
        writer.pages[0].add_transformation((1.001, 0, 0, 1.001, 0, 0))

    assert rewritten(lambda writer: None) == []
    assert rewritten(turn) == ["PDF002"]
    assert rewritten(trim) == ["PDF002"]
    assert set(rewritten(strip)) >= {"PDF007"}
    assert set(rewritten(zoom)) >= {"PDF003"}


def test_forms_in_each_others_places() -> None:
    """Names and matrices stay as they are; only what the names stand for is exchanged."""
    plan = plan_of("dedale")
    index = next(i for i, d in enumerate(plan.documents) if getattr(d, "side", "") == "backs")
    document = sheets(plan, index)
    writer, out = pypdf.PdfWriter(), io.BytesIO()
    writer.append(io.BytesIO(export_document(plan, document).data))
    named: Any = writer.pages[0]["/Resources"]["/XObject"]  # type: ignore[index]
    faces = [name for name in named if name.startswith("/FormXob.F")]
    one, other = (NameObject(name) for name in faces[:2])
    first, second = named.raw_get(one), named.raw_get(other)
    named[one], named[other] = second, first
    writer.write(out)
    assert set(codes(prove_files(plan, [(document, out.getvalue())])[0])) == {"PDF005"}


def test_broken_files() -> None:
    plan = plan_of("labydo")
    document = sheets(plan, 1)
    data = export_document(plan, document).data
    for broken in (b"", b"%PDF-1.7", data[:900], b"PK" + data[2:600]):
        assert codes(prove_files(plan, [(document, broken)])[0]) == ["PDF001"]


def with_line(*ends: tuple[float, float], width: float = 0.2) -> Change:
    line = Line(*(Point(*end) for end in ends), width, "mark")
    return lambda sheet: replace(sheet, lines=(*sheet.lines, line))


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (with_line((20, 6), (24, 6)), set()),
        (with_line((20, 6), (24, 6), width=0.08), {"PDF009"}),
        (with_line((20, 3), (24, 3)), {"PDF008"}),
        (with_line((60, 60), (70, 60)), {"PDF005", "PDF011"}),
        (
            lambda s: replace(s, labels=(*s.labels, Label("tiny", Point(80, 288), 1.7))),
            {"PDF010"},
        ),
        (
            lambda s: replace(s, labels=(*s.labels, Label("in the margin", Point(80, 295), 2.5))),
            {"PDF008"},
        ),
    ],
)
def test_marks_and_labels(change: Change, expected: set[str]) -> None:
    assert set(codes(tampered("labydo", change))) == expected


def test_a_line_of_a_piece_is_named_once() -> None:
    thin = Layer('<line x1="5" y1="5" x2="9" y2="9" stroke="#000000" stroke-width="0.05" />')
    plan = plan_of("labydo")
    document = sheets(plan, 1)
    placed = document.sheets[0].placements[0]
    assert placed.piece.back is not None
    back = replace(placed.piece.back, stack=(*placed.piece.back.stack, Stamp(thin)))
    piece = replace(placed.piece, back=back)
    change = with_placements(lambda all: tuple(replace(p, piece=piece) for p in all))
    wrong = changed(document, change)
    problems, _ = prove_files(plan, [(wrong, export_document(plan, wrong).data)])
    assert codes([p for p in problems if p.code != "PDF006"]) == ["PDF009"]
    assert "0.050 mm" in problems[0].message


# -- the command -----------------------------------------------------------------------------------


def test_a_file_that_fails_is_not_put_in_place(
    run_cli: Run, tiny_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import pnp.cli.building as build

    def spoil(plan: Plan, document: Any) -> Output:
        return export_document(plan, changed(document, moved(0, Affine.translation(0.02, 0))))

    out = tiny_folder.parent / "out"
    old = out / "tiny" / "cards_A4.pdf"
    old.parent.mkdir(parents=True)
    old.write_bytes(b"earlier")
    monkeypatch.setattr(build, "export_document", spoil)
    done = run_cli("build", tiny_folder, "-o", out)
    assert done.code == 1 and "PDF003" in done.err
    assert done.err.endswith("nothing was written\n")
    assert [p.name for p in old.parent.iterdir()] == ["cards_A4.pdf"]
    assert old.read_bytes() == b"earlier"
    assert run_cli("build", tiny_folder, "-o", out, "--format", "json").code == 1
    assert run_cli("build", tiny_folder, "-o", out, "--no-preflight").code == 0
    assert old.read_bytes().startswith(b"%PDF")


def test_the_time_is_reported_apart(run_cli: Run, tiny_folder: Path) -> None:
    done = run_cli("build", tiny_folder, "-o", tiny_folder / "out")
    assert (done.code, done.err) == (0, "") and "; read back in 0." in done.out
    done = run_cli("build", tiny_folder, "-o", tiny_folder / "out", "--no-preflight")
    assert done.code == 0 and "read back" not in done.out
