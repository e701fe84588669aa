"""The score pad has a cell for every number that is to be written."""

from __future__ import annotations

import re
from itertools import combinations, pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from dice_help import piece_called, plan_of, sizes_of_text, words_of

from pnp.draw.ornament import wave_length
from pnp.draw.shapes import Shape, inked
from pnp.draw.symbols import symbol
from pnp.draw.textboxes import text_boxes
from pnp.geometry.plane import Affine, Rect, bounds
from pnp.kinds.scorepad import LEAST_TITLE, TITLE, WAVE
from pnp.piece import Face

PAD = """\
kind: scorepad
players: 3
columns: [Bid, Took, Total]
row: Hand
rows: ["1", "2", "3", "4"]
breaks: {"3": end for three}
notes: [A rule worth knowing.]
"""
SMALL = """\
kind: scorepad
size: {size}
players: 4
rows: ["1", "2", "3", "4", "5"]
breaks: {{"3": end for three}}
"""
SIZES = ("256x186mm", "160x120mm", "120x100mm", "100x80mm", "80x120mm")


def lines_of(svg: str) -> list[tuple[float, float, float, float]]:
    found = []
    for tag in re.findall(r"<line[^>]*>", svg):
        values = {k: float(v) for k, v in re.findall(r'\b([xy][12])="([-\d.]+)"', tag)}
        found.append((values["x1"], values["y1"], values["x2"], values["y2"]))
    return found


def test_every_player_has_every_column_and_every_hand_a_row(tmp_path: Path) -> None:
    plan, problems = plan_of(tmp_path, pad=PAD)
    assert problems == []
    face = piece_called(plan, "pad").front
    words = words_of(face)
    assert [words.count(w) for w in ("Bid", "Took", "Total")] == [3, 3, 4]  # and the last row
    assert [words.count(w) for w in ("1", "2", "3", "4", "Hand")] == [1] * 5
    assert {"Name 1", "Name 2", "Name 3", "A rule worth knowing."} <= set(words)
    lines = lines_of(face.stack[0].layer.svg)
    upright = {round(x, 2) for x, y, x2, y2 in lines if x == x2 and y2 - y > 40}
    assert len(upright) == 3 * 3
    gaps = sorted(upright)
    assert min(b - a for a, b in pairwise(gaps)) >= 8
    level = {round(y, 2) for x, y, x2, y2 in lines if y == y2 and x2 - x > 200}
    assert len(level) == 2 + 4  # below names, below headings, below each hand
    assert min(sizes_of_text(face)) >= 3.0


def test_a_remark_stands_below_its_label_on_as_many_lines_as_it_takes(tmp_path: Path) -> None:
    """At 8.5 pt between the number and the dashed line, or smaller in a low row."""
    found = []
    for pad in (PAD, PAD.replace('"4"]', '"4", "5", "6", "7", "8", "9", "10", "11", "12"]')):
        plan, problems = plan_of(tmp_path, pad=pad)
        assert problems == []
        svg = piece_called(plan, "pad").front.stack[0].layer.svg
        texts = [
            (words, float(size), float(y))
            for size, y, words in re.findall(
                r'<text [^>]*font-size="([\d.]+)"[^>]* y="([\d.]+)"[^>]*>([^<]*)', svg
            )
        ]
        remark = [text for text in texts if text[0] in ("end for three", "end for", "three")]
        (label,) = [text for text in texts if text[0] == "3"]
        (line,) = re.findall(r'<line [^>]*stroke-dasharray[^>]*y1="([\d.]+)"', svg)
        assert " ".join(words for words, _, _ in remark) == "end for three"
        for _, size, base in remark:
            assert base - size > label[2] - 0.6 and base + 0.25 * size < float(line)
        found.append((len(remark), remark[0][1]))
    assert found[0] == (2, 3.0) and 2.2 <= found[1][1] < 3.0


