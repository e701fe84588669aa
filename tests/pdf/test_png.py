"""PNG files: as few channels as the picture needs, their resolution, the same bytes always."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Result
from PIL import Image, ImageChops

from pnp.game.loader import bundled_games, load
from pnp.game.plan import Plan
from pnp.geometry.plane import Size
from pnp.pdf.pages import faces_pdf
from pnp.pdf.png import is_grey, png_bytes, png_files
from pnp.piece import Face, Layer, Stamp
from pnp.system.processes import share_out

Run = Callable[..., Result]


def square(fill: str) -> Face:
    layer = Layer(f'<rect x="2" y="2" width="6" height="6" fill="{fill}"/>')
    return Face(Size(10, 10), (Stamp(layer),))


def opened(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data))


@pytest.mark.parametrize(("fill", "mode"), [("#777777", "L"), ("#CC3300", "P")])
def test_grey_and_few_colours_take_one_byte_a_pixel(fill: str, mode: str) -> None:
    (data,) = png_files(faces_pdf([square(fill)], ""), 254, [False])
    image = opened(data)
    assert image.mode == mode
    assert image.size == (100, 100)
    assert image.info["dpi"] == pytest.approx((254, 254), abs=0.1)
    colour = tuple(int(fill[i : i + 2], 16) for i in (1, 3, 5))
    assert image.convert("RGB").getpixel((50, 50)) == colour
    assert image.convert("RGB").getpixel((5, 5)) == (255, 255, 255)


@pytest.mark.parametrize("colours", [256, 257])
def test_a_palette_never_changes_a_colour(colours: int) -> None:
    """Neighbours that differ by one stay apart; one colour too many keeps three bytes a pixel."""
    image = Image.new("RGB", (colours, 1))
    image.putdata([(200 + i // 128, 100 + i % 2, i // 2 % 256) for i in range(colours)])
    found = opened(png_bytes(image, 300))
    assert ImageChops.difference(found.convert("RGB"), image).getbbox() is None
    assert colours == 256 or found.mode == "RGB"


def test_the_bytes_do_not_depend_on_the_number_of_processes() -> None:
    pieces = Plan(load(bundled_games()["labydo"])[0]).pieces[:7]
    faces = [piece.front for piece in pieces]
    greys = [is_grey([face]) for face in faces]
    pdf = faces_pdf(faces, "")
    alone = png_files(pdf, 60, greys)
    assert len(set(alone)) == 7
    assert png_files(pdf, 60, greys, jobs=3) == png_files(pdf, 60, greys, jobs=16) == alone


def test_too_many_pixels_are_refused_in_processes_too() -> None:
    pdf = faces_pdf([square("#000000"), square("#111111")], "")
    with pytest.raises(ValueError, match="too large"):
        png_files(pdf, 100_000, [True, True], jobs=2)


def doubled(numbers: list[int]) -> list[int]:
    return [2 * number for number in numbers]


@pytest.mark.parametrize("count", [0, 1, 5, 33])
def test_results_come_in_order(count: int) -> None:
    assert share_out(doubled, range(count), 4) == doubled(range(count))  # type: ignore[arg-type]


def test_several_faces_at_once(run_cli: Run, tmp_path: Path) -> None:
    many = tmp_path / "all" / "{id}.png"
    done = run_cli("face", "labydo", "lab-0*,exit-1", "--dpi", 50, "--jobs", 2, "-o", many)
    assert done.code == 0, done.err
    names = sorted(path.stem for path in many.parent.iterdir())
    assert names == ["exit-1", *(f"lab-0{n}" for n in range(1, 10))]
    one = tmp_path / "one.png"
    assert run_cli("face", "labydo", "lab-07", "--dpi", 50, "-o", one).code == 0
    assert one.read_bytes() == (many.parent / "lab-07.png").read_bytes()


def test_a_list_of_one_piece_needs_no_place_for_its_id(run_cli: Run, tmp_path: Path) -> None:
    for name, piece in (("a", "lab-07"), ("b", "lab-*07"), ("c", "lab-07,lab-07")):
        done = run_cli("face", "labydo", piece, "--dpi", 50, "-o", tmp_path / f"{name}.png")
        assert done.code == 0, done.err
    assert len({path.read_bytes() for path in tmp_path.iterdir()}) == 1


def test_a_pattern_without_a_place_for_the_ids_is_no_piece(run_cli: Run, tmp_path: Path) -> None:
    done = run_cli("face", "labydo", "lab-0*", "-o", tmp_path / "x.png")
    assert done.code == 2
    assert "'lab-0*' is no id but a list" in done.err and "{id}.png" in done.err
    done = run_cli("face", "labydo", "nothing-*", "-o", tmp_path / "{id}.png")
    assert done.code == 2
    assert "GAME002" in done.err
    assert list(tmp_path.iterdir()) == []
