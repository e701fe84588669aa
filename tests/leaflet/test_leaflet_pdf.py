"""Leaflets as PDF, read back: boxes, fonts, text, columns, and pictures as large as written."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

import pypdf
import pytest
from leaflet_help import (
    DPI,
    Made,
    both_papers,
    finish,
    foot,
    fresh_plan,
    ink_box,
    labydo_on,
    make,
    objects,
    text_of,
)

from pnp.errors import PnpError
from pnp.game.loader import find_game
from pnp.geometry.plane import Rect
from pnp.layout.paper import PAPERS
from pnp.leaflet.blocks import FOOT, SIDE, TOP
from pnp.pdf.png import page_image
from pnp.units import pt_to_mm

# -- the file --------------------------------------------------------------------------------------


@pytest.mark.slow
@both_papers
def test_boxes_metadata_and_no_scaling(paper: str) -> None:
    labydo = labydo_on(paper)
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


@both_papers
def test_every_font_is_an_embedded_subset(paper: str) -> None:
    labydo = labydo_on(paper)
    fonts = [obj for obj in objects(labydo) if obj.get("/Type") == "/Font"]
    assert len(fonts) >= 6
    for font in fonts:
        assert re.fullmatch(r"/[A-Z]{6}\+(Cinzel|Alegreya)\S*", font["/BaseFont"])
        assert "/FontFile2" in font["/FontDescriptor"]
    assert b"Helvetica" not in labydo.data


@both_papers
def test_two_runs_are_equal_byte_for_byte(paper: str) -> None:
    labydo = labydo_on(paper)
    again = finish(find_game("labydo"), fresh_plan(paper))
    assert again.data == labydo.data


@both_papers
def test_labydo_takes_at_most_two_sheets(paper: str) -> None:
    labydo = labydo_on(paper)
    assert labydo.pages == len(labydo.reader.pages) <= 4


@both_papers
def test_all_words_are_there(paper: str) -> None:
    labydo = labydo_on(paper)
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


@both_papers
def test_footer_on_every_page(paper: str) -> None:
    labydo = labydo_on(paper)
    for number, page in enumerate(labydo.reader.pages, 1):
        text = page.extract_text()
        assert f"page {number}/{labydo.pages}" in text
        assert f"Labydo · version 2.0 · rules_{labydo.paper}" in text
        assert "For play at home, not for sale." in text


def test_a_long_licence_gets_lines_of_its_own(tmp_path: Path) -> None:
    plan = fresh_plan()
    licence = "For play at home. " * 14
    file = plan.game.file.with_values(licence=licence.strip())
    plan.game.file = file
    made = make(tmp_path, "# T\n\nText.\n", plan)
    assert text_of(made).count("For play at home.") == 14
    ink = ink_box(page_image(made.data, DPI))
    assert ink.bottom < 297 - 5 and ink.x > 5 and ink.right < 210 - 5


@both_papers
def test_headings_are_in_the_outline(paper: str) -> None:
    labydo = labydo_on(paper)
    titles = [item for item in labydo.reader.outline if not isinstance(item, list)]
    assert [item.title for item in titles][:3] == ["The idea", "In the kit", "Print, cut, fold"]
    below: list[Any] = [part for part in labydo.reader.outline if isinstance(part, list)]
    assert "2 · Teleport" in [item.title for part in below for item in part]


# -- the page --------------------------------------------------------------------------------------


@both_papers
def test_everything_stays_between_the_margins(paper: str) -> None:
    labydo = labydo_on(paper)
    size = PAPERS[labydo.paper].size
    for number in range(labydo.pages):
        ink = ink_box(page_image(labydo.data, DPI, number))
        assert ink.x > SIDE - 0.6 and ink.right < size.width - SIDE + 0.6
        assert ink.y > TOP - 0.6 and ink.bottom < size.height - 5


@both_papers
def test_the_gutter_is_empty_below_the_title(paper: str) -> None:
    labydo = labydo_on(paper)
    size = PAPERS[labydo.paper].size
    middle = size.width / 2
    for number in range(labydo.pages):
        top = 46 if number == 0 else 2
        area = Rect(middle - 2.5, top, 5, size.height - FOOT - top)
        with pytest.raises(AssertionError, match="nothing is printed"):
            ink_box(page_image(labydo.data, DPI, number), area)


@both_papers
def test_labydos_columns_are_full(paper: str) -> None:
    """Up to the last page's, no column ends far above the foot."""
    labydo = labydo_on(paper)
    size = PAPERS[labydo.paper].size
    for number in range(labydo.pages - 1):
        for left in (SIDE, size.width / 2 + 1):
            end = foot(labydo, number, left, left + size.width / 2 - SIDE - 1)
            assert end > size.height - FOOT - 4, (number, left)


