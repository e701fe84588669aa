"""`pnp box`: what is written is read back in mm; what cannot be made is refused in plain words."""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pypdf
import pytest
from conftest import Result, run_in_process
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image
from pypdf.generic import ContentStream

from pnp.game.loader import made
from pnp.game.plan import Plan
from pnp.geometry.plane import Affine, Point, Rect, Size, bounds
from pnp.kinds.styles import BOX, STYLES, Deck, box_of
from pnp.nets.closing import fold_errors
from pnp.nets.stand import inner_size
from pnp.nets.stocks import SLEEVES, Stock
from pnp.nets.tuckbox import tuck_box

Run = Callable[..., Result]
MM = 72 / 25.4
POKER = ("--size", "63x88mm", "--count", 60)


class Stroke(NamedTuple):
    """A stroked path on the page: its points in mm from the top left, width and dash in mm."""

    points: tuple[Point, ...]
    width: float
    dash: tuple[float, ...]


def strokes(path: Path, number: int = 0) -> list[Stroke]:
    """Every stroked path of a page, through all forms and matrices of its content streams."""
    reader = pypdf.PdfReader(path)
    page = reader.pages[number]
    height = float(page.mediabox.height)
    to_mm = Affine(1 / MM, 0, 0, -1 / MM, 0, height / MM)
    return list(walk(reader, page.get_contents(), page["/Resources"], to_mm))


def walk(reader: Any, stream: Any, resources: Any, ctm: Affine) -> Iterator[Stroke]:
    stack: list[Affine] = []
    points: list[Point] = []
    width, dash = 1.0, ()
    for operands, operator in ContentStream(stream, reader).operations:
        if operator == b"q":
            stack.append(ctm)
        elif operator == b"Q":
            ctm = stack.pop()
        elif operator == b"cm":
            ctm = ctm @ Affine(*map(float, operands))
        elif operator in (b"m", b"l"):
            points.append(ctm.apply(Point(*map(float, operands))))
        elif operator == b"w":
            width = float(operands[0])
        elif operator == b"d":
            dash = tuple(map(float, operands[0]))
        elif operator in (b"S", b"B"):
            yield Stroke(tuple(points), width, dash)
        elif operator == b"Do":
            form = resources["/XObject"][operands[0]].get_object()
            yield from walk(reader, form, form.get("/Resources", {}), ctm)
        if operator in (b"S", b"f", b"f*", b"n", b"B", b"B*"):
            points = []


def cut_box(path: Path, number: int = 0) -> Rect:
    """Bounds of the cut line: the solid stroke of 0.2 mm with the largest extent."""
    solid = [bounds(s.points) for s in strokes(path, number) if s.width == 0.2 and not s.dash]
    return max(solid, key=lambda box: box.width * box.height)


def fold_count(path: Path, number: int = 0) -> int:
    return sum(1 for s in strokes(path, number) if s.dash == (2.0, 1.2))


# -- read back -------------------------------------------------------------------------------------


def test_the_tuck_box_measures_what_was_said(run_cli: Run, tmp_path: Path) -> None:
    done = run_cli("box", *POKER, "--title", "Wild Rivers", "-o", "box.pdf")
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines() == [
        "60 cards of 250 g/m² (0.300 mm): 63.0 x 88.0 x 18.0 mm",
        "Wild Rivers box: flat 180.2 x 158.2 mm, inside 64.0 wide x 19.6 deep x 89.0 high mm",
        "box.pdf: 1 page",
    ]
    box = cut_box(tmp_path / "box.pdf")
    # seam 13 + 2 x (64 + 19.6) wide, 89 + 2 x (19.6 + 15) high
    assert box.size == pytest.approx((13 + 2 * 64 + 2 * 19.6, 89 + 2 * 19.6 + 2 * 15), abs=0.01)
    assert fold_count(tmp_path / "box.pdf") == 12 == len(tuck_box(64, 89, 19.6).panels) - 1
    page = pypdf.PdfReader(tmp_path / "box.pdf").pages[0]
    assert "WILD RIVERS" in page.extract_text() and "60 cards" in page.extract_text()


