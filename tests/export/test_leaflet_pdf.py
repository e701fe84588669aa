"""Leaflets as PDF, read back: boxes, fonts, text, columns, and pictures as large as written."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import pypdf
import pytest
from PIL import Image, ImageChops
from pypdf.generic import ContentStream

from pnp.errors import PnpError
from pnp.export.leaflet import leaflet_pdf
from pnp.export.pdf import face_pdf
from pnp.export.png import page_image
from pnp.geometry import Affine, Rect
from pnp.layout.instructions import telling
from pnp.layout.paper import PAPERS
from pnp.leaflet import FOOT, SIDE, TOP, Leaflet, read_leaflet
from pnp.load import find_game, load
from pnp.plan import LeafletDocument, Options, Plan
from pnp.units import MM_PER_INCH, pt_to_mm

DPI = 200


def plan_for(paper: str = "A4") -> Plan:
    return Plan(load(find_game("labydo"))[0], Options(paper=PAPERS[paper]))


@pytest.fixture(scope="module")
def plan() -> Plan:
    return plan_for()


@dataclass(frozen=True)
class Made:
    paper: str
    data: bytes
    pages: int
    leaflet: Leaflet
    reader: pypdf.PdfReader


def make(folder: Path, plan: Plan, text: str) -> Made:
    (folder / "rules.md").write_text(text, encoding="utf-8")
    return finish(folder, plan)


def finish(folder: Path, plan: Plan) -> Made:
    words = telling("separate", ["long"]) | {"paper": (paper := plan.options.paper.name)}
    leaflet, problems = read_leaflet(folder, "rules.md", words)
    assert leaflet and problems == []
    source = next(iter(plan.game.file.documents.values()))
    document = LeafletDocument(f"rules_{paper}", source, leaflet, (), frozenset())
    data, pages = leaflet_pdf(leaflet, plan, document)
    return Made(paper, data, pages, leaflet, pypdf.PdfReader(io.BytesIO(data)))


@pytest.fixture(scope="module", params=["A4", "Letter"])
def labydo(request: pytest.FixtureRequest) -> Made:
    return finish(find_game("labydo"), plan_for(request.param))


def operations(
    page: pypdf.PageObject, reader: pypdf.PdfReader
) -> Iterator[tuple[str, list[Any], Affine]]:
    """The operators of a page, each with its matrix to mm from the top left corner."""
    height = pt_to_mm(float(page.mediabox.height))
    start = Affine(pt_to_mm(1), 0, 0, -pt_to_mm(1), 0, height)
    stack = [start]
    for operands, operator in ContentStream(page["/Contents"], reader).operations:
        name = operator.decode()
        if name == "q":
            stack.append(stack[-1])
        elif name == "Q":
            stack.pop()
        elif name == "cm":
            stack[-1] = stack[-1] @ Affine(*map(float, operands))
        yield name, operands, stack[-1]
    assert len(stack) == 1, "every q has its Q"


def framed(made: Made) -> list[Rect]:
    """The hairlines round pictured tiles, mm on their page."""
    found = []
    for page in made.reader.pages:
        steps = list(operations(page, made.reader))
        for (name, numbers, at), (following, *_) in pairwise(steps):
            if name == "re" and following == "S":
                found.append(at.apply_rect(Rect(*map(float, numbers))))
    return found


def text_of(made: Made) -> str:
    return " ".join(" ".join(page.extract_text() for page in made.reader.pages).split())


# -- the file --------------------------------------------------------------------------------------


def test_boxes_metadata_and_no_scaling(labydo: Made) -> None:
    size = PAPERS[labydo.paper].size
    for page in pypdf.PdfReader(io.BytesIO(labydo.data)).pages:
        assert page["/TrimBox"] == page["/MediaBox"]  # written, not only implied
        assert pt_to_mm(float(page.mediabox.width)) == pytest.approx(size.width, abs=0.01)
        assert pt_to_mm(float(page.mediabox.height)) == pytest.approx(size.height, abs=0.01)
    root: Any = labydo.reader.trailer["/Root"]
    assert root["/ViewerPreferences"] == {"/PrintScaling": "/None"}
    info = labydo.reader.metadata
    assert info and info.title == f"Labydo 2.0 · rules_{labydo.paper}"
    assert info.creator and info.creator.startswith("pnp ") and "Strabelli" in (info.author or "")
    assert labydo.data.startswith(b"%PDF-1.7") and b"ASCII85" not in labydo.data


def test_every_font_is_an_embedded_subset(labydo: Made) -> None:
    fonts = [obj for obj in objects(labydo) if obj.get("/Type") == "/Font"]
    assert len(fonts) >= 6
    for font in fonts:
        assert re.fullmatch(r"/[A-Z]{6}\+(Cinzel|Alegreya)\S*", font["/BaseFont"])
        assert "/FontFile2" in font["/FontDescriptor"]
    assert b"Helvetica" not in labydo.data


def objects(made: Made) -> list[Any]:
    numbers = made.reader.xref[0]
    found = [pypdf.generic.IndirectObject(n, 0, made.reader).get_object() for n in numbers]
    return [obj for obj in found if isinstance(obj, dict)]


def test_two_runs_are_equal_byte_for_byte(labydo: Made) -> None:
    again = finish(find_game("labydo"), plan_for(labydo.paper))
    assert again.data == labydo.data


def test_labydo_takes_at_most_two_sheets(labydo: Made) -> None:
    assert labydo.pages == len(labydo.reader.pages) <= 4


def test_all_words_are_there(labydo: Made) -> None:
    text = text_of(labydo).replace("- ", "-")
    for words in (
        "cartas_print_back_" + labydo.paper,
        "Stand on it first and you win.",
        "A labyrinth in the making",
        "10 or 11",
        "CC BY-NC-SA 4.0",
        "nobody may avenge".capitalize(),
    ):
        assert words in text, words
    for heading in ("The idea", "Where a tile may lie", "Credits"):
        assert heading in text
    source = (find_game("labydo") / "rules.md").read_text(encoding="utf-8")
    plain = re.sub(r"!\[([^]]*)\]\([^)]*\)", r"\1", source).replace("{paper}", labydo.paper)
    wanted = set(re.findall(r"[a-z]{4,}", plain.casefold()))
    assert wanted - set(re.findall(r"[a-z]{4,}", text.casefold())) == set()


def test_footer_on_every_page(labydo: Made) -> None:
    for number, page in enumerate(labydo.reader.pages, 1):
        text = page.extract_text()
        assert f"page {number}/{labydo.pages}" in text
        assert f"Labydo · version 2.0 · rules_{labydo.paper}" in text
        assert "For play at home, not for sale." in text


def test_a_long_licence_gets_lines_of_its_own(tmp_path: Path) -> None:
    plan = plan_for()
    licence = "For play at home. " * 14
    file = plan.game.file.model_copy(update={"licence": licence.strip()})
    plan.game.file = file
    made = make(tmp_path, plan, "# T\n\nText.\n")
    assert text_of(made).count("For play at home.") == 14
    ink = ink_box(page_image(made.data, DPI))
    assert ink.bottom < 297 - 5 and ink.x > 5 and ink.right < 210 - 5


def test_headings_are_in_the_outline(labydo: Made) -> None:
    titles = [item for item in labydo.reader.outline if not isinstance(item, list)]
    assert [item.title for item in titles][:3] == ["The idea", "In the kit", "Print, cut, fold"]
    below: list[Any] = [part for part in labydo.reader.outline if isinstance(part, list)]
    assert "2 · Teleport" in [item.title for part in below for item in part]


# -- the page --------------------------------------------------------------------------------------


def ink_box(image: Image.Image, area: Rect | None = None) -> Rect:
    """The box of all that is not white within an area, mm."""
    scale = DPI / MM_PER_INCH
    grey = image.convert("L")
    corner = (round(area.x * scale), round(area.y * scale)) if area else (0, 0)
    if area:
        grey = grey.crop((*corner, round(area.right * scale), round(area.bottom * scale)))
    box = ImageChops.invert(grey).point(lambda v: 255 if v > 30 else 0).getbbox()
    assert box is not None, "nothing is printed here"
    left, top, right, bottom = ((v + corner[i % 2]) / scale for i, v in enumerate(box))
    return Rect(left, top, right - left, bottom - top)


def test_everything_stays_between_the_margins(labydo: Made) -> None:
    size = PAPERS[labydo.paper].size
    for number in range(labydo.pages):
        ink = ink_box(page_image(labydo.data, DPI, number))
        assert ink.x > SIDE - 0.6 and ink.right < size.width - SIDE + 0.6
        assert ink.y > TOP - 0.6 and ink.bottom < size.height - 5


def test_the_gutter_is_empty_below_the_title(labydo: Made) -> None:
    size = PAPERS[labydo.paper].size
    middle = size.width / 2
    for number in range(labydo.pages):
        top = 46 if number == 0 else 2
        area = Rect(middle - 2.5, top, 5, size.height - FOOT - top)
        with pytest.raises(AssertionError, match="nothing is printed"):
            ink_box(page_image(labydo.data, DPI, number), area)


def foot(made: Made, page: int, left: float, right: float) -> float:
    size = PAPERS[made.paper].size
    area = Rect(left, 2, right - left, size.height - FOOT - 2)
    return ink_box(page_image(made.data, DPI, page), area).bottom


@pytest.mark.parametrize("paragraphs", [3, 60])
def test_the_last_pages_columns_are_balanced(tmp_path: Path, plan: Plan, paragraphs: int) -> None:
    text = "# T\n\n" + "Some words that fill a line or two of a narrow column, then end. " * 2
    made = make(tmp_path, plan, text + ("\n\n" + "words and words again " * 16) * paragraphs)
    last = made.pages - 1
    left, right = foot(made, last, 10, 104), foot(made, last, 106, 200)
    assert abs(left - right) < 16, "at most about three lines"
    assert max(left, right) < 297 - FOOT - 20


def where(made: Made, words: str) -> tuple[int, float]:
    """The page of the first text with these words, and its distance from the left edge, points."""
    found: list[tuple[int, float]] = []

    def visit(text: str, cm: Any, tm: Any, *rest: Any) -> None:
        if words in text:
            found.append((number, tm[4] + cm[4]))

    for number, page in enumerate(made.reader.pages):  # noqa: B007
        page.extract_text(visitor_text=visit)
    return found[0]


def test_a_heading_never_stands_at_the_foot_of_a_column(tmp_path: Path, plan: Plan) -> None:
    """Whatever stands before it: the section's first words are in the heading's column."""
    for lines in range(44, 56):
        filler = "\\\n".join(["x"] * lines)
        made = make(tmp_path, plan, f"# T\n\n{filler}\n\n## Section\n\n" + "first words " * 700)
        found = {key: where(made, key) for key in ("Section", "first")}
        assert found["Section"][0] == found["first"][0]
        assert abs(found["Section"][1] - found["first"][1]) < 30, f"{lines} lines before"


def test_the_text_is_smaller_only_where_that_saves_a_sheet(tmp_path: Path, plan: Plan) -> None:
    paragraph = "words and words again " * 40

    def sizes(made: Made) -> set[float]:
        found: set[float] = set()

        def visit(text: str, cm: Any, tm: Any, font: Any, size: float) -> None:
            if "words" in text:
                found.add(round(size, 2))

        for page in made.reader.pages:
            page.extract_text(visitor_text=visit)
        return found

    made = {
        count: make(tmp_path, plan, "# T\n" + f"\n{paragraph}\n" * count)
        for count in (2, 13, 14, 15)
    }
    assert sizes(made[2]) == {10.0}
    chosen = {count: min(sizes(one)) for count, one in made.items()}
    assert min(chosen.values()) < 10.0, chosen
    for count, size in chosen.items():
        assert size >= 9.0
        if size < 10.0:
            assert made[count].pages == 2


# -- pictures --------------------------------------------------------------------------------------


def test_labydos_pictures_have_the_written_height(labydo: Made) -> None:
    heights = sorted(round(box.height, 3) for box in framed(labydo))
    assert heights == [35.0] * 6 + [80.0] * 4  # the board is two tiles high: 70 mm
    for box in framed(labydo):
        assert box.width == pytest.approx(box.height / 2, abs=0.01)


def test_a_pictures_pixels_have_the_written_height(tmp_path: Path, plan: Plan) -> None:
    made = make(tmp_path, plan, "# T\n\n![](face:lab-01?height=45mm)\n")
    ink = ink_box(page_image(made.data, DPI), Rect(5, 42, 200, 297 - FOOT - 42))
    assert ink.height == pytest.approx(45, abs=0.4)
    assert ink.width == pytest.approx(22.5, abs=0.4)
    (box,) = framed(made)
    assert (ink.x, ink.y) == pytest.approx((box.x, box.y), abs=0.3)


def test_a_symbol_is_drawn_at_its_height(tmp_path: Path, plan: Plan) -> None:
    made = make(tmp_path, plan, "# T\n\n![](symbol:labrys?height=30mm)\n")
    ink = ink_box(page_image(made.data, DPI), Rect(5, 42, 200, 297 - FOOT - 42))
    assert 24 < ink.height <= 30.2, "a symbol nearly fills its box"
    page = made.reader.pages[0]
    scales = [at.d for name, _, at in operations(page, made.reader) if name == "Do"]
    assert any(scale == pytest.approx(0.3) for scale in scales)


def test_pictures_are_upright_and_not_mirrored(tmp_path: Path, plan: Plan) -> None:
    made = make(tmp_path, plan, "# T\n\n![](face:exit-1?height=60mm) ![](board:2x1?height=40mm)\n")
    drawn = [at for name, _, at in operations(made.reader.pages[0], made.reader) if name == "Do"]
    assert drawn and all(at.determinant > 0 for at in drawn)  # mm with y down, as the face is drawn
    tile, *_ = framed(made)
    scale = DPI / MM_PER_INCH
    left, top, right, bottom = (round(v * scale) for v in (tile.x, tile.y, tile.right, tile.bottom))
    crop = page_image(made.data, DPI).convert("L").crop((left, top, right, bottom))
    face = next(p for p in plan.pieces if p.id == "exit-1").front
    truth = page_image(face_pdf(face, "t"), DPI).convert("L").resize(crop.size)
    turned = truth.rotate(180)
    assert difference(crop, truth) < 0.3 * difference(crop, turned)


def difference(one: Image.Image, other: Image.Image) -> float:
    histogram = ImageChops.difference(one, other).histogram()
    return sum(value * count for value, count in enumerate(histogram))


def test_each_layer_is_stored_once(labydo: Made, tmp_path: Path, plan: Plan) -> None:
    forms = [obj.get_data() for obj in objects(labydo) if obj.get("/Subtype") == "/Form"]
    assert len(forms) == len(set(forms)) > 10
    row = "![](face:lab-01?height=20mm) " * 3
    once = make(tmp_path, plan, "# T\n\n![](face:lab-01?height=20mm)\n")
    often = make(tmp_path, plan, "# T\n\n" + f"{row}\n\n" * 6)
    assert len(framed(often)) == 18 and len(often.data) < len(once.data) + 4000
    shown = [name for name, _, _ in operations(often.reader.pages[0], often.reader) if name == "Do"]
    assert len(shown) == 18 + 1, "a face that repeats is one form; the title is another"


def test_wide_rows_go_on_in_the_next_line(tmp_path: Path, plan: Plan) -> None:
    made = make(tmp_path, plan, "# T\n\n" + "![caption](face:lab-01?height=60mm) " * 5 + "\n")
    boxes = framed(made)
    assert [round(box.height, 2) for box in boxes] == [60.0] * 5
    assert len({round(box.y, 1) for box in boxes}) == 2
    for box in boxes:
        assert box.x >= SIDE - 0.01 and box.right <= 210 - SIDE + 0.01
        assert not any(box.overlaps(other) for other in boxes if other is not box)


# -- refusals --------------------------------------------------------------------------------------


def test_a_picture_of_nothing_is_refused(tmp_path: Path, plan: Plan) -> None:
    with pytest.raises(PnpError) as caught:
        make(tmp_path, plan, "# T\n\n![](face:nobody?height=9mm)\n")
    assert [problem.code for problem in caught.value.problems] == ["LEAF001"]


@pytest.mark.parametrize(
    "text",
    [
        "## " + "endless " * 900,
        "| A |\n|---|\n| " + "endless " * 3000 + "|",
        "![" + "endless " * 3000 + "](symbol:star?height=9mm)",
    ],
)
def test_what_fits_no_column_is_refused(tmp_path: Path, plan: Plan, text: str) -> None:
    with pytest.raises(PnpError) as caught:
        make(tmp_path, plan, f"# T\n\n{text}\n")
    (problem,) = caught.value.problems
    assert problem.code == "LEAF004" and problem.loc and problem.loc.file.endswith("rules.md")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "# T\n",
        "text\n",
        "# " + "long " * 140,
        "# T\n\n*" + "long " * 1200 + "end*\n",
        "# T\n\n" + "w" * 900 + "\n",
        "# T\n\n### First\n\n## Then\n\n- a\n  1. b\n\n    more\n-\n",
        "# T\n\n| " + "A | " * 12 + "\n|" + "---|" * 12 + "\n",
    ],
)
def test_odd_leaflets_can_be_set(tmp_path: Path, plan: Plan, text: str) -> None:
    made = make(tmp_path, plan, text)
    assert made.pages == len(made.reader.pages) >= 1
    ink = ink_box(page_image(made.data, DPI))
    assert ink.x > 5 and ink.right < 205
