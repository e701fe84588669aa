"""Leaflets: what Markdown is understood, and where its problems are."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from pnp.errors import Loc, Problem
from pnp.game.loader import find_game, load
from pnp.game.plan import Options, Plan
from pnp.layout.instructions import telling
from pnp.layout.paper import PAPERS
from pnp.leaflet.blocks import (
    Heading,
    Leaflet,
    Listing,
    Paragraph,
    Picture,
    PictureRow,
    Text,
    TextTable,
    Words,
    column,
)
from pnp.leaflet.pictures import find_art
from pnp.leaflet.problems import leaflet_problems
from pnp.leaflet.reading import read_leaflet

STAR = "![a](symbol:star?height=9mm)"
WORDS = {"paper": "A4"} | telling("separate", ["long"])


@pytest.fixture(scope="module")
def plan() -> Plan:
    return Plan(load(find_game("labydo"))[0])


def read(folder: Path, text: str, **words: str) -> tuple[Leaflet, list[Problem]]:
    (folder / "rules.md").write_text(text, encoding="utf-8")
    leaflet, problems = read_leaflet(folder, "rules.md", words)
    assert leaflet is not None
    return leaflet, problems


def clean(folder: Path, text: str, **words: str) -> Leaflet:
    leaflet, problems = read(folder, text, **words)
    assert problems == []
    return leaflet


def places(problems: Sequence[Problem]) -> list[tuple[str, int, int]]:
    assert all(p.loc and p.loc.file.endswith("rules.md") and p.message for p in problems)
    return [(p.code, p.loc.line, p.loc.col) for p in problems if p.loc]


def styled(text: Text) -> list[tuple[str, bool, bool]]:
    return [(run.text, run.bold, run.italic) for run in text]


def words_of(text: Text) -> str:
    return "".join(run.text for run in text)


# -- structure -------------------------------------------------------------------------------------


def test_title_lead_and_body(tmp_path: Path) -> None:
    leaflet = clean(tmp_path, "# Name\n\n*2 players · 10 min*\n\nText.\n\n## Two\n\n### Three\n")
    assert words_of(leaflet.title) == "Name"
    assert words_of(leaflet.lead) == "2 players · 10 min"
    kinds = [(type(b), b.level if isinstance(b, Heading) else 0) for b in leaflet.body]
    assert kinds == [(Paragraph, 0), (Heading, 2), (Heading, 3)]
    assert [b.loc.line for b in leaflet.blocks] == [1, 3, 5, 7, 9]


def test_without_title_or_lead_everything_is_body(tmp_path: Path) -> None:
    assert len(clean(tmp_path, "Text.\n").body) == 1
    assert clean(tmp_path, "# Name\n\nnot *all* italic\n").lead == ()


def test_runs_know_style_and_place(tmp_path: Path) -> None:
    block = clean(tmp_path, "One **two *three***\nfour *five*\\\nsix\n").blocks[0]
    assert isinstance(block, Paragraph)
    assert styled(block.text) == [
        ("One ", False, False),
        ("two ", True, False),
        ("three", True, True),
        (" ", False, False),
        ("four ", False, False),
        ("five", False, True),
        ("\n", False, False),
        ("six", False, False),
    ]
    found = {run.text: (run.loc.line, run.loc.col) for run in block.text}
    assert found["two "] == (1, 7) and found["three"] == (1, 12)
    assert found["four "] == (2, 1) and found["five"] == (2, 7) and found["six"] == (3, 1)


def test_words_are_filled_in_and_unknown_ones_stay(tmp_path: Path) -> None:
    text = "a_{paper}.pdf {papre} {} {1,2} x\n\n![on {paper}](symbol:star?height=9mm)\n"
    leaflet, (problem,) = read(tmp_path, text, paper="A4")
    assert (problem.code, problem.severity) == ("LEAF007", "warning")
    assert problem.loc == Loc(str(tmp_path / "rules.md"), 1, 15)
    assert problem.message == "nothing is filled in for {papre}; it is printed as it stands"
    assert problem.hint == "did you mean '{paper}'?; \\{papre} if that is meant"
    paragraph, row = leaflet.blocks
    assert isinstance(paragraph, Paragraph) and isinstance(row, PictureRow)
    assert words_of(paragraph.text) == "a_A4.pdf {papre} {} {1,2} x"
    rest = next(run for run in paragraph.text if run.text.startswith(".pdf"))
    assert rest.loc.col == 10  # where it stands in the file, not where it is printed
    assert row.pictures[0].caption == "on A4"


def test_lists_nest_once_and_keep_their_start(tmp_path: Path) -> None:
    text = "3. one\n   - inner\n   - more\n4. two\n\n   second paragraph\n"
    outer = clean(tmp_path, text).blocks[0]
    assert isinstance(outer, Listing) and outer.start == 3 and len(outer.items) == 2
    first, inner = outer.items[0]
    assert isinstance(first, Paragraph) and words_of(first.text) == "one"
    assert isinstance(inner, Listing) and inner.start is None and len(inner.items) == 2
    assert inner.loc.line == 2 and inner.loc.col == 4
    assert [type(part) for part in outer.items[1]] == [Paragraph, Paragraph]


def test_tables_have_head_alignment_and_places(tmp_path: Path) -> None:
    text = "| A | B | C |\n|:--|:-:|--:|\n| x | **x** | |\n| y \\| z |\n"
    table = clean(tmp_path, text).blocks[0]
    assert isinstance(table, TextTable)
    assert table.aligns == ("left", "center", "right")
    assert [words_of(cell) for cell in table.head] == ["A", "B", "C"]
    assert [[words_of(cell) for cell in row] for row in table.rows] == [
        ["x", "x", ""],
        ["y | z", "", ""],
    ]
    assert table.rows[0][0][0].loc.col == 3  # the same letter twice in one line
    assert table.rows[0][1][0] == Words("x", Loc(table.loc.file, 3, 9), bold=True)


def test_picture_rows(tmp_path: Path) -> None:
    text = (
        "![A tile](face:lab-01?height=4.5cm&side=back) "
        "![](symbol:star?height=9mm)\n![B](board:3x2?seed=5&height=70mm)\n"
    )
    row = clean(tmp_path, text).blocks[0]
    assert isinstance(row, PictureRow)
    file = row.loc.file
    assert row.pictures == (
        Picture("face", "lab-01", 45.0, (("side", "back"),), "A tile", Loc(file, 1, 1)),
        Picture("symbol", "star", 9.0, (), "", Loc(file, 1, 47)),
        Picture("board", "3x2", 70.0, (("seed", "5"),), "B", Loc(file, 2, 1)),
    )
    assert row.pictures[2].param("seed", "0") == "5" and row.pictures[0].param("x", "y") == "y"


def test_entities_escapes_and_addresses_are_text(tmp_path: Path) -> None:
    block = clean(tmp_path, "a \\* b &amp; <https://x.org/y>\n").blocks[0]
    assert isinstance(block, Paragraph) and words_of(block.text) == "a * b & https://x.org/y"


def test_reference_definitions_do_not_vanish(tmp_path: Path) -> None:
    block = clean(tmp_path, "[x]: http://y.org\n").blocks[0]
    assert isinstance(block, Paragraph) and words_of(block.text) == "[x]: http://y.org"


@pytest.mark.parametrize("game", ["dedale", "dedalos", "labydo", "mino-dice", "the-labyrinth"])
def test_the_bundled_leaflets_are_understood(game: str) -> None:
    folder = find_game("labydo").parent / game
    leaflet, problems = read_leaflet(folder, "rules.md", WORDS)
    assert problems == [] and leaflet and leaflet.title and leaflet.lead and leaflet.pictures
    lines = (folder / "rules.md").read_text(encoding="utf-8").split("\n")
    for picture in leaflet.pictures:
        source = lines[picture.loc.line - 1][picture.loc.col - 1 :]
        assert source.startswith(f"![{picture.caption}]({picture.kind}:{picture.name}")


# -- LEAF002: what a leaflet does not know ---------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "line", "col", "word"),
    [
        ("ok\n\n<div>x</div>\n", 3, 1, "HTML"),
        ("ok\n<!-- note -->\n", 2, 1, "HTML"),
        ("a <br> c\n", 1, 3, "HTML"),
        ("```\nx\n```\n", 1, 1, "code"),
        ("ok\n\n    x\n", 3, 5, "code"),
        ("say `x`\n", 1, 5, "code"),
        ("> q\n", 1, 1, "quotation"),
        ("ok\n\n***\n", 3, 1, "rule"),
        ("one\nsee [a](http://x.org)\n", 2, 5, "link"),
        ("**see [a](http://x.org)**\n", 1, 7, "link"),
        (f"[{STAR}](http://x.org)\n", 1, 1, "link"),
        ("![a](http://x.org/y.png)\n", 1, 1, "picture file"),
        ("![a](//x.org/y.png)\n", 1, 1, "picture file"),
        ("![a](data:image/png;base64,AA)\n", 1, 1, "picture file"),
        ("![a](file:///etc/passwd)\n", 1, 1, "picture file"),
        (f"{STAR} ![a](pic.png)\n", 1, 30, "picture file"),
        (f"words {STAR}\n", 1, 7, "inside a text"),
        (f"- {STAR}\n", 1, 3, "inside a text"),
        (f"## h {STAR}\n", 1, 6, "inside a text"),
        (f"| A | B |\n|---|---|\n| x | {STAR} |\n", 3, 7, "inside a text"),
        ("#### h\n", 1, 1, "level 4"),
        ("- a\n  - b\n    - c\n", 3, 5, "nested twice"),
        ("- a\n\n  # h\n", 3, 3, "heading in a list"),
        ("| A |\n|---|\n| x | lost |\n", 3, 1, "more cells"),
        ('![a](symbol:star?height=9mm "title")\n', 1, 1, "title"),
        ("![**a**](symbol:star?height=9mm)\n", 1, 1, "caption"),
    ],
)
def test_foreign_markdown_is_refused_where_it_stands(
    tmp_path: Path, text: str, line: int, col: int, word: str
) -> None:
    _, problems = read(tmp_path, text)
    assert places(problems) == [("LEAF002", line, col)]
    assert word in problems[0].message and problems[0].hint


def test_all_problems_at_once_in_order(tmp_path: Path) -> None:
    _, problems = read(tmp_path, "a `x` b `y`\n\n![](face:a)\n\n<p>\n")
    assert places(problems) == [
        ("LEAF002", 1, 3),
        ("LEAF002", 1, 9),
        ("LEAF001", 3, 1),
        ("LEAF002", 5, 1),
    ]


def test_places_hold_with_windows_line_ends(tmp_path: Path) -> None:
    (tmp_path / "rules.md").write_bytes(b"\xef\xbb\xbfone\r\ntwo `x`\r\n")
    assert places(read_leaflet(tmp_path, "rules.md", {})[1]) == [("LEAF002", 2, 5)]


# -- LEAF001: pictures -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "message", "hint"),
    [
        ("face:lab-01", "no height", "45mm"),
        ("face:lab-01?height=45", "no unit", "45mm"),
        ("face:lab-01?height=tall", "not a length", "45mm"),
        ("face:lab-01?height=0mm", "cannot be", "45mm"),
        ("face:lab-01?height=-4mm", "cannot be", "45mm"),
        ("face:lab-01?height=9mm&height=8mm", "twice", ""),
        ("face:lab-01?heigth=9mm", "'heigth'", "'height'"),
        ("face:lab-01?height=9mm&side=left", "'left'", "side=back"),
        ("face:?height=9mm", "no name", "face:NAME"),
        ("faces:lab-01?height=9mm", "'faces'", "'face'"),
        ("javascript:x?height=9mm", "'javascript'", "face, symbol, board"),
        ("symbol:star?height=9mm&side=back", "'side'", "height"),
        ("board:3by2?height=9mm", "'3by2'", "3x2"),
        ("board:0x2?height=9mm", "'0x2'", "3x2"),
        ("board:3x2?height=9mm&seed=five", "'five'", "whole number"),
    ],
)
def test_pictures_that_are_written_wrongly(
    tmp_path: Path, source: str, message: str, hint: str
) -> None:
    leaflet, problems = read(tmp_path, f"one\n\n{STAR} ![b]({source})\n")
    assert places(problems) == [("LEAF001", 3, 30)]
    assert message in problems[0].message and hint in problems[0].hint
    assert [picture.name for picture in leaflet.pictures] == ["star"]


@pytest.mark.parametrize(
    ("source", "code", "message", "hint"),
    [
        ("face:lab-1?height=9mm", "LEAF001", "'lab-1'", "lab-"),
        ("face:zzz?height=9mm", "LEAF001", "'zzz'", "lab-01"),
        ("face:die?height=9mm&side=back", "LEAF001", "no back", "front"),
        ("symbol:stra?height=9mm", "LEAF001", "'stra'", "'star'"),
        ("board:90x90?height=9mm", "BOARD001", "not enough tiles", "largest"),
        ("face:lab-01?height=360mm", "LEAF004", "too large", "175mm"),
        ("face:die?height=140mm", "LEAF004", "too large", "61."),
    ],
)
def test_pictures_that_show_nothing_or_do_not_fit(
    tmp_path: Path, plan: Plan, source: str, code: str, message: str, hint: str
) -> None:
    leaflet = clean(tmp_path, f"one\n\n{STAR} ![b]({source})\n")
    problems = leaflet_problems(leaflet, plan)
    assert places(problems) == [(code, 3, 30)]
    assert message in problems[0].message and hint in problems[0].hint


def test_the_hint_for_a_large_picture_is_true(tmp_path: Path, plan: Plan) -> None:
    (problem,) = leaflet_problems(clean(tmp_path, "![](face:die?height=199mm)\n"), plan)
    most = problem.hint.split("=")[1].split()[0]
    leaflet = clean(tmp_path, f"![](face:die?height={most})\n")
    assert leaflet_problems(leaflet, plan) == []
    art = find_art(leaflet, plan)[0][leaflet.pictures[0]]
    room = column(plan.options.paper).width
    assert room - 0.2 < leaflet.pictures[0].height_mm * art.size.width / art.size.height <= room


def test_the_art_of_each_kind(tmp_path: Path, plan: Plan) -> None:
    leaflet = clean(
        tmp_path,
        "![](face:lab-01?height=9mm) ![](face:lab-01?height=9mm&side=back) "
        "![](board:3x2?height=30mm&seed=5) ![](face:die?height=30mm) " + STAR,
    )
    art, problems = find_art(leaflet, plan)
    assert problems == ()
    front, back, board, die, star = (art[picture] for picture in leaflet.pictures)
    piece = plan.pieces_of("labyrinth")[0]
    assert front.faces[0][0] == piece.front and back.faces[0][0] == piece.back
    assert front.framed and board.framed and not die.framed
    assert len(board.faces) == 6 and board.size.width == pytest.approx(3 * piece.size.width)
    assert star.drawing and not star.faces


# -- FONT001 ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "col", "font"),
    [
        ("# Aθ\n", 4, "Cinzel-Bold"),
        ("a **b★**\n", 6, "Alegreya-Bold"),
        ("*x* a★\n", 6, "Alegreya-Regular"),
        ("{paper} ★\n", 9, "Alegreya-Regular"),
        ("- *★*\n", 4, "Alegreya-Italic"),
        ("| A | ★ |\n|---|---|\n", 7, "AlegreyaSans-Bold"),
        ("![x★](symbol:star?height=9mm)\n", 4, "AlegreyaSans-Italic"),
    ],
)
def test_missing_glyphs_name_font_and_code_point(
    tmp_path: Path, plan: Plan, text: str, col: int, font: str
) -> None:
    problems = leaflet_problems(clean(tmp_path, text, paper="Letter"), plan)
    assert places(problems) == [("FONT001", 1, col)]
    point = "U+03B8" if "θ" in text else "U+2605"
    assert font in problems[0].message and point in problems[0].message


def test_the_bundled_leaflet_has_no_problems() -> None:
    for paper in ("A4", "Letter"):
        plan = Plan(load(find_game("labydo"))[0], Options(paper=PAPERS[paper]))
        leaflet, problems = read_leaflet(find_game("labydo"), "rules.md", WORDS)
        assert leaflet and problems == [] and leaflet_problems(leaflet, plan) == []