def ink_boxes(face: Face, accent: str) -> dict[str, Rect]:
    """What stands beside what: every line of text, the emblem, the wave, the line for the date."""
    found = {f"{box.words} {i}": box.box for i, box in enumerate(text_boxes(face))}
    root = ElementTree.fromstring(f"<g>{face.stack[0].layer.svg}</g>")
    for path in root.findall("path"):
        if path.get("stroke") == accent:
            found["wave"] = inked((Shape(path.attrib["d"], "none", "ink", 0.4),))
        elif "emblem" not in found:
            at = Affine(*map(float, re.findall(r"-?[\d.]+", path.attrib["transform"])))
            found["emblem"] = bounds([at.apply(p) for p in inked(symbol("owl")).corners])
    date = next(e for e in root.findall("line") if float(e.attrib["y1"]) < 16)
    x, y, x2 = (float(date.attrib[k]) for k in ("x1", "y1", "x2"))
    return found | {"date": Rect(x, y - 0.1, x2 - x, 0.2)}


LONG = "The Long Nights of Old Rotterdam"
LONGER = "The Lighthouse Keepers of the Northern Sea"


@pytest.mark.parametrize("title", ["Harbor", "Harbor Nights", LONG, LONGER])
@pytest.mark.parametrize("size", SIZES)
def test_nothing_stands_on_anything_else(size: str, title: str, tmp_path: Path) -> None:
    plan, problems = plan_of(tmp_path, title=title, pad=SMALL.format(size=size))
    too_long = title == LONGER and size == "80x120mm"
    assert [(p.code, p.loc.line, p.loc.col) for p in problems] == [("TEXT001", 1, 8)] * too_long
    if too_long:
        assert "score pad 'pad'" in problems[0].message and "larger size" in problems[0].hint
        return
    face = piece_called(plan, "pad").front
    boxes = ink_boxes(face, plan.game.file.theme.palette.accent)
    for (one, box), (other, rest) in combinations(boxes.items(), 2):
        assert not box.overlaps(rest), (one, other)
    page = Rect(0, 0, *face.size).inset(3)
    assert all(page.covers(box) for box in boxes.values())
    if "wave" in boxes:
        assert boxes["wave"].width >= wave_length(WAVE)
        assert max(sizes_of_text(face)) == TITLE
    assert max(sizes_of_text(face)) >= LEAST_TITLE
    assert ("wave" in boxes) == (size in SIZES[: {6: 3, 13: 2}.get(len(title), 0)])


def test_words_keep_off_the_trim(tmp_path: Path) -> None:
    plan, _ = plan_of(tmp_path, pad=PAD)
    face = piece_called(plan, "pad").front
    for x, y in re.findall(r'<text[^>]* x="([\d.]+)" y="([\d.]+)"', face.stack[0].layer.svg):
        assert 3 <= float(x) <= face.size.width - 3
        assert 3 <= float(y) <= face.size.height - 3


def test_it_can_be_written_in(tmp_path: Path) -> None:
    _, problems = plan_of(tmp_path, pad=PAD.replace("players: 3", "players: 12"))
    assert problems == []
    crowded = PAD.replace("players: 3", "players: 12").replace("Took,", "Took, Bonus,")
    _, problems = plan_of(tmp_path, pad=crowded)
    assert "TEXT001" in {p.code for p in problems}


@pytest.mark.parametrize(
    ("old", "new", "code", "line"),
    [
        ('{"3": end', '{"7": end', "DEF003", 6),
        ("players: 3", "players: 0", "DEF003", 2),
        ('rows: ["1", "2", "3", "4"]', "rows: []", "DEF003", 5),
        ("row: Hand", "row: Incomprehensibilities", "TEXT001", 4),
    ],
)
def test_mistakes(old: str, new: str, code: str, line: int, tmp_path: Path) -> None:
    assert PAD.count(old) == 1
    _, problems = plan_of(tmp_path, pad=PAD.replace(old, new))
    assert (code, line) in {(p.code, p.loc.line if p.loc else 0) for p in problems}, problems


@pytest.mark.parametrize("size", ["20 x 20mm", "25x200mm", "200x30mm"])
def test_a_page_without_room_for_cells_names_one_that_has(size: str, tmp_path: Path) -> None:
    pad = "kind: scorepad\nsize: {}\nplayers: 2\nplayer: P\nrows: [1, 2]\n"
    _, (problem,) = plan_of(tmp_path, pad=pad.format(size), title="Hi")
    least = re.search(r"at least ([\d.]+) x ([\d.]+) mm", problem.hint)
    assert problem.code == "TEXT001" and least is not None
    _, problems = plan_of(tmp_path, pad=pad.format(f"{least[1]} x {least[2]}mm"), title="Hi")
    assert not any("has no room" in p.message for p in problems), problems
