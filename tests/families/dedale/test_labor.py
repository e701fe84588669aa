"""Labor cards: picture and text come from the condition and agree with it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from dedale_help import copy_to, plan
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from PIL import ImageDraw

from pnp.draw.ink import Ink, face_svg
from pnp.draw.shapes import inked
from pnp.draw.symbols import symbol
from pnp.draw.textboxes import text_boxes
from pnp.families.dedale.cell_card import CellCards, scheme_of
from pnp.families.dedale.conditions import Bound, Condition, Term, parse_condition
from pnp.families.dedale.labor import Labor
from pnp.families.dedale.laborart import draw_picture, icons, patch
from pnp.families.dedale.laboricons import ANY, FLOOR, IconInks
from pnp.game.loader import load
from pnp.game.plan import Plan
from pnp.geometry.plane import IDENTITY, Rect, Size
from pnp.pdf.pages import Info, Page, write_pages
from pnp.pdf.png import page_image
from pnp.piece import Face, Placed, Stamp

COLOURS = ["red", "green", "blue", "yellow"]


def look() -> IconInks:
    game = plan().game
    component = game.component("labyrinth")
    assert isinstance(component, CellCards)
    scheme, problems = scheme_of(component, game)
    assert scheme is not None and problems == []
    return IconInks(
        game.file.theme,
        {entry.name: entry for entry in scheme.colours.values() if entry.colour},
        {entry.name: entry.symbol for entry in scheme.marks.values()},
        "minotaur",
    )


def drawn(text: str) -> str:
    """The picture of a condition on an area of 55 x 24 mm."""
    condition, slips = parse_condition(text, COLOURS, ["ariadne", "theseus"])
    assert condition is not None, slips
    ink = Ink()
    assert draw_picture(ink, icons(condition, look()), Rect(4, 17, 55, 24), look().theme)
    return ink.layer().svg


def cells(svg: str, colour: str) -> int:
    return len(re.findall(rf'<rect [^>]*fill="{colour}"', svg))


def fills(svg: str) -> set[str]:
    return set(re.findall(r'<rect [^>]*fill="(#[0-9A-F]{6})"', svg))


def captions(svg: str) -> list[str]:
    return re.findall(r">([^<>]+)</text>", svg)


@pytest.mark.parametrize(
    ("text", "grey", "floor", "colours", "says"),
    [
        ("tiles >= 6", 0, 6, 0, ["6+"]),
        ("tiles == 18", 0, 18, 0, ["exactly 18"]),
        ("tiles <= 5", 0, 5, 0, ["at most 5"]),
        ("zones(size>=4) >= 2", 8, 0, 0, ["4+", "4+"]),
        ("zones(size>=10) >= 1", 10, 0, 0, ["10+"]),
        ("zones(size>=18) >= 1", 18, 0, 0, ["18+"]),
        ("zones(size==6) >= 3", 18, 0, 0, ["exactly 6"] * 3),
        ("zones(red, size>=5) >= 1", 0, 0, 1, ["5+"]),
        ("zones(size>=2) >= 9", 2, 0, 0, ["9 of 2+"]),
        ("zones(size>=3) == 2", 6, 0, 0, ["exactly 2 of 3+"] * 2),
        ("dcolours(size>=9) >= 4", 0, 0, 4, ["9+"] * 4),
        ("dcolours(size>=4) >= 2", 8, 0, 0, ["4+", "4+, 2+ colours"]),
        ("maxzone == 7", 7, 0, 0, ["largest: exactly 7"]),
        ("colour(blue) >= 3", 0, 0, 1, ["3+"]),
        ("tiles == 18; zones(size==6) >= 2", 12, 18, 0, ["exactly 18", "exactly 6", "exactly 6"]),
    ],
)
def test_a_picture_has_as_many_cells_as_its_terms_say(
    text: str, grey: int, floor: int, colours: int, says: list[str]
) -> None:
    svg = drawn(text)
    assert (cells(svg, ANY), cells(svg, FLOOR)) == (grey, floor)
    assert len(fills(svg) - {ANY, FLOOR}) == colours
    assert captions(svg) == says


def test_coloured_zones_have_all_their_cells() -> None:
    svg = drawn("dcolours(size>=9) >= 4")
    counts = {fill: cells(svg, fill) for fill in fills(svg)}
    assert sorted(counts.values()) == [9, 9, 9, 9]


def test_what_is_forbidden_is_struck_through() -> None:
    accent = look().theme.palette.accent
    bar = re.compile(rf'<line [^>]*stroke="{accent}"')
    assert not bar.search(drawn("mark(theseus) >= 1"))
    for text in ("mark(ariadne) == 0", "zones(size>=3) == 0", "colour(red) <= 0", "maxzone <= 0"):
        assert bar.search(drawn(text)), text


@given(st.integers(1, 60))
def test_patches_are_one_piece_of_just_so_many_cells(number: int) -> None:
    found = patch(number)
    assert len(found) == len(set(found)) == number
    cols = max(x for x, _ in found) + 1
    assert all((x - 1, y) in found or x == 0 for x, y in found)
    assert all((x, y - 1) in found or y == 0 for x, y in found)
    assert cols <= 3 * number**0.5


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.one_of(
            st.builds(Term, st.sampled_from(["tiles", "maxzone"]),
                      st.builds(Bound, st.sampled_from([">=", "==", "<="]), st.integers(1, 20))),
            st.builds(Term, st.just("zones"),
                      st.builds(Bound, st.sampled_from([">=", "==", "<="]), st.integers(0, 4)),
                      st.sampled_from(["", "red"]),
                      st.builds(Bound, st.sampled_from([">=", "==", "<="]), st.integers(1, 12))),
        ), min_size=1, max_size=3,
    )
)  # fmt: skip
def test_pictures_stay_in_their_area(terms: list[Term]) -> None:
    ink, area = Ink(), Rect(4, 17, 55, 24)
    assume(draw_picture(ink, icons(Condition(tuple(terms)), look()), area, look().theme))
    for x, y, w, h in re.findall(
        r'<rect [^>]*height="([\d.]+)"[^>]*width="([\d.]+)" x="([\d.]+)" y="([\d.]+)"',
        ink.layer().svg,
    ):
        box = Rect(float(w), float(h), float(y), float(x))
        assert area.covers(box, 0.1)


@pytest.mark.slow
@pytest.mark.parametrize("number", [1, 2, 3, 6, 8, 18, 40])
def test_a_room_s_wall_touches_neither_its_caption_nor_the_minotaur(number: int) -> None:
    """Black that is joined to the wall reaches neither of the two."""
    condition, _ = parse_condition(f"tiles >= {number}", COLOURS, [])
    assert condition is not None
    ink, page = Ink(), Size(63, 34)
    assert draw_picture(ink, icons(condition, look()), Rect(4, 4, 55, 24), look().theme)
    face = Face(page, (Stamp(ink.layer()),))
    (caption,) = text_boxes(face)
    at = re.search(r"matrix\(([\d.]+) 0 0 [\d.]+ ([\d.]+) ([\d.]+)\)", ink.layer().svg)
    assert at
    scale, x, y = map(float, at.groups())
    beast = inked(symbol("minotaur"))
    head = Rect(x + scale * beast.x, y + scale * beast.y, scale * beast.width, scale * beast.height)
    data = write_pages([Page(page, [Placed(face, IDENTITY)])], Info("labor"))
    picture = page_image(data, 600).convert("L").point(lambda level: 0 if level < 100 else 255)
    dot = 600 / 25.4
    first = re.findall(r'd="M([\d.]+) ([\d.]+)h[^"]*" fill="none" stroke="#111111"', face_svg(face))
    ImageDraw.floodfill(picture, tuple(round(float(v) * dot) for v in first[-1]), 128)
    for box in (caption.box, head):
        corners = [round(v * dot) for v in (box.x, box.y, box.right, box.bottom)]
        found = {level for _, level in picture.crop(tuple(corners)).getcolors()}
        assert 0 in found and 128 not in found, box


LONG = "First stones of the very long and winding old labyrinth"
NUMBERS = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X"]


def labors() -> list[Labor]:
    return [p.truth for p in plan().pieces if isinstance(p.truth, Labor)]


def test_ten_labors_say_what_they_ask() -> None:
    assert [labor.number for labor in labors()] == NUMBERS
    for piece in plan().pieces:
        if not isinstance(piece.truth, Labor):
            continue
        words = captions(piece.front.stack[0].layer.svg)
        text = " ".join(w for w in words)
        assert piece.truth.demands in text.replace("\n", " ")
        assert words[:3] == [piece.truth.number, str(piece.truth.hand), piece.truth.title]


def titles(plan: Plan) -> dict[str, float]:
    """The sizes of the titles as drawn, mm, by number."""
    found = {}
    for piece in plan.pieces:
        if isinstance(piece.truth, Labor):
            svg = piece.front.stack[0].layer.svg
            (tag,) = re.findall(rf"<text ([^>]*)>{piece.truth.title}</text>", svg)
            found[piece.truth.number] = float(re.findall(r'font-size="([\d.]+)"', tag)[0])
    return found


def test_all_titles_have_one_size() -> None:
    """That which the widest of them needs."""
    sizes = titles(plan())
    assert list(sizes) == NUMBERS and len(set(sizes.values())) == 1
    assert 2.8 <= sizes["VII"] < 3.9


def test_one_long_title_does_not_make_all_tiny(tmp_path: Path) -> None:
    folder = copy_to(tmp_path)
    path = folder / "labors.yaml"
    path.write_text(path.read_text().replace("The endless gallery", "The endless galleries one"))
    sizes = titles(Plan(load(folder)[0]))
    assert 2.3 <= sizes["VII"] < 2.8 and sizes["I"] == sizes["X"] == 2.8


def test_pictures_keep_off_the_wave_and_the_text() -> None:
    """2 mm above and below the highest picture: that of three zones in two rows."""
    for piece in plan().pieces:
        if isinstance(piece.truth, Labor):
            svg = piece.front.stack[0].layer.svg
            fields = [
                (float(y), float(height))
                for height, y in re.findall(
                    rf'<rect fill="(?:{ANY}|{FLOOR})" height="([\d.]+)" [^>]*y="([\d.]+)"', svg
                )
            ]
            lines = re.findall(r'font-size="([\d.]+)"[^>]*y="([\d.]+)"[^>]*>Lock', svg)
            ((size, base),) = [(float(s), float(b)) for s, b in lines]
            if fields:
                assert min(y for y, _ in fields) > 15.5
                assert max(y + height for y, height in fields) < base - size - 2.0


def test_text_keeps_three_millimetres_from_the_trim() -> None:
    for piece in plan().pieces:
        if isinstance(piece.truth, Labor):
            for x, y in re.findall(
                r'<text [^>]*x="([\d.]+)" y="([\d.]+)"', piece.front.stack[0].layer.svg
            ):
                assert 3 <= float(x) <= 60 and 5 <= float(y) <= 60


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("condition: tiles >= 6", "condition: tiles >= six",
         (14, 25, "DEF020", "'six' where a number belongs")),
        ("condition: tiles >= 6", 'condition: "tiles >= six"',
         (14, 26, "DEF020", "'six' where a number belongs")),
        ("title: First stones", f"title: {LONG}",
         (13, 12, "TEXT001", f"'{LONG}' does not fit the card")),
        ("condition: tiles >= 6", "condition: tiles >= 900; zones(size>=900) >= 2",
         (14, 16, "ART001", "the picture does not fit the card")),
        ("like: labyrinth ", "like: labirinth ",
         (4, 7, "DEF009", "there are no cell cards 'labirinth'")),
        ("hand: 1", "hand: 0", (15, 11, "DEF003", "'0' is too small")),
        ("hand: 1", "copies: 0", (15, 13, "DECK005", "labor-1 has 0 copies and is left out")),
    ],
)  # fmt: skip
def test_mistakes_have_places(
    tmp_path: Path, old: str, new: str, says: tuple[int, int, str, str]
) -> None:
    folder = copy_to(tmp_path)
    path = folder / "labors.yaml"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    game, loading = load(folder)
    found = [(p.loc.line, p.loc.col, p.code, p.message) for p in (*loading, *Plan(game).problems)
             if p.loc]  # fmt: skip
    assert says in found, found
