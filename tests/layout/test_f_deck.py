"""An F deck through the whole program: turned or folded, each back lies behind its own front.

Letters that no turn and no mirror leaves as they are, a ground colour for each card; files are
built, rendered, and the paper is turned over by turning the pixels.
"""

from __future__ import annotations

import colorsys
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pypdfium2
import pytest
from art_help import deck_folder, file_of
from msgspec.structs import replace
from PIL import Image, ImageChops, ImageDraw, ImageOps, ImageStat
from sheets_help import STROKES

from pnp.definition.model import Game
from pnp.game.loader import load
from pnp.game.plan import Options, Plan, SheetDocument
from pnp.geometry.plane import Rect
from pnp.layout.duplex import Flip
from pnp.layout.imposition import FOLD_GAP
from pnp.layout.marks import Marks
from pnp.layout.paper import Margins, Paper, find_paper
from pnp.layout.sheet import Sheet
from pnp.outputs.documents import export_document

SCALE = 2
"""Pixels per mm."""
SIZE = (63 * SCALE, 88 * SCALE)
CARDS = [f"c{n}" for n in range(10)]
UNEQUAL = Margins(4, 12, 9, 6)
NEAR, FAR = 8.0, 16.0
"""Mean differences of pictures that are the same, and that are not, of 255."""


def letter(name: str, number: int) -> Image.Image:
    """A black letter on a colour of the card's own, F on fronts and L on backs."""
    shade = 1.0 if number % 2 else 0.7
    red, green, blue = colorsys.hsv_to_rgb(number / len(CARDS), 0.6, shade)
    image = Image.new("RGB", SIZE, tuple(round(255 * c) for c in (red, green, blue)))
    draw = ImageDraw.Draw(image)
    for x, y, width, height in STROKES[name]:
        box = (x, y, x + width, y + height)
        draw.rectangle([v * SIZE[i % 2] / 10 for i, v in enumerate(box)], fill=0)
    return image


FRONTS = {id: letter("F", n) for n, id in enumerate(CARDS)}
BACKS = {id: letter("L", n) for n, id in enumerate(CARDS)}


def unlike(one: Image.Image, other: Image.Image) -> float:
    """The mean difference of two pictures, the second made as large as the first."""
    difference = ImageChops.difference(one, other.resize(one.size))
    return max(ImageStat.Stat(difference).mean)


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    pictures = {f"{id}_png": file_of(image) for id, image in FRONTS.items()}
    pictures |= {f"{id}b_png": file_of(image) for id, image in BACKS.items()}
    cards = "".join(f"  {id}: {{art: {id}.png, back: {id}b.png}}\n" for id in CARDS)
    folder = deck_folder(tmp_path_factory.mktemp("deck"), f"cards:\n{cards}", **pictures)
    return load(folder)[0]


def pages_of(plan: Plan, name: str) -> list[Image.Image]:
    """The pages of a document as they print."""
    (document,) = [d for d in plan.documents if d.name == f"{name}_{plan.paper_name}"]
    assert isinstance(document, SheetDocument)
    file = pypdfium2.PdfDocument(export_document(plan, document).data)
    assert len(file) == len(document.sheets)
    return [p.render(scale=SCALE * 25.4 / 72).to_pil().convert("RGB") for p in file]


def turned_over(page: Image.Image, paper: Paper, flip: Flip) -> Image.Image:
    """A back page as it shows through its front when the sheet is held to the light."""
    upright = paper.size.width <= paper.size.height
    return ImageOps.mirror(page) if (flip == "long") == upright else ImageOps.flip(page)


def leaves(plan: Plan, flip: Flip) -> Iterator[tuple[Sheet, Image.Image, Image.Image]]:
    """Each sheet of fronts with its page, and what lies behind it, seen through the paper."""
    sheets = plan.front_sheets("cards_{paper}")
    pages = pages_of(plan, "cards")
    if plan.options.sides == "fold":
        for sheet, page in zip(sheets, pages, strict=True):
            fold = ImageOps.mirror if sheet.axis == "vertical" else ImageOps.flip
            yield sheet, page, fold(page)
        return
    if plan.options.sides == "interleaved":
        fronts, backs = pages[::2], pages[1::2]
    else:
        fronts, backs = pages, pages_of(plan, "cards_back")
    for sheet, front, back in zip(sheets, fronts, backs, strict=True):
        yield sheet, front, turned_over(back, sheet.paper, flip)


def cut_out(page: Image.Image, box: Rect, turns: int) -> Image.Image:
    """A card cut from a page and turned back by so many quarters."""
    edges = (box.x, box.y, box.right, box.bottom)
    return page.crop(tuple(round(SCALE * v) for v in edges)).rotate(90 * turns, expand=True)


WAYS: list[dict[str, Any]] = [
    *({"sides": "separate", "flip": flip} for flip in ("long", "short")),
    *({"sides": "interleaved", "flip": flip} for flip in ("long", "short")),
    *({"sides": "fold", "axis": axis, "flip": None} for axis in ("vertical", "horizontal")),
]


@pytest.mark.slow
@pytest.mark.parametrize("whole", [True, False], ids=["full", "partial"])
@pytest.mark.parametrize("margins", [None, UNEQUAL], ids=["equal", "unequal"])
@pytest.mark.parametrize("paper", ["A4", "Letter", "200x300mm"])
@pytest.mark.parametrize("lie", ["portrait", "landscape"])
@pytest.mark.parametrize("way", WAYS, ids=lambda way: "-".join(filter(None, way.values())))
def test_each_back_lies_behind_its_own_front(
    game: Game, way: dict[str, Any], lie: Any, paper: str, margins: Margins | None, whole: bool
) -> None:
    chosen = find_paper(paper)
    usual = Marks(length=2.5)  # not shorter to spare the second sheet
    options = Options(replace(chosen, margins=margins or chosen.margins), lie, crop=usual, **way)
    room = len(Plan(game, options).front_sheets("cards_{paper}")[0].placements)
    count = room if whole else room + 1
    plan = Plan(game, replace(options, pieces=(f"1-{count}",)))
    assert len(plan.front_sheets("cards_{paper}")) == (1 if whole else 2)
    found = []
    for sheet, front, through in leaves(plan, way["flip"] or "long"):
        width, height = sheet.paper.size
        assert (width > height) == (lie == "landscape")
        for placed in sheet.placements:
            assert sheet.paper.printable.covers(placed.trim)
            turns = {(1, 0): 0, (0, 1): 1, (0, -1): 3}[round(placed.at.a), round(placed.at.b)]
            card, behind = (cut_out(page, placed.trim, turns) for page in (front, through))
            assert unlike(card, FRONTS[placed.piece.id]) < NEAR
            assert unlike(ImageOps.mirror(behind), BACKS[placed.piece.id]) < NEAR
            found.append(placed.piece.id)
            if way["sides"] == "fold":
                upright = way["axis"] == "vertical"
                edge = placed.trim.right if upright else placed.trim.bottom
                assert edge <= (width if upright else height) / 2 - FOLD_GAP + 1e-6
    assert found == CARDS[:count]


def test_nothing_else_is_like_a_card() -> None:
    """The matrix can fail: other letters, cards, turns and mirrors differ clearly."""
    faces = [*FRONTS.values(), *BACKS.values()]
    assert all(unlike(a, b) > FAR for a, b in combinations(faces, 2))
    for face in (FRONTS["c0"], BACKS["c0"]):
        turned = [face.rotate(90 * n, expand=True) for n in range(4)]
        others = [*turned[1:], *map(ImageOps.mirror, turned)]
        assert all(unlike(face, other) > FAR for other in others)
