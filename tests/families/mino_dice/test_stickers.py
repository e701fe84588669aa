"""Stickers show the faces of their dice, in blocks that are cut apart."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from dice_help import DICE, piece_called, plan_of, words_of

from pnp.draw.textboxes import text_boxes
from pnp.geometry.plane import Rect

STICKERS = "kind: stickers\nof: dice\nedge: 12mm\n"


def test_one_block_per_die_with_its_name_and_six_faces(tmp_path: Path) -> None:
    plan, problems = plan_of(tmp_path, dice=DICE, stickers=STICKERS)
    assert problems == []
    for id, copies in (("beast", 2), ("plain", 1)):
        die, block = piece_called(plan, id), piece_called(plan, f"stickers-{id}")
        assert block.truth == die.truth and block.copies == copies
        assert block.size.width == pytest.approx(3 * 12 + 2.6)
        assert block.title.endswith("stickers") and die.title in words_of(block.front)
    plain = [w for w in words_of(piece_called(plan, "stickers-plain").front) if w.isdigit()]
    assert plain == ["1", "2", "3", "4", "5", "9"]


def test_stickers_stand_edge_to_edge_in_reading_order(tmp_path: Path) -> None:
    plan, _ = plan_of(tmp_path, dice=DICE, stickers=STICKERS)
    face = piece_called(plan, "stickers-plain").front
    places = [
        (round(s.at.e, 3), round(s.at.f, 3)) for s in face.stack if re.search(r">\d<", s.layer.svg)
    ]
    x, y = places[0]
    assert places == [(round(x + 12 * (i % 3), 3), round(y + 12 * (i // 3), 3)) for i in range(6)]
    lines = [
        tuple(float(re.findall(rf'\b{key}="([\d.]+)"', tag)[0]) for key in ("x1", "y1", "x2", "y2"))
        for tag in re.findall(r"<line [^>]*>", face.stack[-1].layer.svg)
    ]
    upright = [line for line in lines if line[0] == line[2]]
    level = [line for line in lines if line[1] == line[3]]
    assert [a for a, *_ in upright] == pytest.approx([x, x + 12, x + 24, x + 36])
    assert [b for _, b, *_ in level] == pytest.approx([y, y + 12, y + 24])
    assert all(x - a >= 1.1 and c - (x + 36) >= 1.1 for a, _, c, _ in level), "to lay a ruler at"
    assert all(d - (y + 24) >= 1.0 for *_, d in upright)
    assert min(min(line[:2]) for line in lines) > 0
    (label,) = [box.box for box in text_boxes(face) if box.words == "Plain"]
    for a, b, *_ in upright:
        assert b < 0.5 or label.x - 0.2 < a < label.right + 1 or a == x
        assert not Rect(a - 0.1, b, 0.2, y - b).overlaps(label)


def test_a_change_of_the_dice_changes_the_stickers(tmp_path: Path) -> None:
    one, _ = plan_of(tmp_path, dice=DICE, stickers=STICKERS)
    key = piece_called(one, "stickers-plain").front.key
    other, _ = plan_of(tmp_path, dice=DICE.replace("4, 5, 9]", "4, 5, 8]"), stickers=STICKERS)
    assert piece_called(other, "stickers-plain").front.key != key


def test_columns(tmp_path: Path) -> None:
    plan, _ = plan_of(tmp_path, dice=DICE, stickers=STICKERS + "columns: 6\n")
    size = piece_called(plan, "stickers-plain").size
    assert size.width == pytest.approx(72 + 2.6) and size.height < 20


@pytest.mark.parametrize(
    ("text", "code", "line", "hint"),
    [
        (STICKERS.replace("of: dice", "of: dyce"), "DEF009", 2, "did you mean 'dice'?"),
        (STICKERS.replace("12mm", "15mm"), "DEF003", 3, "14.4mm at most"),
        (STICKERS + "columns: 0\n", "DEF003", 4, "at least 1"),
    ],
)
def test_mistakes(text: str, code: str, line: int, hint: str, tmp_path: Path) -> None:
    _, problems = plan_of(tmp_path, dice=DICE, stickers=text)
    assert (code, line, hint) in {(p.code, p.loc.line if p.loc else 0, p.hint) for p in problems}
