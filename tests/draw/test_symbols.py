"""Symbols: present, well formed, inside their box, bold enough and unlike each other."""

from __future__ import annotations

import itertools
import re

import pytest
from draw_pixels import coverage, difference, ink_box, render, walk
from fontTools.pens.boundsPen import BoundsPen
from fontTools.svgLib.path import parse_path
from PIL import ImageOps

from pnp.draw.shapes import Shape
from pnp.draw.symbols import SYMBOLS, symbol
from pnp.draw.symbols.marks import labyrinth_path
from pnp.draw.symbols.pen import closed, disc, limb, mapped, number, placed

PAWNS = ("pawn_hoplite", "pawn_priestess", "pawn_runner", "pawn_archer", "pawn_singer")
REQUIRED = (
    *PAWNS,
    *("minotaur", "griffin", "mermaid", "owl", "dolphin", "flag", "star", "spool", "sword"),
    *("helmet", "tribute", "collapse", "entrance", "exit", "teleport", "block", "sun_gate"),
    "beast_man",
    *("footprint", "labrys", "labyrinth", "spiral", "scissors", "fold", "glue", "amphora"),
)
SCALE, MARGIN = 4, 20
ALLOWED = re.compile(r"(?:[MLHVCQAZmlhvcqaz]|-?\d+(?:\.\d)?|[ ,])+")

GOAL = (200, 225)  # pixels: in the innermost turn, when the corridor is 10 units and scale is 2


def test_every_needed_symbol_exists() -> None:
    assert set(REQUIRED) <= set(SYMBOLS)
    assert symbol("owl") is SYMBOLS["owl"]


def test_an_unknown_name_suggests_the_nearest() -> None:
    with pytest.raises(KeyError, match="minotaur"):
        symbol("minotor")


@pytest.mark.parametrize("name", sorted(SYMBOLS))
def test_paths_are_plain_and_short(name: str) -> None:
    drawing = symbol(name)
    assert 1 <= len(drawing) <= 12
    for shape in drawing:
        assert ALLOWED.fullmatch(shape.d), "a forbidden command or more than one decimal"
        pen = BoundsPen(None)
        parse_path(shape.d, pen)
        assert pen.bounds is not None
        assert shape.fill != "none" or shape.stroke != "none"
        assert (shape.width > 0) == (shape.stroke != "none")


@pytest.mark.parametrize("name", sorted(SYMBOLS))
def test_ink_fills_the_box_and_stays_inside(name: str) -> None:
    image = render(symbol(name), 100, 100, SCALE, MARGIN)
    left, top, right, bottom = (edge / SCALE - MARGIN for edge in ink_box(image))
    assert left >= -0.3 and top >= -0.3 and right <= 100.3 and bottom <= 100.3
    assert 84 <= max(right - left, bottom - top) <= 100.3
    assert abs((left + right) / 2 - 50) <= 5
    assert abs((top + bottom) / 2 - 50) <= 5


@pytest.mark.parametrize("name", sorted(SYMBOLS))
def test_symbols_are_neither_blots_nor_hairlines(name: str) -> None:
    assert 0.12 <= coverage(render(symbol(name), 100, 100, 2)) <= 0.62


@pytest.mark.parametrize("pair", list(itertools.combinations(REQUIRED, 2)), ids="-".join)
def test_no_two_symbols_look_alike_at_24_pixels(pair: tuple[str, str]) -> None:
    one, other = (render(symbol(name), 100, 100, 0.24) for name in pair)
    assert difference(one, other) > 0.08


@pytest.mark.parametrize("name", PAWNS)
def test_pawns_are_tall_and_stand_on_the_foot_of_the_box(name: str) -> None:
    image = render(symbol(name), 100, 100, SCALE, MARGIN)
    left, top, right, bottom = (edge / SCALE - MARGIN for edge in ink_box(image))
    assert 50 <= right - left <= 60
    assert bottom - top >= 96
    assert bottom == pytest.approx(99.5, abs=0.5)


@pytest.mark.parametrize("name", ("minotaur", "labrys", "glue", "entrance", "exit", "sun_gate"))
def test_frontal_symbols_are_symmetric(name: str) -> None:
    image = render(symbol(name), 100, 100, SCALE)
    assert difference(image, ImageOps.mirror(image)) < 0.02


def test_the_labyrinth_has_one_way_to_its_goal() -> None:
    unit, goal = 10, GOAL
    walls = (Shape(labyrinth_path(unit, 100, 100), fill="none", stroke="ink", width=2),)
    image = render(walls, 200, 200, 2)
    steps = walk(image, (2, 2))
    assert goal in steps, "the goal is walled in"
    assert steps[goal] > 2 * unit * 180, "the way is too short for seven circuits"


def test_closing_the_mouth_of_the_labyrinth_walls_it_in() -> None:
    unit = 10
    mouth = 100 + (2 + 2.75) * unit
    plug = Shape(f"M85,{mouth}L95,{mouth}", fill="none", stroke="ink", width=2)
    walls = Shape(labyrinth_path(unit, 100, 100), fill="none", stroke="ink", width=2)
    image = render((walls, plug), 200, 200, 2)
    assert GOAL not in walk(image, (2, 2))


def test_outlines_are_clockwise_whatever_their_order() -> None:
    overlap = Shape(closed("20,20! 20,80! 80,80! 80,20!") + disc(50, 50, 20))
    image = render((overlap,), 100, 100, 1)
    assert image.getpixel((50, 50)) == 0, "an overlap punched a hole"


def test_placing_turns_clockwise_about_the_middle() -> None:
    turned = placed((Shape("M50,0L50,10Z", stroke="ink", width=2.0),), scale=0.5, turn=90, dx=1)
    assert turned[0].d == "M76,50L71,50Z"
    assert turned[0].width == 1.0


def test_numbers_are_short() -> None:
    assert [number(v) for v in (10.0, 100, 0.04, -0.04, 2.25, -3.5)] == (
        ["10", "100", "0", "0", "2.2", "-3.5"]
    )


def test_arcs_cannot_be_mapped() -> None:
    with pytest.raises(ValueError, match="cannot transform"):
        mapped("M0,0A1,1 0 0 1 2,2", (1, 0, 0, 1, 0, 0))


def test_a_limb_swells_a_tenth_at_most() -> None:
    image = render((Shape(limb("50,10,20 50,50,20 50,90,20")),), 100, 100, SCALE)
    left, _, right, _ = ink_box(image.crop((0, 160, 400, 240)))
    assert 20 <= (right - left) / SCALE <= 22
