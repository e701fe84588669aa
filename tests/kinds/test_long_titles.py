"""A title too long for a line stands in two, on every kind that carries the game's title."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pypdfium2
import pytest
from dice_help import DICE, plan_of, sizes_of_text, words_of

from pnp.checks import run as run_checks
from pnp.draw.text import break_in_two, text_width, wrap
from pnp.game.plan import Plan, SheetDocument
from pnp.geometry.plane import Affine, Rect
from pnp.layout.sheet import Sheet
from pnp.outputs.documents import export_document
from pnp.units import MM_PER_INCH, POINTS_PER_INCH

TITLE = "The Lighthouse Keepers of the Northern Sea"
HALVES = ("THE LIGHTHOUSE KEEPERS", "OF THE NORTHERN SEA")
CARDS = "kind: blanks\nsize: {size}\ncopies: 60\n"
KINDS = {
    "tuck": "kind: tuckbox\nholds: [cards]\n",
    "tray": "kind: tray\nholds: [cards]\n",
    "case": "kind: sleeve\nover: tuck\n",
    "wrap": "kind: envelope\nholds: [few]\n",
    "draw": "kind: drawbox\nsize: 60 x 60 x 40mm\nhand: 50 x 30mm\n",
    "pad": "kind: scorepad\nsize: 120 x 100mm\nplayers: 4\nrows: [1, 2, 3]\n",
    "desk": "kind: screen\nscreens:\n  a: {symbol: owl, title: Owl, letter: O}\n",
}
FEW = CARDS.replace("60", "4").format(size="63x63mm")


def game_of(folder: Path, title: str, cards: str = "63x88mm") -> Plan:
    files = {"cards": CARDS.format(size=cards), "few": FEW, "dice": DICE, **KINDS}
    return plan_of(folder, title=title, **files)[0]


def panels(sheet: Sheet) -> Iterator[Rect]:
    """The panels of nets on a sheet, or whole pieces that are none."""
    for placed in sheet.placements:
        net, pad = placed.piece.net, placed.piece.net_pad
        if net is None:
            yield placed.trim
            continue
        for panel in net.panels:
            at = placed.at @ Affine.translation(pad, pad) @ panel.frame
            yield at.apply_rect(Rect(0, 0, *panel.size))


def places(data: bytes, page: int, words: str) -> Iterator[Rect]:
    """The boxes of all letters of each occurrence of the words on a page, mm from its top left."""
    mm = MM_PER_INCH / POINTS_PER_INCH
    with pypdfium2.PdfDocument(data) as pdf:
        sheet = pdf[page]
        text, height = sheet.get_textpage(), sheet.get_height()
        search = text.search(words, match_case=True)
        while (found := search.get_next()) is not None:
            boxes = [text.get_charbox(i) for i in range(found[0], found[0] + found[1])]
            left, low = min(b[0] for b in boxes), min(b[1] for b in boxes)
            right, high = max(b[2] for b in boxes), max(b[3] for b in boxes)
            yield Rect(left * mm, (height - high) * mm, (right - left) * mm, (high - low) * mm)


def test_every_kind_is_built_and_its_title_read_back(tmp_path: Path) -> None:
    plan = game_of(tmp_path, TITLE)
    assert [p for p in run_checks(plan).problems if p.severity == "error"] == []
    for name in KINDS:
        document = next(d for d in plan.documents if d.name.startswith(name))
        assert isinstance(document, SheetDocument)
        data = export_document(plan, document).data
        for page, sheet in enumerate(document.sheets):
            walls = list(panels(sheet))
            first, second = (list(places(data, page, half)) for half in HALVES)
            assert first and len(first) == len(second), name
            for box in first + second:
                assert any(wall.inset(1.4).covers(box) for wall in walls), (name, box)


def test_letters_are_no_smaller_than_they_may_be(tmp_path: Path) -> None:
    plan = game_of(tmp_path, TITLE)
    for piece in plan.pieces:
        assert min(sizes_of_text(piece.front), default=9.0) >= 2.2


@pytest.mark.parametrize("title", ["Harbor", "Two Words"])
def test_a_title_that_fits_stays_in_one_line(title: str, tmp_path: Path) -> None:
    plan = game_of(tmp_path, title)
    found = [words for piece in plan.pieces for words in words_of(piece.front)]
    assert found.count(title.upper()) > 10
    assert not {word.upper() for word in title.split()} & set(found) - {title.upper()}


@pytest.mark.parametrize(
    "title", ["Rindfleischetikettierungsüberwachungsaufgabenübertragung", f"{TITLE} and {TITLE}"]
)
def test_what_not_even_two_lines_hold_is_said(title: str, tmp_path: Path) -> None:
    """At the title's own place, of every kind of piece that lacks the room."""
    plan = game_of(tmp_path, title)
    problems = [p for p in plan.problems if p.code == "TEXT001"]
    assert problems and {p.loc.line for p in problems if p.loc} == {1}
    assert {p.message.rpartition(" does not fit ")[2] for p in problems} >= {
        "the box",
        "the score pad 'pad'",
        "the screen",
    }


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        (TITLE, ("The Lighthouse Keepers", "of the Northern Sea")),
        ("One", None),
        ("a bb", ("a", "bb")),
        ("Incomprehensibilities of it", ("Incomprehensibilities", "of it")),
        ("Où est Minos\u00a0?", ("Où est", "Minos\u00a0?")),
        ("Où\u202f?", None),
    ],
)
def test_a_title_breaks_where_its_lines_are_shortest(
    words: str, lines: tuple[str, str] | None
) -> None:
    assert break_in_two(words, "Cinzel", 900) == lines
    if lines and "\u00a0" not in words:
        longest = max(text_width(line, "Cinzel", 900, 1.0) for line in lines)
        parts = words.split()
        for at in range(1, len(parts)):
            other = (" ".join(parts[:at]), " ".join(parts[at:]))
            assert longest <= max(text_width(line, "Cinzel", 900, 1.0) for line in other)


def test_words_stay_together_at_blanks_that_must_not_break() -> None:
    lines = wrap("one two 10\u00a0mm  three", "Alegreya Sans", 400, 3.0, 20.0)
    assert "10\u00a0mm" in " ".join(lines)
    assert all(line.strip("\u00a0") == line for line in lines)
    assert wrap("10\u202fmm", "Alegreya Sans", 400, 3.0, 1.0) == ["10\u202fmm"]