def test_fold_lines_stand_a_panel_apart(run_cli: Run, tmp_path: Path) -> None:
    """The walls between the upright folds: seam, 19.6, 64, 19.6 and the back up to the edge."""
    run_cli("box", *POKER, "-o", "box.pdf")
    folds = [s.points for s in strokes(tmp_path / "box.pdf") if s.dash == (2.0, 1.2)]
    upright = sorted(p.x for p, q in folds if abs(p.x - q.x) < 1e-3)
    left = cut_box(tmp_path / "box.pdf").x
    assert [x - left for x in upright] == pytest.approx([13.0, 32.6, 96.6, 116.2], abs=0.01)
    across = {round(p.y, 2) for p, q in folds if abs(p.y - q.y) < 1e-3}
    top = cut_box(tmp_path / "box.pdf").y
    assert sorted(round(y - top, 2) for y in across) == [15.0, 34.6, 123.6, 143.2]


@pytest.mark.parametrize("sleeve", [None, *SLEEVES])
def test_the_flat_grows_with_the_sleeve(sleeve: str | None, run_cli: Run, tmp_path: Path) -> None:
    worn = ("--sleeve", sleeve) if sleeve else ()
    done = run_cli("box", *POKER, "--stock", "200g", *worn, "--paper", "A3", "-o", "b.pdf")
    assert done.code == 0, done.err
    grown = SLEEVES[sleeve].growth if sleeve else Size(0, 0)
    depth = 60 * (0.24 + (2 * SLEEVES[sleeve].film if sleeve else 0)) + 1.6
    wide, high = 64 + grown.width, 89 + grown.height
    flat = (13 + 2 * wide + 2 * depth, high + 2 * depth + 30)
    assert cut_box(tmp_path / "b.pdf").size == pytest.approx(flat, abs=0.01)
    assert f"inside {wide:.1f} wide x {depth:.1f} deep x {high:.1f} high mm" in done.out


@pytest.mark.parametrize(
    ("style", "pages", "first", "folds"),
    [
        ("tray", 1, (66 + 2 * 21, 91 + 2 * 21), 16),
        ("drawbox", 2, (98 + 24, 98 + 2 * 70 + 24), 10),
        ("sleeve", 1, (13 + 2 * (65.5 + 21.1), 89.3), 4),
    ],
)
def test_other_styles(
    style: str, pages: int, first: Any, folds: int, run_cli: Run, tmp_path: Path
) -> None:
    done = run_cli("box", *POKER, "--style", style, "-o", "b.pdf")
    assert done.code == 0, done.err
    assert len(pypdf.PdfReader(tmp_path / "b.pdf").pages) == pages
    width, height = cut_box(tmp_path / "b.pdf").size
    assert sorted((width, height)) == pytest.approx(sorted(first), abs=0.01)
    assert fold_count(tmp_path / "b.pdf") == folds


def test_the_lock_is_cut(run_cli: Run, tmp_path: Path) -> None:
    """The tongue's fold ends 8 mm before the side walls; its slits are part of the cut line."""
    lengths = {}
    for name, more in (("plain", ()), ("lock", ("--lock",))):
        run_cli("box", *POKER, *more, "-o", f"{name}.pdf")
        folds = [s.points for s in strokes(tmp_path / f"{name}.pdf") if s.dash]
        top = min(folds, key=lambda ends: ends[0].y + ends[1].y)
        lengths[name] = math.dist(*top)
    assert lengths == pytest.approx({"plain": 64 - 2 * 0.75, "lock": 64 - 2 * 8}, abs=0.01)


