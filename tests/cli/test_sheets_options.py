"""What `pnp sheets` shares with `pnp build`: single pages, cuts, inks, colour space, JSON."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pypdf
import pytest
from art_help import file_of, near
from conftest import Result
from PIL import Image

from pnp.cli.build import document_options
from pnp.cli.sheets import command
from pnp.pdf.png import page_image
from pnp.units import PT_PER_MM

Run = Callable[..., Result]
CARDS = ("sheets", "images", "--size", "63x88mm", "-o", "deck.pdf")
RED = (200, 40, 40)


@pytest.fixture
def images(tmp_path: Path) -> Path:
    """Three red cards, c1 to c3."""
    folder = tmp_path / "images"
    folder.mkdir()
    for i in range(1, 4):
        (folder / f"c{i}.png").write_bytes(file_of(Image.new("RGB", (744, 1039), RED)))
    return folder


def cut_of(file: Path, page: int = 0) -> bytes:
    """The drawing of a page's cut contour, nothing if there is none."""
    resources = pypdf.PdfReader(file).pages[page]["/Resources"]
    forms = [f.get_object().get_data() for f in resources["/XObject"].values()]  # type: ignore[index]
    return b"".join(data for data in forms if data.startswith(b"/CutContour"))


def test_every_option_of_documents_is_there() -> None:
    @document_options
    def some() -> None: ...

    shared = {name for param in some.__click_params__ for name in param.opts}  # type: ignore[attr-defined]
    assert "--sheets" in shared and shared <= {o for param in command.params for o in param.opts}


@pytest.mark.usefixtures("images")
def test_single_pages_for_a_print_shop(run_cli: Run, tmp_path: Path) -> None:
    """A card a page, its trim and bleed as boxes, a round contour, sRGB named."""
    more = ("--bleed", "3mm", "--make-bleed", "extend", "--sheets", "single")
    cut = ("--cut-contour", "--corners", "3mm", "--output-intent", "srgb")
    done = run_cli(*CARDS, *more, *cut)
    assert (done.code, done.err) == (0, "")
    file = pypdf.PdfReader(tmp_path / "deck.pdf")
    assert len(file.pages) == 3 and "/OutputIntents" in file.trailer["/Root"]  # type: ignore[operator]
    for page in file.pages:
        sizes = [
            [float(v) / PT_PER_MM for v in (box.width, box.height)]
            for box in (page.trimbox, page.bleedbox)
        ]
        assert sizes[0] == pytest.approx([63, 88], abs=0.01)
        assert sizes[1] == pytest.approx([69, 94], abs=0.01)
    assert cut_of(tmp_path / "deck.pdf").count(b" c ") == 4
    assert run_cli(*CARDS, *more, "--cut-contour").code == 0
    assert cut_of(tmp_path / "deck.pdf") and b" c " not in cut_of(tmp_path / "deck.pdf")
    assert run_cli(*CARDS, *more).code == 0
    assert cut_of(tmp_path / "deck.pdf") == b""


@pytest.mark.usefixtures("images")
def test_grey_cards(run_cli: Run, tmp_path: Path) -> None:
    assert run_cli(*CARDS, "--ink", "gray").code == 0
    page = page_image((tmp_path / "deck.pdf").read_bytes(), 25.4).convert("RGB")
    red, green, blue = page.getpixel((42, 150))  # type: ignore[misc]
    assert red == green == blue and not near((red, red, red), (255, 255, 255))


@pytest.mark.usefixtures("images")
def test_json(run_cli: Run, tmp_path: Path) -> None:
    done = run_cli(*CARDS, "--bleed", "3mm", "--format", "json")
    said = json.loads(done.out)
    assert done.code == 0 and done.err == ""
    (document,) = said["documents"]
    assert document["path"] == "deck.pdf"
    assert [p["id"] for p in document["pages"][0]["pieces"]] == ["c1", "c2", "c3"]
    assert {p["code"] for p in said["problems"]} == {"ART010"}
    for more in (("--grid", "9x9"), ("--backs", "paired")):
        refused = run_cli(*CARDS, "-o", "other.pdf", "--format", "json", *more)
        said = json.loads(refused.out)
        assert refused.code == 1 and not said["documents"] and said["problems"]
    assert not (tmp_path / "other.pdf").exists()


@pytest.mark.usefixtures("images")
@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["--corners", "-1mm"], "'-1mm': a radius measures 0 to 500 mm"),
        (["--corners", "32mm"], "SHEET011 corners of 32 mm are more than half of 63 mm"),
        (["--sheets", "single", "--sides", "fold"], "needs sheets of paper, not --sheets single"),
    ],
)
def test_mistakes(args: list[str], says: str, run_cli: Run, tmp_path: Path) -> None:
    done = run_cli(*CARDS, *args)
    assert done.code in (1, 2) and says in done.err
    assert not (tmp_path / "deck.pdf").exists()


def test_marks_can_be_seen_on_a_dark_bleed(run_cli: Run, tmp_path: Path, images: Path) -> None:
    """Between two rows, the marks in the bleed: black on white, not black on black."""
    for file in images.iterdir():
        file.write_bytes(file_of(Image.new("RGB", (744, 1039), (0, 0, 0))))
    bleed = ("--bleed", "3mm", "--make-bleed", "extend", "--gap", "6mm", "--count", 2)
    done = run_cli(*CARDS, *bleed, "--format", "json")
    piece = json.loads(done.out)["documents"][0]["pages"][0]["pieces"][0]
    page = page_image((tmp_path / "deck.pdf").read_bytes(), 508).convert("L")
    x, y = piece["x"] + piece["width"], piece["y"] + piece["height"] + 4
    seen = [page.getpixel((round(20 * (x + off)), round(20 * y))) for off in (-1, -0.2, 0, 0.2, 1)]
    assert [tone > 128 for tone in seen] == [False, True, False, True, False]  # type: ignore[operator]
