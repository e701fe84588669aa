"""Pictures in PDFs: each stored once, in its place, no larger than asked for."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pypdf
import pytest
import resvg_py
from art_help import QUARTERS, corners, deck_folder, file_of, near, only_piece, plan_of, quarters
from conftest import Result
from PIL import Image, ImageChops, ImageFilter

from pnp.art.raster import bitmap_of, decode
from pnp.draw.ink import Ink, face_svg
from pnp.geometry.plane import Affine, Rect, Size
from pnp.outputs.documents import export_document
from pnp.pdf.pages import face_pdf
from pnp.pdf.png import page_image
from pnp.piece import Face, Stamp
from pnp.preflight.reading import ReadFile
from pnp.preflight.survey import survey

Run = Callable[..., Result]


def images_of(data: bytes) -> list[Any]:
    """Every image object that a PDF holds, wherever it is used."""
    reader = pypdf.PdfReader(io.BytesIO(data))
    objects = (reader.get_object(n) for n in range(1, reader.trailer["/Size"]))
    return [o for o in objects if isinstance(o, dict) and o.get("/Subtype") == "/Image"]


def documents(folder: Path, **options: Any) -> list[bytes]:
    plan = plan_of(folder, **options)
    return [export_document(plan, document).data for document in plan.documents]


def test_162_cards_show_162_pictures_in_their_order(tmp_path: Path) -> None:
    """B19: not the first picture on every card."""
    tones = [((37 * i) % 256, (11 * i) % 256, i) for i in range(162)]
    cards = "".join(f"  c{i}: c{i}.png\n" for i in range(162))
    folder = deck_folder(tmp_path / "g", f"back: none\ncards:\n{cards}")
    for i, tone in enumerate(tones):
        (folder / f"c{i}.png").write_bytes(file_of(Image.new("RGB", (63, 88), tone)))
    (data,) = documents(folder)
    assert len(images_of(data)) == 162
    plan = plan_of(folder)
    found = []
    for number, sheet in enumerate(plan.front_sheets("cards_{paper}")):
        page = page_image(data, 25.4, number).convert("RGB")
        found += [page.getpixel(tuple(map(int, p.trim.centre))) for p in sheet.placements]
    assert len(found) == 162 and all(map(near, found, tones))


def test_a_back_of_54_cards_is_stored_once(tmp_path: Path) -> None:
    """B36: in one component or two, placed in two sizes: one image."""
    front, back = file_of(quarters(744, 1039)), Image.effect_noise((744, 1039), 90)
    folder = deck_folder(
        tmp_path / "g",
        "back: b.png\ncards: {fox: {art: x.png, copies: 54}}\n",
        x_png=front,
        b_png=file_of(back),
    )
    fronts, backs = documents(folder)
    assert len(images_of(fronts)) == len(images_of(backs)) == 1
    assert len(backs) < 1.1 * len(file_of(back)) and len(fronts) < len(front) + 40_000
    (both,) = documents(folder, sides="interleaved")
    assert len(images_of(both)) == 2
    text = (folder / "deck.yaml").read_text()
    (folder / "large.yaml").write_text(text.replace("63 x 88", "73 x 102").replace("fox", "cub"))
    game = (folder / "game.yaml").read_text()
    (folder / "game.yaml").write_text(game.replace("[deck]", "[deck, large]"))
    fronts, backs = documents(folder)
    assert len(images_of(fronts)) == len(images_of(backs)) == 1


def test_jpegs_go_into_the_file_as_they_are(tmp_path: Path) -> None:
    data = file_of(Image.effect_noise((744, 1039), 60).convert("RGB"), "JPEG", quality=80)
    folder = deck_folder(tmp_path / "g", "back: none\ncards: {a: x.jpg}\n", x_jpg=data)
    (image,) = images_of(documents(folder)[0])
    assert image["/Filter"] == "/DCTDecode" and (image["/Width"], image["/Height"]) == (744, 1039)
    one, two = (Image.open(io.BytesIO(d)).tobytes() for d in (image._data, data))
    assert one == two


@pytest.mark.parametrize(
    ("image", "space"),
    [
        (quarters(744, 1039), "/DeviceRGB"),
        (quarters(744, 1039).convert("L"), "/DeviceGray"),
        (quarters(744, 1039).convert("1"), "/DeviceGray"),
        (quarters(744, 1039).convert("RGBA"), "/DeviceRGB"),
    ],
)
def test_images_are_opaque_and_of_8_bits(image: Image.Image, space: str, tmp_path: Path) -> None:
    folder = deck_folder(tmp_path / "g", "back: none\ncards: {a: x.png}\n", x_png=file_of(image))
    (found,) = images_of(documents(folder)[0])
    assert found["/ColorSpace"] == space and found["/BitsPerComponent"] == 8
    assert "/SMask" not in found and "/Mask" not in found
    assert found.decode_as_image().convert("RGB").tobytes() == image.convert("RGB").tobytes()


@pytest.mark.parametrize(("asked", "found"), [(None, 300), (600, 300), (300, 300), (150, 150)])
def test_max_ppi(asked: int | None, found: int, tmp_path: Path) -> None:
    data = file_of(quarters(744, 1039))
    folder = deck_folder(tmp_path / "g", "back: none\ncards: {a: x.png}\n", x_png=data)
    (pdf,) = documents(folder, max_ppi=asked)
    (ppi,) = survey(ReadFile("x", pdf)).resolutions
    assert ppi == pytest.approx(found, rel=0.01)
    page = page_image(pdf, 50.8).convert("RGB")
    box = plan_of(folder).front_sheets("cards_{paper}")[0].placements[0].trim
    card = page.crop(tuple(round(2 * v) for v in (box.x, box.y, box.right, box.bottom)))
    assert all(map(near, corners(card), QUARTERS))


def test_a_neutral_max_ppi_changes_no_byte(run_cli: Run, tmp_path: Path) -> None:
    data = file_of(quarters(744, 1039))
    folder = deck_folder(tmp_path / "g", "back: x.png\ncards: {a: x.png}\n", x_png=data)
    assert run_cli("build", folder, "-o", "one").code == 0
    assert run_cli("build", folder, "-o", "two", "--max-ppi", 600).code == 0
    assert run_cli("build", folder, "-o", "six", "--max-ppi", 100).code == 0
    one, two, six = (
        (tmp_path / out / "g" / "cards_A4.pdf").read_bytes() for out in ("one", "two", "six")
    )
    assert one == two != six and len(six) < len(one)


def test_rendered_drawings_keep_to_max_ppi(tmp_path: Path) -> None:
    art = (
        b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88">'
        b'<rect width="63" height="88" opacity=".5"/></svg>'
    )
    folder = deck_folder(tmp_path / "g", "back: none\ncards: {a: x.svg}\n", x_svg=art)
    for asked, found in ((None, 600), (300, 300), (1200, 600)):
        (pdf,) = documents(folder, max_ppi=asked)
        (ppi,) = survey(ReadFile("x", pdf)).resolutions
        assert ppi == pytest.approx(found, rel=0.01)


def test_backs_with_art_stand_upright_behind_their_fronts(tmp_path: Path) -> None:
    """No turn and no mirror of the picture itself, on the other half of the page."""
    data = file_of(quarters(744, 1039))
    folder = deck_folder(tmp_path / "g", "back: x.png\ncards: {a: x.png}\n", x_png=data)
    _, backs = documents(folder)
    page = page_image(backs, 50.8).convert("RGB")
    area = ImageChops.difference(page, Image.new("RGB", page.size, (255, 255, 255)))
    plan = plan_of(folder)
    front = plan.front_sheets("cards_{paper}")[0].placements[0].trim
    left = 210 - front.right
    box = (2 * left, 2 * front.y, 2 * (left + 63), 2 * front.bottom)
    card = page.crop(tuple(map(round, box)))
    assert area.getbbox() and all(map(near, corners(card), QUARTERS))


@pytest.mark.parametrize(("mode", "found"), [("L", "L"), ("RGB", "P")])
def test_pictures_of_grey_faces_are_grey(
    mode: str, found: str, run_cli: Run, tmp_path: Path
) -> None:
    data = file_of(quarters(744, 1039).convert(mode))
    folder = deck_folder(tmp_path / "g", "back: none\ncards: {a: x.png}\n", x_png=data)
    assert run_cli("face", folder, "a", "-o", "a.png").code == 0
    assert Image.open(tmp_path / "a.png").mode == found


def test_a_layer_within_a_layer_keeps_its_pictures() -> None:
    bitmap = bitmap_of(decode(file_of(quarters()), "#FFFFFF"))
    inner, outer = Ink(), Ink()
    inner.image(bitmap, Rect(0, 0, 10, 10))
    outer.stamp(inner.layer(), Affine.translation(10, 0))
    assert outer.layer().bitmaps == (bitmap,)
    face = Face(Size(20, 10), (Stamp(outer.layer()),))
    page = page_image(face_pdf(face, "a"), 50.8).convert("RGB")
    assert page.getpixel((5, 5)) == (255, 255, 255) and near(page.getpixel((24, 4)), QUARTERS[0])


def test_pdf_and_svg_show_the_same_picture(tmp_path: Path) -> None:
    data = file_of(quarters(744, 1039))
    text = 'bleed: 3mm\nmake_bleed: "#123456"\nback: none\ncards: {a: x.png}\n'
    face = only_piece(plan_of(deck_folder(tmp_path / "g", text, x_png=data))).front
    one = page_image(face_pdf(face, "a"), 127).convert("L").filter(ImageFilter.BoxBlur(2))
    png = resvg_py.svg_to_bytes(svg_string=face_svg(face), dpi=127, skip_system_fonts=True)
    two = Image.open(io.BytesIO(bytes(png))).convert("L").resize(one.size)
    difference = ImageChops.difference(one, two.filter(ImageFilter.BoxBlur(2))).tobytes()
    assert sum(d > 60 for d in difference) < 0.002 * len(difference)
