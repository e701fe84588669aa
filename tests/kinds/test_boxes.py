"""Trays, lids and draw boxes: they fold, they hold what they should, and say so when not."""

from __future__ import annotations

from pathlib import Path

import pytest
from dice_help import piece_called, plan_of, sizes_of_text, words_of

from pnp.checks.box import BOX_STOCK
from pnp.checks.registry import CHECKS, run_check
from pnp.geometry.plane import Size
from pnp.kinds.packing import Loose, lattice, solid_size, volume
from pnp.nets.closing import fold_errors
from pnp.nets.space import Vec3
from pnp.nets.stand import inner_size

DICE = "kind: die\nedge: 20mm\ndice:\n  d: {copies: 36}\n"
TRAY = "kind: tray\nsize: 120 x 60 x 40mm\nholds: [dice]\n"
BOX = "kind: drawbox\nsize: 115 x 95 x 70mm\nhand: 76 x 50mm\nholds: [dice]\n"


def codes(plan, *wanted: str) -> list[str]:  # type: ignore[no-untyped-def]
    return [p.code for code in wanted for p in run_check(CHECKS[code], plan)[0]]


def test_tray_and_lid_fold_and_fit_over_each_other(tmp_path: Path) -> None:
    plan, problems = plan_of(tmp_path, dice=DICE, tray=TRAY)
    assert problems == []
    tray, lid = piece_called(plan, "tray"), piece_called(plan, "tray-lid")
    assert tray.net and lid.net
    assert fold_errors(tray.net) == fold_errors(lid.net) == []
    inner, cover = inner_size(tray.net, BOX_STOCK), inner_size(lid.net, BOX_STOCK)
    outer = tray.net["base"].size
    assert cover.x >= outer.width + BOX_STOCK and cover.y >= outer.height + BOX_STOCK
    assert inner.x >= 120 and inner.y >= 60 and inner.z >= 40
    assert {p.id: len(p.holds) for p in (tray, lid)} == {"tray": 1, "tray-lid": 0}
    assert "36 dice" in words_of(tray.front)
    assert min(min(sizes_of_text(p.front)) for p in (tray, lid)) >= 2.2


def test_a_lid_of_no_height_is_none(tmp_path: Path) -> None:
    plan, _ = plan_of(tmp_path, dice=DICE, tray=TRAY + "lid: 0mm\n")
    assert [p.id for p in plan.pieces_of("tray")] == ["tray"]


@pytest.mark.parametrize(
    ("size", "found"),
    [
        ("120 x 60 x 40mm", []),
        ("119 x 60 x 40mm", ["BOX002"]),
        ("120 x 60 x 36mm", ["BOX002"]),
        ("42 x 60 x 122mm", []),
    ],
)
def test_36_dice_lie_in_the_tray_or_the_check_says_so(
    size: str, found: list[str], tmp_path: Path
) -> None:
    plan, _ = plan_of(tmp_path, dice=DICE, tray=TRAY.replace("120 x 60 x 40mm", size))
    assert codes(plan, "BOX001", "BOX002") == found


def test_the_draw_box_closes_from_two_sheets(tmp_path: Path) -> None:
    plan, problems = plan_of(tmp_path, dice=DICE, box=BOX)
    assert problems == [] and codes(plan, "BOX001", "BOX002", "BOX003") == []
    body, cover = plan.pieces_of("box")
    assert body.net and cover.net and body.joins == (cover.net,) and cover.joins == (body.net,)
    assert fold_errors(body.net), "alone it does not close"
    assert body.truth == cover.truth == Loose(Size(76.0, 50.0), 0.5)
    assert cover.net.cuts and not body.net.cuts
    assert {"OWN", "36 dice"} <= set(words_of(body.front))


def test_a_draw_box_too_full_or_too_narrow(tmp_path: Path) -> None:
    full = DICE.replace("36", "60")
    plan, _ = plan_of(tmp_path, dice=full, box=BOX)
    assert codes(plan, "BOX003") == ["BOX003"]
    narrow = BOX.replace("76 x 50mm", "60 x 19mm")
    plan, _ = plan_of(tmp_path, dice=DICE, box=narrow)
    message = run_check(CHECKS["BOX003"], plan)[0][0].message
    assert message == "d does not go through the opening of box-body"
    three = DICE.replace("d: {copies: 36}", "d1: {copies: 9}\n  d2: {}\n  d3: {}")
    plan, _ = plan_of(tmp_path, dice=three, box=narrow)
    says = [finding.message for finding in run_check(CHECKS["BOX003"], plan)[0]]
    assert "d1 … d3 do not go through the opening of box-body" in says


@pytest.mark.parametrize(
    ("kind", "old", "new", "words"),
    [
        ("box", "76 x 50mm", "76 x 80mm", "does not fit"),
        ("box", "76 x 50mm", "-76mm x 50mm", "measures"),
        ("box", "115 x 95 x 70mm", "115 x 95mm", "width x depth x height"),
        ("box", "holds: [dice]", "holds: [dyce]", "no component 'dyce'"),
        ("box", "holds: [dice]", "opening: round", "'round' is not known"),
        ("tray", "120 x 60 x 40mm", "120 x 60 x 0mm", "measures"),
        ("tray", "holds: [dice]", "lid: -2mm", "-2"),
    ],
)
def test_mistakes(kind: str, old: str, new: str, words: str, tmp_path: Path) -> None:
    text = {"box": BOX, "tray": TRAY}[kind].replace(old, new)
    _, problems = plan_of(tmp_path, dice=DICE, **{kind: text})
    assert any(words in p.message for p in problems), problems
    assert all(p.loc and p.loc.file.endswith(f"{kind}.yaml") for p in problems)


def test_lattice() -> None:
    room = Vec3(122.0, 62.0, 42.0)
    assert lattice(Vec3(20.3, 20.3, 20.3), room) == 36
    assert lattice(Vec3(20.4, 20.4, 20.4), room) == 5 * 3 * 2
    assert lattice(Vec3(60.0, 40.0, 61.0), room) == 2 * 1 * 1
    assert lattice(Vec3(130.0, 1.0, 1.0), room) == 0


def test_what_a_piece_takes(tmp_path: Path) -> None:
    plan, _ = plan_of(tmp_path, dice=DICE, tray=TRAY)
    die, tray = piece_called(plan, "d"), piece_called(plan, "tray")
    assert solid_size(die) == Vec3(20.3, 20.3, 20.3)
    assert solid_size(tray) is None
    assert volume([die]) == pytest.approx(36 * 20.3**3)
