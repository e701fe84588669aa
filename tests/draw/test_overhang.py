"""Pictures run straight on into the bleed: walls, openings, paths, fields, roads."""

from __future__ import annotations

from functools import cache

import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops

from pnp.draw.overhang import cells_beyond, wall_bars
from pnp.game.loader import bundled_games, load
from pnp.game.plan import Options, Plan
from pnp.geometry.plane import Affine, Rect, Size
from pnp.geometry.topology import Maze
from pnp.pdf.pages import Info, Page, write_pages
from pnp.pdf.png import page_image
from pnp.piece import Piece, Placed

BLEED = 3.0
DPI = 254
PX = 10
"""Pixels a millimetre."""
ROOM = 5.0


@cache
def plan(game: str, bleed: float | None = BLEED) -> Plan:
    return Plan(load(bundled_games()[game])[0], Options(bleed=bleed))


def picture(piece: Piece, turn: int = 0, side: str = "front") -> tuple[Image.Image, Size]:
    """A piece turned by quarters on a page with `ROOM` mm round its trim."""
    face = piece.front if side == "front" else piece.back
    assert face is not None
    width, height = face.size
    at = {
        0: Affine(),
        1: Affine(0, 1, -1, 0, height, 0),
        2: Affine(-1, 0, 0, -1, width, height),
        3: Affine(0, -1, 1, 0, 0, width),
    }[turn]
    size = at.apply_rect(Rect(0, 0, width, height)).size
    page = Size(size.width + 2 * ROOM, size.height + 2 * ROOM)
    placed = Placed(face, Affine.translation(ROOM, ROOM) @ at)
    return page_image(write_pages([Page(page, [placed])], Info("test")), DPI), size


def edge_pairs(image: Image.Image, size: Size, within: float, out: float) -> list[tuple[int, ...]]:
    """Along every side, a pixel `within` mm inside the trim and one `out` mm outside it."""
    pairs = []
    for horizontal, length in ((True, size.width), (False, size.height)):
        across = size.height if horizontal else size.width
        for step in range(int(length * 2)):
            along = ROOM + (step + 0.5) / 2
            for inside, outside in (
                (ROOM + within, ROOM - out),
                (ROOM + across - within, ROOM + across + out),
            ):
                spots = [(along, inside), (along, outside)]
                spots = spots if horizontal else [(y, x) for x, y in spots]
                pairs.append(tuple(image.getpixel((int(x * PX), int(y * PX))) for x, y in spots))
    return pairs


def differing(pairs: list[tuple[int, ...]], slack: int = 40) -> int:
    return sum(
        any(abs(a - b) > slack for a, b in zip(one, two, strict=True))
        for one, two in pairs  # type: ignore[misc]
    )


def pieces_of(game: str, kind: str) -> list[Piece]:
    found = plan(game)
    return [
        piece
        for component in found.game.components
        if component.kind == kind
        for piece in found.pieces_of(component.id)
    ]


@pytest.mark.slow
@pytest.mark.parametrize("turn", [0, 1, 2, 3])
def test_walls_and_openings_of_maze_tiles_go_on(turn: int) -> None:
    """B48: along all four edges the bleed shows what the trim shows, whichever way it lies."""
    for piece in pieces_of("labydo", "maze_tile")[::9]:
        image, size = picture(piece, turn)
        for out in (0.5, 1.6, 2.9):
            pairs = edge_pairs(image, size, 0.7, out)
            grid = 2 * (piece.maze.cols + piece.maze.rows)  # type: ignore[union-attr]
            assert differing(pairs) <= grid // 6  # at most where a grid line is half covered
            black = sum(one[0] < 60 for one, _ in pairs)  # type: ignore[index]
            assert 0 < black < len(pairs)


