"""Walls of boxes: what stands on them and what is left out where there is no room."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

import pytest

from pnp.definition.model import Game
from pnp.draw.ink import Ink
from pnp.draw.ornament import fit_key
from pnp.draw.rosette import rosette, tile_labyrinth
from pnp.draw.symbols import symbol
from pnp.draw.textboxes import text_boxes
from pnp.game.loader import bundled_games, load
from pnp.game.plan import Plan
from pnp.geometry.plane import Rect, Size
from pnp.kinds.boxart import CLEAR, SMALLEST, draw_contents, draw_front, draw_side, draw_title
from pnp.kinds.packing import Inside
from pnp.piece import Face, Stamp


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


def front(folder: Path, facts: str, size: float = 46.0) -> tuple[Ink, Rect]:
    """The front of a square box with a notch, and the room inside its frame."""
    (folder / "game.yaml").write_text(
        "title: Lantern Canals\ntheme: {emblem: dolphin}\ndocuments: {box: {print: [box]}}\n"
        f"players: 2–4\n{facts}"
    )
    (folder / "box.yaml").write_text("kind: tray\nsize: 46 x 46 x 20mm\n")
    game, problems = load(folder)
    assert problems == []
    ink = Ink()
    draw_front(game, ink, Size(size, size), notch=10.0, facts=True)
    drop = 10.0 - 0.02 * size
    frame = fit_key(size, size - drop, min(0.1 * size, 9.0), CLEAR)
    return ink, Rect(0, drop, size, size - drop).inset(CLEAR + frame.band)


def dolphins(svg: str) -> set[float]:
    """How large the emblem stands on a face, mm."""
    return {100 * float(scale) for scale in re.findall(r"matrix\(([\d.]+) 0 0 ", svg)}


@pytest.mark.parametrize(("size", "emblems"), [(46.0, 0), (47.0, 0), (50.0, 1), (70.0, 1)])
def test_a_front_without_room_for_an_emblem_has_no_speck(
    size: float, emblems: int, tmp_path: Path
) -> None:
    ink, room = front(tmp_path, "age: 8+\nminutes: 30\n", size)
    found = dolphins(ink.layer().svg)
    assert ink.problems == [] and len(found) == emblems and all(side >= 5 for side in found)
    lines = text_boxes(Face(Size(size, size), (Stamp(ink.layer()),)))
    assert [line.words for line in lines][-1] == "2–4 players · age 8+ · 30 min"
    assert all(room.inset(1.0).covers(line.box) for line in lines)


@pytest.mark.parametrize(
    ("facts", "last"),
    [
        ("age: 8+\nminutes: 90–120\n", ["2–4 players · age 8+", "90–120 min"]),
        (
            "age: from 10 to 99\nminutes: 90–120\n",
            ["2–4 players", "age from 10 to 99", "90–120 min"],
        ),
    ],
)
def test_facts_too_long_for_one_line_stand_in_several_inside_the_frame(
    facts: str, last: list[str], tmp_path: Path
) -> None:
    ink, room = front(tmp_path, facts)
    assert ink.problems == []
    lines = text_boxes(Face(Size(46, 46), (Stamp(ink.layer()),)))
    assert sorted(line.words for line in lines) == sorted(["LANTERN", "CANALS", *last])
    assert all(room.inset(1.0).covers(line.box) for line in lines)
    for one, other in combinations(lines, 2):
        assert not one.box.overlaps(other.box, 0.2), (one.words, other.words)


def test_facts_that_run_over_the_frame_are_refused_at_the_longest(tmp_path: Path) -> None:
    ink, _ = front(tmp_path, "age: 8+\nminutes: an hour or longer for two\n")
    (problem,) = ink.problems
    assert problem.code == "TEXT001" and problem.loc is not None
    assert (problem.loc.line, problem.loc.col) == (6, 10)
    assert "does not fit the front of the box" in problem.message
