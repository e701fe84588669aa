"""Galleries: every distinct face once, one file that needs nothing else, pictures that render."""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Callable
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
import resvg_py
from PIL import Image, ImageChops, ImageFilter, ImageStat

from pnp.draw.textboxes import text_boxes
from pnp.game.loader import bundled_games, load
from pnp.game.plan import Options, Plan
from pnp.geometry.plane import Rect
from pnp.pdf.everyface import Shown, sections_of
from pnp.pdf.gallery import WIDTH, gallery_html, gallery_page, gallery_png
from pnp.pdf.pages import face_pdf
from pnp.pdf.png import page_image
from pnp.piece import Face
from pnp.system.resources import bundled

GAMES = sorted(bundled_games())


@cache
def plan(game: str, *pieces: str) -> Plan:
    return Plan(load(bundled_games()[game])[0], Options(pieces=pieces))


@cache
def html(game: str) -> str:
    return gallery_html(plan(game))


def shown(made: Plan) -> list[Shown]:
    return [one for section in sections_of(made) for one in section.shown]


# -- what is shown ---------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_every_face_of_every_piece_is_shown_once(game: str) -> None:
    made = plan(game)
    fronts = Counter[str]()
    for piece in made.pieces:
        fronts[piece.front.key] += piece.copies
    found = {one.face.key: one.count for one in shown(made) if one.side == "front"}
    assert found == dict(fronts)
    backs = {piece.back.key for piece in made.pieces if piece.back}
    assert [one.face.key for one in shown(made) if one.side == "back"].__len__() == len(backs)
    assert {one.face.key for one in shown(made) if one.side == "back"} == backs


def test_labydo_has_one_back_for_all_cards() -> None:
    (back,) = [one for one in shown(plan("labydo")) if one.side == "back"]
    assert back.count == 48 and len(back.ids) == 48
    assert back.caption == "back of lab-01 … exit-4"
    dice = next(one for one in shown(plan("labydo")) if one.ids == ("die",))
    assert dice.count == 3 and dice.net


def test_captions_of_few_pieces_name_them_all() -> None:
    (back,) = [one for one in shown(plan("the-labyrinth")) if one.side == "back"]
    assert back.caption == "back of square, round"


def test_a_title_that_says_more_than_the_id_is_shown() -> None:
    titles = {one.ids[0]: one.title for one in shown(plan("dedalos")) if one.side == "front"}
    assert titles["D-0"] == "Dead end"
    assert {one.title for one in shown(plan("labydo")) if one.side == "back"} == {""}
    assert "D-0<br>Dead end<" in html("dedalos") and "lab-01<br>" not in html("labydo")


def test_a_selection_shows_what_is_selected() -> None:
    assert [one.ids for one in shown(plan("labydo", "die", "pawn-2"))] == [("pawn-2",), ("die",)]


# -- HTML ------------------------------------------------------------------------------------------


