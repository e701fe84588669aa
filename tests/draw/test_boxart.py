"""Walls of boxes: what stands on them and what is left out where there is no room."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

import pytest

from pnp.draw.boxart import CLEAR, SMALLEST, draw_contents, draw_side, draw_title
from pnp.draw.ink import Ink
from pnp.draw.rosette import rosette, tile_labyrinth
from pnp.draw.symbols import symbol
from pnp.draw.textboxes import text_boxes
from pnp.geometry import Rect, Size
from pnp.load import bundled_games, load
from pnp.model import Game
from pnp.packing import Inside
from pnp.piece import Face, Stamp
from pnp.plan import Plan


def game(id: str = "labydo") -> Game:
    return load(bundled_games()[id])[0]


def side(width: float, height: float) -> Face:
    ink = Ink()
    draw_side(game(), ink, Size(width, height))
    assert ink.problems == []
    return Face(Size(width, height), (Stamp(ink.layer()),))


@pytest.mark.parametrize(
    ("width", "height", "turned"),
    [(5.5, 80, True), (7.6, 92, True), (16, 117, True), (40, 90, True), (80, 7.6, False)],
)
def test_a_wall_carries_the_title_along_its_length(
    width: float, height: float, turned: bool
) -> None:
    (line,) = text_boxes(side(width, height))
    assert line.words == "LABYDO"
    assert (line.box.height > line.box.width) == turned
    assert min(line.box.size) >= 1.6  # capitals of 2.2 mm letters
    across = line.box.x if turned else line.box.y
    assert across >= 1.5 and across + min(line.box.size) <= min(width, height) - 1.5


@pytest.mark.parametrize("size", [(5.0, 80.0), (80.0, 5.0), (6.0, 12.0)])
def test_nothing_stands_where_it_could_not_be_read(size: tuple[float, float]) -> None:
    assert side(*size).stack[0].layer.svg == ""


@pytest.mark.parametrize("height", [2.0, 4.0, 5.1, 5.3, 12.0])
def test_a_lid_has_a_title_only_where_it_is_as_large_as_the_smallest_text(height: float) -> None:
    ink = Ink()
    draw_title(game(), ink, Size(60.0, height))
    sizes = [float(size) for size in re.findall(r'font-size="([\d.]+)"', ink.layer().svg)]
    assert len(sizes) == (height > 5.2)
    assert all(size >= SMALLEST for size in sizes)


@pytest.mark.parametrize(("width", "waves"), [(16, 0), (32, 0), (34, 8), (40, 10), (50, 12)])
def test_a_spine_has_waves_only_where_four_stand_at_each_end(width: float, waves: int) -> None:
    svg = side(width, 120).stack[0].layer.svg
    assert svg.count("M") == (waves + 2 if waves else 0)  # and their two base lines


@pytest.mark.parametrize(
    ("id", "size", "columns"),
    [
        ("dedalos", (120, 70), 2),
        ("mino-dice", (118, 60), 2),
        ("labydo", (59, 117), 1),
        ("the-labyrinth", (49, 49), 1),
    ],
)
def test_the_back_of_a_wide_box_has_two_columns(
    id: str, size: tuple[float, float], columns: int
) -> None:
    ink, panel = Ink(), Size(*size)
    draw_contents(game(id), Inside(("40 tiles", "4 pawns")), ink, panel)
    assert ink.problems == []
    title, *lines = text_boxes(Face(panel, (Stamp(ink.layer()),)))
    assert len({round(line.box.x, 1) for line in lines}) == columns
    inner = Rect(0, 0, *panel).inset(CLEAR)
    assert all(inner.covers(line.box) for line in (title, *lines))
    for one, other in combinations(lines, 2):
        assert not one.box.overlaps(other.box, 0.35), (one.words, other.words)
    if columns == 2:  # room below
        assert max(line.box.bottom for line in lines) < 0.9 * panel.height


def own(folder: Path, emblem: str, cards: str) -> Game:
    """A game whose contents are one line: a deck, and a tuck box for it."""
    (folder / "game.yaml").write_text(
        f"title: Own\ntheme: {{emblem: {emblem}}}\ndocuments: {{box: {{print: [box]}}}}\n"
    )
    (folder / "cards.yaml").write_text(f"kind: blanks\nsize: 63x88mm\ncopies: 30\n{cards}")
    (folder / "box.yaml").write_text("kind: tuckbox\nholds: [cards]\n")
    game, problems = load(folder)
    assert problems == []
    return game


@pytest.mark.parametrize(
    ("emblem", "cards", "shown"),
    [
        ("dolphin", "", "dolphin"),
        ("dolphin", "back: none\n", "dolphin"),
        ("labyrinth", "", "labyrinth"),
        ("labrys", "", "wheel"),
        ("dolphin", "back: labrys\n", "wheel"),
        ("dolphin", "back: labyrinth\n", "maze"),
    ],
)
def test_a_back_shows_the_ornament_of_the_cards_or_the_emblem(
    emblem: str, cards: str, shown: str, tmp_path: Path
) -> None:
    """Large and in the middle of a panel that would be nearly blank, over a wave."""
    (box,) = Plan(own(tmp_path, emblem, cards)).pieces_of("box")
    assert box.net is not None
    width, height = box.net["back"].size
    (layer,) = {s.layer.svg for s in box.front.stack if ">30 cards<" in s.layer.svg}
    foot = layer.partition(">30 cards<")[2]
    ink = Ink()
    drawings = {"wheel": rosette(0, 0, 22, 8), "maze": tile_labyrinth(0, 0, 22)}
    ink.draw(drawings[shown] if shown in drawings else symbol(shown), game().file.theme.palette)
    expected = re.findall(r'<path d="([^"]*)"', ink.layer().svg)
    wave, *picture = re.findall(r'<path d="([^"]*)"', foot)
    assert len(wave) > 400 and len(picture) == len(expected)
    assert [d.count("M") for d in picture] == [d.count("M") for d in expected]
    if shown not in drawings:
        assert picture == expected
        (at,) = set(re.findall(r"matrix\(([^)]*)\)", foot))
        scale, _, _, _, x, y = map(float, at.split())
        side = 100 * scale
        assert side > 0.55 * width and x + side / 2 == pytest.approx(width / 2)
        assert 0.5 * height < y + side / 2 < 0.65 * height