def test_two_parts_on_two_sheets(run_cli: Run, tmp_path: Path) -> None:
    big = ("--size", "90x130mm", "--count", 60, "--sleeve", "standard")
    done = run_cli("box", *big, "-o", "b.pdf")
    assert (done.code, done.out) == (1, "")
    assert done.err.splitlines() == [
        "SHEET001 box measures 256.8 x 219.8 mm, but A4 has room for 195 x 282 mm "
        "between the marks (it fits A3; made of two parts (split: true, --split) it fits A4)",
        "nothing was written",
    ]
    assert not (tmp_path / "b.pdf").exists()
    done = run_cli("box", *big, "--split", "-o", "b.pdf")
    assert done.code == 0 and len(pypdf.PdfReader(tmp_path / "b.pdf").pages) == 2
    sizes = {tuple(round(v, 1) for v in cut_box(tmp_path / "b.pdf", n).size) for n in (0, 1)}
    assert sizes == {(134.4, 218.8), (134.4, 184.0)}  # seam 13 + wall 27.4 + 94


@pytest.mark.parametrize("size", ["400x300mm", "300x120mm"])
@pytest.mark.parametrize("style", ["tuck", "sleeve", "tray"])
def test_the_paper_of_the_hint_is_large_enough(run_cli: Run, style: str, size: str) -> None:
    big = ("--size", size, "--count", 500, "--style", style, "-o", "b.pdf")
    done = run_cli("box", *big)
    words = re.search(r"no paper up to A3 is large enough; it needs (\d+x\d+mm)", done.err)
    assert done.code == 1 and words, done.err
    assert run_cli("box", *big, "--paper", words[1]).code == 0


def test_pictures_and_paper(run_cli: Run, tmp_path: Path) -> None:
    run_cli("box", *POKER, "--paper", "Letter", "--dpi", 50, "-o", "b.png")
    with Image.open(tmp_path / "b.png") as picture:
        assert picture.size == (425, 550)
    run_cli("box", *POKER, "--style", "drawbox", "-o", "b.svg")
    assert not (tmp_path / "b.svg").exists()
    for name in ("b-1.svg", "b-2.svg"):
        text = (tmp_path / name).read_text()
        assert 'width="210mm"' in text and "100 mm" in text and "sheet" in text


def test_the_same_box_is_the_same_file(run_cli: Run, tmp_path: Path) -> None:
    hashes = set()
    for name, more in (("a", ()), ("b", ("--stock", "250g")), ("c", ("--thickness", "0.3mm"))):
        run_cli("box", *POKER, *more, "-o", f"{name}.pdf")
        hashes.add(hashlib.sha256((tmp_path / f"{name}.pdf").read_bytes()).hexdigest())
    assert len(hashes) == 1


# -- refusals --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["--size", "63mm"], "is not a size"),
        (["--size", "63x88"], "'63x88' has no unit; write '63x88mm' for millimetres"),
        (["--size", "0x88mm"], "an edge of a card measures 5 to 1000 mm"),
        (["--size", "63x1900mm"], "an edge of a card measures 5 to 1000 mm"),
        (["--count", "0"], "not in the range 1<=x<=1000"),
        (["--count", "many"], "not a valid integer"),
        (["--stock", "60g"], "not in the table"),
        (["--stock", "thick"], "is no stock"),
        (["--thickness", "0"], "0.01 to 20 mm"),
        (["--stock", "250g", "--thickness", "0.3mm"], "either --stock or --thickness"),
        (["--sleeve", "penni"], "did you mean 'penny'?"),
        (["--style", "bag"], "'bag' is not one of"),
        (["--style", "tray", "--lock"], "--lock is for boxes of style tuck"),
        (["--style", "drawbox", "--split"], "--split is for boxes of style tuck or sleeve or tray"),
        (["--title", "  "], "'--title': the title is empty"),
        (["--title", "x" * 100_000], "a title of 100,000 characters; at most 200"),
        (["--title", "a\udcff"], "is not UTF-8"),
        (["--paper", "A9"], "there is no paper 'A9'"),
        (["-o", "b.jpg"], "does not end in .svg, .png or .pdf"),
    ],
)
def test_usage_is_refused(args: list[str], words: str, run_cli: Run, tmp_path: Path) -> None:
    done = run_cli("box", *POKER, "-o", "b.pdf", *args)
    assert (done.code, done.out) == (2, "")
    assert words in " ".join(done.err.split())
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["--title", "The Exceedingly Long Chronicle of the Lost Labyrinth"], "does not fit"),
        (["--title", "日本"], "FONT001"),
        (["--count", "1000"], "SHEET001"),
        (["--size", "15x20mm", "--lock"], "too small for a lock"),
        (["--paper", "4x6in"], "it fits Letter"),
    ],
)
def test_what_cannot_be_made_is_said(
    args: list[str], words: str, run_cli: Run, tmp_path: Path
) -> None:
    done = run_cli("box", *POKER, "-o", "b.pdf", *args)
    assert (done.code, done.out) == (1, "") and words in done.err
    assert done.err.endswith("nothing was written\n")
    assert list(tmp_path.iterdir()) == []


