"""Path tiles: the drawing against the truth, in numbers and in pixels."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image, ImageChops, ImageStat

from pnp.draw.ink import face_svg
from pnp.errors import Problem
from pnp.families.dedalos.pathart import Measures, chains, corridor, meander, wall_band
from pnp.families.dedalos.paths import PathTile
from pnp.game.loader import bundled_games, load
from pnp.game.plan import Plan
from pnp.geometry.plane import Point, polygon_area
from pnp.geometry.topology import SIDES
from pnp.pdf.pages import face_pdf
from pnp.pdf.png import page_image
from pnp.piece import Face, Piece

Edit = Callable[..., None]
SAND = "#F7ECD4"
MICRON = 1e-3
ALL = ["".join(c) for n in range(1, 5) for c in combinations(SIDES, n)]
MIDS = {"N": (0.5, 0.0), "E": (1.0, 0.5), "S": (0.5, 1.0), "W": (0.0, 0.5)}


@cache
def tiles() -> dict[str, Piece]:
    plan = Plan(load(bundled_games()["dedalos"])[0])
    return {p.id: p for p in plan.pieces if isinstance(p.truth, PathTile)}


def picture(face: Face, dpi: float = 127, grey: bool = True) -> Image.Image:
    return page_image(face_pdf(face, "tile"), dpi, grey=grey)


def sand_polygons(face: Face) -> list[list[tuple[float, float]]]:
    """The sand-coloured polygons in face coordinates, out of the SVG."""
    root = ElementTree.fromstring(face_svg(face))
    found = []
    for group in root.iter("{http://www.w3.org/2000/svg}g"):
        match = re.fullmatch(r"translate\(([-\d.]+),([-\d.]+)\)", group.get("transform", ""))
        dx, dy = map(float, match.groups()) if match else (0.0, 0.0)
        for polygon in group.findall("{http://www.w3.org/2000/svg}polygon"):
            if polygon.get("fill") == SAND:
                pairs = [p.split(",") for p in polygon.attrib["points"].split()]
                found.append([(float(x) + dx, float(y) + dy) for x, y in pairs])
    return found


# -- ports -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("id", ["D-0", "I-1", "L-2", "T-3", "X-3", "entrance", "exit"])
def test_drawn_paths_end_on_their_ports(id: str) -> None:
    """On each open side the corridor's two corners lie on the trim, the port in their middle."""
    piece = tiles()[id]
    assert isinstance(piece.truth, PathTile)
    paths = max(
        sand_polygons(piece.front), key=lambda p: abs(polygon_area(tuple(map(Point._make, p))))
    )
    for side in SIDES:
        x, y = MIDS[side][0] * 45, MIDS[side][1] * 45
        index, edge = (0, x) if side in "EW" else (1, y)
        on_trim = [p for p in paths if abs(p[index] - edge) < MICRON]
        if side not in piece.truth.sides:
            assert on_trim == []
            continue
        (ax, ay), (bx, by) = on_trim
        assert (ax + bx) / 2 == pytest.approx(x, abs=MICRON)
        assert (ay + by) / 2 == pytest.approx(y, abs=MICRON)
        assert abs(ax - bx) + abs(ay - by) == pytest.approx(12, abs=MICRON)


@pytest.mark.parametrize("bleed", [0.0, 3.0])
@pytest.mark.parametrize("sides", ALL)
def test_bleed_goes_straight_on_and_moves_nothing(sides: str, bleed: float) -> None:
    plain, wide = Measures(22.5, 6, 4), Measures(22.5, 6, 4, bleed)
    moved = {
        tuple(p): tuple(q)
        for p, q in zip(corridor(sides, plain), corridor(sides, wide), strict=True)
    }
    for (x, y), (u, v) in moved.items():
        if max(abs(x), abs(y)) < 22:
            assert (x, y) == (u, v)
        else:
            assert {abs(u - x), abs(v - y)} == {0.0, bleed}
            assert max(abs(u), abs(v)) == 22.5 + bleed


@pytest.mark.parametrize("id", ["D-1", "I-0", "L-0", "T-2", "X-1", "entrance", "exit"])
@pytest.mark.parametrize("quarters", range(4))
def test_the_picture_is_open_where_the_truth_is(id: str, quarters: int) -> None:
    piece = tiles()[id]
    assert isinstance(piece.truth, PathTile)
    image = picture(piece.front).rotate(-90 * quarters)
    last = image.width - 1
    for side in SIDES:
        x, y = (round(m * last) for m in MIDS[side])
        bright = image.getpixel((min(max(x, 2), last - 2), min(max(y, 2), last - 2)))
        assert (bright > 225) == (side in piece.truth.turned(quarters).sides), (side, bright)


