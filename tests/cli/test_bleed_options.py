"""Options of bleed, marks, single pieces and cut lines on the command line."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import ezdxf
import pypdf
import pytest

from pnp.pdf.png import page_image

Cli = Callable[..., Any]
Edit = Callable[..., None]


@pytest.mark.parametrize(
    ("option", "value", "said"),
    [
        ("--bleed", "11mm", "0 to 10 mm"),
        ("--bleed", "-1mm", "0 to 10 mm"),
        ("--bleed", "3", "write '3mm'"),
        ("--mark-length", "0", "0.5 to 50 mm"),
        ("--mark-offset", "0", "0.1 to 50 mm"),
        ("--mark-colour", "red", "write #RRGGBB"),
        ("--marks", "corners", "'none', 'corner', 'cross', 'full', 'outer'"),
        ("--bleed-edge", "inner", "'all', 'outer'"),
        ("--sheets", "one", "'paper', 'single'"),
    ],
)
def test_wrong_values(run_cli: Cli, tiny_folder: Path, option: str, value: str, said: str) -> None:
    result = run_cli("build", tiny_folder, option, value)
    assert result.code == 2
    assert said in " ".join(result.err.split()) and "Traceback" not in result.err


def test_a_fold_of_single_pieces(run_cli: Cli, tiny_folder: Path) -> None:
    result = run_cli("build", tiny_folder, "--sheets", "single", "--sides", "fold")
    assert result.code == 2 and "needs sheets of paper" in result.err


def built(run_cli: Cli, folder: Path, *options: str) -> dict[str, bytes]:
    assert run_cli("build", folder, "-o", "out", *options).code == 0
    return {p.name: p.read_bytes() for p in Path("out/tiny").glob("*.pdf")}


@pytest.mark.parametrize(
    "options",
    [
        ("--bleed", "0"),
        ("--bleed-edge", "outer"),
        ("--marks", "corner"),
        ("--mark-length", "2.5mm", "--mark-offset", "1mm"),
        ("--mark-colour", "#000000", "--mark-sides", "both"),
        ("--sheets", "paper"),
    ],
)
def test_neutral_options_change_no_byte(
    run_cli: Cli, tiny_folder: Path, options: tuple[str, ...]
) -> None:
    assert built(run_cli, tiny_folder, *options) == built(run_cli, tiny_folder)


def test_a_bleed_in_the_definition_is_that_of_the_option(
    run_cli: Cli, tiny_folder: Path, edit: Edit
) -> None:
    edit(tiny_folder / "tiles.yaml", "cell: 18mm\n", "cell: 18mm\nbleed: 2mm\n")
    asked = built(run_cli, tiny_folder, "--bleed", "2mm")
    assert built(run_cli, tiny_folder) == asked
    assert built(run_cli, tiny_folder, "--bleed", "0") == built(
        run_cli, tiny_folder, "--bleed", "0mm"
    )
    assert built(run_cli, tiny_folder, "--bleed", "0") != asked


@pytest.mark.parametrize("bleed", ["11mm", "-1mm", "wide"])
def test_a_wrong_bleed_in_the_definition(
    tiny_folder: Path, problems_of: Callable[..., Any], edit: Edit, bleed: str
) -> None:
    edit(tiny_folder / "tiles.yaml", "cell: 18mm\n", f"cell: 18mm\nbleed: {bleed}\n")
    (problem,) = [p for p in problems_of(tiny_folder) if p.code == "DEF003"]
    assert problem.loc.line == 4


def test_no_mark_is_drawn_when_marks_are_off(run_cli: Cli, tiny_folder: Path) -> None:
    """B32: round the pieces the paper stays white; with marks it does not."""
    from pnp.game.loader import load
    from pnp.game.plan import Plan, SheetDocument

    document = Plan(load(tiny_folder)[0]).documents[0]
    assert isinstance(document, SheetDocument)
    for style, blank in (("none", True), ("corner", False), ("outer", False)):
        data = built(run_cli, tiny_folder, "--marks", style, "--gap", "0")["cards_A4.pdf"]
        image = page_image(data, 254).convert("L")
        left, bottom = (
            min(p.trim.x for p in document.sheets[0].placements),
            max(p.trim.bottom for p in document.sheets[0].placements),
        )
        band = image.crop(
            (int(left * 10), int(bottom * 10) + 10, int(left * 10) + 400, int(bottom * 10) + 34)
        )
        assert (band.getextrema()[0] > 200) == blank, style


def test_cut_lines_of_a_game(run_cli: Cli, tiny_folder: Path) -> None:
    result = run_cli("cutlines", tiny_folder, "-o", "cuts.dxf")
    assert result.code == 0
    assert "cuts.dxf: cards_A4, sheet 1, " in result.out
    drawing = ezdxf.read(io.StringIO(Path("cuts.dxf").read_text()))
    points = [p[:2] for e in drawing.modelspace() for p in e.get_points()]
    xs, ys = ({round(p[i], 3) for p in points} for i in (0, 1))
    assert max(xs) - min(xs) == pytest.approx(108)  # two tiles edge to edge
    assert max(ys) - min(ys) == pytest.approx(54)
    first = Path("cuts.dxf").read_bytes()
    assert run_cli("cutlines", tiny_folder, "-o", "cuts.dxf").code == 0
    assert Path("cuts.dxf").read_bytes() == first


def test_cut_lines_follow_the_options(run_cli: Cli, tiny_folder: Path) -> None:
    assert run_cli("cutlines", tiny_folder, "-o", "cuts.svg", "--gap", "4mm").code == 0
    text = Path("cuts.svg").read_text()
    assert len(re.findall(r' d="M[^"]*Z"', text)) == 2
    assert 'width="210mm"' in text and 'height="297mm"' in text


def test_one_file_for_each_way_of_cutting(run_cli: Cli) -> None:
    result = run_cli("cutlines", "the-labyrinth", "-o", "cuts.svg")
    assert result.code == 0
    names = sorted(p.name for p in Path().glob("*.svg"))
    assert names == ["cuts_box_A4.svg", "cuts_tiles_A4.svg"]
    assert run_cli("cutlines", "the-labyrinth", "--only", "box", "-o", "box.svg").code == 0
    assert Path("box.svg").read_text() == Path("cuts_box_A4.svg").read_text()


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("-o", "cuts.pdf"), 2, "does not end in .svg or .dxf"),
        (("-o", "cuts.dxf", "--only", "box"), 2, "GAME003 there are no sheets 'box'"),
        (("-o", "cuts.dxf", "--paper", "50x50mm"), 1, "SHEET001"),
    ],
)
def test_cut_lines_that_are_refused(
    run_cli: Cli, tiny_folder: Path, arguments: tuple[str, ...], code: int, said: str
) -> None:
    result = run_cli("cutlines", tiny_folder, *arguments)
    assert result.code == code
    assert said in result.err and not list(Path().glob("cuts*"))


def test_single_pieces_with_a_contour(run_cli: Cli, tiny_folder: Path) -> None:
    options = ("--sheets", "single", "--sides", "interleaved", "--bleed", "3mm", "--cut-contour")
    files = built(run_cli, tiny_folder, *options)
    assert set(files) == {"cards_single.pdf"}
    pages = pypdf.PdfReader(io.BytesIO(files["cards_single.pdf"])).pages
    assert len(pages) == 4
    assert {round(float(p.mediabox.width) / 72 * 25.4, 3) for p in pages} == {60}
    assert {round(float(p.trimbox.width) / 72 * 25.4, 3) for p in pages} == {54}
    assert run_cli("build", tiny_folder, *options, "--only", "cards").code == 0
