"""Maze tiles: the drawing against the maze, in numbers and in pixels."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from pnp.draw.ink import face_svg
from pnp.game.loader import bundled_games, load
from pnp.game.plan import Plan
from pnp.geometry.topology import SIDES, STEPS, Maze
from pnp.pdf.pages import face_pdf
from pnp.pdf.png import is_grey, page_image
from pnp.piece import Piece

CELL = 228


@pytest.fixture(scope="module")
def tiles() -> dict[str, Piece]:
    plan = Plan(load(bundled_games()["labydo"])[0])
    return {p.id: p for p in plan.pieces if p.maze}


@pytest.mark.parametrize("id", ["lab-01", "lab-26", "ent-1", "exit-4"])
def test_walls_have_the_promised_pixels(tiles: dict[str, Piece], id: str) -> None:
    """At 300 dpi: 684 x 1368 px, inner walls 30 px, border walls 15 px, openings clear."""
    piece = tiles[id]
    picture = page_image(face_pdf(piece.front, id), 300, grey=True)
    assert picture.size == (684, 1368)
    maze = piece.maze
    assert maze is not None
    for cell in range(18):
        x, y = maze.place(cell)
        for side in SIDES:
            dark = _ink_towards(picture, x, y, side)
            outer = not (0 <= x + STEPS[side][0] < 3 and 0 <= y + STEPS[side][1] < 6)
            if maze.walled(cell, side):
                assert dark == (15 if outer else 30), (cell, side)
            else:
                assert dark == 0, (cell, side)


def _ink_towards(picture: object, x: int, y: int, side: str) -> int:
    """Black pixels on the line from a cell's edge zone over the grid line on one side.

    Looked at a third of the way along the edge, where no number, mark or crossing wall stands.
    """
    dx, dy = STEPS[side]
    along = round(CELL * 0.42)
    count = 0
    for step in range(-25, 25):
        px = x * CELL + (along if dx == 0 else (0 if dx < 0 else CELL) + step)
        py = y * CELL + (along if dy == 0 else (0 if dy < 0 else CELL) + step)
        if 0 <= px < 684 and 0 <= py < 1368:
            count += picture.getpixel((px, py)) < 100  # type: ignore[attr-defined]
    return count


def test_drawn_wall_ends_are_grid_points(tiles: dict[str, Piece]) -> None:
    """Every end of a drawn wall lies on the grid within a micron, and the walls are the maze's."""
    for piece in tiles.values():
        maze = piece.maze
        assert maze is not None
        svg = ElementTree.fromstring(face_svg(piece.front))
        walls = [e for e in svg.iter() if e.get("stroke-linecap") == "square"]
        assert len(walls) == 1 and walls[0].get("stroke-width") == "2.54"
        drawn = set()
        for x0, y0, axis, end in re.findall(r"M([\d.]+) ([\d.]+)([HV])([\d.]+)", walls[0].get("d")):
            points = [(float(x0), float(y0))]
            points.append((float(end), float(y0)) if axis == "H" else (float(x0), float(end)))
            cells = [tuple(v / 19.304 for v in p) for p in points]
            rounded = [tuple(round(v) for v in p) for p in cells]
            for p, q in zip(cells, rounded, strict=True):
                assert all(abs(a - b) * 19.304 < 1e-3 for a, b in zip(p, q, strict=True))
            drawn.add((*rounded[0], *rounded[1]))
        assert drawn == {tuple(run) for run in maze.runs}


def test_numbers_and_letters_can_be_read(tiles: dict[str, Piece]) -> None:
    for id in ("lab-26", "ent-1", "exit-1"):
        piece = tiles[id]
        texts = [e.text for e in ElementTree.fromstring(face_svg(piece.front)).iter() if e.text]
        words = [t for t in texts if t.strip()]
        maze = piece.maze
        assert maze is not None
        assert words[:18] == [str(n) for n in range(1, 19)]
        assert sorted(words[18:]) == sorted(m for m in maze.marks if m)


def test_fronts_need_no_colour(tiles: dict[str, Piece]) -> None:
    assert is_grey([piece.front for piece in tiles.values()])


def test_backs_look_the_same_after_a_half_turn(tiles: dict[str, Piece]) -> None:
    back = tiles["lab-01"].back
    assert back is not None and all(p.back == back for p in tiles.values())
    picture = page_image(face_pdf(back, "back"), 150).convert("L")
    turned = picture.rotate(180)
    pairs = zip(picture.tobytes(), turned.tobytes(), strict=True)
    differing = sum(abs(a - b) > 96 for a, b in pairs)
    assert differing < 0.005 * picture.width * picture.height


def test_ink_is_spared(tiles: dict[str, Piece]) -> None:
    """Home printers hate floods: under 25 % on fronts, under 35 % on backs."""
    for id in ("lab-26", "exit-1"):
        piece = tiles[id]
        assert piece.back is not None
        for face, limit in ((piece.front, 0.25), (piece.back, 0.35)):
            data = page_image(face_pdf(face, id), 60).convert("L").tobytes()
            assert 1 - sum(data) / len(data) / 255 < limit


def test_mazes_and_faces_turn_together(tiles: dict[str, Piece]) -> None:
    """Walls seen in the picture turned by 180 degrees are the walls of the maze turned likewise."""
    piece = tiles["lab-31"]
    maze = piece.maze
    assert isinstance(maze, Maze)
    picture = page_image(face_pdf(piece.front, "t"), 300, grey=True).rotate(180)
    turned = maze.turned(2)
    for cell in range(18):
        x, y = turned.place(cell)
        for side in SIDES:
            dx, dy = STEPS[side]
            px = x * CELL + CELL // 2 + dx * (CELL // 2 - 8)
            py = y * CELL + CELL // 2 + dy * (CELL // 2 - 8)
            assert (picture.getpixel((px, py)) < 100) == turned.walled(cell, side)