# -- walls -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("sides", ALL)
def test_walls_stand_along_the_corridors(sides: str) -> None:
    """As many walls as openings; none reaches into a corridor; the meander stays in the stone."""
    plan = Measures(22.5, 6, 4)
    lines = chains(sides, plan)
    assert len(lines) == len(sides)
    outline = set(corridor(sides, plan))
    for chain in lines:
        assert set(chain) <= outline
        assert max(map(abs, (*chain[0], *chain[-1]))) == 22.5
        low, high = 22.5, 0.0
        for p in meander(chain, plan.wall, 0.8):
            distance = min(segment(p, a, b) for a, b in pairwise(chain))
            low, high = min(low, distance), max(high, distance)
        assert low == pytest.approx(1.0) and high <= 3 * 2**0.5
        assert len(wall_band(chain, plan.wall)) == 2 * len(chain)


def segment(p: Point, a: Point, b: Point) -> float:
    """Distance of a point from a stretch parallel to an axis."""
    dx = max(min(a.x, b.x) - p.x, 0, p.x - max(a.x, b.x))
    dy = max(min(a.y, b.y) - p.y, 0, p.y - max(a.y, b.y))
    return float((dx * dx + dy * dy) ** 0.5)


def test_the_meander_has_whole_hooks_clear_of_the_cut() -> None:
    plan = Measures(22.5, 6, 4)
    (wall, _) = chains("NS", plan)
    points = meander(wall, plan.wall, 0.8)
    depths = [round(p.x - 6, 3) for p in points]
    assert depths.count(3.0) >= 2 * 12, "hooks reach three steps into the stone"
    assert (len(points) - 2) % 8 == 0
    assert all(abs(p.y) <= 21.7 + 1e-9 for p in points[1:-1])


# -- marks -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("stars", [1, 2, 3])
@pytest.mark.parametrize("shape", ["T", "X"])
def test_stars_stand_in_one_corner_clear_of_the_trim(shape: str, stars: int) -> None:
    found = [
        path
        for path in ElementTree.fromstring(face_svg(tiles()[f"{shape}-{stars}"].front)).iter()
        if path.get("fill") == "#EDBB24"
    ]
    places = [list(map(float, re.findall(r"-?[\d.]+", p.attrib["transform"])))[-2:] for p in found]
    assert len(places) == stars
    assert len({y for _, y in places}) == (2 if stars == 3 else 1)
    assert all(abs(x - u) + abs(y - v) > 3.7 for (x, y), (u, v) in combinations(places, 2))
    assert places[0] == pytest.approx((-19.1, -19.0), abs=0.3), "from the top-left corner"
    assert {p.get("stroke") for p in found} == {"#000000"}


@pytest.mark.parametrize("id", ["D-1", "D-2", "I-2", "L-2", "T-3", "X-3"])
def test_paper_of_stars_keeps_a_millimetre_of_stone_to_the_walls(id: str) -> None:
    image = picture(tiles()[id].front, 254)  # ten pixels to the millimetre
    row = [image.getpixel((x, 36)) for x in range(225)]
    plate = max(x for x in range(140) if row[x] > 240)
    wall = next(x for x in range(plate + 4, 225) if row[x] < 90)
    assert wall == pytest.approx(125, abs=1) and wall - plate >= 11


def test_stars_can_be_told_apart_in_black_and_white() -> None:
    corners = [picture(tiles()[f"X-{n}"].front).crop((0, 0, 65, 65)) for n in range(4)]
    for one, other in combinations(corners, 2):
        assert ImageStat.Stat(ImageChops.difference(one, other)).mean[0] > 3


def test_red_and_white_minotaur_differ_by_more_than_colour() -> None:
    one, other = (picture(tiles()[id].front) for id in ("red-minotaur", "white-minotaur"))
    assert ImageStat.Stat(ImageChops.difference(one, other)).mean[0] > 20


def test_crossings_and_the_entrance_carry_spirals() -> None:
    from pnp.draw.symbols import symbol

    (spiral,) = symbol("spiral")
    counts = {id: face_svg(piece.front).count(spiral.d) for id, piece in tiles().items()}
    uses = face_svg(tiles()["entrance"].front).count("<use")
    assert uses == 4 and counts["entrance"] == 1, "one layer, used in each arm"
    assert {id for id, n in counts.items() if n} == {"X-0", "X-1", "X-2", "X-3", "entrance"}


def test_light_ink() -> None:
    """Mean darkness: fronts about a quarter at most, backs under 35 %."""
    for piece in tiles().values():
        assert piece.back
        for face, most in ((piece.front, 0.28), (piece.back, 0.35)):
            assert 1 - ImageStat.Stat(picture(face, 100)).mean[0] / 255 < most, piece.id


