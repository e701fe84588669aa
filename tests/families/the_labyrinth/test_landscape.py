"""Landscape tiles: the drawing against the truth, ports to the micron, ink, two engines."""

from __future__ import annotations

import io
import re
from functools import cache
from xml.etree import ElementTree

import pytest
import resvg_py
from msgspec.structs import replace
from PIL import Image, ImageChops, ImageFilter, ImageStat

from pnp.draw.ink import face_svg
from pnp.families.the_labyrinth.hedgeart import OVERHANG, bent_way
from pnp.families.the_labyrinth.hedges import Landscape
from pnp.families.the_labyrinth.landscape import Landscapes, draw_piece
from pnp.game.loader import bundled_games, load
from pnp.game.plan import Plan
from pnp.geometry.plane import Affine, Point
from pnp.pdf.pages import face_pdf
from pnp.pdf.png import page_image
from pnp.piece import Piece
from pnp.system.resources import bundled

TILE = 45.0


@cache
def plan() -> Plan:
    return Plan(load(bundled_games()["the-labyrinth"])[0])


def tile(id: str) -> Piece:
    return next(p for p in plan().pieces if p.id == id)


def plain(roads: str) -> Piece:
    component = plan().game.component("labyrinths")
    assert isinstance(component, Landscapes)
    return draw_piece(component, f"plain-{roads}", roads, None, component.loc)


def road_paths(piece: Piece) -> list[str]:
    """The road's path data, once for its edges and once for its ground."""
    svg = ElementTree.fromstring(f"<g>{piece.front.stack[0].layer.svg}</g>")
    return [e.attrib["d"] for e in svg.iter("path")]


@pytest.mark.parametrize("id", ["square", "round"])
def test_roads_leave_straight_through_the_middle_of_each_side(id: str) -> None:
    edges, ground = road_paths(tile(id))
    assert edges == ground
    lines = re.findall(r"M([-\d.]+) ([-\d.]+)L([-\d.]+) ([-\d.]+)", ground)
    starts = {(float(x), float(y)) for x, y, _, _ in lines}
    middle, out, far = TILE / 2, -OVERHANG, TILE + OVERHANG
    assert starts == {(middle, out), (far, middle), (middle, far), (out, middle)}
    for x0, y0, x1, y1 in lines:
        assert x0 == x1 == "22.5" or y0 == y1 == "22.5"


@pytest.mark.parametrize("roads", ["NE", "ES", "SW", "NW"])
def test_bends_meet_their_ports_and_run_on_straight(roads: str) -> None:
    numbers = [float(n) for n in re.findall(r"-?\d+(?:\.\d+)?", bent_way(TILE, *roads))]
    ends = {tuple(numbers[2:4]), tuple(numbers[9:11])}
    ports = {"N": (22.5, 0), "E": (45, 22.5), "S": (22.5, 45), "W": (0, 22.5)}
    assert ends == {ports[side] for side in roads}
    assert numbers[4] == numbers[5] == TILE / 2


@pytest.mark.parametrize("roads", ["", "N", "NS", "EW", "NE", "SW", "NES", "NESW"])
def test_plain_tiles_show_their_roads_at_the_border(roads: str) -> None:
    """The pixel in the middle of each side is ground where a road leaves, meadow elsewhere."""
    piece = plain(roads)
    picture = page_image(face_pdf(piece.front, ""), 100).convert("RGB")
    last = picture.width - 1
    half = last // 2
    at = {"N": (half, 0), "E": (last, half), "S": (half, last), "W": (0, half)}
    ground, field = (0xF7, 0xEB, 0xCB), (0xDD, 0xE8, 0xC6)
    for side, place in at.items():
        assert picture.getpixel(place) == (ground if side in roads else field), side
    assert isinstance(piece.truth, Landscape) and piece.truth.roads == roads


@pytest.mark.parametrize("id", ["square", "round"])
def test_a_bleed_shows_roads_and_meadow_going_on(id: str) -> None:
    face = replace(tile(id).front, bleed=3.0)
    picture = page_image(face_pdf(face, ""), 127).convert("RGB")  # 5 pixels a mm
    for x in range(255):
        for row in (0, 7):
            assert _near(picture.getpixel((x, row)), picture.getpixel((x, 14))), (x, row)


def _near(one: object, other: object) -> bool:
    assert isinstance(one, tuple) and isinstance(other, tuple)
    return max(abs(a - b) for a, b in zip(one, other, strict=True)) < 40


@pytest.mark.parametrize("id", ["square", "round"])
def test_pdf_and_svg_show_the_same(id: str) -> None:
    face = tile(id).front
    one = page_image(face_pdf(face, id), 254).convert("RGB")
    png = resvg_py.svg_to_bytes(
        svg_string=face_svg(face),
        dpi=254,
        background="#ffffff",
        skip_system_fonts=True,
        font_dirs=[str(bundled("fonts"))],
    )
    two = Image.open(io.BytesIO(bytes(png))).convert("RGB").resize(one.size)
    blurred = [picture.filter(ImageFilter.GaussianBlur(2)) for picture in (one, two)]
    assert max(ImageStat.Stat(ImageChops.difference(*blurred)).mean) < 2.5


@pytest.mark.parametrize("id", ["square", "round"])
def test_little_ink(id: str) -> None:
    picture = page_image(face_pdf(tile(id).front, id), 100, grey=True)
    assert 1 - ImageStat.Stat(picture).mean[0] / 255 < 0.25


def test_the_back_is_the_same_after_a_half_turn_its_ornament_after_a_quarter() -> None:
    back = tile("square").back
    assert back is not None and back == tile("round").back
    picture = page_image(face_pdf(back, ""), 254, grey=True)
    side = picture.width
    ornament = picture.crop((side // 3, side // 3, side - side // 3, side - side // 3))
    for image, turn in ((picture, 180), (ornament, -90)):
        blurred = [p.filter(ImageFilter.GaussianBlur(2)) for p in (image, image.rotate(turn))]
        assert max(ImageChops.difference(*blurred).getextrema()) < 60  # type: ignore[type-var]


def test_mazes_are_stamped_about_the_middle() -> None:
    assert tile("round").front.stack[-1].at == Affine.translation(22.5, 22.5)


def test_meadow_marks_keep_off_roads_trim_and_maze() -> None:
    """Nothing grows within 0.8 mm of the trim or on a road or in the maze."""
    for piece in (tile("square"), tile("round"), plain("NE"), plain("NESW")):
        truth = piece.truth
        assert isinstance(truth, Landscape)
        bare = replace(piece.front, stack=piece.front.stack[:1])
        grown = replace(piece.front, stack=piece.front.stack[:2])
        one, two = (page_image(face_pdf(f, ""), 127).convert("RGB") for f in (bare, grown))
        box = ImageChops.difference(one, two).getbbox()
        assert box is not None
        assert min(box[0], box[1], 225 - box[2], 225 - box[3]) >= 2
        ground = [Point(22.5, 1.0), Point(44.0, 22.5)] if "NE" in truth.roads else []
        for spot in ground:
            place = (int(spot.x * 5), int(spot.y * 5))
            assert one.getpixel(place) == two.getpixel(place)
