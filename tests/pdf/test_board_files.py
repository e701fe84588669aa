"""A board's PDF, PNG and SVG: the picture says what the maze says, in two engines."""

from __future__ import annotations

import io
import re
from collections import deque
from collections.abc import Callable
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pypdf
import pytest
import resvg_py
from PIL import Image, ImageChops, ImageStat

from pnp.boards import Board, Laid, lay, random_board
from pnp.game.loader import bundled_games, load
from pnp.game.plan import Plan
from pnp.geometry.topology import Maze
from pnp.pdf.board import board_pdf, board_png, board_svg
from pnp.units import pt_to_mm

FONTS = Path(__file__).parents[2] / "fonts"
DARK = 96
"""Walls are darker than this, the grid lines are not."""

SVG = "{http://www.w3.org/2000/svg}"


@cache
def plan() -> Plan:
    return Plan(load(bundled_games()["labydo"])[0])


@cache
def full() -> Board:
    return random_board(plan(), seed=0)


@cache
def picture(dpi: float) -> Image.Image:
    """The full board in grey."""
    return Image.open(io.BytesIO(board_png(full(), dpi))).convert("L")


def resvg(board: Board, dpi: int) -> Image.Image:
    data = resvg_py.svg_to_bytes(
        svg_string=board_svg(board),
        dpi=dpi,
        background="#ffffff",
        skip_system_fonts=True,
        font_dirs=[str(FONTS)],
    )
    return Image.open(io.BytesIO(bytes(data))).convert("L")


# -- the picture and the maze --------------------------------------------------------------------


def crossings(image: Image.Image, maze: Maze) -> dict[tuple[int, str], bool]:
    """For each inner side of each cell: does the way between the two cell centres cross black?

    Looked at is the stretch round the grid line, clear of the symbols in the middle of cells.
    """
    side = image.width / maze.cols
    reach = round(0.12 * side)
    found = {}
    for cell in range(maze.cols * maze.rows):
        x, y = maze.place(cell)
        middle = round((x + 0.5) * side), round((y + 0.5) * side)
        line = round((x + 1) * side), round((y + 1) * side)
        if x + 1 < maze.cols:
            way = image.crop((line[0] - reach, middle[1], line[0] + reach, middle[1] + 1))
            found[cell, "E"] = min(way.tobytes()) < DARK
        if y + 1 < maze.rows:
            way = image.crop((middle[0], line[1] - reach, middle[0] + 1, line[1] + reach))
            found[cell, "S"] = min(way.tobytes()) < DARK
    return found


def flood(image: Image.Image, maze: Maze, start: int) -> set[int]:
    """The cells whose west margin is connected to that of `start` through pixels not dark."""
    side = image.width / maze.cols

    def spot(cell: int) -> int:
        x, y = maze.place(cell)
        return int((y + 0.5) * side) * image.width + int((x + 0.14) * side)

    free = bytearray(value >= DARK for value in image.tobytes())
    width = image.width
    queue = deque([spot(start)])
    free[spot(start)] = 2
    while queue:
        at = queue.popleft()
        column = at % width
        for near, inside in (
            (at - 1, column > 0),
            (at + 1, column + 1 < width),
            (at - width, True),
            (at + width, True),
        ):
            if inside and 0 <= near < len(free) and free[near] == 1:
                free[near] = 2
                queue.append(near)
    return {cell for cell in range(maze.cols * maze.rows) if free[spot(cell)] == 2}


@pytest.mark.parametrize("dpi", [50, 72, 150])
def test_the_way_between_neighbours_crosses_black_exactly_where_the_maze_has_a_wall(
    dpi: int,
) -> None:
    maze = full().maze
    drawn = crossings(picture(dpi), maze)
    assert len(drawn) == 35 * 24 + 36 * 23
    assert drawn == {key: maze.walled(*key) for key in drawn}


def test_the_svg_draws_the_same_walls() -> None:
    maze = full().maze
    drawn = crossings(resvg(full(), 50), maze)
    assert drawn == {key: maze.walled(*key) for key in drawn}


@pytest.mark.slow
def test_a_flood_through_the_picture_reaches_what_the_maze_reaches() -> None:
    board = full()
    for start, cells in zip(board.starts, board.reachable, strict=True):
        assert flood(picture(30), board.maze, start) == set(cells)