class Page(HTMLParser):
    """Elements that are open, ids, and what is used."""

    VOID = {"meta", "br"}

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.uses: set[str] = set()
        self.tags = Counter[str]()
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._seen(tag, attrs)
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._seen(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def _seen(self, tag: str, attrs: list[tuple[str, Any]]) -> None:
        self.tags[tag] += 1
        found = dict(attrs)
        if "id" in found:
            self.ids.append(found["id"])
        if tag == "use":
            self.uses.add(found["href"].removeprefix("#"))
        self.links += [v for k, v in attrs if k in ("src", "href") and not v.startswith("#")]


@pytest.mark.parametrize("game", GAMES)
def test_the_page_is_whole_and_needs_nothing_else(game: str) -> None:
    page = Page()
    page.feed(html(game))
    assert page.open == [] and page.links == []
    assert "http" not in html(game) and "@import" not in html(game)
    assert len(page.ids) == len(set(page.ids))
    assert page.uses == set(page.ids)
    assert page.tags["figure"] == len(shown(plan(game)))
    assert page.tags["svg"] == page.tags["figure"] + 1
    urls = re.findall(r"url\((.{12})", html(game))
    assert urls and set(urls) == {"data:font/tt"}


def test_each_distinct_layer_stands_once() -> None:
    layers = {s.layer.key: s.layer.svg for one in shown(plan("labydo")) for s in one.face.stack}
    page = html("labydo")
    for key, svg in layers.items():
        assert page.count(f'<g id="l{key}">') == 1
        if len(svg) > 300:
            assert page.count(svg) == 1


def test_fonts_of_faces_are_inside() -> None:
    fonts = re.findall(r'font-family: "([^"]+)"; font-weight: (\d+)', html("labydo"))
    assert len(fonts) == len(set(fonts))
    assert {("Cinzel", "700"), ("Alegreya Sans", "500"), ("Alegreya Sans", "900")} <= set(fonts)
    assert len(html("labydo")) < 400_000


def composed(page: str, name: str, size: tuple[int, int]) -> str:
    """The SVG of one figure with the page's definitions, as a browser puts them together."""
    defs = re.search(r"<defs>.*?</defs>", page, re.S)
    figure = re.search(rf'<svg role="img" aria-label="{name}" (.*?)>(.*?)</svg>', page, re.S)
    assert defs and figure
    box = re.sub(
        r'width="[^"]*" height="[^"]*"', f'width="{size[0]}" height="{size[1]}"', figure[1]
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg" {box}>{defs[0]}{figure[2]}</svg>'


@pytest.mark.parametrize(
    ("game", "id", "side"),
    [
        ("labydo", "lab-26", "front"),
        ("labydo", "box", "front"),
        ("the-labyrinth", "round", "front"),
        ("the-labyrinth", "square", "back"),
    ],
)
def test_figures_show_what_is_printed(game: str, id: str, side: str) -> None:
    one = next(o for o in shown(plan(game)) if id in o.ids and o.side == side)
    dpi = 1000 / one.face.size.width * 25.4
    printed = page_image(face_pdf(one.face, ""), dpi, grey=True)
    svg = composed(html(game), one.caption, printed.size)
    png = resvg_py.svg_to_bytes(
        svg_string=svg,
        background="#ffffff",
        font_dirs=[str(bundled("fonts"))],
        skip_system_fonts=True,
    )
    drawn = Image.open(io.BytesIO(bytes(png))).convert("L")
    assert drawn.size == printed.size
    soft = [picture.filter(ImageFilter.BoxBlur(2)) for picture in (drawn, printed)]
    assert ImageStat.Stat(ImageChops.difference(*soft)).mean[0] < 3
    assert min(soft[0].getextrema()) < 160, "something is drawn"  # type: ignore[type-var]


def test_words_are_escaped(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(
        "title: Cats & <Dogs>\ndocuments:\n  d:\n    print: [dice]\n", encoding="utf-8"
    )
    (tmp_path / "dice.yaml").write_text(
        'kind: die\ntitle: "<b>"\ndice:\n  d: {faces: ["&", "<", 3, 4, 5, 6]}\n', encoding="utf-8"
    )
    page = gallery_html(Plan(load(tmp_path)[0]))
    assert "<h1>Cats &amp; &lt;Dogs&gt; 1</h1>" in page and "<h2>&lt;b&gt;</h2>" in page
    Page().feed(page)


# -- contact sheet ---------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_faces_on_the_contact_sheet_do_not_overlap(game: str) -> None:
    page = gallery_page(plan(game))
    boxes = [placed.at.apply_rect(Rect(0, 0, *placed.face.size)) for placed in page.faces]
    assert len(boxes) == len(shown(plan(game)))
    whole = Rect(0, 0, *page.size)
    assert all(whole.covers(box) for box in boxes)
    assert not any(one.overlaps(two) for i, one in enumerate(boxes) for two in boxes[:i])


@pytest.mark.parametrize("game", GAMES)
def test_captions_have_one_size_and_room(game: str) -> None:
    """Also below faces that are narrower than their words."""
    page = gallery_page(plan(game))
    found = [
        (float(size), box.box)
        for size, box in zip(
            re.findall(r'<text [^>]*font-size="([\d.]+)"', page.stamps[0].layer.svg),
            text_boxes(Face(page.size, tuple(page.stamps))),
            strict=True,
        )
        if "×" in box.words
    ]
    assert len(found) == len(shown(plan(game)))
    assert {size for size, _ in found} == {2.4}
    boxes = [box for _, box in found]
    assert not any(one.overlaps(two) for i, one in enumerate(boxes) for two in boxes[:i])


def test_the_contact_sheet_is_as_wide_as_asked() -> None:
    picture = Image.open(io.BytesIO(gallery_png(plan("the-labyrinth"), 640)))
    tall = gallery_page(plan("the-labyrinth")).size.height
    assert picture.size == (640, round(tall / WIDTH * 640))
    assert len(picture.convert("RGB").getcolors(100_000) or ()) > 50


def test_two_galleries_are_the_same_bytes() -> None:
    fresh = Plan(load(bundled_games()["the-labyrinth"])[0])
    assert gallery_html(fresh) == html("the-labyrinth")
    assert gallery_png(fresh, 300) == gallery_png(plan("the-labyrinth"), 300)


# -- the command -----------------------------------------------------------------------------------


def test_the_command_writes_both(run_cli: Callable[..., Any], tmp_path: Path) -> None:
    for name in ("g.html", "g.PNG"):
        result = run_cli("gallery", "the-labyrinth", "-o", name, "--width", "300")
        assert (result.code, result.out) == (0, f"{name}: 4 faces of 3 pieces\n")
        assert (tmp_path / name).stat().st_size > 5_000


def test_other_endings_are_refused(run_cli: Callable[..., Any], tmp_path: Path) -> None:
    result = run_cli("gallery", "the-labyrinth", "-o", "g.svg")
    assert result.code == 2 and ".html or .png" in result.err
    assert list(tmp_path.iterdir()) == []


def test_a_game_with_errors_has_no_gallery(run_cli: Callable[..., Any]) -> None:
    assert run_cli("gallery", "nothing", "-o", "g.html").code == 2
