"""`pnp face` with lists of pieces."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Result
from PIL import Image, ImageChops
from pypdf import PdfReader

from pnp.pdf.attachment import read_record

Run = Callable[..., Result]
NONE = "what is of its kind ends where it is cut (cards and tiles have bleed)"


@pytest.mark.parametrize(
    ("piece", "shown"), [("1-2", "one, two"), ("*", "one, two"), ("two,one", "")]
)
def test_several_pieces_in_one_file_name(
    run_cli: Run, tiny_folder: Path, piece: str, shown: str
) -> None:
    done = run_cli("face", tiny_folder, piece, "-o", "faces/x.svg")
    assert done.code == 2
    assert f"of {shown}" in done.err and "each gets a file of its own" in done.err
    assert "-o 'faces/x-{id}.svg'" in done.err
    assert run_cli("face", tiny_folder, piece, "-o", "faces/x-{id}.svg").code == 0


def test_an_id_that_looks_like_numbers(run_cli: Run, tiny_folder: Path, tmp_path: Path) -> None:
    tiles = tiny_folder / "tiles.yaml"
    tiles.write_text(tiles.read_text().replace("  two:", "  1-2:"))
    assert run_cli("face", tiny_folder, "1-2", "-o", "{id}.svg").code == 0
    assert [path.name for path in tmp_path.glob("*.svg")] == ["1-2.svg"]
    assert run_cli("build", tiny_folder, "-o", "out", "--pieces", "1-2").code == 0
    record = read_record(Path("out/tiny/selection/cards_A4.pdf").read_bytes(), "it")
    assert [piece.id for piece in record.pieces] == ["1-2"]


def test_one_piece_and_none(run_cli: Run, tiny_folder: Path, tmp_path: Path) -> None:
    assert run_cli("face", tiny_folder, "two", "-o", "x.svg").code == 0
    assert (tmp_path / "x.svg").exists()
    for piece in ("twos", ",", ""):
        done = run_cli("face", tiny_folder, piece, "-o", "y.svg")
        assert done.code == 2 and f"has no piece '{piece}'" in done.err


def test_problems_of_other_components_do_not_matter(
    run_cli: Run, tiny_folder: Path, tmp_path: Path
) -> None:
    pad = "kind: scorepad\nsize: 60x40mm\nplayers: 6\nrows: [a, b, c, d]\n"
    (tiny_folder / "pad.yaml").write_text(pad)
    (tiny_folder / "spoilt.yaml").write_text("kind: die\nedge: wide\n")
    assert run_cli("face", tiny_folder, "two", "-o", "x.svg").code == 0
    assert run_cli("face", tiny_folder, "*", "-o", "x-{id}.svg").code == 1
    done = run_cli("face", tiny_folder, "pad", "-o", "y.svg")
    assert done.code == 1 and "pad.yaml:1:1: TEXT001" in done.err
    assert "spoilt.yaml" not in done.err and not (tmp_path / "y.svg").exists()
    done = run_cli("face", tiny_folder, "spoilt", "-o", "y.svg")
    assert done.code == 1 and "spoilt.yaml:2:7" in done.err


def test_problems_of_what_a_piece_is_drawn_from_matter(run_cli: Run, tiny_folder: Path) -> None:
    box = "kind: tuckbox\nholds: [tiles]\n"
    (tiny_folder / "box.yaml").write_text(box)
    assert run_cli("face", tiny_folder, "box", "-o", "x.svg").code == 0
    tiles = (tiny_folder / "tiles.yaml").read_text()
    (tiny_folder / "tiles.yaml").write_text(tiles.replace("back: labrys", "back: labris"))
    done = run_cli("face", tiny_folder, "box", "-o", "x.svg")
    assert done.code == 1 and "tiles.yaml:4:7: DEF007" in done.err


SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 69 94"><circle r="60"/></svg>'
CARDS = "kind: card\nsize: 63 x 88mm\nback: none\nincludes_bleed: 3mm\ncards: {fox: fox.svg}\n"


@pytest.fixture
def deck(tiny_folder: Path) -> Path:
    """The tiny game with a card whose art has a bleed, and figures, which have none."""
    (tiny_folder / "cards.yaml").write_text(CARDS)
    (tiny_folder / "fox.svg").write_text(SVG)
    (tiny_folder / "figures.yaml").write_text("kind: standee\nfigures: {a: {symbol: owl}}\n")
    return tiny_folder


def test_a_face_with_bleed(run_cli: Run, deck: Path) -> None:
    """The picture is larger by the bleed on each side; the cut stands where it was."""
    for ending in ("png", "pdf", "svg"):
        assert run_cli("face", deck, "fox", "-o", f"x.{ending}").code == 0
        done = run_cli("face", deck, "fox", "--bleed", "3mm", "-o", f"y.{ending}")
        assert (done.code, done.err) == (0, "")
    with Image.open("x.png") as plain, Image.open("y.png") as bled:
        assert (plain.size, bled.size) == ((744, 1039), (815, 1110))
        middle = bled.crop((35, 35, 35 + 744, 35 + 1039)).convert("L")
        assert ImageChops.difference(middle, plain.convert("L")).getextrema()[1] < 255
        assert bled.convert("L").getpixel((2, 2)) == 0
    page = PdfReader("y.pdf").pages[0]
    boxes = [[round(float(v) / 72 * 25.4, 2) for v in box] for box in (page.mediabox, page.trimbox)]
    assert boxes == [[0, 0, 69, 94], [3, 3, 66, 91]]
    assert PdfReader("x.pdf").pages[0].trimbox == PdfReader("x.pdf").pages[0].mediabox
    assert 'viewBox="-3 -3 69 94"' in Path("y.svg").read_text()


def test_a_bleed_that_cannot_be_had(run_cli: Run, deck: Path) -> None:
    done = run_cli("face", deck, "a", "--bleed", "3mm", "-o", "x.png")
    assert done.code == 2 and "--bleed: a cannot have a bleed of 3 mm: " in done.err
    assert NONE in done.err
    done = run_cli("face", deck, "fox", "--bleed", "0.125in", "-o", "x.png")
    assert done.code == 2 and "fox cannot have a bleed of 3.175 mm: the picture goes on" in done.err
    assert "make_bleed" in done.err and not Path("x.png").exists()
    done = run_cli("face", deck, "fox,a", "--bleed", "3mm", "-o", "{id}.png")
    assert (done.code, done.err) == (0, f"without a bleed of 3 mm: a: {NONE}\n")
    assert Path("a.png").exists() and Path("fox.png").exists()
