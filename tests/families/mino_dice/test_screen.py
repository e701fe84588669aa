"""Screens stand, show the dice as they are, and fit what is written on them."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from dice_help import DICE, piece_called, plan_of, sizes_of_text, words_of

from pnp.draw.textboxes import text_boxes
from pnp.nets.closing import fold_errors
from pnp.nets.stand import stance

SCREENS = """\
kind: screen
screens:
  screen-a: {symbol: owl, letter: O, title: Owl, colour: "#0072B2"}
  screen-b: {symbol: star, letter: S, title: Star, colour: "#B4532A"}
inside:
  middle:
    - heading: The dice
    - dice: dice
  right:
    - heading: Points
    - rows:
        - [Bid, Right]
        - ["1", "+20 a trick"]
      head: true
    - items: [One, Two]
    - text: Words that are long enough to be wrapped at least once in so narrow a panel.
    - beats: dice
"""


def test_screens_fold_and_stand(tmp_path: Path) -> None:
    plan, problems = plan_of(tmp_path, dice=DICE, screens=SCREENS)
    assert problems == []
    for piece in plan.pieces_of("screens"):
        assert piece.net and fold_errors(piece.net) == []
        stand = stance(piece.net)
        assert stand.margin > 0 and stand.tip > 5


def test_the_inside_is_the_same_the_outside_is_not(tmp_path: Path) -> None:
    plan, _ = plan_of(tmp_path, dice=DICE, screens=SCREENS)
    a, b = (p.front for p in plan.pieces_of("screens"))
    keys = [{s.layer.key for s in face.stack} for face in (a, b)]
    assert len(keys[0] & keys[1]) == 3  # middle, right, the net's lines
    assert "glue" not in words_of(a), "blank sides are glued together, nothing printed is hatched"
    assert {"O", "Owl"} <= set(words_of(a)) and {"S", "Star"} <= set(words_of(b))


def test_the_summary_is_made_from_the_dice(tmp_path: Path) -> None:
    plan, _ = plan_of(tmp_path, dice=DICE, screens=SCREENS)
    words = words_of(piece_called(plan, "screen-a").front)
    assert {"2 × Beast", "1 × Plain", "The dice", "Points", "+20 a trick"} <= set(words)
    at = words.index("1 × Plain")
    assert words[at + 1 : at + 7] == ["1", "2", "3", "4", "5", "9"]
    changed = DICE.replace("[1, 2, 3, 4, 5, 9]", "[1, 2, 2, 4, 5, 9]")
    plan, _ = plan_of(tmp_path, dice=changed, screens=SCREENS)
    words = words_of(piece_called(plan, "screen-a").front)
    assert words[at + 1 : at + 7] == ["1", "2", "2", "4", "5", "9"]


def test_panels_are_filled_and_tables_stand_below_the_dice(tmp_path: Path) -> None:
    """The last face ends at the right edge, numbers stand in the middle below the last faces, and
    a short panel leaves less than half of its height."""
    table = '    - dice: dice\n    - rows: [[Players, "31", "32"], [Hands, "41", "42"]]'
    short = "  left:\n    - heading: Who\n    - beats: dice\n    - items: [Left, Middle, Lowest]\n"
    text = SCREENS.replace("    - dice: dice", table).replace("inside:\n", "inside:\n" + short)
    plan, problems = plan_of(tmp_path, dice=DICE, screens=text)
    assert problems == []
    piece = piece_called(plan, "screen-a")
    boxes = {box.words: box.box for box in text_boxes(piece.front)}
    assert piece.net
    middle = piece.net["middle"].size.width
    dice = [boxes[word].centre.x for word in ("2", "3", "4", "5", "9")]
    steps = [b - a for a, b in pairwise(dice)]
    assert steps == pytest.approx([steps[0]] * 4, abs=0.001)
    label = boxes["2 × Beast"].x
    assert label + middle - 2 * 3.2 - dice[-1] < 0.5 * steps[0], "no hole at the right"
    for number, die in (("31", dice[3]), ("41", dice[3]), ("32", dice[4]), ("42", dice[4])):
        assert boxes[number].centre.x == pytest.approx(die, abs=0.05)
    top, height = boxes["Who"].y, piece.net["left"].size.height
    assert boxes["Lowest"].bottom - top > 0.5 * height


def test_a_table_with_long_cells_keeps_its_own_columns(tmp_path: Path) -> None:
    table = "    - dice: dice\n    - rows:\n        - [Players, a number of three, four]"
    plan, problems = plan_of(
        tmp_path, dice=DICE, screens=SCREENS.replace("    - dice: dice", table)
    )
    boxes = {box.words: box.box for box in text_boxes(piece_called(plan, "screen-a").front)}
    assert problems == [] and boxes["four"].x > boxes["a number of three"].right + 1


def test_text_shrinks_to_what_can_be_read_then_it_is_a_problem(tmp_path: Path) -> None:
    plan, _ = plan_of(tmp_path, dice=DICE, screens=SCREENS)
    loose = max(sizes_of_text(piece_called(plan, "screen-a").front))
    line = "    - text: Words that"
    assert SCREENS.count(line) == 1
    more = "".join(f"    - text: Sentence number {i} makes the panel fuller.\n" for i in range(11))
    plan, problems = plan_of(tmp_path, dice=DICE, screens=SCREENS.replace(line, more + line))
    sizes = sizes_of_text(piece_called(plan, "screen-a").front)
    assert problems == [] and 2.1 <= min(sizes) < loose
    plan, problems = plan_of(tmp_path, dice=DICE, screens=SCREENS.replace(line, 3 * more + line))
    assert [p.code for p in problems] == ["TEXT001"] and "too long" in problems[0].message
    assert problems[0].loc and problems[0].loc.line == 10


@pytest.mark.parametrize(
    ("old", "new", "code", "line"),
    [
        ("symbol: owl", "symbol: owll", "DEF007", 3),
        ("- dice: dice", "- dice: dyce", "DEF009", 8),
        ("- beats: dice", "- beats: dyce", "DEF009", 17),
        ("- text: Words", "- words: Words", "DEF002", 16),
        ("    - items: [One, Two]", "    - items: [One]\n      text: One", "DEF003", 15),
        ("kind: screen\n", "kind: screen\nangle: 150\n", "DEF003", 2),
        ("kind: screen\n", "kind: screen\nstrip: 0mm\n", "DEF003", 2),
        ("  middle:", "  centre:", "DEF003", 6),
    ],
)
def test_mistakes_have_a_place(old: str, new: str, code: str, line: int, tmp_path: Path) -> None:
    assert SCREENS.count(old) == 1
    _, problems = plan_of(tmp_path, dice=DICE, screens=SCREENS.replace(old, new))
    assert (code, line) in {(p.code, p.loc.line if p.loc else 0) for p in problems}, problems