def test_one_card_is_one_card(run_cli: Run, tmp_path: Path) -> None:
    done = run_cli("box", "--size", "63x88mm", "--count", 1, "-o", "b.pdf")
    assert done.out.startswith("1 card of 250 g/m²")
    text = pypdf.PdfReader(tmp_path / "b.pdf").pages[0].extract_text()
    assert "1 card" in text and "1 cards" not in text


def test_help_names_the_sleeves(run_cli: Run) -> None:
    text = " ".join(run_cli("box", "--help").out.split())
    assert re.search("penny, inner, standard, premium, thick, matte, double", text)


# -- any deck --------------------------------------------------------------------------------------


def test_a_box_without_room_for_words_is_refused(run_cli: Run, tmp_path: Path) -> None:
    deck = ("--size", "14x22mm", "--count", "1", "--stock", "80g", "--sleeve", "penny")
    done = run_cli("box", *deck, "--style", "sleeve", "-o", "b.pdf")
    assert done.code == 1 and "TEXT001" in done.err and list(tmp_path.iterdir()) == []


@pytest.mark.slow
@settings(deadline=None, max_examples=40)
@given(
    st.floats(5, 250),
    st.floats(5, 250),
    st.integers(1, 300),
    st.sampled_from([80, 160, 250, 350]),
    st.sampled_from([None, *SLEEVES]),
    st.sampled_from(sorted(STYLES)),
    st.booleans(),
)
def test_any_deck_is_refused_in_words_or_proved(
    width: float, height: float, count: int, weight: int, worn: str | None, style: str, more: bool
) -> None:
    sleeve = SLEEVES[worn] if worn else None
    deck = Deck(Size(width, height), count, Stock(weight), None, sleeve)
    options = (
        {"tuck": ["lock"], "sleeve": ["split"], "tray": ["split"]}.get(style, []) if more else []
    )
    file = {"title": "Deck", "documents": {BOX: {"print": [BOX]}}}
    game, problems = made("deck", file, box_of(style, deck, options))
    plan = Plan(game)
    pieces = plan.pieces_of(BOX)
    found = [*problems, *plan.problems]
    assert pieces or found
    assert all(p.code[:3] in ("DEF", "TEX", "ART") and len(p.message) > 10 for p in found), found
    for piece in pieces:
        assert piece.net
        nets = (piece.net, *piece.joins)
        assert fold_errors(nets) == []
    if style == "tuck" and pieces:
        thick = count * (Stock(weight).thickness + (2 * sleeve.film if sleeve else 0))
        grown = sleeve.growth if sleeve else Size(0, 0)
        wanted = (width + grown.width + 1, thick + 1.6, height + grown.height + 1)
        assert inner_size(pieces[0].net) == pytest.approx(wanted, abs=2e-4)  # type: ignore[arg-type]


def test_a_bug_would_be_seen(tmp_path: Path) -> None:
    """The command line never shows a traceback for odd numbers."""
    for size in ("5x5mm", "500x500mm", "5x500mm", "12x9mm"):
        for style in STYLES:
            done = run_in_process(
                "box", "--size", size, "--count", 1, "--style", style, "-o", tmp_path / "b.pdf"
            )
            assert done.code in (0, 1) and (done.code == 0) == (done.err == ""), (
                size,
                style,
                done.err,
            )
