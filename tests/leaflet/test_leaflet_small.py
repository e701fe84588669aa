"""Leaflets on small paper: one column, pictures shrunk to fit it, and words that can be read."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pypdf
import pytest
from leaflet_help import DPI, Made, finish, framed, ink_box, make, plan_for, text_of

from pnp.errors import PnpError
from pnp.game.loader import bundled_games, find_game, load
from pnp.game.plan import LeafletDocument, Options, Plan
from pnp.geometry.plane import Rect
from pnp.layout.paper import PAPERS, find_paper
from pnp.leaflet.blocks import FOOT, SIDE, TOP, columns
from pnp.leaflet.problems import leaflet_problems
from pnp.leaflet.reading import leaflet_of, read_leaflet
from pnp.pdf.png import page_image
from pnp.units import pt_to_mm

GAME = """\
title: Small
documents:
  cards_{paper}:
    print: [tiles]
    backs: cards_back_{paper}
  rules_{paper}:
    leaflet: rules.md
placement: {contact: either wall}
"""
WORDS = "Words beside the pictures, enough for a line or two of a narrow column. " * 3


@pytest.fixture
def small(tiny_folder: Path) -> Callable[..., Made]:
    """A leaflet of a game with two square tiles of 54 mm."""

    def made(pictures: str, paper: str) -> Made:
        (tiny_folder / "game.yaml").write_text(GAME)
        text = f"# Small\n\n## Tiles\n\n{WORDS}\n\n{pictures}\n\n{WORDS}\n"
        (tiny_folder / "rules.md").write_text(text)
        return finish(tiny_folder, Plan(load(tiny_folder)[0], Options(paper=PAPERS[paper])))

    return made


def told(made: Made, folder: Path) -> list[tuple[str, int, str]]:
    plan = Plan(load(folder)[0], Options(paper=PAPERS[made.paper]))
    problems = leaflet_problems(made.leaflet, plan)
    return [(p.code, p.loc.line if p.loc else 0, p.message) for p in problems]


def pages_of(made: Made) -> list[str]:
    return [page.extract_text() for page in made.reader.pages]


def heights(made: Made) -> list[float]:
    return [round(box.height, 2) for box in framed(made)]


@pytest.mark.slow
@pytest.mark.parametrize("paper", ["A5", "A6"])
@pytest.mark.parametrize("game", bundled_games())
def test_every_leaflet_is_written_on_small_paper(
    game: str, paper: str, run_cli: Callable[..., Any], tmp_path: Path
) -> None:
    """Read back: nothing leaves the margins, and every picture stands in the column as a whole."""
    stem = "regras" if game == "labydo" else "rules"
    done = run_cli("build", game, "--paper", paper, "--only", stem, "--output", tmp_path)
    assert done.code == 0 and "0 errors, 0 warnings" in done.err + done.out
    data = (tmp_path / game / f"{stem}_{paper}.pdf").read_bytes()
    plan = Plan(load(find_game(game))[0], Options(paper=PAPERS[paper]))
    (document,) = (one for one in plan.documents if isinstance(one, LeafletDocument))
    leaflet, _ = leaflet_of(document)
    assert leaflet
    reader = pypdf.PdfReader(tmp_path / game / f"{stem}_{paper}.pdf")
    made = Made(paper, data, len(reader.pages), leaflet, reader)
    size = PAPERS[paper].size
    for number in range(made.pages):
        ink = ink_box(page_image(data, DPI, number))
        assert ink.x > SIDE - 0.6 and ink.right < size.width - SIDE + 0.6
        assert ink.y > TOP - 0.6 and ink.bottom < size.height - 4
    for box in framed(made):
        assert box.x >= SIDE - 0.01 and box.right <= size.width - SIDE + 0.01
        assert box.y >= TOP - 0.01 and box.bottom <= size.height - FOOT + 0.01


def test_narrow_paper_has_one_column() -> None:
    found = {name: columns(paper) for name, paper in PAPERS.items()}
    one = {"A6", "A5", "4x6in"}
    assert found == {name: 1 if name in one else 2 for name in PAPERS}
    assert columns(PAPERS["A5"].lying("landscape")) == 2


@pytest.mark.parametrize(("paper", "height"), [("A4", 87.5), ("A5", 110), ("A6", 77)])
def test_a_picture_wider_than_the_column_fills_it(
    small: Callable[..., Made], tiny_folder: Path, paper: str, height: float
) -> None:
    made = small("![One](face:one?height=110mm)", paper)
    assert heights(made) == [pytest.approx(height, abs=0.01)]
    share = f"the picture is shown at {100 * height / 110:.0f} %, to fit a column"
    assert told(made, tiny_folder) == ([("LEAF009", 7, share)] if height < 110 else [])


def test_a_picture_higher_than_the_column_leaves_room_for_its_caption(
    small: Callable[..., Made], tiny_folder: Path
) -> None:
    made = small("![Board caption](board:1x2?height=150mm)", "A6")
    boxes = framed(made)
    assert len(boxes) == 2 and [code for code, *_ in told(made, tiny_folder)] == ["LEAF009"]
    top, bottom = min(box.y for box in boxes), max(box.bottom for box in boxes)
    assert bottom - top == pytest.approx(148 - TOP - FOOT - 12, abs=0.1)
    assert bottom < 148 - FOOT - 3, "the caption is below"
    assert "Board caption" in text_of(made)


def test_pictures_of_a_row_are_shrunk_alike(small: Callable[..., Made], tiny_folder: Path) -> None:
    made = small("![](face:one?height=88mm) ![](face:two?height=44mm)", "A6")
    assert heights(made) == pytest.approx([77.0, 38.5], abs=0.01)
    rows = [(code, line, says.split(" at ")[0]) for code, line, says in told(made, tiny_folder)]
    assert rows == [("LEAF009", 7, "the pictures of this row are shown")]


@pytest.mark.parametrize(
    ("height", "shown", "lines"), [(37, 37, 1), (45, 37.25, 1), (49, 37.25, 1), (50, 50, 2)]
)
def test_rows_stay_side_by_side_if_that_takes_little(
    small: Callable[..., Made], height: float, shown: float, lines: int
) -> None:
    """(77 - 2.5) / 2 = 37.25 mm for each; three quarters of 49.67."""
    made = small(f"![](face:one?height={height}mm) ![](face:two?height={height}mm)", "A6")
    boxes = framed(made)
    assert heights(made) == pytest.approx([shown] * 2, abs=0.01)
    assert len({(round(box.y), box.height) for box in boxes}) <= lines
    assert (abs(boxes[0].y - boxes[1].y) < 0.01) == (lines == 1)


def test_on_large_paper_rows_go_on_in_the_next_line_as_written(small: Callable[..., Made]) -> None:
    made = small("![](face:one?height=45mm) ![](face:two?height=45mm)", "A4")
    assert heights(made) == [45.0, 45.0]
    one, two = framed(made)
    assert two.x - one.x == pytest.approx(87.5 + 7, abs=0.1), "each alone in a column's middle"


def test_less_than_half_is_refused(small: Callable[..., Made]) -> None:
    assert heights(small("![](face:one?height=153mm)", "A6")) == [pytest.approx(77, abs=0.01)]
    with pytest.raises(PnpError) as caught:
        small("![](face:one?height=155mm) ![](face:two?height=20mm)", "A6")
    (problem,) = caught.value.problems
    assert problem.code == "LEAF004" and problem.loc and problem.loc.line == 7
    assert problem.message.endswith("155 x 155 mm") and problem.hint.startswith("height=77mm fits")


def test_words_are_not_shrunk_to_a_smudge(tmp_path: Path) -> None:
    """The row is shrunk to 73 %; the words are 4 pt when the labor is 36 mm high."""
    plan = Plan(load(find_game("dedale"))[0], Options(paper=PAPERS["A6"]))
    wide = "![](board:7x8?height=120mm) ![](face:labor-3?height={}mm{})\n"

    def made(*values: object) -> Made:
        (tmp_path / "rules.md").write_text("# T\n\n" + wide.format(*values))
        return finish(tmp_path, plan)

    with pytest.raises(PnpError) as caught:
        made(45, "")
    (problem,) = caught.value.problems
    assert (problem.code, problem.loc and problem.loc.col) == ("LEAF004", 29)
    assert "'10+' would come out at 3." in problem.message
    assert "words=readable" in problem.hint
    assert "10+" in text_of(made(60, ""))
    assert "10+" not in text_of(made(45, "&words=readable"))


def test_a_long_word_of_the_title_stays_whole(tmp_path: Path) -> None:
    (tmp_path / "rules.md").write_text("# The Labyrinthinely\n\nText.\n")
    made = finish(tmp_path, plan_for("A6"))
    found: list[float] = []

    def visit(text: str, cm: Any, tm: Any, font: Any, size: float) -> None:
        if "abyrinthinely" in text.casefold():
            found.append(size)

    made.reader.pages[0].extract_text(visitor_text=visit)
    assert found and 12 <= found[0] < 30
    ink = ink_box(page_image(made.data, DPI), Rect(30, 5, 70, 30))
    assert ink.right < 105 - SIDE + 0.5 and pt_to_mm(found[0]) < 10.6


@pytest.mark.parametrize("words", range(300, 520, 20))
def test_a_row_that_fits_in_small_text_is_set_in_it(tmp_path: Path, words: int) -> None:
    """It would be higher than a column in the largest text that has room on the page."""
    made = make(tmp_path, f"# T\n\n| A | B |\n|---|---|\n| x | {'words ' * words}end |\n")
    assert "end" in text_of(made) and made.pages == 1


def test_the_narrow_columns_of_a_table_keep_their_words(tmp_path: Path) -> None:
    """A long word is broken, and no column becomes narrower than nothing."""
    row = "| bold | yes | " + "x" * 300 + " | no | why | who | " + "y" * 300 + " |"
    text = f"# T\n\n|{' a |' * 7}\n|{'---|' * 7}\n{row}\n"
    found = text_of(make(tmp_path, text, plan_for("A5"))).split()
    assert {"bold", "yes", "no", "why", "who"} <= set(found)
    assert "".join(found).count("x") == 300


def test_a_table_with_more_columns_than_letters_find_room_is_refused(tmp_path: Path) -> None:
    def table(columns: int, word: str) -> str:
        return f"# T\n\n|{' n |' * columns}\n|{'---|' * columns}\n|{f' {word} |' * columns}\n"

    make(tmp_path, table(20, "1"))
    with pytest.raises(PnpError) as caught:
        make(tmp_path, table(20, "WW"), plan_for("A6"))
    (problem,) = caught.value.problems
    assert problem.code == "LEAF004" and problem.loc and problem.loc.line == 3
    assert "20 columns" in problem.message


def test_a_title_higher_than_the_page_is_refused(tmp_path: Path) -> None:
    plan = Plan(load(find_game("labydo"))[0], Options(paper=find_paper("74x105mm")))
    assert make(tmp_path, f"# {'long ' * 8}\n\n*Lead words.*\n\nText.\n", plan).pages <= 2
    with pytest.raises(PnpError) as caught:
        make(tmp_path, f"# Long\n\n*{'long ' * 95}end*\n\nText.\n", plan)
    (problem,) = caught.value.problems
    assert problem.code == "LEAF004" and "title" in problem.message


@pytest.mark.parametrize("game", bundled_games())
def test_the_title_of_every_leaflet_fits_the_smallest_paper(tmp_path: Path, game: str) -> None:
    plan = Plan(load(find_game(game))[0], Options(paper=find_paper("74x105mm")))
    text = (find_game(game) / "rules.md").read_text()
    title, lead = text.split("\n\n")[:2]
    made = make(tmp_path, f"{title}\n\n{lead}\n\nText.\n", plan)
    ink = ink_box(page_image(made.data, DPI), Rect(1, 1, 72, 103 - FOOT))
    assert ink.bottom < 100 - FOOT and ink.right < 74 - SIDE + 0.5


@pytest.mark.parametrize("lines", range(2, 16))
def test_a_heading_stands_with_the_long_table_below_it(tmp_path: Path, lines: int) -> None:
    """Wherever on a page it comes, and though the table is longer than what is left."""
    rows = "| row | word |\n" * 14
    text = "line  \n" * lines + f"\n## Heading\n\n| first | second |\n|---|---|\n{rows}"
    made = make(tmp_path, f"# T\n\n{text}", plan_for("A6"))
    (page,) = (words for words in pages_of(made) if "Heading" in words)
    assert page.index("Heading") < page.find("row")


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("word " * 40_001, 0, "has 200,005 characters"),
        ("# T\n\n" + "word " * 4_001, 3, "a paragraph or list of 20,004 characters"),
        (
            "# T\n\n- " + "\n- ".join(["word"] * 5_001),
            3,
            "a paragraph or list of 20,004 characters",
        ),
        ("| a |\n|---|\n" + "| b |\n" * 301, 1, "a table of 301 rows"),
    ],
)
def test_what_would_be_set_for_minutes_is_refused(
    text: str, line: int, says: str, tmp_path: Path
) -> None:
    (tmp_path / "r.md").write_text(text)
    _, problems = read_leaflet(tmp_path, "r.md", {})
    (problem,) = problems
    assert problem.code == "LEAF004" and says in problem.message and "at most" in problem.hint
    assert problem.loc and problem.loc.line == line