def test_a_flood_stops_where_the_maze_stops(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(
        "title: Rooms\ndocuments:\n  sheets:\n    print: [tiles]\n", encoding="utf-8"
    )
    maze = "+---+---+\n| . | . |\n+   +---+\n| .   .\n+---+   +"
    lines = "".join(f"      {line}\n" for line in maze.split("\n"))
    (tmp_path / "tiles.yaml").write_text(
        "kind: maze_tile\ncells: 2x2\ncell: 20mm\ntiles:\n  a:\n    copies: 12\n"
        f"    maze: |\n{lines}",
        encoding="utf-8",
    )
    board = random_board(Plan(load(tmp_path)[0]), 4, 3, seed=5)
    assert len(board.parts) > 12
    image = Image.open(io.BytesIO(board_png(board, 30))).convert("L")
    for part in board.parts:
        assert flood(image, board.maze, min(part)) == set(part)


def test_one_wall_more_or_less_is_noticed() -> None:
    """The tests above can fail: the maze of a board with one tile turned is told apart."""
    board = full()
    tile = board.laid[17]
    laid = [Laid(t.piece, t.col, t.row, 2 - t.turn if t is tile else t.turn) for t in board.laid]
    drawn = crossings(picture(50), board.maze)
    other = lay(laid, 12, 4).maze
    wrong = [key for key in drawn if drawn[key] != other.walled(*key)]
    assert wrong and {cell for cell, _ in wrong} <= board.cells_of(tile)


# -- PNG -----------------------------------------------------------------------------------------


def test_the_full_board_has_the_documented_pixels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", None)
    with Image.open(io.BytesIO(board_png(full(), 300))) as image:
        assert image.size == (8208, 5472)
        assert image.info["dpi"] == pytest.approx((300, 300), abs=0.01)


@pytest.mark.parametrize(
    ("dpi", "message"),
    [
        (0, "no picture has 0 dpi"),
        (-1, "no picture has -1 dpi"),
        (float("nan"), "no picture has nan dpi"),
        (708, "a board of 694.944 x 463.296 mm at 708 dpi is too large a picture; at most 707 dpi"),
        (1e300, "at 1e+300 dpi is too large a picture; at most 707 dpi"),
    ],
)
def test_a_senseless_resolution_is_refused(dpi: float, message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        board_png(full(), dpi)


# -- PDF -----------------------------------------------------------------------------------------


def test_the_pdf_is_one_page_of_the_board_with_each_layer_once() -> None:
    data = board_pdf(full(), "Labydo board")
    reader = pypdf.PdfReader(io.BytesIO(data))
    (page,) = reader.pages
    assert reader.metadata is not None and reader.metadata.title == "Labydo board"
    assert pt_to_mm(float(page.mediabox.width)) == pytest.approx(694.944, abs=0.002)
    assert pt_to_mm(float(page.mediabox.height)) == pytest.approx(463.296, abs=0.002)
    layers = {stamp.layer.key for face, _ in full().faces for stamp in face.stack}
    assert sum(_is_form(obj) for obj in _objects(reader)) == len(layers)
    assert page.extract_text().split().count("E") == 4


def _objects(reader: pypdf.PdfReader) -> list[object]:
    return [reader.get_object(n) for n in range(1, int(str(reader.trailer["/Size"])))]


def _is_form(obj: object) -> bool:
    return isinstance(obj, pypdf.generic.StreamObject) and obj.get("/Subtype") == "/Form"


def test_the_same_board_gives_the_same_bytes() -> None:
    again = random_board(Plan(load(bundled_games()["labydo"])[0]), seed=0)
    assert board_pdf(again, "b") == board_pdf(full(), "b")
    assert board_svg(again) == board_svg(full())


# -- SVG -----------------------------------------------------------------------------------------


def test_the_svg_defines_each_layer_once_and_clips_each_tile() -> None:
    text = board_svg(full())
    root = ElementTree.fromstring(text)
    assert (root.get("width"), root.get("height")) == ("694.944mm", "463.296mm")
    assert root.get("viewBox") == "0 0 694.944 463.296"
    defined = [g.attrib["id"] for g in root.findall(f"{SVG}defs/{SVG}g")]
    layers = {f"l{stamp.layer.key}" for face, _ in full().faces for stamp in face.stack}
    assert len(defined) == len(layers) and set(defined) == layers
    groups = root.findall(f"{SVG}g")
    assert len(groups) == 48
    assert {g.get("clip-path") for g in groups} == {"url(#c0)"}
    assert len(root.findall(f"{SVG}defs/{SVG}clipPath")) == 1
    assert set(re.findall(r'xlink:href="#(\w+)"', text)) == layers


BOARDS: dict[str, Callable[[], Board]] = {
    "full": full,
    "3x2": lambda: random_board(plan(), 3, 2, seed=4),
    "with an empty place": lambda: lay([Laid(full().laid[5].piece, 1, 0, 2)], 2, 1),
}


@pytest.mark.parametrize("name", BOARDS)
def test_two_engines_draw_one_picture(name: str) -> None:
    """PDFium snaps rectangles to whole pixels, resvg does not: single pixels may differ."""
    made = BOARDS[name]()
    one = Image.open(io.BytesIO(board_png(made, 50))).convert("L")
    other = resvg(made, 50)
    assert one.size == other.size
    difference = ImageChops.difference(one, other)
    counts = difference.histogram()
    assert ImageStat.Stat(difference).mean[0] < 2.5
    assert sum(counts[64:]) < 0.004 * sum(counts)
    assert sum(counts[129:]) < 0.0001 * sum(counts)
