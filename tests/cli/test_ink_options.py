"""`--ink` and `--output-intent` on the command line, and that neutral ones change no byte."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pypdfium2
import pytest
from conftest import Result
from PIL import Image, ImageChops

from pnp.game.inks import grey_of, spared

Run = Callable[..., Result]


def built(run_cli: Run, folder: Path, *args: object) -> dict[str, bytes]:
    done = run_cli("build", folder, "-o", "out", *args)
    assert done.code == 0, done.err
    return {path.name: path.read_bytes() for path in sorted(Path("out").rglob("*.pdf"))}


def test_neutral_options_change_no_byte(run_cli: Run, tiny_folder: Path) -> None:
    plain = built(run_cli, tiny_folder)
    assert built(run_cli, tiny_folder, "--ink", "full", "--output-intent", "none") == plain
    for args in (("--ink", "low"), ("--ink", "gray"), ("--output-intent", "srgb")):
        assert all(data != plain[name] for name, data in built(run_cli, tiny_folder, *args).items())


def test_an_output_intent_changes_no_pixel(run_cli: Run, tiny_folder: Path) -> None:
    pages = [
        pypdfium2.PdfDocument(built(run_cli, tiny_folder, *args)["cards_A4.pdf"])[0]
        for args in ((), ("--output-intent", "srgb"))
    ]
    one, other = (page.render(scale=1.5).to_pil().convert("RGB") for page in pages)
    assert ImageChops.difference(one, other).getbbox() is None


@pytest.mark.parametrize(("ink", "wall"), [("low", spared("#111111")), ("gray", "#111111")])
def test_a_face_in_other_inks(run_cli: Run, ink: str, wall: str) -> None:
    done = run_cli("face", "labydo", "lab-26", "--ink", ink, "-o", "tile.svg")
    assert done.code == 0
    assert f'fill="{wall}"' in Path("tile.svg").read_text()


def test_grey_is_spelt_both_ways(run_cli: Run, tiny_folder: Path) -> None:
    gray = built(run_cli, tiny_folder, "--ink", "gray")
    assert built(run_cli, tiny_folder, "--no-cache", "--ink", "grey") == gray
    assert "'full', 'low', 'gray'" in run_cli("build", "--ink", "gris").err


def test_a_gallery_in_grey(run_cli: Run) -> None:
    assert run_cli("gallery", "labydo", "--ink", "gray", "-o", "faces.html").code == 0
    text = Path("faces.html").read_text()
    assert grey_of("#B4532A") in text and "#B4532A" not in text


def test_marks_are_grey_too(run_cli: Run, tiny_folder: Path) -> None:
    """Whatever the colour of marks, a page in grey has none."""
    args = ("--ink", "gray", "--mark-colour", "#FF00FF")
    data = built(run_cli, tiny_folder, *args)["cards_A4.pdf"]
    image: Image.Image = pypdfium2.PdfDocument(data)[0].render(scale=1.5).to_pil().convert("RGB")
    red, green, blue = image.split()
    assert ImageChops.difference(red, green).getbbox() is None
    assert ImageChops.difference(green, blue).getbbox() is None


def test_a_theme_with_its_own_low_ink(run_cli: Run, tiny_folder: Path) -> None:
    (tiny_folder / "theme.yaml").write_text('ink_low: {"#111111": "#ABCDEF"}\n')
    done = run_cli("gallery", tiny_folder, "--ink", "low", "-o", "faces.html")
    assert done.code == 0, done.err
    assert "#ABCDEF" in Path("faces.html").read_text()
    (tiny_folder / "theme.yaml").write_text('ink_low: {"#111111": "grey"}\n')
    done = run_cli("check", tiny_folder)
    assert done.code == 1 and "theme.yaml:1:22: DEF003" in done.out + done.err
