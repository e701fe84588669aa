"""Symbols: present, well formed, inside their box, bold enough and unlike each other."""

from __future__ import annotations

import itertools
import re

import pytest
from draw_pixels import coverage, difference, ink_box, render, walk
from fontTools.pens.boundsPen import BoundsPen
from fontTools.svgLib.path import parse_path
from PIL import ImageOps

from pnp.draw.shapes import Shape, mapped, number
from pnp.draw.symbols import SYMBOLS, read_symbol, symbol

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

GOAL = (200, 231)  # pixels: in the innermost turn


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


@pytest.mark.slow
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


def test_the_labyrinth_has_a_long_way_to_its_goal() -> None:
    image = render(symbol("labyrinth"), 100, 100, SCALE)
    steps = walk(image, (2, 2))
    assert GOAL in steps, "the goal is walled in"
    assert steps[GOAL] > 2500, "the way is too short for seven circuits"


def svg(*elements: str) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg">{"".join(elements)}</svg>'


def test_classes_say_what_a_path_is_painted_with() -> None:
    text = svg(
        "<style>.ink { fill: red }</style>",
        '<path class="ink" d="M0,0L9,9Z"/>',
        '<path class="line accent-line" stroke-width="2.5" d="M0,0L9,9"/>',
        '<path class="paper paper-line" stroke-width="4" d="M1,1L2,2"/>',
    )
    assert read_symbol(text) == (
        Shape("M0,0L9,9Z"),
        Shape("M0,0L9,9", "none", "accent", 2.5),
        Shape("M1,1L2,2", "paper", "paper", 4.0),
    )


@pytest.mark.parametrize("strange", ['<path class="inc" d="M0,0"/>', '<circle class="ink" r="1"/>'])
def test_what_a_symbol_cannot_be_made_of(strange: str) -> None:
    with pytest.raises(ValueError, match="a symbol"):
        read_symbol(svg(strange))


def test_numbers_are_short() -> None:
    assert [number(v) for v in (10.0, 100, 0.04, -0.04, 2.25, -3.5)] == (
        ["10", "100", "0", "0", "2.2", "-3.5"]
    )


def test_arcs_cannot_be_mapped() -> None:
    with pytest.raises(ValueError, match="cannot transform"):
        mapped("M0,0A1,1 0 0 1 2,2", (1, 0, 0, 1, 0, 0))
