"""Slip cases, trays that follow their cards, blank cards, boxes of two parts, in definitions."""

from __future__ import annotations

from pathlib import Path

import pytest
from dice_help import plan_of, sizes_of_text, words_of
from msgspec.structs import replace

from pnp.checks.registry import CHECKS, run_check
from pnp.game.plan import Plan
from pnp.kinds.packing import Wrapped, outer_of
from pnp.nets.closing import fold_errors
from pnp.nets.stand import inner_size, outer_size

CARDS = "kind: blanks\nsize: 63x88mm\ncopies: 60\n"
BOX = "kind: tuckbox\nholds: [cards]\n"
TRAY = "kind: tray\nholds: [cards]\n"
CASE = "kind: sleeve\nover: box\n"


def codes(plan: Plan, *names: str) -> list[str]:
    return [problem.code for name in names for problem in run_check(CHECKS[name], plan)[0]]


def test_a_slip_case_goes_over_its_tuck_box(tmp_path: Path) -> None:
    plan, problems = plan_of(tmp_path, cards=CARDS, box=BOX, case=CASE)
    assert problems == []
    (box,), (case,) = plan.pieces_of("box"), plan.pieces_of("case")
    assert box.net and case.net
    outside = outer_size(box.net, 0.3)
    assert case.truth == Wrapped(outside)
    assert outside == pytest.approx((64.3, 19.9, 89.3))
    room = inner_size(case.net, 0.3)
    assert room.x == pytest.approx(outside.x + 0.9) and room.y == pytest.approx(outside.y + 0.6)
    assert room.z == pytest.approx(outside.z)
    assert codes(plan, "BOX001", "BOX002", "BOX004") == []
    assert words_of(case.front).count("OWN") == 3 and "60 cards" in words_of(case.front)
    tray, _ = plan_of(tmp_path, cards=CARDS, tray=TRAY)
    assert min(min(sizes_of_text(p.front)) for p in tray.pieces_of("tray")) >= 2.2


def test_a_tight_case_is_refused(tmp_path: Path) -> None:
    plan, _ = plan_of(tmp_path, cards=CARDS, box=BOX, case=CASE + "fit: 0.5mm\n")
    (problem,) = run_check(CHECKS["BOX004"], plan)[0]
    assert problem.message == (
        "case is 64.5 x 19.8 x 89.3 mm inside, its box 64.3 x 19.9 x 89.3 mm outside"
    )


def test_a_case_for_another_box_is_refused(tmp_path: Path) -> None:
    plan, _ = plan_of(tmp_path, cards=CARDS, box=BOX, case=CASE)
    larger = Wrapped(outer_size(plan.pieces_of("box")[0].net, 1.2))  # type: ignore[arg-type]
    plan.__dict__["pieces"] = tuple(
        replace(p, truth=larger) if p.id == "case" else p for p in plan.pieces
    )
    assert codes(plan, "BOX004") == ["BOX004"]


def test_a_case_lies_round_a_tray_with_its_lid(tmp_path: Path) -> None:
    """The lid is wider than the tray and its card lies on the tray's rim."""
    case = CASE.replace("box", "tray") + "along: width\n"
    plan, problems = plan_of(tmp_path, cards=CARDS, tray=TRAY, case=case)
    assert problems == [] and codes(plan, "BOX001", "BOX002", "BOX004") == []
    (made,) = plan.pieces_of("case")
    outside = outer_of(plan.pieces_of("tray"))
    assert outside == pytest.approx((66 + 1.6 + 0.3, 91 + 1.6 + 0.3, 21 + 0.3 + 0.3))
    assert made.net and made.net.solid and made.net.solid.open == {"left", "right"}
    assert {"top", "bottom", "front", "back"} <= {p.name for p in made.net.panels}


def test_a_case_of_a_written_size_lies_along_the_longer_side(tmp_path: Path) -> None:
    text = "kind: sleeve\nsize: {}\n"
    plan, _ = plan_of(tmp_path, a=text.format("100 x 60 x 30mm"), b=text.format("60 x 30 x 100mm"))
    opened = [plan.pieces_of(id)[0].net.solid.open for id in ("a", "b")]  # type: ignore[union-attr]
    assert opened == [{"left", "right"}, {"top", "bottom"}]


def test_cases_and_boxes_of_two_parts(tmp_path: Path) -> None:
    split = "split: true\n"
    plan, problems = plan_of(tmp_path, cards=CARDS, box=BOX + split, case=CASE + split)
    assert problems == [] and codes(plan, "BOX001", "BOX002", "BOX004") == []
    for id in ("box", "case"):
        first, second = plan.pieces_of(id)
        assert (first.id, second.id) == (f"{id}-front", f"{id}-back")
        assert first.net and second.net and fold_errors(first.net)
        assert first.joins == (second.net,) and second.joins == (first.net,)
    assert len(plan.pieces_of("box")[0].holds) == 1 and not plan.pieces_of("box")[1].holds


def test_a_tray_of_two_halves(tmp_path: Path) -> None:
    plan, problems = plan_of(tmp_path, cards=CARDS, tray=TRAY + "split: true\n")
    assert problems == [] and codes(plan, "BOX001", "BOX002") == []
    pieces = plan.pieces_of("tray")
    assert [p.id for p in pieces] == ["tray-1", "tray-2", "tray-lid-1", "tray-lid-2"]
    assert [len(p.holds) for p in pieces] == [1, 0, 0, 0]
    for one, other in (pieces[:2], pieces[2:]):
        assert one.net and other.net and fold_errors(one.net)
        assert one.joins == (other.net,) and other.joins == (one.net,)
    whole, _ = plan_of(tmp_path, cards=CARDS, tray=TRAY)
    assert outer_of(pieces) == pytest.approx(outer_of(whole.pieces_of("tray")))
    assert whole.pieces_of("tray")[0].parts == tuple(p.size for p in pieces[:2])