def test_the_border_of_a_maze_tile_is_its_truth() -> None:
    """Every border cell: black in the bleed where there is a wall, white where it is open."""
    for piece in pieces_of("labydo", "maze_tile")[::5]:
        maze, (width, height) = piece.maze, piece.size
        assert maze is not None
        cell = width / maze.cols
        image, _ = picture(piece)

        def dark(x: float, y: float, image: Image.Image = image) -> bool:
            return image.getpixel((int((ROOM + x) * PX), int((ROOM + y) * PX)))[0] < 60

        for col in range(maze.cols):
            middle = (col + 0.5) * cell
            assert dark(middle, -2.5) == maze.across[0][col]
            assert dark(middle, height + 2.5) == maze.across[maze.rows][col]
        for row in range(maze.rows):
            middle = (row + 0.5) * cell
            assert dark(-2.5, middle) == maze.down[row][0]
            assert dark(width + 2.5, middle) == maze.down[row][maze.cols]


def test_fields_of_cell_cards_go_on() -> None:
    found = pieces_of("dedale", "cell_card")
    assert found
    for piece in found[::6]:
        image, size = picture(piece)
        whites = 0
        for one, two in edge_pairs(image, size, 0.4, 2.9):
            whites += min(two) > 250 and min(one) < 230  # type: ignore[type-var]
        assert whites <= 8  # seams between cells


def test_paths_and_roads_go_on() -> None:
    for game, kind in (("dedalos", "path_tile"), ("the-labyrinth", "landscape")):
        for piece in pieces_of(game, kind)[::7]:
            image, size = picture(piece)
            pairs = edge_pairs(image, size, 0.15, 2.9)
            assert differing(pairs, 70) <= len(pairs) * 0.08, piece.id


@pytest.mark.slow
@pytest.mark.parametrize("game", sorted(bundled_games()))
def test_a_bleed_moves_nothing(game: str) -> None:
    """With the bleed cut off, fronts and backs look exactly as without one."""
    wide, plain = plan(game), plan(game, None)
    for one, other in list(zip(wide.pieces, plain.pieces, strict=True))[::11]:
        for side in ("front", "back"):
            a, b = getattr(one, side), getattr(other, side)
            if a is None:
                continue
            assert a.bleed == (BLEED if one.outline is None and a.bleed else 0.0)
            pages = [Page(f.size, [Placed(replace(f, bleed=0.0), Affine())]) for f in (a, b)]
            pair = [page_image(write_pages([p], Info("t")), 100) for p in pages]
            apart = ImageChops.difference(*pair).convert("L")
            assert apart.getextrema()[1] <= 24, one.id  # type: ignore[operator]


@pytest.mark.parametrize("game", ["labydo", "dedalos", "dedale", "the-labyrinth"])
def test_cards_have_the_same_bleed_on_both_sides(game: str) -> None:
    for piece in plan(game).pieces:
        if piece.outline is None and piece.back is not None:
            assert piece.front.bleed == piece.back.bleed == BLEED


def test_bars_of_a_little_maze() -> None:
    """One cell: a wall above, open sides, a wall below; nothing without a bleed."""
    maze = Maze(1, 1, ((True,), (True,)), ((False, False),), ("",), ("1",))
    assert wall_bars(maze, 10, 2, 0) == ""
    bars = wall_bars(maze, 10, 2, 3).removesuffix("Z").split("Z")
    assert sorted(bars) == sorted(
        [
            "M-3 -3H13V0H-3",  # above, corners included
            "M-3 10H13V13H-3",
            "M-3 -1H0V1H-3",  # its end to the left, as broad as the wall
            "M10 -1H13V1H10",
            "M-3 9H0V11H-3",
            "M10 9H13V11H10",
        ]
    )


def test_places_beyond_a_grid() -> None:
    assert len(list(cells_beyond(2, 3, 10, 3))) == 4 * 5 - 6
    assert list(cells_beyond(2, 3, 10, 0)) == []
    assert len(list(cells_beyond(1, 1, 2, 3))) == 25 - 1