# -- backs -----------------------------------------------------------------------------------------


def test_the_bag_has_one_back_and_entrance_and_exits_another() -> None:
    backs: dict[str, set[str]] = {}
    for piece in tiles().values():
        assert piece.back
        backs.setdefault(piece.back.key, set()).add(piece.part)
    assert sorted(map(sorted, backs.values())) == [
        ["collapse", "labyrinth", "minotaur"],
        ["entrance", "exit"],
    ]


@pytest.mark.parametrize("id", ["D-0", "entrance"])
def test_a_back_is_the_same_after_a_quarter_turn(id: str) -> None:
    back = tiles()[id].back
    assert back
    image = picture(back, 254)
    turned = image.rotate(90)
    assert ImageStat.Stat(ImageChops.difference(image, turned)).mean[0] < 3.0
    shifted = ImageChops.offset(image, 8)
    assert ImageStat.Stat(ImageChops.difference(image, shifted)).mean[0] > 12, "the measure sees"


# -- what is written -------------------------------------------------------------------------------

TILES = """\
kind: path_tile
tile: 40mm
back: none
shapes: {D: N, X: W S E N}
counts:
  D: [2, 1]
  X: [3]
passages: [X]
tiles:
  gate: {sides: NESW, symbol: entrance, ground: round}
"""


@pytest.fixture
def own(tmp_path: Path) -> Path:
    (tmp_path / "game.yaml").write_text(
        "title: Paths\ndocuments:\n  sheets:\n    print: [tiles]\n", encoding="utf-8"
    )
    (tmp_path / "tiles.yaml").write_text(TILES, encoding="utf-8")
    return tmp_path


def test_counts_become_pieces(own: Path) -> None:
    pieces = Plan(load(own)[0]).pieces
    assert [(p.id, p.copies, p.truth.sides) for p in pieces if isinstance(p.truth, PathTile)] == [
        ("D-0", 2, "N"),
        ("D-1", 1, "N"),
        ("X-0", 3, "NESW"),
        ("gate", 1, "NESW"),
    ]
    assert dict(pieces[1].tallies) == {"openings": 1, "stars": 1, "passages": 0, "D-1": 1}
    assert {tuple(p.size) for p in pieces} == {(40.0, 40.0)}
    assert pieces[1].loc.line == 6 and pieces[1].back is None


@pytest.mark.parametrize(
    ("old", "new", "line", "code", "says"),
    [
        ("D: N,", "D: NQ,", 4, "DEF003", "'NQ' are no sides"),
        ("D: N,", "D: NN,", 4, "DEF003", "'NN' are no sides"),
        ("sides: NESW", "sides: ''", 10, "DEF003", "'' are no sides"),
        ("  D: [2, 1]", "  D: [2, 1, 0, 0, 1]", 6, "DEF003", ""),
        ("  D: [2, 1]", "  D: [2, -1]", 6, "DEF003", "-1"),
        ("  D: [2, 1]", "  D: [2, x]", 6, "DEF003", "'x' is not a whole number"),
        ("  X: [3]", "  Y: [3]", 7, "DEF009", "there is no shape 'Y' to count"),
        ("  X: [3]", "", 4, "DEF009", "the shape 'X' has no counts"),
        ("passages: [X]", "passages: [K]", 8, "DEF009", "there is no shape 'K' for a passage"),
        ("symbol: entrance", "symbol: entrence", 10, "DEF007", "there is no symbol 'entrence'"),
        ("tile: 40mm", "tile: 20mm", 1, "DEF003", "leave no stone"),
        ("tile: 40mm", "tile: 34mm", 1, "DEF003", "no room for stars"),
        ("ground: round", "ground: round, copies: 0", 10, "DECK005", "gate has 0 copies"),
        ("ground: round", "ground: oval", 10, "DEF003", "'oval'"),
    ],
)
def test_mistakes_have_a_place(
    own: Path,
    edit: Edit,
    problems_of: Callable[[Path], list[Problem]],
    old: str,
    new: str,
    line: int,
    code: str,
    says: str,
) -> None:
    edit(own / "tiles.yaml", old, new)
    problems = [p for p in problems_of(own) if p.code == code and says in p.message]
    assert problems and problems[0].loc
    assert (Path(problems[0].loc.file).name, problems[0].loc.line) == ("tiles.yaml", line)


def test_an_own_game_of_path_tiles_has_no_problem(
    own: Path, problems_of: Callable[[Path], list[Problem]]
) -> None:
    assert problems_of(own) == []