def test_a_tray_that_is_too_small_for_halves(tmp_path: Path) -> None:
    small = "kind: tray\nsize: 15 x 16 x 10mm\nsplit: true\n"
    plan, _ = plan_of(tmp_path, tray=small)
    found = {(p.code, p.message, p.loc.line if p.loc else 0) for p in plan.problems}
    assert found == {("DEF003", "tray: it is too small to be made of two halves", 3)}
    whole, _ = plan_of(tmp_path, tray=small.replace("true", "false"))
    assert [p.parts for p in whole.pieces_of("tray")] == [(), ()]


def test_a_tray_follows_its_cards(tmp_path: Path) -> None:
    plan, problems = plan_of(tmp_path, cards=CARDS, tray=TRAY + "sleeve: thick\n")
    assert problems == [] and codes(plan, "BOX001", "BOX002") == []
    tray, lid = plan.pieces_of("tray")
    assert tray.net and lid.net
    assert inner_size(tray.net) == pytest.approx((66 + 3, 91 + 3, 60 * 0.5 + 3))
    assert inner_size(lid.net).z == pytest.approx(0.75 * 33)
    written, _ = plan_of(tmp_path, cards=CARDS, tray=TRAY + "lid: 12mm\n")
    net = written.pieces_of("tray")[1].net
    assert net and inner_size(net).z == pytest.approx(12)


def test_sleeves_count_in_draw_boxes_and_envelopes(tmp_path: Path) -> None:
    box = "kind: drawbox\nsize: 100 x 100 x 70mm\nholds: [cards]\nshare: 0.16\n"
    plan, _ = plan_of(tmp_path, cards=CARDS, box=box)
    assert codes(plan, "BOX003") == []
    plan, _ = plan_of(tmp_path, cards=CARDS, box=box + "sleeve: penny\n")
    assert codes(plan, "BOX003") == ["BOX003"]
    few = CARDS.replace("60", "4")
    envelope = "kind: envelope\nholds: [cards]\n"
    widths = []
    for worn in ("", "sleeve: standard\n"):
        plan, problems = plan_of(tmp_path, cards=few, env=envelope + worn)
        assert problems == [] and codes(plan, "BOX001", "BOX002") == []
        widths.append(plan.pieces_of("env")[0].net["front"].size.width)  # type: ignore[index]
    assert widths[1] - widths[0] == pytest.approx(3.0 + 4 * 2 * 0.065)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("kind: sleeve\n", "either 'over'"),
        ("kind: sleeve\nover: box\nsize: 10 x 10 x 10mm\n", "either 'over'"),
        ("kind: sleeve\nover: boxx\n", "no component 'boxx' to go over"),
        ("kind: sleeve\nover: cards\n", "'cards': it is no box"),
        ("kind: sleeve\nover: box\nalong: depth\n", "'depth' is not known"),
        ("kind: tray\n", "needs a size"),
        ("kind: tray\nholds: [die]\n", "needs a size"),
        ("kind: tuckbox\nholds: [small]\nlock: true\n", "too small for a lock"),
        ("kind: blanks\nsize: 63mm\n", "not a size"),
        ("kind: blanks\nsize: 63x88mm\ncopies: 0\n", "too small"),
    ],
)
def test_mistakes(text: str, words: str, tmp_path: Path) -> None:
    die = "kind: die\nedge: 5mm\npips: false\ndice: {d: {copies: 1}}\n"
    small = "kind: blanks\nsize: 15x20mm\n"
    _, problems = plan_of(tmp_path, cards=CARDS, box=BOX, die=die, small=small, wrong=text)
    found = [p for p in problems if words in p.message]
    assert found, problems
    assert all(p.loc and p.loc.file.endswith("wrong.yaml") for p in found)


def test_blank_cards_print_with_a_back(tmp_path: Path) -> None:
    plan, problems = plan_of(tmp_path, cards=CARDS + "back: labrys\n")
    (card,) = plan.pieces_of("cards")
    assert problems == [] and card.copies == 60 and card.front.stack == ()
    assert card.back and card.back.stack and tuple(card.size) == (63.0, 88.0)


def test_too_large_names_the_paper_and_the_way_out(tmp_path: Path) -> None:
    cards = CARDS.replace("63x88", "90x130")
    plan, _ = plan_of(tmp_path, cards=cards, box=BOX)
    (problem,) = run_check(CHECKS["SHEET001"], plan)[0]
    assert problem.message.startswith("box measures 235.2 x 201.2 mm, but A4 has room for")
    assert problem.hint == "it fits A3; made of two parts (split: true, --split) it fits A4"
    plan, _ = plan_of(tmp_path, cards=cards, box=BOX + "split: true\n")
    assert codes(plan, "SHEET001", "BOX001", "BOX002") == []
    huge = CARDS.replace("63x88", "400x300")
    plan, _ = plan_of(tmp_path, cards=huge, box=BOX)
    hint = run_check(CHECKS["SHEET001"], plan)[0][0].hint
    assert hint.startswith("no paper up to A3 is large enough; it needs ")


def test_a_lying_case_that_is_too_long_names_the_paper(tmp_path: Path) -> None:
    plan, _ = plan_of(tmp_path, case="kind: sleeve\nsize: 120 x 150 x 88mm\n")
    hint = run_check(CHECKS["SHEET001"], plan)[0][0].hint
    assert hint.endswith("mm; made of two parts (split: true, --split) it fits A4")
    assert "it needs" in hint
