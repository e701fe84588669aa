"""Files with corrections, bleeds and single pieces read back, alone and together."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from tamper_help import codes, exchanged, game, moved, tampered

from pnp.game.plan import Options, Plan, SheetDocument
from pnp.geometry.plane import Affine, Rect
from pnp.layout.calibration import Drift, Printer
from pnp.layout.marks import Marks
from pnp.layout.sheet import Sheet
from pnp.outputs.documents import export_document
from pnp.preflight.build import prove_files

DRIFTING = Printer("drifting", Drift(1.0, -0.8, 0.995, 1.004, 0.9, 0.98, 0.991))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("labydo", {"printer": DRIFTING}),
        ("labydo", {"printer": DRIFTING, "sides": "interleaved", "bleed": 3.0, "gap": 6.0}),
        ("dedale", {"printer": DRIFTING, "crop": Marks("full"), "gap": 0.0, "bleed": 2.0}),
        ("the-labyrinth", {"printer": DRIFTING, "crop": Marks("cross"), "sides": "fold"}),
        ("labydo", {"single": True, "bleed": 3.0, "cut_contour": True}),
        ("dedale", {"single": True, "bleed": 3.0, "sides": "interleaved", "printer": DRIFTING}),
        ("dedale", {"crop": Marks("full"), "gap": 0.0, "cut_contour": True, "bleed": 2.0}),
        ("mino-dice", {"bleed": 2.0, "bleed_edge": "outer", "flip": "short"}),
    ],
)
def test_options_together_are_proved(name: str, options: dict[str, Any]) -> None:
    plan = Plan(game(name), Options(**options))
    documents = [d for d in plan.documents if isinstance(d, SheetDocument)]
    problems, proofs = prove_files(plan, [(d, export_document(plan, d).data) for d in documents])
    assert problems == []
    assert {proof.result for proof in proofs} == {"proved"}


def test_a_correction_is_where_the_plan_has_it() -> None:
    """What is sent uncorrected, or without one of the corrections, is found out."""
    bare = tampered("labydo", lambda s: replace(s, correction=Affine()), printer=DRIFTING)
    assert set(codes(bare)) == {"PDF003"}
    change = moved(3, Affine.translation(0.02, 0.0))
    assert codes(tampered("labydo", change, 1, printer=DRIFTING)) == ["PDF003"]
    assert codes(tampered("labydo", exchanged(0, 1), printer=DRIFTING)) == ["PDF005", "PDF005"]


def test_a_bleed_cut_off_elsewhere_is_found() -> None:
    def change(sheet: Sheet) -> Sheet:
        placed = list(sheet.placements)
        placed[0] = replace(placed[0], clip=Rect(0, 0, *placed[0].face.size))
        return replace(sheet, placements=tuple(placed))

    problems = tampered("labydo", change, bleed=3.0, gap=6.0)
    assert codes(problems) == ["PDF003"]
    assert "is cut off" in problems[0].message


def test_the_trim_box_of_a_single_piece() -> None:
    problems = tampered("labydo", lambda s: replace(s, trim=None), single=True, bleed=3.0)
    assert codes(problems) == ["PDF002"]
    assert "its trimbox measures" in problems[0].message


def singles(name: str, **options: Any) -> tuple[Plan, list[SheetDocument]]:
    plan = Plan(game(name), Options(single=True, **options))
    return plan, [d for d in plan.documents if isinstance(d, SheetDocument) and d.source.backs]


@pytest.mark.slow
@pytest.mark.parametrize("sides", ["separate", "interleaved", "backs"])
@pytest.mark.parametrize("name", ["labydo", "dedale", "the-labyrinth"])
def test_backs_of_single_pieces_have_their_cases(name: str, sides: Any) -> None:
    """One case for every front: its back is on the page after it, or on the page of its number."""
    plan, documents = singles(name, sides=sides)
    built = [(d, export_document(plan, d).data) for d in documents]
    problems, proofs = prove_files(plan, built)
    assert problems == []
    stems = [stem for stem, d in plan.game.file.documents.items() if d.backs]
    fronts = [s.placements[0].piece for stem in stems for s in plan.front_sheets(stem)]
    cases = {proof.code: proof.cases for proof in proofs}
    assert cases["PDF006"] == sum(piece.back is not None for piece in fronts)


@pytest.mark.parametrize("sides", ["separate", "interleaved"])
def test_backs_of_single_pieces_in_another_order(sides: Any) -> None:
    plan, documents = singles("dedale", sides=sides)
    wrong = []
    for document in documents:
        pages = list(document.sheets)
        backs = [i for i, page in enumerate(pages) if page.side == "back"]
        if backs:
            faces = [pages[i].placements for i in backs]
            for i, placed in zip(backs, [*faces[1:], faces[0]], strict=True):
                pages[i] = replace(pages[i], placements=placed)
        wrong.append(replace(document, sheets=tuple(pages)))
    problems, _ = prove_files(plan, [(d, export_document(plan, d).data) for d in wrong])
    assert set(codes(problems)) == {"PDF006"}
    assert "is not behind its front" in problems[0].message
