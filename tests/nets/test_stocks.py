"""Stocks and card sleeves: the table, what definitions may say, and boxes that follow (B47)."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.checks import run
from pnp.checks.registry import CHECKS, run_check
from pnp.game.loader import load
from pnp.game.plan import Plan
from pnp.geometry.plane import Size
from pnp.kinds.packing import deck_size
from pnp.nets.closing import fold_errors
from pnp.nets.core import Net, fold
from pnp.nets.stand import inner_size
from pnp.nets.stocks import (
    CUSTOMARY,
    DEFAULT_STOCK,
    HEAVIEST,
    LIGHTEST,
    SLEEVES,
    Stock,
    find_sleeve,
    parse_stock,
)

sys.path.insert(0, str(Path(__file__).parent / "kinds"))
from dice_help import plan_of

ROOT = Path(__file__).parents[2]
CARDS = "kind: blanks\nsize: 63x88mm\ncopies: 60\n"
BOX = "kind: tuckbox\nholds: [cards]\n"


def test_the_default_is_the_old_one() -> None:
    assert DEFAULT_STOCK.thickness == 0.30
    assert Stock(80).thickness == pytest.approx(0.104)  # a ream of 500: 52 mm
    assert Stock(200).thickness == pytest.approx(0.24)
    assert Stock(350).thickness == pytest.approx(0.42)
    assert Stock(300, coated=True).thickness == pytest.approx(0.27)


@given(st.integers(LIGHTEST, HEAVIEST - 1), st.booleans())
def test_heavier_is_thicker(weight: int, coated: bool) -> None:
    light, heavy = Stock(weight, coated), Stock(weight + 1, coated)
    assert light.thickness < heavy.thickness
    assert Stock(weight, coated=True).thickness < Stock(weight).thickness


@pytest.mark.parametrize(
    ("text", "stock"),
    [
        ("250g", Stock(250)),
        ("250 gsm", Stock(250)),
        ("160 g/m2", Stock(160)),
        ("90G/m²", Stock(90)),
        ("300g coated", Stock(300, coated=True)),
    ],
)
def test_stocks_are_read(text: str, stock: Stock) -> None:
    assert parse_stock(text) == stock


@pytest.mark.parametrize("text", ["79g", "351g", "9999g", "0g"])
def test_stocks_outside_the_table(text: str) -> None:
    with pytest.raises(ValueError, match=r"not in the table \(80 to 350\); measure it"):
        parse_stock(text)


@given(st.text(max_size=12))
def test_anything_else_is_refused_in_plain_words(text: str) -> None:
    try:
        assert LIGHTEST <= parse_stock(text).grammage <= HEAVIEST
    except ValueError as error:
        assert "stock" in str(error)


def test_sleeves_grow_with_their_grade() -> None:
    films = [sleeve.film for sleeve in SLEEVES.values()]
    assert films == sorted(films) and films[0] == 0.04
    assert all(sleeve.source and min(sleeve.growth) > 0 for sleeve in SLEEVES.values())
    assert find_sleeve(" Penny ").growth == Size(3.0, 3.0)
    with pytest.raises(ValueError, match="did you mean 'premium'"):
        find_sleeve("premum")


def test_the_films_agree_with_another_project() -> None:
    """sumpfork/dominiontabs: 60 cards are 20 mm bare, 24 in thin sleeves, 32 in thick ones."""
    for name, height in (("penny", 24.0), ("thick", 32.0)):
        assert 20.0 + 60 * 2 * SLEEVES[name].film == pytest.approx(height, abs=1.0)


def thicknesses(weight: int) -> tuple[float, float]:
    return Stock(weight).thickness, Stock(weight, coated=True).thickness


def test_the_page_of_the_table_is_the_table() -> None:
    text = (ROOT / "docs" / "stocks.md").read_text(encoding="utf-8")
    stocks = re.findall(r"^\| (\d+) g/m² \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \|$", text, re.M)
    assert stocks == [
        (str(g), *(f"{v:.3f}" for v in (Stock(g).bulk, *thicknesses(g)))) for g in CUSTOMARY
    ]
    sleeves = re.findall(r"^\| `(\w+)` \| ([\d.]+) \| (\d+) x (\d+) \| (.*) \|$", text, re.M)
    assert [(n, float(f), float(w), float(h), s) for n, f, w, h, s in sleeves] == [
        (s.name, s.film, *s.growth, s.source) for s in SLEEVES.values()
    ]


# -- definitions -----------------------------------------------------------------------------------


def test_any_deck_may_name_its_stock(tmp_path: Path) -> None:
    plan, problems = plan_of(tmp_path, cards=CARDS + "stock: 300g\n", box=BOX)
    assert problems == []
    (cards,), (box,) = plan.pieces_of("cards"), plan.pieces_of("box")
    assert cards.thickness == pytest.approx(0.36)
    assert box.net and inner_size(box.net) == pytest.approx((64.0, 60 * 0.36 + 1.6, 89.0))


def test_the_games_tiles_may_too(game_folder: Path) -> None:
    for name in ("labyrinth", "entrance", "exit"):
        path = game_folder / f"{name}.yaml"
        path.write_text(re.sub(r"thickness: \S+", "stock: 350g", path.read_text()))
    plan = Plan(load(game_folder)[0])
    (box,) = plan.pieces_of("box")
    assert deck_size(box.holds)[2] == pytest.approx(48 * 0.42)
    assert run(plan).count("error") == 0


@pytest.mark.parametrize(
    ("cards", "box", "words"),
    [
        ("stock: 250g\nthickness: 0.3mm\n", "", "either 'thickness' or 'stock'"),
        ("stock: 60g\n", "", "not in the table"),
        ("stock: card\n", "", "'card' is no stock"),
        ("", "sleeve: pennies\n", "there is no card sleeve 'pennies' (did you mean 'penny'?)"),
        ("", "lock: maybe\n", "'maybe' is neither true nor false"),
        ("stok: 250g\n", "", "unknown key 'stok'"),
    ],
)
def test_mistakes_have_a_place(cards: str, box: str, words: str, tmp_path: Path) -> None:
    _, problems = plan_of(tmp_path, cards=CARDS + cards, box=BOX + box)
    assert any(words in p.message for p in problems), problems
    assert all(p.loc and p.loc.file.endswith(".yaml") for p in problems)


# -- B47: the box follows count, card and sleeve ----------------------------------------------


def box_net(folder: Path, sleeve: str | None, cards: str = CARDS) -> tuple[Plan, Net]:
    folder.mkdir()
    worn = f"sleeve: {sleeve}\n" if sleeve else ""
    plan, problems = plan_of(folder, cards=cards, box=BOX + worn)
    assert problems == []
    (box,) = plan.pieces_of("box")
    assert box.net
    return plan, box.net


@pytest.mark.parametrize("sleeve", [None, *SLEEVES])
def test_b47_the_depth_is_cards_and_films_and_slack(sleeve: str | None, tmp_path: Path) -> None:
    plan, net = box_net(tmp_path / "g", sleeve)
    film, growth = (SLEEVES[sleeve].film, SLEEVES[sleeve].growth) if sleeve else (0.0, Size(0, 0))
    wanted = (64.0 + growth.width, 60 * (0.30 + 2 * film) + 1.6, 89.0 + growth.height)
    assert inner_size(net) == pytest.approx(wanted)
    assert fold_errors(net) == []
    assert [p.result for p in run_check(CHECKS["BOX002"], plan)[1]] == ["proved"]


def test_b47_every_panel_grows_with_the_sleeve(tmp_path: Path) -> None:
    """Unsleeved, thin, thick: panels change alike, and glued edges stay equally long."""
    nets = [box_net(tmp_path / str(i), s)[1] for i, s in enumerate((None, "penny", "thick"))]
    depths = [inner_size(net).y for net in nets]
    assert depths == pytest.approx([19.6, 24.4, 31.6])
    for net, depth in zip(nets, depths, strict=True):
        for name in ("left", "right"):
            assert net[name].size.width == pytest.approx(depth)
        for name in ("lid", "bottom"):
            assert net[name].size.height == pytest.approx(depth)
        assert net["front"].size == pytest.approx(net["back"].size)
        placed = fold(net)
        seam = [placed["seam"].at(p) for p in net["seam"].hinge or ()]
        back = [placed["back"].art(net["back"].size.width, y) for y in (0, 89.0)]
        run = seam[0].minus(seam[1]).length
        assert run == pytest.approx(net["back"].size.height)
        assert run >= back[0].minus(back[1]).length - 3.0 - 1e-9


def test_b47_sleeved_cards_do_not_go_into_a_bare_box(tmp_path: Path) -> None:
    from msgspec.structs import replace

    plan, _ = box_net(tmp_path / "g", None)
    worn = tuple(replace(p, sleeve=SLEEVES["penny"]) if p.id == "box" else p for p in plan.pieces)
    plan.__dict__["pieces"] = worn
    (problem,) = run_check(CHECKS["BOX002"], plan)[0]
    assert "the pieces need 66 x 91 x 22.8" in problem.message


@given(st.integers(1, 200), st.sampled_from(sorted(SLEEVES)), st.integers(80, 350))
def test_b47_one_more_card_is_one_card_deeper(count: int, sleeve: str, weight: int) -> None:
    from pnp.errors import Loc
    from pnp.piece import Face, Piece

    def deck(copies: int) -> tuple[float, float, float]:
        face, thickness = Face(Size(63, 88), ()), Stock(weight).thickness
        card = Piece(
            id="c",
            component="c",
            part="c",
            title="c",
            front=face,
            loc=Loc(""),
            copies=copies,
            thickness=thickness,
        )
        return deck_size([card], SLEEVES[sleeve])

    one = Stock(weight).thickness + 2 * SLEEVES[sleeve].film
    assert deck(count + 1)[2] - deck(count)[2] == pytest.approx(one)
    assert deck(count)[2] == pytest.approx(count * one)


def test_dice_wear_no_sleeves(tmp_path: Path) -> None:
    die = "kind: die\ndice: {d: {copies: 2}}\n"
    plan, _ = plan_of(tmp_path, dice=die, box="kind: tuckbox\nholds: [dice]\nsleeve: double\n")
    (box,) = plan.pieces_of("box")
    assert deck_size(box.holds, box.sleeve) == deck_size(box.holds)
