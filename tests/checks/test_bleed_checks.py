"""SHEET003 and SHEET010 refuse what lies on pieces: hair lines astray, bleeds too wide."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from pnp.checks import run
from pnp.checks.registry import CHECKS, run_check
from pnp.cli.codes import manuals
from pnp.errors import Problem
from pnp.game.loader import bundled_games, load
from pnp.game.plan import Options, Plan, SheetDocument
from pnp.geometry.plane import Point
from pnp.layout.cuts import HAIR
from pnp.layout.marks import Marks, MarkStyle
from pnp.layout.sheet import Line


def plan_of(**options: object) -> Plan:
    return Plan(load(bundled_games()["labydo"])[0], Options(**options))  # type: ignore[arg-type]


@pytest.mark.slow
@pytest.mark.parametrize("style", ["none", "corner", "cross", "full", "outer"])
@pytest.mark.parametrize("gap", [0.0, 1.0, 6.0])
def test_every_style_with_a_bleed_is_proved(style: MarkStyle, gap: float) -> None:
    report = run(plan_of(crop=Marks(style), gap=gap, bleed=3.0))
    assert {p.code for p in report.problems} <= {"SHEET012"}
    proved = {p.code: p.result for p in report.proofs}
    assert {proved[f"SHEET0{n}"] for n in ("01", "02", "03", "10")} == {"proved"}


def test_without_a_bleed_nothing_is_claimed() -> None:
    assert "SHEET010" not in {p.code for p in run(plan_of()).proofs}


def spoilt(plan: Plan, code: str, **change: object) -> list[Problem]:
    first = next(d for d in plan.documents if isinstance(d, SheetDocument))
    sheet, *rest = first.sheets
    wrong = replace(first, sheets=(replace(sheet, **change), *rest))  # type: ignore[arg-type]
    others = tuple(wrong if d is first else d for d in plan.documents)
    plan.__dict__["documents"] = others
    return run_check(CHECKS[code], plan)[0]


def test_a_bleed_that_is_not_clipped() -> None:
    for gap in (0.0, 1.0, 4.0):
        plan = plan_of(bleed=3.0, gap=gap)
        (first,) = [d for d in plan.documents if d.name == "cartas_print_A4"]
        assert isinstance(first, SheetDocument)
        placed = first.sheets[0].placements
        bare = (replace(placed[0], clip=None), *placed[1:])
        (problem,) = spoilt(plan, "SHEET010", placements=bare)
        assert "cartas_print_A4, sheet 1: the bleed of" in problem.message


def test_a_clip_that_cuts_into_the_piece() -> None:
    plan = plan_of(bleed=3.0, gap=4.0)
    (first,) = [d for d in plan.documents if d.name == "cartas_print_A4"]
    assert isinstance(first, SheetDocument)
    placed = first.sheets[0].placements
    face = placed[0].face
    small = face.box.inset(face.bleed + 0.1)
    (problem,) = spoilt(plan, "SHEET010", placements=(replace(placed[0], clip=small), *placed[1:]))
    assert "covers less than the piece" in problem.message


@pytest.mark.parametrize(
    ("off", "width", "role", "refused"),
    [
        (0.0, HAIR, "cut", False),
        (0.02, HAIR, "cut", True),  # one piece keeps more than half
        (0.0, 0.15, "cut", True),  # no hair line
        (0.0, HAIR, "mark", True),  # only cuts may
    ],
)
def test_hair_lines_on_a_shared_edge(off: float, width: float, role: str, refused: bool) -> None:
    plan = plan_of()
    (first,) = [d for d in plan.documents if d.name == "cartas_print_A4"]
    assert isinstance(first, SheetDocument)
    trim = first.sheets[0].placements[0].trim
    x = trim.right + off
    line = Line(Point(x, trim.y + 5), Point(x, trim.y + 25), width, role)
    assert bool(spoilt(plan, "SHEET003", lines=(line,))) == refused


def test_a_hair_line_on_an_edge_that_nobody_shares() -> None:
    plan = plan_of()
    (first,) = [d for d in plan.documents if d.name == "cartas_print_A4"]
    assert isinstance(first, SheetDocument)
    trim = first.sheets[0].placements[0].trim
    line = Line(Point(trim.x, trim.y + 5), Point(trim.x, trim.y + 25), HAIR, "cut")
    assert spoilt(plan, "SHEET003", lines=(line,))
    half_shared = Line(Point(trim.right, trim.y - 5), Point(trim.right, trim.y + 5), HAIR, "cut")
    assert spoilt(plan_of(), "SHEET003", lines=(half_shared,))


def test_the_manual_says_how() -> None:
    manual = manuals()["SHEET010"]
    assert manual and len(manual.split("\n\n")) >= 3 and "--gap" in manual
