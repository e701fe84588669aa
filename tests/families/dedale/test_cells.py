"""Cell cards: cells as they lie turned, and the notation with a second letter."""

from __future__ import annotations

import pytest

from pnp.families.dedale.cells import CellCard, Legend
from pnp.geometry.notation import Letters, format_maze, parse_maze

TEXT = """\
+   +---+   +
  r | bA  b
+   +   +---+
| g   y   y |
+---+   +   +
  g   y | rT
+   +   +---+"""
LEGEND = Legend(
    (("r", "red"), ("g", "green"), ("b", "blue"), ("y", "yellow")),
    ("m",),
    (("A", "ariadne"), ("T", "theseus")),
)
LETTERS = Letters("rgbym", "AT", dot=False)


def card(text: str = TEXT) -> CellCard:
    maze, slips = parse_maze(text, 3, 3, LETTERS)
    assert maze is not None, slips
    return CellCard(maze, LEGEND, "r")


def test_the_notation_is_exact_both_ways() -> None:
    assert format_maze(card().maze) == TEXT


def test_cells_know_colour_mark_and_walls() -> None:
    found = {(cell.row, cell.col): cell for cell in card().cells()}
    assert (found[0, 1].colour, found[0, 1].mark, found[0, 1].walls) == ("b", "A", "NW")
    assert (found[1, 0].colour, found[1, 0].walls) == ("g", "SW")
    assert (found[2, 2].mark, found[2, 2].walls) == ("T", "SW")


def test_turning_clockwise_moves_cells_and_walls() -> None:
    once = {(cell.row, cell.col): cell for cell in card().cells(1)}
    assert (once[1, 2].mark, once[1, 2].walls) == ("A", "NE"), "upper edge becomes the right one"
    assert card().cells(5) == card().cells(1)
    assert len({card().cells(turn) for turn in range(4)}) == 4


def test_walls_are_counted_by_border_and_inside() -> None:
    assert (card().border_walls, card().inner_walls) == (4, 4)


def test_a_letter_without_a_colour() -> None:
    middle = card(TEXT.replace("| g   y   y |", "| g   m   y |")).middle
    assert middle is not None
    assert (middle.letter, middle.colour, middle.row, middle.col) == ("m", "", 1, 1)


@pytest.mark.parametrize(
    ("old", "new", "row", "column", "message"),
    [
        ("bA", "bZ", 1, 7, "unknown second letter 'Z'"),
        ("bA", "qA", 1, 6, "unknown cell letter 'q'"),
        ("bA", " A", 1, 6, "a cell without a letter"),
        ("bA", ".A", 1, 6, "unknown cell letter '.'"),
        ("| bA", "Ab A", 1, 4, "'A' where '|' or a blank belongs"),
        ("---+   +", "-- +   +", 0, 5, "a half-drawn wall '-- '"),
    ],
)
def test_mistakes_have_places(old: str, new: str, row: int, column: int, message: str) -> None:
    text = TEXT.replace(old, new, 1)
    maze, slips = parse_maze(text, 3, 3, LETTERS)
    assert maze is None
    assert (slips[0].row, slips[0].column, slips[0].message) == (row, column, message)


def test_no_single_change_is_silently_ignored() -> None:
    """Every other character in every place is a mistake or another card."""
    lines = [line.ljust(13) for line in TEXT.split("\n")]
    for row, line in enumerate(lines):
        for column, old in enumerate(line):
            for new in "+-| rgbymAT.x":
                if new == old:
                    continue
                changed = [*lines]
                changed[row] = line[:column] + new + line[column + 1 :]
                maze, slips = parse_maze("\n".join(changed), 3, 3, LETTERS)
                assert slips or maze != card().maze, (row, column, new)


def test_mazes_still_take_one_letter_only() -> None:
    maze, slips = parse_maze("+   +\n  TA\n+   +", 1, 1, "T")
    assert maze is None
    assert slips[0].column == 3
