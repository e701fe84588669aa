"""Mazes as text: exact both ways, and no keystroke is ignored."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.definition.source import read_tree
from pnp.game.loader import bundled_games
from pnp.geometry.notation import format_maze, parse_maze
from pnp.geometry.topology import Maze

LETTERS = "TBSE"


def tiles() -> dict[str, str]:
    """The mazes of Labydo as written."""
    found = {}
    for name in ("labyrinth", "entrance", "exit"):
        node, _ = read_tree(bundled_games()["labydo"] / f"{name}.yaml")
        found |= {id: tile.text or "" for id, tile in node.fields["tiles"].fields.items()}
    return found


TILES = tiles()


def test_there_are_48_tiles() -> None:
    assert len(TILES) == 48


@pytest.mark.parametrize("id", TILES)
def test_exact_round_trip(id: str) -> None:
    maze, slips = parse_maze(TILES[id], 3, 6, LETTERS)
    assert maze is not None and not slips
    written = format_maze(maze)
    assert written.split("\n") == [line.rstrip() for line in TILES[id].rstrip("\n").split("\n")]
    assert parse_maze(written, 3, 6, LETTERS)[0] == maze
    assert maze.numbers == tuple(map(str, range(1, 19)))


@st.composite
def mazes(draw: st.DrawFn) -> Maze:
    cols, rows = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    bits = random.Random(draw(st.integers(0, 10**9)))

    def grid(wide: int, high: int) -> tuple[tuple[bool, ...], ...]:
        return tuple(tuple(bits.random() < 0.5 for _ in range(wide)) for _ in range(high))

    return Maze(
        cols,
        rows,
        grid(cols, rows + 1),
        grid(cols + 1, rows),
        tuple(bits.choice(["", "", *LETTERS]) for _ in range(cols * rows)),
        tuple(str(i + 1) for i in range(cols * rows)),
    )


@given(mazes())
def test_any_maze_survives_writing_and_reading(maze: Maze) -> None:
    assert parse_maze(format_maze(maze), maze.cols, maze.rows, LETTERS) == (maze, [])


@pytest.mark.slow
@pytest.mark.parametrize("id", ["lab-02", "ent-1", "exit-4"])
def test_no_edit_of_one_character_is_ignored(id: str) -> None:
    """Each replacement, insertion and deletion is a slip or gives another maze.

    Blanks at the ends of lines are free, so an edit there has no effect and is left out.
    """
    text = TILES[id].rstrip("\n")
    original, _ = parse_maze(text, 3, 6, LETTERS)
    plain = [line.rstrip(" ") for line in text.split("\n")]
    refused = changed = 0
    for edited in one_character_edits(text, "+-| .TSx\t\n"):
        if [line.rstrip(" ") for line in edited.rstrip("\n").split("\n")] == plain:
            continue
        maze, slips = parse_maze(edited, 3, 6, LETTERS)
        assert (maze is None) == bool(slips)
        assert maze != original, edited
        refused, changed = refused + (maze is None), changed + (maze is not None)
    assert refused > 2500
    assert changed > 20


def one_character_edits(text: str, alphabet: str) -> list[str]:
    found = []
    for i in range(len(text) + 1):
        found += [text[:i] + char + text[i:] for char in alphabet]
        if i < len(text):
            found.append(text[:i] + text[i + 1 :])
            found += [text[:i] + char + text[i + 1 :] for char in alphabet if char != text[i]]
    return found


GOOD = ["+---+   +", "| .   T", "+   +---+"]


def slips_of(*lines: str) -> list[tuple[int, int, str]]:
    maze, slips = parse_maze("\n".join(lines), 2, 1, "T")
    assert maze is None
    return [(s.row, s.column, s.message) for s in slips]


def test_the_smallest_maze_reads_as_drawn() -> None:
    maze, slips = parse_maze("\n".join(GOOD) + "\n", 2, 1, "T")
    assert maze is not None and not slips
    assert (maze.across, maze.down) == (((True, False), (False, True)), ((True, False, False),))
    assert maze.marks == ("", "T")


@pytest.mark.parametrize(
    ("row", "line", "where", "says"),
    [
        (0, "+-- +   +", (0, 1), "half-drawn"),
        (0, "+---+ - +", (0, 5), "half-drawn"),
        (0, "+---    +", (0, 4), "a blank where '+' belongs"),
        (0, "+---+   +   +", (0, 9), "longer than 9"),
        (0, "+---+   +-", (0, 9), "longer than 9"),
        (1, "| .   X", (1, 6), "unknown cell letter 'X'"),
        (1, "| .   t", (1, 6), "unknown cell letter 't'"),
        (1, "|     T", (1, 2), "a cell without a letter"),
        (1, "|..   T", (1, 1), "only a blank"),
        (1, "- .   T", (1, 0), "'-' where '|' or a blank belongs"),
        (1, "|\t.  T", (1, 1), "only a blank"),
        (2, "+\t+---+", (2, 1), "a tab where"),
    ],
)
def test_slips_know_their_place(row: int, line: str, where: tuple[int, int], says: str) -> None:
    lines = list(GOOD)
    lines[row] = line
    found = slips_of(*lines)
    assert where in [slip[:2] for slip in found]
    assert says in next(message for r, c, message in found if (r, c) == where)


def test_wrong_numbers_of_lines() -> None:
    assert slips_of(*GOOD[:2])[0][2] == "the maze has 2 lines, not 3"
    assert (3, 0, "the maze has 5 lines, not 3") in slips_of(*GOOD, "| .   .", "+   +---+")


def test_a_maze_of_another_size_is_one_slip() -> None:
    for cols, rows in ((4, 4), (1, 3), (3, 1)):
        maze, slips = parse_maze("\n".join(GOOD), cols, rows, "T")
        assert maze is None
        says = f"a maze of '2x1' cells, not {cols}x{rows}"
        assert slips == [(0, 0, says, "cells: 2x1 is what is drawn")]


def test_a_letter_may_be_declared() -> None:
    for letters, hint in (("", "write '.', or"), ("B", "'.' or one of B, or")):
        _, slips = parse_maze("\n".join(GOOD), 2, 1, letters)
        assert [slip.hint for slip in slips] == [f"{hint} declare it: marks: {{T: …}}"]
    _, slips = parse_maze("\n".join(GOOD).replace("T", "?"), 2, 1, "")
    assert [slip.hint for slip in slips] == ["write '.'"]


def test_one_line_too_many() -> None:
    assert slips_of(*GOOD, "| .   .") == [(3, 0, "the maze has 4 lines, not 3")]


def test_all_slips_at_once() -> None:
    assert len(slips_of("+--x+   +", "| ?   !", "*   +---+")) >= 4


@given(st.text("+-| .TBx\n\t", max_size=80), st.integers(1, 3), st.integers(1, 3))
def test_reading_never_fails(text: str, cols: int, rows: int) -> None:
    maze, slips = parse_maze(text, cols, rows, "T")
    assert (maze is None) == bool(slips)


def test_letters_can_be_replaced_for_pictures() -> None:
    maze, _ = parse_maze("\n".join(GOOD), 2, 1, "T")
    assert maze is not None
    assert format_maze(maze, {0: "x", 1: "#"}).split("\n")[1] == "| x   #"