@pytest.mark.parametrize("paragraphs", [3, 60])
def test_the_last_pages_columns_are_balanced(tmp_path: Path, paragraphs: int) -> None:
    text = "# T\n\n" + "Some words that fill a line or two of a narrow column, then end. " * 2
    made = make(tmp_path, text + ("\n\n" + "words and words again " * 16) * paragraphs)
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


@pytest.mark.slow
def test_a_heading_never_stands_at_the_foot_of_a_column(tmp_path: Path) -> None:
    """Whatever stands before it: the section's first words are in the heading's column."""
    for lines in range(44, 56):
        filler = "\\\n".join(["x"] * lines)
        made = make(tmp_path, f"# T\n\n{filler}\n\n## Section\n\n" + "first words " * 700)
        found = {key: where(made, key) for key in ("Section", "first")}
        assert found["Section"][0] == found["first"][0]
        assert abs(found["Section"][1] - found["first"][1]) < 30, f"{lines} lines before"


@pytest.mark.slow
@pytest.mark.parametrize("end", [":", " …"])
def test_words_that_lead_to_a_table_stand_above_it(tmp_path: Path, end: str) -> None:
    rows = "".join(f"| row {i} | {i} |\n" for i in range(8))
    apart = []
    for lines in range(36, 52, 2):
        filler = "\\\n".join(["x"] * lines)
        text = f"# T\n\n{filler}\n\nLeading on{end}\n\n| Headed | B |\n|---|---|\n{rows}"
        made = make(tmp_path, text + "\nfurther words" * 700)
        found = [where(made, words) for words in ("Leading", "Headed")]
        apart.append(found[0][0] != found[1][0] or abs(found[0][1] - found[1][1]) > 30)
    assert not any(apart)


def sizes(made: Made) -> set[float]:
    """The sizes of all text with the word "words", points."""
    found: set[float] = set()

    def visit(text: str, cm: Any, tm: Any, font: Any, size: float) -> None:
        if "words" in text:
            found.add(round(size, 2))

    for page in made.reader.pages:
        page.extract_text(visitor_text=visit)
    return found


def test_the_text_grows_as_far_as_it_needs_no_more_pages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paragraph = "words and words again " * 40
    texts = ["# T\n" + f"\n{paragraph}\n" * count for count in (4, 10, 18, 20, 21)]
    grown = [make(tmp_path, text) for text in texts]
    found = {size for made in grown for size in sizes(made)}
    assert {10.0, 11.0} < found and max(found) == 11.0, found
    monkeypatch.setattr("pnp.leaflet.document.LARGER", ())
    usual = [make(tmp_path, text) for text in texts]
    assert [made.pages for made in grown] == [made.pages for made in usual]
    assert {size for made in usual for size in sizes(made)} == {10.0}


def test_the_text_is_smaller_only_where_that_saves_a_sheet(tmp_path: Path) -> None:
    paragraph = "words and words again " * 40

    made = {
        count: make(tmp_path, "# T\n" + f"\n{paragraph}\n" * count) for count in (2, 13, 14, 15)
    }
    assert sizes(made[2]) == {11.0}
    chosen = {count: min(sizes(one)) for count, one in made.items()}
    assert min(chosen.values()) < 10.0, chosen
    for count, size in chosen.items():
        assert size >= 9.0
        if size < 10.0:
            assert made[count].pages == 2


# -- refusals --------------------------------------------------------------------------------------


def test_a_picture_of_nothing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PnpError) as caught:
        make(tmp_path, "# T\n\n![](face:nobody?height=9mm)\n")
    assert [problem.code for problem in caught.value.problems] == ["LEAF001"]


@pytest.mark.parametrize(
    "text",
    [
        "## " + "endless " * 900,
        "| A |\n|---|\n| " + "endless " * 3000 + "|",
        "![" + "endless " * 3000 + "](symbol:star?height=9mm)",
    ],
)
def test_what_fits_no_column_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(PnpError) as caught:
        make(tmp_path, f"# T\n\n{text}\n")
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
def test_odd_leaflets_can_be_set(tmp_path: Path, text: str) -> None:
    made = make(tmp_path, text)
    assert made.pages == len(made.reader.pages) >= 1
    ink = ink_box(page_image(made.data, DPI))
    assert ink.x > 5 and ink.right < 205
